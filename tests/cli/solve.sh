#!/bin/bash
# solve.sh HOSHI PUZZLES - solving, verifying, tables and interrupts; the puzzles of the collection are right.
set -u
hoshi=$(realpath "$1")
puzzles=$(realpath "$2")
. "$(dirname "$0")/expect.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

expect 0 'value: player 1 wins' "$hoshi" solve levee --size 5 --proof levee.proof
expect 0 'proved: Levee 5x5, after 0 moves: player 1 wins' "$hoshi" verify levee.proof
"$hoshi" verify - <levee.proof | grep -q 'standard input: proved: Levee 5x5' || fail "no proof of standard input"
printf x | "$hoshi" verify - >/dev/null 2>&1 && fail "standard input that is no proof is right"
expect 0 'value: Black loses, margin -1' "$hoshi" solve palisade --size 3 --exact
expect 0 'margin 0' "$hoshi" solve claims --size 2 --exact --proof claims.proof
expect 0 'reaches a margin of 0 at least' "$hoshi" verify claims.proof
expect 0 '2 win, 0 draw, 6 lose, 0 not known' "$hoshi" solve levee --size 3 --all
expect 0 'value: Black wins' "$hoshi" solve redstone --size 3 --opt swap=0 --threads 2
# In a game with a swap, the answer names the player and their colour at the end.
expect 0 'value: player 2 wins, as Black' "$hoshi" solve redstone --size 3 b2 --proof swap.proof
expect 0 'after 1 moves: player 2 wins, as Black (' "$hoshi" verify swap.proof
expect 0 'value: player 2 wins, as White' "$hoshi" solve redstone --size 3 a1 --proof stay.proof
expect 0 'after 1 moves: player 2 wins, as White (' "$hoshi" verify stay.proof
expect 0 'value: player 2 wins, as Black' "$hoshi" solve redstone --size 3 b2 swap
expect 0 'value: player 2 wins, as White or, after a swap, as Black' \
    "$hoshi" solve redstone --size 3 --proof pie.proof
expect 0 'after 0 moves: player 2 wins, as White or, after a swap, as Black' "$hoshi" verify pie.proof
expect 1 'move 1, c3, is illegal (rule L3a): ' "$hoshi" solve levee --size 5 c3
expect 1 'no game and no file of that name' "$hoshi" solve no-such-file

# A record with a start position, solved after some plies.
cat >game.json <<'JSON'
{"hoshi": 1, "game": "redstone", "width": 3, "height": 3, "options": {"swap": false},
 "moves": [{"move": "b2", "side": 1}, {"move": "a1", "side": 2}, {"move": "c3", "side": 1}]}
JSON
cat >four.json <<'JSON'
{"hoshi": 1, "game": "claims", "width": 4, "height": 4, "options": {"jacked": false},
 "players": [{"seat": 1}, {"seat": 2}, {"seat": 3}, {"seat": 4}], "moves": []}
JSON
# Three and four players: one against all others.
three() { "$hoshi" solve claims --players 3 "$@"; }
expect 0 'player 1 ends first, alone or together with others, but is not sure to be alone' three --size 3
expect 0 'player 2 is not sure to end first' three --size 3
expect 0 'player 1 ends first alone (' three --size 3x2 b1 c2 a2 b2 pass a2 c2
expect 0 'player 2 ends first, alone or together' three --size 2
expect 1 'player 1 may end first: not known yet' "$hoshi" solve four.json --nodes 10
for option in --exact --all "--proof four.proof" "--split four"; do
    # shellcheck disable=SC2086 # an option and its value
    expect 2 'for games of two players' "$hoshi" solve four.json $option
done
mkdir shared
cp four.json shared/question.json
expect 1 'only questions of two players are shared' "$hoshi" solve --work shared
expect 2 'for games of two players' "$hoshi" solve --merge shared
expect 0 'value: White loses' "$hoshi" solve game.json --proof record.proof
expect 0 'after 3 moves: Black wins' "$hoshi" verify record.proof
expect 0 'value: Black wins' "$hoshi" solve game.json --ply 2

