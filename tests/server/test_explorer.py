#!/usr/bin/env python3
"""The opening explorer: what is counted, together with what symmetry makes equal, and what never shows."""
import time
import unittest

import harness

PASSWORD = "correct horse"


class Explorer(harness.ServerTest):
    def setUp(self):
        # Each test counts on a store of its own.
        self.server = harness.Server(*self.options)
        self.addCleanup(self.server.close)
        self.me = self.server.guest()
        self.addCleanup(self.me.close)

    def play(self, moves, who=None, loser=2, **more):
        c = who or self.me
        match = c.create(more.pop("game", "levee"), ["me", "me"], **{"width": 5, **more})["id"]
        for ply, move in enumerate(moves.split(), 1):
            c.play(match, ply, move)
        return match

    def over(self, moves, **more):
        match = self.play(moves, **more)
        self.me.must(200, "POST", f"/api/matches/{match}/resign", {})
        return match

    def ask(self, query="game=levee&size=5", status=200):
        return self.me.must(status, "GET", f"/api/explorer?{query}")

    def wait(self, n, query="game=levee&size=5"):
        until = time.monotonic() + 20 * harness.SLOW
        while (got := self.ask(query))["n"] != n:
            self.assertLess(time.monotonic(), until, got)
            time.sleep(0.05)
        return got

    def test_moves_are_counted_up_to_symmetry_with_their_results(self):
        self.assertEqual(self.ask()["moves"], [])
        self.over("b2 c4")
        self.over("d4 c2")  # the same turned by half a turn
        self.over("b2 d4 c2")
        self.over("b4")
        got = self.wait(4)
        self.assertEqual((got["ply"], got["plies"]), (0, 12))
        row = next(m for m in got["moves"] if "b2" in m["moves"])
        self.assertIn("d4", row["moves"])
        self.assertEqual(sum(sum(m["wins"]) + m["draws"] for m in got["moves"]), 4)
        self.assertEqual(sum(m["n"] for m in got["moves"]), 4)
        self.assertIsNone(row["rating"])
        after = self.ask("game=levee&size=5&moves=b2")
        same = next(m for m in after["moves"] if "c4" in m["moves"])
        self.assertEqual(same["n"], 2)
        # From d4 the answer is the same, turned.
        turned = self.ask("game=levee&size=5&moves=d4")
        self.assertEqual(next(m for m in turned["moves"] if "c2" in m["moves"])["n"], 2)
        self.assertEqual(turned["n"], after["n"])

    def test_hidden_matches_do_not_count(self):
        self.over("b2", private=True)
        self.play("b2")  # still running
        self.over("b2", delay={"plies": 10})  # all of it was told when it ended
        self.over("c4 b2")
        self.wait(2)
        time.sleep(0.3)
        self.assertEqual(self.ask()["n"], 2)

    def test_filters(self):
        a, b = self.server.client(), self.server.client()
        for c, name in ((a, "ansel"), (b, "berta")):
            self.addCleanup(c.close)
            c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
            c.keep_session()
        match = a.create("levee", ["me", {"player": "berta"}], width=5, rated=True)["id"]
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        # Enough plies that the match is rated even after a resignation.
        moves = "a1 e5 b1 d5 a2 e4 b2 d4 a3 e3 b3 d3".split()
        for ply, move in enumerate(moves, 1):
            (a if ply % 2 else b).play(match, ply, move)
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.over("c2")
        self.wait(2)
        q = "game=levee&size=5"
        self.assertEqual(self.ask(q + "&rated=1")["n"], 1)
        self.assertEqual(self.ask(q + "&rated=0")["n"], 1)
        rated = self.ask(q + "&rated=1")["moves"][0]
        self.assertEqual((rated["wins"], rated["rating"]), ([0, 1], 1500))
        self.assertEqual(self.ask(q + "&rating_min=1500&rating_max=1600")["n"], 1)
        self.assertEqual(self.ask(q + "&rating_max=1500")["n"], 0)  # the one without ratings does not count either
        self.assertEqual(self.ask(q + "&rating_min=1600")["n"], 0)
        year = time.gmtime().tm_year
        self.assertEqual(self.ask(q + f"&since={year}&until={year}")["n"], 2)
        self.assertEqual(self.ask(q + f"&until={year - 1}")["n"], 0)
        self.assertEqual(self.ask("game=levee&size=7")["n"], 0)

    def rated(self, a, b):
        """A rated match that the first player resigns."""
        match = a.create("levee", ["me", {"player": b.name}], width=5, rated=True)["id"]
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        for ply, move in enumerate("a1 e5 b1 d5 a2 e4 b2 d4 a3 e3 b3 d3".split(), 1):
            (a if ply % 2 else b).play(match, ply, move)
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        return match

    def test_annulled_matches_do_not_count(self):
        people = []
        for name in ("ansel", "berta", "boss"):
            c = self.server.client()
            self.addCleanup(c.close)
            c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
            c.keep_session()
            c.name = name
            people.append(c)
        a, b, boss = people
        self.server.stop()
        self.server.options += ["--admin", "boss"]
        self.server.start()
        for c in people + [self.me]:
            c.port = self.server.port
            c.connection.close()
        first, second = self.rated(a, b), self.rated(a, b)
        unrated = self.over("a1")
        self.wait(3)
        # The later match moved from one band of ratings to another when the earlier one was annulled.
        annul = "/api/admin/matches/%d/annul"
        boss.must(409, "POST", annul % unrated, {"reason": "unrated"})
        self.assertEqual(self.ask()["n"], 3)
        boss.must(200, "POST", annul % first, {"reason": "one person"})
        self.assertEqual(self.ask()["n"], 2)
        self.assertEqual(self.ask("game=levee&size=5&rated=1")["n"], 1)
        boss.must(200, "POST", annul % second, {"reason": "one person"})
        boss.must(409, "POST", annul % second, {"reason": "one person"})
        self.assertEqual(self.ask("game=levee&size=5&rated=1")["moves"], [])
        self.assertEqual(self.ask()["n"], 1)
        self.assertEqual(self.ask("game=levee&size=5&moves=a1,e5,b1")["moves"], [])
        # One that was annulled before it was entered is not entered. (It may have been: both are right.)
        boss.must(200, "POST", annul % self.rated(a, b), {"reason": "one person"})
        self.over("c2")
        self.wait(2)

    def test_the_side_that_has_won_counts_also_after_a_swap(self):
        self.over("c3 swap", game="redstone")
        row = self.wait(1, "game=redstone&size=5")["moves"][0]
        self.assertEqual(sum(row["wins"]), 1)
        self.assertEqual(self.ask("game=redstone&size=5&moves=c3")["moves"][0]["moves"], ["swap"])
        self.assertEqual(self.ask("game=redstone&size=5&swap=0")["n"], 0)

    def test_twelve_plies_are_entered(self):
        moves = "a1 e5 b1 d5 a2 e4 b2 d4 a3 e3 b3 d3 c1"
        self.over(moves)
        self.wait(1)
        twelve = ",".join(moves.split()[:12])
        eleven = ",".join(moves.split()[:11])
        self.assertEqual(self.ask(f"game=levee&size=5&moves={eleven}")["moves"][0]["n"], 1)
        self.assertEqual(self.ask(f"game=levee&size=5&moves={twelve}")["moves"], [])
        self.assertIn("at most 12", self.ask(f"game=levee&size=5&moves={twelve},c1", 400)["detail"])

    def test_a_new_server_begins_with_games_of_the_engine(self):
        usual = "game=levee&size=9"
        own = self.ask(usual)
        self.assertGreaterEqual(own["n"], 50)
        self.assertEqual(own["engine"], own["n"])
        self.assertEqual([m["n"] for m in own["moves"]], sorted((m["n"] for m in own["moves"]), reverse=True))
        self.assertTrue(all(m["rating"] is None and m["engine"] == m["n"] for m in own["moves"]))
        first = own["moves"][0]
        self.assertEqual(sum(first["wins"]) + first["draws"], first["n"])
        self.assertEqual(self.ask(f"{usual}&moves={first['moves'][0]}")["n"], first["n"])
        # A match of players is counted together with them, and can be told apart.
        self.over(first["moves"][-1], width=9)
        both = self.wait(own["n"] + 1, usual)
        self.assertEqual((both["engine"], both["moves"][0]["n"], both["moves"][0]["engine"]),
                         (own["n"], first["n"] + 1, first["n"]))
        self.assertEqual(self.ask(usual + "&source=players")["n"], 1)
        self.assertEqual(self.ask(usual + "&source=engine")["n"], own["n"])
        # They have no ratings and no year.
        year = time.gmtime().tm_year
        for filtered in ("rated=0", f"since={year}", f"until={year}"):
            self.assertEqual(self.ask(f"{usual}&{filtered}")["n"], 1, filtered)
        self.assertEqual(self.ask(usual + "&rating_min=1000")["n"], 0)
        self.assertEqual(self.ask("game=levee&size=7")["n"], 0)

    def games(self, query="", status=200):
        return self.me.must(status, "GET", f"/api/collection?{query}")

    def test_the_engines_games_are_listed_and_open_as_records(self):
        for game, size, levels in (("palisade", 9, {5}), ("palisade", 19, {5, 6}), ("redstone", 9, {4}),
                                   ("redstone", 13, {7}), ("levee", 9, {6}), ("levee", 13, {7}), ("claims", 8, {5, 7})):
            before, seen = "", []
            while before is not None:
                page = self.games(f"game={game}&size={size}&limit=100{before}")
                seen += page["games"]
                before = None if page["next"] is None else f"&before={page['next']}"
            self.assertEqual(sorted({g["id"] for g in seen}, reverse=True), [g["id"] for g in seen])
            self.assertEqual({(g["game"], g["width"], g["height"], g["level"]) for g in seen},
                             {(game, size, size, level) for level in levels})
            self.assertGreaterEqual(len(seen), 100)
            one = seen[0]
            record = self.me.must(200, "GET", f"/api/collection/{one['id']}/record?format=json")
            self.assertEqual((record["game"], len(record["moves"])), (game, one["plies"]))
            self.assertEqual(record["players"][0]["name"], f"hoshi, level {one['level']}")
        self.assertEqual(len(self.games("limit=100")["games"]), 100)
        self.assertEqual(self.games("game=levee&size=7"), {"games": [], "next": None})

    def test_the_engines_games_are_found_by_their_opening(self):
        first = self.games("game=levee&size=9&limit=1")["games"][0]
        record = self.me.must(200, "GET", f"/api/collection/{first['id']}/record?format=json")
        opening = ",".join(m["move"] for m in record["moves"][:3])
        found = self.games(f"game=levee&size=9&opening={opening}&limit=100")["games"]
        self.assertIn(first, found)
        n = self.ask(f"game=levee&size=9&source=engine&moves={opening}")["n"]
        self.assertEqual(len(found), n)
        self.assertEqual(self.games(f"game=levee&size=11&opening={opening}")["games"], [])

    def test_bad_queries_about_the_engines_games_give_an_error(self):
        for query in ("game=chess", "size=x", "before=0", "limit=0", "limit=101", "opening=d4",
                      "game=levee&opening=z9", "game=levee&opening="):
            self.assertTrue(self.games(query, 400)["detail"], query)
        self.me.must(400, "GET", "/api/collection/1/record")
        self.me.must(404, "GET", "/api/collection/100000/record?format=sgf")

    def test_the_operator_can_leave_them_out(self):
        self.server.stop()
        self.server.options += ["--no-collection"]
        self.server.start()
        self.me.connection.close()
        self.me.port = self.server.port
        self.assertEqual(self.ask("game=levee&size=9"), {"ply": 0, "plies": 12, "n": 0, "engine": 0, "moves": []})
        self.assertEqual(self.games(), {"games": [], "next": None})
        self.me.must(404, "GET", "/api/collection/1/record?format=json")

    def test_bad_queries_give_an_error(self):
        for query in ("", "game=chess", "game=levee&size=2", "game=levee&size=x", "game=levee&rated=2",
                      "game=levee&moves=z9", "game=levee&moves=a1,a1", "game=levee&since=1",
                      "game=levee&rating_min=1550", "game=levee&seats=3", "game=levee&source=me",
                      "game=levee&source=engine&rated=1", "game=levee&source=engine&rating_min=1000"):
            self.assertTrue(self.ask(query, 400)["detail"], query)


if __name__ == "__main__":
    harness.main()
