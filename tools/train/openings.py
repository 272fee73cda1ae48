#!/usr/bin/python3
"""Prints openings of a game that the engine without nets finds even, for `hoshi match --openings`.

    tools/train/openings.py levee --size 9 --plies 6 --number 50 > levee-9.txt

In some games (Levee above all) the opening decides who wins. A match from random openings then says little
about its players: each wins the same openings with the same side. The moves are random; an opening is kept if
the engine gives the side to move between 0.5 - MARGIN and 0.5 + MARGIN."""
import argparse
import json
import os
import subprocess
import sys
import tempfile


def arguments():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    a.add_argument("game")
    a.add_argument("--hoshi", default="build/hoshi")
    a.add_argument("--size", default="9", help="N or WxH")
    a.add_argument("--plies", type=int, default=6)
    a.add_argument("--number", type=int, default=50, help="openings")
    a.add_argument("--tried", type=int, default=4000, help="most openings that are judged")
    a.add_argument("--nodes", type=int, default=20000, help="playouts for a judgement")
    a.add_argument("--margin", type=float, default=0.05)
    a.add_argument("--seed", type=int, default=1)
    return a.parse_args()


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip() or f"{words[0]}: status {done.returncode}")
    return done.stdout


def random_openings(o):
    """The beginnings of random games, each once. The folder of their log is gone at the end."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.jsonl")
        run(o.hoshi, "match", o.game, "--size", o.size, "--a", "random", "--b", "random", "--games",
            str(2 * o.tried), "--seed", str(o.seed), "--log", log, "--quiet", "--jobs", "1")
        with open(log, encoding="utf-8") as f:
            games = [json.loads(line)["moves"] for line in f]
    lines = {" ".join(moves[:o.plies]): None for moves in games if len(moves) > o.plies}
    return list(lines)[:o.tried]


def main():
    o = arguments()
    found = 0
    for line in random_openings(o):
        said = json.loads(run(o.hoshi, "analyze", o.game, "--size", o.size, "--net", "none", "--threads", "1",
                              "--nodes", str(o.nodes), "--json", *line.split()))
        if said["proven"] is None and abs(said["winrate"] - 0.5) <= o.margin:
            print(line, flush=True)
            found += 1
            if found == o.number:
                return
    sys.exit(f"only {found} of {o.number} openings are even: try a larger --margin, or more with --tried")


if __name__ == "__main__":
    main()
