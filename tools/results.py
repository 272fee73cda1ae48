#!/usr/bin/env python3
"""Tells how the tests of the last `meson test` went: what each failed one wrote, at most its last lines, and then
one line "N passed, N failed, N skipped".

usage: results.py BUILD"""
import json
import os
import sys

LINES = 60
NAMES = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}


def main():
    build = sys.argv[1]
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    log = os.path.join(build, "meson-logs", "testlog.json")
    if not os.path.exists(log):
        sys.exit(f"no test ran: there is no {log}")
    with open(log, encoding="utf-8") as f:
        for test in map(json.loads, f):
            name = NAMES.get(test["result"], "failed")
            counts[name] += 1
            if name == "failed":
                wrote = (test.get("stdout", "") + test.get("stderr", "")).rstrip().splitlines()
                print(f"--- {test['name']}: {test['result']}, {test['duration']:.0f} s")
                if wrote:
                    print("\n".join(wrote[-LINES:]))
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))


if __name__ == "__main__":
    main()
