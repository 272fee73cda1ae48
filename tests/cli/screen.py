#!/usr/bin/env python3
"""screen.py HOSHI - the board of `hoshi play` as a terminal shows it (tmux): sizes, keys, questions, files."""
import os
import re
import sys
import tempfile
import unittest

HOSHI = os.path.abspath(sys.argv.pop(1))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from terminal import Terminal  # noqa: E402


def play(columns, lines, *words, folder=None):
    return Terminal(columns, lines, [HOSHI, "play", *words], folder)


def rows(screen):
    """The numbers of the visible rows of the board, from the top."""
    return [int(line[:2]) for line in screen if re.match(r"[ \d]\d[ ^v]", line)]


def text(screen):
    return " ".join(line.strip() for line in screen)


class Sizes(unittest.TestCase):
    def test_boards_larger_than_the_window_hide_no_row_no_turn_and_no_message(self):
        for game in ("palisade", "redstone", "levee"):
            for size in (23, 25):
                with play(80, 24, game, "--size", str(size), "--players", "human,human") as t:
                    t.wait("Ply 1")
                    seen = set()
                    for key, row in (("Up", size), ("Down", 1)):
                        t.keys(*[key] * size).wait(rf"(^| ){row}[ ^v]")
                        seen.update(rows(t.screen()))
                    self.assertEqual(seen, set(range(1, size + 1)), f"{game} {size}")
                    t.wait(r"Ply 1: .*to move.*\? help +q quit", left=2 * size + 6)

    def test_all_of_23_rows_are_seen_at_once(self):
        with play(80, 24, "levee", "--size", "23", "--players", "human,human") as t:
            t.wait("Ply 1")
            self.assertEqual(rows(t.screen()), list(range(23, 0, -1)))
            t.keys("Enter").wait(r"L3a.*centre")  # a message fits beside it
            self.assertEqual(rows(t.screen()), list(range(23, 0, -1)))

    def test_a_score_is_never_broken(self):
        for columns in (80, 60, 100):
            with play(columns, 24, "palisade", "--size", "19", "--players", "human,human") as t:
                t.wait("Ply 1")
                t.keys("Enter").wait("Ply 2")
                self.assertTrue(any(re.search(r"points 0 : 0(\s|$)", line) for line in t.screen()), t.screen())

    def test_a_large_window_has_a_larger_board_and_the_moves(self):
        with play(140, 50, "palisade", "--size", "9", "--players", "human,human") as t:
            t.wait("Ply 1")
            lines = [i for i, line in enumerate(t.screen()) if re.match(r" \d [ox] ", line)]
            self.assertEqual([b - a for a, b in zip(lines, lines[1:])], [2] * 8)
            t.keys("Enter").wait(r" 1 e5")
            t.keys("Up", "Enter").wait("e5 +e6")
            t.resize(60, 24).wait("Ply 3")
            self.assertEqual(rows(t.screen()), list(range(9, 0, -1)))
            lines = [i for i, line in enumerate(t.screen()) if re.match(r" \d [ox] ", line)]
            self.assertEqual([b - a for a, b in zip(lines, lines[1:])], [1] * 8)

    def test_the_board_scrolls_with_the_cursor_and_says_so(self):
        with play(60, 18, "redstone", "--size", "25", "--players", "human,human") as t:
            t.wait("Ply 1")
            before = t.screen()
            self.assertIn("^", before[0] + before[1])
            t.keys(*["Up"] * 25).wait("25 ")
            self.assertNotIn("^", t.screen()[0] + t.screen()[1])
            t.keys("Enter").wait("Ply 2")
            self.assertRegex(text(t.screen()), "25 .*x")

    def test_a_window_that_is_too_small_says_what_it_should_be_and_recovers(self):
        with play(39, 15, "levee", "--players", "human,human") as t:
            t.wait(r"too small: 39x15\. Make it 40x16 or larger")
            t.resize(40, 16).wait("Ply 1")
            self.assertEqual(rows(t.screen()), [7, 6, 5, 4, 3, 2, 1])
            t.resize(20, 8).wait("too small")
            t.keys("q").wait("status=0")

    def test_a_long_board_of_claims_shows_all_its_columns(self):
        with play(80, 24, "claims", "--size", "25", "--players", "human,human") as t:
            t.wait("Ply 1")
            self.assertRegex("\n".join(t.screen()), r"a  b  c .* y\b")
            t.keys("Enter").wait("x1")


