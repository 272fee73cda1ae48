#!/bin/bash
# match.sh HOSHI - `hoshi match` counts every game once, alternates seats, and is reproducible; an interrupt gives
# the results so far.
set -u
hoshi=$1
. "$(dirname "$0")/expect.sh"
field() { # JSON, name: its first number
    sed -n "s/.*\"$2\": \([0-9.]*\).*/\1/p" <<<"${1%%\"by_seat\"*}"
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
args=(claims --size 4 --a nodes=60 --b random --games 6 --seed 5 --quiet)
one=$("$hoshi" match "${args[@]}" --jobs 1) || fail "the match ended with $?"
two=$("$hoshi" match "${args[@]}" --jobs 3) || fail "the match of three jobs ended with $?"
[ "$(field "$one" games)" = 6 ] || fail "not six games: $one"
sum=$(($(field "$one" wins) + $(field "$one" draws) + $(field "$one" losses)))
[ "$sum" = 6 ] || fail "wins, draws and losses make $sum: $one"
for name in wins draws losses share plies_mean; do
    [ "$(field "$one" $name)" = "$(field "$two" $name)" ] || fail "$name differs: $one $two"
done
[ "$(grep -o '"games": 3' <<<"$one" | wc -l)" = 2 ] || fail "seats did not alternate: $one"

python3 -c '
import json, sys
one, games = json.loads(sys.argv[1]), [json.loads(line) for line in open(sys.argv[2])]
margins = [g["points"][g["first_seat"] - 1] - g["points"][2 - g["first_seat"]] for g in games]
margin = one["margin"]
assert margin["games"] == len(margins) == 6, margin
assert abs(margin["mean"] - sum(margins) / 6) < 1e-9, (margin, margins)
assert margin["interval"][0] < margin["mean"] < margin["interval"][1], margin
' "$("$hoshi" match "${args[@]}" --log "$log")" "$log" || fail "the margin differs from the games in the log"
none=$("$hoshi" match levee --size 5 --a nodes=20 --b random --games 2 --quiet)
[[ $none != *'"margin"'* ]] || fail "a margin in a game without points: $none"

three=$("$hoshi" match claims --size 4 --players 3 --a flat=30 --b random --games 3 --quiet) ||
    fail "the match of three players ended with $?"
[ "$(grep -o '"games": 1,' <<<"$three" | wc -l)" = 3 ] || fail "a did not go round: $three"

cpu=$("$hoshi" match claims --size 4 --a cpu=2 --b random --games 2 --quiet) || fail "cpu=2 ended with $?"
[[ $cpu == *'"a": "cpu=2"'* ]] || fail "cpu=2 gave: $cpu"
"$hoshi" match claims --size 4 --a cpu=2 --b "gtp:'$hoshi' gtp claims --cpu 2" --games 2 --quiet >/dev/null || fail "gtp --cpu ended with $?"

early=$(timeout --preserve-status -s INT 2 "$hoshi" match levee --a ms=60000 --b random --games 9 --jobs 1 --quiet)
interrupted=$?
[ $interrupted = 130 ] || fail "an interrupted match ended with $interrupted"
[[ $early == *'"interrupted": true'* ]] || fail "an interrupt gave: $early"

"$hoshi" match levee --a level=9 --b random 2>/dev/null && fail "level 9 was taken"
"$hoshi" match levee --a nodes=10 2>/dev/null && fail "a match without b was taken"
exit $((fails > 0))
