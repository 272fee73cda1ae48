#!/usr/bin/env python3
"""gtp_player.py FAULT [MARK] - a GTP program that plays simple moves, and makes the mistake FAULT on its second move.

It puts a stone on the first point, in board order, that it has not seen played, which is mostly legal in Levee. MARK
makes the process easy to find in a list of processes. With GRAVE=SECONDS in the environment it also leaves a process
behind that sleeps for SECONDS. With ASKED=FILE it creates that file before it falls silent."""
import os
import subprocess
import sys
import time

fault = sys.argv[1]
size, seen, asked, clocks = 0, set(), 0, []
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def say(text, good=True):  # with an extra blank and the line ends of another system
    sys.stdout.write(f"{'=' if good else '?'} {text} \r\n\r\n")
    sys.stdout.flush()


def choose():
    global asked
    asked += 1
    if asked == 2 and fault == "crash":
        os._exit(3)
    if asked == 2 and fault == "silent":
        if "ASKED" in os.environ:
            open(os.environ["ASKED"], "w").close()
        time.sleep(1000)
    if asked == 2 and fault == "slow":
        time.sleep(1.7)
    if asked == 2 and fault == "long":
        sys.stdout.write("= " + "x" * 100000 + "\n\n")
        sys.stdout.flush()
        return None
    if asked == 2 and fault == "illegal":
        return "C3"  # L3a: the centre of 5x5
    if asked == 2 and fault == "garbage":
        return "over there"
    if asked == 2 and fault == "resign":
        return "resign"
    for y in range(1, size + 1):
        for x in range(size):
            vertex = f"{COLUMNS[x]}{y}"
            if vertex not in seen and not (2 * x + 1 == size and 2 * y == size + 1):
                seen.add(vertex)
                return vertex
    return "pass"


if os.environ.get("GRAVE"):
    subprocess.Popen(["sleep", os.environ["GRAVE"]])
if fault == "dead":
    sys.exit(1)
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    command, args = words[0], words[1:]
    if command == "list_commands":
        say("name\nversion\nlist_commands\nboardsize\nclear_board\nplay\ngenmove\nquit\ntime_settings\ntime_left")
    elif command == "name":
        say("gtp_player")
    elif command == "boardsize" and fault == "small" and int(args[0]) > 3:
        say("unacceptable size", False)
    elif command == "boardsize":
        size = int(args[0])
        say("")
    elif command == "clear_board":
        seen, asked = set(), 0
        say("")
    elif command == "play" and fault == "refuses" and asked == 1:
        say("illegal move", False)
    elif command == "play":
        seen.add(args[1].upper())
        say("")
    elif command == "genmove" and fault == "no" and asked == 1:
        say("cannot", False)
    elif command == "genmove":
        vertex = choose()
        if vertex is not None:
            say(vertex)
    elif command == "quit":
        say("")
        if fault == "stays":
            time.sleep(1000)
        break
    elif command in ("version", "time_settings", "time_left"):
        say("")
    else:
        say("unknown command", False)
