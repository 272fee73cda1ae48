#!/usr/bin/env python3
"""practice_ladders.py [OUT] - chooses the practice ladders: of each idea ten puzzles that get harder.

Takes them from puzzles/GAME.jsonl by their themes and writes puzzles/ladders.json: for each game a list of ideas with
the ids of their puzzles. Only puzzles whose proofs are cheap are taken, so that a telephone judges each move at once.
Boards of fewer than 25 points are taken only where the others are too few. The same collection gives the same ladders.
tests/web/ladders.test.mjs checks that the module judges each of them as the collection says."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RUNGS = 10
NODES_MOST = 2500
LARGE = 25
# Name of the idea, the themes that its puzzles have, and those that they have not.
IDEAS = {
    "palisade": [("double-threat", {"double-threat"}, set()), ("cut", {"defence"}, {"capture"}),
                 ("race", {"sacrifice"}, set()), ("chain", {"chain"}, {"sacrifice"}), ("count", {"count"}, set())],
    "redstone": [("last-liberty", {"last-liberty"}, set()), ("rescue", {"rescue"}, set()), ("red", {"red"}, set()),
                 ("exchange", {"exchange"}, {"red"}), ("zugzwang", {"zugzwang"}, set())],
    "levee": [("double-threat", {"double-threat"}, set()), ("defence", {"defence"}, set()),
              ("circuit", {"circuit"}, set()), ("detour", {"detour"}, set())],
    "claims": [("jack", {"jack"}, set()), ("second", {"second"}, set()), ("closing", {"closing"}, set()),
               ("pass", {"pass"}, set()), ("count", {"count"}, {"pass"})],
}


def ladder(puzzles, has, lacks, taken):
    """The easiest, the hardest, and those at equal distances between them, each with another solution than the last."""
    fit = [p for p in puzzles if has <= set(p["themes"]) and not lacks & set(p["themes"])
           and p["nodes"] <= NODES_MOST and p["id"] not in taken]
    large = [p for p in fit if p["width"] * p["height"] >= LARGE]
    fit = sorted(large if len(large) >= 2 * RUNGS else fit, key=lambda p: (p["rating"], p["plies"], p["id"]))
    if len(fit) < RUNGS:
        sys.exit(f"only {len(fit)} puzzles have {sorted(has)}")
    chosen = []
    for i in range(RUNGS):
        at = i * (len(fit) - 1) // (RUNGS - 1)
        most = min(len(fit), (i + 1) * (len(fit) - 1) // (RUNGS - 1))
        while at + 1 < most and chosen and fit[at]["solution"] == chosen[-1]["solution"]:
            at += 1
        chosen.append(fit[at])
    return [p["id"] for p in chosen]


def main():
    out = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../puzzles/ladders.json")
    ladders = {}
    for game, ideas in IDEAS.items():
        with open(os.path.join(HERE, "../puzzles", game + ".jsonl"), encoding="ascii") as f:
            puzzles = [json.loads(line) for line in f]
        taken = set()
        ladders[game] = []
        for idea, has, lacks in ideas:
            ids = ladder(puzzles, has, lacks, taken)
            taken |= set(ids)
            ladders[game].append({"idea": idea, "puzzles": ids})
    with open(out, "w", encoding="ascii") as f:
        json.dump(ladders, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
