#!/usr/bin/env python3
"""Puzzles that members make: what may be sent, what the engine finds, what moderators decide, and that a
published one is a puzzle like any other."""
import io
import json
import os
import tempfile
import time
import zipfile

import harness

PASSWORD = harness.PASSWORD
FOLDER = os.path.join(os.path.dirname(harness.OPENAPI), "..", "puzzles")
# Levee 5x5: one move wins. It is not in the collection.
NEW = {"id": "l66ec5d66", "moves": ["e5", "e3", "d3", "e1", "c4", "a1", "e2"], "solution": "c2", "plies": 5,
       "themes": ["centre", "quiet"]}
MANY = "e5 e3 d3 e1 c4"


def start(side, *points, owner="neutral"):
    return {"side": side, "cells": [{"point": p, "owner": owner} for p in points]}


class Case(harness.ServerTest):
    def make(self, c, moves, status=201, **more):
        body = {"game": "levee", "width": 5, "height": 5, "options": 0, "moves": moves, **more}
        return c.must(status, "POST", "/api/puzzles/composed", body)

    def mine(self, c):
        return c.must(200, "GET", "/api/puzzles/composed")["composed"]


class Engineless(Case):
    """The test is the engine."""

    words = ["--no-limits"]

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        token = os.path.join(cls.folder.name, "token")
        cls.server = harness.Server("--no-bot", "--bot-token-file", token, *cls.words)
        boss = cls.server.client()
        boss.must(201, "POST", "/api/signup", {"name": "boss", "password": PASSWORD})
        boss.close()
        cls.server.stop()
        cls.server.options += ["--admin", "boss"]
        cls.server.start()
        with open(token, encoding="utf-8") as f:
            cls.headers = {"Authorization": "Bearer " + f.read().strip()}

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def boss(self):
        c = self.nobody()
        c.must(200, "POST", "/api/signin", {"name": "boss", "password": PASSWORD})
        c.keep_session()
        return c

    def engine(self, path="", body=None, status=200):
        return self.nobody().must(status, "POST", "/api/engine/puzzles" + path, body or {}, headers=self.headers)

    def hand_in(self, number, status=200, **more):
        return self.engine(f"/{number}", {"state": "lost", "puzzle": "", "solution": "", "others": "", "themes": "",
                                          "plies": 0, "rating": 0, **more}, status)

    def unique(self, c, puzzle, moves="a1 b2"):
        """A puzzle that is proved, as moderators see it."""
        number = self.make(c, moves)["id"]
        self.assertEqual(self.engine()["id"], number)
        self.hand_in(number, state="unique", puzzle=puzzle, solution="d1", themes="cut red", plies=5, rating=1520)
        return number

    def tearDown(self):
        while (job := self.engine())["id"] is not None:
            self.hand_in(job["id"])


class Daily(Engineless):
    words = []

    def test_twenty_a_day(self):
        a = self.member("busy")
        for _ in range(20):
            self.hand_in(self.make(a, "a1 b2")["id"])
        self.assertIn("20 puzzles within a day", self.make(a, "a1 b2", 429)["detail"])


