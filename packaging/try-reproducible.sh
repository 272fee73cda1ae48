#!/bin/sh
# try-reproducible.sh - builds the Debian packages twice from the sources of this tree, in two folders of
# different names and at different times, without a compiler cache, and compares the bytes. Takes as long as
# two builds. try-reproducible.sh [WORK] keeps the folders below WORK.
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
