#!/bin/bash
# analyze.sh HOSHI - `hoshi analyze` shows a position as table, JSON lines and picture, and a whole record with
# its turning points; an interrupt gives the results so far.
set -u
hoshi=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export HOSHI_TABLES=$dir/tables # only the tables that this test makes
. "$(dirname "$0")/expect.sh"

# The same nodes give the same answer. Proved results replace win rates.
expect 0 'Player 2 to move: wins' "$hoshi" analyze levee a1 --size 3 --nodes 20000
expect 0 'Player 2 (White) to move: ' "$hoshi" analyze redstone c3 --size 5 --nodes 300
expect 0 ' points ' "$hoshi" analyze claims --size 4 --nodes 300
expect 0 'Player 1 (Black) to move: loses by 1 ' "$hoshi" analyze palisade --size 3 --nodes 100000
expect 0 '"bounds":[-1,-1],"proven":"loss"' "$hoshi" analyze palisade --size 3 --nodes 100000 --json
expect 0 '"bounds":[-16,16],"proven":null' "$hoshi" analyze claims --size 4 --nodes 10 --json
# With three players, a win says nothing about points.
expect 0 'Player 1 to move: wins  ' "$hoshi" analyze claims b2 a3 a1 b3 a3 a1 b1 a2 pass b2 a2 pass \
    --size 3 --players 3 --nodes 3000
# A proved move that was not tried shows only the proved points.
untried=$("$hoshi" analyze palisade a1 b1 b2 --size 3 --nodes 3000 --json | tail -1)
python3 -c '
import json, sys
for c in json.loads(sys.argv[1])["candidates"]:
    low, high = c["bounds"]
    assert ("score" in c) == (c["visits"] > 0 or low == high), c
    assert low < high or c["score"] == low, c
' "$untried" || fail "points of untried moves: $untried"
expect 0 'Player 2 has won after move 2' "$hoshi" analyze levee b1 b3 --size 3
expect 0 '"over":true,"nodes":0' "$hoshi" analyze levee b1 b3 --size 3 --json
one=$("$hoshi" analyze palisade --size 5 --nodes 400 --json | sed 's/"ms":[0-9]*/"ms":0/')
two=$("$hoshi" analyze palisade --size 5 --nodes 400 --json | sed 's/"ms":[0-9]*/"ms":0/')
[ "$one" = "$two" ] || fail "the same search gives two answers: $one $two"
[[ $one == *'"nodes":400'* && $one == *'"final":true'* && $one == *'"score":'* ]] || fail "json: $one"
proved=$("$hoshi" analyze levee a1 --size 3 --nodes 20000 --json --top 2)
[[ $proved == *'"proven":"win"'* ]] || fail "no proof: $proved"
[[ $proved != *'"bounds"'* ]] || fail "bounds of points in a game without points: $proved"
[ "$(grep -o '"visits"' <<<"$proved" | wc -l)" = 2 ] || fail "not two candidates: $proved"
python3 -c 'import json,sys; [json.loads(l) for l in sys.stdin]' <<<"$one" || fail "no JSON: $one"

# Small positions are proved: the result, a line, and the moves that keep it or the answer to each move.
proved=$("$hoshi" analyze redstone --size 3 b2 --nodes 100000)
grep -q '^proved: player 2 wins, as Black (' <<<"$proved" || fail "nothing is proved: $proved"
grep -q '^  line: swap ' <<<"$proved" || fail "no line: $proved"
grep -q '^  moves that keep it: swap' <<<"$proved" || fail "no move: $proved"
expect 0 '  every reply loses: a1 ' "$hoshi" analyze palisade --size 3 --nodes 100000
expect 0 '"exact":{"source":"proof","value":"draw"' \
    "$hoshi" analyze claims --size 2 --nodes 100000 --json
[[ $("$hoshi" analyze claims --size 2 --nodes 1000 --prove 0 --json) == *'"exact":null'* ]] ||
    fail "proved a position although --prove 0 forbids it"

# A table answers at once, with the plies to the end.
expect 0 'no tables in ' "$hoshi" table
expect 0 'palisade-3x3.tablebase: 41 positions up to symmetry' "$hoshi" table palisade --size 3
expect 0 'palisade-3x3.tablebase: 41 positions' "$hoshi" table
expect 0 'the side to move loses, margin -1, in 10 plies' \
    "$hoshi" table redstone --size 3 --out "$dir/tables/redstone-3x3.tablebase"