class Queue(Engineless):
    def test_the_form_of_a_puzzle_is_checked(self):
        a = self.member("sender")
        for bad in ({"game": "chess"}, {"width": 4}, {"moves": "a1 a1"}, {"moves": "hello"}, {"moves": "x" * 1024},
                    {"options": 9}, {"goal": 1}):
            self.make(a, **{"moves": "a1", **bad, "status": 400})
        self.assertIn("Move 2", self.make(a, "a1 a1", 400)["detail"])
        self.nobody().must(401, "GET", "/api/puzzles/composed")
        self.assertEqual(self.mine(a), [])
        made = self.make(a, "a1 b2")
        self.assertEqual((made["state"], made["moves"], made["by"]["name"]), ("waiting", ["a1", "b2"], "sender"))
        self.assertEqual(self.mine(a), [made])
        self.make(a, "a1 b3")
        self.make(a, "a1 b4")
        self.assertIn("3 of your puzzles", self.make(a, "a1 b5", 409)["detail"])

    def test_the_form_of_start_is_checked(self):
        a = self.member("starter")
        ok = {"point": "a1", "owner": "neutral"}
        for bad, why in (
            (7, "must have the form"), ({"side": 3, "cells": []}, "must have the form"), ({"side": 1}, "must have the form"),
            ({"cells": [], "more": 1}, "must have the form"), ({"cells": [{"point": "a1"}]}, "cell 1: owner must be"),
            ({"cells": [ok, {"point": "f1", "owner": 1}]}, "cell 2: point must be a point of this board"),
            ({"cells": [ok, ok]}, "cell 2: this point is given twice"), ({"cells": [{**ok, "is": 1}]}, "may only have"),
            ({"cells": [{**ok, "height": 256}]}, "height must be 1 to 255"), ({"cells": [{**ok, "jacked": 1}]}, "true or false"),
            ({"cells": [ok] * 170}, "at most 169 stones"), ({"cells": [{"point": "a1", "owner": 1}]}, "levee has no such stones"),
            ({"cells": [{**ok, "height": 2}]}, "levee has no such stones"), (start(1, "c3"), "no play leads"),
            (start(1, "b2", "b3", "b4", "c4", "d4", "d3", "d2", "c2"), "no play leads"),
            (start(1, "a2", "a3", "a4", "e2", "e3", "e4"), "The game is over"),
        ):
            told = self.make(a, "", 400, start=bad)["detail"]
            self.assertIn(why, told, bad)
        self.assertIn("Move 1", self.make(a, "a1", 400, start=start(1, "a1"))["detail"])
        made = self.make(a, "b2", start=start(2, "a1"))
        self.assertEqual((made["start"], made["moves"]), (start(2, "a1"), ["b2"]))
        job = self.engine()
        self.assertEqual((job["start"], job["placed"], job["moves"]), (start(2, "a1"), "2 a1:n", ["b2"]))
        self.assertEqual(self.make(a, "", start={"cells": []})["start"], start(1))
        self.assertIsNone(self.make(a, "a1")["start"])

    def test_a_start_is_no_way_round_a_running_match(self):
        a, b = self.member("player2"), self.member("other2")
        match = a.create("levee", ["me", "open"], width=5)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        for ply, move in enumerate("a2 d5 a4 b5".split(), 1):
            (a if ply % 2 else b).play(match, ply, move)
        # As it stands, in a mirror, a stone away, a move later and two; reached from another start.
        for points, moves in (("a2 a4 b5 d5", ""), ("e2 e4 d5 b5", ""), ("a2 a4 b5", ""), ("a2 a4 b5 d5 c4", ""),
                              ("a2 a4 b5 d5 c4 d4", ""), ("a2 a4 b5 d5 c4 d4 e4", ""), ("a2", "a4 b5 d5")):
            told = self.make(a, moves, 409, start=start(1, *points.split()))["detail"]
            self.assertIn(str(match), told, (points, moves))
        self.make(a, "", start=start(1, "a1", "e5", "c1", "b3", "d3"))
        self.make(self.member("reader2"), "", start=start(1, "a2", "a4", "b5", "d5"))
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.make(a, "", start=start(1, "a2", "a4", "b5", "d5"))

    def test_a_running_match_of_ones_own_is_no_puzzle(self):
        a, b = self.member("player"), self.member("other")
        match = a.create("levee", ["me", "open"], width=5)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        line = "a2 d5 a4 b5".split()
        for ply, move in enumerate(line, 1):
            (a if ply % 2 else b).play(match, ply, move)
        number = str(match)
        # As it stands, with its moves in another order, in a mirror, and some moves ahead.
        for moves in ("a2 d5 a4 b5", "a4 b5 a2 d5", "e2 b5 e4 d5", "a2 d5 a4 b5 c4 d4 e4"):
            self.assertIn(number, self.make(a, moves, 409)["detail"], moves)
            self.make(b, moves, 409)
        self.assertEqual(self.mine(a), [])
        # Others may use it, and its players once the match is over; other positions are free.
        self.make(self.member("reader"), "a2 d5 a4 b5")
        self.make(a, "a2 d5 a4")
        self.make(a, "a2 d5 a4 e3")
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.make(a, "a2 d5 a4 b5")

    def test_who_plays_very_many_matches_makes_puzzles_when_some_are_over(self):
        """They would all have to be compared with the position."""
        a = self.member("busy")
        for _ in range(200):
            a.create("levee", ["me", "me"], width=5)
        self.assertIn("more than 200", self.make(a, "a2 d5 a4 b5", 409)["detail"])
        self.make(self.member("idle"), "a2 d5 a4 b5")

    def test_only_the_engine_hands_in_and_only_once(self):
        a = self.member("alone")
        number = self.make(a, "a1 b2")["id"]
        a.must(403, "POST", "/api/engine/puzzles", {})
        a.must(403, "POST", f"/api/engine/puzzles/{number}", {})
        job = self.engine()
        self.assertEqual((job["id"], job["moves"], job["nodes"]), (number, ["a1", "b2"], 20000))
        self.assertIsNone(self.engine()["id"], "it is claimed")
        self.hand_in(number, 400, state="published")
        self.hand_in(number, state="many", others="c1 d2")
        self.hand_in(number, 409)
        self.assertEqual([(c["state"], c["others"]) for c in self.mine(a)], [("many", ["c1", "d2"])])

    def test_moderators_decide_and_the_author_gets_a_notification(self):
        boss = self.boss()
        a, b = self.member("author"), self.member("solver")
        refused = self.unique(a, "l00000001")
        number = self.unique(a, "l00000002", "a1 b3")
        self.assertEqual(b.request("GET", "/api/puzzles/l00000002")[0], 404)
        a.must(403, "GET", "/api/admin/puzzles/composed")
        waiting = boss.must(200, "GET", "/api/admin/puzzles/composed")["composed"]
        self.assertEqual([c["id"] for c in waiting], [number, refused])
        boss.must(400, "POST", f"/api/admin/puzzles/composed/{refused}", {"publish": False, "reason": ""})
        boss.must(404, "POST", "/api/admin/puzzles/composed/999", {"publish": True, "reason": ""})
        boss.must(200, "POST", f"/api/admin/puzzles/composed/{refused}", {"publish": False, "reason": "Too plain."})
        told = boss.must(200, "POST", f"/api/admin/puzzles/composed/{number}", {"publish": True, "reason": ""})
        self.assertEqual(told["state"], "published")
        boss.must(409, "POST", f"/api/admin/puzzles/composed/{number}", {"publish": True, "reason": ""})
        self.assertEqual([c["state"] for c in self.mine(a)], ["published", "refused"])
        for _ in range(400):
            told = [n["text"] for n in a.must(200, "GET", "/api/notifications")["notifications"] if n["kind"] == "puzzle"]
            if len(told) == 2:
                break
            time.sleep(0.05)
        self.assertEqual(told, ["published l00000002 ", "refused l00000001 Too plain."])
        # It is offered to others, with its author, tried and rated; but never to its author.
        wish = "/api/puzzles?game=levee&size=5&limit=20&rating=1520"
        offered = {}
        for _ in range(12):  # an answer has 20 of the 24 nearest, and others after each attempt
            offered = {p["id"]: p for p in b.must(200, "GET", wish)["puzzles"]}
            if "l00000002" in offered:
                break
            other = next(p["id"] for p in offered.values() if "cut" not in p["themes"])
            b.must(200, "POST", f"/api/puzzles/{other}/attempt", {"solved": False})
        self.assertEqual((offered["l00000002"]["author"], offered["l00000002"]["rating"]), ("author", 1520))
        self.assertIsNone(offered["l00000002"]["start"])
        self.assertNotIn("l00000001", offered)
        self.assertNotIn("l00000002", [p["id"] for p in a.must(200, "GET", wish)["puzzles"]])
        a.must(409, "POST", "/api/puzzles/l00000002/attempt", {"solved": False})
        tried = b.must(200, "POST", "/api/puzzles/l00000002/attempt", {"solved": False})
        self.assertTrue(tried["rated"])
        self.assertNotIn("l00000002", [p["id"] for p in b.must(200, "GET", wish)["puzzles"]])
        self.assertEqual(b.must(200, "GET", "/api/players/solver/puzzles")["themes"]["levee"]["cut"],
                         {"tries": 1, "solved": 0})
        b.must(200, "POST", "/api/puzzles/l00000002/vote", {"vote": 1})
        b.must(200, "POST", "/api/puzzles/l00000002/report", {"text": "odd"})
        reported = boss.must(200, "GET", "/api/admin/puzzles")["reported"]
        self.assertEqual([r["puzzle"]["author"] for r in reported if r["id"] == "l00000002"], ["author"])

    def test_a_published_puzzle_keeps_its_start(self):
        boss = self.boss()
        a, b = self.member("setter"), self.member("finder")
        number = self.make(a, "", start=start(2, "b1", "d5", "a4"))["id"]
        self.assertEqual(self.engine()["id"], number)
        self.hand_in(number, state="unique", puzzle="l00000006", solution="d1", themes="cut", plies=3, rating=1490)
        waiting = boss.must(200, "GET", "/api/admin/puzzles/composed")["composed"]
        self.assertEqual([c["start"] for c in waiting if c["id"] == number], [start(2, "b1", "a4", "d5")])
        boss.must(200, "POST", f"/api/admin/puzzles/composed/{number}", {"publish": True, "reason": ""})
        puzzle = b.must(200, "GET", "/api/puzzles/l00000006")
        self.assertEqual((puzzle["start"], puzzle["moves"]), (start(2, "b1", "a4", "d5"), []))
        with zipfile.ZipFile(io.BytesIO(a.must(200, "GET", "/api/account/export"))) as z:
            kept = json.loads(z.read("composed.json"))["composed"]
        self.assertEqual(kept[0]["start"], start(2, "b1", "a4", "d5"))
        # The moves of an attempt are judged from there: b1 is no legal move.
        tried = b.must(200, "POST", "/api/puzzles/l00000006/attempt", {"solved": True, "moves": "d1 b1"})
        self.assertIn("illegal", tried["why"])

    def test_the_same_position_is_no_new_puzzle(self):
        a, b = self.member("first"), self.member("second")
        with open(os.path.join(FOLDER, "levee.jsonl"), encoding="ascii") as f:
            known = json.loads(f.readline())["id"]
        self.unique(a, known)
        self.unique(a, "l00000003", "a1 b3")
        self.unique(b, "l00000003", "a1 b3")
        self.assertEqual([c["state"] for c in self.mine(a)], ["unique", "known"])
        self.assertEqual([c["state"] for c in self.mine(b)], ["known"])

    def test_an_export_has_them_and_a_deletion_keeps_published_ones(self):
        boss = self.boss()
        a = self.member("leaver")
        number = self.unique(a, "l00000004")
        self.unique(a, "l00000005", "a1 b3")
        boss.must(200, "POST", f"/api/admin/puzzles/composed/{number}", {"publish": True, "reason": ""})
        with zipfile.ZipFile(io.BytesIO(a.must(200, "GET", "/api/account/export"))) as z:
            kept = json.loads(z.read("composed.json"))["composed"]
        self.assertEqual([c["puzzle"] for c in kept], ["l00000005", "l00000004"])
        a.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        left = self.nobody().must(200, "GET", "/api/puzzles/l00000004")
        self.assertRegex(left["author"], r"^deleted-player-\d+$")
        waiting = boss.must(200, "GET", "/api/admin/puzzles/composed")["composed"]
        self.assertNotIn("l00000005", [c["puzzle"] for c in waiting])


