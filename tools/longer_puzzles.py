#!/usr/bin/env python3
"""longer_puzzles.py HOSHI GAME SIZE [--minutes N] [--work FOLDER] - adds longer puzzles to the collection.

In rounds of --seconds it lets `hoshi puzzles --grow` take back moves of the longest puzzles of that board and vary
them, those of the collection and those that it has found, each round with another seed. Finds are kept in FOLDER
(build/longer), where a later run goes on. At the end it takes those that are as long as the longest before or longer
and that differ from each other in at least DIFFER stones, rates and proves them (`hoshi rate`, `hoshi verify`), and
adds them to puzzles/GAME.jsonl (merge_puzzles.py). docs/lab/puzzles.md has what it found."""
import argparse
import collections
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PARENTS = 120
DIFFER = 4
NODES = 10000  # the limit of the collection (docs/PUZZLES.md)


def read(name):
    """A line that a killed process has left incomplete is skipped."""
    if not os.path.exists(name):
        return []
    with open(name, encoding="ascii") as f:
        return [json.loads(line) for line in f if line.endswith("\n")]


def write(name, puzzles):
    with open(name, "w", encoding="ascii") as f:
        f.writelines(json.dumps(p, separators=(",", ":")) + "\n" for p in puzzles)


def grow(options, parents, found, seed):
    """One round; returns the new puzzles."""
    seeds = os.path.join(options.work, "parents.jsonl")
    out = os.path.join(options.work, "round.jsonl")
    parents = sorted(parents, key=lambda p: -p["plies"])[:PARENTS]
    write(seeds, parents)
    with open(out, "w", encoding="ascii") as f:
        child = subprocess.Popen([options.hoshi, "puzzles", "--grow", seeds, "--bare", "--nodes", str(NODES),
                                  "--plies", str(parents[0]["plies"]), "--count", "1000", "--seed", str(seed)],
                                 stdout=f, stderr=subprocess.DEVNULL)
        try:
            child.wait(timeout=options.seconds)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
    known = {p["id"] for p in parents} | {p["id"] for p in found}
    return [p for p in read(out) if p["id"] not in known]


def choose(found, mine, least):
    """The longest first, without those that are nearly another one, or one of that length in the collection."""
    known = {p["id"] for p in mine}
    chosen = []
    for p in sorted(found, key=lambda p: (-p["plies"], p["id"])):
        others = chosen + [q for q in mine if q["plies"] == p["plies"]]
        near = any(len(set(p["moves"]) ^ set(q["moves"])) < DIFFER for q in others)
        if p["plies"] >= least and p["id"] not in known and not near:
            chosen.append(p)
    return chosen


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    args.add_argument("hoshi")
    args.add_argument("game")
    args.add_argument("size", type=int)
    args.add_argument("--minutes", type=float, default=30)
    args.add_argument("--seconds", type=float, default=900)
    args.add_argument("--seed", type=int, default=int(time.time()))
    args.add_argument("--work", default="build/longer")
    options = args.parse_args()
    options.hoshi = os.path.abspath(options.hoshi)
    os.makedirs(options.work, exist_ok=True)
    collection = os.path.join(HERE, "../puzzles", options.game + ".jsonl")
    kept = os.path.join(options.work, f"{options.game}-{options.size}.jsonl")
    mine = [p for p in read(collection) if (p["width"], p["height"], p["options"]) == (options.size, options.size, 0)]
    if not mine:
        sys.exit(f"There is no puzzle of {options.game} {options.size}x{options.size} to begin with.")
    least = max(p["plies"] for p in mine)
    found = read(kept)
    until = time.monotonic() + 60 * options.minutes
    while time.monotonic() < until:
        options.seed += 1
        new = grow(options, mine + found, found, options.seed)
        found += new
        write(kept, found)
        lengths = collections.Counter(p["plies"] for p in new)
        print(f"seed {options.seed}: {dict(sorted(lengths.items())) or 'nothing'}", flush=True)
    chosen = choose(found, mine, least)
    if not chosen:
        return
    bare = os.path.join(options.work, "chosen.jsonl")
    rated = os.path.join(options.work, "rated.jsonl")
    write(bare, chosen)
    with open(rated, "w", encoding="ascii") as f:
        subprocess.run([options.hoshi, "rate", bare], stdout=f, check=True)
    subprocess.run([options.hoshi, "verify", rated], check=True)
    subprocess.run([sys.executable, os.path.join(HERE, "merge_puzzles.py"), collection, "100000", collection, rated],
                   check=True)


if __name__ == "__main__":
    main()
