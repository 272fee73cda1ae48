#!/usr/bin/env python3
"""The contract of docs/API.md: answers, refusals, limits, and what stays private."""
import gzip
import json
import re
import socket
import unittest

import harness
import schemas


class Api(harness.ServerTest):
    def pair(self, game="levee", **more):
        a, b = self.guest(), self.guest()
        match = a.create(game, ["me", "open"], **more)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        return a, b, match

    def problem(self, client, status, method, path, body=None, **kw):
        value = client.must(status, method, path, body, **kw)
        self.assertEqual(client.headers["content-type"], "application/problem+json")
        self.assertEqual(value["status"], status)
        self.assertTrue(value["title"])
        self.assertTrue(value["detail"])
        return value

    # --- who asks ---

    def test_a_guest_gets_a_name_and_keeps_it(self):
        c = self.guest()
        self.assertEqual(c.player["kind"], "guest")
        self.assertRegex(c.player["name"], r"^guest-[a-z]+-\d+$")
        self.assertEqual(c.must(200, "GET", "/api/me"), c.player)
        self.assertEqual(c.must(200, "POST", "/api/guest", {}), c.player)

    def test_the_cookie_is_kept_from_scripts_and_other_sites(self):
        c = self.guest()
        c2 = self.nobody()
        c2.guest()
        cookie = c2.headers["set-cookie"]
        for word in ("HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(word, cookie)
        self.assertNotEqual(c.cookie, c2.cookie)
        self.assertEqual(len(c.cookie), 43)  # 256 bits

    def test_a_session_works_as_a_bearer_token(self):
        c = self.guest()
        n = self.nobody()
        me = n.must(200, "GET", "/api/me", headers={"Authorization": "Bearer " + c.cookie})
        self.assertEqual(me, c.player)

    def test_without_a_session_one_reads_public_data_and_writes_nothing(self):
        n = self.nobody()
        self.assertIsNone(n.must(200, "GET", "/api/me"))
        self.problem(n, 401, "POST", "/api/matches", {"game": "levee", "seats": ["me", "open"]})
        self.problem(n, 401, "GET", "/api/matches?mine=1")
        self.problem(n, 401, "GET", "/api/events?topics=me")
        n.cookie = "A" * 43
        self.assertIsNone(n.must(200, "GET", "/api/me"))
        self.problem(n, 401, "GET", "/api/me", headers={"Authorization": "Bearer " + n.cookie})
        n.must(200, "GET", "/api/matches")

    def test_another_site_may_not_write(self):
        c = self.guest()
        body = {"game": "levee", "seats": ["me", "open"]}
        self.problem(c, 403, "POST", "/api/matches", body,
                     headers={"Origin": "https://evil.example"})
        self.problem(c, 403, "POST", "/api/matches", body, headers={"Origin": "null"})
        c.must(201, "POST", "/api/matches", body,
               headers={"Origin": f"http://127.0.0.1:{self.server.port}"})

    # --- bodies ---

    def test_bodies_are_read_strictly(self):
        c = self.guest()
        good = {"game": "levee", "seats": ["me", "open"]}
        for change, word in [
                ({"game": "chess"}, "game"), ({"game": 3}, "game"), ({"width": 4}, "odd"),
                ({"width": "9"}, "width"), ({"width": 99}, "width"), ({"seats": ["me"]}, "2"),
                ({"seats": ["me", "you"]}, "seat"), ({"seats": ["me", {"bot": 9}]}, "bot"),
                ({"seats": ["me", {"bot": 1, "name": "x"}]}, "name"), ({"seats": 2}, "seats"),
                ({"colour": "red"}, "colour"), ({"private": 1}, "private"),
                ({"options": {"swap": True}}, "swap"), ({"options": []}, "options"),
                ({"seats": ["me"] * 5}, "seats")]:
            value = self.problem(c, 400, "POST", "/api/matches", {**good, **change})
            self.assertIn(word, value["detail"])
        self.problem(c, 400, "POST", "/api/matches", {"game": "levee"})
        self.problem(c, 400, "POST", "/api/matches", "{\"game\":")
        self.problem(c, 400, "POST", "/api/matches", "[]")
        self.problem(c, 400, "POST", "/api/matches", b"\xff\xfe")
        self.problem(c, 400, "POST", "/api/matches", '{"game":"levee","game":"levee"}')
        self.problem(c, 400, "POST", "/api/matches", "[" * 5000)

    def test_bodies_are_json_and_not_too_large(self):
        c = self.guest()
        self.problem(c, 415, "POST", "/api/matches", "{}", headers={"Content-Type": "text/plain"})
        self.problem(c, 415, "POST", "/api/matches", "{}",
                     headers={"Content-Type": "application/jsonp"})
        self.problem(c, 413, "POST", "/api/matches", "{\"game\":\"" + "x" * 70000 + "\"}")
        self.problem(c, 413, "POST", "/api/signup", {"name": "x" * 5000})
        self.problem(c, 413, "POST", "/api/matches/1/moves", {"move": "x" * 5000})
        many = self.problem(c, 400, "POST", "/api/matches", "{" + ",".join(f"\"{i}\":1" for i in range(6000)) + "}")
        self.assertIn("5000 keys", many["detail"])
        deep = self.problem(c, 400, "POST", "/api/matches", "[" * 40 + "]" * 40)
        self.assertIn("32 deep", deep["detail"])
        # What is written between quotes does not count.
        text = self.problem(c, 400, "POST", "/api/matches", {"game": "\\\"[{:" * 2000})
        self.assertIn("game must be", text["detail"])
        c.must(201, "POST", "/api/matches", {"game": "levee", "seats": ["me", "open"]},
               headers={"Content-Type": "application/json; charset=utf-8"})

    def test_paths_and_methods_that_are_not_there(self):
        c = self.guest()
        self.problem(c, 404, "GET", "/api/nothing")
        self.problem(c, 404, "GET", "/api/matches/0")
        self.problem(c, 404, "GET", "/api/matches/999999999")
        self.problem(c, 404, "GET", "/api/matches/1x")
        self.problem(c, 404, "GET", "/api/matches/99999999999999999999")
        self.problem(c, 405, "GET", "/api/guest")
        self.problem(c, 405, "PUT", "/api/matches")
        self.problem(c, 405, "POST", "/lobby", {})

    def test_quoted_nonsense_is_answered_in_utf_8(self):
        c = self.guest()
        self.problem(c, 404, "GET", "/api/%ff%fe")
        value = self.problem(c, 400, "POST", "/api/matches", {"x" + "\u00fc" * 30: 1})
        self.assertIn("is unknown here", value["detail"])

    # --- matches ---

    def test_games_describe_their_sizes_and_options(self):
        games = self.nobody().must(200, "GET", "/api/games")["games"]
        with open(harness.OPENAPI, encoding="utf-8") as f:
            names = re.search(r"^    GameName: \{.*enum: \[(.*)\]\}$", f.read(), re.M)[1]
        self.assertEqual([g["name"] for g in games], names.split(", "))
        redstone = games[1]
        self.assertEqual(redstone["designer"], "Mark Steere")
        self.assertEqual(redstone["options"], [{"name": "swap", "default": True}])
        self.assertTrue(games[3]["rectangular"])

    def test_a_new_match_has_the_defaults_of_its_game(self):
        c = self.guest()
        m = c.create("redstone", ["me", "open"])
        self.assertEqual(c.headers["location"], f"/api/matches/{m['id']}")
        self.assertEqual((m["width"], m["height"]), (13, 13))
        self.assertEqual(m["options"], {"swap": True, "jacked": False})
        self.assertEqual(m["state"], "open")
        self.assertIsNone(m["turn"])
        self.assertEqual(m["you"], [1])
        self.assertEqual(m["seats"][1]["kind"], "open")
        self.assertIsNone(m["seats"][1]["player"])
        m = c.create("claims", ["me", {"bot": 1}], width=5, height=4, options={"jacked": True})
        self.assertEqual((m["width"], m["height"], m["options"]["jacked"]), (5, 4, True))
        self.assertEqual(m["state"], "running")

    def test_random_seats_are_shuffled(self):
        c = self.guest()
        seats = {tuple(c.create("levee", ["me", "open"], random_seats=True)["you"])
                 for _ in range(40)}
        self.assertEqual(seats, {(1,), (2,)})

    def test_an_illegal_move_says_the_rule_and_the_points(self):
        a, b, match = self.pair(width=7)
        value = self.problem(a, 422, "POST", f"/api/matches/{match}/moves",
                             {"ply": 1, "move": "d4"})
        self.assertEqual(value["rule"], "L3a")
        self.assertIsInstance(value["points"], list)
        circuit = ["c3", "c4", "c5", "d5", "e5", "e4", "e3"]
        for ply, move in enumerate(circuit, 1):
            (a if ply % 2 else b).play(match, ply, move)
        value = self.problem(b, 422, "POST", f"/api/matches/{match}/moves",
                             {"ply": 8, "move": "d3"})
        self.assertEqual(value["rule"], "L3b")
        self.assertEqual(set(value["points"]), {"d3", "e4", "d5", "c4"})
        self.assertEqual(a.match(match)["ply"], 7)

    def test_a_red_stone_is_proposed_where_it_was_meant(self):
        a, b, match = self.pair("redstone", width=2, options={"swap": False})
        a.play(match, 1, "a1")
        b.play(match, 2, "b1")
        value = self.problem(a, 422, "POST", f"/api/matches/{match}/moves",
                             {"ply": 3, "move": "b2"})
        self.assertEqual((value["rule"], value["points"], value["alternative"]),
                         ("R2", ["b1"], "b2r"))

    def test_repeated_stale_and_foreign_moves(self):
        a, b, match = self.pair(width=5)
        first = a.play(match, 1, "a1")
        self.assertEqual(a.play(match, 1, "a1"), first)
        value = self.problem(a, 409, "POST", f"/api/matches/{match}/moves",
                             {"ply": 1, "move": "b1"})
        self.assertEqual(value["ply"], 1)
        self.problem(a, 403, "POST", f"/api/matches/{match}/moves", {"ply": 2, "move": "b1"})
        self.problem(self.guest(), 403, "POST", f"/api/matches/{match}/moves",
                     {"ply": 2, "move": "b1"})
        self.problem(b, 400, "POST", f"/api/matches/{match}/moves", {"ply": 2, "move": "zz"})
        self.problem(b, 400, "POST", f"/api/matches/{match}/moves", {"ply": 0, "move": "b1"})
        self.problem(b, 400, "POST", f"/api/matches/{match}/moves", {"ply": 2})

    def test_an_invitation_link_lets_a_friend_in(self):
        a, b, c = self.guest(), self.guest(), self.guest()
        m = a.create("levee", ["me", "invite"], private=True)
        match = m["id"]
        self.assertRegex(m["invite"], rf"^/m/{match}\?invite=[A-Za-z0-9_-]{{22}}$")
        token = m["invite"].split("=")[1]
        # A private match is not there for others, in any way.
        self.problem(c, 404, "GET", f"/api/matches/{match}")
        self.problem(c, 404, "GET", f"/api/matches/{match}?invite={'x' * 22}")
        self.problem(c, 404, "POST", f"/api/matches/{match}/join", {})
        self.problem(c, 404, "POST", f"/api/matches/{match}/chat", {"text": "let me in"})
        self.problem(c, 404, "POST", f"/api/matches/{match}/moves", {"ply": 1, "move": "a1"})
        self.problem(c, 404, "GET", f"/api/matches/{match}/record?format=text")
        self.problem(c, 404, "GET", f"/api/events?topics=match:{match}")
        self.problem(c, 404, "GET", f"/api/events?topics=match:{match}:{'x' * 22}")
        ids = [x["id"] for x in c.must(200, "GET", "/api/matches?limit=100")["matches"]]
        self.assertNotIn(match, ids)
        seen = b.must(200, "GET", f"/api/matches/{match}?invite={token}")
        self.assertIsNone(seen["invite"])
        b.must(200, "POST", f"/api/matches/{match}/join", {"invite": token})
        self.assertEqual(a.match(match)["state"], "running")
        # The link is still good for watching, together with other topics.
        self.assertEqual(a.match(match)["invite"], m["invite"])
        stream = harness.Stream(c, f"lobby,match:{match}:{token}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        a.play(match, 1, "a1")
        self.assertEqual(stream.wait_type("move")["data"]["move"], "a1")
        ids = [x["id"] for x in b.must(200, "GET", "/api/matches?mine=1")["matches"]]
        self.assertIn(match, ids)

    def test_a_hot_seat_match_is_played_by_one(self):
        a = self.guest()
        match = a.create("claims", ["me", "me", "me"], width=4)["id"]
        a.play(match, 1, "a1")
        a.play(match, 2, "d4")
        a.play(match, 3, "pass")
        self.assertEqual(a.match(match)["you"], [1, 2, 3])
        self.problem(a, 422, "POST", f"/api/matches/{match}/moves", {"ply": 4, "move": "swap"})

    def test_resigning_offers_and_chat(self):
        a, b, match = self.pair("claims", width=4)
        self.assertEqual(a.must(200, "POST", f"/api/matches/{match}/draw",
                                {"do": "offer"})["offers"]["draw"], 1)
        self.problem(b, 400, "POST", f"/api/matches/{match}/draw", {"do": "shrug"})
        b.must(200, "POST", f"/api/matches/{match}/draw", {"do": "decline"})
        a.play(match, 1, "b2")
        m = a.must(200, "POST", f"/api/matches/{match}/takeback", {"do": "ask"})
        self.assertEqual(m["offers"]["takeback"], {"seat": 1, "ply": 1})
        m = b.must(200, "POST", f"/api/matches/{match}/takeback", {"do": "accept"})
        self.assertEqual((m["ply"], m["moves"]), (0, []))
        line = a.must(201, "POST", f"/api/matches/{match}/chat", {"text": "<b>hi</b> \u00fc \U0001f600"})
        self.assertEqual(line["text"], "<b>hi</b> \u00fc \U0001f600")
        self.assertEqual(b.match(match)["chat"], [line])
        self.problem(a, 400, "POST", f"/api/matches/{match}/chat", {"text": "x" * 501})
        self.problem(a, 400, "POST", f"/api/matches/{match}/chat", {"text": ""})
        m = b.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.assertEqual(m["state"], "finished")
        self.assertEqual((m["result"]["winner_seat"], m["result"]["reason"]), (1, "resign"))
        self.problem(a, 409, "POST", f"/api/matches/{match}/resign", {})
        a, b, match = self.pair("levee", width=5)
        value = self.problem(a, 422, "POST", f"/api/matches/{match}/draw", {"do": "offer"})
        self.assertEqual(value["rule"], "L4")
        m = a.must(200, "POST", f"/api/matches/{match}/abort", {})
        self.assertEqual((m["state"], m["result"]["reason"]), ("aborted", "abort"))

    def test_the_title_of_a_problem_fits(self):
        a, b, match = self.pair(width=5)
        a.play(match, 1, "a1")
        value = self.problem(a, 409, "POST", f"/api/matches/{match}/moves", {"ply": 1, "move": "b1"})
        self.assertEqual((value["type"], value["title"]), ("about:blank", "Changed meanwhile"))
        value = self.problem(self.guest(), 409, "POST", f"/api/matches/{match}/join", {})
        self.assertEqual((value["type"], value["title"]), ("about:blank", "Not possible now"))
        for _ in range(50):
            status, value = b.post("/api/matches", {"game": "levee", "seats": ["me", "open"]})
            self.assertEqual(status, 201)
        value = self.problem(b, 409, "POST", "/api/matches", {"game": "levee", "seats": ["me", "open"]})
        self.assertEqual((value["type"], value["title"]), ("/problems/full", "Limit reached"))
        self.assertIn("50 matches", value["detail"])
        value = self.problem(self.nobody(), 401, "POST", "/api/signin",
                             {"name": "nobody", "password": "wrong horse"})
        self.assertEqual(value["title"], "Not signed in")

    def test_lists_are_paged_and_filtered(self):
        a = self.guest()
        ids = [a.create("levee", ["me", "open"])["id"] for _ in range(7)]
        seen, before = [], ""
        while True:
            page = a.must(200, "GET", f"/api/matches?mine=1&state=open&limit=3{before}")
            self.assertNotIn("moves", page["matches"][0])
            seen += [m["id"] for m in page["matches"]]
            if page["next"] is None:
                break
            before = f"&before={page['next']}"
        self.assertEqual(seen, ids[::-1])
        self.assertEqual(a.must(200, "GET", "/api/matches?mine=1&game=redstone")["matches"], [])
        self.assertEqual(a.must(200, "GET", "/api/matches?turn=me")["matches"], [])
        match = a.create("levee", ["me", {"bot": 1}])["id"]
        turn = a.must(200, "GET", "/api/matches?turn=me")["matches"]
        self.assertEqual([m["id"] for m in turn], [match])
        for wrong in ("state=x", "limit=0", "limit=1000", "before=x", "game=go", "turn=you",
                      "mine=7"):
            self.problem(a, 400, "GET", f"/api/matches?{wrong}")

    def test_records_come_in_four_formats(self):
        a, b, match = self.pair("redstone", width=5)
        a.play(match, 1, "c3")
        b.play(match, 2, "swap")
        a.play(match, 3, "a1")
        base = f"/api/matches/{match}/record?format="
        sgf = a.must(200, "GET", base + "sgf")
        self.assertTrue(sgf.startswith(b"(;"))
        self.assertIn(a.player["name"].encode(), sgf)
        record = a.must(200, "GET", base + "json")
        self.assertEqual([m["move"] for m in record["moves"]], ["c3", "swap", "a1"])
        self.assertIn(b"2. swap", a.must(200, "GET", base + "text"))
        self.assertIn(b"<svg", a.must(200, "GET", base + "svg"))
        self.assertEqual(a.headers["content-type"], "image/svg+xml")
        self.problem(a, 400, "GET", base + "pdf")
        self.problem(a, 400, "GET", f"/api/matches/{match}/record")
        three = a.create("claims", ["me", "me", "me"])["id"]
        self.problem(a, 400, "GET", f"/api/matches/{three}/record?format=sgf")
        a.must(200, "GET", f"/api/matches/{three}/record?format=json")

    # --- events ---

    def test_the_lobby_tells_of_matches_that_open_begin_and_end(self):
        a, b = self.guest(), self.guest()
        stream = harness.Stream(self.nobody(), "lobby")
        self.addCleanup(stream.close)
        hello = stream.wait_type("hello")
        self.assertEqual(hello["data"], {"event": int(hello["id"])})
        match = a.create("levee", ["me", "open"])["id"]
        hidden = a.create("levee", ["me", "me"], private=True)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {"seat": 2})
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        stream.wait(lambda e: e["event"] == "finished" and e["data"]["match"] == match)
        mine = [(e["event"], e["data"]["state"]) for e in stream.events
                if e["data"].get("match") == match]
        self.assertEqual(mine, [("match", "open"), ("match", "running"),
                                ("finished", "finished")])
        self.assertFalse([e for e in stream.events if e["data"].get("match") == hidden])
        value = stream.wait_type("match")["data"]["value"]
        self.assertNotIn("moves", value)
        self.assertIsNone(value["invite"])

    def test_topic_me_tells_of_my_turns_and_of_offers(self):
        a, b, match = self.pair("claims", width=4)
        mine = harness.Stream(b, "me")
        self.addCleanup(mine.close)
        mine.wait_type("hello")
        a.play(match, 1, "b2")
        turn = mine.wait_type("turn")["data"]
        self.assertEqual((turn["match"], turn["ply"], turn["seat"], turn["level"]),
                         (match, 2, 2, None))
        a.must(200, "POST", f"/api/matches/{match}/draw", {"do": "offer"})
        self.assertEqual(mine.wait_type("offer")["data"]["offers"]["draw"], 1)

    def test_a_reader_who_stops_reading_gets_everything_later(self):
        reader = socket.socket()
        self.addCleanup(reader.close)
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.settimeout(10 * harness.SLOW)
        reader.connect(("127.0.0.1", self.server.port))
        reader.sendall(b"GET /api/events?topics=lobby HTTP/1.1\r\nHost: x\r\n\r\n")
        text = b""
        while b"event: hello" not in text:
            text += reader.recv(1000)
        # Far more than the sockets hold, and less than is answered by `reset`.
        made = [a.create("levee", ["me", "open"], width=5)["id"]
                for a in [self.guest() for _ in range(10)] for _ in range(40)]
        while f'"match":{made[-1]}}}\n'.encode() not in text:
            part = reader.recv(100000)
            self.assertTrue(part, text[-300:])
            text += part
        ids = [int(n) for n in re.findall(rb"\nid: (\d+)\n", text)]
        self.assertEqual(ids, sorted(set(ids)))
        told = {int(n) for n in re.findall(rb'"match":(\d+)}\n', text)}
        self.assertLessEqual(set(made), told)
        self.assertNotIn(b"event: reset", text)

    def test_watchers_are_counted(self):
        a, b, match = self.pair()
        # A player's own streams do not count, and those of other matches do not either.
        other = a.create("levee", ["me", "me"])["id"]
        mine = harness.Stream(a, f"match:{match},match:{other}")
        self.addCleanup(mine.close)
        mine.wait_type("hello")
        self.assertEqual(a.match(match)["watchers"], 0)
        stream = harness.Stream(self.nobody(), f"match:{match}")
        stream.wait_type("hello")
        self.assertEqual(a.match(match)["watchers"], 1)
        told = lambda n: lambda e: e["event"] == "watchers" and e["data"]["watchers"] == n
        self.assertEqual(mine.wait(told(1), 5)["data"]["match"], match)
        self.assertNotIn("id", mine.wait(told(1)))
        before = len(mine.events)
        stream.close()
        mine.wait(lambda e: e in mine.events[before:] and told(0)(e), 5)
        self.assertEqual(a.match(match)["watchers"], 0)

    def test_a_reader_who_missed_too_much_gets_a_reset(self):
        a = self.guest()
        since = a.create("levee", ["me", "me"], width=25)
        first = since["event"]
        for i in range(600):  # a match and a turn each, in the topic of the player
            a.create("levee", ["me", "me"])
        stream = harness.Stream(a, "me,lobby", since=first)
        self.addCleanup(stream.close)
        event = stream.wait_type("reset")
        self.assertNotIn("match", stream.types())
        again = harness.Stream(a, "me,lobby", since=int(event["id"]))
        self.addCleanup(again.close)
        match = a.create("levee", ["me", "open"])["id"]
        again.wait(lambda e: e["event"] == "match" and e["data"]["match"] == match)
        self.assertNotIn("reset", again.types())

    def test_numbers_from_another_life_are_answered_by_reset(self):
        stream = harness.Stream(self.nobody(), "lobby", since=10 ** 12)
        self.addCleanup(stream.close)
        stream.wait_type("reset")

    def test_topics_are_checked(self):
        n = self.nobody()
        for topics in ("", "everything", "match:x", "match:-1", ",".join(["lobby"] * 17)):
            self.problem(n, 400, "GET", f"/api/events?topics={topics}")
        self.problem(n, 400, "GET", "/api/events")
        self.problem(n, 400, "GET", "/api/events?topics=lobby&since=x")
        # Numbers that no event can have; the last ones do not fit 64 bits.
        for number in (2 ** 53 + 1, 2 ** 63 - 2, 2 ** 63 - 1, 2 ** 63, 2 ** 64, 10 ** 30, -1, -2 ** 63):
            self.problem(n, 400, "GET", f"/api/events?topics=lobby&since={number}")
            self.problem(n, 400, "GET", "/api/events?topics=lobby", headers={"Last-Event-ID": str(number)})
        self.problem(n, 404, "GET", "/api/events?topics=match:999999")

    # --- the page ---

    def test_the_page_is_served_with_a_strict_policy(self):
        n = self.nobody()
        page = n.must(200, "GET", "/")
        self.assertIn(b"<html", page.lower())
        policy = n.headers["content-security-policy"]
        self.assertIn("default-src 'self'", policy)
        self.assertNotIn("unsafe-inline", policy)
        self.assertEqual(n.headers["x-content-type-options"], "nosniff")
        etag = n.headers["etag"]
        self.assertEqual(n.get("/", headers={"If-None-Match": etag})[0], 304)
        self.assertEqual(n.must(200, "GET", "/m/999999"), page)
        self.assertEqual(n.must(200, "GET", "/rules/levee"), page)
        n.must(404, "GET", "/nothing.js")
        packed = n.must(200, "GET", "/", headers={"Accept-Encoding": "gzip"})
        if n.headers.get("content-encoding") == "gzip":
            packed = gzip.decompress(packed)
        self.assertEqual(packed, page)

    def test_no_path_leaves_the_page(self):
        n = self.nobody()
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd.txt",
                     "/assets/../../x.c"):
            status, body = n.get(path)
            self.assertNotIn(b"root:", body if isinstance(body, bytes) else b"")
            self.assertIn(status, (200, 404))

    # --- bad clients ---

    def raw(self, data, wait=2.0):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=wait) as s:
            s.sendall(data)
            got = b""
            try:
                while True:
                    part = s.recv(4096)
                    if not part:
                        break
                    got += part
            except TimeoutError:
                pass
            return got

    def test_nonsense_does_not_hurt(self):
        self.raw(b"\x00\xff" * 100 + b"\r\n\r\n", 0.3)
        self.raw(b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 100000 + b"\r\n\r\n", 0.3)
        self.raw(b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                 b"Content-Length: 999999999\r\n\r\n{}", 0.3)
        self.raw(b"GET /api/events?topics=lobby HTTP/1.1\r\nHost: x\r\n\r\n", 0.3)
        self.nobody().must(200, "GET", "/api/games")

    def test_clients_that_leave_in_the_middle_do_not_hurt(self):
        a, b, match = self.pair(width=9)
        for _ in range(20):
            stream = harness.Stream(a, f"match:{match},lobby,me")
            stream.wait_type("hello")
            stream.close()
        for ply in range(1, 9):
            (a if ply % 2 else b).play(match, ply, "abcdefgh"[ply - 1] + "1")
        self.assertEqual(a.match(match)["ply"], 8)


