#!/bin/bash
# gtp.sh HOSHI - a file of commands is answered byte for byte as the draft of GTP 2 says: with the line ends of
# every system, without an end of the last line, and when the file ends during an analysis.
set -u
hoshi=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/expect.sh"
answers() { # expected output, arguments of hoshi gtp...; commands on standard input
    local want=$1
    shift
    "$hoshi" gtp "$@" >"$dir/out" || fail "gtp $* ended with $?"
    printf '%b' "$want" | cmp - "$dir/out" || fail "gtp $*: $(cat -A "$dir/out")"
}
long=$(printf 'x%.0s' {1..70000})

# Line ends of all systems, blanks and tabs, control characters, comments, ids, unknown commands.
printf 'protocol_version\r\n\r\n1 name\n\n  \t \n2\tname\t# who\r\n# 3 name\r\n4\x01 na\x0cme\x7f\n5 fly me\r\n6\nNAME\n' >"$dir/in"
printf '00 known_command\tplay\n2147483647 known_command fly\n2147483648 name\n-1 name\n7 boardsize\nboardsize 4\n' >>"$dir/in"
printf '8 %s\nplay b\nplay b a1 and more\nplay b a1\nundo\n9 undo\nquit\nname\n' "$long" >>"$dir/in"
answers '= 2\n\n=1 hoshi\n\n=2 hoshi\n\n=4 hoshi\n\n?5 unknown command\n\n?6 syntax error\n\n? unknown command\n\n=00 true\n\n=2147483647 false\n\n? unknown command\n\n? unknown command\n\n?7 syntax error\n\n? unacceptable size\n\n?8 syntax error\n\n? syntax error\n\n=\n\n? illegal move\n\n=\n\n?9 cannot undo\n\n=\n\n' \
    levee --size 5 <"$dir/in"
# The last line needs no line end, with or without CR.
printf '3 name' | answers '=3 hoshi\n\n' levee
printf '3 name\r' | answers '=3 hoshi\n\n' levee
printf '' | answers '' levee
# An analysis with nothing after it ends with the file; with a command after it, at once.
printf '12 lz-analyze b 100\n13 name\n' | "$hoshi" gtp levee --size 5 | grep -v '^info ' >"$dir/out"
printf '=12\n\n=13 hoshi\n\n' | cmp - "$dir/out" || fail "an analysis before a command"
printf '14 kata-analyze b 100' | "$hoshi" gtp levee --size 5 | grep -v '^info ' >"$dir/out"
printf '=14\n\n' | cmp - "$dir/out" || fail "an analysis before the end"
[ "$fails" = 0 ]
