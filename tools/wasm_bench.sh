#!/bin/sh
# wasm_bench.sh BUILD - compares the speed of the rules in WebAssembly (Node) with their native speed.
# The same clang compiles both. Prints medians of five runs each, in turns, in CPU time. Then it compares the
# nets with this machine's AVX2.
set -eu
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
build=$(realpath "$1")
cd "$(dirname "$0")/.."
module=$build/src/wasm/hoshi.wasm
native=$build/playouts-clang
clang-14 -std=c11 -O2 -ffp-contract=off -fno-math-errno -D_GNU_SOURCE -Isrc bench/playouts.c src/base/*.c \
    src/rules/*.c src/rules/*/*.c src/platform/clock.c -o "$native"
median() {
    sort -n | sed -n 3p
}
for case in 'palisade 9' 'palisade 19' 'redstone 9' 'redstone 19' 'levee 9' 'levee 19' 'claims 8' 'claims 19'; do
    : >"$build/wasm.txt"
    : >"$build/native.txt"
    for _ in 1 2 3 4 5; do
        # shellcheck disable=SC2086 # two words
        "$native" $case 400 >>"$build/native.txt"
        # shellcheck disable=SC2086
        node tools/wasm_bench.mjs "$module" $case 400 >>"$build/wasm.txt"
    done
    [ "$(cut -d ' ' -f 2 "$build/native.txt" "$build/wasm.txt" | sort -u | wc -l)" = 1 ] ||
        { echo "$case: the two programs played different games" && exit 1; }
    n=$(cut -d ' ' -f 1 "$build/native.txt" | median)
    w=$(cut -d ' ' -f 1 "$build/wasm.txt" | median)
    echo "$case: native $n, wasm $w playouts/s, ratio $(awk "BEGIN { printf \"%.2f\", $w / $n }")"
done
for net in nets/*.net; do
    game=$(basename "$net" .net)
    n=$("$build/hoshi" bench net --game "$game" --size 9 --runs 1 | sed -n '/checks_per_s/,$s/.*"avx2": \([0-9.]*\).*/\1/p')
    w=$(node tools/wasm_bench.mjs "$module" "$net" 2000)
    echo "net of $game: AVX2 ${n:-not available}, wasm $w checks/s, ratio $(awk "BEGIN { printf \"%.2f\", $w / ${n:-1} }")"
done
