#!/bin/sh
# deb.sh - makes the Debian package from what was built: deb.sh BUILD FOLDER writes FOLDER/hoshi_VERSION_ARCH.deb.
# Nothing is built here. The files go below /usr whatever prefix the build has.
set -e
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
build=$1
out=$2
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
arch=$(dpkg --print-architecture)
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" "$top/meson.build")

meson install --quiet --no-rebuild -C "$build" --destdir "$root" >/dev/null
prefix=$(meson introspect "$build" --buildoptions | python3 -c '
import json, sys
print(next(o["value"] for o in json.load(sys.stdin) if o["name"] == "prefix"))')
if [ "$prefix" != /usr ]; then
    mkdir -p "$work/usr"
    cp -a "$root$prefix/." "$work/usr/"
    rm -rf "$root"
    mkdir -p "$root"
    mv "$work/usr" "$root/usr"
    find "$root" -name '*.pc' -exec sed -i "s|^prefix=.*|prefix=/usr|" {} +
fi
find "$root/usr" -type f \( -name hoshi -path '*/bin/*' -o -name '*.so.*' \) -exec strip --strip-unneeded {} +
find "$root/usr" -name '*.a' -exec strip --strip-debug {} +
find "$root/usr/share/man" -type f -exec gzip -9n {} +

install -Dm644 "$top/packaging/hoshi.service" "$root/lib/systemd/system/hoshi.service"
install -Dm644 "$top/packaging/hoshi.conf" "$root/etc/hoshi/hoshi.conf"
doc=$root/usr/share/doc/hoshi
mkdir -p "$doc/examples"
cp "$top/README.md" "$top"/docs/*.md "$doc/"
cat >"$doc/copyright" <<'COPYRIGHT'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: hoshi
Comment: Palisade, Redstone and Levee are games by Mark Steere; the claims game is by Barrie Evans.

Files: *
Copyright: the authors of hoshi
License: MIT
COPYRIGHT
sed 's/^$/./; s/^/ /' "$top/LICENSE" >>"$doc/copyright"
cp "$top/packaging/nginx.conf" "$top/packaging/Caddyfile" "$top/docs/example.c" "$doc/examples/"
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f ! -path '*/bin/*' -exec chmod 644 {} +

# The libraries that the program is linked with, as packages with versions.
mkdir -p "$work/debian"
printf 'Source: hoshi\n\nPackage: hoshi\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -l"$root/usr/lib" "$root/usr/bin/hoshi" 2>/dev/null |
    sed 's/^shlibs:Depends=//')
mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<CONTROL
Package: hoshi
Version: $version
Architecture: $arch
Maintainer: The authors of hoshi <hoshi@localhost>
Section: games
Priority: optional
Depends: $depends
Recommends: nginx | caddy
Suggests: postgresql
Installed-Size: $(du -sk "$root" | cut -f1)
Description: server and engine for Palisade, Redstone, Levee and Claims
 Plays, analyses and hosts four abstract board games: Palisade, Redstone and
 Levee by Mark Steere, and Barrie Evans's claims game. In the browser, in the
 terminal, by e-mail, and over an open API.
CONTROL
echo /etc/hoshi/hoshi.conf >"$root/DEBIAN/conffiles"
for script in postinst postrm; do
    cat >"$root/DEBIAN/$script" <<'SCRIPT'
#!/bin/sh
# The unit is not started by itself: it wants a look at /etc/hoshi/hoshi.conf first. The data stay, even
# after a purge.
set -e
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi
SCRIPT
done
cat >"$root/DEBIAN/prerm" <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
    systemctl stop hoshi.service || true
fi
SCRIPT
chmod 755 "$root"/DEBIAN/p*
(cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
mkdir -p "$out"
dpkg-deb --root-owner-group --build "$root" "$out/hoshi_${version}_$arch.deb" >/dev/null
echo "$out/hoshi_${version}_$arch.deb"
