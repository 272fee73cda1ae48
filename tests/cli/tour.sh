#!/bin/bash
# tour.sh BUILD TOUR - tools/tour.py records a complete picture of README.md from the running program.
set -u
build=$1
tour=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/expect.sh"

expect 0 "$dir/tour-gtp.svg" python3 "$tour" "$build" "$dir" gtp
python3 - "$dir/tour-gtp.svg" <<'END' || fail "the picture"
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
text = " ".join(root.itertext())
for words in ("hoshi gtp redstone", "black stone on d4 already", ";B[dd];W[", "prefers-reduced-motion"):
    assert words in text, words
assert "@keyframes" in text
END
expect 1 'usage: tour.py' python3 "$tour" "$build" "$dir" radio
[ "$fails" = 0 ]
