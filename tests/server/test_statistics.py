#!/usr/bin/env python3
"""A player's statistics: what is counted under which heading, and who may learn of it."""
import time

import harness

PASSWORD = harness.PASSWORD
# Enough plies of Levee 5×5 that a match is rated even after a resignation.
RATED = "a1 e5 b1 d5 a2 e4 b2 d4 a3 e3 b3 d3"


class Statistics(harness.ServerTest):
    def member(self, name):
        c = self.nobody()
        c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.keep_session()
        c.name = name
        return c

    def over(self, players, moves, loser, game="levee", **more):
        """A match of these players in this order, which the loser resigns."""
        first = players[0]
        seats = ["me"] + [{"player": p.name} for p in players[1:]]
        match = first.create(game, seats, **{"width": 5, **more})["id"]
        for p in players[1:]:
            p.must(200, "POST", f"/api/matches/{match}/accept", {})
        for ply, move in enumerate(moves.split(), 1):
            players[(ply - 1) % len(players)].play(match, ply, move)
        loser.must(200, "POST", f"/api/matches/{match}/resign", {})
        return match

    def ask(self, name, asker=None):
        return (asker or self.nobody()).must(200, "GET", f"/api/players/{name}/statistics")

    def test_results_are_counted_under_each_heading(self):
        a, b, c = self.member("alma"), self.member("bela"), self.member("cora")
        self.over([a, b], "b2 c4", b)
        self.over([b, a], "b2 c4", b)
        lost = self.over([a, c], "c3 c2", a, width=7)
        got = self.ask("ALMA")
        self.assertEqual(got["player"]["name"], "alma")
        self.assertEqual((got["newest"], got["more"]), (2000, False))
        self.assertEqual(got["games"], [{"game": "levee", "won": 2, "drawn": 0, "lost": 1}])
        self.assertEqual(got["sizes"], [
            {"game": "levee", "width": 5, "height": 5, "won": 2, "drawn": 0, "lost": 0},
            {"game": "levee", "width": 7, "height": 7, "won": 0, "drawn": 0, "lost": 1}])
        self.assertEqual(got["sides"], [
            {"game": "levee", "side": 1, "won": 1, "drawn": 0, "lost": 1},
            {"game": "levee", "side": 2, "won": 1, "drawn": 0, "lost": 0}])
        self.assertEqual([(o["player"]["name"], o["level"], o["won"], o["lost"])
                          for o in got["opponents"]], [("bela", None, 2, 0), ("cora", None, 0, 1)])
        began = a.match(lost)["created_at"] / 1000
        self.assertEqual(got["months"][-1]["month"], time.strftime("%Y-%m", time.gmtime(began)))
        self.assertEqual(sum(m["won"] + m["lost"] for m in got["months"]), 3)
        self.assertEqual(got["streak"], {"longest": 2, "now": 0})
        self.assertEqual(self.ask("cora")["streak"], {"longest": 1, "now": 1})
        self.assertEqual(got["best_wins"], [])  # no match was rated

    def test_an_opening_is_one_under_all_symmetries_and_apart_by_side(self):
        a, b = self.member("dora"), self.member("emil")
        self.over([a, b], "b2 c4 d2", a)
        self.over([a, b], "d4 c2", b)  # the same, turned
        self.over([b, a], "b2 c4", b)
        self.over([a, b], "b2", b)  # too short
        got = self.ask("dora")["openings"]
        self.assertEqual(got[0], {
            "game": "levee", "width": 5, "height": 5, "seats": 2, "swap": False, "jacked": False,
            "side": 1, "moves": ["d4", "c2"], "won": 1, "drawn": 0, "lost": 1})
        self.assertEqual([(o["side"], o["moves"], o["won"], o["lost"]) for o in got[1:]],
                         [(2, ["b2", "c4"], 1, 0)])

    def test_a_player_who_swapped_has_the_other_side(self):
        a, b = self.member("fred"), self.member("gina")
        self.over([a, b], "b2 swap d4", b, game="redstone", options={"swap": True})
        got = self.ask("gina")
        self.assertEqual(got["sides"], [{"game": "redstone", "side": 1, "won": 0, "drawn": 0,
                                         "lost": 1}])
        self.assertEqual(got["openings"][0]["moves"], ["b2", "swap"])
        self.assertTrue(got["openings"][0]["swap"])

    def test_each_of_three_players_is_an_opponent(self):
        a, b, c = self.member("hans"), self.member("ines"), self.member("jule")
        match = a.create("claims", ["me", {"player": "ines"}, {"player": "jule"}], width=5,
                         height=5)["id"]
        for p in (b, c):
            p.must(200, "POST", f"/api/matches/{match}/accept", {})
        b.must(200, "POST", f"/api/matches/{match}/resign", {})
        c.must(200, "POST", f"/api/matches/{match}/resign", {})
        got = self.ask("hans")
        self.assertEqual(got["games"], [{"game": "claims", "won": 1, "drawn": 0, "lost": 0}])
        self.assertEqual(sorted(o["player"]["name"] for o in got["opponents"]), ["ines", "jule"])

    def test_the_best_wins_are_rated_and_each_opponent_comes_once(self):
        a, b, c = self.member("karl"), self.member("lena"), self.member("mona")
        self.over([b, c], RATED, c, rated=True)  # lena is above 1500 now, and mona below
        first = self.over([a, b], RATED, b, rated=True)
        self.over([c, b], RATED, c, rated=True)
        second = self.over([a, b], RATED, b, rated=True)
        third = self.over([a, c], RATED, c, rated=True)
        self.over([a, b], "a1 b2", b)
        wins = self.ask("karl")["best_wins"]
        self.assertEqual([w["player"]["name"] for w in wins], ["lena", "mona"])
        self.assertIn(wins[0]["match"], (first, second))
        self.assertEqual(wins[1]["match"], third)
        self.assertGreater(wins[0]["rating"], 1500)
        self.assertLess(wins[1]["rating"], 1500)
        self.assertTrue(wins[0]["provisional"])

    def test_matches_that_a_visitor_may_not_see_do_not_count(self):
        a, b = self.member("nils"), self.member("olga")
        self.over([a, b], "b2 c4", b, private=True)
        self.over([a, b], "b2 c4", b, delay={"plies": 10})  # all of it was told when it ended
        own = a.create("levee", ["me", "me"], width=5)["id"]  # against oneself
        a.must(200, "POST", f"/api/matches/{own}/resign", {})
        running = a.create("levee", ["me", {"player": "olga"}], width=5)["id"]
        b.must(200, "POST", f"/api/matches/{running}/accept", {})
        a.play(running, 1, "b2")
        aborted = a.create("levee", ["me", {"player": "olga"}], width=5)["id"]
        b.must(200, "POST", f"/api/matches/{aborted}/accept", {})
        a.must(200, "POST", f"/api/matches/{aborted}/abort", {})
        for asker, n in ((None, 1), (a, 2), (b, 2), (self.member("pia"), 1)):
            got = self.ask("nils", asker)
            for rows in ("games", "sizes", "sides", "months", "opponents", "openings"):
                self.assertEqual(sum(r["won"] + r["drawn"] + r["lost"] for r in got[rows]), n,
                                 rows)

    def test_a_player_without_matches_and_a_name_without_player(self):
        c = self.member("quirin")
        got = self.ask("quirin")
        self.assertEqual(got["games"], [])
        self.assertEqual(got["streak"], {"longest": 0, "now": 0})
        c.must(200, "POST", "/api/account/name", {"name": "quentin", "password": PASSWORD})
        self.assertEqual(self.ask("quirin")["player"]["name"], "quentin")
        self.nobody().must(404, "GET", "/api/players/nobody-of-that-name/statistics")

    def test_a_level_of_the_engine_has_results_too(self):
        a = self.member("rita")
        for rated in (False, True):
            match = a.create("levee", ["me", {"bot": 6}], width=11, height=11, rated=rated)["id"]
            a.must(200, "POST", f"/api/matches/{match}/resign", {})
        got = self.nobody().must(200, "GET", "/api/opponents/6")
        self.assertEqual(got, {
            "level": 6, "newest": 10000, "more": False, "beaten": [],
            "boards": [{"game": "levee", "width": 11, "height": 11, "matches": 2, "won": 2,
                        "drawn": 0, "lost": 0, "rated": 1, "plies": 0}]})
        for level in (9, 99):
            why = self.nobody().must(404, "GET", f"/api/opponents/{level}")["detail"]
            self.assertIn("The levels are 1 to 8", why)
        self.nobody().must(405, "POST", "/api/opponents/6", {})


if __name__ == "__main__":
    harness.main()