known=$("$hoshi" analyze palisade --size 3)
grep -q '^table: Black loses by 1 in 7 plies' <<<"$known" || fail "no table: $known"
grep -q '^  every reply loses: a1 (7)' <<<"$known" || fail "no replies: $known"
expect 0 '"exact":{"source":"table","value":"win","plies":9' \
    "$hoshi" analyze redstone --size 3 b2 --json
[[ $("$hoshi" analyze palisade --size 3 --tables none --nodes 100) != *table:* ]] ||
    fail "used a table although --tables none forbids it"
printf x >>"$dir/tables/palisade-3x3.tablebase"
expect 0 'Black) to move' "$hoshi" analyze palisade --size 3 --nodes 100
"$hoshi" analyze palisade --size 3 --nodes 100 2>&1 >/dev/null | grep -q 'not a table, or it is damaged' ||
    fail "no message about a damaged table"
expect 1 'do not fit in 1 MiB' "$hoshi" table levee --size 5 --memory 1
expect 1 'too many positions for a table' "$hoshi" table redstone --size 19
expect 1 'too many positions for a table' "$hoshi" table levee --size 9 # at once, not when memory is full
expect 1 'too many positions for a table' "$hoshi" table palisade -n 7
expect 2 'size is missing' "$hoshi" table levee
[ -z "$(find "$dir/tables" -name '*.new')" ] || fail "unfinished tables were left"
"$hoshi" table claims --size 3 >/dev/null 2>"$dir/said" &
pid=$!
for _ in $(seq 600); do
    [ -n "$(find "$dir/tables" -name 'claims*.new')" ] && break
    sleep 0.1
done
kill -INT "$pid"
wait "$pid"
[ $? = 130 ] || fail "an interrupted table does not end with status 130"
grep -q 'interrupted; no table was written' "$dir/said" || fail "said: $(cat "$dir/said")"
[ -z "$(find "$dir/tables" -name 'claims*')" ] || fail "an interrupt left a table"

# Lines come while the engine thinks, and an interrupt ends it with the results so far.
"$hoshi" analyze levee --seconds 100 --json --threads 1 >"$dir/live" &
pid=$!
for _ in $(seq 600); do # at most a minute
    [ "$(wc -l <"$dir/live")" -ge 2 ] && break
    sleep 0.1
done
[ "$(wc -l <"$dir/live")" -ge 2 ] || fail "no lines before the end"
kill -INT "$pid"
wait "$pid"
[ $? = 130 ] || fail "an interrupt does not end with status 130"
tail -1 "$dir/live" | grep -q '"final":true' || fail "no final line after an interrupt"
head -1 "$dir/live" | grep -q '"final":false' || fail "the first line is already the final one"
script -qefc "$hoshi analyze levee --size 7 --seconds 2 --threads 1" "$dir/screen" >/dev/null
grep -q $'\033\\[[0-9]*A' "$dir/screen" || fail "the table on a terminal is not redrawn"

# Pictures.
"$hoshi" analyze redstone c3 --size 5 --nodes 200 --svg "$dir/a.svg" --theme dark >/dev/null
[ "$(grep -c 'font-weight="bold"' "$dir/a.svg")" -ge 2 ] || fail "no candidates on the picture"
tail -1 "$dir/a.svg" | grep -q '</svg>' || fail "the picture is not whole"

# A whole game, in which each player has a won position and loses it.
cat >"$dir/game.sgf" <<'END'
(;FF[4]HOSHI[levee]SZ[3]PB[ann]PW[bob];B[ac];W[cc]C[a slip];B[bc])
END
expect 0 '   2. c1    player 2     wins ->   loses' "$hoshi" analyze "$dir/game.sgf" --all --nodes 20000
expect 0 'Turning points: 1. a1, 2. c1, 3. b1.' "$hoshi" analyze "$dir/game.sgf" --all --nodes 20000
"$hoshi" analyze "$dir/game.sgf" --all --nodes 20000 --write "$dir/out.sgf" --svg "$dir/graph.svg" \
    >/dev/null || fail "annotating ended with $?"
grep -q '<desc>Turning points: 1. a1, 2. c1' "$dir/graph.svg" || fail "the graph does not name the turning points"
# Labels of the graph must not cover the line or each other.
cat >"$dir/labels.py" <<'END'
import re, sys
text = open(sys.argv[1]).read()
line = [tuple(map(int, p)) for p in re.findall(r"[ML](\d+) (\d+)", re.search(r'fill="none"[^>]* d="([^"]*)"', text)[1])]
boxes = []
for x, y, word in re.findall(r'<text x="(\d+)" y="(\d+)" [^>]*text-anchor="middle">(\d+\. \w+)</text>', text):
    half = len(word) * 3.6
    boxes.append((int(x) - half, int(y) - 10, int(x) + half, int(y) + 3))
