#!/usr/bin/env python3
"""Puzzles on the server: which are offered, that the first attempt counts once, what is checked of a solution,
votes, reports, what comes along from before there was an account, and lessons."""
import io
import json
import os
import threading
import time
import zipfile

import harness

PASSWORD = harness.PASSWORD
FOLDER = os.path.join(os.path.dirname(harness.OPENAPI), "..", "puzzles")


def collection(game):
    with open(os.path.join(FOLDER, f"{game}.jsonl"), encoding="ascii") as f:
        return [json.loads(line) for line in f]


def middle(game):
    """Where a solver of the game begins: the rating in the middle of its puzzles, in steps of ten."""
    ratings = sorted(p["rating"] // 10 * 10 for p in collection(game))
    return ratings[(len(ratings) - 1) // 2]


class Puzzles(harness.ServerTest):
    def boss(self):
        """An administrator: the operator makes one on start."""
        c = self.nobody()
        if c.request("POST", "/api/signin", {"name": "boss", "password": PASSWORD})[0] != 200:
            c = self.member("boss")
            self.server.stop()
            self.server.options += ["--admin", "boss"]
            self.server.start()
            c.port = self.server.port
            return c
        c.keep_session()
        return c

    def attempt(self, c, puzzle, solved, moves="", status=200):
        return c.must(status, "POST", f"/api/puzzles/{puzzle}/attempt", {"solved": solved, "moves": moves})

    def solver(self, c, name, game):
        found = [g for g in c.must(200, "GET", f"/api/players/{name}/puzzles")["games"]
                 if g["game"] == game]
        return found[0] if found else None

    def test_an_offered_puzzle_fits_the_wish_and_was_not_tried(self):
        a = self.member("offered")
        offered = a.must(200, "GET", "/api/puzzles?game=claims&limit=5")
        self.assertIsNone(offered["you"])
        self.assertEqual(len(offered["puzzles"]), 5)
        for p in offered["puzzles"]:
            self.assertEqual(p["game"], "claims")
            self.assertNotIn("solution", p)
        self.assertEqual(offered, a.must(200, "GET", "/api/puzzles?game=claims&limit=5"))
        first = offered["puzzles"][0]["id"]
        self.attempt(a, first, False)
        again = a.must(200, "GET", "/api/puzzles?game=claims&limit=20")
        self.assertNotIn(first, [p["id"] for p in again["puzzles"]])
        self.assertEqual(again["you"]["tries"], 1)
        width = offered["puzzles"][1]["width"]
        for p in a.must(200, "GET", f"/api/puzzles?game=claims&limit=20&size={width}")["puzzles"]:
            self.assertEqual(p["width"], width)
        for p in a.must(200, "GET", "/api/puzzles?game=redstone&limit=20&theme=red")["puzzles"]:
            self.assertIn("red", p["themes"])
        hard = self.nobody().must(200, "GET", "/api/puzzles?game=claims&limit=20&rating=3000")["puzzles"]
        easy = self.nobody().must(200, "GET", "/api/puzzles?game=claims&limit=20&rating=100")["puzzles"]
        self.assertGreater(min(p["rating"] for p in hard), max(p["rating"] for p in easy))
        self.nobody().must(400, "GET", "/api/puzzles")
        self.nobody().must(400, "GET", "/api/puzzles?game=chess")
        self.nobody().must(400, "GET", "/api/puzzles?game=claims&limit=21")
        self.nobody().must(404, "GET", "/api/puzzles/c00000000")

    def test_the_first_attempt_counts_once_however_often_it_is_sent(self):
        a = self.member("once")
        puzzle = collection("levee")[0]
        told = self.attempt(a, puzzle["id"], False)
        self.assertTrue(told["first"])
        self.assertTrue(told["rated"])
        # A solver of whom nothing is known begins in the middle of the game's puzzles.
        self.assertEqual(told["before"], middle("levee"))
        self.assertLess(told["rating"], middle("levee"))
        known = a.must(200, "GET", f"/api/puzzles/{puzzle['id']}")
        self.assertEqual((known["tries"], known["solved"]), (1, 0))
        self.assertGreater(known["rating"], puzzle["rating"])
        for solved in (False, True):
            again = self.attempt(a, puzzle["id"], solved, puzzle["solution"])
            self.assertFalse(again["first"])
            self.assertEqual({k: again[k] for k in ("id", "solved", "before", "rating")},
                             {k: told[k] for k in ("id", "solved", "before", "rating")})
        self.assertEqual(a.must(200, "GET", f"/api/puzzles/{puzzle['id']}")["tries"], 1)
        self.assertEqual(self.solver(a, "once", "levee")["tries"], 1)
        self.assertEqual(len(a.must(200, "GET", "/api/account/puzzles")["attempts"]), 1)

    def test_attempts_that_come_at_the_same_time_count_once(self):
        a = self.member("twins")
        puzzle = collection("claims")[1]["id"]
        clients = [self.nobody() for _ in range(4)]
        for c in clients:
            c.cookie = a.cookie
        told = []

        def send(c):
            told.append(self.attempt(c, puzzle, False))

        threads = [threading.Thread(target=send, args=(c,)) for c in clients]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sum(t["first"] for t in told), 1)
        self.assertEqual(len({t["rating"] for t in told}), 1)
        self.assertEqual(self.solver(a, "twins", "claims")["tries"], 1)

    def test_a_solution_is_checked_by_the_rules(self):
        a = self.member("checked")
        puzzles = collection("levee")
        alone = self.attempt(a, puzzles[1]["id"], True, puzzles[1]["solution"])
        self.assertFalse(alone["solved"])
        self.assertIn("stop before", alone["why"])
        wrong = self.attempt(a, puzzles[2]["id"], True, "a1")
        self.assertIn("Another first move", wrong["why"])
        illegal = self.attempt(a, puzzles[3]["id"], True, puzzles[3]["solution"] + " " + puzzles[3]["solution"])
        self.assertIn("illegal", illegal["why"])
        nothing = self.attempt(a, puzzles[4]["id"], True)
        self.assertFalse(nothing["solved"])
        self.assertEqual(self.solver(a, "checked", "levee")["solved"], 0)
        short = min(collection("palisade"), key=lambda p: p["plies"])
        right = self.attempt(a, short["id"], True, self.finish(short))
        self.assertIsNone(right["why"])
        self.assertTrue(right["solved"])
        self.assertGreater(right["rating"], middle("palisade"))
        self.attempt(a, puzzles[5]["id"], True, "a1 " * 400, status=400)
        self.nobody().must(401, "POST", f"/api/puzzles/{puzzles[5]['id']}/attempt", {"solved": True})
        guest = self.server.guest()
        self.addCleanup(guest.close)
        guest.must(403, "POST", f"/api/puzzles/{puzzles[5]['id']}/attempt", {"solved": True})

    def finish(self, puzzle):
        """The solution, and enough legal moves after it, by whom the rules know."""
        a = self.member(f"helper-{puzzle['id']}")
        match = a.create(puzzle["game"], ["me", "me"], width=puzzle["width"])["id"]
        for ply, move in enumerate(puzzle["moves"] + [puzzle["solution"]], 1):
            a.play(match, ply, move)
        line = [puzzle["solution"]]
        points = [c + str(y + 1) for y in range(puzzle["width"]) for c in "abcdefghi"[:puzzle["width"]]]
        while 2 * len(line) < puzzle["plies"]:
            ply = len(puzzle["moves"]) + len(line) + 1
            line.append(next(p for p in points if a.request(
                "POST", f"/api/matches/{match}/moves", {"ply": ply, "move": p})[0] == 200))
        return " ".join(line)

    def test_votes_count_once_and_may_change(self):
        a, b = self.member("voter-a"), self.member("voter-b")
        puzzle = collection("redstone")[0]["id"]
        a.must(409, "POST", f"/api/puzzles/{puzzle}/vote", {"vote": 1})
        for c in (a, b):
            self.attempt(c, puzzle, False)
        votes = [(a, 1, (1, 0)), (a, 1, (1, 0)), (b, -1, (1, 1)), (a, -1, (0, 2)), (b, 0, (0, 1))]
        for c, vote, counted in votes:
            p = c.must(200, "POST", f"/api/puzzles/{puzzle}/vote", {"vote": vote})
            self.assertEqual((p["up"], p["down"]), counted)
        self.assertEqual(p["you"]["vote"], 0)
        a.must(400, "POST", f"/api/puzzles/{puzzle}/vote", {"vote": 2})

    def test_reports_reach_the_moderators(self):
        boss = self.boss()
        a = self.member("reporter")
        puzzles = [p["id"] for p in collection("palisade")[:12]]
        a.must(409, "POST", f"/api/puzzles/{puzzles[0]}/report", {"text": "dull"})
        for puzzle in puzzles:
            self.attempt(a, puzzle, False)
        for puzzle in puzzles[:10]:
            a.must(200, "POST", f"/api/puzzles/{puzzle}/report", {"text": "two moves win"})
        told = a.must(429, "POST", f"/api/puzzles/{puzzles[10]}/report", {"text": "this too"})
        self.assertIn("10 open reports", told["detail"])
        a.must(400, "POST", f"/api/puzzles/{puzzles[0]}/report", {"text": "x" * 501})
        a.must(403, "GET", "/api/admin/puzzles/reports")
        listed = boss.must(200, "GET", "/api/admin/puzzles/reports?limit=1")
        self.assertEqual((listed["reports"][0]["puzzle"], listed["reports"][0]["by"]["name"]),
                         (puzzles[9], "reporter"))
        number = listed["reports"][0]["id"]
        self.assertEqual(listed["next"], number)
        boss.must(200, "POST", f"/api/admin/puzzles/reports/{number}/close", {})
        boss.must(409, "POST", f"/api/admin/puzzles/reports/{number}/close", {})
        boss.must(404, "POST", "/api/admin/puzzles/reports/999999/close", {})
        closed = boss.must(200, "GET", "/api/admin/puzzles/reports?closed=1")["reports"]
        self.assertEqual([r["id"] for r in closed if r["by"]["name"] == "reporter"], [number])
        a.must(200, "POST", f"/api/puzzles/{puzzles[10]}/report", {"text": "this too"})

    def test_moderators_withdraw_a_puzzle_and_keep_it_after_all(self):
        boss = self.boss()
        a, b, c = self.member("witness-a"), self.member("witness-b"), self.member("witness-c")
        first, second = a.must(200, "GET", "/api/puzzles?game=redstone&limit=20&rating=900")["puzzles"][:2]
        for puzzle, people in ((first, (a,)), (second, (a, b))):
            for who in people:
                self.attempt(who, puzzle["id"], False)
                who.must(200, "POST", f"/api/puzzles/{puzzle['id']}/report", {"text": f"two moves win, {len(people)}"})
        decide = f"/api/admin/puzzles/{second['id']}/decide"
        a.must(403, "GET", "/api/admin/puzzles")
        a.must(403, "POST", decide, {"withdraw": True, "reason": "mine"})
        page = boss.must(200, "GET", "/api/admin/puzzles?limit=1")
        self.assertEqual([r["id"] for r in page["reported"]], [second["id"]])
        self.assertEqual([r["by"]["name"] for r in page["reported"][0]["reports"]], ["witness-b", "witness-a"])
        record = next(p for p in collection("redstone") if p["id"] == second["id"])
        self.assertEqual(page["reported"][0]["puzzle"]["solution"], record["solution"])
        rest = boss.must(200, "GET", f"/api/admin/puzzles?before={page['next']}")["reported"]
        self.assertEqual([r["id"] for r in rest][:1], [first["id"]])
        for bad in ({"withdraw": True}, {"withdraw": True, "reason": "x" * 301}, {"reason": "x"}):
            boss.must(400, "POST", decide, bad)
        boss.must(404, "POST", "/api/admin/puzzles/c00000000/decide", {"withdraw": True, "reason": "x"})
        told = boss.must(200, "POST", decide, {"withdraw": True, "reason": "Two moves win."})
        self.assertEqual(told["withdrawn"]["reason"], "Two moves win.")
        self.assertEqual(self.nobody().must(200, "GET", "/api/puzzles/withdrawn"), {"puzzles": [second["id"]]})
        left = boss.must(200, "GET", "/api/admin/puzzles?limit=100")["reported"]
        self.assertNotIn(second["id"], [r["id"] for r in left])
        # It is offered to nobody, and rates nobody.
        offers = self.nobody().must(200, "GET", "/api/puzzles?game=redstone&limit=20&rating=900")["puzzles"]
        self.assertNotIn(second["id"], [p["id"] for p in offers])
        late = c.must(409, "POST", f"/api/puzzles/{second['id']}/attempt", {"solved": False})
        self.assertIn("Two moves win.", late["detail"])
        self.assertIsNone(self.solver(c, "witness-c", "redstone"))
        self.assertEqual(b.must(200, "GET", f"/api/puzzles/{second['id']}")["you"]["puzzle"], second["id"])
        # Only the members who reported it get a notification.
        for who, told in ((a, 1), (b, 1), (c, 0)):
            self.assertEqual(len(self.puzzle_notices(who, told)), told)
        self.assertEqual(self.puzzle_notices(b, 1)[0]["text"], f"withdrawn {second['id']} Two moves win.")
        boss.must(200, "POST", decide, {"withdraw": False, "reason": "Only one wins."})
        self.assertEqual(self.nobody().must(200, "GET", "/api/puzzles/withdrawn"), {"puzzles": []})
        self.attempt(c, second["id"], False)
        log = boss.must(200, "GET", "/api/admin/log")["log"]
        self.assertEqual([(row["what"], row["detail"]) for row in log[:2]],
                         [("keep puzzle", second["id"]), ("withdraw puzzle", second["id"])])
        boss.must(200, "POST", f"/api/admin/puzzles/{first['id']}/decide", {"withdraw": False, "reason": "It is fine."})
        self.assertEqual(self.puzzle_notices(a, 2)[0]["text"], f"kept {first['id']} It is fine.")

    def puzzle_notices(self, c, n):
        """The notifications about puzzles, as soon as there are so many."""
        for _ in range(400):
            told = [x for x in c.must(200, "GET", "/api/notifications")["notifications"] if x["kind"] == "puzzle"]
            if len(told) >= n:
                return told
            time.sleep(0.05)
        return told

    def test_attempts_from_before_the_account_are_kept_but_not_rated(self):
        a = self.member("newcomer")
        puzzles = collection("claims")
        rated = self.attempt(a, puzzles[0]["id"], False)
        sent = [{"puzzle": p["id"], "at": 1000 + i, "solved": True} for i, p in enumerate(puzzles[:3])]
        sent.append({"puzzle": "c00000000", "at": 1, "solved": True})
        for _ in range(2):
            kept = a.must(200, "POST", "/api/account/puzzles", {"attempts": sent})["attempts"]
            self.assertEqual([(t["puzzle"], t["rated"], t["solved"]) for t in kept],
                             [(puzzles[2]["id"], False, True), (puzzles[1]["id"], False, True),
                              (puzzles[0]["id"], True, False)])
        self.assertEqual(self.solver(a, "newcomer", "claims")["rating"], rated["rating"])
        later = self.attempt(a, puzzles[1]["id"], False)
        self.assertFalse(later["first"])
        self.assertEqual(self.solver(a, "newcomer", "claims")["tries"], 1)
        for bad in ({"attempts": 5}, {"attempts": [{"puzzle": "x"}]}, {"attempts": sent * 200}, {}):
            a.must(400, "POST", "/api/account/puzzles", bad)

    def test_few_offers_are_on_small_boards(self):
        def sizes(more):
            offered = self.nobody().must(200, "GET", "/api/puzzles?game=redstone&limit=20&rating=800" + more)
            return [p["width"] * p["height"] for p in offered["puzzles"]]
        near = sizes("")
        self.assertEqual(len(near), 20)
        self.assertLessEqual(sum(points < 25 for points in near), 2, near)
        self.assertEqual(sizes("&size=4"), [16] * 20)

    def test_history_graph_and_themes(self):
        a = self.member("historian")
        puzzles = [p for p in collection("redstone") if p["themes"]][:3] + collection("levee")[20:21]
        for p in puzzles:
            self.attempt(a, p["id"], False)
        page = a.must(200, "GET", "/api/account/puzzles?limit=3")
        self.assertEqual([t["puzzle"] for t in page["attempts"]], [p["id"] for p in puzzles[:0:-1]])
        rest = a.must(200, "GET", f"/api/account/puzzles?limit=3&before={page['next']}")
        self.assertEqual([t["puzzle"] for t in rest["attempts"]], [puzzles[0]["id"]])
        self.assertIsNone(rest["next"])
        levee = a.must(200, "GET", "/api/account/puzzles?game=levee")["attempts"]
        self.assertEqual([t["puzzle"] for t in levee], [puzzles[3]["id"]])
        profile = self.nobody().must(200, "GET", "/api/players/historian/puzzles")
        self.assertEqual([g["game"] for g in profile["games"]], ["levee", "redstone"])
        self.assertEqual(len(profile["graph"]), 4)
        theme = puzzles[0]["themes"][0]
        self.assertEqual(profile["themes"]["redstone"][theme],
                         {"tries": sum(theme in p["themes"] for p in puzzles[:3]), "solved": 0})
        self.nobody().must(404, "GET", "/api/players/unknown-solver/puzzles")

    def test_steps_of_lessons_are_joined(self):
        a = self.member("pupil")
        self.assertEqual(a.must(200, "GET", "/api/account/lessons"), {"steps": []})
        a.must(200, "POST", "/api/account/lessons", {"steps": ["levee.win", "levee.spring"]})
        told = a.must(200, "POST", "/api/account/lessons", {"steps": ["levee.win", "claims.pass"]})
        self.assertEqual([s["step"] for s in told["steps"]], ["claims.pass", "levee.spring", "levee.win"])
        for bad in ({"steps": "levee.win"}, {"steps": [1]}, {"steps": ["Levee win"]}, {"steps": ["x"] * 201}):
            a.must(400, "POST", "/api/account/lessons", bad)
        many = {"steps": [f"made.up-{i}" for i in range(198)]}
        self.assertIn("200 steps", a.must(409, "POST", "/api/account/lessons", many)["detail"])
        self.assertEqual(len(a.must(200, "GET", "/api/account/lessons")["steps"]), 3)

    def test_an_export_has_them_and_a_deletion_takes_them_away(self):
        boss = self.boss()
        a = self.member("leaver")
        puzzle = collection("levee")[6]["id"]
        self.attempt(a, puzzle, False)
        a.must(200, "POST", f"/api/puzzles/{puzzle}/report", {"text": "not unique"})
        a.must(200, "POST", "/api/account/lessons", {"steps": ["levee.win"]})
        with zipfile.ZipFile(io.BytesIO(a.must(200, "GET", "/api/account/export"))) as z:
            kept = json.loads(z.read("puzzles.json"))["attempts"]
            self.assertEqual([(t["puzzle"], t["report"]) for t in kept], [(puzzle, "not unique")])
            self.assertEqual(json.loads(z.read("lessons.json"))["steps"][0]["step"], "levee.win")
        a.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        b = self.member("stayer")
        self.assertEqual(b.must(200, "GET", f"/api/puzzles/{puzzle}")["tries"], 1)
        listed = json.dumps(boss.must(200, "GET", "/api/admin/puzzles/reports?limit=100"))
        self.assertNotIn("not unique", listed)


if __name__ == "__main__":
    harness.main()
