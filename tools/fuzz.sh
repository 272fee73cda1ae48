#!/bin/sh
# fuzz.sh BUILD SECONDS - runs each fuzzer for SECONDS, two at a time, from the corpus in fuzz/corpus.
# New inputs stay in the build folder. The input of a finding is written to BUILD/crashes.
set -eu
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
build=$1
seconds=$2
cd "$(dirname "$0")/.."
[ -f "$build/build.ninja" ] ||
    CC=clang-14 meson setup "$build" -Dfuzz=true -Dtests=false -Dweb=false -Ddefault_library=static >/dev/null
fuzzers=$(ninja -C "$build" -t targets all | sed -n 's/^\(fuzz\/fuzz_[a-z_]*\): .*/\1/p')
# shellcheck disable=SC2086
ninja --quiet -C "$build" $fuzzers
mkdir -p "$build/crashes"

one() {
    name=$(basename "$1")
    mkdir -p "$build/corpus/$name"
    dict=
    [ -f "fuzz/$name.dict" ] && dict="-dict=fuzz/$name.dict"
    seeds=
    [ -d "fuzz/corpus/$name" ] && seeds="fuzz/corpus/$name"
    # shellcheck disable=SC2086
    if "$build/$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 $dict \
        -artifact_prefix="$build/crashes/$name-" "$build/corpus/$name" $seeds >"$build/$name.log" 2>&1; then
        sed -n 's/^Done \([0-9]*\) runs.*/'"$name"': \1 runs, no finding/p' "$build/$name.log"
    else
        echo "$name: FINDING" >&2
        tail -40 "$build/$name.log" >&2
        return 1
    fi
}

status=0
first=
for fuzzer in $fuzzers; do
    one "$fuzzer" &
    if [ -z "$first" ]; then
        first=$!
    else
        wait $! || status=1
        wait "$first" || status=1
        first=
    fi
done
[ -z "$first" ] || wait "$first" || status=1
exit $status
