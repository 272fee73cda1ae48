#!/usr/bin/env python3
"""A store and records of an earlier hoshi open without loss. tests/data/store-0.1.0 was written by
commit e8fe219: members ann and bob, a finished rated match of each game, chat, a running match with
conditional moves, and a tournament; expected.json is what that server answered about all of it."""
import gzip
import json
import os
import subprocess
import tempfile
import unittest

import harness

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "store-0.1.0")
GAMES = ["palisade", "redstone", "levee", "claims"]
OF_THE_MOMENT = {"now", "event", "watchers", "seen_at", "unread"}


def differences(old, new, where=""):
    """Fields of former answers that are missing now; today's answers may have more fields."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() - OF_THE_MOMENT:
            if key not in new:
                yield f"{where}.{key} is missing"
            else:
                yield from differences(old[key], new[key], f"{where}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i, pair in enumerate(zip(old, new)):
            yield from differences(*pair, f"{where}[{i}]")
    elif old != new:
        yield f"{where} was {old!r} and is {new!r}"


def show(name, form):
    done = subprocess.run([harness.HOSHI, "show", os.path.join(DATA, name), "--format", form], check=True,
                          capture_output=True, text=True)
    return done.stdout


class Former(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(DATA, "expected.json"), encoding="utf-8") as f:
            cls.expected = json.load(f)
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        store = os.path.join(cls.folder.name, "store.db")
        with gzip.open(os.path.join(DATA, "store.db.gz")) as packed, open(store, "wb") as f:
            f.write(packed.read())
        cls.server = harness.Server("--no-bot", "--no-limits", store=store)
        cls.addClassCleanup(cls.server.close)
        cls.players = {name: cls.member(name) for name in ("ann", "bob")}

    @classmethod
    def member(cls, name):
        client = cls.server.client()
        client.must(200, "POST", "/api/signin", {"name": name, "password": f"secret-{name}-0"})
        client.keep_session()
        return client

    def assert_kept(self, old, new):
        self.assertEqual(list(differences(old, new)), [])

    def test_matches_of_all_games_are_kept(self):
        games = set()
        for number, old in self.expected["matches"].items():
            self.assert_kept(old, self.players["ann"].match(number))
            games.add(old["game"])
        self.assertEqual(games, set(GAMES))

    def test_players_and_their_ratings_are_kept(self):
        for name, old in self.expected["players"].items():
            self.assert_kept(old, self.players["ann"].must(200, "GET", f"/api/players/{name}"))

    def test_the_tournament_is_kept(self):
        old = self.expected["tournament"]
        self.assert_kept(old, self.players["ann"].must(200, "GET", f"/api/tournaments/{old['id']}"))

    def test_records_have_not_changed(self):
        for old in self.expected["matches"].values():
            if old["tournament"] is not None:
                continue
            for form in ("sgf", "json"):
                with open(os.path.join(DATA, f"{old['game']}.{form}"), encoding="utf-8") as f:
                    before = f.read()
                status, now = self.players["ann"].get(
                    f"/api/matches/{old['id']}/record?format={form}")
                self.assertEqual(status, 200)
                if old["state"] == "finished" and form == "sgf":
                    self.assertEqual(now.decode(), before)
                elif old["state"] == "finished":
                    self.assert_kept(json.loads(before), now)

    def test_records_are_read_from_files(self):
        for game in GAMES:
            for form in ("sgf", "json"):
                with open(os.path.join(DATA, f"{game}.{form}"), encoding="utf-8") as f:
                    before = f.read()
                after = show(f"{game}.{form}", form)
                if form == "json":
                    self.assertEqual(json.loads(after)["moves"], json.loads(before)["moves"])
                else:
                    self.assertEqual(after, before)

    def test_the_running_match_continues_by_its_conditional_moves(self):
        (number, old), = self.expected["conditional"].items()
        lines = self.players["ann"].must(200, "GET", f"/api/matches/{number}/conditional")
        self.assert_kept(old, lines)
        (theirs, answer) = old["lines"][0]
        self.players["bob"].play(number, old["ply"], theirs)
        moves = [m["move"] for m in self.players["ann"].match(number)["moves"]]
        self.assertEqual(moves[-2:], [theirs, answer])


if __name__ == "__main__":
    harness.main()
