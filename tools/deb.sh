#!/bin/sh
# deb.sh - makes the Debian packages: debian/rules does, run by dpkg-buildpackage.
#
#     deb.sh BUILD FOLDER
#     deb.sh --built BUILD FOLDER
#
# Makes the source tarball (dist.sh, with the page of BUILD), unpacks it, and builds the Debian source package
# and the packages hoshi, libhoshi1, libhoshi-dev and python3-hoshi as any Debian machine would: with Debian's flags,
# without network. They come to FOLDER, and their names are printed.
# --built compiles nothing and makes no source package: it packs what BUILD has.
# The same sources give the same bytes in any folder and at any time: all dates are that of debian/changelog,
# or SOURCE_DATE_EPOCH.
set -eu
case ${1:-} in -h | --help | '') sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' && exit ;; esac
built=
[ "$1" != --built ] || { built=yes && shift; }
build=$(realpath "$1")
out=$(realpath -m "$2")
cd "$(dirname "$0")/.."
top=$PWD
export LC_ALL=C.UTF-8 TZ=UTC
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
[ "$(dpkg-parsechangelog -S Version | sed 's/-[^-]*$//')" = "$version" ] || {
    echo "deb.sh: debian/changelog does not begin with version $version" >&2
    exit 1
}

# Runs dpkg-buildpackage in a tree; what it says is shown when it fails.
packages() {
    (cd "$work/hoshi-$version" && dpkg-buildpackage -us -uc "$@") >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
}

if [ -n "$built" ]; then
    meson install --quiet --no-rebuild -C "$build" --destdir "$work/all" >/dev/null
    prefix=$(meson introspect "$build" --buildoptions | python3 -c '
import json, sys
print(next(o["value"] for o in json.load(sys.stdin) if o["name"] == "prefix"))')
    # The build's prefix becomes that of packages, with the folder for games (policy 11.11).
    mkdir -p "$work/installed/lib/systemd/system" "$work/hoshi-$version"
    mv "$work/all$prefix" "$work/usr"
    mv "$work/usr" "$work/installed/usr"
    mv "$work/installed/usr/bin" "$work/installed/usr/games"
    mv "$work/installed/usr/lib/systemd/system/hoshi.service" "$work/installed/lib/systemd/system/"
    sed -i "s|$prefix/bin/|/usr/games/|" "$work/installed/lib/systemd/system/hoshi.service"
    find "$work/installed/usr" -name '*.pc' -exec sed -i "s|^prefix=.*|prefix=/usr|" {} +
    ln -s "$top"/* "$work/hoshi-$version/"
    rm "$work/hoshi-$version/debian"
    cp -r debian "$work/hoshi-$version/"
    HOSHI_INSTALLED=$work/installed DEB_BUILD_OPTIONS=noautodbgsym packages -b -d -nc
else
    tarball=$(sh tools/dist.sh "$build" "$work")
    mv "$tarball" "$work/hoshi_$version.orig.tar.xz"
    tar -C "$work" -xf "$work/hoshi_$version.orig.tar.xz"
    cp -r debian "$work/hoshi-$version/"
    packages
fi
mkdir -p "$out"
for file in "$work"/*.deb "$work"/*.dsc "$work"/*.tar.xz; do
    [ -e "$file" ] || continue
    mv "$file" "$out/"
    echo "$out/$(basename "$file")"
done
