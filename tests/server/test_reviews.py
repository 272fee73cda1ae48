#!/usr/bin/env python3
"""Reviews of finished matches by the server's engine: who may ask, whose turn it is, what is kept."""
import os
import tempfile
import time

import harness

PASSWORD = harness.PASSWORD


class Case(harness.ServerTest):
    def over(self, c, plies=2, **more):
        """A match of that many plies against oneself that was resigned."""
        match = c.create("palisade", ["me", "me"], width=5, **more)["id"]
        for ply in range(1, plies + 1):
            c.play(match, ply, "abcde"[(ply - 1) % 5] + str(1 + (ply - 1) // 5))
        c.must(200, "POST", f"/api/matches/{match}/resign", {})
        return match

    def ask(self, c, match, status=200):
        return c.must(status, "POST", f"/api/matches/{match}/review", {})

    def review(self, c, match):
        return c.must(200, "GET", f"/api/matches/{match}/review")


class Queue(Case):
    """The test is the engine."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.token = os.path.join(cls.folder.name, "other-token")
        token = os.path.join(cls.folder.name, "token")
        cls.server = harness.Server("--no-bot", "--no-limits", "--bot-token-file", token)
        with open(token, encoding="utf-8") as f:
            cls.headers = {"Authorization": "Bearer " + f.read().strip()}

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def engine(self, path, body=None, status=200):
        c = self.nobody()
        return c.must(status, "POST", "/api/engine/reviews" + path, body or {}, headers=self.headers)

    def hand_in(self, match, start, n, status=200, **more):
        rows = [[1 + (start + i) % 2, 5000 + start + i, 150, "a1 b2"] for i in range(n)]
        return self.engine(f"/{match}", {"from": start, "engine": "test 1", "playouts": 10,
                                         "positions": rows, **more}, status)

    def finish(self):
        """Nothing waits for the next test."""
        while (job := self.engine(""))["id"] is not None:
            self.hand_in(job["id"], job["from"], len(job["match"]["moves"]) + 1 - job["from"])

    def tearDown(self):
        self.finish()

    def test_a_review_is_computed_once_and_shown_to_everybody(self):
        a, b = self.member("anna"), self.member("bert")
        match = self.over(a)
        self.assertEqual(self.review(a, match), {"state": "none"})
        asked = self.ask(a, match)
        self.assertEqual((asked["state"], asked["done"], asked["total"], asked["ahead"],
                          asked["yours"]), ("waiting", 0, 3, 0, True))
        job = self.engine("")
        self.assertEqual((job["id"], job["from"]), (match, 0))
        self.assertEqual([m["move"] for m in job["match"]["moves"]], ["a1", "b1"])
        self.hand_in(match, 0, 2)
        self.assertEqual(self.review(b, match)["done"], 2)
        self.assertEqual(self.engine("")["from"], 2)
        self.hand_in(match, 2, 1)
        shown = self.review(self.nobody(), match)
        self.assertEqual((shown["state"], shown["engine"], shown["playouts"]),
                         ("done", "test 1", 10))
        self.assertEqual(shown["positions"][0],
                         {"side": 1, "share": 0.5, "points": 1.5, "line": "a1 b2"})
        # The second to ask gets what there is.
        self.assertEqual(self.ask(b, match)["positions"], shown["positions"])
        self.assertIsNone(self.engine("")["id"])

    def test_members_take_turns(self):
        a, b = self.member("cara"), self.member("dora")
        long, other, short = self.over(a, 20), self.over(a, 2), self.over(b, 2)
        self.ask(a, long)
        self.ask(a, other)
        self.ask(b, short)
        self.assertEqual([self.review(a, m)["ahead"] for m in (long, other, short)], [0, 1, 2])
        turns = []
        while (job := self.engine(""))["id"] is not None:
            turns.append(job["id"])
            left = len(job["match"]["moves"]) + 1 - job["from"]
            self.hand_in(job["id"], job["from"], min(left, 7))
        self.assertEqual(turns, [long, short, long, long, other])

    def test_the_engine_alone_learns_who_pays_for_its_time(self):
        """40 guests of one address are one payer, another address is another."""
        server = harness.Server("--no-bot", "--trust-proxy", "--bot-token-file", self.token)
        self.addCleanup(server.close)
        with open(self.token, encoding="utf-8") as f:
            headers = {"Authorization": "Bearer " + f.read().strip()}

        def guest(address):
            c = server.client()
            self.addCleanup(c.close)
            plain = c.request
            c.request = lambda method, path, body=None, headers=None: plain(
                method, path, body, {"X-Forwarded-For": address, **(headers or {})})
            c.guest()
            return c

        crowd = [guest("192.0.2.1") for _ in range(40)]
        others = [guest("192.0.2.2"), guest("198.51.100.1")]
        seats = [{"bot": 8}, "me"]
        for c in crowd + others:
            c.create("levee", seats, width=5, height=5)
        engine = server.client()
        self.addCleanup(engine.close)
        listed = engine.must(200, "GET", "/api/matches?mine=1&state=running&limit=100", headers=headers)
        payers = [m["payer"] for m in listed["matches"]][::-1]
        self.assertEqual((len(payers), len(set(payers[:40])), len(set(payers))), (42, 1, 3))
        mine = crowd[0].must(200, "GET", "/api/matches?mine=1")["matches"]
        self.assertNotIn("payer", mine[0])
        stream = harness.Stream(engine, "me", headers=headers)
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        crowd[1].create("levee", seats, width=5, height=5)
        self.assertEqual(stream.wait_type("turn")["data"]["payer"], payers[0])
        self.assertNotIn("payer", crowd[1].must(200, "GET", "/api/matches?mine=1")["matches"][0])

    def test_a_claimed_review_is_given_to_no_other_engine(self):
        a = self.member("emil")
        match = self.over(a)
        self.ask(a, match)
        self.assertEqual(self.engine("")["id"], match)
        self.assertIsNone(self.engine("")["id"])
        self.hand_in(match, 0, 1)
        self.assertEqual(self.engine("")["id"], match)
        self.hand_in(match, 1, 2)

    def test_only_the_asker_cancels_and_then_no_result_is_taken(self):
        a, b = self.member("fina"), self.member("gerd")
        match = self.over(a)
        self.ask(a, match)
        self.engine("")
        self.hand_in(match, 0, 1)
        b.must(403, "POST", f"/api/matches/{match}/review/cancel", {})
        self.assertEqual(a.must(200, "POST", f"/api/matches/{match}/review/cancel", {}),
                         {"state": "none"})
        self.hand_in(match, 1, 1, status=409)
        a.must(409, "POST", f"/api/matches/{match}/review/cancel", {})
        self.assertEqual(self.ask(a, match)["done"], 0)

    def test_only_finished_matches_of_two_and_only_members(self):
        a, guest = self.member("hans"), self.server.guest()
        self.addCleanup(guest.close)
        running = a.create("palisade", ["me", "me"], width=5)["id"]
        self.assertIn("finished", self.ask(a, running, 409)["detail"])
        three = a.create("claims", ["me", "me", "me"], width=4, height=4)["id"]
        a.play(three, 1, "a1")
        for _ in range(2):
            a.must(200, "POST", f"/api/matches/{three}/resign", {})
        self.assertIn("two players", self.ask(a, three, 400)["detail"])
        self.assertIn("no moves", self.ask(a, self.over(a, 0), 400)["detail"])
        match = self.over(a)
        self.assertIn("members", self.ask(guest, match, 403)["detail"])
        self.nobody().must(401, "POST", f"/api/matches/{match}/review", {})
        secret = self.over(a, private=True)
        b = self.member("ida")
        self.ask(b, secret, 404)
        b.must(404, "GET", f"/api/matches/{secret}/review")
        self.ask(a, secret)
        self.assertEqual(self.engine("")["id"], secret)
        self.hand_in(secret, 0, 3)
        b.must(404, "GET", f"/api/matches/{secret}/review")
        self.assertEqual(self.review(a, secret)["state"], "done")

    def test_five_of_a_member_wait_at_once(self):
        a = self.member("jana")
        for _ in range(5):
            self.ask(a, self.over(a))
        self.assertIn("5 of your matches", self.ask(a, self.over(a), 409)["detail"])

    def test_only_the_engine_hands_in_and_only_results_that_fit(self):
        a = self.member("karl")
        match = self.over(a)
        self.ask(a, match)
        self.engine("")
        good = {"from": 0, "engine": "x", "playouts": 1, "positions": [[1, 1, 0, ""]]}
        a.must(403, "POST", "/api/engine/reviews", {})
        a.must(403, "POST", f"/api/engine/reviews/{match}", good)
        for bad in ([], [[3, 1, 0, ""]], [[1, 10001, 0, ""]], [[1, 1, 0, 5]], [7],
                    [[1, 1, 0, "a" * 200]], [[1, 1, 0, ""]] * 4, "no", [[1, 1, 0, ""]] * 65):
            self.engine(f"/{match}", {**good, "positions": bad}, 400)
        self.hand_in(match, 1, 1, status=409)
        self.engine("/999999", good, 409)
        self.assertEqual(self.review(a, match)["done"], 0)
        self.hand_in(match, 0, 0, failed=True)
        self.assertEqual(self.review(a, match)["state"], "failed")

    def test_a_deleted_account_has_no_review_waiting(self):
        a, b = self.member("lara"), self.member("mia")
        mine, done = self.over(a), self.over(a)
        self.ask(a, done)
        self.engine("")
        self.hand_in(done, 0, 3)
        self.ask(a, mine)
        a.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.assertEqual(self.review(b, mine), {"state": "none"})
        self.assertEqual(self.review(b, done)["state"], "done")


class Limits(Case):
    options = ["--no-bot"]

    def test_twenty_reviews_a_day(self):
        a = self.member("nora")
        for _ in range(20):
            match = self.over(a)
            self.ask(a, match)
            a.must(200, "POST", f"/api/matches/{match}/review/cancel", {})
        self.assertIn("20 reviews within a day", self.ask(a, self.over(a), 429)["detail"])


class Engine(Case):
    options = ["--no-limits"]

    def wait(self, c, match, fits):
        until = time.monotonic() + 60 * harness.SLOW
        while not fits(shown := self.review(c, match)):
            self.assertLess(time.monotonic(), until, shown)
            time.sleep(0.1)
        return shown

    def test_the_servers_engine_reviews_a_whole_match(self):
        a = self.member("olga")
        match = self.over(a, 6)
        self.ask(a, match)
        shown = self.wait(a, match, lambda r: r["state"] == "done")
        self.assertEqual(len(shown["positions"]), 7)
        self.assertEqual([p["side"] for p in shown["positions"]], [1, 2, 1, 2, 1, 2, 1])
        self.assertTrue(shown["engine"].startswith("hoshi "), shown["engine"])
        self.assertTrue(all(p["line"] for p in shown["positions"]))
        self.assertTrue(all(0 <= p["share"] <= 1 for p in shown["positions"]))

    def test_a_review_continues_when_the_server_was_away(self):
        a = self.member("paul")
        match = self.over(a, 20)
        self.ask(a, match)
        before = self.wait(a, match, lambda r: r["done"] > 0)
        self.server.kill()
        self.server.start()
        a = self.server.client()
        self.addCleanup(a.close)
        now = self.review(a, match)
        self.assertEqual(now["positions"][:before["done"]], before["positions"])


if __name__ == "__main__":
    harness.main()
