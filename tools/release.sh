#!/bin/sh
# release.sh - makes a release and checks it.
#
#     release.sh FOLDER [--key KEY] [--try]
#
# Makes the page, the source tarball, the Debian source package and the packages twice, from two folders with
# different names and without a compiler cache, and compares the bytes. Runs lintian, installs the packages below an
# empty folder and plays on their server (tests/server/test_packaging.py). FOLDER then holds all of it with the bill of
# materials, SHA256SUMS and NOTES.md (packaging/notes.md with the newest part of CHANGELOG.md). It must not exist.
#
# --key KEY   sign SHA256SUMS, NOTES.md and the tarball with this key of gpg
# --try       do all of it although something is not committed or the version has no date in CHANGELOG.md yet
#
# Takes as long as two builds. Ends with what it did, or with 1 at the first step that fails.
set -eu
usage() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; }
case ${1:-} in -h | --help) usage && exit ;; '' | -*) usage >&2 && exit 2 ;; esac
out=$(realpath -m "$1")
shift
key=
try=
while [ $# -gt 0 ]; do
    case $1 in
    --key) key=${2:?"release.sh: --key needs the name of a key"} && shift ;;
    --try) try=yes ;;
    *) echo "release.sh: there is no option \"$1\"" >&2 && exit 2 ;;
    esac
    shift
done
cd "$(dirname "$0")/.."
export CCACHE_DISABLE=1 LC_ALL=C.UTF-8
fail() {
    echo "release.sh: $*" >&2
    exit 1
}
said() { echo "ok    $*"; }

# --- is this a version? ---

[ ! -e "$out" ] || fail "$out exists: remove it, or name another folder"
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
newest=$(dpkg-parsechangelog -S Version)
[ "${newest%-*}" = "$version" ] || fail "debian/changelog begins with $newest, and meson.build has version $version"
date=$(date -u -d "@$(dpkg-parsechangelog -S Timestamp)" +%F)
heading=$(sed -n 's/^## //p' CHANGELOG.md | head -1)
commit=$(git rev-parse HEAD)
if [ -z "$try" ]; then
    [ "$heading" = "$version - $date" ] ||
        fail "CHANGELOG.md begins with \"$heading\"; a release needs \"## $version - $date\" (--try goes on)"
    [ -z "$(git status --porcelain)" ] || fail "something is not committed (git status); --try goes on"
fi
[ -z "$key" ] || gpg --list-secret-keys "$key" >/dev/null 2>&1 || fail "gpg has no secret key \"$key\""
said "version $version of $date, commit $commit"

# --- twice ---

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
step() { # log, command...
    log=$work/$1.log
    shift
    "$@" >"$log" 2>&1 || {
        tail -30 "$log" >&2
        fail "this failed: $*"
    }
}
for name in first second-folder; do
    copy=$work/$name
    mkdir "$copy"
    git ls-files -z --cached --others --exclude-standard |
        xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh |
        xargs -0 cp -P --parents -t "$copy"
    cp -a node_modules "$copy/"
    step setup meson setup -Dtests=false "$copy/build" "$copy"
    step page ninja -C "$copy/build" web/dist.stamp licences.txt
    # dist.sh asks git for the files.
    step git git -C "$copy" init -q
    printf '/build\n/node_modules\n' >>"$copy/.git/info/exclude"
    step deb sh "$copy/tools/deb.sh" "$copy/build" "$work/made-$name"
    said "built in a folder called $name"
done
for file in "$work/made-first"/*; do
    cmp "$file" "$work/made-second-folder/$(basename "$file")" || fail "two builds differ"
done
said "both builds gave the same bytes: $(ls "$work/made-first" | wc -l) files"

# --- do they work? ---

step lintian lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
    "$work/made-first"/*.deb "$work/made-first"/*.dsc
said "lintian has nothing to say"
step packages env HOSHI="$work/first/build/hoshi" HOSHI_PACKAGES="$work/made-first" \
    python3 -W ignore tests/server/test_packaging.py Package
said "the packages install, play, serve and go ($(sed -n 's/^Ran \(.*\) in.*/\1/p' "$work/packages.log"))"

# --- what is published ---

mkdir -p "$out"
mv "$work/made-first"/* "$out/"
dpkg-deb --fsys-tarfile "$out"/hoshi_*.deb | tar -xO ./usr/share/doc/hoshi/hoshi.spdx.json >"$out/hoshi.spdx.json"
(cd "$out" && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
python3 - "$version" "$date" "$commit" "$out" <<'PYTHON'
import re, sys
version, date, commit, out = sys.argv[1:]
with open("CHANGELOG.md", encoding="utf-8") as f:
    changes = re.split(r"(?m)^## .*\n", f.read())[1].strip()
with open("packaging/notes.md", encoding="utf-8") as f:
    notes = f.read()
with open(out + "/SHA256SUMS", encoding="utf-8") as f:
    sums = "".join("    " + line for line in f)
for name, value in (("VERSION", version), ("DATE", date), ("COMMIT", commit), ("SUMS", sums), ("CHANGES", changes)):
    notes = notes.replace(f"@{name}@", value.rstrip())
with open(out + "/NOTES.md", "w", encoding="utf-8") as f:
    f.write(notes)
PYTHON
if [ -n "$key" ]; then
    for file in SHA256SUMS NOTES.md "hoshi_$version.orig.tar.xz"; do
        gpg --batch --yes --local-user "$key" --armor --detach-sign --output "$out/$file.asc" "$out/$file"
        gpg --verify "$out/$file.asc" "$out/$file" 2>/dev/null || fail "the signature of $file is not right"
    done
    said "signed by $key: SHA256SUMS, NOTES.md and the tarball"
else
    said "signed nothing: there is no --key"
fi
(cd "$out" && sha256sum --quiet --check SHA256SUMS)
said "in $out:"
ls "$out" | sed 's/^/      /'
