#!/bin/sh
# try-image.sh - builds the container image from BUILD, runs it, and prints its size and start-up time.
#
#     try-image.sh BUILD [--whole]
#
# Works without a container registry and without a daemon: mmdebstrap makes the base from Debian's packages, and
# buildah builds and runs in a chroot. The packages of BUILD are packed (tools/deb.sh); --whole also compiles them
# in the first stage of the image, as anybody who builds the image elsewhere does. The base is kept in
# BUILD/image/base.tar. Without buildah, mmdebstrap or Debian's packages it says so and ends with 77.
set -eu
case ${1:-} in -h | --help | '') sed -n '2,/^set/s/^# \{0,1\}//p' "$0" && exit ;; esac
cd "$(dirname "$0")/.."
build=$(realpath "$1")
whole=${2:-}
skip() {
    echo "skipped: $*"
    exit 77
}
[ "$(id -u)" = 0 ] || skip 'the image is built as root here'
command -v buildah >/dev/null || skip 'buildah is not installed'
command -v mmdebstrap >/dev/null || skip 'mmdebstrap is not installed'
mkdir -p "$build/image"
work=$(mktemp -d)
export BUILDAH_ISOLATION=chroot
storage="--storage-driver vfs --root $work/store --runroot $work/run"
box=
server=
finish() {
    [ -z "$server" ] || kill $(inside) "$server" 2>/dev/null || true
    [ -z "$box" ] || b rm "$box" >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM
b() {
    # shellcheck disable=SC2086 # options
    buildah $storage "$@"
}
fail() {
    echo "try-image.sh: $*" >&2
    exit 1
}

# The base holds what debian:12-slim holds: no manual pages, no translations, but every copyright file.
base=$build/image/base.tar
if [ ! -e "$base" ]; then
    mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' bookworm "$build/image/new.tar" >"$work/log" 2>&1 || {
        tail -3 "$work/log"
        skip "Debian's packages cannot be reached"
    }
    mv "$build/image/new.tar" "$base"
fi
box=$(b from scratch)
b add -q "$box" "$base" / >/dev/null
b commit -q --rm "$box" localhost/base >/dev/null
box=

if [ "$whole" = --whole ]; then
    b bud -q --format docker --build-arg BASE=localhost/base -t localhost/hoshi -f packaging/Containerfile .
else
    sh tools/deb.sh --built "$build" "$work/packages" >/dev/null
    box=$(b from scratch)
    b add -q "$box" "$work/packages" /packages >/dev/null
    b commit -q --rm "$box" localhost/packages >/dev/null
    box=
    b bud -q --format docker --build-arg BASE=localhost/base --build-arg PACKAGES=localhost/packages \
        -t localhost/hoshi -f packaging/Containerfile . >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
fi

# What the image says of itself.
b inspect --type image localhost/hoshi >"$work/inspect"
python3 - "$work/inspect" <<'PYTHON'
import json, sys
config = json.load(open(sys.argv[1]))["Docker"]["config"]
assert config["User"] == "10001:10001", config["User"]
assert config["StopSignal"] in ("SIGTERM", "15"), config["StopSignal"]
assert "/var/lib/hoshi" in config["Volumes"], config["Volumes"]
assert "8080/tcp" in config["ExposedPorts"], config["ExposedPorts"]
assert config["Healthcheck"]["Test"][0] == "CMD", config["Healthcheck"]
PYTHON

box=$(b from --pull-never localhost/hoshi)
root=$(b mount "$box")
for package in $(chroot "$root" dpkg-query -W -f '${Package}\n'); do
    [ -e "$root/usr/share/doc/$package/copyright" ] || fail "the image lacks the copyright file of $package"
done
[ ! -e "$root/etc/hoshi/mail.token" ] || fail 'every copy of the image would have the same token for mails'
[ -z "$(find "$root/var/lib/hoshi" -mindepth 1)" ] || fail 'the volume of the image is not empty'

# It runs as its user, on its volume, and ends in order. The whole root belongs to somebody else and cannot be written.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
install -d -o 10001 -g 10001 -m 0700 "$work/volume"
chmod 755 "$work"
start() {
    began=$(date +%s%N)
    b run --user 10001:10001 -v "$work/volume:/var/lib/hoshi" --env "HOSHI_LISTEN=127.0.0.1:$port" \
        "$box" -- /usr/games/hoshi serve --no-bot >"$work/server.log" 2>&1 &
    server=$!
    n=0
    until curl -sf -o /dev/null "http://127.0.0.1:$port/readyz"; do
        n=$((n + 1))
        if [ "$n" -gt 1200 ] || ! kill -0 "$server" 2>/dev/null; then
            cat "$work/server.log"
            fail 'the server does not answer'
        fi
        sleep 0.05
    done
    ready_ms=$((($(date +%s%N) - began) / 1000000))
}
inside() { # the process of the server
    pgrep -f '^/usr/games/hoshi serve --no-bot' | while read -r p; do
        grep -qz "HOSHI_LISTEN=127.0.0.1:$port" "/proc/$p/environ" 2>/dev/null && echo "$p"
    done | head -n 1
}
stop() {
    inner=$(inside)
    [ -n "$inner" ] || fail 'no server to stop'
    [ "$(awk '/^Uid:/ { print $2 }' "/proc/$inner/status")" = 10001 ] || fail 'the server does not run as 10001'
    kill -TERM "$inner"
    code=0
    wait "$server" || code=$?
    server=
    [ "$code" = 0 ] || { cat "$work/server.log"; fail "the server ended with $code"; }
}
start
first_ms=$ready_ms
printf 'GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n' >"$work/probe"
bash -c "exec 3<>/dev/tcp/127.0.0.1/$port && cat '$work/probe' >&3 && head -n 1 <&3 | grep -q ' 200 '" ||
    fail 'the health check does not see a server that is ready'
curl -sf -o /dev/null "http://127.0.0.1:$port/" || fail 'no page'
name=$(curl -sf -H 'Content-Type: application/json' -d '{}' -c "$work/cookie" "http://127.0.0.1:$port/api/guest") ||
    fail 'no guest can come in'

stop
start
again=$(curl -sf -b "$work/cookie" "http://127.0.0.1:$port/api/me") || fail 'the guest of before is not known'

for word in $(printf '%s' "$name" | python3 -c 'import json, sys; print(json.load(sys.stdin)["name"])'); do
    case $again in *"$word"*) ;; *) fail "the volume does not keep $word: $again" ;; esac
done
stop
[ -e "$work/volume/hoshi.db" ] || fail 'the store is not on the volume'
b umount "$box" >/dev/null

b push -q localhost/hoshi "oci-archive:$work/image.tar" >/dev/null
mib() { awk -v b="$(stat -c %s "$1")" 'BEGIN { printf "%.1f MiB", b / 1048576 }'; }
echo "image: $(mib "$work/image.tar") compressed; ready after $first_ms ms, and with its store after $ready_ms ms"
