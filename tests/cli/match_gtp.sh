#!/bin/bash
# match_gtp.sh HOSHI - in `hoshi match` between programs, a program that makes a mistake loses, the log says why,
# and no process is left behind.
set -u
hoshi=$1
here=$(dirname "$0")
dir=$(mktemp -d)
mark="mark$$"
grave="987.$$" # how many seconds the process sleeps that a program leaves behind
trap 'rm -rf "$dir"' EXIT
. "$here/expect.sh"
player() { # fault: a player of hoshi match
    echo "gtp:python3 $here/gtp_player.py $1 $mark"
}
running() { # words: prints the processes whose command lines contain them, without grep's own
    printf '%s' "$1" >"$dir/words"
    grep -slF -f "$dir/words" /proc/[0-9]*/cmdline
}
alone() { # no process of this test runs any more
    local left
    left=$(running "$mark") && fail "$1: processes are left: $left"
}
fault() { # fault, reason in the log, more arguments
    local name=$1 reason=$2
    shift 2
    rm -f "$dir/log"
    "$hoshi" match levee --size 5 --a "$(player "$name")" --b nodes=1 --games 2 --jobs 2 --quiet \
        --log "$dir/log" "$@" >"$dir/out" || fail "$name: the match ended with $?"
    [ "$(grep -c "\"reason\":\"$reason\"" "$dir/log")" = 2 ] || fail "$name: $(cat "$dir/log")"
    grep -q '"losses": 2' "$dir/out" || fail "$name was not lost: $(cat "$dir/out")"
    alone "$name"
}
fault crash crash
fault silent timeout --timeout 3
fault illegal 'illegal move'
grep -q '"detail":"c3: L3a"' "$dir/log" || fail "the illegal move is not told: $(cat "$dir/log")"
fault garbage refused
fault long refused
fault no refused
fault refuses refused
fault resign resign
GRAVE=$grave fault crash crash
"$hoshi" match levee --size 5 --a "$(player stays)" --b random --games 1 --quiet >/dev/null ||
    fail "a program that does not quit"
alone 'a program that does not quit'
left=$(running "$grave") && fail "a process of a program is left: $left"
fault slow time --clock 1

# A program that cannot play is noticed before the first game.
expect 1 'the program exited immediately' "$hoshi" match levee --size 5 --a "$(player dead)" --b random
expect 1 'the program exited immediately' "$hoshi" match levee --size 5 --a gtp:/nonexistent/program --b random
expect 1 'unacceptable size' "$hoshi" match levee --size 5 --a "$(player small)" --b random
expect 1 'it does not answer' "$hoshi" match levee --a 'gtp:sleep 100' --b random --timeout 1
alone 'programs that cannot play'

# An interrupt while a program thinks.
ASKED=$dir/asked "$hoshi" match levee --a "$(player silent)" --b "$(player silent)" --quiet >"$dir/out" &
for _ in {1..300}; do
    [ -e "$dir/asked" ] && break
    sleep 0.1
done
kill -INT $!
wait $!
ended=$?
[ $ended = 130 ] || fail "an interrupt ended with $ended"
grep -q '"interrupted": true' "$dir/out" || fail "an interrupt gave: $(cat "$dir/out")"
alone 'an interrupt'
[ "$fails" = 0 ]
