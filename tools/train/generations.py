#!/usr/bin/python3
"""Improves the net of a game in generations: games of the best net, training on them, and a match.

    tools/train/generations.py redstone FOLDER --from nets/redstone.net --generations 3

Each generation plays games with the best net (`hoshi selfplay --net`), trains from that net on the games of
all generations (train.py --from), writes a net (export.py), and plays it against the best net with equal
evaluations (`hoshi match --sprt`). The net becomes the best one if the test accepts it, or if the test
reaches no decision and the new net has won more than half. FOLDER keeps everything:

    games/          files of games; the seed in their names is the number of the generation
    1/, 2/, …       train.py's output, game.net, match.json
    best.net        the best net
    ladder.jsonl    a line for each generation: net, games, positions, share of points, Elo difference with its
                    95 % interval, whether it was accepted

An interrupted run continues where it stopped. Run two of them for two cores: all steps use one thread."""
import argparse
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def arguments():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    a.add_argument("game")
    a.add_argument("folder")
    a.add_argument("--from", dest="start", metavar="FILE", required=True, help="the first net")
    a.add_argument("--hoshi", default="build/hoshi")
    a.add_argument("--generations", type=int, default=1, help="the number of the last generation")
    a.add_argument("--mix", default="7:192,9:480,11:96,13:32",
                   help="sizes of boards, and the games of each in a generation; the match uses the size "
                        "with most games")
    a.add_argument("--nodes", type=int, default=400, help="evaluations for a ply that teaches the policy")
    a.add_argument("--fast", type=int, default=80, help="evaluations for the other plies")
    a.add_argument("--random", type=int, default=4, help="at most so many random plies begin a game")
    a.add_argument("--drawn", type=int, default=10, help="plies drawn by their visits after them")
    a.add_argument("--steps", type=int, default=3000)
    a.add_argument("--batch", type=int, default=128)
    a.add_argument("--rate", type=float, default=2e-3)
    a.add_argument("--match-nodes", type=int, default=200, help="evaluations a move in the match")
    a.add_argument("--match-games", type=int, default=200, help="most games of the match")
    a.add_argument("--openings", metavar="FILE",
                   help="openings of the match, a line each, as from openings.py; without it four random plies")
    a.add_argument("--sprt", default="0,40", help="as for `hoshi match`")
    a.add_argument("--least", type=int, default=7, help="smallest side of a board for the net")
    a.add_argument("--side", type=int, default=13, help="largest side of a board for the net")
    o = a.parse_args()
    try:
        o.mix = [tuple(map(int, part.split(":"))) for part in o.mix.split(",")]
        assert all(len(part) == 2 and min(part) > 0 for part in o.mix)
    except (ValueError, AssertionError):
        a.error("--mix is a list of SIZE:GAMES, for example 7:192,9:480")
    return o


def run(*words, output=None):
    """Runs a program and ends if it fails."""
    print(" ".join(words), flush=True)
    done = subprocess.run(words, stdout=output)
    if done.returncode != 0:  # also after Ctrl-C in a match
        sys.exit(f"{words[0]}: ended with status {done.returncode}; nothing is lost, run this again")


def play(o, number, best):
    for size, games in o.mix:
        run(o.hoshi, "selfplay", o.game, "--size", str(size), "--games", str(games),
            "--nodes", str(o.nodes), "--fast", str(o.fast), "--random", str(o.random),
            "--drawn", str(o.drawn), "--seed", str(number), "--net", best,
            "--out", os.path.join(o.folder, "games"))


def train(o, at, best):
    run(sys.executable, os.path.join(HERE, "train.py"), os.path.join(o.folder, "games"), at, "--from", best,
        "--hoshi", o.hoshi, "--steps", str(o.steps), "--batch", str(o.batch), "--rate", str(o.rate))
    net = os.path.join(at, "game.net")
    run(sys.executable, os.path.join(HERE, "export.py"), os.path.join(at, "state.pt"), net + ".part",
        "--least", str(o.least), "--side", str(o.side))
    os.replace(net + ".part", net)


def match(o, number, at, best):
    """The result of the match, as `hoshi match` prints it."""
    path = os.path.join(at, "match.json")
    if not os.path.exists(path):
        size = max(o.mix, key=lambda part: part[1])[0]
        players = [f"nodes={o.match_nodes},net={net}" for net in (os.path.join(at, "game.net"), best)]
        with open(path + ".part", "w", encoding="utf-8") as f:
            start = ["--openings", o.openings] if o.openings else ["--random", "4"]
            run(o.hoshi, "match", o.game, "--size", str(size), *start, "--a", players[0],
                "--b", players[1], "--games", str(o.match_games), "--sprt", o.sprt, "--jobs", "1",
                "--seed", str(1000 * number + 1), "--quiet", output=f)
        os.replace(path + ".part", path)
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def last_line(path):
    with open(path, encoding="utf-8") as f:
        return json.loads(f.readlines()[-1])


def main():
    o = arguments()
    os.makedirs(o.folder, exist_ok=True)
    best, ladder = os.path.join(o.folder, "best.net"), os.path.join(o.folder, "ladder.jsonl")
    if not os.path.exists(best):
        shutil.copy(o.start, best)
    done = 0
    if os.path.exists(ladder):
        done = last_line(ladder)["generation"]
    for number in range(done + 1, o.generations + 1):
        at = os.path.join(o.folder, str(number))
        net = os.path.join(at, "game.net")
        if not os.path.exists(net):
            play(o, number, best)
            train(o, at, best)
        result = match(o, number, at, best)
        accepted = result["sprt"]["accepted"]
        better = accepted == "H1" or (accepted == "none" and result["share"] > 0.5)
        with open(net, "rb") as f:
            crc = int.from_bytes(f.read(32)[28:], "little")
        line = {"generation": number, "net": f"{crc:08x}", "games": sum(n for _, n in o.mix),
                "positions": last_line(os.path.join(at, "log.jsonl"))["rows"],
                "match": result["games"], "share": result["share"], "elo": result.get("elo"), "better": better}
        print(json.dumps(line), flush=True)
        if better:
            shutil.copy(net, best + ".part")
            os.replace(best + ".part", best)
        with open(ladder, "a", encoding="utf-8") as f:
            f.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted; run this again to continue")
