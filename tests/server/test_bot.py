#!/usr/bin/env python3
"""The local bot answers, plays whole matches of each game, and accepts take-backs."""
import os
import random
import subprocess
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

    def test_a_waiting_match_shows_its_place_in_the_queue(self):
        """More players than the engine has threads want its highest level."""
        places, guests = [], []
        for _ in range(8):
            guest = self.server.guest()
            self.addCleanup(guest.close)
            match = guest.create("levee", ["me", {"bot": 8}], width=13, height=13)["id"]
            guest.play(match, 1, "c3")
            guests.append((guest, match))
        until = time.monotonic() + 30 * harness.SLOW
        while time.monotonic() < until and max(places, default=0) < 2:
            for guest, match in guests:
                told = guest.must(200, "GET", f"/api/matches/{match}/queue")
                if told["ahead"] is not None:
                    places.append(told["ahead"])
                    self.assertTrue(told["hurried"] or told["ahead"] < 8, told)
            time.sleep(0.2)
        self.assertGreaterEqual(max(places, default=0), 2)
        self.assertLess(max(places), 8)
        guest, match = guests[0]
        guest.must(403, "POST", "/api/engine/queue", {"waiting": []})
        for guest, match in guests:
            guest.must(200, "POST", f"/api/matches/{match}/resign", {})
        until = time.monotonic() + 30 * harness.SLOW
        while guest.must(200, "GET", f"/api/matches/{match}/queue")["ahead"] is not None:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.2)

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

    def test_level_4_answers_while_level_8_thinks(self):
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
        self.assertLess(time.monotonic() - begun, 5 * harness.SLOW)  # level 8 takes ten
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
        self.assertEqual(m["offers"], {"draw": None, "takeback": None, "pause": None})

    def test_a_draw_offer_is_answered(self):
        me = self.server.guest()
        self.addCleanup(me.close)
        match = me.create("claims", ["me", {"bot": 2}], width=4, height=4)["id"]
        stream = harness.Stream(me, f"match:{match}")
        self.addCleanup(stream.close)
        me.must(200, "POST", f"/api/matches/{match}/draw", {"do": "offer"})
        stream.wait(lambda e: e["event"] == "finished" or
                    (e["event"] == "offer" and e["data"]["offers"]["draw"] is None))


class Remote(unittest.TestCase):
    """`hoshi bot` as a process of its own, with a token from the server."""

    def start_bot(self, *token):
        bot = subprocess.Popen([harness.HOSHI, "bot", "--server",
                                f"http://127.0.0.1:{self.server.port}", *token],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(bot.stderr.close)
        self.addCleanup(bot.wait)
        self.addCleanup(bot.kill)
        return bot

    def setUp(self):
        self.server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(self.server.close)
        self.server.stop()
        self.token = self.server.folder + "/token"
        self.server.options += ["--bot-token-file", self.token]
        self.server.start()

    def wait_ply(self, client, match, ply):
        until = time.monotonic() + 30 * harness.SLOW
        while client.match(match)["ply"] < ply:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)

    def test_a_bot_elsewhere_plays_and_comes_back_after_a_restart_of_the_server(self):
        self.assertEqual(os.stat(self.token).st_mode & 0o777, 0o600)
        bot = self.start_bot("--token-file", self.token)
        a = self.server.guest()
        match = a.create("claims", [{"bot": 1}, "me"], width=6)["id"]
        self.wait_ply(a, match, 1)
        # Without a new token file the old token stays good.
        self.server.options = self.server.options[:2]
        self.server.kill()
        self.server.start()
        a.play(match, 2, "pass")
        self.wait_ply(a, match, 3)
        a.close()
        bot.terminate()
        self.assertEqual(bot.wait(10 * harness.SLOW), 0)

    def test_a_wrong_token_ends_the_bot_with_a_message(self):
        bot = self.start_bot("--token", "A" * 43)
        self.assertEqual(bot.wait(20 * harness.SLOW), 1)
        self.assertIn("refuses the token", bot.stderr.read())

    def test_a_missing_token_file_ends_the_bot_with_a_message(self):
        bot = self.start_bot("--token-file", self.server.folder + "/nothing")
        self.assertEqual(bot.wait(20 * harness.SLOW), 1)
        self.assertIn("No such file", bot.stderr.read())


if __name__ == "__main__":
    harness.main()
