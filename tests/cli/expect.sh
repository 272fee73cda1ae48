# expect.sh - for the shell tests of this folder: counts failures, and runs a command whose status and output
# must be as expected. A test sources it and ends with `[ "$fails" = 0 ]`.
fails=0
fail() {
    echo "FAIL: $*"
    fails=$((fails + 1))
}
expect() { # expected status, expected text in the output, command...
    local want=$1 text=$2 out status
    shift 2
    out=$("$@" 2>&1 </dev/null)
    status=$?
    [ "$status" = "$want" ] || fail "$* ended with $status, not $want: $out"
    [[ $out == *"$text"* ]] || fail "$* says \"$out\", not \"$text\""
}
