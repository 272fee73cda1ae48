#!/usr/bin/env python3
"""Exhibitions: the engine plays itself while the lobby has visitors and no players have a match."""

import time
import unittest

import harness
from harness import SLOW

PACE_MS = 3000


def wait(what, seconds=40):
    until = time.monotonic() + seconds * SLOW
    while time.monotonic() < until:
        got = what()
        if got:
            return got
        time.sleep(0.1)
    raise AssertionError("waited in vain")


class Exhibitions(unittest.TestCase):
    def serve(self, *options):
        server = harness.Server("--no-limits", *options)
        self.addCleanup(server.close)
        user = server.guest()
        self.addCleanup(user.close)
        return server, user

    def running(self, user):
        return user.must(200, "GET", "/api/matches?state=running")["matches"]

    def moves(self, user):
        return [m for match in self.running(user)
                for m in user.must(200, "GET", f"/api/matches/{match['id']}")["moves"]]

    def test_two_levels_play_for_visitors_of_the_lobby(self):
        _, user = self.serve()
        stream = harness.Stream(user, "lobby")
        stream.wait_type("hello")
        wait(lambda: len(self.moves(user)) >= 4)
        shown = user.must(200, "GET", "/api/lobby")["tv"]
        self.assertTrue(shown and all(tv["exhibition"] for tv in shown))
        matches = self.running(user)
        self.assertLessEqual(len(matches), 2)
        self.assertEqual(len({m["game"] for m in matches}), len(matches))
        for match in matches:
            levels = [seat["level"] for seat in match["seats"]]
            self.assertTrue(match["exhibition"])
            self.assertFalse(match["rated"])
            self.assertEqual(len(set(levels)), 2)
            self.assertTrue(all(1 <= level <= 4 for level in levels))
        # At the pace of people: of all exhibitions together one move in three seconds.
        times = sorted(m["at"] for m in self.moves(user))
        for before, after in zip(times, times[1:]):
            self.assertGreater(after - before, PACE_MS * 0.6)
        # Without spectators, the present move is finished, and then nothing more.
        stream.close()
        time.sleep(PACE_MS / 1000)
        before = len(self.moves(user))
        time.sleep(4 * PACE_MS / 1000)
        self.assertLessEqual(len(self.moves(user)), before + 1)

    def test_no_exhibition_while_players_play(self):
        server, user = self.serve()
        other = server.guest()
        self.addCleanup(other.close)
        for game in ("levee", "redstone"):
            match = user.create(game, ["me", "open"], width=7, height=7)["id"]
            other.must(200, "POST", f"/api/matches/{match}/join", {})
            user.play(match, 1, "c3")
        stream = harness.Stream(user, "lobby")
        stream.wait_type("hello")
        time.sleep(3 * PACE_MS / 1000)
        self.assertEqual([m["exhibition"] for m in self.running(user)], [False, False])
        stream.close()

    def test_an_option_turns_them_off(self):
        _, user = self.serve("--no-exhibitions")
        stream = harness.Stream(user, "lobby")
        stream.wait_type("hello")
        time.sleep(3 * PACE_MS / 1000)
        self.assertEqual(self.running(user), [])
        stream.close()

    def test_a_match_of_levels_that_a_player_made_is_no_exhibition(self):
        _, user = self.serve("--no-exhibitions")
        match = user.create("levee", [{"bot": 1}, {"bot": 2}], width=5, height=5)
        self.assertFalse(match["exhibition"])
        wait(lambda: user.must(200, "GET", f"/api/matches/{match['id']}")["moves"])


if __name__ == "__main__":
    harness.main()