# A proof with one changed word is refused, with the place.
sed '0,/^tree$/!s/ ~[0-9]*/ ~0/' levee.proof >bad.proof
expect 1 'refused' "$hoshi" verify bad.proof
expect 1 'refused' "$hoshi" verify game.json

# A limited search is saved and resumed, and counts on.
expect 1 'value: not known yet' "$hoshi" solve palisade --size 5 --nodes 2000 --table p5.table
expect 1 'positions: 4' "$hoshi" solve palisade --size 5 --nodes 4000 --table p5.table --resume
expect 0 'disproof 16777215, table' "$hoshi" solve palisade --size 5 --table p5.table --progress 60
expect 1 'no.table: No such file or directory; without --resume' \
    "$hoshi" solve palisade --size 5 --table no.table --resume
expect 1 'hoshi-levee-9x9.checkpoint: No such file' "$hoshi" solve levee --size 9 --resume

# The table is saved before the proof is written: this proof waits for a reader of the pipe, and is killed.
mkfifo pipe
"$hoshi" solve levee --size 5 --table l5.table --proof pipe >out 2>err &
pid=$!
for _ in {1..300}; do
    [ -s l5.table ] && break
    sleep 0.1
done
kill -KILL "$pid"
wait "$pid" 2>err
[ -s l5.table ] || fail "a proof that was cut off lost the table"
expect 0 'positions: 211' "$hoshi" solve levee --size 5 --table l5.table --resume

# An interrupted search leaves a checkpoint, with a given or a default name, and a resumed one starts from it.
interrupt() { # signal, expected status, arguments...
    local want=$2 signal=$1 pid status
    shift 2
    rm -f err
    "$hoshi" solve "$@" --seconds 60 --progress 1 >out 2>err &
    pid=$!
    for _ in {1..300}; do # once it searches, it handles signals
        grep -qs positions err && break
        sleep 0.1
    done
    kill -"$signal" "$pid"
    wait "$pid"
    status=$?
    [ "$status" = "$want" ] || fail "interrupted by $signal: status $status, not $want: $(cat out err)"
    grep -q 'not known yet' out || fail "interrupted: $(cat out)"
}
searched() { sed -n 's/^positions: \([0-9]*\).*/\1/p' out; }
interrupt TERM 143 levee --size 9 --table l9.table
[ -s l9.table ] || fail "an interrupt lost the table"
interrupt INT 130 levee --size 9
grep -q 'hoshi-levee-9x9.checkpoint: the same command with --resume continues' err || fail "$(cat err)"
first=$(searched)
interrupt INT 130 levee --size 9 --resume
[ "$(searched)" -gt "$first" ] || fail "resumed: $(searched) positions after $first"
"$hoshi" solve levee --size 9 --resume --nodes 1 >out 2>&1
[ "$(searched)" -gt "$first" ] || fail "the checkpoint lost positions: $(cat out)"
"$hoshi" solve palisade --size 5 --nodes 2000 --table hoshi-palisade-5x5.checkpoint >out 2>&1
expect 0 'value: Black wins' "$hoshi" solve palisade --size 5 --resume
[ ! -e hoshi-palisade-5x5.checkpoint ] || fail "a checkpoint is left after the question was answered"
expect 1 'of another game or board' "$hoshi" solve levee --size 7 --table l9.table
printf 'x' | dd of=l9.table bs=1 seek=100 conv=notrunc 2>/dev/null
expect 1 'damaged' "$hoshi" solve levee --size 9 --table l9.table

