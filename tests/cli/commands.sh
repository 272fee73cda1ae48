#!/bin/bash
# commands.sh HOSHI BUILD - every command has help, and every wrong use ends with a clear message and status 2.
set -u
hoshi=$1
build=$2
. "$(dirname "$0")/expect.sh"

commands=$("$hoshi" --help | sed -n '/^commands:/,/^$/p' | awk 'NR > 1 && NF { print $1 }')
[ "$(echo "$commands" | wc -w)" -ge 3 ] || fail "too few commands: $commands"
for name in $commands; do
    expect 0 "usage: hoshi $name" "$hoshi" "$name" --help
    expect 0 "usage: hoshi $name" "$hoshi" help "$name"
    long=$("$hoshi" "$name" --help | awk 'length > 80')
    [ -z "$long" ] || fail "help of $name: wider than 80 columns: $long"
    examples=$("$hoshi" "$name" --help | sed -n '/^Examples:$/,$p' | grep -cE '^  [^ ]')
    [ "$examples" -ge 2 ] || fail "help of $name: $examples examples"
    wrong=2
    [ "$name" = mail ] && wrong=64 # EX_USAGE: mail servers read sysexits.h
    expect $wrong "there is no option \"--no-such\"" "$hoshi" "$name" --no-such
    grep -q "hoshi $name" "$build/hoshi.6" || fail "$name is not in the man page"
    grep -q "\b$name\b" "$build/hoshi.bash" || fail "$name is not in the completion"
done
bash -n "$build/hoshi.bash" || fail "the completion is not valid bash"

# The completions offer the right words. Bash runs them.
# shellcheck disable=SC1091 # made by the build
. "$build/hoshi.bash"
completes() { # the only completions expected, words...
    local want=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _hoshi
    [ "${COMPREPLY[*]}" = "$want" ] || fail "completing \"$*\" gives \"${COMPREPLY[*]}\", not \"$want\""
}
completes 'light dark' hoshi show --theme ''
completes 'dark' hoshi analyze --theme d
completes 'light dark' hoshi show --theme =
completes 'light' hoshi show --theme = l
completes 'text diagram svg sgf json' hoshi show --format ''
completes 'backup ban' hoshi admin ba
completes 'role' hoshi admin --store x rol
completes '--theme' hoshi show --th
completes 'levee' hoshi play leve
completes 'admin' hoshi adm
for word in users user reports log stats backup verify ban unban reset role close vacuum restore copy; do
    grep -q "__fish_seen_subcommand_from admin' -a $word\b" "$build/hoshi.fish" || fail "fish does not know admin $word"
    grep "^    admin)" "$build/_hoshi" | grep -q "'$word[:']" || fail "zsh does not know admin $word"
done
grep -q "from show' -l theme -x -a 'light dark'" "$build/hoshi.fish" || fail "fish does not know themes"
grep -q "from show' -l format -x -a 'text diagram svg sgf json'" "$build/hoshi.fish" || fail "fish does not know formats"
grep -qF '"show --theme") values=(light dark) ;;' "$build/_hoshi" || fail "zsh does not know themes"
grep -qF '"show --format") values=(text diagram svg sgf json) ;;' "$build/_hoshi" || fail "zsh does not know formats"

# A command fails if its output cannot be written, even help.
for words in --help help 'help play' 'play --help' --version games; do
    # shellcheck disable=SC2086 # words are several
    message=$("$hoshi" $words 2>&1 >/dev/full)
    [ $? = 1 ] || fail "hoshi $words >/dev/full did not end with 1"
    [[ $message == *'writing standard output'* ]] || fail "hoshi $words >/dev/full says \"$message\""
done

# Ports have 16 bits: 99999 must be refused, not cut to 16 bits.
for port in 65536 99999 4294975376; do
    expect 1 'a port is a number from 0 (any free one) to 65535' \
        "$hoshi" serve --listen "127.0.0.1:$port" --store :memory: --no-bot
    expect 1 'a port is a number from 0 (any free one) to 65535' \
        "$hoshi" serve --listen "127.0.0.1:$port" --store :memory: --check-config
done
expect 0 'the options are valid' "$hoshi" serve --listen 127.0.0.1:65535 --store :memory: --check-config

