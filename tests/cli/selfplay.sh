#!/bin/bash
# selfplay.sh HOSHI - `hoshi selfplay` is reproducible, continues an earlier run, and names the faults of nets
# and files.
set -u
hoshi=$1
nets=$(realpath "$(dirname "$0")/../../nets")
. "$(dirname "$0")/expect.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
args=(palisade --size 3 --nodes 20 --fast 5 --games 64 --seed 4)
expect 0 '' "$hoshi" selfplay "${args[@]}" --out "$dir/a"
[ "$(ls "$dir/a")" = "palisade-3x3-4-00000.games
palisade-3x3-4-00001.games" ] || fail "the folder has $(ls "$dir/a")"
expect 0 '' "$hoshi" selfplay "${args[@]}" --out "$dir/b"
cmp "$dir/a/palisade-3x3-4-00001.games" "$dir/b/palisade-3x3-4-00001.games" || fail 'other games'

# Existing files stay, and missing files are made.
echo kept >"$dir/a/palisade-3x3-4-00000.games"
rm "$dir/a/palisade-3x3-4-00001.games"
expect 0 '' "$hoshi" selfplay "${args[@]}" --out "$dir/a"
[ "$(cat "$dir/a/palisade-3x3-4-00000.games")" = kept ] || fail 'a file was made again'
cmp "$dir/a/palisade-3x3-4-00001.games" "$dir/b/palisade-3x3-4-00001.games" || fail 'other games'

# Smaller files, from another number on.
expect 0 '' "$hoshi" selfplay "${args[@]}" --games 4 --file 2 --first 7 --out "$dir/few"
[ "$(ls "$dir/few")" = "palisade-3x3-4-00007.games
palisade-3x3-4-00008.games" ] || fail "the folder has $(ls "$dir/few")"

# Decided games are finished with few playouts, and teach less.
for decided in 0 1; do
    expect 0 '' "$hoshi" selfplay palisade --size 7 --nodes 60 --fast 60 --teach 100 --games 8 --file 8 \
        --decided $decided --out "$dir/decided$decided"
done
[ "$("$hoshi" selfplay --rows "$dir"/decided1/* | wc -c)" -lt "$("$hoshi" selfplay --rows "$dir"/decided0/* | wc -c)" ] ||
    fail 'decided games teach as much as others'

[ "$("$hoshi" selfplay --rows "$dir/b/palisade-3x3-4-00000.games" | head -c 4)" = ROWS ] || fail 'no rows'
expect 1 'not a file of self-play games' "$hoshi" selfplay --rows "$dir/a/palisade-3x3-4-00000.games"
head -c 500 "$dir/b/palisade-3x3-4-00000.games" >"$dir/short"
expect 1 'truncated' "$hoshi" selfplay --rows "$dir/short"
expect 2 'name a game and --out DIR' "$hoshi" selfplay palisade
expect 1 'cannot make the folder' "$hoshi" selfplay "${args[@]}" --out "$dir/none/such"

# Files that are not nets.
expect 1 'not a net file' "$hoshi" selfplay "${args[@]}" --out "$dir/c" --net "$dir/short"
expect 1 'not a net file' "$hoshi" match palisade --size 5 --games 2 --quiet --a "nodes=9,net=$dir/short" --b random
expect 1 "$dir/none: there is no file of that name" "$hoshi" match palisade --size 5 --games 2 --quiet --a "nodes=9,net=$dir/none" --b random
expect 2 'not a player' "$hoshi" match palisade --size 5 --a "flat=9,net=none" --b random
expect 2 'there is no net' "$(dirname "$hoshi")/hoshi-bench" net --game levee --size 7
expect 0 'playouts in' "$hoshi" analyze palisade --size 5 --nodes 10 --net none

# Commands that play continue with playouts, and print a message.
for word in 'not a net file' 'uses playouts, without a net' 'playouts in'; do
    expect 0 "$word" "$hoshi" analyze palisade --size 9 --nodes 10 --net "$dir/short"
    expect 0 "${word/playouts in/playouts}" "$hoshi" play palisade --size 9 --plain --net "$dir/short" </dev/null
done
expect 0 'uses playouts, without a net' "$hoshi" gtp palisade --net "$dir/short" </dev/null
expect 0 'not trained on boards of this size' "$hoshi" analyze palisade --size 21 --nodes 10 --net "$nets/palisade.net"
expect 0 '"net_unseen":true,"net":"' "$hoshi" analyze redstone --size 20 --opt swap=0 --nodes 10 --net "$nets/redstone.net" --json
expect 0 'does not play this game on this board' "$hoshi" analyze levee --size 5 --nodes 10 --net "$nets/palisade.net"
expect 0 'does not play this game on this board' "$hoshi" analyze palisade --size 5 --nodes 10 --net "$nets/palisade.net"

# A net plays the same everywhere.
expect 0 '"net":"da526c46","candidates":[{"move":"g7","visits":8,"winrate":0.458,"score":-2.38,' \
    "$hoshi" analyze palisade --size 13 --nodes 20 --json

# The net's evaluation without a search.
expect 0 'Policy' "$hoshi" analyze palisade --size 9 --explain --top 3
expect 0 'Ownership' "$hoshi" analyze palisade --size 9 --explain --net "$nets/palisade.net" --svg "$dir/said.svg"
grep -q '<svg' "$dir/said.svg" || fail 'no picture'
expect 0 '"ownership":' "$hoshi" analyze palisade --size 9 e5 --explain --json
expect 1 'boards from 7x7' "$hoshi" analyze palisade --size 5 --explain
expect 1 'none is in use here' "$hoshi" analyze palisade --size 9 --explain --net none
expect 2 'one position' "$hoshi" analyze palisade --size 9 --explain --all
[ "$fails" = 0 ]
