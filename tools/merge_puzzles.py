#!/usr/bin/env python3
"""merge_puzzles.py OUT MOST FILE... - joins puzzles of one game (docs/PUZZLES.md) into a file of the collection.

Each position is taken once: positions that are equal up to symmetry have the same id. At most MOST puzzles of each
board size are kept. Puzzles of rare lengths and solutions come first, so that the collection stays varied. The
lines are sorted by board, rating and id, so that a later merge changes few of them."""
import collections
import json
import sys


def kept(puzzles, most):
    """Takes from each length in turn, the shortest first."""
    lengths = collections.defaultdict(list)
    for p in sorted(puzzles, key=lambda p: p["id"]):
        lengths[p["plies"]].append(p)
    out = []
    while len(out) < most and any(lengths.values()):
        for plies in sorted(lengths):
            if lengths[plies] and len(out) < most:
                out.append(lengths[plies].pop())
    return out


def main():
    out, most, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    boards = collections.defaultdict(dict)
    for name in names:
        with open(name, encoding="ascii") as f:
            for line in f:
                p = json.loads(line)
                boards[p["width"], p["height"]].setdefault(p["id"], p)
    lines = []
    for board in sorted(boards):
        best = kept(boards[board].values(), most)
        for p in sorted(best, key=lambda p: (p["rating"], p["id"])):
            lines.append(json.dumps(p, separators=(",", ":")) + "\n")
        print(f"{board[0]}x{board[1]}: {len(best)} of {len(boards[board])}")
    with open(out, "w", encoding="ascii") as f:
        f.writelines(lines)


if __name__ == "__main__":
    main()
