#!/usr/bin/env python3
"""Teams: who joins and how, owners, the chat of the members, what is told live, quotas, and what becomes of
a team when an account goes."""
import io
import json
import time
import zipfile

import harness

PASSWORD = harness.PASSWORD


class People(harness.ServerTest):
    def team(self, c, name, status=201, **more):
        return c.must(status, "POST", "/api/teams", {"name": name, **more}).get("id")

    def join(self, c, team, status=200):
        return c.must(status, "POST", f"/api/teams/{team}/join", {})

    def leave(self, c, team, status=200):
        return c.must(status, "POST", f"/api/teams/{team}/leave", {})

    def change(self, c, team, name, role=None, status=200):
        body = {"player": name, **({"role": role} if role else {"remove": True})}
        return c.must(status, "POST", f"/api/teams/{team}/members", body)

    def members(self, c, team, query=""):
        page = c.must(200, "GET", f"/api/teams/{team}/members{query}")
        return [(m["player"]["name"], m["role"]) for m in page["members"]]

    def say(self, c, team, text, status=201):
        return c.must(status, "POST", f"/api/teams/{team}/chat", {"text": text})

    def lines(self, c, team, query=""):
        return c.must(200, "GET", f"/api/teams/{team}/chat{query}")["lines"]

    def export(self, c, name):
        with zipfile.ZipFile(io.BytesIO(c.must(200, "GET", "/api/account/export"))) as zipped:
            return json.loads(zipped.read(name))


