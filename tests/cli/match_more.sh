#!/bin/bash
# match_more.sh HOSHI - `hoshi match` with openings, clocks, a log, proofs, the sequential test and ratings.
set -u
hoshi=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/expect.sh"

# Two programs play in parallel, with clocks and openings. Every game is in the log, and seats alternate.
printf '# openings\na1 e5\n\nB2 d4 # two\n' >"$dir/openings"
"$hoshi" match levee --size 5 --a "gtp:$hoshi gtp levee --nodes 30" --b "gtp:$hoshi gtp redstone --nodes 30" \
    --games 8 --jobs 2 --quiet --openings "$dir/openings" --clock 60,10,5 --log "$dir/log" >"$dir/out" ||
    fail "programs ended with $?"
grep -q '"a_name": "hoshi ' "$dir/out" || fail "a program is not named: $(cat "$dir/out")"
[ "$(wc -l <"$dir/log")" = 8 ] || fail "not every game is in the log"
[ "$(grep -c '"moves":\["a1","e5",' "$dir/log")" = 4 ] || fail "the first opening was not played"
[ "$(grep -c '"moves":\["b2","d4",' "$dir/log")" = 4 ] || fail "the second opening was not played"
[ "$(grep -c '"first_seat":1' "$dir/log")" = 4 ] || fail "seats did not change"
[ "$(grep -c '"reason":"rules"' "$dir/log")" = 8 ] || fail "not by the rules: $(cat "$dir/log")"
python3 - "$dir/log" <<'END' || fail "the log is not what it should be"
import json, sys
for line in open(sys.argv[1]):
    game = json.loads(line)
    assert len(game["moves"]) == len(game["ms"])
    assert [ms for ms in game["ms"][:2]] == [None, None] and game["opening"] == 2
    assert all(ms >= 0 for ms in game["ms"][2:]) and game["winner"] in (1, 2)
END
expect 1 'openings:2: e5: G1' "$hoshi" match levee --size 3 --a random --b random --openings "$dir/openings"
printf 'c3\n' >"$dir/bad"
expect 1 'bad:1: c3: L3a' "$hoshi" match levee --size 5 --a random --b random --openings "$dir/bad"
# Programs for three players share a process for several seats.
"$hoshi" match claims --size 4 --players 3 --a "gtp:$hoshi gtp claims --nodes 20" \
    --b "gtp:$hoshi gtp claims --nodes 10" --games 3 --quiet --log "$dir/log" >/dev/null || fail "three players"
[ "$(grep -c '"reason":"rules"' "$dir/log")" = 3 ] || fail "three players: $(cat "$dir/log")"
# Redstone has swaps and red stones.
"$hoshi" match redstone --size 4 --a "gtp:$hoshi gtp redstone --nodes 60" --b nodes=60 --games 6 --quiet \
    --log "$dir/log" >/dev/null || fail "Redstone"
[ "$(grep -c '"reason":"rules"' "$dir/log")" = 6 ] || fail "Redstone: $(cat "$dir/log")"

# A prover ends games early. Its results do not depend on how many games are played at once.
for jobs in 1 3; do
    "$hoshi" match levee --size 5 --a nodes=40 --b nodes=30 --games 8 --prove 300 --jobs $jobs --quiet \
        --log "$dir/log$jobs" >/dev/null || fail "a match with a prover"
done
[ "$(sed 's/"ms":.*//' "$dir/log1" | sort)" = "$(sed 's/"ms":.*//' "$dir/log3" | sort)" ] ||
    fail "with more jobs the prover says something else"
grep -q '"reason":"proof"' "$dir/log1" || fail "nothing was proved"

# The sequential test accepts, rejects, or reaches the last game.
expect 0 '"accepted": "H1"' "$hoshi" match levee --size 5 --a nodes=300 --b random --games 1000 --sprt 0,100 --quiet
expect 0 '"accepted": "H0"' "$hoshi" match levee --size 5 --a random --b nodes=300 --games 1000 --sprt=-50,50,0.1,0.1 --quiet
expect 0 '"accepted": "none"' "$hoshi" match levee --size 3 --a random --b random --games 4 --sprt 0,5 --quiet
"$hoshi" match redstone --size 4 --player nodes=60 --player random --player flat=30 --games 5 --quiet >"$dir/out" ||
    fail "a round-robin ended with $?"
[ "$(grep -o '"elo": ' "$dir/out" | wc -l)" = 3 ] || fail "no three ratings: $(cat "$dir/out")"
[ "$(grep -o '"games": 6, "wins"' "$dir/out" | wc -l)" = 3 ] || fail "pairings: $(cat "$dir/out")"
[[ $(cat "$dir/out") == *'"player": "nodes=60"'*'"player": "random"'* ]] || fail "the order: $(cat "$dir/out")"

expect 2 'is not a player' "$hoshi" match levee --a gtp: --b random
expect 2 '--sprt takes' "$hoshi" match levee --a random --b random --sprt 5,0
expect 2 '--sprt takes' "$hoshi" match levee --a random --b random --sprt 5
expect 2 '--clock takes' "$hoshi" match levee --a random --b random --clock 0,5
expect 2 'does not go with' "$hoshi" match levee --a random --player random --player random
expect 2 'for two players' "$hoshi" match claims --players 3 --a random --b random --sprt 0,5
[ "$fails" = 0 ]
