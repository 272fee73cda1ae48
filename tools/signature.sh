#!/bin/sh
# signature.sh BUILD [--native | --sanitizers] - checks that rules and search give the same bits everywhere.
#
# Builds tests/signature.c with every compiler that is installed, runs it, and compares the results: gcc and
# clang for this machine; 32-bit x86, big-endian s390x and powerpc64 by Debian's cross compilers
# (gcc-i686-linux-gnu, gcc-s390x-linux-gnu, gcc-powerpc64-linux-gnu, qemu-user); the WebAssembly module in
# Node. It names each compiler that is not installed and skips it. --native skips the emulated machines, which
# take minutes. --sanitizers adds the address and undefined sanitizers, and the thread sanitizer.
set -eu
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
build=$(realpath "$1")
what=${2:-}
cd "$(dirname "$0")/.."
folder=$build/signature
mkdir -p "$folder"
python3 tools/embed_nets.py "$folder/nets.c" $(ls nets/*.net 2>/dev/null)
failed=0

same() { # name, numbers, expected numbers, remark
    if [ "$2" = "$3" ]; then
        echo "ok    $2  $1 ($4)"
    else
        echo "FAIL  $2  $1 ($4), expected $3"
        failed=1
    fi
}

# Programs are kept, and compiled again when any source is newer. Two compilers run at a time.
compile() { # name, compiler, flags...
    program=$folder/$1 compiler=$2
    shift 2
    newer=$(find src/base src/rules src/net src/search src/platform nets tests/signature.c -newer "$program" 2>/dev/null || echo all)
    if [ -n "$newer" ]; then
        rm -f "$program"
        "$compiler" -std=c11 -O2 -g -Wall -Werror -ffp-contract=off -fno-math-errno -D_GNU_SOURCE -Isrc "$@" \
            tests/signature.c src/base/*.c src/rules/*.c src/rules/*/*.c src/net/*.c "$folder/nets.c" src/search/*.c src/search/*/*.c \
            src/platform/clock.c src/platform/heap.c src/platform/thread.c -pthread -o "$program"
    fi
}
names=
before=
flavour() { # name, runner or "", compiler, flags...
    name=$1 runner=$2 compiler=$3
    shift 3
    for tool in "$compiler" ${runner:+"$runner"}; do
        if ! command -v "$tool" >/dev/null 2>&1; then
            echo "-     $name: skipped, because $tool is not installed"
            return 0
        fi
    done
    names="$names $name:$runner"
    [ -z "$before" ] || wait "$before" || true # a compilation that failed has left no program
    before=${now:-}
    compile "$name" "$compiler" "$@" &
    now=$!
}
run() { # name:runner
    name=${1%%:*} runner=${1#*:}
    step=1
    [ -z "$runner" ] || step=4 # emulators are slow: only every fourth search and size
    # shellcheck disable=SC2086 # an empty runner must give no word
    out=$($runner "$folder/$name" $step) || { echo "FAIL  $name does not run"; failed=1; return 0; }
    same "$name" "$(numbers "$out")" "$(numbers "$("$folder/gcc" $step)")" "$(echo "$out" | cut -d ' ' -f 4-)"
}
numbers() {
    echo "$1" | cut -d ' ' -f 1-3
}

flavour gcc '' gcc
flavour clang '' clang-14
# Without SSE, 32-bit x86 computes in 80-bit registers, and the compiler decides when results are rounded.
flavour i686 '' i686-linux-gnu-gcc -static -Wno-psabi -msse2 -mfpmath=sse
[ "$what" = --native ] || flavour s390x qemu-s390x s390x-linux-gnu-gcc -static
[ "$what" = --native ] || flavour powerpc64 qemu-ppc64 powerpc64-linux-gnu-gcc -static
if [ "$what" = --sanitizers ]; then
    flavour asan-ubsan '' gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
    flavour tsan '' gcc -O1 -fsanitize=thread
fi
wait
for one in $names; do
    run "$one"
done
module=$build/src/wasm/hoshi.wasm
if [ -f "$module" ] && command -v node >/dev/null 2>&1; then
    search=$(node tools/signature.mjs "$module")
    same wasm "$search" "$("$folder/gcc" | cut -d ' ' -f 1)" 'the searches alone'
else
    echo '-     wasm: skipped, because the module is not built'
fi
exit $failed
