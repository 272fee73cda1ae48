#!/usr/bin/env python3
"""alike.py HOSHI - one thing has one option in all commands, and each option does what its help says.

Walks over all commands: names and letters of options and their values, seconds with fractions, `-` for standard
input, --json beside text, --progress, and what is left after Ctrl-C. `hoshi COMMAND --option VALUE --help` ends with 0
if the value is accepted, and with 2 if not."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HOSHI = os.path.abspath(sys.argv.pop(1))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SLOW = float(os.environ.get("HOSHI_SLOW", "1"))

# What an option means wherever it is: the values that its help may name, and one that it takes.
MEANS = {
    "size": ({"N", "SIZE", "N or WxH"}, "5"), "players": ({"N"}, "2"), "memory": ({"MIB"}, "64"), "threads": ({"N"}, "2"),
    "nodes": ({"N"}, "100"), "seconds": ({"S"}, "0.5"), "cpu-seconds": ({"S"}, "0.5"), "every": ({"S"}, "0.5"),
    "timeout": ({"S"}, "0.5"), "progress": ({"S"}, "0.5"), "store-wait": ({"S"}, "0.5"), "net": ({"WORD", "FILE"}, "none"),
    "seed": ({"N"}, "7"), "random": ({"N"}, "3"), "games": ({"N"}, "4"), "level": ({"L"}, "3"), "ply": ({"N"}, "1"),
    "index": ({"N"}, "1"), "setup": ({"FILE"}, "x"), "out": ({"FILE", "DIR"}, "x"), "tables": ({"FOLDER"}, "none"),
    "json": ({None}, None), "opt": ({"NAME=0|1", "O=0|1"}, "swap=1"), "depth": ({"D"}, "2"), "prove": ({"N"}, "5"),
    "store": ({"FILE", "WHERE"}, "x"), "server": ({"URL"}, "http://x"), "token-file": ({"FILE"}, "x"),
    "config": ({"FILE"}, None), "plies": ({"N"}, "4"), "bytes": ({"N"}, "900"), "theme": ({"light|dark"}, "dark"), "svg": ({"FILE"}, "x"), "bot-threads": ({"N"}, "1"),
}
LETTERS = {"d": "depth", "g": "game", "l": "level", "m": "memory", "n": "size", "o": "out", "p": "players", "q": "quiet"}
OPTION = re.compile(r"^\s+(?:-(\w), )?\s*--([a-z][a-z0-9-]*)(?:[ =]([A-Z]\S*(?: or WxH)?|\S*\|\S*))?(?:\s{2,}.*|)$", re.M)
# Commands that print nothing but what others sent them, or speak a protocol.
NO_JSON = {"serve", "setup", "mail", "bot", "gtp", "play", "puzzles", "rate"}


def run(*words, given="", folder=None):
    return subprocess.run([HOSHI, *words], input=given, capture_output=True, text=True, timeout=120 * SLOW, cwd=folder,
                          env={**os.environ, "HOSHI_TABLES": folder or "none"})


def commands():
    listing = run("--help").stdout.split("commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listing.splitlines()]


def options(command):
    return [(letter, name, value or None) for letter, name, value in OPTION.findall(run(command, "--help").stdout)]


class Options(unittest.TestCase):
    def test_an_option_means_one_thing(self):
        seen = 0
        for command in commands():
            listed = options(command)
            for letter, name, value in listed:
                with self.subTest(command=command, option=name):
                    if letter:
                        self.assertEqual(LETTERS.get(letter), name)
                    if name in MEANS:
                        seen += 1
                        self.assertIn(value, MEANS[name][0])
        self.assertGreater(seen, 100)

    def test_every_option_of_the_help_is_there_and_takes_what_it_says(self):
        for command in commands():
            if command in ("mail", "admin"):  # their options belong to commands of their own
                continue
            for _, name, value in options(command):
                with self.subTest(command=command, option=name):
                    taken = MEANS.get(name, (None, None))[1]
                    if name == "config":
                        continue
                    words = [f"--{name}"]
                    if value is not None:
                        words += [taken or {"FILE": "x", "N": "1", "HH:MM": "03:30"}.get(value, "2")]
                        if "|" in value and taken is None:
                            words[1] = value.split("|")[0]
                    done = run(command, *words, "--help")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertTrue(done.stdout.startswith("usage: "))

    def test_a_letter_is_the_same_everywhere(self):
        for command in commands():
            if command == "mail":
                continue
            names = {name for _, name, _ in options(command)}
            for letter, name in LETTERS.items():
                if name not in names or name not in MEANS:
                    continue
                done = run(command, f"-{letter}", MEANS[name][1], "--help")
                self.assertEqual(done.returncode, 0, (command, letter, done.stderr))

    def test_seconds_have_fractions_and_say_so(self):
        seen = 0
        for command in commands():
            if command in ("mail", "admin"):
                continue
            for _, name, value in options(command):
                if value not in ("S", "SECONDS"):
                    continue
                seen += 1
                self.assertEqual(run(command, f"--{name}", "0.5", "--help").returncode, 0, (command, name))
                for wrong in ("x", "-1", "1e", "0x1"):
                    done = run(command, f"--{name}={wrong}")
                    self.assertEqual(done.returncode, 2, (command, name, wrong))
                    self.assertIn(f"--{name} takes seconds from ", done.stderr)
        self.assertGreater(seen, 12)

    def test_what_options_were_called_works_and_is_not_told(self):
        for command, old in (("gtp", "--ms=10"), ("gtp", "--cpu=10"), ("analyze", "-s5"), ("show", "-s5"),
                             ("puzzles", "--opening=3"), ("rate", "--top=3")):
            words = [old[:2], old[2:]] if old[1] != "-" else [old]
            self.assertEqual(run(command, *words, "--help").returncode, 0, (command, old))
            told = run(command, "--help").stdout
            self.assertNotRegex(told, rf"(?m)^ +{re.escape(words[0].split('=')[0])}[ ,=]", command)


class Output(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(TOP, "puzzles", "levee.jsonl"), encoding="utf-8") as f:
            lines = [line for _, line in zip(range(3), f)]
        with open(os.path.join(TOP, "tests", "conformance", "perft.jsonl"), encoding="utf-8") as f:
            self.counts = f.readline()
        self.puzzles = "".join(lines)
        self.write("p.jsonl", self.puzzles)
        self.write("c.jsonl", self.counts)
        self.sgf = "(;FF[4]GM[1]HOSHI[levee]SZ[5];B[aa];W[bb])\n"
        self.write("g.sgf", self.sgf)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
            f.write(text)

    def quick(self):
        """A short run of each command that computes: its words."""
        return {
            "games": [], "rules": ["levee"], "show": ["levee", "-n", "5", "a1"],
            "analyze": ["levee", "-n", "5", "--nodes", "20"], "match": ["levee", "-n", "3", "--a", "random", "--b", "greedy", "--games", "2"],
            "selfplay": ["levee", "-n", "3", "--games", "32", "--nodes", "2", "--fast", "2", "--out", "s"],
            "solve": ["levee", "-n", "3"], "verify": ["p.jsonl"], "perft": ["levee", "-n", "3"],
            "table": ["levee", "-n", "3"], "count": ["levee", "-n", "3"], "check": ["c.jsonl"],
            "admin": ["--store", "s.db", "users"], "pbm": ["--server", "http://127.0.0.1:1", "help"],
        }

    def test_json_beside_text(self):
        quick = self.quick()
        self.assertEqual(set(commands()) - NO_JSON - set(quick), set(), "a command without a run here")
        done = run("serve", "--check-config", "--store", "s.db", folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        for command, words in quick.items():
            with self.subTest(command):
                self.assertIn("json", {name for _, name, _ in options(command)} | {"json"})
                told = run(command, *words, folder=self.folder)
                asked = run(command, *words, "--json", folder=self.folder)
                if command in ("admin", "pbm"):  # without a store or a server: test_admin.py and test_mail.py
                    self.assertEqual((told.returncode, asked.returncode), (1, 1))
                    continue
                self.assertEqual((told.returncode, asked.returncode), (0, 0), told.stderr + asked.stderr)
                try:
                    json.loads(asked.stdout)
                except ValueError:
                    for line in asked.stdout.splitlines():
                        json.loads(line)
                if command != "match":  # it has words on a terminal only
                    self.assertFalse(told.stdout.startswith("{"), told.stdout)

    def test_standard_input_is_a_file(self):
        for words, given in ((["show", "-"], self.sgf), (["show", "-", "--index", "2"], self.puzzles),
                             (["analyze", "-", "--nodes", "20"], self.sgf), (["perft", "-", "--depth", "1"], self.sgf),
                             (["solve", "-", "--nodes", "10"], self.sgf), (["verify", "-"], self.puzzles),
                             (["check", "-"], self.counts), (["rate", "-", "--tries", "1", "--level", "1"], self.puzzles),
                             (["show", "levee", "-n", "5", "--setup", "-"], self.sgf),
                             (["match", "levee", "-n", "5", "--a", "random", "--b", "random", "--games", "2", "--openings", "-"], "a1 b2\n"),
                             (["puzzles", "--grow", "-", "--count", "1", "--plies", "3", "--nodes", "500"], self.puzzles)):
            with self.subTest(words):
                done = run(*words, given=given, folder=self.folder)
                self.assertIn(done.returncode, (0, 1) if words[0] in ("solve", "puzzles") else (0,), done.stderr)
                self.assertNotIn("-: ", done.stderr)
                self.assertTrue(done.stdout or words[0] in ("solve", "puzzles"), done.stderr)

    def test_own_files_are_read(self):
        for game in ("claims", "levee", "palisade", "redstone"):
            collection = os.path.join(TOP, "collection", game + ".txt")
            puzzles = os.path.join(TOP, "puzzles", game + ".jsonl")
            for file in (collection, puzzles):
                with self.subTest(file):
                    self.assertEqual(run("show", file, "--index", "2").returncode, 0)
                    done = run("play", file, "--index", "2", given="quit\n")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    done = run("show", file, "--index", "400000")
                    self.assertEqual((done.returncode, "it has " in done.stderr), (1, True), done.stderr)
            self.assertEqual(run("analyze", puzzles, "--index", "2", "--nodes", "5").returncode, 0)

    def test_progress_says_something_at_once(self):
        slow = {
            "match": ["levee", "-n", "5", "--a", "nodes=100", "--b", "random", "--games", "20"],
            "selfplay": ["levee", "-n", "5", "--games", "32", "--nodes", "20", "--out", "t"], "verify": ["p.jsonl"],
            "count": ["levee", "-n", "3"], "check": ["c.jsonl"], "rate": ["p.jsonl", "--tries", "1", "--level", "1"],
            "puzzles": ["levee", "-n", "5", "--count", "1", "--bare"],
            "solve": ["levee", "-n", "5", "--nodes", "20000"], "table": ["levee", "-n", "3"],
            "perft": ["levee", "-n", "3"],
        }
        self.assertEqual(set(slow), {c for c in commands() if "progress" in {name for _, name, _ in options(c)}})
        for command, words in slow.items():
            with self.subTest(command):
                done = run(command, *words, "--progress", "0.01", folder=self.folder)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                self.assertRegex(done.stderr, r"(?m)^0:0\d:\d\d  \S.*$")
                self.assertNotIn("\033", done.stderr)
                quiet = run(command, *words, folder=self.folder)
                self.assertNotRegex(quiet.stderr, r"(?m)^\d+:\d\d:\d\d  ")

    def test_what_was_written_is_told(self):
        done = run(*["selfplay"] + self.quick()["selfplay"], folder=self.folder)
        self.assertEqual(done.stdout, "s: 32 games in 1 new files\n")
        done = run(*["selfplay"] + self.quick()["selfplay"], folder=self.folder)
        self.assertEqual(done.stdout, "s: 0 games in 0 new files; 1 files were there before\n")
        done = run("check", "c.jsonl", folder=self.folder)
        self.assertEqual(done.stdout, "games 0, perft counts 1, positions 0: all agree, 0 differences\n")

    def test_hopeless_work_is_refused(self):
        for words in (["table", "levee", "--size", "9"], ["count", "levee"]):
            begun = time.monotonic()
            done = run(*words, folder=self.folder)
            self.assertIn(done.returncode, (1, 2))
            self.assertIn("too many positions", done.stderr)
            self.assertLess(time.monotonic() - begun, 60 * SLOW)
        self.assertEqual([n for n in os.listdir(self.folder) if n.endswith(".new")], [])


class Interrupted(unittest.TestCase):
    def test_ctrl_c_ends_with_130_and_leaves_no_half_file(self):
        for words in (["analyze", "palisade", "--seconds", "600"], ["match", "palisade", "--a", "nodes=3000", "--b", "random"],
                      ["selfplay", "palisade", "--out", "s"], ["solve", "palisade", "-n", "7"], ["table", "levee", "-n", "5"],
                      ["solve", "levee", "-n", "7", "--table", "t", "--proof", "p"], ["count", "redstone", "-n", "5"],
                      ["perft", "levee", "--depth", "9"], ["puzzles", "palisade", "--count", "1000"],
                      ["verify", os.path.join(TOP, "puzzles", "levee.jsonl")],
                      ["rate", os.path.join(TOP, "puzzles", "palisade.jsonl")], ["play", "levee", "--plain"], ["gtp", "levee"]):
            with self.subTest(words), tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(
                    [HOSHI, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder,
                    env={**os.environ, "HOSHI_TABLES": folder},
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
                try:
                    time.sleep(0.4 * SLOW)
                    self.assertIsNone(process.poll())
                    process.send_signal(signal.SIGINT)
                    status = process.wait(timeout=60 * SLOW)
                finally:
                    process.kill()
                    process.wait()
                    process.stdin.close()
                # A program that the signal itself has ended is 130 to a shell.
                self.assertIn(status, (130, -signal.SIGINT))
                left = [n for n in os.listdir(folder) if n.endswith((".new", ".part"))]
                self.assertEqual(left, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
