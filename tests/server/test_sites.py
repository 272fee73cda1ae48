#!/usr/bin/env python3
"""Players at several servers of one site see, watch and find each other as at one."""
import time

import harness
from test_pg import SiteTest, at

CLOCK = {"kind": "fischer", "main_ms": 300_000, "add_ms": 3_000}
WISH = {"game": "levee", "width": 7, "height": 7, "clock": CLOCK}
WAIT_S = 30


class Sites(SiteTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.url = cls.postgres.database()
        options = ("--no-bot", "--no-limits")
        cls.a, cls.b = (harness.Server(*options, store=cls.url) for _ in range(2))

    @classmethod
    def tearDownClass(cls):
        cls.a.close()
        cls.b.close()
        super().tearDownClass()

    def client(self, server, name=None):
        c = server.client()
        self.addCleanup(c.close)
        if name:
            c.must(201, "POST", "/api/signup", {"name": name, "password": "correct horse"})
            c.keep_session()
        else:
            c.guest()
        return c

    def soon(self, read, wanted):
        until = time.monotonic() + WAIT_S * harness.SLOW
        value = read()
        while value != wanted and time.monotonic() < until:
            time.sleep(0.05)
            value = read()
        self.assertEqual(value, wanted)

    def test_a_friend_at_another_server_is_online(self):
        ann, bob = self.client(self.a, "fay"), self.client(self.b, "ben")
        ann.must(200, "POST", "/api/players/ben/follow", {"follow": True})
        hears = self.stream(ann, "friends")

        def online(client=ann):
            return [p["online"] for p in client.must(200, "GET", "/api/friends")["players"]]
        self.assertEqual(online(), [False])
        there = self.stream(bob, "me")
        hears.wait(lambda e: e["event"] == "friend" and e["data"]["online"], WAIT_S)
        self.assertEqual(online(), [True])
        # A server that begins later learns who is there already, and takes its own along when it dies.
        c, = self.serve(1, self.url)
        self.soon(lambda: online(at(ann, c)), [True])
        self.stream(at(bob, c), "me")
        there.close()
        c.kill()
        hears.wait(lambda e: e["event"] == "friend" and not e["data"]["online"], 2 * WAIT_S)
        self.assertEqual(online(), [False])

    def test_spectators_at_all_servers_are_named_and_counted(self):
        a, b = self.a, self.b
        ann, bob = self.client(a, "ann"), self.client(b, "bob")
        stranger = b.client()
        self.addCleanup(stranger.close)
        match = self.client(a).create("levee", ["me", "me"], width=7)["id"]
        hears = self.stream(ann, f"match:{match}")
        self.stream(bob, f"match:{match}")
        guest = self.stream(stranger, f"match:{match}")
        hears.wait(lambda e: e["event"] == "watchers" and e["data"]["watchers"] == 3, WAIT_S)

        def seen(client):
            value = client.must(200, "GET", f"/api/matches/{match}/spectators")
            return sorted(p["name"] for p in value["players"]), value["more"]
        for client in (ann, bob):
            self.soon(lambda client=client: seen(client), (["ann", "bob"], 1))
        guest.close()
        self.soon(lambda: seen(ann), (["ann", "bob"], 0))

    def test_the_lobby_is_that_of_the_site(self):
        a, b = self.a, self.b
        ann, bob = self.client(a, "lia"), self.client(b, "leo")
        hears = self.stream(ann, "lobby,me")
        self.stream(bob, "lobby,me")
        both = hears.wait(lambda e: e["event"] == "lobby" and e["data"]["players"] == 2, WAIT_S)
        self.assertEqual(sorted(both["data"]["here"]), ["leo", "lia"])
        ann.must(202, "POST", "/api/pairing", WISH)
        self.soon(lambda: [w["n"] for w in
                           bob.must(200, "GET", "/api/lobby")["people"]["waiting"]], [1])
        ann.must(200, "POST", "/api/pairing/end", {})

    def test_two_at_two_servers_are_paired_once(self):
        a, b = self.a, self.b
        for first, second in ((a, b), (b, a)):  # either server may be the one that pairs
            ann, bob = self.client(first), self.client(second)
            here, there = self.stream(ann, "me"), self.stream(bob, "me")
            for client in (ann, bob):
                self.assertIsNone(client.must(202, "POST", "/api/pairing", WISH)["match"])
            match = here.wait(lambda e: e["event"] == "paired", WAIT_S)["data"]["match"]
            self.assertEqual(there.wait(lambda e: e["event"] == "paired", WAIT_S)["data"]["match"],
                             match)
            value = ann.match(match)
            self.assertEqual((value["state"], value["rated"]), ("running", False))
            for client in (ann, bob):
                self.soon(lambda client=client:
                          client.must(200, "GET", "/api/lobby")["people"]["waiting"], [])
            running = ann.must(200, "GET", "/api/matches?state=running")["matches"]
            self.assertEqual([m["id"] for m in running if m["you"]], [match])

    def test_a_wish_moves_with_its_player(self):
        a, b = self.a, self.b
        ann = self.client(a)
        there = at(ann, b)
        self.addCleanup(there.close)
        self.stream(ann, "me")
        self.assertIsNone(ann.must(202, "POST", "/api/pairing", WISH)["match"])
        waiting = [lambda c=c: [w["n"] for w in c.must(200, "GET", "/api/lobby")["people"]["waiting"]]
                   for c in (ann, there)]
        for read in waiting:
            self.soon(read, [1])
        # Asked again through the other server it is still one wish, and its end is the end of both.
        self.assertIsNone(there.must(202, "POST", "/api/pairing", WISH)["match"])
        for read in waiting:
            self.soon(read, [1])
        there.must(200, "POST", "/api/pairing/end", {})
        for read in waiting:
            self.soon(read, [])

if __name__ == "__main__":
    harness.main()