# Puzzles: the collection (20 of each game; all with HOSHI_EXHAUSTIVE), new ones, and a wrong one.
for game in palisade redstone levee claims; do
    n=$(wc -l <"$puzzles/$game.jsonl")
    [ "$n" -ge 50 ] || fail "there are only $n puzzles of $game"
    step=$((n / 20))
    [ -z "${HOSHI_EXHAUSTIVE:-}" ] || step=1
    awk "NR % $step == 0" "$puzzles/$game.jsonl" >some.jsonl
    expect 0 "$(wc -l <some.jsonl) puzzles, each with one winning move" "$hoshi" verify some.jsonl
    [ -z "$(sed 's/.*"id":"\([^"]*\)".*/\1/' "$puzzles/$game.jsonl" | sort | uniq -d)" ] ||
        fail "the collection has a puzzle of $game twice"
done
"$hoshi" puzzles levee --count 1 >one.jsonl || fail "no puzzle of levee"
expect 0 '1 puzzles' "$hoshi" verify one.jsonl
# Positions near games, whose strength and opening are asked for.
"$hoshi" puzzles levee --count 1 --playouts 20 --opening 2 --leave 1 --bare --tables none >near.jsonl ||
    fail "no puzzle near games"
expect 0 '1 puzzles' "$hoshi" verify near.jsonl
expect 2 'leave' "$hoshi" puzzles levee --leave 0
sed 's/"others":"[^ ]* /"others":"/' one.jsonl >wrong.jsonl
expect 1 'one.jsonl' "$hoshi" verify one.jsonl wrong.jsonl
expect 1 'wrong.jsonl:1: refused' "$hoshi" verify wrong.jsonl

# A table of all positions helps to look for puzzles.
mkdir tables
"$hoshi" table redstone --size 3 --out tables/redstone-3x3.tablebase >/dev/null || fail "no table"
three=(redstone --size 3 --count 4 --least 5)
"$hoshi" puzzles "${three[@]}" --tables tables >table.jsonl || fail "no puzzles with a table"
expect 0 '4 puzzles, each with one winning move' "$hoshi" verify table.jsonl
printf x >>tables/redstone-3x3.tablebase
expect 0 'this is not a table, or it is damaged' "$hoshi" puzzles "${three[@]}" --tables tables
"$hoshi" puzzles "${three[@]}" --tables tables 2>/dev/null >damaged.jsonl
"$hoshi" puzzles "${three[@]}" --tables none >none.jsonl 2>said || fail "no puzzles without a table"
[ ! -s said ] || fail "opened a table although --tables none forbids it: $(cat said)"
cmp none.jsonl damaged.jsonl || fail "a damaged table changes the puzzles"
cmp -s none.jsonl table.jsonl && fail "the table was not used"

# The levels that solve a puzzle give its rating. Rating is reproducible, and continues an interrupted run.
awk 'NR % 400 == 1' "$puzzles/levee.jsonl" >few.jsonl
"$hoshi" rate few.jsonl --tries 2 --top 5 >rated.jsonl || fail "hoshi rate: status $?"
[ "$(wc -l <rated.jsonl)" = "$(wc -l <few.jsonl)" ] || fail "not every puzzle is rated"
expect 0 "$(wc -l <few.jsonl) puzzles, each with one winning move" "$hoshi" verify rated.jsonl
[ "$(sed 's/"rating":[0-9]*//' rated.jsonl)" = "$(sed 's/"rating":[0-9]*//' few.jsonl)" ] ||
    fail "hoshi rate changes more than ratings"
"$hoshi" rate few.jsonl --tries 2 --top 5 --kept tries.jsonl | cmp - rated.jsonl || fail "the second run rates differently"
[ "$(wc -l <tries.jsonl)" = "$(wc -l <few.jsonl)" ] || fail "not all tries are kept"
cp tries.jsonl all.jsonl
head -c $(($(head -1 all.jsonl | wc -c) + 9)) all.jsonl >tries.jsonl # the second line was cut off
"$hoshi" rate few.jsonl --tries 2 --top 5 --kept tries.jsonl | cmp - rated.jsonl || fail "a continued run rates differently"
"$hoshi" rate few.jsonl --tries 1 --top 4 >one.jsonl
"$hoshi" rate few.jsonl --tries 1 --top 4 --kept tries.jsonl | cmp - one.jsonl || fail "tries of other options are used"
sed 's/"solved":\[.*\]/"solved":[2,2,2,2,1,1,1,1]/;s/"tries":\[[^]]*\]/"tries":[2,2,2,2,1,1,1,1]/' all.jsonl >tries.jsonl
"$hoshi" rate few.jsonl --tries 2 --top 5 --kept tries.jsonl >easy.jsonl || fail "hoshi rate: status $?"
[ "$(sed 's/.*"rating":\([0-9]*\).*/\1/' easy.jsonl | sort -n | tail -1)" -lt 1200 ] ||
    fail "a puzzle that all levels solve must be easy: $(cat easy.jsonl)"
# The themes of the collection are those that the program names, and no others.
for game in palisade redstone levee claims; do
    awk 'NR % 60 == 7' "$puzzles/$game.jsonl" >few.jsonl
    sed 's/"themes":\[[^]]*\]/"themes":[]/' few.jsonl >bare.jsonl
    cmp -s few.jsonl bare.jsonl && fail "there are no themes to measure"
    "$hoshi" rate bare.jsonl --themes | cmp - few.jsonl || fail "hoshi rate --themes: other themes of $game"
done
echo x >bad.jsonl
expect 1 'bad.jsonl:1: this is not JSON' "$hoshi" rate bad.jsonl
expect 2 'a file is missing' "$hoshi" rate

# Puzzles grow from others, and every printed puzzle is as long as asked.
awk '/"plies":3,/ && n++ < 2' "$puzzles/palisade.jsonl" >short.jsonl
"$hoshi" puzzles --grow short.jsonl --bare --count 1 --nodes 500 --plies 5 >grown.jsonl || fail "nothing grows from $(cat short.jsonl)"
grep -q '"plies":3,' grown.jsonl && fail "the puzzle has not grown: $(cat grown.jsonl)"
expect 0 '1 puzzles' "$hoshi" verify grown.jsonl
awk '/"width":5,/ && /"goal":[3-9],"plies":3,/ && n++ < 4' "$puzzles/palisade.jsonl" >points.jsonl
"$hoshi" puzzles --grow points.jsonl --count 1 --nodes 500 >proved.jsonl || fail "nothing grows from $(cat points.jsonl)"
grep -q '"goal":[3-9],.*"win":"' proved.jsonl || fail "no proof of the points: $(cat proved.jsonl)"
expect 0 '1 puzzles' "$hoshi" verify proved.jsonl
# First of all, pairs of moves are taken back: the winner's move before them is again the only one that wins.
for id in p83650dd2 la25a3c8e; do
    cat "$puzzles/palisade.jsonl" "$puzzles/levee.jsonl" | grep "\"id\":\"$id\"" >before.jsonl
    "$hoshi" puzzles --grow before.jsonl --bare --count 1 --nodes 500 --plies 5 >grown.jsonl || fail "nothing grows from $id"
    moves=$(sed 's/.*"moves":\[\([^]]*\)\].*/\1/;s/,/ /g' grown.jsonl)
    for move in $moves; do
        grep -q "\"moves\":[^]]*$move" before.jsonl || fail "$id had no move $move: $(cat grown.jsonl)"
    done
    [ "$(echo "$moves" | wc -w)" -eq $(($(sed 's/.*"moves":\[\([^]]*\)\].*/\1/;s/,/ /g' before.jsonl | wc -w) - 2)) ] ||
        fail "no pair of moves of $id was taken back: $(cat grown.jsonl)"
    expect 0 '1 puzzles' "$hoshi" verify grown.jsonl
done
expect 2 'takes the game from its file' "$hoshi" puzzles levee --grow short.jsonl
cat "$puzzles/levee.jsonl" short.jsonl >mixed.jsonl
expect 1 'another game or board' "$hoshi" puzzles --grow mixed.jsonl

[ "$fails" = 0 ] || exit 1
echo "solve: all is well"