assert boxes, "no labels"
for left, top, right, bottom in boxes:
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        for i in range(1001):
            x, y = x0 + (x1 - x0) * i / 1000, y0 + (y1 - y0) * i / 1000
            assert not (left <= x <= right and top <= y <= bottom), f"the line runs through a label at {x}, {y}"
for i, a in enumerate(boxes):
    for b in boxes[:i]:
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], f"labels overlap: {a} {b}"
END
python3 "$dir/labels.py" "$dir/graph.svg" || fail "labels of the graph"
"$hoshi" analyze palisade a1 b1 b2 c2 c3 d3 e5 d5 a5 b5 a3 --size 5 --all --nodes 200 --drop 3 --svg "$dir/more.svg" >"$dir/more"
python3 "$dir/labels.py" "$dir/more.svg" || fail "labels of a graph with many turning points"
# No better move is named if the rate did not fall, for example if all moves lose.
expect 0 '   3. b1    player 1     wins ->   loses   better: ' "$hoshi" analyze "$dir/game.sgf" --all --nodes 20000
python3 - "$dir/more" <<'END' || fail "a better move is named although the rate did not fall: $(cat "$dir/more")"
import re, sys
for line in open(sys.argv[1]):
    found = re.match(r"\s*\d+\. \S+\s+player \d\s+(\S.*?) ->\s+(\S.*?)(\s{3}|$)", line)
    if found and "better:" in line:
        value = lambda w: {"wins": 100, "draws": 50, "loses": 0}.get(w) if w[0].isalpha() else float(w.split()[0])
        assert value(found[1]) > value(found[2]), line
END
expect 0 '   1. a1    player 1    loses ->   loses
' "$hoshi" analyze palisade a1 --size 3 --all --nodes 100000
grep -qF 'BM[' "$dir/out.sgf" || fail "the bad move is not marked"
grep -q 'SBKV\[' "$dir/out.sgf" || fail "no win rates for Sabaki"
grep -qF '(;W[' "$dir/out.sgf" || fail "no better line"
expect 0 'a slip' "$hoshi" show "$dir/out.sgf" --ply 2
expect 0 'Turning point: ' "$hoshi" show "$dir/out.sgf" --ply 2
expect 0 "$("$hoshi" show "$dir/game.sgf" --format diagram)" "$hoshi" show "$dir/out.sgf" --format diagram
lines=$("$hoshi" analyze "$dir/game.sgf" --all --nodes 500 --json)
[ "$(wc -l <<<"$lines")" = 4 ] || fail "not a line for each position: $lines"
[[ $lines == *'"played":"c1","player":2,"loss":1.0,"turning":true'* ]] || fail "no turn: $lines"
"$hoshi" analyze "$dir/game.sgf" --all --nodes 500 --write - 2>/dev/null | head -c 6 |
    grep -qF '(;FF[4' || fail "the record on standard output is mixed with other text"
"$hoshi" analyze claims a1 b2 c3 --size 4 --players 3 --all --nodes 200 --write "$dir/c.json" \
    >/dev/null || fail "three players ended with $?"
grep -q '"comment"' "$dir/c.json" || fail "no comments in JSON"
expect 1 'two players only' "$hoshi" analyze claims a1 --size 4 --players 3 --all --nodes 50 \
    --write "$dir/c.sgf"
"$hoshi" analyze levee a1 b1 a2 c1 --all --seconds 60 --write "$dir/early.sgf" >/dev/null &
early=$!
# The interrupt comes when the search has used two seconds of processor time (ticks of 1/100 s).
while used=$(awk '{ print $14 + $15 }' "/proc/$early/stat" 2>/dev/null) && [ "$used" -lt 200 ]; do
    sleep 0.1
done
kill -INT $early
wait $early
[ $? = 130 ] || fail "an interrupted --all does not end with status 130"
grep -q 'to move' "$dir/early.sgf" || fail "an interrupted --all wrote nothing"

expect 1 'L3a' "$hoshi" analyze levee d4 --size 7
expect 1 'no game and no file of that name' "$hoshi" analyze "$dir/none.sgf"
expect 2 'goes with --all' "$hoshi" analyze levee --write x.sgf
expect 2 'light or dark' "$hoshi" analyze levee --theme pink
expect 1 'writing failed' "$hoshi" analyze levee --size 5 --nodes 10 --svg "$dir/no/where.svg"
[ "$fails" = 0 ]
