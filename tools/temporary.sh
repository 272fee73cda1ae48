# temporary.sh - for scripts that include it: TMPDIR is a new folder in memory where there is plenty, and
# goes with the script. The tests make and remove some hundred thousand files, which took ext4 a fifth of
# all their processor time. A TMPDIR that is given stays.
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
    chmod 755 "$TMPDIR" # PostgreSQL may be another user
    trap 'rm -rf "$TMPDIR"' EXIT
    trap 'exit 1' INT TERM HUP
fi
