#!/usr/bin/env python3
"""twogtp.py HOSHI - engine matches under a referee that knows only Go, in the way of GoGui's twogtp.

The class Twogtp sends the same commands as gogui-twogtp 1.5, in the order of its classes Program, GtpSynchronizer
and TwoGtp. A move must be a plain point or pass, colours take turns, and two passes end the game. Each program and
the referee are asked for the score, and the game is written as SGF of Go."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

HOSHI = os.path.abspath(sys.argv.pop(1))


class Program:
    def __init__(self, words):
        self.process = subprocess.Popen([HOSHI, "gtp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        if self.send("protocol_version") != "2":
            raise AssertionError("not version 2")
        self.name = self.send("name")
        self.version = self.send("version")
        self.commands = self.send("list_commands").split("\n")

    def send(self, command):
        self.process.stdin.write(command + "\n")
        answer = ""
        while not answer.endswith("\n\n"):
            line = self.process.stdout.readline()
            if line == "":
                raise AssertionError(f"{command}: the program is dead")
            answer += line
        if answer[0] != "=":
            raise AssertionError(f"{command}: {answer.strip()}")
        return answer[1:].strip()

    def cpu_time(self):
        return float(self.send("cputime")) if "cputime" in self.commands else 0.0

    def close(self):
        self.send("quit")
        self.process.stdin.close()
        status = self.process.wait(20)
        self.process.stdout.close()
        return status


class Twogtp:
    """The options -auto -games N -alternate, with a referee."""

    def __init__(self, black, white, referee, size):
        self.programs = [Program(black), Program(white), Program(referee)]
        self.size = size

    def game(self, alternated):
        first, second, _ = self.programs
        players = {"b": second if alternated else first, "w": first if alternated else second}
        for program in self.programs:
            program.cpu_time()
        for program in self.programs:
            for line in (f"boardsize {self.size}", "clear_board", "komi 6.5"):
                program.send(line)
        moves = []
        while len(moves) < 2 or moves[-1][1] != "PASS" or moves[-2][1] != "PASS":
            if len(moves) > 1000:
                raise AssertionError("move limit exceeded")
            colour = "bw"[len(moves) % 2]
            answer = players[colour].send(f"genmove {colour}").upper()
            # GoPoint.parsePoint: a letter without I, a number; or pass.
            if not re.fullmatch(r"PASS|[A-HJ-Z]([1-9]|1\d|2[0-5])", answer):
                raise AssertionError(f"played invalid move: {answer}")
            moves.append((colour, answer))
            for program in self.programs:
                if program is not players[colour]:
                    program.send(f"play {colour} {answer}")
        scores = [program.send("final_score") for program in (*players.values(), self.programs[2])]
        times = [program.cpu_time() for program in self.programs[:2]]
        return moves, scores, times

    def close(self):
        return [program.close() for program in self.programs]


def sgf(moves, size, result):
    def point(vertex):
        if vertex == "PASS":
            return ""
        column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(vertex[0])
        return chr(97 + column) + chr(97 + size - int(vertex[1:]))
    nodes = "".join(f";{colour.upper()}[{point(vertex)}]" for colour, vertex in moves)
    return f"(;FF[4]CA[UTF-8]AP[gogui-twogtp:1.5.1]KM[6.5]RU[Chinese]SZ[{size}]PB[hoshi]PW[hoshi]RE[{result}]{nodes})\n"


def hoshi(*words):
    return subprocess.run([HOSHI, *words], capture_output=True, text=True, check=True).stdout


class Matches(unittest.TestCase):
    def play(self, game, size, games=4):
        words = [game, "--plain", "--nodes", "60"]
        match = Twogtp([*words, "--seed", "1"], [*words, "--seed", "2"], [game, "--plain"], size)
        captures = 0
        with tempfile.TemporaryDirectory() as folder:
            for number in range(games):
                moves, scores, times = match.game(number % 2 == 1)
                self.assertEqual(len(set(scores)), 1, scores)
                self.assertRegex(scores[0], r"[BW]\+\d+|0")
                self.assertGreater(min(times), 0)
                path = os.path.join(folder, f"{game}-{number}.sgf")
                with open(path, "w") as file:
                    file.write(sgf(moves, size, scores[0]))
                # hoshi reads the same game and result from the record of Go.
                text = hoshi("show", path, "--game", game, "--format", "sgf")
                captures += text.count("RED[]")
                result = re.search(r"RE\[(\w)\+?", text)[1]
                self.assertEqual(result, scores[0][0])
        self.assertEqual(match.close(), [0, 0, 0])
        return captures

    def test_redstone_with_its_red_stones(self):
        self.assertGreater(self.play("redstone", 5) + self.play("redstone", 9), 10)

    def test_the_games_without_red_stones(self):
        for game, size in (("palisade", 7), ("levee", 7), ("claims", 4)):
            self.play(game, size, games=2)

    def test_without_plain_the_referee_is_told_what_it_does_not_know(self):
        match = Twogtp(*[["redstone", "--nodes", "60"]] * 3, 5)
        with self.assertRaisesRegex(AssertionError, r"played invalid move: (SWAP|[A-E]\dR)|illegal move"):
            for number in range(20):
                match.game(number % 2 == 1)
        match.close()


if __name__ == "__main__":
    unittest.main(verbosity=1)
