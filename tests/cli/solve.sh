#!/bin/bash
# solve.sh HOSHI PUZZLES - solve, verify, tables, interrupts; the puzzles shipped are right.
set -u
hoshi=$(realpath "$1")
puzzles=$(realpath "$2")
. "$(dirname "$0")/expect.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

expect 0 'value: player 1 wins' "$hoshi" solve levee --size 5 --proof levee.proof
expect 0 'proved: Levee 5x5, after 0 moves: player 1 wins' "$hoshi" verify levee.proof
expect 0 'value: Black loses, margin -1' "$hoshi" solve palisade --size 3 --exact
expect 0 'margin 0' "$hoshi" solve claims --size 2 --exact --proof claims.proof
expect 0 'reaches a margin of 0 at least' "$hoshi" verify claims.proof
expect 0 '2 win, 0 draw, 6 lose, 0 not known' "$hoshi" solve levee --size 3 --all
expect 0 'value: Black wins' "$hoshi" solve redstone --size 3 --opt swap=0 --threads 2
# Where the colours may be exchanged, the player is named, and the colour that he ends as.
expect 0 'value: player 2 wins, as Black' "$hoshi" solve redstone --size 3 b2 --proof swap.proof
expect 0 'after 1 moves: player 2 wins, as Black (' "$hoshi" verify swap.proof
expect 0 'value: player 2 wins, as White' "$hoshi" solve redstone --size 3 a1 --proof stay.proof
expect 0 'after 1 moves: player 2 wins, as White (' "$hoshi" verify stay.proof
expect 0 'value: player 2 wins, as Black' "$hoshi" solve redstone --size 3 b2 swap
expect 0 'value: player 2 wins, as White or, after a swap, as Black' \
    "$hoshi" solve redstone --size 3 --proof pie.proof
expect 0 'after 0 moves: player 2 wins, as White or, after a swap, as Black' "$hoshi" verify pie.proof
expect 2 'c3 is illegal' "$hoshi" solve levee --size 5 c3
expect 1 'neither such a game nor such a file' "$hoshi" solve no-such-file

# A record, some plies in, with a start position of its own.
cat >game.json <<'JSON'
{"hoshi": 1, "game": "redstone", "width": 3, "height": 3, "options": {"swap": false},
 "moves": [{"move": "b2", "side": 1}, {"move": "a1", "side": 2}, {"move": "c3", "side": 1}]}
JSON
cat >four.json <<'JSON'
{"hoshi": 1, "game": "claims", "width": 4, "height": 4, "options": {"jacked": false},
 "players": [{"seat": 1}, {"seat": 2}, {"seat": 3}, {"seat": 4}], "moves": []}
JSON
expect 2 'for two players' "$hoshi" solve four.json
expect 0 'value: White loses' "$hoshi" solve game.json --proof record.proof
expect 0 'after 3 moves: Black wins' "$hoshi" verify record.proof
expect 0 'value: Black wins' "$hoshi" solve game.json --ply 2

# One word changed: refused, with its place.
sed '0,/^tree$/!s/ =[0-9]*/ =0/' levee.proof >bad.proof
expect 1 'refused' "$hoshi" verify bad.proof
expect 1 'refused' "$hoshi" verify game.json

# Interrupted, saved, resumed: no more is searched than at one go, or little more.
expect 1 'value: not known yet' "$hoshi" solve palisade --size 5 --nodes 2000 --table p5.table
expect 1 'positions: 4' "$hoshi" solve palisade --size 5 --nodes 4000 --table p5.table
"$hoshi" solve levee --size 9 --seconds 60 --table l9.table >out 2>&1 &
pid=$!
sleep 1
kill -INT "$pid"
wait "$pid"
status=$?
[ "$status" = 1 ] || fail "interrupted: status $status, not 1: $(cat out)"
grep -q 'not known yet' out || fail "interrupted: $(cat out)"
[ -s l9.table ] || fail "an interrupt lost the table"
expect 1 'of another game or board' "$hoshi" solve levee --size 7 --table l9.table
printf 'x' | dd of=l9.table bs=1 seek=100 conv=notrunc 2>/dev/null
expect 1 'damaged' "$hoshi" solve levee --size 9 --table l9.table

# Puzzles: those shipped, new ones, and a wrong one.
for game in palisade redstone levee claims; do
    [ "$(wc -l <"$puzzles/$game.jsonl")" = 50 ] || fail "there are not 50 puzzles of $game"
    expect 0 '50 puzzles, each with one winning move' "$hoshi" verify "$puzzles/$game.jsonl"
done
"$hoshi" puzzles claims --count 1 >one.jsonl || fail "no puzzle of claims"
expect 0 '1 puzzles' "$hoshi" verify one.jsonl
sed 's/"others":"[^ ]* /"others":"/' one.jsonl >wrong.jsonl
expect 1 'one.jsonl' "$hoshi" verify one.jsonl wrong.jsonl
expect 1 'wrong.jsonl:1: refused' "$hoshi" verify wrong.jsonl

[ "$fails" = 0 ] || exit 1
echo "solve: all is well"
