#!/bin/bash
# show.sh HOSHI - records are converted without loss, drawn, and refused with file, line and column.
set -u
hoshi=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/expect.sh"

cat >"$dir/a.sgf" <<'END'
(;FF[4]HOSHI[redstone]SZ[5]PB[ann]PW[bob]RE[W+R]GC[kept \] as it is]
;B[cc];W[]SWAP[](;W[dd]C[the main line]BL[12.5])(;W[bb];B[aa]TR[aa][bb]))
END
"$hoshi" show "$dir/a.sgf" --format sgf >"$dir/1.sgf" || fail "sgf is not read"
"$hoshi" show "$dir/a.sgf" --format json >"$dir/1.json" || fail "sgf is not written as json"
"$hoshi" show "$dir/1.json" --format sgf >"$dir/2.sgf" || fail "json is not read"
cmp "$dir/1.sgf" "$dir/2.sgf" || fail "the way through json loses something"
"$hoshi" show - --format sgf <"$dir/2.sgf" | cmp - "$dir/1.sgf" || fail "standard input differs"
grep -qF 'GC[kept \] as it is]' "$dir/2.sgf" || fail "an unknown property is lost"
grep -qF 'TR[aa][bb]' "$dir/2.sgf" || fail "an unknown property of a variation is lost"

expect 0 "$(printf '.....\n.....\n..b..\n...w.\n.....')" "$hoshi" show "$dir/a.sgf" --format diagram
expect 0 'Redstone 5x5: ann - bob' "$hoshi" show "$dir/a.sgf"
expect 0 'Result: W+R' "$hoshi" show "$dir/a.sgf"
expect 0 'the main line' "$hoshi" show "$dir/a.sgf"
expect 0 ' 3  . .(x). .  3' "$hoshi" show "$dir/a.sgf" --ply 1
expect 1 'only 3 moves' "$hoshi" show "$dir/a.sgf" --ply 4
expect 0 $'\033[' "$hoshi" show "$dir/a.sgf" --color always
"$hoshi" show "$dir/a.sgf" | grep -q $'\033' && fail "colours where there is no terminal"

expect 0 '<title>Levee, 7 by 7</title>' "$hoshi" show levee --size 7 a1 --format svg
expect 0 'turn' "$hoshi" show levee --size 7 a1 --svg "$dir/a.svg" --theme dark
grep -q '</svg>' "$dir/a.svg" || fail "no picture was written"
expect 1 'writing failed' "$hoshi" show levee --svg "$dir/none/a.svg"

printf '(;HOSHI[levee]SZ[5]\n;B[aa];W[cc])' >"$dir/bad.sgf"
expect 1 "$dir/bad.sgf:2:9: move 2, c3, is illegal (rule L3a): " "$hoshi" show "$dir/bad.sgf"
printf '(;HOSHI[levee]SZ[5]\n;B[aa];W[zz])' >"$dir/bad.sgf"
expect 1 "$dir/bad.sgf:2:9: W[zz]: " "$hoshi" show "$dir/bad.sgf"
printf '{"hoshi":1,\n "game":"go","moves":[]}' >"$dir/bad.json"
expect 1 "$dir/bad.json:2:9: " "$hoshi" show "$dir/bad.json"
printf '\357\273\277(;HOSHI[levee])(;HOSHI[claims])' >"$dir/two.sgf"
expect 0 'Claims 8x8' "$hoshi" show "$dir/two.sgf" --index 2
expect 1 'not so many games' "$hoshi" show "$dir/two.sgf" --index 3
expect 1 'two players only' "$hoshi" show claims --players 3 --format sgf
expect 1 'no game and no file of that name' "$hoshi" show "$dir/none"
expect 1 "$dir is a folder; name a file in it" "$hoshi" show "$dir"
expect 1 "$dir/a.sgf/b cannot be read: Not a directory" "$hoshi" show "$dir/a.sgf/b"
cp "$dir/a.sgf" "$dir/closed.sgf"
chmod 000 "$dir/closed.sgf"
[ -r "$dir/closed.sgf" ] || # root reads everything
    expect 1 "$dir/closed.sgf cannot be read: Permission denied" "$hoshi" show "$dir/closed.sgf"
expect 2 'is missing' "$hoshi" show
expect 2 '--format takes text, diagram, svg, sgf or json, not "xml"' "$hoshi" show levee --format xml
expect 2 '--theme takes light or dark, not "pink"' "$hoshi" show levee --theme pink
expect 2 'not a move' "$hoshi" show levee hello
expect 2 'takes no moves' "$hoshi" show "$dir/a.sgf" a1

# The files that come with hoshi, by number: collections, and puzzles as lines of JSON.
top=$(dirname "$0")/../..
expect 0 'Claims 8x8' "$hoshi" show "$top/collection/claims.txt"
expect 0 'after move 19' "$hoshi" show "$top/collection/levee.txt"
expect 0 'after move 27' "$hoshi" show "$top/collection/levee.txt" --index 2
expect 1 'it has' "$hoshi" show "$top/collection/levee.txt" --index 99999
expect 0 'Puzzle lfcd0fe58: one move reaches a margin of 1, in 3 plies.' "$hoshi" show "$top/puzzles/levee.jsonl"
"$hoshi" show - --index 2 <"$top/puzzles/levee.jsonl" | grep -q 'Puzzle ledcc5d06' || fail "puzzles of standard input"
expect 1 'it has' "$hoshi" show "$top/puzzles/levee.jsonl" --index 99999
expect 0 '"final"' "$hoshi" analyze "$top/puzzles/levee.jsonl" --index 2 --nodes 20 --json
printf '# levee 5: some games\n\na1 b1 # 1\n# a remark\na2 a2 # 2\n' >"$dir/games.txt"
expect 0 'After move 2' "$hoshi" show "$dir/games.txt"
expect 1 "$dir/games.txt:5:1: a2 is not a legal move there" "$hoshi" show "$dir/games.txt" --index 2
expect 1 'it has 2 games' "$hoshi" show "$dir/games.txt" --index 3
printf '{"game":"levee","width":4,"moves":[],"solution":"a1"}\n{"solution":"a1"}\n{nonsense\n' >"$dir/bad.jsonl"
expect 1 "$dir/bad.jsonl:1:1: Levee is played on odd sizes from 3 to 25." "$hoshi" show "$dir/bad.jsonl"
expect 1 "$dir/bad.jsonl:2:1: it names no game, or no moves" "$hoshi" show "$dir/bad.jsonl" --index 2
expect 1 "$dir/bad.jsonl:3:1: this line is not JSON" "$hoshi" show "$dir/bad.jsonl" --index 3

expect 0 'Barrie Evans' "$hoshi" rules Claims
expect 0 'Mark Steere' "$hoshi" rules palisade
expect 2 'there is no game "go"' "$hoshi" rules go
expect 2 'name a game' "$hoshi" rules

[ "$fails" = 0 ]
