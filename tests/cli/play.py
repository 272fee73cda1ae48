#!/usr/bin/env python3
"""play.py HOSHI - plays `hoshi play` in both forms: line by line, and on a pseudo-terminal."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

HOSHI = os.path.abspath(sys.argv.pop(1))


def lines(args, words):
    done = subprocess.run([HOSHI, "play", *args], input="\n".join(words) + "\n", capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout


class Lines(unittest.TestCase):
    def test_a_refused_move_names_its_rule_and_nothing_is_played(self):
        status, out = lines(["levee", "--size", "3", "--players", "human,human"], ["b2", "a1", "quit"])
        self.assertEqual(status, 0)
        self.assertIn("Not here (L3a).", out)
        self.assertEqual(out.count("After move 1"), 1)
        self.assertNotIn("After move 2", out)

    def test_the_engine_answers_and_undo_takes_both_back(self):
        status, out = lines(["palisade", "--size", "5", "--level", "1", "--seed", "1"], ["c3", "undo", "undo", "quit"])
        self.assertEqual(status, 0)
        self.assertIn("The engine plays", out)
        self.assertIn("There is nothing to take back.", out)

    def test_engines_play_every_game_to_its_end(self):
        for game, size in (("palisade", "5"), ("redstone", "3"), ("levee", "5"), ("claims", "3")):
            args = [game, "--size", size, "--players", "engine:1,engine:1", "--seed", "3"]
            status, out = lines(args, [])
            self.assertEqual(status, 0)
            self.assertRegex(out.splitlines()[-1], "won|wins|draw", game)

    def test_unknown_words_are_told(self):
        _, out = lines(["claims", "--players", "human,human,human"], ["frobnicate", "why z9", "legal", "help"])
        self.assertIn('"frobnicate" is neither', out)
        self.assertIn('"z9" is not a move', out)
        self.assertIn("a1 b1", out)

    def test_blanks_and_dashes_of_telephones_are_plain(self):
        with tempfile.TemporaryDirectory() as folder:
            status, out = lines(["levee", "--size", "5", "--players", "human,human"],
                                ["\ufeffb\u200b2\u00a0", f"save\u00a0{folder}/a\u2013b\u202e.sgf\u3000", "quit"])
            self.assertEqual(status, 0)
            self.assertIn("After move 1", out)
            self.assertEqual(os.listdir(folder), ["a-b.sgf"])

    def test_save_and_resume(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("g.sgf", "g.json"):
                path = os.path.join(folder, name)
                two = ["--players", "human,human"]
                status, out = lines(["redstone", "--size", "5", *two, "--save", path], ["c3", "swap", "eval"])
                self.assertEqual(status, 0)
                self.assertIn("player 2 is Black (x) now, and player 1 is White (o).", out)
                self.assertRegex(out, r"White(: win rate \d+ %| wins| loses).* Expected: ")
                status, out = lines([path], ["legal", "d4", "save " + path])
                self.assertEqual(status, 0)
                self.assertIn("After move 2", out)
                self.assertIn("Saved in " + path, out)
                status, out = lines([path, "--players", "human,engine:1"], ["quit"])
                self.assertIn("After move 3", out)
            # An existing file is not overwritten, and a record keeps its other content.
            status, out = lines(["levee", "--save", path], [])
            self.assertEqual(status, 2)
            with open(path := os.path.join(folder, "c.sgf"), "w") as file:
                file.write("(;HOSHI[levee]SZ[5]PB[ann]C[kept](;B[aa]C[this too];W[ea])(;B[ab]))")
            status, out = lines([path, *two, "--save", path], ["undo", "b1", "quit"])
            self.assertEqual(status, 0)
            with open(path) as file:
                text = file.read()
            for part in ("PB[ann]", "C[kept]", "C[this too]", "W[be]", "(;B[ab])"):
                self.assertIn(part, text)
            self.assertLess(text.index("W[be]"), text.index("W[ea]"))
            status, out = lines([path, "--players", "human"], [])
            self.assertEqual(status, 2)

    def test_several_play_on_from_json_and_sgf_says_that_it_cannot(self):
        with tempfile.TemporaryDirectory() as folder:
            three = ["claims", "--size", "3", "--players", "human,human,human"]
            _, out = lines([*three, "--save", os.path.join(folder, "g.sgf")], ["a1"])
            self.assertIn("SGF holds games of two players", out)
            path = os.path.join(folder, "g.json")
            lines([*three, "--save", path], ["a1"])
            _, out = lines([path], ["b2"])
            self.assertIn("After move 2", out)


class Terminal:
    """hoshi play on a pseudo-terminal of 100 by 30."""

    def __init__(self, args):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            os.environ["LC_ALL"] = "C.UTF-8"
            os.execv(HOSHI, [HOSHI, "play", *args])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.seen = ""

    def wait_for(self, pattern, seconds=20):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.seen):
            if time.monotonic() > end:
                raise AssertionError(f"{pattern!r} did not appear: {self.seen[-500:]!r}")
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        return self

    def send(self, keys):
        self.seen = ""
        os.write(self.fd, keys.encode())
        return self

    def end(self):
        status = None
        deadline = time.monotonic() + 20
        while status is None and time.monotonic() < deadline:
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    pass
            done, code = os.waitpid(self.pid, os.WNOHANG)
            if done:
                status = os.waitstatus_to_exitcode(code)
        if status is None:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        return status


# Cursor keys as xterm sends them in keypad mode.
LEFT, RIGHT, UP, DOWN = "\x1bOD", "\x1bOC", "\x1bOA", "\x1bOB"


class Screen(unittest.TestCase):
    def test_enter_plays_at_the_cursor_and_q_leaves_the_terminal_as_it_was(self):
        t = Terminal(["levee", "--size", "5", "--players", "human,human"])
        t.wait_for("Ply 1").send("\n").wait_for("L3a")  # the cursor begins on the centre
        t.send(LEFT + "\n").wait_for("b3")
        t.send("q").wait_for("Save the game first")
        t.send("n")
        self.assertEqual(t.end(), 0)
        self.assertIn("\x1b[?1049l", t.seen)  # the alternate screen is closed

    def test_a_question_is_asked_only_where_own_and_red_are_both_legal(self):
        t = Terminal(["redstone", "--size", "3", "--players", "human,human", "--opt", "swap=0"])
        t.wait_for("Ply 1")
        t.send(LEFT + DOWN + "\n").wait_for("a1")
        self.assertNotIn("Both are legal", t.seen)
        t.send(RIGHT + "\n").wait_for("b1")
        t.send(LEFT + UP + "\n").wait_for("Both are legal")
        t.send("r").wait_for("a2r")
        t.send("q").wait_for("Save the game first")
        t.send("n")
        self.assertEqual(t.end(), 0)

    def test_interrupt_ends_cleanly_while_waiting_and_while_thinking(self):
        for args in (["claims"], ["redstone", "--size", "19", "--level", "8", "--players", "engine,human"]):
            t = Terminal(args)
            t.wait_for("Ply 1")
            t.send("\x03")
            self.assertEqual(t.end(), 130)
            self.assertIn("\x1b[?1049l", t.seen)


if __name__ == "__main__":
    unittest.main(verbosity=1)