# Without a server, a message says so, and what happens next. No server listens on port 1.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
echo secret >"$dir/token"
expect 75 'there is no server at http://127.0.0.1:1' \
    "$hoshi" mail --server http://127.0.0.1:1 --token-file "$dir/token"
expect 1 'there is no server at http://127.0.0.1:1' "$hoshi" pbm --server http://127.0.0.1:1 help
timeout --preserve-status -s TERM 5 "$hoshi" bot --server http://127.0.0.1:1 --token x 2>"$dir/said" \
    || fail "a bot without a server ended with $?"
grep -q 'there is no server at http://127.0.0.1:1 .*; trying again' "$dir/said" ||
    fail "a bot without a server says: $(cat "$dir/said")"
[ "$(wc -l <"$dir/said")" = 1 ] || fail "a bot repeats itself: $(cat "$dir/said")"

expect 2 'there is no command "chess"' "$hoshi" chess
expect 2 'usage: hoshi COMMAND' "$hoshi"
expect 0 'hoshi ' "$hoshi" --version
expect 0 'Barrie Evans' "$hoshi" games
expect 0 'Mark Steere' "$hoshi" games

expect 0 "$(printf '1 8\n2 56\n3 312')" "$hoshi" perft levee --size 3
expect 2 'odd sizes from 3 to 25' "$hoshi" perft levee --size 4
expect 1 'go: there is no game and no file of that name' "$hoshi" perft go
expect 2 'square boards' "$hoshi" perft redstone --size 3x4
expect 2 'has no option "jacked=1"' "$hoshi" perft redstone --opt jacked=1
expect 2 'whole number from 1 to 100' "$hoshi" perft redstone --depth 0
expect 2 'a program of their own: hoshi-bench' "$hoshi" bench search
expect 0 '"gain_cpu"' "$build/hoshi-bench" iterations --game levee --size 5 --threads 2 --seconds 1 --runs 1
expect 2 'name a game' "$build/hoshi-bench" iterations
expect 0 '"kept": 20,' "$build/hoshi-bench" won --game levee --size 5 --player nodes=2000 --positions 20
expect 0 '"kept": 11,' "$build/hoshi-bench" won --game levee --size 5 --player random --positions 30
expect 2 'name the player' "$build/hoshi-bench" won --game levee --player best
expect 2 'for two players' "$build/hoshi-bench" won --game claims --players 3 --player random
expect 1 'gtp:false gave no move' "$build/hoshi-bench" won --game levee --size 5 --player gtp:false
# An illegal move is told in the same words, with the same status, wherever it comes from.
for name in show analyze solve perft; do
    expect 1 'move 2, b2, is illegal (rule L3a): ' "$hoshi" "$name" levee --size 3 a1 b2
    echo '(;HOSHI[levee]SZ[3];B[aa];W[bb])' >"$dir/illegal.sgf"
    expect 1 'illegal.sgf:1:28: move 2, b2, is illegal (rule L3a): ' "$hoshi" "$name" "$dir/illegal.sgf"
    expect 2 '--size, --players and --opt go with a game' "$hoshi" "$name" "$dir/illegal.sgf" --size 5
done
echo '(;HOSHI[levee]SZ[3];B[aa];W[ac])' >"$dir/two.sgf"
expect 0 "$("$hoshi" perft levee --size 3 a1 a3 --depth 2)" "$hoshi" perft "$dir/two.sgf" --depth 2
expect 0 "$("$hoshi" perft levee --size 3 a1 --depth 2)" "$hoshi" perft "$dir/two.sgf" --ply 1 --depth 2
expect 2 'not a point of this board' "$hoshi" perft levee --size 3 z9
expect 0 "$(printf '  all             240              77            48            48             0')" "$hoshi" count levee --size 3
expect 2 'too many positions' "$hoshi" count levee
expect 1 'do not fit in 1 MiB' "$hoshi" count levee --size 5 --memory 1
expect 1 'No such file' "$hoshi" check /nonexistent/file

# One option for one thing in all commands: the same letters, fractions of seconds, and old names that still work.
expect 0 'Player 1 to move' "$hoshi" analyze levee -n 5 -m 8 --seconds 0.05
expect 1 'not known' "$hoshi" solve levee -n 9 -p 2 -m 16 --seconds 0.05
for wrong in 0 -1 abc 0x10 5s 1e99 '' 0.0001; do
    expect 2 '--seconds takes seconds from 0.001 to' "$hoshi" analyze levee "--seconds=$wrong"
