#!/usr/bin/env python3
"""Challenges, seeks, rematches, clocks, vacations and tournaments, over HTTP."""
import os
import subprocess
import tempfile
import time

import harness

PASSWORD = "correct horse battery"


class Challenges(harness.ServerTest):
    names = 0

    def member(self):
        """A new member."""
        Challenges.names += 1
        c = self.server.client()
        self.addCleanup(c.close)
        c.guest()
        c.name = f"member-{Challenges.names}"
        c.must(201, "POST", "/api/signup", {"name": c.name, "password": PASSWORD})
        c.keep_session()
        c.player = c.must(200, "GET", "/api/me")
        return c

    # --- challenges ---

    def test_a_challenge_is_announced_listed_and_accepted(self):
        a, b, c = self.member(), self.member(), self.guest()
        mine = self.stream(b, "me")
        match = a.create("levee", ["me", {"player": b.name.upper()}], width=5)
        self.assertEqual(match["state"], "open")
        self.assertEqual(match["seats"][1]["kind"], "asked")
        self.assertEqual(match["seats"][1]["asked"]["name"], b.name)
        path = f"/api/matches/{match['id']}"
        mine.wait(lambda e: e["event"] == "match" and e["data"]["match"] == match["id"])
        self.assertEqual([m["id"] for m in b.must(200, "GET", "/api/challenges")["in"]],
                         [match["id"]])
        self.assertEqual([m["id"] for m in a.must(200, "GET", "/api/challenges")["out"]],
                         [match["id"]])
        c.must(403, "POST", path + "/join", {})
        c.must(403, "POST", path + "/accept", {})
        for _ in range(2):
            begun = b.must(200, "POST", path + "/accept", {})
            self.assertEqual((begun["state"], begun["you"]), ("running", [2]))
        self.assertEqual(b.must(200, "GET", "/api/challenges")["in"], [])

    def test_a_challenge_is_declined_with_a_word_or_withdrawn(self):
        a, b = self.member(), self.member()
        match = a.create("levee", ["me", {"player": b.name}], private=True)["id"]
        self.assertEqual(b.match(match)["state"], "open")
        told = self.stream(a, "me")
        answer = b.must(200, "POST", f"/api/matches/{match}/decline", {"text": "not today"})
        self.assertEqual((answer["state"], answer["chat"][0]["text"]), ("aborted", "not today"))
        told.wait(lambda e: e["event"] == "match" and e["data"]["state"] == "aborted")
        b.must(409, "POST", f"/api/matches/{match}/accept", {})
        match = a.create("levee", ["me", {"player": b.name}])["id"]
        a.must(200, "POST", f"/api/matches/{match}/abort", {})
        self.assertEqual(b.must(200, "GET", "/api/challenges")["in"], [])

    def test_nobody_waits_for_who_is_gone(self):
        """Challenges to and from accounts that were deleted or banned, and their open matches, are closed."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = harness.Server("--no-bot", "--no-limits", store=os.path.join(folder.name, "hoshi.db"))
        self.addCleanup(server.close)

        def sign_up(name):
            c = server.client()
            self.addCleanup(c.close)
            c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
            c.keep_session()
            return c

        ann, gone, bad = sign_up("stayer"), sign_up("goner"), sign_up("rascal")
        others = {}
        for name, one in (("goner", gone), ("rascal", bad)):
            others[name] = [ann.create("levee", ["me", {"player": name}], width=5)["id"] for _ in range(22)]
            others[name] += [one.create("levee", ["me", {"player": "stayer"}], width=5)["id"],
                             one.create("levee", ["me", "open"], width=5)["id"]]
        running = ann.create("levee", ["me", "open"], width=5)["id"]
        bad.must(200, "POST", f"/api/matches/{running}/join", {})
        gone.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        server.stop()
        done = subprocess.run([harness.HOSHI, "admin", "--store", server.store, "ban", "rascal", "--reason", "rude"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        server.start()
        until = time.monotonic() + 20 * harness.SLOW
        left = others["goner"] + others["rascal"]
        while left := [m for m in left if ann.get(f"/api/matches/{m}")[1].get("state") == "open"]:
            self.assertLess(time.monotonic(), until, left)
            time.sleep(0.1)
        self.assertEqual(ann.match(running)["state"], "running")

    def test_each_challenged_player_must_exist_and_be_named_once(self):
        a, b = self.member(), self.member()
        a.must(404, "POST", "/api/matches", {"game": "levee", "seats": ["me", {"player": "no-one"}]})
        a.must(400, "POST", "/api/matches", {"game": "claims", "seats": [
            "me", {"player": b.name}, {"player": b.name}]})
        hot = a.create("levee", ["me", {"player": a.name}])
        self.assertEqual(hot["you"], [1, 2])

    def test_a_seek_stays_as_often_as_it_says(self):
        a = self.member()
        first = a.create("redstone", ["me", "open"], width=5, standing=3,
                         clock={"kind": "fischer", "main_ms": 60000, "add_ms": 1000})
        for left in (2, 1, 0):
            seeks = [m for m in a.must(200, "GET", "/api/challenges")["out"]]
            self.assertEqual(len(seeks), 1)
            self.assertEqual(seeks[0]["standing"], left + 1)
            self.assertEqual(seeks[0]["clock"]["main_ms"], 60000)
            taken = self.guest().must(200, "POST", f"/api/matches/{seeks[0]['id']}/join", {})
            self.assertEqual((taken["state"], taken["standing"]), ("running", 0))
        self.assertEqual(a.must(200, "GET", "/api/challenges")["out"], [])
        self.assertEqual(a.match(first["id"])["state"], "running")
        a.must(400, "POST", "/api/matches", {"game": "levee", "seats": ["me", "me"], "standing": 2})

    def test_a_rematch_moves_the_seats_on_and_is_accepted_by_asking_for_it(self):
        a, b = self.member(), self.member()
        match = a.create("levee", ["me", {"player": b.name}], width=5,
                         clock={"kind": "simple", "move_ms": 30000})["id"]
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        a.must(409, "POST", f"/api/matches/{match}/rematch", {})
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.guest().must(403, "POST", f"/api/matches/{match}/rematch", {})
        again = b.must(201, "POST", f"/api/matches/{match}/rematch", {})
        self.assertEqual(again["you"], [1])
        self.assertEqual(again["seats"][1]["asked"]["name"], a.name)
        self.assertEqual(again["clock"]["kind"], "simple")
        self.assertEqual(a.match(match)["rematch"], again["id"])
        self.assertEqual(b.must(200, "POST", f"/api/matches/{match}/rematch", {})["id"], again["id"])
        taken = a.must(200, "POST", f"/api/matches/{match}/rematch", {})
        self.assertEqual((taken["id"], taken["state"], taken["you"]), (again["id"], "running", [2]))

    def test_the_engine_accepts_by_rules(self):
        a = self.member()
        match = a.create("levee", ["me", {"player": "engine"}], width=5)
        self.assertEqual((match["state"], match["seats"][1]["level"]), ("running", 3))
        quick = {"kind": "simple", "move_ms": 1000}
        answer = a.must(409, "POST", "/api/matches", {
            "game": "levee", "seats": ["me", {"bot": 1}], "clock": quick})
        self.assertIn("at least 2 seconds", answer["detail"])

    def test_rated_matches_are_for_members_and_from_the_beginning(self):
        a, b, c = self.member(), self.member(), self.guest()
        c.must(403, "POST", "/api/matches", {"game": "levee", "seats": ["me", "open"],
                                             "rated": True})
        a.must(400, "POST", "/api/matches", {"game": "levee", "seats": ["me", "me"],
                                             "rated": True})
        a.must(400, "POST", "/api/matches", {"game": "levee", "seats": ["me", "open"],
                                             "rated": True, "start": ["a1"]})
        match = a.create("levee", ["me", "open"], rated=True)["id"]
        c.must(403, "POST", f"/api/matches/{match}/join", {})
        self.assertTrue(b.must(200, "POST", f"/api/matches/{match}/join", {})["rated"])

    def test_a_rated_match_changes_the_ranking(self):
        a, b = self.member(), self.member()
        match = a.create("redstone", ["me", {"player": b.name}], width=5, rated=True)["id"]
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        a.play(match, 1, "a1")
        b.play(match, 2, "b1")
        self.assertEqual(a.match(match)["rated_from"], 4)
        a.play(match, 3, "a2")
        b.play(match, 4, "b2")
        after = b.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.assertEqual(after["ratings"], [{"seat": 1, "before": 1500, "after": 1662},
                                            {"seat": 2, "before": 1500, "after": 1338}])
        page = a.must(200, "GET", "/api/ratings?game=redstone&provisional=1&limit=1")
        self.assertEqual((page["ratings"][0]["player"]["name"], page["ratings"][0]["rank"]),
                         (a.name, 1))
        page = a.must(200, "GET", f"/api/ratings?game=redstone&provisional=1&after={page['next']}")
        self.assertEqual(page["ratings"][0]["player"]["name"], b.name)
        self.assertEqual(a.must(200, "GET", "/api/ratings?game=redstone")["ratings"], [])
        mine = a.must(200, "GET", f"/api/players/{a.name}/ratings")["ratings"]
        self.assertEqual((mine[0]["rating"], mine[0]["provisional"], mine[0]["won"]),
                         (1662, True, 1))
        history = a.must(200, "GET", f"/api/players/{a.name}/ratings/redstone")["history"]
        self.assertEqual((history[0]["match"], history[0]["change"]), (match, 162))
        for path in ("/api/ratings", "/api/ratings?game=chess", "/api/ratings?game=levee&after=x",
                     "/api/ratings?game=levee&kind=cats"):
            a.must(400, "GET", path)
        for path in ("/api/players/nobody-at-all/ratings", f"/api/players/{a.name}/ratings/chess"):
            a.must(404, "GET", path)

    def test_a_pair_from_one_place_is_flagged_and_its_match_annulled(self):
        a, b = self.member(), self.member()
        boss = self.member()
        self.server.stop()
        self.server.options += ["--admin", boss.name]
        self.server.start()
        for c in (a, b, boss):
            c.port = self.server.port
            c.connection.close()
        match = a.create("levee", ["me", {"player": b.name}], width=5, rated=True)["id"]
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        for ply, move in enumerate(("a1", "b1", "a2", "b2"), 1):
            (a if ply % 2 else b).play(match, ply, move)
        b.must(200, "POST", f"/api/matches/{match}/resign", {})
        a.must(403, "GET", "/api/admin/pairs")
        pair = boss.must(200, "GET", "/api/admin/pairs")["pairs"][0]
        self.assertEqual(({p["name"] for p in pair["players"]}, pair["matches"], pair["match"]),
                         ({a.name, b.name}, 1, match))
        a.must(403, "POST", f"/api/admin/matches/{match}/annul", {"reason": "x"})
        boss.must(400, "POST", f"/api/admin/matches/{match}/annul", {"reason": ""})
        boss.must(404, "POST", "/api/admin/matches/99999/annul", {"reason": "x"})
        boss.must(200, "POST", f"/api/admin/matches/{match}/annul", {"reason": "one person"})
        boss.must(409, "POST", f"/api/admin/matches/{match}/annul", {"reason": "one person"})
        self.assertEqual(a.must(200, "GET", f"/api/players/{a.name}/ratings")["ratings"], [])
        seen = a.match(match)
        self.assertEqual((seen["ratings"], seen["annulled"]["reason"]), (None, "one person"))
        row = self.server.client().must(200, "GET", "/api/annulled")["annulled"][0]
        self.assertEqual((row["match"], row["reason"], len(row["players"])),
                         (match, "one person", 2))
        boss.must(200, "POST", f"/api/admin/pairs/{pair['id']}/close", {})
        boss.must(409, "POST", f"/api/admin/pairs/{pair['id']}/close", {})
        self.assertEqual(boss.must(200, "GET", "/api/admin/pairs")["pairs"], [])
        self.assertEqual(len(boss.must(200, "GET", "/api/admin/pairs?closed=1")["pairs"]), 1)

    def test_conditional_moves_are_played_and_seen_by_their_owner_only(self):
        a, b, c = self.member(), self.member(), self.guest()
        match = a.create("levee", ["me", {"player": b.name}], width=5)["id"]
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        path = f"/api/matches/{match}/conditional"
        seen = self.stream(a, f"match:{match},me")
        tree = {"ply": 1, "lines": [["a1", "b1", "a2", "b2"], ["a1", "b1", "c2", "c4"]]}
        self.assertEqual(b.must(200, "POST", path, tree), tree)
        self.assertEqual(b.must(200, "GET", path), tree)
        c.must(403, "GET", path)
        c.must(403, "POST", path, tree)
        self.assertEqual(a.must(200, "GET", path), {"ply": 2, "lines": []})
        wrong = b.must(422, "POST", path, {"ply": 1, "lines": [["a1", "a1"]]})
        self.assertIn("Line 1", wrong["detail"])
        for lines in ([["a1"]], [[]], [["a1", "b 1"]], ["a1 b1"], {}, [["a1", 1]]):
            b.must(400, "POST", path, {"ply": 1, "lines": lines})
        b.must(409, "POST", path, {"ply": 2, "lines": []})
        a.play(match, 1, "a1")
        seen.wait(lambda e: e["event"] == "move" and e["data"]["move"] == "b1")
        self.assertEqual(b.must(200, "GET", path),
                         {"ply": 3, "lines": [["a2", "b2"], ["c2", "c4"]]})
        self.assertNotIn("c4", str(a.match(match)) + str(seen.events))

    def test_a_tournament_runs_by_itself(self):
        players = [self.member() for _ in range(3)]
        a = players[0]
        body = {"name": "Winter Cup", "kind": "roundrobin", "game": "levee", "width": 5,
                "clock": {"kind": "simple", "move_ms": 60000}, "players_max": 3, "text": "<b>", "pause_s": 0}
        self.guest().must(403, "POST", "/api/tournaments", body)
        tournament = a.must(201, "POST", "/api/tournaments", body)
        self.assertEqual(a.headers["location"], f"/api/tournaments/{tournament['id']}")
        self.assertEqual((tournament["state"], tournament["rated"], tournament["joined"]), ("open", True, False))
        path = f"/api/tournaments/{tournament['id']}"
        told = self.stream(a, "me")
        for p in players:
            self.assertTrue(p.must(200, "POST", path + "/join", {})["joined"])
        told.wait(lambda e: e["event"] == "tournament" and e["data"]["state"] == "running")
        for _ in range(3):
            tournament = a.must(200, "GET", path)
            game = [g for g in tournament["games"] if g["result"] is None][0]
            loser = next(p for p in players if p.player["id"] == game["players"][1])
            match = a.match(game["match"])
            self.assertEqual(match["tournament"], {"id": tournament["id"], "round": tournament["round"]})
            loser.must(200, "POST", f"/api/matches/{game['match']}/resign", {})
        tournament = a.must(200, "GET", path)
        self.assertEqual((tournament["state"], tournament["round"], tournament["rounds"]), ("finished", 3, 3))
        self.assertEqual(sum(p["score"] for p in tournament["players"]), 3)
        listed = a.must(200, "GET", "/api/tournaments?state=finished&game=levee")["tournaments"][0]
        self.assertEqual((listed["id"], listed["players_n"], listed["joined"]),
                         (tournament["id"], 3, True))
        self.assertEqual(len(tournament["games"]), 3)
        for wrong in ({"kind": "cup"}, {"clock": None}, {"rounds": 3}, {"players_max": 41},
                      {"players_min": 4}, {"width": 4}, {"name": "x" * 81}, {"starts_at": "now"},
                      {"starts_at": 1}, {"ends_at": 1790000000000}, {"more": 1}, {"grace_s": 601},
                      {"grace_s": -1}, {"pause_s": 3601}, {"kind": "ladder", "pause_s": 10}):
            a.must(400, "POST", "/api/tournaments", {**body, **wrong})
        days = {"kind": "days", "move_ms": 86400000}
        for wrong, why in (({"grace_s": 30, "clock": days}, "live clocks"), ({"pause_s": 30, "clock": days}, "live clocks")):
            self.assertIn(why, a.must(400, "POST", "/api/tournaments", {**body, **wrong})["detail"])
        slow = a.must(201, "POST", "/api/tournaments", {**body, "clock": days})
        self.assertEqual((slow["grace_s"], slow["pause_s"]), (0, 0))
        a.must(404, "GET", "/api/tournaments/999")
        a.must(409, "POST", path + "/start", {})
        a.must(409, "POST", path + "/challenge", {"player": players[1].name})

    def test_a_live_tournament_waits_for_its_players_and_pauses_between_rounds(self):
        a, b = self.member(), self.member()
        body = {"name": "Live Cup", "kind": "roundrobin", "game": "levee", "width": 5, "rounds": 2,
                "clock": {"kind": "fischer", "main_ms": 60000, "add_ms": 0}, "players_max": 2}
        tournament = a.must(201, "POST", "/api/tournaments", body)
        self.assertEqual((tournament["grace_s"], tournament["pause_s"], tournament["next_round_at"]), (60, 15, None))
        path = f"/api/tournaments/{tournament['id']}"
        told = self.stream(b, "me")
        for p in (a, b):
            p.must(200, "POST", path + "/join", {})
        begun = told.wait(lambda e: e["event"] == "paired")["data"]
        match = f"/api/matches/{begun['match']}"
        self.assertEqual((begun["tournament"], begun["live"], begun["game"], begun["opponent"]["name"]),
                         (tournament["id"], True, "levee", a.name))
        clock = a.must(200, "GET", match)["clock"]
        self.assertEqual((clock["running"], clock["here"]), (None, []))
        self.assertGreater(clock["held_until"], 0)
        self.guest().must(403, "POST", match + "/here", {})
        clock = a.must(200, "POST", match + "/here", {})["clock"]
        self.assertEqual((clock["running"], len(clock["here"])), (None, 1))
        clock = b.must(200, "POST", match + "/here", {})["clock"]
        self.assertEqual((clock["running"], clock["held_until"], clock["here"]), (1, None, None))
        a.must(200, "POST", match + "/here", {})
        a.must(200, "POST", match + "/resign", {})
        tournament = a.must(200, "GET", path)
        self.assertEqual((tournament["round"], tournament["state"]), (1, "running"))
        self.assertGreater(tournament["next_round_at"], tournament["started_at"])

    def test_requests_are_what_waits_for_an_answer(self):
        a, b, guest = self.member(), self.member(), self.guest()
        body = {"game": "claims", "width": 4, "height": 4, "clock": {"kind": "fischer", "main_ms": 60000, "add_ms": 0}}
        first = a.must(201, "POST", "/api/matches", {**body, "seats": ["me", {"player": b.name}]})["id"]
        guest.must(201, "POST", "/api/matches", {**body, "seats": ["me", {"player": b.name}]})
        asked = b.must(200, "GET", "/api/challenges")
        self.assertEqual([(m["from"]["name"], m["from"]["rating"], m["from"]["provisional"]) for m in asked["in"]],
                         [(guest.player["name"], None, True), (a.name, 1500, True)])
        self.assertEqual([m["id"] for m in a.must(200, "GET", "/api/challenges")["out"]], [first])
        b.must(200, "POST", f"/api/matches/{first}/accept", {})
        for what, ask in (("draw", "offer"), ("pause", "ask")):
            b.must(200, "POST", f"/api/matches/{first}/{what}", {"do": ask})
            self.assertEqual(b.must(200, "GET", "/api/challenges")["offers"], [])
            offer = a.must(200, "GET", "/api/challenges")["offers"][0]
            self.assertEqual((offer["id"], offer["from"]["name"]), (first, b.name))
            self.assertIsNotNone(offer["offers"][what])
            a.must(200, "POST", f"/api/matches/{first}/{what}", {"do": "decline"})
            self.assertEqual(a.must(200, "GET", "/api/challenges")["offers"], [])
        a.must(200, "POST", f"/api/matches/{first}/resign", {})
        again = a.must(201, "POST", f"/api/matches/{first}/rematch", {})
        self.assertEqual(again["rematch_of"], first)

    def test_the_archive_is_searched(self):
        a, b = self.member(), self.member()
        ids = []
        for corner in ("a1", "g7"):
            match = a.create("palisade", ["me", {"player": b.name}], width=7)["id"]
            b.must(200, "POST", f"/api/matches/{match}/accept", {})
            a.play(match, 1, corner)
            b.must(200, "POST", f"/api/matches/{match}/resign", {})
            ids.insert(0, match)

        def found(query, client=a):
            page = client.must(200, "GET", "/api/matches?" + query)
            return [m["id"] for m in page["matches"]]

        self.assertEqual(found(f"player={b.name}"), ids)
        self.assertEqual(found(f"player={b.name}&result=seat1&reason=resign&size=7&rated=0"), ids)
        self.assertEqual(found(f"player={b.name}&result=draw"), [])
        self.assertEqual(found(f"player={b.name}&limit=1"), ids[:1])
        self.assertEqual(found(f"player={b.name}&limit=1&before={ids[0]}"), ids[1:])
        self.assertEqual(found("mine=1&size=7x7"), ids)
        until = time.monotonic() + 10 * harness.SLOW
        while time.monotonic() < until:
            if found("game=palisade&size=7&opening=a7") == ids:
                break
            time.sleep(0.1)
        self.assertEqual(found("game=palisade&size=7&opening=a7"), ids)
        self.assertEqual(found("game=palisade&size=7&opening=d4"), [])
        self.assertEqual(found("game=palisade&size=9&opening=a1"), [])
        for wrong in ("opening=a1", "game=palisade&size=7&opening=z9", "size=x", "size=7x", "rated=2",
                      "result=seat9", "reason=abort", "since=now", "turn=me&size=7"):
            a.must(400, "GET", "/api/matches?" + wrong)
        a.must(404, "GET", "/api/matches?player=nobody-at-all")

    def test_spectators_see_a_match_with_a_delay_later(self):
        a, b, c = self.member(), self.member(), self.guest()
        match = a.create("levee", ["me", {"player": b.name}], width=5, delay={"plies": 1})
        self.assertEqual(match["delay"], {"plies": 1})
        match = match["id"]
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        outside, inside = self.stream(c, f"match:{match}"), self.stream(b, f"match:{match}")
        a.play(match, 1, "a1")
        inside.wait_type("move")
        hidden = c.match(match)
        self.assertEqual((hidden["ply"], hidden["moves"], hidden["turn"], hidden["delayed"]),
                         (0, [], None, True))
        self.assertEqual(b.match(match)["ply"], 1)
        b.play(match, 2, "b1")
        seen = outside.wait_type("move")
        self.assertEqual((seen["data"]["ply"], seen["data"]["move"]), (1, "a1"))
        self.assertNotIn("b1", str(outside.events) + str(c.match(match)))
        text = c.must(200, "GET", f"/api/matches/{match}/record?format=json")
        self.assertNotIn("b1", str(text))
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        outside.wait_type("finished")
        self.assertEqual(len(c.match(match)["moves"]), 2)
        for delay in ({}, {"plies": 0}, {"plies": 51}, {"ms": 1}, {"plies": 1, "ms": 5000}, 3):
            a.must(400, "POST", "/api/matches", {"game": "levee", "seats": ["me", "open"],
                                                 "delay": delay})

    # --- start ---

    def test_a_match_begins_after_its_start_moves(self):
        a, b = self.member(), self.member()
        match = a.create("redstone", ["me", "open"], width=5, start=["c3", "swap", "a1"])
        self.assertEqual((match["start_ply"], match["ply"]), (3, 3))
        match = b.must(200, "POST", f"/api/matches/{match['id']}/join", {})
        self.assertEqual([m["move"] for m in match["moves"]], ["c3", "swap", "a1"])
        first, second = (a, b) if match["turn"]["seat"] == 1 else (b, a)
        second.must(409, "POST", f"/api/matches/{match['id']}/takeback", {"do": "ask"})
        first.play(match["id"], 4, "b2")
        second.play(match["id"], 5, "b3")
        a.must(409, "POST", f"/api/matches/{match['id']}/abort", {})
        record = a.must(200, "GET", f"/api/matches/{match['id']}/record?format=sgf").decode()
        body = {"record": record, "ply": 2, "seats": ["me", "me"]}
        again = a.must(201, "POST", "/api/matches", body)
        self.assertEqual((again["width"], again["start_ply"], again["state"]), (5, 2, "running"))
        a.must(400, "POST", "/api/matches", {**body, "game": "levee"})
        a.must(400, "POST", "/api/matches", {**body, "record": "(;GM[1]"})
        # A file of a program that knows only Go, with the game that it does not name.
        plain = {"record": "(;GM[1]RU[Chinese]SZ[5];B[cc];W[];B[aa])", "seats": ["me", "me"]}
        a.must(400, "POST", "/api/matches", plain)
        a.must(400, "POST", "/api/matches", {**plain, "game": "chess"})
        again = a.must(201, "POST", "/api/matches", {**plain, "game": "redstone"})
        self.assertEqual([m["move"] for m in again["moves"]], ["c3", "swap", "a5"])
        self.assertNotIn("warnings", again)
        mended = {**plain, "game": "redstone", "record": "(;GM[1]SZ[5]\n;B[cc]BL[x];W[aa]"}
        again = a.must(201, "POST", "/api/matches", mended)
        self.assertEqual([m["move"] for m in again["moves"]], ["c3", "a5"])
        self.assertEqual([(w["line"], w["column"]) for w in again["warnings"]], [(2, 9), (2, 18)])
        self.assertIn("number", again["warnings"][0]["text"])
        a.must(400, "POST", "/api/matches", {**body, "ply": 50})
        wrong = a.must(400, "POST", "/api/matches", {
            "game": "levee", "width": 5, "seats": ["me", "me"], "start": ["a1", "a1"]})
        self.assertIn("Move 2 of the start", wrong["detail"])

    # --- clocks ---

    def test_time_runs_out_by_itself_and_streams_say_so(self):
        a, b = self.member(), self.member()
        match = a.create("levee", ["me", "open"], width=5,
                         clock={"kind": "simple", "move_ms": 3000})["id"]
        seen = self.stream(a, f"match:{match}")
        begun = b.must(200, "POST", f"/api/matches/{match}/join", {})
        clock = begun["clock"]
        self.assertEqual((clock["running"], clock["pace"], clock["seats"][0]["left_ms"]),
                         (1, "live", 3000))
        self.assertLessEqual(abs(clock["deadline"] - begun["now"] - 3000), 2900)
        a.play(match, 1, "a1")
        moved = seen.wait_type("move")
        sgf = a.must(200, "GET", f"/api/matches/{match}/record?format=sgf").decode()
        self.assertIn("OT[3s]", sgf)
        self.assertRegex(sgf, r"BL\[3(\.0+)?\]")
        self.assertEqual(moved["data"]["clock"]["running"], 2)
        # How soon, to the millisecond: tests/unit/test_timing.c, whose time no busy machine holds up.
        end = seen.wait_type("finished")
        self.assertEqual(end["data"]["result"]["reason"], "time")
        self.assertEqual(end["data"]["result"]["winner_seat"], 1)
        b.must(409, "POST", f"/api/matches/{match}/moves", {"ply": 2, "move": "b1"})
        self.assertIn("RE[B+T]", a.must(
            200, "GET", f"/api/matches/{match}/record?format=sgf").decode())

    def test_clocks_survive_a_restart_fairly(self):
        a, b = self.member(), self.member()
        match = a.create("levee", ["me", "open"], width=5,
                         clock={"kind": "simple", "move_ms": 4000})["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        self.server.stop()
        time.sleep(4.2)
        self.server.start()
        m = a.match(match)
        self.assertEqual(m["state"], "running")
        self.assertGreater(m["clock"]["deadline"], m["now"])
        until = time.monotonic() + 10 * harness.SLOW
        while a.match(match)["state"] == "running" and time.monotonic() < until:
            time.sleep(0.1)
        self.assertEqual(a.match(match)["result"]["reason"], "time")

    def test_pauses_and_claims_and_wrong_clocks(self):
        a, b = self.member(), self.member()
        match = a.create("levee", ["me", "open"], width=5, clock={
            "kind": "byoyomi", "main_ms": 60000, "move_ms": 5000, "periods": 3,
            "timeout": "claim"})["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        path = f"/api/matches/{match}"
        b.must(409, "POST", path + "/claim", {})
        self.assertEqual(a.must(200, "POST", path + "/pause", {"do": "ask"})["offers"]["pause"], 1)
        paused = b.must(200, "POST", path + "/pause", {"do": "accept"})
        self.assertEqual((paused["clock"]["paused"], paused["clock"]["running"]), (True, None))
        self.assertFalse(a.must(200, "POST", path + "/resume", {})["clock"]["paused"])
        for clock in ({}, {"kind": "sand"}, {"kind": "days", "move_ms": 1}, [],
                      {"kind": "fischer", "main_ms": 1000, "cap_ms": 10},
                      {"kind": "simple", "move_ms": 30000, "timeout": "never"},
                      {"kind": "simple", "move_ms": 30000, "more": 1},
                      {"kind": "simple", "move_ms": "30000"}):
            a.must(400, "POST", "/api/matches", {"game": "levee", "seats": ["me", "open"],
                                                 "clock": clock})

    def test_a_vacation_stops_a_correspondence_clock(self):
        a, b, c = self.member(), self.member(), self.guest()
        match = a.create("levee", ["me", "open"], width=5,
                         clock={"kind": "days", "move_ms": 3 * 86400000})["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        self.assertEqual(a.must(200, "GET", "/api/me/vacation")["left_days"], 30)
        away = a.must(200, "POST", "/api/me/vacation", {"days": 7})
        self.assertEqual(away["left_days"], 23)
        clock = b.match(match)["clock"]
        self.assertEqual((clock["running"], clock["pace"]), (None, "correspondence"))
        self.assertEqual(clock["seats"][0]["away_until"], away["until"])
        a.must(409, "POST", "/api/me/vacation", {"days": 30})
        a.must(400, "POST", "/api/me/vacation", {"days": 31})
        self.assertIsNone(a.must(200, "POST", "/api/me/vacation", {"days": 0})["until"])
        self.assertEqual(b.match(match)["clock"]["running"], 1)
        c.must(403, "POST", "/api/me/vacation", {"days": 1})


if __name__ == "__main__":
    harness.main()