class Keys(unittest.TestCase):
    def test_the_keys_that_are_named_are_those_that_work(self):
        with play(80, 24, "redstone", "--size", "5", "--players", "human,human") as t:
            t.wait("Ply 1")
            for absent in ("s swap", "r red", "p pass", "u undo", "v save", "n new"):
                self.assertNotIn(absent, text(t.screen()))
            t.keys("Enter").wait("s swap")
            self.assertIn("u undo", text(t.screen()))
            t.keys("Left", "Enter").wait("Ply 3")
            self.assertNotIn("s swap", text(t.screen()))
        with play(80, 24, "claims", "--size", "3", "--players", "human,human") as t:
            t.wait("p pass")
            t.keys("p").wait("Ply 2").keys("p").wait("draw")
            for absent in ("p pass", "h hint", "Enter play"):
                self.assertNotIn(absent, text(t.screen()))

    def test_a_question_mark_is_help_and_any_key_closes_it(self):
        with play(40, 16, "redstone", "--players", "human,human") as t:
            t.wait("Ply 1").keys("?").wait(r"swap colours \(player 2's first\)")
            for word in ("hint", "evaluation", "save the game", "take your last", "Ctrl-C"):
                self.assertIn(word, text(t.screen()))
            t.keys("x").wait("Ply 1")

    def test_a_swap_tells_who_has_which_colour_now(self):
        with play(80, 24, "redstone", "--size", "5", "--players", "human,human") as t:
            t.wait("Ply 1").keys("Enter").wait("s swap").keys("s")
            t.wait(r"Player 2 swapped\. The colours change hands: player 2 is Black \(x\) now, and player 1 is White \(o\)\.", left=26)
        with play(80, 24, "redstone", "--size", "5", "--players", "engine:1,human", "--seed", "1") as t:
            t.wait("s swap").keys("s")
            t.wait(r"You swapped\. The colours change hands: you are Black \(x\) now, and the engine is White \(o\)\. The engine plays", left=26)

    def test_hint_and_evaluation_are_a_key_away(self):
        with play(80, 24, "palisade", "--size", "5", "--players", "human,human") as t:
            t.wait("Ply 1").keys("h").wait(r"Hint: [a-e][1-5] \((\d+ % for you|a proved win)\)")
            t.keys("e").wait(r"Black: win rate \d+ %, about [+-]\d+ points\. Expected: [a-e][1-5]|Black (wins|loses), whatever")


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_quitting_asks_and_saves_and_the_game_goes_on_from_the_file(self):
        with play(80, 24, "levee", "--size", "5", "--players", "human,human", folder=self.folder.name) as t:
            t.wait("Ply 1").keys("Left", "Enter").wait("Ply 2")
            t.keys("q").wait("Save the game first").keys("Escape").wait("Ply 2: .*q quit")
            t.keys("q").wait("Save the game first").keys("y").wait(r"Save as .*levee-1\.sgf").keys("Enter")
            t.wait(r"The game is in levee-1\.sgf\. To resume: hoshi play levee-1\.sgf\s+status=0")
        self.assertIn(";B[bc]", self.read("levee-1.sgf"))
        with play(80, 24, "levee-1.sgf", folder=self.folder.name) as t:
            t.wait("Ply 2: Player 2").keys("Up", "Enter").wait("Ply 3")
            t.keys("q").wait("Save the game first").keys("n").wait("status=0")
        self.assertNotIn(";W[", self.read("levee-1.sgf"))

    def test_with_save_each_move_is_in_the_file_and_nothing_is_asked(self):
        with play(80, 24, "levee", "--size", "5", "--players", "human,human", "--save", "g.sgf", folder=self.folder.name) as t:
            t.wait("Ply 1").keys("Left", "Enter").wait("Ply 2")
            self.assertIn(";B[bc]", self.read("g.sgf"))
            t.keys("u").wait("Ply 1").keys("Up", "Enter").wait("Ply 2").keys("q").wait("status=0")
        self.assertIn("(;B[bb])(;B[bc])", self.read("g.sgf").replace("\n", ""))  # a move that was taken back becomes a variation

    def test_interrupt_ends_with_130(self):
        with play(80, 24, "redstone", "--size", "19", "--level", "8", "--players", "engine,human") as t:
            t.wait("thinking").keys("C-c").wait("status=130")
        with play(80, 24, "levee") as t:
            t.wait("Ply 1").keys("C-c").wait("status=130")

    def test_a_file_that_cannot_be_written_is_told_and_nothing_is_lost(self):
        with play(80, 24, "levee", "--size", "5", "--players", "human,human", "--save", "no/g.sgf", folder=self.folder.name) as t:
            t.wait("Ply 1").keys("Left", "Enter").wait("Not saved: no/g.sgf cannot be written: No such file")
            t.keys("q").wait("Save the game first").keys("y").wait("Not saved").keys("q", "n").wait("status=0")


if __name__ == "__main__":
    unittest.main(verbosity=1)
