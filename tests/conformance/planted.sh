#!/bin/sh
# Each line of the file holds one planted fault: `hoshi check` must find at least one in each.
set -u
hoshi=$1
bad=0
n=0
while IFS= read -r line; do
    n=$((n + 1))
    if printf '%s\n' "$line" | "$hoshi" check - >/dev/null 2>&1; then
        echo "line $n: the planted difference was not found: $line"
        bad=1
    fi
done <"$2"
[ "$n" -ge 8 ] || { echo "only $n planted faults"; bad=1; }
exit $bad
