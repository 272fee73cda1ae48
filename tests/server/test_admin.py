#!/usr/bin/env python3
"""`hoshi admin`: backups of a running server that restore, stores moved to the other kind and back
without a difference, and commands about players."""
import json
import os
import sqlite3
import subprocess
import tempfile
import time
import unittest

import harness
import postgres
from test_kill import Player


def admin(*words, store=None):
    """(status, output, errors)"""
    options = ["--store", store] if store else []
    done = subprocess.run([harness.HOSHI, "admin", *options, *words], capture_output=True, text=True,
                          timeout=60 * harness.SLOW)
    return done.returncode, done.stdout, done.stderr


def rows(path):
    """Everything that a SQLite store holds, table by table."""
    db = sqlite3.connect(path)
    tables = [r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'"
                                       " AND name NOT LIKE 'sqlite%' AND name <> 'migration'")]
    out = {t: sorted(map(repr, db.execute(f"SELECT * FROM {t}"))) for t in tables}
    out["numbers"] = sorted(db.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0"))
    db.close()
    return out


class Helper:
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def must(self, *words, store=None):
        status, out, errors = admin(*words, store=store)
        self.assertEqual(status, 0, errors)
        return out

    def play(self, server, seconds):
        """Matches under load; the players, who know what was acknowledged."""
        players = [Player([server], i) for i in range(4)]
        for p in players:
            p.start()
        time.sleep(seconds)
        return players

    def stop(self, players):
        for p in players:
            p.running = False
        for p in players:
            p.join(60 * harness.SLOW)

    def fill(self, server):
        """Something in many tables."""
        a = server.guest()
        b = server.guest()
        match = a.create("levee", ["me", "open"], width=7)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        a.play(match, 1, "a1")
        b.play(match, 2, "b1")
        a.must(201, "POST", f"/api/matches/{match}/chat", {"text": "Grüße, 'quoted' \\ and \"so\" 漢字"})
        a.create("claims", ["me", "open", "open"])
        b.must(200, "POST", f"/api/matches/{match}/resign", {})
        a.create("redstone", ["me", {"bot": 3}])
        a.close()
        b.close()
        return match


class Admin(Helper, unittest.TestCase):
    def test_a_backup_of_a_running_server_restores(self):
        server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(server.close)
        match = self.fill(server)
        players = self.play(server, 0.5)
        known = {m: list(moves) for p in players for m, moves in p.matches.items()}
        self.must("backup", self.path("copy.db"), store=server.store)
        self.stop(players)
        self.must("verify", store=self.path("copy.db"))
        self.assertEqual(os.listdir(self.folder), ["copy.db"])
        status, _, errors = admin("backup", self.path("copy.db"), store=server.store)
        self.assertEqual((status, "already" in errors), (1, True))
        status, _, errors = admin("restore", self.path("copy.db"), store=server.store)
        self.assertEqual((status, "another process" in errors), (1, True))
        server.kill()
        # Rows from after the backup are gone; the former store is kept.
        self.must("restore", self.path("copy.db"), store=server.store)
        self.assertTrue(os.path.exists(server.store + ".before"))
        server.start()
        reader = server.client()
        for m, moves in known.items():
            there = [(x["ply"], x["move"]) for x in reader.match(m)["moves"]]
            self.assertEqual(there[:len(moves)], moves)
        self.assertEqual(reader.match(match)["ply"], 2)
        server.guest().create("levee", ["me", "me"])
        reader.close()

    def test_a_file_that_is_no_backup_is_refused_and_nothing_changes(self):
        server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(server.close)
        self.fill(server)
        self.assertEqual(server.stop(), 0)
        before = rows(server.store)
        with open(self.path("torn.db"), "wb") as f:
            f.write(open(server.store, "rb").read()[:20000])
        with open(self.path("text.db"), "w", encoding="utf-8") as f:
            f.write("no store " * 1000)
        for name in ("torn.db", "text.db", "missing.db"):
            status, _, errors = admin("restore", self.path(name), store=server.store)
            self.assertEqual(status, 1, name)
            self.assertNotEqual(errors, "")
        self.assertEqual(rows(server.store), before)
        self.must("vacuum", store=server.store)
        self.assertEqual(rows(server.store), before)

    def test_players_are_looked_after(self):
        server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(server.close)
        a = server.guest()
        name = a.player["name"]
        users = json.loads(self.must("users", name[:4], "--json", store=server.store))
        self.assertIn(name, json.dumps(users))
        stats = json.loads(self.must("stats", "--json", store=server.store))
        self.assertEqual(stats["players guest"], 1)
        status, _, errors = admin("ban", name, "--reason", "spam", store=server.store)
        self.assertEqual((status, "another process" in errors), (1, True))
        self.assertEqual(server.stop(), 0)
        self.must("ban", name, "--reason", "spam", store=server.store)
        self.assertIn(name, self.must("users", "--banned", store=server.store))
        self.assertIn("spam", self.must("log", store=server.store))
        server.start()
        self.assertEqual(a.post("/api/matches", {"game": "levee", "seats": ["me", "me"]})[0], 401)
        self.assertEqual(server.stop(), 0)
        self.must("unban", name, store=server.store)
        # An account whose password its player chooses, and what people read.
        done = self.must("user", "create", "annabel", "--url", "https://hoshi.example/", store=server.store)
        self.assertRegex(done, r"at https://hoshi\.example/recover#[\w-]{40,}\n$")
        status, _, errors = admin("user", "create", "annabel", store=server.store)
        self.assertEqual((status, "is taken" in errors), (1, True), errors)
        told = self.must("user", "annabel", store=server.store)
        self.assertRegex(told, r"(?m)^player: annabel$")
        self.assertRegex(told, r"(?m)^created at: \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC$")
        self.assertRegex(self.must("log", store=server.store), r"(?m)^id \d+, at \d+ \w+ \d{4}, .* what ban, .*detail spam")
        self.assertEqual(self.must("reports", store=server.store), "no reports\n")
        secret = json.loads(self.must("user", "create", "bertram", "--json", store=server.store))["token"]
        server.start()
        self.assertEqual(a.post("/api/recover/finish", {"token": secret, "password": "greypebble-9"})[0], 200)
        self.assertEqual(server.stop(), 0)
        status, _, errors = admin("user", "nobody-at-all", store=server.store)
        self.assertEqual((status, errors), (1, "hoshi: there is no player nobody-at-all\n"))

    def test_rotation_says_what_ends_and_then_ends_it(self):
        server = harness.Server("--no-bot", "--no-limits", "--mail-address", "hoshi@example.org")
        self.addCleanup(server.close)
        a = server.client()
        self.addCleanup(a.close)
        a.must(201, "POST", "/api/signup", {"name": "rotated", "password": harness.PASSWORD})
        a.keep_session()
        secret = a.must(201, "POST", "/api/account/tokens", {
            "name": "t", "scopes": ["read"], "password": harness.PASSWORD})["secret"]
        bearer = {"Authorization": "Bearer " + secret}

        def me(headers=None):
            c = server.client()
            try:
                return c.request("GET", "/api/me", headers=headers or {"Cookie": f"hoshi_session={a.cookie}"})
            finally:
                c.close()

        status, _, errors = admin("rotate", "sessions", "--yes", store=server.store)
        self.assertEqual((status, "another process" in errors), (1, True))
        self.assertEqual(server.stop(), 0)
        before = rows(server.store)
        told = self.must("rotate", store=server.store)
        for what in ("sessions", "tokens", "mail", "push", "places"):
            self.assertIn(f"\n{what}\n", "\n" + told)
        for words in ("signed out", "Guests lose", "Nothing was changed", "--yes"):
            self.assertIn(words, told)
        one = self.must("rotate", "tokens", store=server.store)
        self.assertNotIn("signed out", one)
        self.assertEqual(rows(server.store), before)
        for words in (["rotate", "moon"], ["rotate", "moon", "--yes"], ["rotate", "--yes"]):
            self.assertEqual(admin(*words, store=server.store)[0], 2, words)
        meta = lambda: dict(map(eval, rows(server.store)["meta"]))
        keys = meta()
        for what in ("mail", "places", "tokens"):
            self.must("rotate", what, "--yes", store=server.store)
        now = meta()
        self.assertNotEqual(now["mail_key"], keys["mail_key"])
        self.assertNotEqual(now["place_salt"], keys["place_salt"])
        former, until = now["mail_key_former"].split()
        self.assertEqual(former, keys["mail_key"])
        self.assertLess(abs(int(until) / 1000 - time.time() - 14 * 86400), 600)
        server.start()
        self.assertEqual(me(bearer)[0], 401)
        self.assertEqual(me()[1]["name"], "rotated")
        self.assertEqual(server.stop(), 0)
        self.must("rotate", "sessions", "--yes", store=server.store)
        self.assertIn("rotate", self.must("log", store=server.store))
        server.start()
        self.assertEqual(me(), (200, None))
        c = server.client()
        self.addCleanup(c.close)
        c.must(200, "POST", "/api/signin", {"name": "rotated", "password": harness.PASSWORD})

    def test_wrong_arguments_give_an_error(self):
        for words in (["dance"], ["ban"], ["ban", "x"], ["copy", "a"], [], ["role", "a", "king"]):
            self.assertEqual(admin(*words, store=self.path("x.db"))[0], 2, words)
        self.assertEqual(admin("stats", store=self.path("none.db"))[0], 1)
        self.assertFalse(os.path.exists(self.path("none.db")))


class Move(Helper, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = postgres.Postgres()

    @classmethod
    def tearDownClass(cls):
        cls.postgres.close()

    def test_a_site_moves_to_postgres_and_back_without_a_difference(self):
        server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(server.close)
        match = self.fill(server)
        self.stop(self.play(server, 0.3))
        self.assertEqual(server.stop(), 0)
        url = self.postgres.database()
        self.must("copy", server.store, url)
        self.must("copy", url, self.path("back.db"))
        here, back = rows(server.store), rows(self.path("back.db"))
        # PostgreSQL gives the numbers of events in blocks of 16, so the next one may be a few further on.
        numbers, others = dict(here.pop("numbers")), dict(back.pop("numbers"))
        self.assertIn(others.pop("event") - numbers.pop("event"), range(16))
        self.assertEqual((back, others), (here, numbers))
        status, _, errors = admin("copy", server.store, url)
        self.assertEqual((status, "not empty" in errors), (1, True))
        # A target that keeps a row otherwise is noticed, and keeps nothing.
        wrong = self.path("wrong.db")
        harness.Server("--no-bot", store=wrong).close()
        with sqlite3.connect(wrong) as db:
            for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                if table != "migration" and not table.startswith("sqlite"):
                    db.execute(f"DELETE FROM {table}")
            db.execute("CREATE TRIGGER bad AFTER INSERT ON player BEGIN"
                       " UPDATE player SET name = name || 'x' WHERE id = new.id; END")
        status, _, errors = admin("copy", server.store, wrong)
        self.assertEqual(status, 1)
        self.assertIn("the copy differs in the table player: a row is not what it was; nothing was kept", errors)
        with sqlite3.connect(wrong) as db:
            self.assertEqual(db.execute("SELECT count(*) FROM player").fetchone(), (0,))
            db.execute("DROP TRIGGER bad")
            db.execute("CREATE TRIGGER bad AFTER INSERT ON match BEGIN DELETE FROM match WHERE id = new.id; END")
        self.assertIn("in the table match: 0 rows instead of", admin("copy", server.store, wrong)[2])
        # The site continues, with new numbers.
        moved = harness.Server("--no-bot", "--no-limits", store=url)
        self.addCleanup(moved.close)
        c = moved.guest()
        self.assertEqual(c.match(match)["ply"], 2)
        numbers = dict(rows(server.store)["numbers"])
        self.assertGreater(c.create("levee", ["me", "me"])["id"], numbers["match"])
        c.close()

    def test_beside_running_servers_on_postgres(self):
        url = self.postgres.database()
        server = harness.Server("--no-bot", "--no-limits", store=url)
        self.addCleanup(server.close)
        a = server.guest()
        self.must("ban", a.player["name"], "--reason", "spam", store=url)
        until = time.monotonic() + 5 * harness.SLOW
        while a.get("/api/me")[1] is not None:  # the server hears of it
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)
        players = self.play(server, 0.4)
        known = {m: list(moves) for p in players for m, moves in p.matches.items()}
        self.must("backup", self.path("copy.db"), store=url)
        self.must("vacuum", store=url)
        self.stop(players)
        other = self.postgres.database()
        self.must("restore", self.path("copy.db"), store=other)
        again = harness.Server("--no-bot", "--no-limits", store=other)
        self.addCleanup(again.close)
        reader = again.client()
        for m, moves in known.items():
            there = [(x["ply"], x["move"]) for x in reader.match(m)["moves"]]
            self.assertEqual(there[:len(moves)], moves)
        reader.close()


if __name__ == "__main__":
    harness.main()
