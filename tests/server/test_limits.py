#!/usr/bin/env python3
"""Limits of one player: nobody spends another's allowance, and nobody gets round their own by another address,
another session or another spelling. docs/LIMITS.md lists them; those of networks are in test_abuse.py."""
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
)


class Limits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = harness.Server("--no-bot", "--trust-proxy")
        cls.addClassCleanup(cls.server.close)
        villain = cls.server.client()
        villain.must(201, "POST", "/api/signup", {"name": "villain", "password": PASSWORD})
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


if __name__ == "__main__":
    harness.main()
