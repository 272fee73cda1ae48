#!/bin/sh
# try-reproducible.sh - builds the Debian packages twice from this tree and compares the bytes.
#
#     try-reproducible.sh [WORK]
#
# The two folders have different names, the builds run at different times, and no compiler cache is used.
# Takes as long as two builds. With WORK, both folders stay below it.
set -eu
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
top=$(cd "$(dirname "$0")/.." && pwd)
work=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
export CCACHE_DISABLE=1
for name in a-first a-second-folder; do
    copy=$work/$name
    mkdir -p "$copy"
    (cd "$top" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy")
    cp -al "$top/node_modules" "$copy/" 2>/dev/null || cp -a "$top/node_modules" "$copy/"
    touch "$copy/.setup"
done
for name in a-first a-second-folder; do
    make -s -C "$work/$name" deb
done
for deb in "$work"/a-first/build-deb/packages/*.deb; do
    cmp "$deb" "$work/a-second-folder/build-deb/packages/$(basename "$deb")"
    sha256sum "$deb"
done
echo "try-reproducible: the packages are the same"