class OpenApi(harness.ServerTest):
    """docs/openapi.yaml names what is there."""

    def test_every_path_and_method_is_there(self):
        a = self.server.guest()
        self.addCleanup(a.close)
        match = a.create("claims", ["me", "me"])["id"]
        n = 0
        for method, path in harness.api_operations():
            if path != "/events":
                status, answer = a.request(method.upper(), "/api" + path.replace("{match}", str(match)), {})
                n += status not in (404, 405)
        self.assertGreaterEqual(n, 16)

    @unittest.skipUnless(schemas.jsonschema, "python3-jsonschema is not installed (tools/packages.txt)")
    def test_an_answer_that_it_does_not_describe_is_found(self):
        """The harness compares every answer of all tests (schemas.py)."""
        a = self.server.guest()
        self.addCleanup(a.close)
        match = a.create("levee", ["me", "me"], width=5)["id"]
        a.play(match, 1, "a1")
        a.must(201, "POST", f"/api/matches/{match}/chat", {"text": "x"})
        good = a.must(200, "POST", f"/api/matches/{match}/resign", {})

        known = schemas.Schemas()

        def wrong(value, status=200, media="application/json", path="/api/matches/7?x=1"):
            return known.wrong("GET", path, status, media, value) or ""

        def changed(*way, to=None):
            value = json.loads(json.dumps(good))
            at = value
            for part in way[:-1]:
                at = at[part]
            if to is None:
                del at[way[-1]]
            else:
                at[way[-1]] = to
            return value

        self.assertEqual(wrong(good), "")
        self.assertEqual(wrong(good), "")
        for value, words in ((changed("seats", 0, "player", "name"), "/seats/0/player: 'name' is a required"),
                             (changed("moves"), "'moves' is a required"),
                             (changed("ply"), "'ply' is a required"),
                             (changed("ply", to="1"), "/ply: '1' is not of type 'integer'"),
                             (changed("state", to="on"), "/state: 'on' is not one of"),
                             (changed("news", to=1), "'news' was unexpected"),
                             (changed("result", "news", to=1), "'news' w"),
                             (changed("moves", 0, "news", to=1), "'news' w"),
                             (changed("chat", 0, "player", "news", to=1), "'news' w")):
            self.assertIn(words, wrong(value))
        self.assertIn("answers 200 with text/plain, which", wrong(good, media="text/plain"))
        self.assertIn("answers 299, which", wrong({}, status=299, path="/api/games"))
        self.assertIn("'detail' is a required", wrong({"type": "about:blank", "title": "", "status": 404},
                                                      404, "application/problem+json"))
        self.assertEqual(wrong({}, path="/api/there-is-no-such"), "")


class Limits(harness.ServerTest):
    options = ["--no-bot"]

    def test_guests_from_one_address_are_limited(self):
        c = self.server.client()
        statuses = []
        while len(statuses) < 200 and statuses[-1:] != [429]:
            statuses.append(c.post("/api/guest")[0])
        self.assertGreaterEqual(statuses.count(201), 60)
        self.assertEqual(statuses[-1], 429)
        self.assertGreaterEqual(int(c.headers["retry-after"]), 1)
        c.close()


if __name__ == "__main__":
    harness.main()
