#!/usr/bin/env python3
"""Limits of one player: no player can spend another's allowance, or avoid their own by another address,
another session or another spelling. docs/LIMITS.md and docs/WORK.md list them; those of networks are in test_abuse.py."""
import json
import time
import unittest

import harness

PASSWORD = "correct horse"
MATCH = {"game": "levee", "seats": ["me", "open"]}
TOURNAMENT = {"name": "Cup", "kind": "roundrobin", "game": "levee", "width": 5,
              "clock": {"kind": "simple", "move_ms": 60000}, "players_max": 3}

# Limit, how many, status beyond it, status within it, path, body of the nth.
LIMITS = (
    ("tournaments that have not begun", 10, 409, 201, "/api/tournaments", lambda n: TOURNAMENT),
    ("open reports", 20, 429, 201, "/api/reports",
     lambda n: {"player": "villain", "reason": f"reason {n}"}),
    ("matches that wait for others", 50, 409, 201, "/api/matches", lambda n: MATCH),
    ("exports", 3, 429, 200, "/api/account/export", None),
    ("studies", 200, 409, 201, "/api/studies", lambda n: {"name": f"study {n}"}),
    ("copies of studies", 20, 429, 201, "/api/studies/1/clone", lambda n: {"name": f"copy {n}"}),
)
BOARD = json.dumps({"hoshi": 1, "game": "redstone", "width": 5, "height": 5,
                    "players": [{"seat": 1, "name": ""}, {"seat": 2, "name": ""}], "moves": []})
TOKENS, TOKENS_OF_A_SESSION = 20, 10  # a session may give its password ten times at once
QUESTIONS = 30  # challenges for passkeys, of a network


class Messages(unittest.TestCase):
    def test_messages_without_an_answer_are_few(self):
        """Until the other answers: then both write as they like."""
        server = harness.Server("--no-bot")
        self.addCleanup(server.close)
        a, b = server.client(), server.client()
        for c, name in ((a, "eager"), (b, "calm")):
            self.addCleanup(c.close)
            c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
            c.keep_session()
        for n in range(5):
            a.must(201, "POST", "/api/conversations/calm", {"text": f"message {n}"})
        said = a.must(429, "POST", "/api/conversations/calm", {"text": "one more"})
        self.assertIn("min", said["detail"])
        b.must(201, "POST", "/api/conversations/eager", {"text": "yes?"})
        for n in range(6):
            a.must(201, "POST", "/api/conversations/calm", {"text": f"answer {n}"})


class Texts(unittest.TestCase):
    """What is written is kept: each writer and each network has a budget of bytes."""
    NOTE = 4 * "Ein Stein, ein Weg, ein Tor. " * 30  # 4 KiB

    def serve(self, *options):
        self.server = harness.Server("--no-bot", "--trust-proxy", *options)
        self.addCleanup(self.server.close)
        self.villain = self.new("/api/signup", "192.0.2.99", {"name": "villain", "password": PASSWORD})

    def new(self, path, address, body):
        c = self.server.client()
        self.addCleanup(c.close)
        plain = c.request
        c.request = lambda method, path, body=None, headers=None: plain(
            method, path, body, {"X-Forwarded-For": address, **(headers or {})})
        c.must(201, "POST", path, body)
        c.keep_session()
        return c

    def guest(self, address):
        return self.new("/api/guest", address, {})

    def note(self, c):
        return c.post("/api/players/villain/note", {"text": self.NOTE[:3900]})

    def test_guests_write_little_alone_and_together(self):
        self.serve()
        guest = self.guest("192.0.2.1")
        match = guest.create("levee", ["me", "me"])["id"]
        for _ in range(16):
            self.assertEqual(self.note(guest)[0], 200)
        status, said = self.note(guest)
        self.assertEqual(status, 429, said)
        self.assertIn("minutes", said["detail"])
        self.assertEqual(guest.post(f"/api/matches/{match}/chat", {"text": "hello"})[0], 429)
        guest.play(match, 1, "a1")  # moves are no texts
        for _ in range(15):  # others of the network have a budget of their own, up to its own
            other = self.guest("192.0.2.1")
            for _ in range(16):
                self.assertEqual(self.note(other)[0], 200)
        late = self.guest("192.0.2.1")
        self.assertEqual(self.note(late)[0], 429)
        self.assertEqual(self.note(self.guest("192.0.2.2"))[0], 200)
        self.assertEqual(self.note(self.villain)[0], 200)
        # A /64 after the other of one customer.
        answers = [self.note(self.guest(f"2001:db8:7:{n:x}::1"))[0] for n in range(4) for _ in range(1)]
        self.assertEqual(answers, 4 * [200])

    def test_a_disk_that_is_nearly_full_is_kept_for_moves(self):
        self.serve("--keep-free", str(2 ** 31 - 1))
        guest = self.guest("192.0.2.1")
        match = guest.create("levee", ["me", "me"])["id"]
        status, said = self.note(guest)
        self.assertEqual((status, "nearly full" in said["detail"]), (429, True), said)
        guest.play(match, 1, "a1")
        self.assertEqual(self.note(self.villain)[0], 200)


