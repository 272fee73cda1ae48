#!/bin/sh
# test.sh BUILD [--quick] - runs every test, and ends with what failed tests wrote and one
# line "N passed, N failed, N skipped".
# A test may take three times as long as its limit says: the limits are of a machine that does
# nothing else.
# --quick runs only the unit tests, the rules, conformance, and the page's types and state.
# Three tests for each processor run at a time, because most of them wait for a clock, a server
# or a mail. The longest tests begin first, waiting ones beside computing ones (the priorities in
# tests/server and tests/web). MESON_TESTTHREADS=N sets another number.
set -u
case ${1:-} in -h | --help) sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
build=$1
status=0
suites=
[ "${2:-}" != --quick ] || suites='--suite unit --suite conformance --suite quick'
export MESON_TESTTHREADS="${MESON_TESTTHREADS:-$(($(nproc) * 3))}"
. tools/temporary.sh
# One PostgreSQL for all tests that only need a store in it.
around=
[ -n "$suites" ] || [ ! -x "$build/tests/unit/fresh_store" ] ||
    around="tests/postgres.sh --around $build/tests/unit/fresh_store"
rm -f "$build/meson-logs/testlog.json" # of an earlier run
export HOSHI_POSTGRES_TEMPLATE="$PWD/$build/tests/cluster.tar"
# shellcheck disable=SC2086 # the list is meant to be split
$around meson test -C "$build" --no-rebuild --timeout-multiplier 3 $suites || status=$?
python3 tools/results.py "$build"
exit "$status"