class Engine(Case):
    options = ["--no-limits"]

    def wait(self, c, number):
        until = time.monotonic() + 60 * harness.SLOW
        while True:
            found = next(x for x in self.mine(c) if x["id"] == number)
            if found["state"] != "waiting":
                return found
            self.assertLess(time.monotonic(), until, found)
            time.sleep(0.1)

    def test_the_servers_engine_proves_puzzles_of_members(self):
        a = self.member("composer")
        one = self.wait(a, self.make(a, " ".join(NEW["moves"]))["id"])
        self.assertEqual((one["state"], one["puzzle"], one["solution"], one["plies"], one["themes"]),
                         ("unique", NEW["id"], NEW["solution"], NEW["plies"], NEW["themes"]))
        self.assertTrue(400 <= one["rating"] <= 2800, one["rating"])
        # The same stones without a way to them.
        same = self.wait(a, self.make(a, "", start=start(2, *NEW["moves"]))["id"])
        self.assertEqual((same["state"], same["puzzle"]), ("known", NEW["id"]))
        lost = self.wait(a, self.make(a, " ".join(NEW["moves"] + [NEW["solution"]]))["id"])
        self.assertEqual(lost["state"], "lost")
        # The collection has this one.
        with open(os.path.join(FOLDER, "levee.jsonl"), encoding="ascii") as f:
            known = json.loads(f.readline())
        again = self.wait(a, self.make(a, " ".join(known["moves"]), width=known["width"], height=known["height"])["id"])
        self.assertEqual((again["state"], again["puzzle"]), ("known", known["id"]))
        many = self.wait(a, self.make(a, MANY)["id"])
        self.assertEqual(many["state"], "many")
        self.assertGreater(len(many["others"]), 1)
        # That takes more positions than it may.
        empty = self.wait(a, self.make(a, "a1", width=7, height=7)["id"])
        self.assertEqual(empty["state"], "undecided")


if __name__ == "__main__":
    harness.main()
