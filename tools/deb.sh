#!/bin/sh
# deb.sh - makes the Debian packages.
#
#     deb.sh BUILD FOLDER
#
# Writes hoshi, libhoshi1, libhoshi-dev and python3-hoshi to FOLDER and prints their names. If BUILD does not exist, it is
# built with Debian's flags; otherwise it is packed as it is. The same sources give the same bytes in any
# folder and at any time, because every date is SOURCE_DATE_EPOCH. Its default is the date in
# packaging/debian/changelog.
set -eu
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
build=$(realpath -m "$1")
out=$(realpath -m "$2")
export LC_ALL=C TZ=UTC
umask 022
top=$(cd "$(dirname "$0")/.." && pwd)
debian=$top/packaging/debian
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" "$top/meson.build")
arch=$(dpkg --print-architecture)
sed '/^#/d' "$debian/changelog" >"$work/changelog"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(dpkg-parsechangelog -l "$work/changelog" -S Timestamp)}
export SOURCE_DATE_EPOCH
maintainer=$(dpkg-parsechangelog -l "$work/changelog" -S Maintainer)
[ "$(dpkg-parsechangelog -l "$work/changelog" -S Version)" = "$version" ] || {
    echo "deb.sh: packaging/debian/changelog does not begin with version $version" >&2
    exit 1
}

if [ ! -e "$build/build.ninja" ]; then
    cd "$top"
    eval "$(DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --export=sh)"
    meson setup --prefix /usr -Dtests=false "$build" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    ninja -C "$build" >&2
fi

# --- the files of the build, below /usr whatever prefix the build has ---

meson install --quiet --no-rebuild -C "$build" --destdir "$work/all" >/dev/null
prefix=$(meson introspect "$build" --buildoptions | python3 -c '
import json, sys
print(next(o["value"] for o in json.load(sys.stdin) if o["name"] == "prefix"))')
mkdir -p "$work/usr"
cp -a "$work/all$prefix/." "$work/usr/"
find "$work/usr" -name '*.pc' -exec sed -i "s|^prefix=.*|prefix=/usr|" {} +
find "$work/usr" -type f \( -name hoshi -path '*/bin/*' -o -name '*.so.*' \) \
    -exec strip --strip-unneeded --remove-section=.comment --remove-section=.note {} +
find "$work/usr" -name '*.a' -exec strip --strip-debug --enable-deterministic-archives \
    --remove-section=.comment {} +

main=$work/hoshi
lib=$work/libhoshi1
dev=$work/libhoshi-dev
python=$work/python3-hoshi/usr/lib/python3/dist-packages/hoshi
all='hoshi libhoshi1 libhoshi-dev python3-hoshi'

# give ROOT PATH... - moves files of /usr to a package
give() {
    root=$1
    shift
    for path; do
        mkdir -p "$root/usr/$(dirname "$path")"
        mv "$work/usr/$path" "$root/usr/$path"
    done
}
libdir=$(cd "$work/usr" && dirname "$(find lib -name 'libhoshi.so.1')")
for so in "$work/usr/$libdir"/libhoshi.so.1*; do give "$lib" "$libdir/$(basename "$so")"; done
give "$dev" "$libdir/libhoshi.so" "$libdir/libhoshi.a" "$libdir/pkgconfig/hoshi.pc" include/hoshi.h \
    include/hoshi_cffi.h
mkdir -p "$python"
cp "$top"/bindings/python/hoshi/*.py "$dev/usr/include/hoshi_cffi.h" "$python/"
mkdir -p "$main"
mv "$work/usr" "$main/usr"
mv "$main/usr/bin" "$main/usr/games" # policy 11.11
mkdir -p "$main/usr/share/man/man6"
sed 's/^\.TH HOSHI 1 /.TH HOSHI 6 /' "$main/usr/share/man/man1/hoshi.1" |
    gzip -9n >"$main/usr/share/man/man6/hoshi.6.gz"
rm -r "$main/usr/share/man/man1"
rm -f "$main/usr/share/doc/hoshi/LICENSE" "$main/usr/share/doc/hoshi/licences.txt" # Debian has the file copyright
find "$main" -depth -type d -empty -delete

install -Dm644 "$top/packaging/hoshi.service" "$main/lib/systemd/system/hoshi.service"
install -Dm644 "$top/packaging/hoshi.conf" "$main/etc/hoshi/hoshi.conf"
mkdir -p "$main/usr/share/doc/hoshi/examples" "$dev/usr/share/doc/libhoshi-dev/examples"
cp "$top/README.md" "$top"/docs/*.md "$main/usr/share/doc/hoshi/"
cp "$top/packaging/nginx.conf" "$top/packaging/nginx-main.conf" "$top/packaging/haproxy.cfg" \
    "$top/packaging/Caddyfile" \
    "$main/usr/share/doc/hoshi/examples/"
cp "$top"/docs/example*.c "$dev/usr/share/doc/libhoshi-dev/examples/"
mkdir -p "$work/python3-hoshi/usr/share/doc/python3-hoshi/examples"
cp "$top"/bindings/python/examples/*.py "$work/python3-hoshi/usr/share/doc/python3-hoshi/examples/"

# --- the files that every package has ---

cat >"$work/copyright" <<'COPYRIGHT'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: hoshi
Comment: Palisade, Redstone and Levee are games by Mark Steere; the claims game is by Barrie Evans.

Files: *
Copyright: 2026 The hoshi authors
License: MIT
COPYRIGHT
sed '/^MIT License$/d; /^Copyright/d' "$top/LICENSE" | sed '/./,$!d' | sed 's/^$/./; s/^/ /' >>"$work/copyright"
cat >>"$work/copyright" <<'COPYRIGHT'

Files: web/*
Copyright: 2026 The hoshi authors
 2015-present Jason Miller
 2022 Leon Sorokin
License: MIT
Comment: The page in the program contains Preact (Jason Miller) and uPlot (Leon Sorokin).

Files: src/service/people/*
Copyright: 2026 The hoshi authors
 2012-2016 Dan Wheeler and Dropbox, Inc.
License: MIT
Comment: The list of common passwords in the program is that of zxcvbn-ts.
COPYRIGHT

# Prints the packages, with versions, of the libraries that the files are linked with.
mkdir -p "$work/debian"
printf 'Source: hoshi\n\nPackage: hoshi\nArchitecture: any\n\nPackage: libhoshi1\nArchitecture: any\n' \
    >"$work/debian/control"
linked() {
    (cd "$work" && dpkg-shlibdeps -O --ignore-missing-info "$@" 2>/dev/null | sed 's/^shlibs:Depends=//')
}

arch_of() {
    [ "$1" = python3-hoshi ] && echo all || echo "$arch"
}

# control PACKAGE SECTION DEPENDS <<DESCRIPTION - reads further fields and the description from standard input
control() {
    mkdir -p "$work/$1/DEBIAN"
    {
        printf 'Package: %s\n' "$1"
        [ "$1" = hoshi ] || printf 'Source: hoshi\n'
        printf 'Version: %s\nArchitecture: %s\nMaintainer: %s\n' "$version" "$(arch_of "$1")" "$maintainer"
        # Each file counts in whole KiB, and each folder and link counts 1 (deb-substvars(7)).
        printf 'Installed-Size: %s\n' "$(find "$work/$1" -path '*/DEBIAN' -prune -o -type f -printf '%s\n' \
            -o -printf '1\n' | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')"
        printf 'Section: %s\nPriority: optional\nDepends: %s\n' "$2" "$3"
        cat
    } >"$work/$1/DEBIAN/control"
}

