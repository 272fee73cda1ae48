#!/bin/bash
# records.sh HOSHI - reads records of programs that know only Go, start positions, and names after a swap.
set -u
hoshi=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/expect.sh"

# A game of Redstone as gogui-twogtp writes it: points, passes after the end, its own rules and result.
cat >"$dir/two.sgf" <<'END'
(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.5.1]KM[6.5]RU[Chinese]SZ[3]DT[2026-03-01]PB[one]PW[two]RE[B+1]
C[Black command: hoshi gtp redstone --plain];B[bb];W[ba];B[cc];W[bc];B[cb];W[ca];B[ab];W[ac];B[aa];W[];B[])
END
expect 1 'RU[Chinese]: there is no such game' "$hoshi" show "$dir/two.sgf"
expect 1 'does not say which game' "$hoshi" show <(printf '(;SZ[5])')
expect 1 'Name it: --game' "$hoshi" show "$dir/two.sgf"
expect 0 'Redstone 3x3: one - two, 2026-03-01' "$hoshi" show "$dir/two.sgf" --game redstone
expect 0 "$(printf 'r..\nbbb\nr.b')" "$hoshi" show "$dir/two.sgf" --game redstone --format diagram
"$hoshi" show "$dir/two.sgf" --game redstone --format sgf >"$dir/two2.sgf" || fail "a plain file is not converted"
grep -qF ';W[ac]RED[];B[aa]RED[];;)' "$dir/two2.sgf" || fail "captures are not red, or there are passes: $(cat "$dir/two2.sgf")"
expect 0 "$(printf 'r..\nbbb\nr.b')" "$hoshi" show "$dir/two2.sgf" --format diagram
expect 0 'player 1  ' "$hoshi" analyze "$dir/two.sgf" --game redstone --all --nodes 50
expect 0 'Black has won after move 9' "$hoshi" play "$dir/two.sgf" --game redstone
# SZ gives the size, 19 by default. An illegal move is reported with its place in the file.
printf '(;GM[1];B[aa];W[sa])' >"$dir/go.sgf"
expect 0 'Levee 19x19' "$hoshi" show "$dir/go.sgf" --game levee
printf '(;GM[1]SZ[6];B[aa])' >"$dir/even.sgf"
expect 1 'odd sizes from 3 to 25' "$hoshi" show "$dir/even.sgf" --game levee
printf '(;SZ[5];B[cc])' >"$dir/spring.sgf"
expect 1 "$dir/spring.sgf:1:10: move 1, c3, is illegal (rule L3a): " "$hoshi" show "$dir/spring.sgf" --game levee
# In a game without passes, passes after its end are ignored. An empty second move of Redstone is the swap.
printf '(;SZ[3];B[bc];W[ba];B[];W[];B[])' >"$dir/end.sgf"
expect 0 'Player 2 has won after move 2' "$hoshi" show "$dir/end.sgf" --game levee
printf '(;SZ[5];B[cc];W[];B[dd])' >"$dir/swap.sgf"
expect 0 "$(printf '.....\n.....\n..b..\n...w.\n.....')" "$hoshi" show "$dir/swap.sgf" --game redstone --format diagram
# Variations are read by the same rules.
printf '(;SZ[3];B[bb];W[ba];B[cc];W[bc](;B[cb](;W[ca];B[ab];W[ac])(;W[ab]))(;B[ab];W[cb];B[ca]))' >"$dir/var.sgf"
[ "$("$hoshi" show "$dir/var.sgf" --game redstone --format sgf | grep -o 'RED' | wc -l)" = 2 ] ||
    fail "variations: $("$hoshi" show "$dir/var.sgf" --game redstone --format sgf)"
# Options do not overrule the file, and unsuitable words are refused.
printf '(;HOSHI[levee]SZ[5])' >"$dir/levee.sgf"
expect 1 'the file is of another game' "$hoshi" show "$dir/levee.sgf" --game redstone
expect 0 'Levee 5x5' "$hoshi" show "$dir/levee.sgf" --game levee
expect 2 'there is no game "chess"; the games are' "$hoshi" show "$dir/go.sgf" --game chess
expect 2 '"levee" is a game' "$hoshi" show levee --game levee
printf 'hoshi-game redstone\nloadsgf %s\nshowboard\n' "$dir/two.sgf" | "$hoshi" gtp levee | grep -q ' 3 r . .' ||
    fail "loadsgf does not take the game on the board"

# --setup takes the last position of a record, or a diagram.
printf '(;HOSHI[redstone swap=0]SZ[3];B[bb];W[ac]C[here])' >"$dir/two3.sgf"
expect 0 "$(printf 'b..\n.b.\nw..')" "$hoshi" show redstone a3 --setup "$dir/two3.sgf" --format diagram
"$hoshi" show levee --size 5 a1 b1 --format diagram >"$dir/board"
expect 0 "$(printf '.....\n.....\n..+..\n.....\n###..')" "$hoshi" show levee c1 --setup "$dir/board" --format diagram
printf 'turn 2\nb . .\n. w .\n. . .\n' >"$dir/drawn"
expect 0 'White' "$hoshi" show redstone --setup "$dir/drawn"
expect 0 'Player 2 (White) to move' "$hoshi" analyze redstone --setup "$dir/drawn" --nodes 50
"$hoshi" show redstone a1 --setup "$dir/drawn" --format sgf >"$dir/set.sgf"
grep -qF 'AB[aa]AW[bb]PL[W]' "$dir/set.sgf" || fail "the start is not in the record: $(cat "$dir/set.sgf")"
expect 0 'Player 2' "$hoshi" play claims --size 2 --setup <(printf 'turn 2\nx1 ..\n.. ..\n') --players human,human
expect 1 'has 2 columns and 2 rows' "$hoshi" show levee --setup <(printf '..\n..\n')
expect 1 'this is not a board of Levee' "$hoshi" show levee --setup <(printf '...\n.x.\n...\n')
expect 1 'turn` takes' "$hoshi" show levee --setup <(printf 'turn x\n...\n.+.\n...\n')
expect 1 'no play leads to the start position' "$hoshi" show redstone --setup <(printf 'b w\nw .\n')
expect 2 '--setup goes with a game' "$hoshi" show "$dir/set.sgf" --setup "$dir/drawn"

# In SGF, names follow the stones after a swap. Reading puts them back on their seats.
cat >"$dir/swap.json" <<'END'
{"hoshi": 1, "game": "redstone", "width": 5, "height": 5, "options": {"swap": true},
 "players": [{"seat": 1, "name": "ann"}, {"seat": 2, "name": "bob"}],
 "result": {"reason": "resign", "winner_side": 1},
 "moves": [{"move": "c3", "side": 1}, {"move": "swap", "side": 2}, {"move": "d4", "side": 2}]}
END
"$hoshi" show "$dir/swap.json" --format sgf >"$dir/named.sgf"
grep -qF 'PB[bob]PW[ann]SWAPPED[]RE[B+R]' "$dir/named.sgf" || fail "names: $(cat "$dir/named.sgf")"
expect 0 'Redstone 5x5: ann - bob' "$hoshi" show "$dir/named.sgf"
"$hoshi" show "$dir/named.sgf" --format json | grep -q '"seat": *1, *"name": *"ann"' || fail "seats are lost"
# Older records do not say this: there PB sat on seat 1.
expect 0 'Redstone 5x5: ann - bob' "$hoshi" show <(printf '(;HOSHI[redstone]SZ[5]PB[ann]PW[bob];B[cc];W[]SWAP[])')
[ "$fails" = 0 ]
