#!/bin/bash
# commands.sh HOSHI BUILD - every command has help, every mistake a clear error and status 2.
set -u
hoshi=$1
build=$2
. "$(dirname "$0")/expect.sh"

commands=$("$hoshi" --help | sed -n '/^commands:/,/^$/p' | awk 'NR > 1 && NF { print $1 }')
[ "$(echo "$commands" | wc -w)" -ge 3 ] || fail "too few commands: $commands"
for name in $commands; do
    expect 0 "usage: hoshi $name" "$hoshi" "$name" --help
    expect 0 "usage: hoshi $name" "$hoshi" help "$name"
    wrong=2
    [ "$name" = mail ] && wrong=64 # EX_USAGE: mail servers read sysexits.h
    expect $wrong "there is no option \"--no-such\"" "$hoshi" "$name" --no-such
    grep -q "hoshi $name" "$build/hoshi.1" || fail "$name is not in the man page"
    grep -q "\b$name\b" "$build/hoshi.bash" || fail "$name is not in the completion"
done
bash -n "$build/hoshi.bash" || fail "the completion is no bash"

expect 2 'there is no command "chess"' "$hoshi" chess
expect 2 'usage: hoshi COMMAND' "$hoshi"
expect 0 'hoshi ' "$hoshi" --version
expect 0 'Barrie Evans' "$hoshi" games
expect 0 'Mark Steere' "$hoshi" games

expect 0 "$(printf '1 8\n2 56\n3 312')" "$hoshi" perft levee --size 3
expect 2 'odd sizes from 3 to 25' "$hoshi" perft levee --size 4
expect 2 'there is no game "go"' "$hoshi" perft go
expect 2 'square boards' "$hoshi" perft redstone --size 3x4
expect 2 'has no option "jacked=1"' "$hoshi" perft redstone --opt jacked=1
expect 2 'whole number from 1 to 100' "$hoshi" perft redstone --depth 0
expect 0 '"gain_cpu"' "$hoshi" bench iterations --game levee --size 5 --threads 2 --seconds 1 --runs 1
expect 2 'which game' "$hoshi" bench iterations
expect 2 'rule L3a' "$hoshi" perft levee --size 3 b2
expect 2 'no move on this board' "$hoshi" perft levee --size 3 z9
expect 0 "$(printf '  all             240              77            48            48             0')" "$hoshi" count levee --size 3
expect 2 'too many positions' "$hoshi" count levee
expect 1 'do not fit in 1 MiB' "$hoshi" count levee --size 5 --memory 1
expect 1 'No such file' "$hoshi" check /nonexistent/file

[ "$fails" = 0 ]
