#!/bin/sh
# browsers.sh - walks through the page in three browsers: Chromium, Debian's Firefox and WebKit.
#
#   tools/browsers.sh BUILD [ENGINE...]     engines: chromium firefox webkit
#
# Installs missing packages if it is allowed to (setup.sh). Tries every browser, and fails at the end if
# one of them failed.
set -eu
cd "$(dirname "$0")/.."

build=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- chromium firefox webkit

sh tools/setup.sh tools/packages-browsers.txt
failed=
for engine in "$@"; do
    log=$build/browsers-$engine.log
    if HOSHI_ENGINE=$engine HOSHI_BUILD=$build node --test tests/web/walk/walk.test.mjs >"$log" 2>&1; then
        echo "ok    $engine"
    else
        echo "FAIL  $engine"
        grep -E '^ *(not ok|error:|.*waited in vain)' "$log" || tail -n 20 "$log"
        echo "      the whole log: $log"
        failed="$failed $engine"
    fi
done
[ -z "$failed" ] || { echo "The page does not work in:$failed" >&2; exit 1; }
