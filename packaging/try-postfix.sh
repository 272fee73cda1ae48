#!/bin/sh
# try-postfix.sh - tests the Debian package with Postfix in a fresh Debian 12.
#
#     try-postfix.sh FOLDER [WORK]
#
# Installs FOLDER/hoshi_*.deb there, sets mail up with the commands of docs/MAIL.md, starts the unit under
# systemd, and plays a match by e-mail. Takes a few minutes, and needs root, mmdebstrap and systemd-nspawn.
# The new folder WORK keeps the system and its log; without WORK both are deleted at the end. BASE=FILE
# unpacks a system that mmdebstrap made before, which saves most of the time.
set -eu
case ${1:-} in -h | --help | "") sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
debs=$(cd "$1" && pwd)
top=$(cd "$(dirname "$0")/.." && pwd)
work=${2:-$(mktemp -d)}
[ $# -gt 1 ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
root=$work/root

# Prints the indented lines of a section of MAIL.md: the commands to copy.
block() {
    sed -n "/^### $1\$/,/^##/p" "$top/docs/MAIL.md" | sed -n 's/^    //p'
}

echo "try-postfix: making a Debian 12 in $root"
if [ -n "${BASE:-}" ]; then
    mkdir -p "$root"
    tar -C "$root" -xf "$BASE" --exclude='./dev/*'
else
    mmdebstrap --quiet --variant=minbase --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt=force-unsafe-io --include=systemd-sysv,dbus,postfix,procps bookworm "$root"
fi
mkdir -p "$root/srv/try/debs"
cp "$debs"/hoshi_*.deb "$root/srv/try/debs/"
systemd-nspawn --quiet --directory="$root" --register=no --keep-unit sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends /srv/try/debs/hoshi_*.deb' >"$work/install.log" 2>&1 || {
    cat "$work/install.log"
    exit 1
}

{
    echo '#!/bin/sh'
    echo 'set -eux'
    block Postfix
} >"$root/srv/try/setup.sh"
cat >"$root/srv/try/try.sh" <<'TRY'
#!/bin/sh
# Runs in the new system, as root, under systemd.
set -eu
fail() { echo "FAILED: $*"; journalctl -q -n 40 --no-pager -u hoshi; tail -n 60 /var/mail/ann; exit 1; }
ok() { echo "ok: $*"; }

# Waits for a text in ann's mailbox, after the part that was read before.
read_from=1
wait_mail() {
    for i in $(seq 120); do
        tail -n "+$read_from" /var/mail/ann 2>/dev/null | grep -q -- "$1" && return 0
        sleep 0.5
    done
    fail "no mail with: $1"
}
seen() { read_from=$(($(wc -l </var/mail/ann) + 1)); }

# send TO SUBJECT TEXT
send() {
    printf 'From: ann@example.org\nTo: %s\nSubject: %s\nMessage-ID: <%s@example.org>\n\n%s\n' "$1" "$2" \
        "$(cat /proc/sys/kernel/random/uuid)" "$3" | /usr/sbin/sendmail -f ann@example.org "$1"
}

# --- the package ---
id hoshi
[ "$(stat -c '%U:%G %a' /etc/hoshi/mail.token)" = 'root:hoshi 640' ] || fail "the token's owner"
! runuser -u nobody -- cat /etc/hoshi/mail.token 2>/dev/null || fail "everybody can read the token"
ok "the package made the user hoshi, and a token that only hoshi can read"

# --- the options, as MAIL.md says ---
sed -i 's/^# mail-address = .*/mail-address = hoshi@example.org/
        s/^# mail-token-file = /mail-token-file = /; s/^# smtp = /smtp = /' /etc/hoshi/hoshi.conf
postconf -e 'mydestination = example.org, localhost' 'myhostname = mail.example.org'
sh /srv/try/setup.sh
systemctl start hoshi || fail "the unit does not start"
for i in $(seq 60); do
    pid=$(systemctl show -P MainPID hoshi)
    journalctl -q -u hoshi | grep -q 'listening on' && break
    sleep 0.5
done
systemctl show -p DynamicUser -p ProtectSystem -p User hoshi
systemctl show -p DynamicUser hoshi | grep -q yes || fail "DynamicUser"
systemctl show -p ProtectSystem hoshi | grep -q strict || fail "ProtectSystem"
[ "$(ps -o user= -p "$pid")" = hoshi ] || fail "the server runs as $(ps -o user= -p "$pid")"
grep -q '^mail-token-file' /etc/hoshi/hoshi.conf || fail "no token in hoshi.conf"
ok "the unit runs as hoshi with DynamicUser and ProtectSystem=strict, and has read the token"