done
for option in '--seconds 0.01' '--cpu-seconds 0.01' '--ms 10' '--cpu=10' '-n 5 -m 8 -p 2'; do
    # shellcheck disable=SC2086 # words
    expect 0 '' "$hoshi" gtp levee $option
done
expect 2 '--seconds takes seconds from 0.001 to 1.07374e+09, such as 0.5, not "0.5 ms"' "$hoshi" gtp levee --ms 0.5
expect 2 'there is no option "--ms"' "$hoshi" analyze levee --ms 5
"$hoshi" gtp --help | grep -qe '--ms' && fail "the help tells of an old name"
expect 0 '"games": 2' "$hoshi" match levee --size 3 --a seconds=0.002 --b cpu-seconds=0.002 --games 2 --quiet
for wrong in seconds=0 seconds=-1 seconds= seconds=x cpu-seconds=1x; do
    expect 2 "$wrong" "$hoshi" match levee --a "$wrong" --b random
done
# A match names what is missing.
expect 2 '--a PLAYER and --b PLAYER are missing' "$hoshi" match levee
expect 2 '--b PLAYER is missing' "$hoshi" match levee --a random
expect 2 '--a PLAYER is missing' "$hoshi" match levee --b random
expect 2 'one is missing' "$hoshi" match levee --player random
# What is printed for people is there as JSON, too, and says the same.
(
    program=$(realpath "$hoshi")
    cd "$dir" || exit 1
    "$program" games --json >games
    "$program" perft levee --size 3 --json >perft
    "$program" count levee --size 3 --json >count
    "$program" solve levee --size 3 --all --proof proof --json >solve
    "$program" solve palisade --size 3 --exact --json >exact
    "$program" verify proof --json >verify
    echo more >>proof
    "$program" verify proof --json >refused
    "$program" table levee --size 3 --out levee.tablebase --json >table
    HOSHI_TABLES=. "$program" table --json >tables
)
/usr/bin/python3 - "$dir" <<'END' || fail "the JSON is not what it should be"
import json, sys
def lines(name):
    with open(f"{sys.argv[1]}/{name}") as f:
        return [json.loads(line) for line in f]
def is_so(name, got, want):
    if got != want:
        sys.exit(f"{name}: {got}, not {want}")
is_so("games", [(g["name"], g["sizes"]["default"]) for g in lines("games")],
      [("palisade", 19), ("redstone", 13), ("levee", 13), ("claims", 8)])
is_so("perft", [r["nodes"] for r in lines("perft")], [8, 56, 312])
is_so("count", lines("count")[-1], {"ply": "all", "positions": 240, "classes": 77, "won": [48, 48], "drawn": 0})
solve = lines("solve")[0]
is_so("solve", (solve["value"], solve["result"], len(solve["moves"]), solve["proof"]["file"]),
      ("win", "player 1 wins", 8, "proof"))
is_so("solve", [m["move"] for m in solve["moves"] if m["value"] == "win"], ["a2", "c2"])
exact = lines("exact")[0]
is_so("exact", (exact["value"], exact["margin_least"], exact["margin_most"]), ("loss", -1, -1))
verify = lines("verify")[0]
is_so("verify", (verify["proved"], verify["result"], verify["moves"]), (True, "player 1 wins", 7))
refused = lines("refused")[0]
is_so("refused", (refused["proved"], refused["line"], refused["why"]), (False, 6, "the proof goes on after its end"))
table = lines("table")[0]
is_so("table", (table["file"], table["positions"], table["margin"]), ("levee.tablebase", 43, 1))
is_so("tables", [t["positions"] for t in lines("tables")], [43])
END

# Ctrl-C is 130 everywhere.
# (A shell lets its background jobs ignore it; Python does not.)
/usr/bin/python3 - "$hoshi" <<'END' || fail "Ctrl-C does not end with 130"
import signal, subprocess, sys
for words in (["count", "levee", "-n", "9"], ["count", "redstone", "-n", "5"]):
    job = subprocess.Popen([sys.argv[1], *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    job.stdout.readline()  # it has begun
    job.stdout.readline()
    job.send_signal(signal.SIGINT)
    job.stdout.read()
    if job.wait() != 130:
        sys.exit(f"{words} ended with {job.returncode}")
END
[ "$fails" = 0 ]
