#!/bin/sh
# check.sh BUILD - runs the checks beside the tests: formatting, includes, cited rules, clang-tidy,
# the test suite under sanitizers, and 20 seconds of each fuzzer.
set -u
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
build=$1
cd "$(dirname "$0")/.."
steps=0
failed=0
# Half of the server's tests mostly wait, so two tests run for each processor (tools/test.sh).
export MESON_TESTTHREADS="${MESON_TESTTHREADS:-$(($(nproc) * 2))}"
. tools/temporary.sh
# If ccache is installed, builds that differ only in their folder share compiled files.
export CCACHE_NOHASHDIR=1
step() {
    name=$1
    shift
    start=$(date +%s)
    steps=$((steps + 1))
    if "$@" >"$build/check.log" 2>&1; then
        echo "ok    $name ($(($(date +%s) - start)) s)"
    else
        echo "FAIL  $name"
        tail -90 "$build/check.log"
        failed=$((failed + 1))
    fi
}

format() {
    git ls-files 'src/*.[ch]' 'tests/*.[ch]' 'fuzz/*.[ch]' 'include/*.h' 'docs/*.[ch]' |
        xargs clang-format-14 --dry-run --Werror
}
columns() {
    git ls-files '*.c' '*.h' | xargs python3 -c '
import sys
long = [f"{p}:{n}" for p in sys.argv[1:] for n, line in enumerate(open(p, encoding="utf-8"), 1)
        if len(line.rstrip("\n")) > 100]
print("\n".join(long))
sys.exit(1 if long else 0)'
}
page_lint() {
    (cd web && ../node_modules/.bin/eslint src)
}
page_format() {
    (cd web && ../node_modules/.bin/prettier --check src 'static/*.css' styles build.mjs eslint.config.mjs ../bindings/npm)
}
flavour() { # folder, compiler, suites, options...
    dir=$1 compiler=$2 suites=$3
    shift 3
    if [ ! -f "$dir/build.ninja" ]; then # gold links the many test programs in a third of the time
        CC=$compiler CC_LD=gold meson setup "$dir" -Dweb=false -Ddefault_library=static "$@" || return 1
    fi
    rm -f "$dir/meson-logs/testlog.json" # of an earlier run, if this one does not come to its tests
    # shellcheck disable=SC2086 # the list is meant to be split
    meson test -C "$dir" --timeout-multiplier 6 $suites && return # builds what these tests need
    python3 tools/results.py "$dir" # at the end, which step() shows
    return 1
}
clang() {
    flavour build-clang clang-14 '--suite unit' && ninja -C build-clang
}
# The build without the server links none of the server's libraries, and its commands work. Its unit tests
# need not run: make test runs the same sources with the same compiler and options, except
# -D_LARGEFILE64_SOURCE, which changes nothing on 64-bit machines.
engine_alone() {
    onednn=false
    [ ! -e /usr/include/dnnl.h ] || onednn=true
    flavour build-engine gcc '--suite conformance --suite cli' -Dserver=false "-Donednn=$onednn" || return 1
    if ldd build-engine/hoshi | grep -E 'pq|sqlite|archive|crypto|microhttpd|sodium|curl|gmime|xml2|oath|qrencode|fido2'; then
        echo 'hoshi built with -Dserver=false is linked with the libraries above, which only the server may use'
        return 1
    fi
}
# libhoshi of the rules alone needs nothing but libc.
rules_alone() {
    [ -e build-rules/build.ninja ] || meson setup build-rules -Drules_only=true || return 1
    ninja -C build-rules || return 1
    if ldd build-rules/libhoshi.so | grep -Ev 'linux-vdso|libc\.so|ld-linux'; then
        echo 'libhoshi built with -Drules_only=true is linked with the libraries above, and needs only libc'
        return 1
    fi
}
# Many of the tests below start servers, which wait more than they compute.
waiting=$((MESON_TESTTHREADS * 3 / 2))
# A sanitizer's report needs only functions and lines, so -g1 is enough. It compiles and links faster.
sanitizer() { # folder, suites, kinds
    flavour "$1" gcc "$2" "-Db_sanitize=$3" -Db_lundef=false -Doptimization=1 -Ddebug=false -Dc_args=-g1
}
asan() {
    MESON_TESTTHREADS=$waiting ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
        sanitizer build-asan '--suite unit --suite conformance --suite cli --suite server' address,undefined
}
tsan() {
    MESON_TESTTHREADS=$waiting sanitizer build-tsan '--suite threads' thread
}

# A step that returns 77 was skipped; its last line says why.
image() {
    code=0
    sh packaging/try-image.sh "$build" || code=$?
    [ "$code" != 77 ] || echo "      the container image: $(tail -1 "$build/check.log")" >&3
    [ "$code" = 0 ] || [ "$code" = 77 ]
}

exec 3>&1
step 'formatting (clang-format)' format
step 'C lines within 100 columns' columns
step 'page: typescript-eslint' page_lint
step 'page: formatting (prettier)' page_format
step 'who includes whom' python3 tools/includes.py
step 'names of games outside their files' python3 tools/names.py
step 'every rule has code and a test' python3 tools/rules_cited.py
step 'links and lengths of the documentation' python3 tools/docs.py
step 'the map of the tree' python3 tools/map.py --check
tarball() { # the same bytes at another time, in another zone; tools/release.sh compares whole builds
    rm -rf "$build/dist"
    sh tools/dist.sh "$build" "$build/dist/a" && sleep 1.1 && TZ=Asia/Tokyo LC_ALL=C sh tools/dist.sh "$build" "$build/dist/b" &&
        cmp "$build"/dist/a/*.tar.xz "$build"/dist/b/*.tar.xz && tar -C "$build/dist" -xf "$build"/dist/a/*.tar.xz &&
        meson setup -Dtests=false "$build/dist/set-up" "$build"/dist/hoshi-* # needs neither git nor debian/
}
step 'the source tarball is reproducible and can be built' tarball
step 'licences (reuse lint)' reuse lint
step 'clang-tidy' python3 tools/tidy.py "$build"
step 'clang build and unit tests' clang
step 'the engine alone (-Dserver=false)' engine_alone
step 'libhoshi of the rules alone (-Drules_only=true)' rules_alone
step 'the same bits from every compiler' sh tools/signature.sh "$build" --native
step 'the container image' image
mailboxes() { # a long match between two mailboxes; `make test` plays a short one
    HOSHI=$PWD/$build/hoshi HOSHI_MAILBOX_PLIES=37 HOSHI_MAILBOX_KILLS=3 \
        python3 -W ignore tests/server/test_mailbox.py Match || return 1
    [ -n "${HOSHI_MAILBOX_FULL:-}" ] || return 0 # four minutes more: 10,000 old mails, 60 cuts, a fetching server killed
    HOSHI=$PWD/$build/hoshi python3 -W ignore tests/server/test_mailbox.py Site \
        Broken.test_the_connection_may_end_at_any_byte \
        Fetch.test_what_lay_there_before_the_first_start_stays_unless_it_is_asked_for
}
step 'a match of 37 plies by mailbox, with three kills' mailboxes
step 'moves beside attackers, against moves without' "$build/hoshi-bench" abuse --matches 20 \
    --attackers 20 --rate 20 --seconds 3 --filled 500 --bound 30
step 'address and undefined sanitizers' asan
step 'thread sanitizer' tsan
step 'fuzzers, 20 seconds each' sh tools/fuzz.sh build-fuzz "${FUZZ_SECONDS:-20}"

echo "checks: $((steps - failed)) passed, $failed failed"
[ "$failed" = 0 ]
