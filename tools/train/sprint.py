#!/usr/bin/python3
"""Makes the most of a few minutes on a machine with many cores and perhaps a GPU: games on all cores, training
beside them.

    tools/train/sprint.py FOLDER redstone:19:2:2 redstone:13:1 claims:10:1 --seconds 240 --device cuda

GAME:SIZE:SHARE[:GAMES] says what is played: a board, its share of the cores' time, and the games of a file (4).
The time is divided into --cycles; at the end of each the nets of all games learn at once (train.py --from the
newest net), while games go on, and the games after that are played by the new nets. The last training begins when
the seconds are over. FOLDER keeps everything, also files of games that were there before:

    GAME/games/     files of games
    GAME/1/, …      train.py's output and game.net for each cycle
    GAME/newest.net

A run that is broken off loses the games in progress; the next one begins with the newest nets, and learns from all
games."""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def board(text):
    words = text.split(":")
    try:
        if not 3 <= len(words) <= 4:
            raise ValueError
        made = {"game": words[0], "size": int(words[1]), "share": float(words[2]),
                "file": int(words[3]) if len(words) == 4 else 4, "spent": 0.0}
        if made["size"] < 1 or made["share"] <= 0 or made["file"] < 1:
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: not GAME:SIZE:SHARE[:GAMES], for example redstone:19:2:4")
    return made


def arguments():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    a.add_argument("folder")
    a.add_argument("boards", type=board, nargs="+", metavar="GAME:SIZE:SHARE[:GAMES]")
    a.add_argument("--hoshi", default="build/hoshi")
    a.add_argument("--nets", default="nets", help="folder of the first nets, GAME.net")
    a.add_argument("--seconds", type=float, default=240, help="for games; the last training comes after that")
    a.add_argument("--cycles", type=int, default=2)
    a.add_argument("--jobs", type=int, default=os.cpu_count(), help="games played at the same time")
    a.add_argument("--device", default="cpu", help="as for train.py")
    a.add_argument("--nodes", type=int, default=240, help="evaluations for a ply that teaches the policy")
    a.add_argument("--fast", type=int, default=40, help="evaluations for the other plies")
    a.add_argument("--teach", type=int, default=25, help="percentage of plies that teach")
    a.add_argument("--random", type=int, default=8, help="at most so many random plies begin a game")
    a.add_argument("--drawn", type=int, default=12, help="plies drawn by their visits after them")
    a.add_argument("--decided", type=int, default=6, help="evaluations for the plies of decided games")
    a.add_argument("--epochs", type=float, default=8, help="as for train.py, in each cycle")
    a.add_argument("--batch", type=int, default=512)
    a.add_argument("--rate", type=float, default=1.5e-3)
    a.add_argument("--side", action="append", default=[], metavar="GAME:LEAST:MOST",
                   help="sides of the boards that the head of a net names; without it those that are played")
    a.add_argument("--seed", type=int, default=1)
    return a.parse_args()


class Players:
    """Threads that play one file of games after the other, of the board that lags most behind its share."""

    def __init__(self, o):
        self.o, self.lock, self.children, self.over = o, threading.Lock(), set(), False
        self.numbers, self.failed = {}, None
        self.threads = [threading.Thread(target=self.play, daemon=True) for _ in range(o.jobs)]
        for t in self.threads:
            t.start()

    def next(self):
        """The next file: a board and the number of a file that nobody has made."""
        at = min(self.o.boards, key=lambda b: b["spent"] / b["share"])
        at["spent"] += 0.1 * at["share"]  # until the time is known, so that all are begun in turn
        games = os.path.join(self.o.folder, at["game"], "games")
        size = f"{at['size']}x{at['size']}"
        number = self.numbers.get((at["game"], size), 0)
        while os.path.exists(os.path.join(games, f"{at['game']}-{size}-{self.o.seed}-{number:05}.games")):
            number += 1
        self.numbers[at["game"], size] = number + 1
        return at, number, games

    def play(self):
        o = self.o
        while True:
            with self.lock:
                if self.over or self.failed:
                    return
                at, number, games = self.next()
                begun = time.time()
                child = subprocess.Popen([
                    o.hoshi, "selfplay", at["game"], "--size", str(at["size"]), "--games", str(at["file"]),
                    "--file", str(at["file"]), "--first", str(number), "--nodes", str(o.nodes),
                    "--fast", str(o.fast), "--teach", str(o.teach), "--random", str(o.random),
                    "--drawn", str(o.drawn), "--decided", str(o.decided), "--seed", str(o.seed),
                    "--net", os.path.join(o.folder, at["game"], "newest.net"), "--out", games],
                    stdout=subprocess.DEVNULL)
                self.children.add(child)
            code = child.wait()
            with self.lock:
                self.children.discard(child)
                at["spent"] += time.time() - begun
                if code != 0 and not self.over:
                    self.failed = f"{o.hoshi}: ended with status {code}"

    def stop(self):
        with self.lock:
            self.over = True
            for child in self.children:
                child.send_signal(signal.SIGTERM)
        for t in self.threads:
            t.join()


