#!/usr/bin/env python3
"""The local bot answers, plays whole matches of each game, and accepts take-backs."""
import random
import time
import unittest

import harness


class Bot(harness.ServerTest):
    options = ["--no-limits"]

    def wait_match(self, client, match, fits, seconds=30):
        until = time.monotonic() + seconds * harness.SLOW
        while time.monotonic() < until:
            m = client.match(match)
            if fits(m):
                return m
            time.sleep(0.02)
        self.fail(f"match {match} did not come there: {m}")

    def play_to_the_end(self, game, level, **more):
        """Random moves against the bot; illegal ones are refused and another is tried."""
        rng = random.Random(7)
        me = self.server.guest()
        self.addCleanup(me.close)
        match = me.create(game, ["me", {"bot": level}], **more)
        number = match["id"]
        points = [chr(97 + x) + str(y + 1) for x in range(match["width"])
                  for y in range(match["height"])]
        while True:
            m = self.wait_match(me, number, lambda m: m["state"] != "running" or
                                m["turn"]["seat"] in m["you"])
            if m["state"] == "finished":
                return m
            tries = points + [p + "r" for p in points] if game == "redstone" else points[:]
            rng.shuffle(tries)
            for move in tries + ["pass"]:
                status, answer = me.move(number, m["ply"] + 1, move)
                if status == 200:
                    break
                self.assertEqual(status, 422, answer)
            else:
                self.fail(f"no move is legal in {m}")

    def test_a_whole_match_of_palisade(self):
        m = self.play_to_the_end("palisade", 1, width=5)
        self.assertEqual(m["result"]["reason"], "rules")
        self.assertEqual(sum(m["result"]["points"]), 25)

    def test_a_whole_match_of_redstone(self):
        m = self.play_to_the_end("redstone", 1, width=4)
        self.assertIn(m["result"]["winner_seat"], (1, 2))

    def test_a_whole_match_of_levee(self):
        m = self.play_to_the_end("levee", 1, width=5)
        self.assertIn(m["result"]["winner_seat"], (1, 2))

    def test_a_whole_match_of_claims(self):
        m = self.play_to_the_end("claims", 1, width=4, height=3)
        self.assertEqual(len(m["result"]["points"]), 2)

    def test_bots_play_each_other_in_claims_with_four_seats(self):
        me = self.server.guest()
        self.addCleanup(me.close)
        match = me.create("claims", [{"bot": 1}] * 4, width=3, height=3)["id"]
        m = self.wait_match(me, match, lambda m: m["state"] == "finished", 60)
        self.assertEqual(m["result"]["reason"], "rules")

    def test_level_4_answers_within_a_second_while_level_8_thinks(self):
        me = self.server.guest()
        self.addCleanup(me.close)
        slow = me.create("palisade", [{"bot": 8}, "me"], width=9)["id"]
        match = me.create("palisade", ["me", {"bot": 4}], width=19)["id"]
        stream = harness.Stream(me, f"match:{match}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        begun = time.monotonic()
        me.play(match, 1, "j10")
        stream.wait(lambda e: e["event"] == "move" and e["data"]["ply"] == 2)
        self.assertLess(time.monotonic() - begun, 1.5 * harness.SLOW)
        me.must(200, "POST", f"/api/matches/{slow}/resign", {})

    def test_a_take_back_is_accepted(self):
        me = self.server.guest()
        self.addCleanup(me.close)
        match = me.create("levee", ["me", {"bot": 1}], width=7)["id"]
        me.play(match, 1, "a1")
        self.wait_match(me, match, lambda m: m["ply"] == 2)
        me.must(200, "POST", f"/api/matches/{match}/takeback", {"do": "ask"})
        m = self.wait_match(me, match, lambda m: m["ply"] == 0)
        self.assertEqual(m["turn"], {"seat": 1, "side": 1})
        self.assertEqual(m["offers"], {"draw": None, "takeback": None})

    def test_a_draw_offer_is_answered(self):
        me = self.server.guest()
        self.addCleanup(me.close)
        match = me.create("claims", ["me", {"bot": 2}], width=4, height=4)["id"]
        stream = harness.Stream(me, f"match:{match}")
        self.addCleanup(stream.close)
        me.must(200, "POST", f"/api/matches/{match}/draw", {"do": "offer"})
        stream.wait(lambda e: e["event"] == "finished" or
                    (e["event"] == "offer" and e["data"]["offers"]["draw"] is None))


if __name__ == "__main__":
    harness.main()