for package in $all; do
    doc=$work/$package/usr/share/doc/$package
    mkdir -p "$doc" "$work/$package/DEBIAN"
    cp "$work/copyright" "$doc/copyright"
    gzip -9n <"$work/changelog" >"$doc/changelog.gz"
done

control hoshi games "$(linked "$main/usr/games/hoshi"), adduser" <<'CONTROL'
Recommends: nginx | haproxy | caddy
Suggests: postgresql, default-mta | mail-transport-agent
Description: server and engine for Palisade, Redstone, Levee and Claims
 Plays, analyses and hosts four abstract board games: Palisade, Redstone and
 Levee by Mark Steere, and Barrie Evans's claims game. In the browser, in the
 terminal, by e-mail, and over an open API.
CONTROL
echo /etc/hoshi/hoshi.conf >"$main/DEBIAN/conffiles"
for script in postinst prerm postrm; do
    install -m755 "$debian/hoshi.$script" "$main/DEBIAN/$script"
done

control libhoshi1 libs "$(linked "$lib/usr/$libdir/libhoshi.so.1")" <<'CONTROL'
Multi-Arch: same
Description: rules and engine of four board games - shared library
 Rules, records and search of Palisade, Redstone, Levee and Claims, the games
 that hoshi plays, for programs in C. This package has the shared library.
CONTROL
echo 'activate-noawait ldconfig' >"$lib/DEBIAN/triggers"
echo "libhoshi 1 libhoshi1 (>= $version)" >"$lib/DEBIAN/shlibs"
sed '/^#/d' "$debian/libhoshi1.symbols" >"$work/debian/libhoshi1.symbols"
# Fails when a symbol has disappeared, or a new one is not in the list.
(cd "$work" && dpkg-gensymbols -c4 -plibhoshi1 -P"$lib" "-Idebian/libhoshi1.symbols" -v"$version" \
    -O"$lib/DEBIAN/symbols" -e"$lib/usr/$libdir/libhoshi.so.1" >&2)

control libhoshi-dev libdevel "libhoshi1 (= $version), libjansson-dev" <<'CONTROL'
Multi-Arch: same
Description: rules and engine of four board games - development files
 Rules, records and search of Palisade, Redstone, Levee and Claims, the games
 that hoshi plays, for programs in C. This package has the header, the static
 library, and examples.
CONTROL

control python3-hoshi python "python3, python3-cffi, python3-numpy, libhoshi1 (>= $version)" <<'CONTROL'
Description: rules and engine of four board games - Python package
 Palisade, Redstone, Levee and Claims for Python: positions, records, analysis
 and proofs, many games side by side for programs that learn, and adapters in
 the shapes of PettingZoo and OpenSpiel.
CONTROL
for script in postinst prerm; do
    install -m755 "$debian/python3-hoshi.$script" "$work/python3-hoshi/DEBIAN/$script"
done

mkdir -p "$out"
for package in $all; do
    root=$work/$package
    find "$root" -type d -exec chmod 755 {} +
    find "$root" -type f ! -path '*/games/*' ! -path '*/DEBIAN/p*' -exec chmod 644 {} +
    (cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z |
        xargs -0 md5sum >DEBIAN/md5sums)
    find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    file=$out/${package}_${version}_$(arch_of "$package").deb
    dpkg-deb --root-owner-group --threads-max=1 --build "$root" "$file" >/dev/null
    echo "$file"
done