# --- a match by mail ---
useradd -m ann
send hoshi@example.org 'signup ann secret1' ''
wait_mail 'Welcome, ann'
wait_mail '^Subject: address ann'
code=$(sed -n '/^Subject: address ann/{:a;N;/\n[^ \t]/!ba;s/\n[^ \t].*//;s/\n//g;s/^Subject: //p;q}' /var/mail/ann)
seen
send hoshi@example.org "Re: $code" ''
wait_mail 'Thank you'
seen
send hoshi@example.org 'levee challenge -size=5 -level=1 -password=secret1 ann engine' ''
wait_mail 'your turn, #0'
to=$(tail -n "+$read_from" /var/mail/ann | sed -n 's/^Reply-To: .*\(hoshi+[^>]*\).*/\1/p' | tail -n 1)
[ -n "$to" ] || fail "no Reply-To with +"
seen
send "$to" 'Re: your turn' 'b2'
wait_mail 'You have played b2'
wait_mail 'your turn, #2'
ok "a match by mail: signup, confirmation, challenge, a move by the address $to"

# --- mail that comes while the server is down waits ---
systemctl stop hoshi
seen
send hoshi@example.org 'levee show 1' ''
for i in $(seq 60); do
    postqueue -p | grep -q hoshi@example.org && postqueue -p | grep -qi 'temporary failure\|answered 0\|cannot reach' && break
    sleep 0.5
done
postqueue -p
postqueue -p | grep -q hoshi@example.org || fail "the mail was not kept"
systemctl start hoshi
for i in $(seq 20); do
    postqueue -f
    sleep 1
    tail -n "+$read_from" /var/mail/ann | grep -q '1. b2' && break
done
wait_mail '1. b2'
ok "a mail that came while the server was down was answered later"

# --- a token that the server cannot read ---
chmod 600 /etc/hoshi/mail.token
! systemctl restart hoshi || fail "it starts without its token"
journalctl -q --no-pager -u hoshi | grep 'mail-token-file = /etc/hoshi/mail.token: cannot read it: Permission denied' ||
    fail "it does not say what it cannot read"
chmod 640 /etc/hoshi/mail.token
systemctl reset-failed hoshi
systemctl start hoshi || fail "it does not come back"
ok "--check-config says that the token cannot be read"

# --- upgrade and purge ---
token=$(cat /etc/hoshi/mail.token)
pid=$(systemctl show -P MainPID hoshi)
dpkg -i /srv/try/debs/hoshi_*.deb >/dev/null
[ "$token" = "$(cat /etc/hoshi/mail.token)" ] || fail "an upgrade changed the token"
[ "$pid" != "$(systemctl show -P MainPID hoshi)" ] || fail "an upgrade did not restart the service"
dpkg -P hoshi >/dev/null
! systemctl is-active hoshi || fail "it runs after it was purged"
[ ! -e /etc/hoshi ] || fail "/etc/hoshi is still there"
[ -s /var/lib/private/hoshi/hoshi.db ] || fail "the data are gone"
ok "an upgrade keeps the token and restarts; a purge takes the settings and keeps the matches"
TRY
cat >"$root/etc/systemd/system/try.service" <<'UNIT'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'sh /srv/try/try.sh >/srv/try/try.log 2>&1 && echo passed >/srv/try/try.status'
ExecStopPost=/bin/systemctl --no-block poweroff
TimeoutStartSec=600
[Install]
WantedBy=default.target
UNIT
mkdir -p "$root/etc/systemd/system/default.target.wants"
ln -sf ../try.service "$root/etc/systemd/system/default.target.wants/try.service"
rm -f "$root/srv/try/try.status"

echo "try-postfix: starting it"
timeout 900 systemd-nspawn --quiet --directory="$root" --private-network --register=no --keep-unit --boot \
    </dev/null >"$work/boot.log" 2>&1 || true
cat "$root/srv/try/try.log"
cp "$root/srv/try/try.log" "$work/"
[ "$(cat "$root/srv/try/try.status" 2>/dev/null)" = passed ] || {
    echo "try-postfix: failed"
    exit 1
}
echo "try-postfix: passed"
