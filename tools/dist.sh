#!/bin/sh
# dist.sh - makes the source tarball of a release.
#
#     dist.sh BUILD FOLDER
#
# Writes hoshi-VERSION.tar.xz to FOLDER and prints its name. It holds every file of this tree that git knows, and in
# made/ what npm and the compilers of the page have made in BUILD: the page, the list of common passwords, the licences,
# and the sources of Preact and uPlot, which are in the page. Of debian/ it holds the changelog, for its date.
# With these it is built with a C compiler and Debian's libraries alone, without network, Node.js or npm. The same
# sources give the same bytes: all dates are that of debian/changelog, or SOURCE_DATE_EPOCH.
set -eu
case ${1:-} in -h | --help | '') sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' && exit ;; esac
build=$(realpath "$1")
out=$(realpath -m "$2")
cd "$(dirname "$0")/.."
export LC_ALL=C TZ=UTC
umask 022
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(dpkg-parsechangelog -S Timestamp)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in web/dist/index.html licences.txt; do
    [ -e "$build/$file" ] || {
        echo "dist.sh: $build has no $file: run 'make all', which builds the page" >&2
        exit 1
    }
done
tree=$work/hoshi-$version
mkdir "$tree"
{ git ls-files -z --cached --others --exclude-standard -- . ':!debian' && printf 'debian/changelog\0'; } |
    xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh | xargs -0 cp -P --parents -t "$tree"
mkdir "$tree/made"
cp -r "$build/web/dist" "$tree/made/page"
mkdir "$tree/made/npm"
cp -r node_modules/preact/src "$tree/made/npm/preact"
mkdir "$tree/made/npm/uplot"
cp node_modules/uplot/dist/uPlot.esm.js "$tree/made/npm/uplot/"
cp "$build/licences.txt" node_modules/@zxcvbn-ts/language-common/src/passwords.json "$tree/made/"
chmod -R u=rwX,go=rX "$tree"
mkdir -p "$out"
tar -C "$work" --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -cf - "hoshi-$version" | xz -6 -T1 >"$out/hoshi-$version.tar.xz"
echo "$out/hoshi-$version.tar.xz"
