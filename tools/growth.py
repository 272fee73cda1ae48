#!/usr/bin/env python3
"""Measures how the work of a proof grows towards the start of a game.

Plays games between two engines and solves their positions from the end backwards, until three proofs in a row
exceed the bound on positions. Prints, for each number of plies before the end, how many positions a proof takes.
A straight line through the logarithms estimates the work for the empty board. Results are kept in a file of
JSON lines, so that the same command continues where it stopped.

    tools/growth.py palisade --size 7 --out growth.jsonl
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile


def games_of(args):
    """The games: lists of moves, played by the engine from the seed."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "games.jsonl")
        player = f"level={args.level}"
        subprocess.run([args.hoshi, "match", args.game, "--size", args.size, "--a", player, "--b", player,
                        "--games", str(args.games), "--random", "2", "--seed", str(args.seed), "--jobs", "1",
                        "--quiet", "--log", log] + [w for o in args.opt for w in ("--opt", o)],
                       check=True, stdout=subprocess.DEVNULL)
        with open(log, encoding="utf-8") as lines:
            games = [json.loads(line) for line in lines]
    return [game["moves"] for game in sorted(games, key=lambda game: game["number"])]


def solve(args, moves):
    """The number of positions that a proof after these moves took; None if the bound was too small."""
    run = subprocess.run([args.hoshi, "solve", args.game, *moves, "--size", args.size, "--nodes",
                          str(args.nodes), "--memory", str(args.memory)]
                         + [w for o in args.opt for w in ("--opt", o)],
                         capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"growth.py: {' '.join(run.args)}: {run.stderr.strip()}")
    if run.returncode == 1:
        return None
    return int(re.search(r"^positions: (\d+)", run.stdout, re.M)[1])


def line_through(points):
    """Least squares: (a, b) of y = a + b x."""
    mean_x = statistics.fmean(x for x, _ in points)
    mean_y = statistics.fmean(y for _, y in points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    return mean_y - slope * mean_x, slope


def table(rows, nodes, games, length):
    """Prints the table of medians, and the line through its rows. Only rows in which every game has a
    position and at least half of them are solved count for the line."""
    print("plies before the end | positions solved | median of positions searched")
    points = []
    for left in sorted({row["left"] for row in rows}):
        found = [row["positions"] for row in rows if row["left"] == left]
        counts = sorted(math.inf if n is None else n for n in found)
        median = counts[(len(counts) - 1) // 2]
        solved = sum(n is not None for n in found)
        shown = f"more than {nodes}" if median is math.inf else str(median)
        print(f"{left:20} | {solved:3} of {len(found):3}       | {shown}")
        if len(found) == games and 10 <= median < math.inf:
            points.append((left, math.log10(median)))
    if len(points) >= 3:
        start, slope = line_through(points)
        print(f"each earlier ply takes {10 ** slope:.2f} times as many; "
              f"games have {length:.0f} plies, so the empty board takes about 10^{start + slope * length:.1f}")


def main():
    """Continues the file, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--size", required=True)
    parser.add_argument("--opt", action="append", default=[], metavar="NAME=0|1")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--games", type=int, default=11)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=1000000, help="bound for one proof, in positions")
    parser.add_argument("--memory", type=int, default=256, help="MiB for one proof")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hoshi", default="build/hoshi")
    args = parser.parse_args()
    games = games_of(args)
    question = {"game": args.game, "size": args.size, "opt": args.opt, "games": args.games, "level": args.level,
                "nodes": args.nodes, "seed": args.seed}
    rows = []
    if os.path.exists(args.out):
        with open(args.out, encoding="utf-8") as lines:
            first, *rows = [json.loads(line) for line in lines]
        if first != question:
            sys.exit(f"growth.py: {args.out} holds the answers to another question: {json.dumps(first)}")
    else:
        with open(args.out, "w", encoding="utf-8") as out:
            out.write(json.dumps(question) + "\n")
    known = {(row["game"], row["left"]): row["positions"] for row in rows}
    rows = []
    with open(args.out, "a", encoding="utf-8") as out:
        for number, moves in enumerate(games):
            misses = 0
            for left in range(1, len(moves) + 1):
                if misses >= 3:  # earlier positions need even more
                    positions = None
                elif (number, left) in known:
                    positions = known[number, left]
                else:
                    positions = solve(args, moves[:len(moves) - left])
                    out.write(json.dumps({"game": number, "left": left, "positions": positions}) + "\n")
                    out.flush()
                misses = misses + 1 if positions is None else 0
                rows.append({"game": number, "left": left, "positions": positions})
            print(f"game {number + 1} of {len(games)}: {len(moves)} plies", file=sys.stderr, flush=True)
    table(rows, args.nodes, len(games), statistics.fmean(len(moves) for moves in games))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
