# temporary.sh - sets TMPDIR for the script that includes it: a new folder, in memory if enough is free,
# which is deleted when the script ends. The tests create and delete some hundred thousand files; on ext4
# this took a fifth of their processor time. A TMPDIR that is already set is kept.
#
# shellcheck shell=sh
free_kib() { # of the file system of a folder
    df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }'
}
if [ -z "${TMPDIR:-}" ] && [ "$(free_kib /dev/shm)" -gt 6000000 ] 2>/dev/null &&
    [ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" -gt 8000000 ] &&
    ! grep -q '^[^ ]* /dev/shm [^ ]* [^ ]*noexec' /proc/mounts; then
    TMPDIR=$(mktemp -d /dev/shm/hoshi-tests-XXXXXX)
    export TMPDIR
    chmod 755 "$TMPDIR" # PostgreSQL may run as another user
    trap 'rm -rf "$TMPDIR"' EXIT
    trap 'exit 1' INT TERM HUP
fi
