#!/bin/sh
# bench.sh BUILD - measures the figures of docs/BENCH.md: playouts of every game with their floor, and search.
set -eu
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
bench=$1/hoshi-bench
seconds=${BENCH_SECONDS:-1}
for size in 9 19; do
    for game in palisade redstone levee claims; do
        if [ "$game" = claims ] && [ "$size" = 9 ]; then
            size_here=8
        else
            size_here=$size
        fi
        "$bench" playouts --game "$game" --size "$size_here" --seconds "$seconds"
    done
done
"$bench" search