def replace(source, target):
    shutil.copy(source, target + ".part")
    os.replace(target + ".part", target)


class Cycle:
    """Trains the nets of all games at once. A game that cannot learn yet keeps its net."""

    def __init__(self, o, number, limits):
        self.o, self.number, self.limits, self.failed = o, number, limits, []
        self.threads = [threading.Thread(target=self.train, args=(game,)) for game in sorted(limits)]
        for t in self.threads:
            t.start()

    def run(self, *words):
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
        if done.returncode != 0:
            self.failed.append(f"{words[0]} {words[1]}: ended with status {done.returncode}\n{done.stderr}")
        return done.returncode == 0

    def train(self, game):
        o, home = self.o, os.path.join(self.o.folder, game)
        at, newest = os.path.join(home, str(self.number)), os.path.join(home, "newest.net")
        net, begun = os.path.join(at, "game.net"), time.time()
        least, most = self.limits[game]
        if self.run(os.path.join(HERE, "train.py"), os.path.join(home, "games"), at, "--hoshi", o.hoshi,
                    "--from", newest, "--epochs", str(o.epochs), "--batch", str(o.batch), "--rate", str(o.rate),
                    "--device", o.device, "--seed", str(self.number)) and \
           self.run(os.path.join(HERE, "export.py"), os.path.join(at, "state.pt"), net,
                    "--least", str(least), "--side", str(most)):
            replace(net, newest)
            with open(os.path.join(at, "log.jsonl"), encoding="utf-8") as log:
                print(f"{game}, cycle {self.number}, {time.time() - begun:.0f} s: {log.readlines()[-1]}",
                      end="", flush=True)

    def wait(self):
        """Whether all games have learned."""
        for t in self.threads:
            t.join()
        sys.stderr.write("".join(self.failed))
        return not self.failed


def first_cycle(o, games):
    """A number that no folder has."""
    number = 1
    while any(os.path.exists(os.path.join(o.folder, game, str(number))) for game in games):
        number += 1
    return number


def main():
    o = arguments()
    limits = {}
    for b in o.boards:
        least, most = limits.get(b["game"], (b["size"], b["size"]))
        limits[b["game"]] = (min(least, b["size"]), max(most, b["size"]))
    for text in o.side:
        game, least, most = text.split(":")
        limits[game] = (int(least), int(most))
    for game in limits:
        os.makedirs(os.path.join(o.folder, game), exist_ok=True)
        newest = os.path.join(o.folder, game, "newest.net")
        if not os.path.exists(newest):
            replace(os.path.join(o.nets, game + ".net"), newest)
    first, begun = first_cycle(o, limits), time.time()
    players, cycle = Players(o), None
    for i in range(o.cycles):
        end = begun + o.seconds * (i + 1) / o.cycles
        while time.time() < end and not players.failed:
            time.sleep(min(0.2, max(0, end - time.time())))
        if cycle:
            cycle.wait()  # the games that failed try again
        if players.failed or i == o.cycles - 1:
            players.stop()
        if players.failed:
            sys.exit(players.failed)
        cycle = Cycle(o, first + i, limits)
    learned = cycle.wait()
    for b in sorted(o.boards, key=lambda b: (b["game"], b["size"])):
        print(f"{b['game']} {b['size']}: {b['spent']:.0f} s of one core")
    return 0 if learned else 1


if __name__ == "__main__":
    sys.exit(main())
