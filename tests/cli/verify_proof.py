#!/usr/bin/env python3
"""verify_proof.py HOSHI SOURCE - the second checker of proofs (tools/verify_proof.py) is right.

It plays the games as the conformance files do, accepts the proofs of `hoshi solve`, refuses changed proofs, and
always agrees with `hoshi verify`."""
import gzip
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

HOSHI = os.path.abspath(sys.argv.pop(1))
SOURCE = os.path.abspath(sys.argv.pop(1))
CHECKER = os.path.join(SOURCE, "tools", "verify_proof.py")
spec = importlib.util.spec_from_file_location("verify_proof", CHECKER)
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)

# Name of the file: the position to solve.
PROOFS = {
    "levee3": "levee --size 3",
    "levee5": "levee --size 5",
    "levee5-won": "levee --size 5 b2",
    "palisade3": "palisade --size 3 --exact",
    "palisade5": "palisade --size 5 c3 b1 a1",
    "redstone2": "redstone --size 2",
    "redstone3": "redstone --size 3",
    "redstone3-swap": "redstone --size 3 b2",
    "redstone3-stay": "redstone --size 3 a1",
    "redstone3-plain": "redstone --size 3 --opt swap=0",
    "claims2": "claims --size 2 --exact",
    "claims3": "claims --size 3 --exact",
    "claims3-jacked": "claims --size 3 --exact --opt jacked=1",
    "claims4x3": "claims --size 4x3 --exact",
    "claims3-passed": "claims --size 3 b2 pass --exact",
}
COUNTS = re.compile(r"\((\d+) moves, (\d+) cited positions, (\d+) positions reached\)")


def run(*args):
    done = subprocess.run(args, capture_output=True, text=True, timeout=150)
    return done.returncode, done.stdout


def verdicts(command, folder, names):
    """For each file, the counts if its proof holds, None if it is refused."""
    status, out = run(*command, *[os.path.join(folder, name) for name in names])
    lines = out.splitlines()
    assert len(lines) == len(names), out
    for line in lines:
        assert ": proved: " in line or "refused" in line or "cannot be read" in line, line
    found = [COUNTS.search(line) for line in lines]
    assert status == (0 if all(found) else 1), (status, out)
    return [match and tuple(map(int, match.groups())) for match in found]


def tampered(words, rng):
    """The words with one of them changed, removed or repeated, or with two exchanged."""
    words = list(words)
    at = rng.randrange(words.index("tree") + 1, len(words))
    kind = rng.randrange(6)
    if kind == 0:
        words[at] = rng.choice(words[words.index("tree") + 1:])
    elif kind == 1:
        del words[at]
    elif kind == 2:
        words.insert(at, words[at])
    elif kind == 3:
        words[at - 1:at + 1] = reversed(words[at - 1:at + 1])
    elif kind == 4:
        words[at] = f"{rng.choice('=~')}{rng.randrange(len(words))}/{rng.randrange(8)}"
    else:
        words[at] = words[at].split("/")[0] + f"/{rng.randrange(9)}"
    return words


class Proofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        cls.folder = cls.room.name
        cls.text = {}
        for name, args in PROOFS.items():
            file = os.path.join(cls.folder, name)
            status, out = run(HOSHI, "solve", *args.split(), "--proof", file)
            assert status == 0, out
            with open(file, encoding="ascii") as f:
                cls.text[name] = f.read()

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    def both(self, texts):
        """Runs both checkers on these texts; they must agree."""
        names = []
        for i, text in enumerate(texts):
            names.append(f"try{i}")
            with open(os.path.join(self.folder, names[-1]), "w", encoding="ascii") as f:
                f.write(text)
        first = verdicts([HOSHI, "verify"], self.folder, names)
        second = verdicts([sys.executable, CHECKER], self.folder, names)
        for text, one, two in zip(texts, first, second):
            self.assertEqual(one, two, text[:2000])
        return second

    def test_proofs_of_every_game_hold(self):
        for name, verdict in zip(self.text, self.both(list(self.text.values()))):
            self.assertIsNotNone(verdict, name)

    def test_more_than_was_proved_is_refused(self):
        wrong = []
        for text in self.text.values():
            claim = re.search(r"claim (\d) (-?\d+)", text)
            side, margin = int(claim[1]), int(claim[2])
            wrong.append(text.replace(claim[0], f"claim {3 - side} {margin}"))
            wrong.append(text.replace(claim[0], f"claim {side} {margin + 2}"))
            wrong.append(text.rstrip()[:text.rstrip().rindex(" ")])
            wrong.append(text + " a1")
        for text, verdict in zip(wrong, self.both(wrong)):
            self.assertIsNone(verdict, text[:2000])

    def test_tampered_proofs_are_judged_alike(self):
        rng = random.Random(7)
        texts = []
        for text in self.text.values():
            head, tree = text.split("tree\n")
            words = (head.replace("\n", " \n ") + "tree " + tree).split(" ")
            words = [word for word in words if word.strip(" ") or word == "\n"]
            for _ in range(12):
                texts.append(" ".join(tampered(words, rng)))
        refused = sum(verdict is None for verdict in self.both(texts))
        self.assertGreater(refused, len(texts) * 3 // 4)

    def test_headers_that_mean_nothing_are_refused(self):
        tree = " claim 1 1 tree a1"
        for head in ("", "hoshi-proof 3 game levee 5 5 0", "hoshi-proof 1", "hoshi-proof 1 game go 5 5 0",
                     "hoshi-proof 1 game levee 4 4 0", "hoshi-proof 1 game levee 5 7 0",
                     "hoshi-proof 1 game levee 5 5 2", "hoshi-proof 1 game levee 5 5 0 move c3",
                     "hoshi-proof 1 game levee 5 5 0 stone c3 5 1 0 turn 1",
                     "hoshi-proof 1 game redstone 2 2 0 stone a1 1 1 0 stone a2 2 1 0 stone b1 2 1 0",
                     "hoshi-proof 1 game palisade 3 3 0 stone a1 2 1 0",
                     "hoshi-proof 1 game claims 3 3 0 stone a1 1 1 2"):
            self.assertEqual(self.both([head + tree]), [None], head)

    def test_compressed_proofs_hold_and_broken_ones_are_refused(self):
        def pack(text):
            return gzip.compress(text.encode("ascii"))
        whole = pack(self.text["levee5"])
        texts = [whole, whole[:len(whole) // 2], pack(self.text["levee5"][:-40])]
        names = [f"packed{i}.gz" for i in range(len(texts))]
        for name, text in zip(names, texts):
            with open(os.path.join(self.folder, name), "wb") as f:
                f.write(text)
        status, out = run(HOSHI, "solve", "levee", "--size", "5", "--proof",
                          os.path.join(self.folder, "written.gz"))
        self.assertEqual(status, 0, out)
        with gzip.open(os.path.join(self.folder, "written.gz"), "rt") as f:
            self.assertEqual(f.read(), self.text["levee5"])
        first = verdicts([HOSHI, "verify"], self.folder, names)
        self.assertIsNotNone(first[0])
        self.assertEqual(first[1:], [None, None])
        self.assertEqual(verdicts([sys.executable, CHECKER], self.folder, names), first)

    def test_what_matters_is_compared_in_levee_alone(self):
        text = self.text["levee5"]
        self.assertTrue(text.startswith("hoshi-proof 2\n"))
        self.assertIn(" ~", text)
        wrong = [text.replace("hoshi-proof 2", "hoshi-proof 1"), text.replace("~", "=")]
        other = self.text["palisade5"].replace("hoshi-proof 1", "hoshi-proof 2")
        wrong.append(other.replace(" =", " ~"))
        wrong.append(re.sub(" [~]([0-9]+)", " ~99999999\\1", text, count=1))
        self.assertEqual(self.both(wrong), [None] * len(wrong))
        self.assertIsNotNone(self.both([other])[0])

    def test_stones_that_bar_nothing_count_in_pairs(self):
        # A stone on a corner blocks no path: one passes the turn on, two change nothing.
        board = checker.Levee(5, 5, 0)
        corners = [board.number[name] for name in ("a1", "e1", "a5")]
        matter = [board.matter(board.place([(at, 5, 1, 0) for at in corners[:n]], 1), 0) for n in range(4)]
        self.assertEqual((matter[0], matter[1]), (matter[2], matter[3]))
        self.assertNotEqual(matter[0], matter[1])

    def test_a_position_that_was_set_up(self):
        head = "hoshi-proof 1 game redstone 2 2 1 stone a1 1 1 0 turn 2 claim 2 1 tree "
        found = self.both([head + "a2 b1r", head + "swap", head + "b2 a2r b1r", head + "b1 b2r"])
        self.assertIsNone(found[1])

    def test_the_worked_example_of_the_document(self):
        with open(os.path.join(SOURCE, "docs", "PROOFS.md"), encoding="utf-8") as f:
            texts = [found[0] for found in re.finditer(r"^    hoshi-proof \d\n(    .*\n)+", f.read(), re.M)]
        self.assertEqual(len(texts), 2)
        for text in texts:
            self.assertIsNotNone(self.both([text])[0], text)


class Rules(unittest.TestCase):
    def test_games_are_played_as_in_the_conformance_files(self):
        for name, kind in checker.GAMES.items():
            with open(os.path.join(SOURCE, "tests", "conformance", name + ".jsonl"), encoding="utf-8") as f:
                games = [json.loads(line) for line in f]
            played = 0
            for game in games:
                opts = game["opts"]
                if opts.get("players", 2) != 2 or game["size"] > 9 or played >= 25:
                    continue
                played += 1
                self.replay(name, kind[0], game)
            self.assertGreater(played, 5, name)

    def replay(self, name, kind, game):
        opts = game["opts"]
        swap = name == "redstone" and opts.get("swap", True)
        flags = (1 if swap else 0) + (2 if opts.get("jacked") else 0)
        board = kind(game["size"], opts.get("height", game["size"]), flags)
        state = board.start()
        for move, legal in zip(game["moves"], game["legal"]):
            self.assertIsNone(state[-1])
            words = board.names + ["swap", "pass"] + [at + "r" for at in board.names]
            after = {word: board.play(state, word) for word in words}
            self.assertEqual(sorted(word for word in words if after[word] is not None), legal)
            self.assertEqual([after[word] for word in words if after[word] is not None],
                             list(board.children(state)))
            state = after[move]
        winner = game["result"].get("winner")
        if winner is None:
            return
        one, two = state[-1]
        self.assertEqual(winner, 0 if one == two else 1 if one > two else 2)


if __name__ == "__main__":
    unittest.main()
