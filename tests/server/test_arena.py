#!/usr/bin/env python3
"""Arena tournaments over HTTP: from the start to the end, with a restart between."""
import io
import json
import os
import shutil
import tempfile
import time
import zipfile

import harness

PASSWORD = "correct horse battery"
CLOCK = {"kind": "fischer", "main_ms": 180000, "add_ms": 2000}
ZERO = 1000000  # tests/server/clock_set.c


def arena(**more):
    return {"name": "Friday Arena", "kind": "arena", "game": "levee", "width": 5, "clock": CLOCK, "minutes": 5,
            "starts_at": int((time.time() + 3600) * 1000), **more}


class Arena(harness.unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hoshi-arena-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.clock = os.path.join(self.folder, "clock")
        self.later(0)
        env = {"HOSHI_CLOCK_SET": self.clock}
        if "HOSHI_CLOCK_SHIM" in os.environ:
            env["LD_PRELOAD"] = os.environ["HOSHI_CLOCK_SHIM"]
        self.server = harness.Server("--no-bot", "--no-limits", "--no-exhibitions", "--no-collection",
                                     store=os.path.join(self.folder, "hoshi.db"), env=env)
        self.addCleanup(self.server.close)

    def later(self, seconds):
        """The machine's clock is that much ahead."""
        with open(self.clock, "a", encoding="utf-8"):
            os.utime(self.clock, (ZERO + seconds, ZERO + seconds))

    def member(self, name):
        c = self.server.client()
        self.addCleanup(c.close)
        c.guest()
        c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.keep_session()
        c.player = c.must(200, "GET", "/api/me")
        return c

    def until(self, fits, client, path):
        """Asks again until the arena is as it should be."""
        end = time.monotonic() + 20 * harness.SLOW
        while True:
            value = client.must(200, "GET", path)
            if fits(value):
                return value
            self.assertLess(time.monotonic(), end, value)
            time.sleep(0.1)

    def test_half_the_time_is_worth_a_point_more(self):
        ann, bob = self.member("hann"), self.member("hbob")
        made = ann.must(201, "POST", "/api/tournaments", arena())
        path = f"/api/tournaments/{made['id']}"
        for c in (ann, bob):
            c.must(200, "POST", path + "/join", {})
        begun = ann.must(200, "POST", path + "/start", {})
        match = begun["games"][0]["match"]
        players = {c.player["id"]: c for c in (ann, bob)}
        first, second = (players[i] for i in begun["games"][0]["players"])
        first.must(409, "POST", f"/api/matches/{match}/give", {})
        first.play(match, 1, "a1")
        first.must(409, "POST", f"/api/matches/{match}/berserk", {})  # too late
        view = second.must(200, "POST", f"/api/matches/{match}/berserk", {})
        seat = view["clock"]["seats"][1]
        self.assertEqual((seat["berserk"], view["clock"]["seats"][0]["berserk"]), (True, False))
        self.assertTrue(85_000 < seat["left_ms"] <= 90_000, seat)
        again = second.must(200, "POST", f"/api/matches/{match}/berserk", {})
        self.assertGreater(again["clock"]["seats"][1]["left_ms"], 85_000)
        second.play(match, 2, "b2")
        now = first.match(match)["clock"]["seats"]
        self.assertLessEqual(now[1]["left_ms"], seat["left_ms"])  # a move adds nothing
        first.must(200, "POST", f"/api/matches/{match}/resign", {})
        table = self.until(lambda t: t["players"][0]["score"] > 0, ann, path)["players"]
        self.assertEqual([(p["score"], p["berserk"]) for p in table], [(3, 1), (0, 0)])

    def test_it_runs_from_its_start_over_a_restart_to_its_end(self):
        if "HOSHI_CLOCK_SHIM" not in os.environ:
            self.skipTest("the sanitizers come first")
        ann, bob, cleo = (self.member(name) for name in ("ann", "bob", "cleo"))
        made = ann.must(201, "POST", "/api/tournaments", arena())
        path = f"/api/tournaments/{made['id']}"
        self.assertEqual((made["kind"], made["minutes"], made["state"], made["rated"]), ("arena", 5, "open", True))
        self.assertEqual(made["ends_at"], made["starts_at"] + 5 * 60000)
        ann.must(409, "POST", path + "/start", {})
        told = harness.Stream(bob, "me")
        self.addCleanup(told.close)
        told.wait_type("hello")
        for c in (ann, bob):
            self.assertTrue(c.must(200, "POST", path + "/join", {})["joined"])
        begun = ann.must(200, "POST", path + "/start", {})
        self.assertEqual((begun["state"], begun["round"]), ("running", 1))
        self.assertEqual(begun["ends_at"], begun["started_at"] + 5 * 60000)
        paired = told.wait_type("paired")["data"]
        self.assertEqual((paired["tournament"], [paired["match"]]), (made["id"], [g["match"] for g in begun["games"]]))
        self.assertEqual(begun["me"]["match"], paired["match"])
        match = bob.match(paired["match"])
        self.assertEqual((match["tournament"], match["rated"]), ({"id": made["id"], "round": 0}, True))
        bob.must(409, "POST", f"/api/matches/{match['id']}/abort", {})
        told.close()

        for wins in (1, 2, 3):  # ann wins all; bob is her only opponent
            now = self.until(lambda v: v["me"]["match"], ann, path)
            bob.must(200, "POST", f"/api/matches/{now['me']['match']}/resign", {})
            me = ann.must(200, "GET", path)["me"]
            self.assertEqual((me["won"], me["streak"]), (wins, wins))
        self.assertEqual(me["score"], 2 + 2 + 4)
        self.assertEqual((me["rank"], me["tiebreak"]), (1, 3))

        self.assertEqual(self.server.stop(), 0)
        self.server.start()
        clients = [self.server.client() for _ in range(3)]
        for new, old in zip(clients, (ann, bob, cleo)):
            self.addCleanup(new.close)
            new.cookie = old.cookie
        ann, bob, cleo = clients
        self.until(lambda v: v["me"]["match"], ann, path)
        now = cleo.must(200, "POST", path + "/join", {})  # while it runs
        self.assertEqual([p["player"]["name"] for p in now["players"]][0], "ann")
        self.assertEqual((now["me"]["match"], now["players_n"]), (None, 3))
        paused = ann.must(200, "POST", path + "/leave", {})
        self.assertEqual((paused["joined"], paused["me"]["withdrawn"]), (False, True))
        bob.must(200, "POST", f"/api/matches/{paused['me']['match']}/resign", {})
        now = self.until(lambda v: v["me"]["match"], cleo, path)  # not ann: she pauses
        self.assertEqual(now["games"][0]["names"].count("ann"), 0)
        self.assertTrue(ann.must(200, "POST", path + "/join", {})["joined"])

        self.later(5 * 60 + 1)
        cleo.must(409, "POST", path + "/join", {})
        bob.must(200, "POST", f"/api/matches/{now['me']['match']}/resign", {})  # it still counts
        over = self.until(lambda v: v["state"] == "finished", ann, path)
        self.assertEqual([(p["player"]["name"], p["score"], p["won"], p["lost"]) for p in over["players"]],
                         [("ann", 12, 4, 0), ("cleo", 2, 1, 0), ("bob", 0, 0, 5)])
        self.assertEqual((over["games"], over["next"]), ([], None))
        played = ann.must(200, "GET", f"/api/matches?tournament={made['id']}")["matches"]
        self.assertEqual((len(played), over["round"]), (5, 5))
        ann.must(409, "POST", path + "/leave", {})

    def test_a_player_takes_part_in_one_running_arena_only(self):
        ann, bob = self.member("ann"), self.member("bob")
        first, second, third = (f"/api/tournaments/{ann.must(201, 'POST', '/api/tournaments', arena(name=n))['id']}"
                                for n in ("First", "Second", "Third"))
        for path in (first, second):
            for c in (ann, bob):
                c.must(200, "POST", path + "/join", {})
        ann.must(200, "POST", first + "/start", {})
        ann.must(200, "POST", second + "/start", {})
        # Players of the first arena are paused in the second until they come back themselves.
        self.assertTrue(ann.must(200, "GET", second)["me"]["withdrawn"])
        refused = ann.must(409, "POST", second + "/join", {})
        self.assertIn('You take part in the arena "First"', refused["detail"])
        self.assertTrue(ann.must(200, "POST", third + "/join", {})["joined"])  # it does not run yet
        playing = self.until(lambda a: a["me"]["match"], ann, first)["me"]["match"]
        ann.must(200, "POST", first + "/leave", {})
        ann.must(409, "POST", second + "/join", {})  # the match continues
        ann.must(200, "POST", f"/api/matches/{playing}/resign", {})
        self.assertFalse(ann.must(200, "POST", second + "/join", {})["me"]["withdrawn"])
        refused = ann.must(409, "POST", first + "/join", {})
        self.assertIn('"Second"', refused["detail"])

    def test_standings_have_pages_and_lists_name_the_players(self):
        ann, bob = self.member("ann"), self.member("bob")
        made = ann.must(201, "POST", "/api/tournaments", arena(minutes=360))
        path = f"/api/tournaments/{made['id']}"
        ann.must(200, "POST", path + "/join", {})
        self.assertEqual(len(ann.must(200, "GET", path + "?from=1")["players"]), 1)
        self.assertEqual(ann.must(200, "GET", path + "?from=2")["players"], [])
        ann.must(400, "GET", path + "?from=0")
        other = ann.must(201, "POST", "/api/tournaments", arena())
        for who, joined in ((ann, [False, True]), (bob, [False, False])):
            listed = who.must(200, "GET", "/api/tournaments?state=open")["tournaments"]
            self.assertEqual([t["id"] for t in listed], [other["id"], made["id"]])
            self.assertEqual([t["joined"] for t in listed], joined)
        self.assertEqual(listed[1]["minutes"], 360)
        ann.must(200, "POST", path + "/leave", {})
        self.assertEqual(ann.must(200, "GET", path)["players"], [])
        bob.must(403, "POST", path + "/end", {})
        self.assertEqual(ann.must(200, "POST", path + "/end", {})["state"], "aborted")

    def test_an_export_has_the_arena_and_a_deleted_account_is_not_paired(self):
        ann, bob, cleo = (self.member(name) for name in ("ann", "bob", "cleo"))
        path = f"/api/tournaments/{ann.must(201, 'POST', '/api/tournaments', arena())['id']}"
        later = f"/api/tournaments/{ann.must(201, 'POST', '/api/tournaments', arena())['id']}"
        for c in (ann, bob):
            c.must(200, "POST", path + "/join", {})
            c.must(200, "POST", later + "/join", {})
        begun = ann.must(200, "POST", path + "/start", {})
        cleo.must(200, "POST", path + "/join", {})
        bob.must(200, "POST", "/api/account/delete", {"password": PASSWORD})  # resigns
        self.assertEqual([p["player"]["name"] for p in ann.must(200, "GET", later)["players"]], ["ann"])
        now = self.until(lambda v: v["me"]["match"] and v["me"]["match"] != begun["me"]["match"], ann, path)
        self.assertEqual(sorted(now["games"][0]["names"]), ["ann", "cleo"])
        self.assertEqual([p["withdrawn"] for p in now["players"] if p["lost"]], [True])
        with zipfile.ZipFile(io.BytesIO(ann.must(200, "GET", "/api/account/export"))) as zipped:
            mine = json.loads(zipped.read("tournaments.json"))
        self.assertEqual([(t["name"], t["kind"], t["state"], t["withdrawn"], t["points"], t["won"]) for t in mine],
                         [("Friday Arena", "arena", "running", False, 2, 1),
                          ("Friday Arena", "arena", "open", False, 0, 0)])

    def test_wrong_arenas_are_refused_with_the_reason(self):
        ann = self.member("ann")
        for wrong, why in (({"minutes": 4}, "minutes"), ({"minutes": 361}, "minutes"), ({"minutes": None}, "minutes"),
                           ({"rounds": 3}, "rounds"), ({"starts_at": None}, "starts_at"),
                           ({"clock": {"kind": "days", "move_ms": 86400000}}, "live clock"),
                           ({"clock": {**CLOCK, "timeout": "claim"}}, "live clock"),
                           ({"clock": {**CLOCK, "main_ms": 1800001}}, "30 minutes"),
                           ({"players_max": 501}, "players_max"),
                           ({"ends_at": 1990000000000}, "ladder"),
                           ({"kind": "swiss"}, "minutes")):
            answer = ann.must(400, "POST", "/api/tournaments", arena(**wrong))
            self.assertIn(why, answer["detail"])
        no_length = arena()
        del no_length["minutes"]
        self.assertIn("5 to 360", ann.must(400, "POST", "/api/tournaments", no_length)["detail"])
        swiss = {**arena(kind="swiss", players_max=201)}
        del swiss["minutes"]
        self.assertIn("200", ann.must(400, "POST", "/api/tournaments", swiss)["detail"])


if __name__ == "__main__":
    harness.main()