class Limits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = harness.Server("--no-bot", "--trust-proxy", "--url", "https://hoshi.example")
        cls.addClassCleanup(cls.server.close)
        villain = cls.server.client()
        villain.must(201, "POST", "/api/signup", {"name": "villain", "password": PASSWORD})
        villain.keep_session()
        villain.must(201, "POST", "/api/studies", {"name": "Openings", "access": "public"})
        villain.close()

    def at(self, address):
        c = self.server.client()
        self.addCleanup(c.close)
        plain = c.request
        c.request = lambda method, path, body=None, headers=None: plain(
            method, path, body, {"X-Forwarded-For": address, **(headers or {})})
        return c

    def signed(self, address, name, path="/api/signup"):
        c = self.at(address)
        c.must(201 if path == "/api/signup" else 200, "POST", path,
               {"name": name, "password": PASSWORD})
        c.keep_session()
        return c

    def ask(self, c, path, body, n):
        return c.request("GET" if body is None else "POST", path, body and body(n))

    def test_nobody_spends_anothers_and_nobody_evades_their_own(self):
        for i, (limit, most, beyond, within, path, body) in enumerate(LIMITS):
            with self.subTest(limit):
                home = f"192.0.2.{10 + i}"
                greedy = self.signed(home, f"greedy{i}")
                modest = self.signed(home, f"modest{i}")  # beside them, at the same address
                for n in range(most):
                    self.assertEqual(self.ask(greedy, path, body, n)[0], within, n)
                status, problem = self.ask(greedy, path, body, most)
                self.assertEqual(status, beyond)
                self.assertGreater(len(problem["detail"]), 20)
                # In another session, under another spelling, from another network.
                again = self.signed(f"198.51.100.{10 + i}", f"GREEDY{i}", "/api/signin")
                self.assertEqual(self.ask(again, path, body, most)[0], beyond)
                self.assertEqual(self.ask(modest, path, body, 0)[0], within)

    def test_tokens_of_a_player_are_twenty_in_whichever_session(self):
        def make(c, n):
            return c.request("POST", "/api/account/tokens", {
                "name": f"token {n}", "scopes": ["read"], "password": PASSWORD})
        greedy = self.signed("192.0.2.30", "greedytoken")
        for n in range(TOKENS):
            if n == TOKENS_OF_A_SESSION:
                greedy = self.signed("192.0.2.31", "greedytoken", "/api/signin")
            self.assertEqual(make(greedy, n)[0], 201, n)
        again = self.signed("198.51.100.30", "GREEDYTOKEN", "/api/signin")
        status, problem = make(again, TOKENS)
        self.assertEqual(status, 409)
        self.assertIn(str(TOKENS), problem["detail"])
        self.assertEqual(make(self.signed("192.0.2.30", "modesttoken"), 0)[0], 201)

    def test_long_edits_cost_more_than_short_ones(self):
        """A change each, and one more for every ten operations: 400 at once, 50 a second."""
        greedy, modest = self.signed("192.0.2.50", "verbose"), self.signed("192.0.2.50", "terse")
        chapters = []
        for c in (greedy, modest):
            study = c.must(201, "POST", "/api/studies", {"name": "Edits"})["id"]
            chapters.append(c.must(201, "POST", f"/api/studies/{study}/chapters",
                                   {"name": "First", "record": BOARD})["id"])

        def edit(c, chapter, n, ops):
            return c.post(f"/api/chapters/{chapter}/edits", {
                "key": f"verbose-{n}", "ops": [["0", f"arrow {n} {i}", "1"] for i in range(ops)]})[0]
        began = time.monotonic()
        answers = [edit(greedy, chapters[0], n, 200) for n in range(40)]
        most = (400 + 50 * (time.monotonic() - began)) / 21
        self.assertLessEqual(answers.count(200), most)
        self.assertEqual(set(answers) - {200, 429}, set())
        self.assertEqual([edit(modest, chapters[1], n, 9) for n in range(40)], [200] * 40)

    def test_long_lists_cost_more_than_short_ones(self):
        greedy = self.signed("192.0.2.51", "importer")
        one = {"puzzle": "c00000000", "at": 1, "solved": True}
        began = time.monotonic()
        answers = [greedy.post("/api/account/puzzles", {"attempts": [one] * 500})[0] for _ in range(40)]
        most = (400 + 50 * (time.monotonic() - began)) / 51
        self.assertLessEqual(answers.count(200), most)
        self.assertEqual(set(answers) - {200, 429}, set())

    def test_challenges_for_passkeys_are_counted_with_the_sign_ins_of_a_network(self):
        def ask(address):
            return self.at(address).request("POST", "/api/passkeys/challenge", {})[0]
        answers = []
        while len(answers) < 4 * QUESTIONS and answers[-1:] != [429]:  # one /64
            answers.append(ask(f"2001:db8:7:1:{len(answers):x}::1"))
        self.assertEqual(answers[:QUESTIONS], [201] * QUESTIONS)
        self.assertEqual(answers[-1], 429)
        shown = {"id": "x", "client_data": "x", "authenticator_data": "x", "signature": "x"}
        self.assertEqual(self.at("2001:db8:7:1::1").post("/api/signin/passkey", shown)[0], 429)
        self.assertEqual(ask("2001:db8:7:2::1"), 201)
        self.assertEqual(ask("192.0.2.40"), 201)

    def test_sign_ins_of_neighbours_are_counted_together_in_either_family(self):
        def ask(address):
            return self.at(address).request("POST", "/api/passkeys/challenge", {})[0]
        for neighbour, elsewhere in ((lambda n: f"203.0.113.{n}", "203.0.114.1"),
                                     (lambda n: f"2001:db8:9:{n:x}::1", "2001:db8:a:1::1")):
            good, n = 0, 0
            while n < 20 and good >= n * QUESTIONS:  # each spends what it has, and no more than that
                n += 1
                good += sum(ask(neighbour(n)) == 201 for _ in range(QUESTIONS))
            self.assertGreaterEqual(good, 8 * QUESTIONS)
            self.assertLess(n, 20)
            self.assertEqual(ask(neighbour(100)), 429)
            self.assertEqual(ask(elsewhere), 201)


if __name__ == "__main__":
    harness.main()