class Teams(People):
    def test_a_team_is_made_changed_listed_and_deleted(self):
        a, b = self.member("anna"), self.member("bert")
        made = a.must(201, "POST", "/api/teams", {"name": "Night Öwls", "about": "We play at night."})
        self.assertEqual(a.headers["location"], f"/api/teams/{made['id']}")
        self.assertEqual((made["access"], made["members_n"], made["role"], made["founder"]["name"]),
                         ("open", 1, "owner", "anna"))
        second = self.team(a, "Larks", access="closed")
        seen = self.nobody().must(200, "GET", f"/api/teams/{made['id']}")
        self.assertEqual((seen["about"], seen["role"]), ("We play at night.", None))
        for query, ids in (("", [second, made["id"]]), ("?q=n%C3%B6", []), ("?q=%C3%B6W", [made["id"]]),
                           ("?q=%25", []), ("?player=anna", [second, made["id"]]),
                           ("?player=bert", []), (f"?before={second}", [made["id"]])):
            found = b.must(200, "GET", f"/api/teams{query}")["teams"]
            self.assertEqual([t["id"] for t in found], ids, query)
        page = b.must(200, "GET", "/api/teams?limit=1")
        self.assertEqual(page["next"], second)
        self.assertIsNone(b.must(200, "GET", f"/api/teams?limit=1&before={second}")["next"])
        self.assertEqual(len(a.must(200, "GET", "/api/teams?mine=1")["teams"]), 2)
        self.assertEqual(b.must(200, "GET", "/api/teams?mine=1")["teams"], [])
        self.nobody().must(401, "GET", "/api/teams?mine=1")
        b.must(404, "GET", "/api/teams?player=nobody-of-that-name")
        b.must(400, "GET", "/api/teams?player=anna&mine=1")
        b.must(400, "GET", "/api/teams?limit=101")
        changed = a.must(200, "POST", f"/api/teams/{made['id']}",
                         {"name": "Early birds", "about": "", "access": "request"})
        self.assertEqual((changed["name"], changed["about"], changed["access"]),
                         ("Early birds", "", "request"))
        self.team(b, "night öwls")  # the name is free again
        b.must(403, "POST", f"/api/teams/{made['id']}", {"name": "Mine"})
        b.must(403, "POST", f"/api/teams/{made['id']}/delete", {})
        a.must(200, "POST", f"/api/teams/{made['id']}/delete", {})
        a.must(404, "GET", f"/api/teams/{made['id']}")
        a.must(404, "POST", f"/api/teams/{made['id']}/join", {})

    def test_names_and_texts_are_checked(self):
        a, b = self.member("checka"), self.member("checkb")
        guest = self.server.guest()
        self.addCleanup(guest.close)
        self.team(guest, "Guests", 403)
        self.team(self.nobody(), "Strangers", 401)
        team = self.team(a, "Only Once")
        self.assertIn("choose another", b.must(409, "POST", "/api/teams", {"name": "oNLY oNCE"})["detail"])
        for name in ("", " ", "\u200b\n", "x" * 41):
            b.must(400, "POST", "/api/teams", {"name": name})
        for name in (" only once", "Only\u00a0Once ", "only  once", "Only\nOn\u200bce"):
            b.must(409, "POST", "/api/teams", {"name": name})
        for name in ("0nly Once", "Only 0nce", "ОnІу Оnсе", "only once"):  # Cyrillic letters, too
            self.assertIn("choose another", b.must(409, "POST", "/api/teams", {"name": name})["detail"])
        other = self.team(b, "On1y Twice")
        b.must(409, "POST", f"/api/teams/{other}", {"name": "Onlу Once"})
        b.must(200, "POST", f"/api/teams/{other}", {"name": "Only Twice"})
        self.team(b, "ä" * 40)
        self.assertIn("1000", b.must(400, "POST", "/api/teams", {"name": "n", "about": "x" * 1001})["detail"])
        self.assertIn("closed", b.must(400, "POST", "/api/teams", {"name": "n", "access": "secret"})["detail"])
        a.must(200, "POST", f"/api/teams/{team}", {"name": "Only ONCE"})  # its own name

    def test_the_access_of_a_team_decides_how_members_join(self):
        a, b, c = self.member("owner1"), self.member("joiner"), self.member("asker")
        team = self.team(a, "Doors")
        self.assertEqual(self.join(b, team)["role"], "member")
        self.assertEqual(self.join(b, team)["members_n"], 2)  # twice changes nothing
        a.must(200, "POST", f"/api/teams/{team}", {"access": "request"})
        asked = self.join(c, team)
        self.assertEqual((asked["role"], asked["members_n"], asked["asked_n"]), ("asked", 2, 0))
        self.assertEqual(a.must(200, "GET", f"/api/teams/{team}")["asked_n"], 1)
        self.assertEqual(self.members(a, team, "?asked=1"), [("asker", "asked")])
        b.must(403, "GET", f"/api/teams/{team}/members?asked=1")
        self.nobody().must(401, "GET", f"/api/teams/{team}/members?asked=1")
        # In lists, only the player who asked sees a request.
        self.assertEqual(len(c.must(200, "GET", "/api/teams?mine=1")["teams"]), 1)
        self.assertEqual(b.must(200, "GET", "/api/teams?player=asker")["teams"], [])
        self.change(b, team, "asker", "member", 403)
        self.change(a, team, "asker", "owner", 409)
        self.assertEqual(self.change(a, team, "asker", "member")["members_n"], 3)
        self.assertEqual(self.members(b, team),
                         [("owner1", "owner"), ("joiner", "member"), ("asker", "member")])
        page = b.must(200, "GET", f"/api/teams/{team}/members?limit=2")
        self.assertEqual(self.members(b, team, f"?after={page['next']}"), [("asker", "member")])
        self.assertIsNone(self.leave(c, team)["role"])
        self.join(c, team)
        self.assertIsNone(self.leave(c, team)["role"])  # takes the request back
        self.join(c, team)
        self.change(a, team, "asker")  # refuses it
        a.must(200, "POST", f"/api/teams/{team}", {"access": "closed"})
        self.assertIn("no new members", self.join(c, team, 403)["detail"])
        for body, status in (({"player": "asker"}, 400), ({"player": "asker", "role": "member"}, 404),
                             ({"player": "nobody-here", "remove": True}, 404),
                             ({"player": "joiner", "role": "king"}, 400),
                             ({"player": "joiner", "role": "owner", "remove": True}, 400)):
            a.must(status, "POST", f"/api/teams/{team}/members", body)
        # Players who asked before the team was open may join.
        a.must(200, "POST", f"/api/teams/{team}", {"access": "request"})
        self.join(c, team)
        a.must(200, "POST", f"/api/teams/{team}", {"access": "open"})
        self.assertEqual(self.join(c, team)["role"], "member")

    def test_a_team_always_has_an_owner(self):
        a, b, c = self.member("first"), self.member("second"), self.member("third")
        team = self.team(a, "Owners")
        self.join(b, team)
        self.join(c, team)
        self.assertIn("only owner", self.leave(a, team, 409)["detail"])
        self.change(a, team, "first", "member", 409)
        self.change(a, team, "second", "owner")
        self.change(b, team, "first", status=403)  # no owner removes another
        self.change(b, team, "first", "member", 403)
        self.assertEqual(self.change(a, team, "first", "member")["role"], "member")
        self.change(a, team, "third", status=403)
        self.assertEqual(self.change(b, team, "third")["members_n"], 2)
        # The last owner's account goes: the member who came first takes over.
        b.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.assertEqual(self.members(a, team), [("first", "owner")])
        a.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        c.must(404, "GET", f"/api/teams/{team}")

    def test_members_chat_and_only_they_read_it(self):
        a, b, c = self.member("chata"), self.member("chatb"), self.member("chatc")
        team = self.team(a, "Talkers")
        self.join(b, team)
        stream = harness.Stream(b, f"team:{team}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        first = self.say(a, team, "Hello.")["id"]
        self.assertEqual(stream.wait_type("team")["data"]["what"], "chat")
        second = self.say(b, team, "Grüße <b>")["id"]
        self.assertEqual([(m["player"]["name"], m["text"]) for m in self.lines(b, team)],
                         [("chatb", "Grüße <b>"), ("chata", "Hello.")])
        self.assertEqual([m["id"] for m in self.lines(b, team, f"?before={second}")], [first])
        self.assertEqual(len(self.lines(b, team, "?limit=1")), 1)
        c.must(403, "GET", f"/api/teams/{team}/chat")
        self.nobody().must(401, "GET", f"/api/teams/{team}/chat")
        c.must(403, "GET", f"/api/events?topics=team:{team}")
        self.nobody().must(401, "GET", f"/api/events?topics=team:{team}")
        c.must(404, "GET", "/api/events?topics=team:99999")
        c.must(400, "GET", "/api/events?topics=team:x")
        self.say(c, team, "x", 403)
        self.say(a, 99999, "x", 404)
        self.assertIn("500", self.say(a, team, "x" * 501, 400)["detail"])
        self.say(a, team, "", 400)
        # A request is no membership.
        a.must(200, "POST", f"/api/teams/{team}", {"access": "request"})
        self.join(c, team)
        c.must(403, "GET", f"/api/teams/{team}/chat")
        whats = [e["data"]["what"] for e in stream.events if e["event"] == "team"]
        self.assertEqual(whats[:3], ["chat", "chat", "head"])
        a.must(200, "POST", f"/api/teams/{team}/delete", {})
        stream.wait(lambda e: e["event"] == "team" and e["data"]["what"] == "deleted")

    def test_a_member_who_goes_hears_nothing_more(self):
        """Neither from a stream that is open, nor from one that resumes."""
        a, b, c = self.member("goa"), self.member("gob"), self.member("goc")
        team, other = self.team(a, "Goers"), self.team(a, "Stayers")
        for one in (b, c):
            self.join(one, team)
            self.join(one, other)
        streams = {one: harness.Stream(one, f"me,team:{team}") for one in (b, c)}
        kept = harness.Stream(b, f"me,team:{other}")
        for s in (*streams.values(), kept):
            self.addCleanup(s.close)
            s.wait_type("hello")
        since = int(streams[b].events[-1]["id"])
        a.must(200, "POST", f"/api/teams/{team}/members", {"player": "gob", "remove": True})
        c.must(200, "POST", f"/api/teams/{team}/leave", {})
        self.say(a, team, "They are gone.")
        for s in streams.values():
            with s.changed:
                self.assertTrue(s.changed.wait_for(lambda: s.ended, 10 * harness.SLOW))
            self.assertNotIn("chat", str(s.events))
        self.assertNotIn("team", streams[b].types())
        self.say(a, other, "You are here.")
        self.assertEqual(kept.wait_type("team")["data"]["what"], "chat")
        b.must(403, "GET", f"/api/events?topics=team:{team}", headers={"Last-Event-ID": str(since)})
        for one in (team, other):
            a.must(200, "POST", f"/api/teams/{one}/delete", {})

    def test_ratings_stand_beside_the_names_in_lists(self):
        """Of the game that they have played most: of friends, of members; in a simul, of its game."""
        a, b = self.member("rateda"), self.member("ratedb")
        team = self.team(a, "Rated Ones")
        for game, times in (("levee", 2), ("redstone", 1)):
            for _ in range(times):
                match = a.create(game, ["me", "open"], width=5, height=5, rated=True)["id"]
                b.must(200, "POST", f"/api/matches/{match}/join", {})
                for n, (who, move) in enumerate(((a, "b2"), (b, "d4"), (a, "b3"), (b, "d3"))):
                    who.play(match, n + 1, move)
                b.must(200, "POST", f"/api/matches/{match}/resign", {})
        listed = b.must(200, "GET", f"/api/teams/{team}/members")["members"][0]["rating"]
        own = {r["game"]: r for r in b.must(200, "GET", "/api/players/rateda/ratings")["ratings"]}
        self.assertEqual(listed, {"game": "levee", "points": own["levee"]["rating"], "provisional": True})
        self.assertGreater(listed["points"], 1500)
        b.must(200, "POST", "/api/players/rateda/follow", {"follow": True})
        self.assertEqual(b.must(200, "GET", "/api/friends")["players"][0]["rating"], listed)
        new = self.member("unrated")
        new.must(200, "POST", "/api/players/ratedb/follow", {"follow": True})
        b.must(200, "POST", "/api/players/unrated/follow", {"follow": True})
        self.assertIsNone({f["player"]["name"]: f["rating"] for f in b.must(
            200, "GET", "/api/friends")["players"]}["unrated"])
        simul = a.must(201, "POST", "/api/simuls", {"game": "redstone", "width": 5, "height": 5,
                                                    "clock": {"kind": "fischer", "main_ms": 600000, "add_ms": 5000},
                                                    "host_side": "first", "guests_max": 2})["id"]
        new.must(200, "POST", f"/api/simuls/{simul}/join", {})
        view = b.must(200, "GET", f"/api/simuls/{simul}")
        self.assertEqual(view["host_rating"]["points"], own["redstone"]["rating"])
        self.assertEqual(view["guests"][0]["rating"], {"points": 1500, "provisional": True})

    def test_blocks_hold_in_a_team(self):
        a, b, c = self.member("blocka"), self.member("blockb"), self.member("blockc")
        team = self.team(a, "Fences")
        for one in (b, c):
            self.join(one, team)
        self.say(b, team, "one")
        c.must(200, "POST", "/api/players/blockb/block", {"blocked": True})
        self.assertEqual(self.lines(c, team), [])  # not shown to the one who blocked
        self.say(b, team, "two")
        a.must(200, "POST", "/api/players/blockb/block", {"blocked": True})
        self.assertIn("blocked", self.say(b, team, "three", 403)["detail"])
        self.change(a, team, "blockb")
        self.assertIn("blocked", self.join(b, team, 403)["detail"])
        a.must(200, "POST", "/api/players/blockb/block", {"blocked": False})
        self.join(b, team)

    def test_only_members_take_part_in_a_tournament_of_the_team(self):
        a, b, c = self.member("toura"), self.member("tourb"), self.member("tourc")
        team = self.team(a, "Players", access="request")
        self.join(b, team)
        tour = {"name": "Cup", "kind": "roundrobin", "game": "levee", "width": 5,
                "clock": {"kind": "simple", "move_ms": 60000}, "players_max": 3, "team": team}
        for who in (b, c):  # a request is no membership
            self.assertIn("not in", who.must(403, "POST", "/api/tournaments", tour)["detail"])
        a.must(403, "POST", "/api/tournaments", {**tour, "team": 99999})
        a.must(400, "POST", "/api/tournaments", {**tour, "team": "Players"})
        made = a.must(201, "POST", "/api/tournaments", tour)
        self.assertEqual(made["team"], {"id": team, "name": "Players"})
        free = c.must(201, "POST", "/api/tournaments", {**tour, "team": None})
        self.assertIsNone(free["team"])
        found = self.nobody().must(200, "GET", f"/api/tournaments?team={team}")["tournaments"]
        self.assertEqual([t["id"] for t in found], [made["id"]])
        self.assertEqual(c.must(200, "GET", f"/api/tournaments?team={team}&state=running")["tournaments"], [])
        c.must(400, "GET", "/api/tournaments?team=x")
        path = f"/api/tournaments/{made['id']}"
        for who in (b, c):
            self.assertIn("not in", who.must(403, "POST", path + "/join", {})["detail"])
        arena = a.must(201, "POST", "/api/tournaments", {
            **tour, "kind": "arena", "minutes": 30, "clock": {"kind": "simple", "move_ms": 30000},
            "starts_at": int((time.time() + 3600) * 1000)})
        self.assertEqual(arena["team"], {"id": team, "name": "Players"})
        self.assertIn("not in", c.must(403, "POST", f"/api/tournaments/{arena['id']}/join", {})["detail"])
        self.assertTrue(a.must(200, "POST", f"/api/tournaments/{arena['id']}/join", {})["joined"])
        self.change(a, team, "tourb", "member")
        self.assertTrue(b.must(200, "POST", path + "/join", {})["joined"])
        self.leave(b, team)  # and stays in the tournament
        self.assertTrue(b.must(200, "GET", path)["joined"])
        a.must(200, "POST", f"/api/teams/{team}/delete", {})
        self.assertIsNone(c.must(200, "GET", path)["team"])
        self.assertTrue(c.must(200, "POST", path + "/join", {})["joined"])

    def invite(self, c, path, name, status=201):
        return c.must(status, "POST", f"/api/{path}/invite", {"player": name})

    def asked(self, c, what="invitations"):
        return [((i["team"] or i["tournament"])["name"], i["from"]["name"], i["player"]["name"])
                for i in c.must(200, "GET", "/api/challenges")[what]]

    def test_owners_invite_to_a_team_and_players_to_a_tournament(self):
        own, bea, cid, dot = (self.member(n) for n in ("inva", "invb", "invc", "invd"))
        team = self.team(own, "Invited Few", access="closed")
        hears = self.stream(bea, "me")
        hears.wait_type("hello")
        one = self.invite(own, f"teams/{team}", "invb")["id"]
        self.assertEqual(self.invite(own, f"teams/{team}", "INVB")["id"], one)
        told = hears.wait_type("team_answer")["data"]
        self.assertEqual((told["id"], told["did"]), (team, "invited"))
        hears.wait(lambda e: e["event"] == "notification" and
                   e["data"]["notification"]["data"].get("did") == "invited")
        self.assertEqual(self.asked(bea), [("Invited Few", "inva", "invb")])
        self.assertEqual(self.asked(own, "invited"), [("Invited Few", "inva", "invb")])
        # Not for anybody else to answer, and not for those who do not own the team.
        cid.must(404, "POST", f"/api/invitations/{one}/accept", {})
        own.must(403, "POST", f"/api/invitations/{one}/accept", {})
        self.invite(bea, f"teams/{team}", "invc", 403)
        self.invite(own, f"teams/{team}", "nobody-here", 404)
        self.invite(own, f"teams/{team}", "inva", 409)
        bea.must(200, "POST", f"/api/invitations/{one}/accept", {})
        self.assertEqual(self.members(own, team), [("inva", "owner"), ("invb", "member")])
        self.assertEqual((self.asked(bea), self.asked(own, "invited")), ([], []))
        bea.must(404, "POST", f"/api/invitations/{one}/accept", {})
        self.invite(own, f"teams/{team}", "invb", 409)
        # A player who has blocked the owner is not bothered; the owner withdraws another one.
        cid.must(200, "POST", "/api/players/inva/block", {"blocked": True})
        self.invite(own, f"teams/{team}", "invc", 403)
        two = self.invite(own, f"teams/{team}", "invd")["id"]
        own.must(200, "POST", f"/api/invitations/{two}/decline", {})
        self.assertEqual(self.asked(dot), [])
        # To a tournament: by its organiser and by those who take part.
        cup = own.must(201, "POST", "/api/tournaments", {
            "name": "Few Cup", "kind": "roundrobin", "game": "levee", "width": 5,
            "clock": {"kind": "days", "move_ms": 86_400_000}})["id"]
        self.invite(bea, f"tournaments/{cup}", "invd", 403)
        three = self.invite(own, f"tournaments/{cup}", "invb")["id"]
        bea.must(200, "POST", f"/api/invitations/{three}/accept", {})
        self.assertTrue(bea.must(200, "GET", f"/api/tournaments/{cup}")["joined"])
        four = self.invite(bea, f"tournaments/{cup}", "invd")["id"]
        self.assertEqual(self.asked(dot), [("Few Cup", "invb", "invd")])
        self.assertEqual(self.export(dot, "invitations.json")["in"][0]["id"], four)
        own.must(200, "POST", f"/api/tournaments/{cup}/end", {})
        self.assertEqual(self.asked(dot), [])  # it takes nobody any more
        dot.must(409, "POST", f"/api/invitations/{four}/accept", {})
        number = bea.must(200, "GET", "/api/me")["id"]
        bea.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        dot.must(404, "POST", f"/api/invitations/{four}/decline", {})
        gone = f"deleted-player-{number}"
        own.must(404, "POST", f"/api/teams/{team}/invite", {"player": gone})

    def test_a_tournament_has_a_chat_for_members(self):
        own, bea, cid, guest = self.member("cupa"), self.member("cupb"), self.member("cupc"), self.guest()
        cup = own.must(201, "POST", "/api/tournaments", {
            "name": "Chat Cup", "kind": "swiss", "game": "levee", "width": 5,
            "clock": {"kind": "days", "move_ms": 86_400_000}})["id"]
        path = f"/api/tournaments/{cup}/chat"
        hears = self.stream(guest, f"tournament:{cup}")
        hears.wait_type("hello")
        line = bea.must(201, "POST", path, {"text": "good luck"})["id"]
        self.assertEqual(hears.wait_type("tournament_chat")["data"]["tournament"], cup)
        view = guest.must(200, "GET", path)
        self.assertEqual(([x["text"] for x in view["lines"]], view["writes"]), (["good luck"], False))
        self.assertIs(cid.must(200, "GET", path)["writes"], True)
        guest.must(403, "POST", path, {"text": "x"})
        bea.must(400, "POST", path, {"text": "x" * 501})
        guest.must(404, "GET", "/api/tournaments/9999/chat")
        # Blocks, reports, and the ways to take a line away.
        own.must(200, "POST", "/api/players/cupc/block", {"blocked": True})
        cid.must(403, "POST", path, {"text": "let me in"})
        cid.must(200, "POST", "/api/players/cupb/block", {"blocked": True})
        self.assertEqual(cid.must(200, "GET", path)["lines"], [])
        cid.must(201, "POST", "/api/reports", {"tournament": cup, "chat": line, "reason": "rude"})
        cid.must(404, "POST", "/api/reports", {"tournament": cup + 1, "chat": line, "reason": "rude"})
        cid.must(403, "POST", path + "/delete", {"line": line})
        self.assertEqual([x["tournament"] for x in self.export(bea, "chat.json")], [cup])
        own.must(200, "POST", path + "/delete", {"line": line})
        gone = guest.must(200, "GET", path)["lines"][0]
        self.assertEqual((gone["text"], gone["deleted"]), ("", True))

    def test_the_list_shows_members_who_are_online(self):
        a, b = self.member("shower"), self.member("hider")
        team = self.team(a, "Dots")
        self.join(b, team)
        b.must(200, "POST", "/api/account/profile", {"show_seen": False})
        c = self.member("watcher")
        c.must(200, "POST", "/api/players/shower/follow", {"follow": True})
        streams = [harness.Stream(*s) for s in ((c, "friends"), (b, "me"), (a, "me"))]
        for stream in streams:
            self.addCleanup(stream.close)
            stream.wait_type("hello")
        streams[0].wait_type("friend")
        seen = a.must(200, "GET", f"/api/teams/{team}/members")["members"]
        self.assertEqual([m["online"] for m in seen], [True, False])

    def test_a_line_is_removed_reported_exported_and_kept_without_its_author(self):
        a, b, c, boss = (self.member(n) for n in ("linea", "lineb", "linec", "lineboss"))
        self.server.stop()
        self.server.options += ["--admin", "lineboss"]
        self.server.start()
        for one in (a, b, c, boss):
            one.port = self.server.port
            one.connection.close()
        team, other = self.team(a, "Lines"), self.team(b, "Other lines")
        self.join(b, team)
        own, rude, worse = (self.say(b, team, text)["id"] for text in ("mine", "rude", "worse"))
        remove = f"/api/teams/{team}/chat/delete"
        b.must(200, "POST", remove, {"line": own})
        a.must(200, "POST", remove, {"line": rude})  # she owns the team
        kept = self.say(a, team, "to stay")["id"]
        self.assertIn("linea", b.must(403, "POST", remove, {"line": kept})["detail"])
        for body, status in (({"line": 99999}, 404), ({"line": "x"}, 400), ({}, 400)):
            a.must(status, "POST", remove, body)
        b.must(404, "POST", f"/api/teams/{other}/chat/delete", {"line": kept})
        c.must(403, "POST", remove, {"line": kept})
        self.assertEqual([(m["text"], m.get("deleted", False)) for m in self.lines(a, team)],
                         [("to stay", False), ("worse", False), ("", True), ("", True)])
        report = {"team": team, "chat": worse, "reason": "insult"}
        a.must(201, "POST", "/api/reports", report)
        c.must(403, "POST", "/api/reports", report)
        b.must(404, "POST", "/api/reports", {**report, "team": other})
        a.must(400, "POST", "/api/reports", {"team": team, "reason": "which line?"})
        seen = boss.must(200, "GET", "/api/admin/reports?state=open")["reports"][0]
        self.assertEqual((seen["team"], seen["study"], seen["player"]["name"], seen["chat"]["text"]),
                         (team, None, "lineb", "worse"))
        # Moderators remove lines, and teams, in which they are not.
        a.must(403, "POST", f"/api/admin/teamchat/{worse}/delete", {})
        boss.must(404, "POST", "/api/admin/teamchat/99999/delete", {})
        boss.must(200, "POST", f"/api/admin/teamchat/{worse}/delete", {})
        self.assertEqual([m["text"] for m in self.lines(a, team)], ["to stay", "", "", ""])
        self.say(b, team, "in my export")
        said = self.export(b, "chat.json")
        self.assertEqual([(m["team"], m["text"]) for m in said if m["text"]], [(team, "in my export")])
        self.assertEqual([(t["name"], t["role"]) for t in self.export(b, "teams.json")["teams"]],
                         [("Other lines", "owner"), ("Lines", "member")])
        b.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.assertEqual(len(self.lines(a, team)), 5)
        self.assertEqual(self.members(a, team), [("linea", "owner")])
        a.must(404, "GET", f"/api/teams/{other}")
        a.must(403, "POST", f"/api/admin/teams/{team}/delete", {})
        boss.must(200, "POST", f"/api/admin/teams/{team}/delete", {})
        a.must(404, "GET", f"/api/teams/{team}")
        boss.must(404, "POST", f"/api/admin/teams/{team}/delete", {})
        log = boss.must(200, "GET", "/api/admin/log")["log"]
        self.assertEqual([(d["what"], d["player"]["name"]) for d in log[:2]],
                         [("delete team", "linea"), ("delete chat", log[1]["player"]["name"])])
        self.assertIn("Lines", log[0]["detail"])


class Quota(harness.FilledTest):
    def test_quotas_name_themselves(self):
        def fill(db, ids):
            for i in range(50):
                team = db.execute("INSERT INTO team (name, words, about, access, founder, created_at)"
                                  " VALUES (?, ?, '', 'open', ?, 0)", (f"T{i}", f"t{i}", ids["host"])).lastrowid
                rows = [(team, ids["host"], "owner")]
                rows += [(team, ids["greedy"], "member" if i else "asked")] if i < 49 else []
                rows += [(team, ids["busy"], "owner" if i < 9 else "member")] if i < 11 else []
                db.executemany("INSERT INTO team_member (team, player, role, at) VALUES (?, ?, ?, 0)", rows)
        server = self.server_with(("host", "greedy", "busy"), fill)
        c = self.signed_in(server, "greedy")
        self.assertEqual(c.must(200, "GET", "/api/teams")["limits"],
                         {"owned": 10, "joined": 50, "members": 1000})
        c.must(201, "POST", "/api/teams", {"name": "The fiftieth"})
        for path, body in (("/api/teams/50/join", {}), ("/api/teams", {"name": "One more"})):
            problem = c.must(409, "POST", path, body)
            self.assertIn("in 50 teams", problem["detail"])
            self.assertEqual(problem["type"], "/problems/full")
        c.must(200, "POST", "/api/teams/1/leave", {})
        c.must(200, "POST", "/api/teams/50/join", {})
        busy = self.signed_in(server, "busy")
        busy.must(201, "POST", "/api/teams", {"name": "The tenth"})
        self.assertIn("You own 10 teams", busy.must(409, "POST", "/api/teams", {"name": "No"})["detail"])
        host = self.signed_in(server, "host")
        problem = host.must(409, "POST", "/api/teams/11/members", {"player": "busy", "role": "owner"})
        self.assertIn("busy owns 10 teams", problem["detail"])

    def test_an_older_store_may_have_teams_that_look_alike(self):
        def fill(db, ids):
            for name in ("Larks", "L\u0430rks", *(f"Team {i} " + "x" * (i % 7) for i in range(150))):
                team = db.execute("INSERT INTO team (name, words, about, access, founder, created_at)"
                                  " VALUES (?, ?, '', 'open', ?, 0)", (name, name.lower(), ids["host"])).lastrowid
                db.execute("INSERT INTO team_member (team, player, role, at) VALUES (?, ?, 'owner', 0)",
                           (team, ids["host"]))
        server = self.server_with(("host", "late"), fill)
        host, late = self.signed_in(server, "host"), self.signed_in(server, "late")
        late.must(409, "POST", "/api/teams", {"name": "Iark\u0455".replace("I", "L")})
        late.must(409, "POST", "/api/teams", {"name": "Teаm 149 xx"})  # Cyrillic a
        late.must(201, "POST", "/api/teams", {"name": "Larkspur"})
        host.must(200, "POST", "/api/teams/2", {"about": "as before"})
        host.must(200, "POST", "/api/teams/2", {"name": "LАRKS"})  # Cyrillic A: its own name
        host.must(409, "POST", "/api/teams/2", {"name": "Larks"})

    def test_a_thousand_members_are_the_most(self):
        def fill(db, ids):
            db.execute("INSERT INTO team (name, words, about, access, founder, created_at)"
                       " VALUES ('Big', 'big', '', 'open', ?, 0)", (ids["host"],))
            stars = [db.execute("INSERT INTO player (kind, name, created_at) VALUES ('member', ?, 0)",
                                (f"star{i:04}",)).lastrowid for i in range(999)]
            db.executemany("INSERT INTO team_member (team, player, role, at) VALUES (1, ?, ?, 0)",
                           [(ids["host"], "owner")] + [(star, "member") for star in stars])
        server = self.server_with(("host", "late"), fill)
        host, late = self.signed_in(server, "host"), self.signed_in(server, "late")
        self.assertIn("1000 members", late.must(409, "POST", "/api/teams/1/join", {})["detail"])
        names, after = [], 0
        while after is not None:
            page = late.must(200, "GET", f"/api/teams/1/members?limit=100&after={after or 1}" if after
                             else "/api/teams/1/members?limit=100")
            names += [m["player"]["name"] for m in page["members"]]
            after = page["next"]
        self.assertEqual((len(names), len(set(names))), (1000, 1000))
        host.must(200, "POST", "/api/teams/1/members", {"player": "star0500", "remove": True})
        self.assertEqual(late.must(200, "POST", "/api/teams/1/join", {})["members_n"], 1000)


if __name__ == "__main__":
    harness.main()
