#!/usr/bin/env python3
"""Notifications in the page, over the stream and by mail: those out of date are deleted, and players
who are looking at the match get none."""
import json
import os
import re
import subprocess
import time
import unittest

import harness
from harness import SLOW
from postoffice import PostOffice, text_of
from pushservice import Browser, PushService, SilentService

PASSWORD = "correct horse"


def member(server, name, **more):
    c = server.client()
    c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD, **more})
    c.keep_session()
    return c


def wait(c, fits, query=""):
    """The list of notices, as soon as it fits; they are written a moment after the event."""
    until = time.monotonic() + 10 * SLOW
    while True:
        got = c.must(200, "GET", "/api/notifications" + query)
        if fits(got["notifications"]):
            return got
        if time.monotonic() > until:
            raise AssertionError(got)
        time.sleep(0.05)


class Notifications(harness.ServerTest):
    def member(self, name):
        c = member(self.server, name)
        self.addCleanup(c.close)
        return c

    def match(self, a, b):
        match = a.create("redstone", ["me", "open"], width=5, height=5)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        return match

    def test_a_request_to_join_a_team_is_answered(self):
        owner, asker = self.member("teamowner"), self.member("teamasker")
        team = owner.must(201, "POST", "/api/teams",
                          {"name": "Stone Lovers", "about": "", "access": "request"})["id"]
        answers = []
        for answer, did in (({"remove": True}, "refused"), ({"role": "member"}, "accepted")):
            asker.must(200, "POST", f"/api/teams/{team}/join", {})
            owner.must(200, "POST", f"/api/teams/{team}/members", {"player": "teamasker", **answer})
            answers.insert(0, ("team", f"{did} {team} Stone Lovers", "teamowner"))
            got = wait(asker, lambda n: [(x["kind"], x["text"], x["player"]["name"]) for x in n] == answers)
            self.assertEqual(got["notifications"][0]["data"], {"did": did, "id": team, "name": "Stone Lovers"})
        # No player asked for this, so there is no notification.
        owner.must(200, "POST", f"/api/teams/{team}/members", {"player": "teamasker", "role": "owner"})
        self.assertEqual(len(owner.must(200, "GET", "/api/notifications")["notifications"]), 0)

    def test_guests_of_a_simultaneous_exhibition_are_told_what_its_host_decides(self):
        clock = {"kind": "fischer", "main_ms": 600000, "add_ms": 5000}
        host = self.member("simulhost")
        guests = [self.member(f"simulguest{i}") for i in range(4)]

        def told(guest, *texts):
            wait(guest, lambda n: [x["text"] for x in n if x["kind"] == "simul"] == list(texts))

        def open_one():
            simul = host.must(201, "POST", "/api/simuls",
                              {"game": "levee", "width": 5, "clock": clock, "host_side": "first"})["id"]
            for guest in guests:
                guest.must(200, "POST", f"/api/simuls/{simul}/join", {})
            return simul

        def accept(simul, i, accepted):
            host.must(200, "POST", f"/api/simuls/{simul}/accept",
                      {"player": f"simulguest{i}", "accepted": accepted})

        first = open_one()
        accept(first, 0, True)
        accept(first, 0, True)  # sent twice, told once
        accept(first, 0, False)
        told(guests[0], f"refused {first}", f"accepted {first}")
        host.must(200, "POST", f"/api/simuls/{first}/end", {})
        told(guests[0], f"ended {first}", f"refused {first}", f"accepted {first}")
        told(guests[3], f"ended {first}")
        second = open_one()
        accept(second, 1, True)
        accept(second, 2, True)
        view = host.must(200, "POST", f"/api/simuls/{second}/start", {})
        told(guests[1], f"accepted {second}", f"ended {first}")
        told(guests[3], f"begun {second}", f"ended {first}")
        notice = wait(guests[3], lambda n: True)["notifications"][0]
        self.assertEqual((notice["player"]["name"], notice["match"]), ("simulhost", None))
        # A board of it says so.
        match = view["guests"][1]["match"]
        self.assertEqual(host.must(200, "GET", f"/api/matches/{match}")["simul"], second)
        alone = self.match(host, guests[0])
        self.assertIsNone(host.must(200, "GET", f"/api/matches/{alone}")["simul"])

    def test_it_is_told_whose_turn_it_is_until_the_move_is_made(self):
        a, b = self.member("turner"), self.member("waiter")
        match = self.match(a, b)
        got = wait(a, lambda n: len(n) == 1)
        notice = got["notifications"][0]
        self.assertEqual((notice["kind"], notice["match"], notice["ply"], notice["read"],
                          notice["player"]["name"]), ("turn", match, 1, False, "waiter"))
        self.assertEqual(got["unread"], 1)
        a.play(match, 1, "a1")
        wait(a, lambda n: n == [])
        wait(b, lambda n: [x["kind"] for x in n] == ["turn"])
        a.must(201, "POST", f"/api/matches/{match}/chat", {"text": "good luck"})
        a.must(201, "POST", f"/api/matches/{match}/chat", {"text": "have fun"})
        wait(b, lambda n: [(x["kind"], x["text"]) for x in n][:1] == [("message", "have fun")] and
             [x["kind"] for x in n] == ["message", "turn"])
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        got = wait(b, lambda n: [x["kind"] for x in n] == ["over", "message"])["notifications"][0]
        self.assertEqual((got["text"], got["player"]["name"]), ("won resign redstone", "turner"))
        self.assertEqual(got["data"], {"how": "won", "reason": "resign", "game": "redstone",
                                       "width": 5, "height": 5})
        got = wait(a, lambda n: [x["kind"] for x in n] == ["over"])["notifications"][0]
        self.assertEqual((got["text"], got["player"]["name"]), ("lost resign redstone", "waiter"))

    def test_clients_that_use_the_names_of_before_go_on(self):
        a, b = self.member("oldclient"), self.member("oldfriend")
        stream = self.stream(a, "me")
        match = self.match(a, b)
        new = stream.wait_type("notification")
        old = stream.wait_type("notice")
        # Told twice under two names; only the last has the number, so that none is lost.
        self.assertLess(stream.types().index("notice"), stream.types().index("notification"))
        self.assertNotIn("id", old)
        self.assertEqual(int(new["id"]), new["data"]["event"])
        self.assertEqual({k: v for k, v in new["data"].items() if k != "notification"} |
                         {"notice": new["data"]["notification"]}, old["data"])
        self.assertEqual(old["data"]["notice"]["match"], match)
        new = a.must(200, "GET", "/api/notifications?unread=1&limit=5")
        old = a.must(200, "GET", "/api/notices?unread=1&limit=5")
        self.assertEqual(old, {"notices": new["notifications"], "unread": 1, "next": None})
        self.assertEqual([n["match"] for n in old["notices"]], [match])
        self.assertEqual(a.must(200, "POST", "/api/notices/read", {"upto": old["notices"][0]["id"]}),
                         {"unread": 0})
        kinds = {"turn": {"page": True, "push": "off", "mail": "digest"}}
        old = a.must(200, "POST", "/api/account/notices", {"kinds": kinds})
        self.assertEqual(old["kinds"]["turn"], kinds["turn"])
        self.assertEqual(a.must(200, "GET", "/api/account/notices"), old)
        self.assertEqual(a.must(200, "GET", "/api/account/notifications"), old)
        self.assertEqual(a.post("/api/notices", {})[0], 405)
        self.assertEqual(a.request("GET", "/api/notices/unread")[0], 404)
        self.assertEqual(self.nobody().request("GET", "/api/notices")[0], 401)

    def test_the_end_of_a_rated_match_says_what_it_did_to_the_rating(self):
        a, b = self.member("rated1"), self.member("rated2")
        match = a.create("redstone", ["me", "open"], width=5, height=5, rated=True)
        b.must(200, "POST", f"/api/matches/{match['id']}/join", {})
        points = ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5", "c1", "c2", "d1", "d2"]
        for ply, point in enumerate(points[:match["rated_from"]], start=1):
            (a if ply % 2 else b).play(match["id"], ply, point)
        b.must(200, "POST", f"/api/matches/{match['id']}/resign", {})
        notice = wait(a, lambda n: n and n[0]["kind"] == "over")["notifications"][0]
        won = notice["text"]
        self.assertEqual(notice["data"]["rating"], int(won.split()[3]))
        lost = wait(b, lambda n: n and n[0]["kind"] == "over")["notifications"][0]["text"]
        self.assertRegex(won, r"^won resign redstone [1-9][0-9]*$")
        self.assertRegex(lost, r"^lost resign redstone -[1-9][0-9]*$")

    def test_a_match_that_was_called_off_says_so(self):
        a, b = self.member("offa"), self.member("offb")
        match = self.match(a, b)
        b.must(200, "POST", f"/api/matches/{match}/abort", {})
        got = wait(a, lambda n: [x["kind"] for x in n] == ["over"])["notifications"][0]
        self.assertEqual(got["text"], "aborted abort redstone")

    def test_the_stream_tells_and_marks_are_kept(self):
        a, b = self.member("streamer"), self.member("other")
        stream = harness.Stream(b, "me")
        stream.wait_type("hello")
        first, second = self.match(a, b), self.match(a, b)
        for match in (first, second):
            a.play(match, 1, "a1")
        told = [stream.wait(lambda e, m=m: e["event"] == "notification" and
                            e["data"]["notification"]["match"] == m)["data"] for m in (first, second)]
        self.assertEqual([t["match"] for t in told], [0, 0])
        self.assertEqual(told[1]["unread"], 2)
        stream.close()
        one, two = (t["notification"]["id"] for t in told)
        self.assertEqual(b.must(200, "POST", "/api/notifications/read", {"ids": [one]}), {"unread": 1})
        got = b.must(200, "GET", "/api/notifications?unread=1")["notifications"]
        self.assertEqual([n["id"] for n in got], [two])
        page = b.must(200, "GET", "/api/notifications?limit=1")
        self.assertEqual((page["notifications"][0]["id"], page["next"]), (two, two))
        page = b.must(200, "GET", f"/api/notifications?limit=1&before={page['next']}")
        self.assertEqual((page["notifications"][0]["id"], page["next"]), (one, None))
        a.must(200, "POST", "/api/notifications/read", {"ids": [two]})  # not hers: nothing happens
        self.assertEqual(b.must(200, "GET", "/api/notifications")["unread"], 1)
        self.assertEqual(b.must(200, "POST", "/api/notifications/read", {"upto": two}), {"unread": 0})
        for bad in ({}, {"upto": "x"}, {"ids": [1], "upto": 1}, {"ids": ["x"]},
                    {"ids": list(range(101))}):
            b.must(400, "POST", "/api/notifications/read", bad)

    def test_who_looks_at_the_match_is_not_told(self):
        a, b = self.member("looker"), self.member("mover")
        match = self.match(a, b)
        stream = harness.Stream(b, f"match:{match},me")
        stream.wait_type("hello")
        a.play(match, 1, "a1")
        stream.wait_type("turn")
        b.play(match, 2, "e5")
        a.play(match, 3, "b2")
        self.only_this_one_is_told(a, b, stream)

    def only_this_one_is_told(self, a, b, stream):
        """A turn that comes later is dealt with later: by then the others are."""
        last = self.match(a, b)
        a.play(last, 1, "a1")
        stream.wait_type("notification")
        self.assertEqual([n["match"] for n in b.must(200, "GET", "/api/notifications")["notifications"]], [last])
        stream.close()
        self.assertEqual(stream.types().count("notification"), 1)

    def test_who_plays_at_once_is_not_told(self):
        for i in range(20):
            a, b = self.member(f"quick{i}"), self.member(f"quicker{i}")
            stream = harness.Stream(b, "me")
            match = self.match(a, b)
            at = time.monotonic()
            a.play(match, 1, "a1")
            b.play(match, 2, "e5")
            if time.monotonic() - at < 0.4:  # what tells of the turn waits half a second
                break
            stream.close()
        else:
            self.skipTest("this machine is too slow for two moves in 0.4 s")
        self.only_this_one_is_told(a, b, stream)

    def test_a_challenge_is_told_once_and_goes_when_it_is_answered(self):
        a, b = self.member("asker"), self.member("asked")
        match = a.create("levee", ["me", {"player": "asked"}], width=5, height=5)["id"]
        got = wait(b, lambda n: len(n) == 1)["notifications"][0]
        self.assertEqual((got["kind"], got["match"], got["player"]["name"]),
                         ("challenge", match, "asker"))
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        wait(b, lambda n: "challenge" not in [x["kind"] for x in n])

    def test_settings_are_kept_and_obeyed(self):
        a, b = self.member("chooser"), self.member("player")
        got = a.must(200, "GET", "/api/account/notifications")
        self.assertEqual(sorted(got["kinds"]), sorted(["turn", "challenge", "over", "message",
                                                       "reminder", "tournament", "puzzle", "team", "simul", "guest"]))
        self.assertEqual((got["digest_at"], got["mails"], got["push_key"], got["browsers"]),
                         (8, False, None, []))
        got = a.must(200, "POST", "/api/account/notifications",
                     {"kinds": {"turn": {"page": False, "mail": "each"}}, "digest_at": 20})
        self.assertEqual(got["kinds"]["turn"], {"page": False, "push": "each", "mail": "each"})
        self.assertEqual(got["digest_at"], 20)
        self.assertTrue(got["kinds"]["over"]["page"])
        match = self.match(a, b)
        a.play(match, 1, "a1")
        wait(b, lambda n: len(n) == 1)  # so the turn of a has been dealt with, too
        self.assertEqual(a.must(200, "GET", "/api/notifications")["notifications"], [])
        for bad in ({"kinds": {"turn": {"mail": "often"}}}, {"kinds": {"lunch": {"page": True}}},
                    {"kinds": {"turn": {"page": 1}}}, {"digest_at": 24}, {"kinds": []},
                    {"kinds": {"turn": {"pigeon": "each"}}}):
            a.must(400, "POST", "/api/account/notifications", bad)
        a.must(409, "POST", "/api/account/push", {
            "endpoint": "https://push.example/x",
            "keys": {"p256dh": "B" * 87, "auth": "A" * 22}})

    def test_addresses_inside_are_not_pushed_to(self):
        a = self.member("prober")
        for endpoint in ("http://push.example/x", "https://127.0.0.1/x", "https://localhost/x",
                         "https://[::1]/x", "https://a@push.example/", "https://push.example:22/",
                         "ftp://push.example/", "https://"):
            a.must(400, "POST", "/api/account/push", {
                "endpoint": endpoint, "keys": {"p256dh": "B" * 87, "auth": "A" * 22}})


class Posted(unittest.TestCase):
    OPTIONS = ("--no-limits",)

    def setUp(self):
        self.office = PostOffice()
        self.addCleanup(self.office.server_close)
        self.addCleanup(self.office.shutdown)
        self.server = harness.Server("--no-bot", *self.OPTIONS, "--mail-address", "hoshi@example.org",
                                     "--smtp", self.office.url, "--url",
                                     "https://hoshi.example")
        self.addCleanup(self.server.close)

    def member(self, name):
        c = member(self.server, name, email=name + "@example.net")
        self.addCleanup(c.close)
        mail = self.office.wait(name + "@example.net")
        token = re.search(r"confirm#(\S+)", text_of(mail)).group(1)
        c.must(200, "POST", "/api/email/confirm", {"token": token})
        return c


class Mails(Posted):
    def test_mails_come_as_the_player_wants_and_stop_when_told(self):
        a, b = self.member("ann"), self.member("bob")
        match = a.create("levee", ["me", {"player": "bob"}], width=5, height=5)["id"]
        mail = self.office.wait("bob@example.net", lambda l: "a challenge" in l["Subject"])
        self.assertIn("ann", text_of(mail))
        b.must(200, "POST", "/api/account/notifications", {"kinds": {"turn": {"mail": "each"}}})
        b.must(200, "POST", f"/api/matches/{match}/accept", {})
        a.play(match, 1, "a1")
        mail = self.office.wait("bob@example.net", lambda l: "your turn" in l["Subject"])
        # The line that ends all mails works for those who never heard of play by e-mail.
        stop = re.search(r"subject=(quiet%20\d+%20\w+)", mail["List-Unsubscribe"]).group(1)
        answer = b.must(200, "POST", "/api/pbm", {"command": stop.replace("%20", " ")})
        self.assertTrue(answer["done"], answer)
        kinds = b.must(200, "GET", "/api/account/notifications")["kinds"]
        self.assertEqual({k["mail"] for k in kinds.values()}, {"off"})
        b.play(match, 2, "b2")
        a.play(match, 3, "d4")
        wait(b, lambda n: n[0]["kind"] == "turn" and n[0]["ply"] == 4)
        time.sleep(0.5)
        self.assertEqual(self.office.count(), 0)

    def test_what_happens_while_no_server_has_mail_is_mailed_when_one_comes_back(self):
        a, b = self.member("anna"), self.member("bela")
        with_mail = self.server.options
        self.server.stop()
        self.server.options = ["--no-bot", "--no-limits"]
        self.server.start()
        for c in (a, b):
            c.connection.close()
        answer = a.must(200, "POST", "/api/pbm", {"command": "levee rules"})  # commands need no mail either
        self.assertTrue(answer["done"], answer)
        match = a.create("levee", ["me", {"player": "bela"}], width=5, height=5)["id"]
        wait(b, lambda n: [(x["kind"], x["match"]) for x in n] == [("challenge", match)])  # no mail needed
        self.server.stop()
        self.assertEqual(self.office.count(), 0)
        self.server.options = with_mail
        self.server.start()
        mail = self.office.wait("bela@example.net", lambda l: "a challenge" in l["Subject"])
        self.assertIn("hoshi+", mail["Reply-To"])
        self.assertIn("@example.org", mail["Reply-To"])

    def test_a_tournament_is_told_round_by_round(self):
        a, b = self.member("tina"), self.member("theo")
        tournament = a.must(201, "POST", "/api/tournaments", {
            "name": "Winter Cup", "kind": "roundrobin", "game": "levee", "width": 5,
            "clock": {"kind": "simple", "move_ms": 60000}, "players_max": 2})
        for c in (a, b):
            c.must(200, "POST", f"/api/tournaments/{tournament['id']}/join", {})
        mail = self.office.wait("theo@example.net", lambda l: l["Subject"] == "Winter Cup: round 1")
        self.assertIn(f"https://hoshi.example/t/{tournament['id']}", text_of(mail))
        game = a.must(200, "GET", f"/api/tournaments/{tournament['id']}")["games"][0]
        a.must(200, "POST", f"/api/matches/{game['match']}/resign", {})
        self.office.wait("tina@example.net", lambda l: l["Subject"] == "Winter Cup: it is over")

    def test_answers_of_owners_and_hosts_are_mailed(self):
        a, b = self.member("owen"), self.member("gina")
        team = a.must(201, "POST", "/api/teams",
                      {"name": "Stone Lovers", "about": "", "access": "request"})["id"]
        b.must(200, "POST", "/api/account/notifications", {"kinds": {"team": {"mail": "each"}}})
        b.must(200, "POST", f"/api/teams/{team}/join", {})
        a.must(200, "POST", f"/api/teams/{team}/members", {"player": "gina", "role": "member"})
        mail = self.office.wait("gina@example.net", lambda l: l["Subject"] == "Your request to join a team")
        said = " ".join(text_of(mail).split())
        self.assertIn('owen has accepted you into the team "Stone Lovers".', said)
        self.assertIn(f"https://hoshi.example/teams/{team}", said)
        simul = a.must(201, "POST", "/api/simuls", {
            "game": "levee", "width": 5, "clock": {"kind": "fischer", "main_ms": 60000, "add_ms": 0}})["id"]
        b.must(200, "POST", f"/api/simuls/{simul}/join", {})
        a.must(200, "POST", f"/api/simuls/{simul}/accept", {"player": "gina", "accepted": True})
        mail = self.office.wait("gina@example.net", lambda l: l["Subject"] == "A simultaneous exhibition")
        self.assertIn("owen has accepted you as a guest", " ".join(text_of(mail).split()))
        self.assertIn(f"https://hoshi.example/simuls/{simul}", text_of(mail))

    def test_an_arena_is_told_when_it_begins(self):
        a, b = self.member("ada"), self.member("ben")
        arena = a.must(201, "POST", "/api/tournaments", {
            "name": "Friday Arena", "kind": "arena", "game": "levee", "width": 5, "minutes": 30,
            "clock": {"kind": "simple", "move_ms": 30000}, "starts_at": int((time.time() + 3600) * 1000)})
        for c in (a, b):
            c.must(200, "POST", f"/api/tournaments/{arena['id']}/join", {})
        a.must(200, "POST", f"/api/tournaments/{arena['id']}/start", {})
        mail = self.office.wait("ben@example.net", lambda l: l["Subject"] == "Friday Arena: it has begun")
        self.assertIn("as often as you are free", " ".join(text_of(mail).split()))
        told = wait(b, lambda n: any(x["kind"] == "tournament" for x in n))["notifications"]
        self.assertEqual([(x["tournament"], x["text"], x["data"]["name"], x["ply"]) for x in told if x["kind"] == "tournament"],
                         [(arena["id"], "running", "Friday Arena", None)])


class Challenged(Posted):
    """With the server's limits: nobody's mailbox is an instrument of those who challenge them."""
    OPTIONS = ()

    def challenge(self, by, name):
        return by.create("levee", ["me", {"player": name}], width=5, height=5)["id"]

    def mails(self, name, n):
        return [self.office.wait(f"{name}@example.net", lambda l: "a challenge" in l["Subject"]) for _ in range(n)]

    def test_five_challenges_are_mailed_and_the_others_wait_for_the_digest(self):
        victim, other = self.member("victim"), self.member("other")
        rude = [member(self.server, name) for name in ("rude", "ruder")]
        for c in rude:
            self.addCleanup(c.close)
        for _ in range(3):  # two players, and two faces
            self.challenge(rude[0], "victim")
            said = rude[1].must(200, "POST", "/api/pbm", {"command": "levee challenge ruder victim"})
            self.assertTrue(said["done"], said)
        wait(victim, lambda n: len(n) == 6)  # the page tells of all
        self.mails("victim", 5)
        again = self.challenge(rude[0], "victim")
        rude[0].must(200, "POST", f"/api/matches/{again}/abort", {})
        self.challenge(rude[0], "other")  # who has an allowance of their own
        self.mails("other", 1)
        self.assertEqual(self.office.count(), 0)
        self.assertEqual(len(other.must(200, "GET", "/api/notifications")["notifications"]), 1)

    def test_guests_mail_nobody_who_has_not_chosen_it(self):
        plain, open_one = self.member("plain"), self.member("openone")
        got = open_one.must(200, "POST", "/api/account/notifications", {"kinds": {"guest": {"mail": "each"}}})
        self.assertEqual(got["kinds"]["guest"]["mail"], "each")
        self.assertEqual(plain.must(200, "GET", "/api/account/notifications")["kinds"]["guest"],
                         {"page": True, "push": "off", "mail": "off"})
        guest = self.server.guest()
        self.addCleanup(guest.close)
        for _ in range(7):
            self.challenge(guest, "plain")
        self.challenge(guest, "openone")
        self.mails("openone", 1)
        wait(plain, lambda n: [x["kind"] for x in n] == 7 * ["challenge"])
        self.assertEqual(self.office.count(), 0)
        # And the guest has spent nothing of what members may send.
        asker = member(self.server, "asker")
        self.addCleanup(asker.close)
        for _ in range(5):
            self.challenge(asker, "plain")
        self.mails("plain", 5)


class OldEvents(harness.FilledTest):
    def test_an_event_of_before_has_both_names_now(self):
        def leave(db, who):
            data = json.dumps({"notice": {"id": 1, "text": '"notice":'}, "unread": 1, "match": 0},
                              separators=(",", ":"))
            db.execute("INSERT INTO event (id, match, type, data, added_at, topic) VALUES (9, 0, 'notice', ?,"
                       " strftime('%s') * 1000, ?)", (data, 4 * who["ann"] + 2))
        ann = self.signed_in(self.server_with(["ann"], leave), "ann")
        stream = harness.Stream(ann, "me", since=0)
        self.addCleanup(stream.close)
        new, old = stream.wait_type("notification"), stream.wait_type("notice")
        self.assertEqual(old["data"]["notice"], {"id": 1, "text": '"notice":'})
        self.assertEqual(new["data"], {"event": 9, "notification": old["data"]["notice"], "unread": 1,
                                       "match": 0})


class Alone(unittest.TestCase):
    """What the page shows depends on no other part."""

    def serve(self, *options):
        server = harness.Server("--no-bot", "--no-limits", *options)
        self.addCleanup(server.close)
        clients = [member(server, name) for name in ("alice", "bert")]
        for c in clients:
            self.addCleanup(c.close)
        return server, *clients

    def turn(self, a, b):
        """A match in which it is b's turn."""
        match = a.create("redstone", ["me", "open"], width=5, height=5)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        a.play(match, 1, "a1")
        return match

    def told(self, stream, match):
        return lambda e: e["event"] == "notification" and e["data"]["notification"]["match"] == match

    def test_mail_that_cannot_be_sent_delays_no_notification(self):
        _, a, b = self.serve("--mail-address", "hoshi@example.org", "--smtp", "smtp://127.0.0.1:1")
        b.must(200, "POST", "/api/account/notifications", {"kinds": {"turn": {"mail": "each"}}})
        stream = harness.Stream(b, "me")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        for _ in range(3):
            stream.wait(self.told(stream, self.turn(a, b)))

    def test_a_server_that_is_killed_tells_each_turn_once(self):
        server, a, b = self.serve()
        stream = harness.Stream(b, "me")
        since = stream.wait_type("hello")["id"]
        stream.close()
        matches = []
        for i in range(6):
            matches.append(self.turn(a, b))
            time.sleep(0.17 * i)  # before it is due, while it is dealt with, and after that
            server.kill()
            server.start()
            for c in (a, b):
                c.connection.close()
        matches.append(self.turn(a, b))
        stream = harness.Stream(b, "me", since=since)
        self.addCleanup(stream.close)
        for match in matches:
            stream.wait(self.told(stream, match))
        with stream.changed:
            told = [e["data"]["notification"]["match"] for e in stream.events if e["event"] == "notification"]
        self.assertEqual(sorted(told), matches)


class Push(unittest.TestCase):
    """Web push, with a push service and browsers that this test is."""

    contact = "mailto:admin@example.org"

    def setUp(self):
        self.service = PushService()
        self.addCleanup(self.service.server_close)
        self.addCleanup(self.service.shutdown)
        self.server = harness.Server("--no-bot", "--no-limits", "--push", self.contact,
                                     "--push-any")
        self.addCleanup(self.server.close)
        self.a, self.b = member(self.server, "pusher"), member(self.server, "pushed")
        self.addCleanup(self.a.close)
        self.addCleanup(self.b.close)

    def subscribe(self, path="/one"):
        browser = Browser(self.service, path)
        settings = self.b.must(201, "POST", "/api/account/push", browser.subscription())
        self.key = settings["push_key"]
        return browser, settings["browsers"]

    def move(self):
        match = self.a.create("redstone", ["me", "open"], width=5, height=5)["id"]
        self.b.must(200, "POST", f"/api/matches/{match}/join", {})
        self.a.play(match, 1, "a1")
        return match

    def test_a_notice_reaches_the_browser_and_nobody_else_can_read_it(self):
        browser, listed = self.subscribe()
        self.assertEqual(len(listed), 1)
        match = self.move()
        path, headers, body = self.service.wait(1)[0]
        self.assertEqual((path, headers["Content-Encoding"]), ("/one", "aes128gcm"))
        self.assertGreater(int(headers["TTL"]), 0)
        self.service.check_sender(headers, self.key, self.contact)
        notice = browser.decrypt(body)
        self.assertEqual((notice["kind"], notice["match"], notice["player"]["name"]),
                         ("turn", match, "pusher"))
        self.assertNotIn(b"pusher", body)
        with self.assertRaises(AssertionError):
            Browser(self.service, "/other").decrypt(body)

    @unittest.skipIf(os.environ.get("HOSHI_STORE") == "postgresql", "admin is tried on a file")
    def test_a_rotated_key_ends_all_browsers_and_serves_new_ones(self):
        self.subscribe()
        before = self.key
        self.assertEqual(self.server.stop(), 0)
        done = subprocess.run([harness.HOSHI, "admin", "--store", self.server.store, "rotate", "push", "--yes"],
                              capture_output=True, text=True, timeout=60 * harness.SLOW)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.server.start()
        for c in (self.a, self.b):
            c.connection.close()
        settings = self.b.must(200, "GET", "/api/account/notifications")
        self.assertEqual(settings["browsers"], [])
        self.assertNotEqual(settings["push_key"], before)
        browser, _ = self.subscribe("/two")
        match = self.move()
        path, headers, body = self.service.wait(1)[0]
        self.service.check_sender(headers, self.key, self.contact)
        self.assertEqual((path, browser.decrypt(body)["match"]), ("/two", match))

    def test_the_key_stays_and_settings_are_obeyed(self):
        self.subscribe()
        key = self.key
        self.server.stop()
        self.server.start()
        self.b.connection.close()
        self.a.connection.close()
        settings = self.b.must(200, "GET", "/api/account/notifications")
        self.assertEqual((settings["push_key"], len(settings["browsers"])), (key, 1))
        self.b.must(200, "POST", "/api/account/notifications", {"kinds": {"turn": {"push": "off"}}})
        match = self.move()
        self.a.must(201, "POST", f"/api/matches/{match}/chat", {"text": "x"})
        self.service.wait(1)
        time.sleep(0.5)
        self.assertEqual(len(self.service.got), 1)  # the words, not the turn

    def test_a_browser_that_is_gone_is_forgotten_and_a_busy_service_tried_again(self):
        self.subscribe()
        self.service.status = 503
        self.move()
        self.service.wait(1)
        self.assertEqual(len(self.b.must(200, "GET", "/api/account/notifications")["browsers"]), 1)
        self.service.status = 410
        self.move()
        self.service.wait(2)
        until = time.monotonic() + 10 * SLOW
        while self.b.must(200, "GET", "/api/account/notifications")["browsers"]:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)

    def silent(self, *names):
        """A push service that never answers, where each of these players has a browser, and messages."""
        service = SilentService()
        self.addCleanup(service.close)
        for name in names:
            c = member(self.server, name)
            self.addCleanup(c.close)
            c.must(201, "POST", "/api/account/push", Browser(service, "/" + name).subscription())
            for _ in range(2):
                match = self.a.create("redstone", ["me", "open"], width=5, height=5)["id"]
                c.must(200, "POST", f"/api/matches/{match}/join", {})
                self.a.play(match, 1, "a1")
        return service

    def test_silent_push_services_delay_nobody_else(self):
        services = [self.silent(f"quiet{i}") for i in range(4)]
        for service in services:
            service.wait(lambda s: s.began == 1)
        self.subscribe()
        for n in range(1, 4):
            self.move()
            self.service.wait(n)
        # All this happened within the first delivery of each of the others.
        self.assertEqual([(s.began, s.ended) for s in services], [(1, 0)] * 4)

    def test_a_newcomer_takes_the_slot_of_a_silent_one(self):
        silent = self.silent(*(f"quiet{i}" for i in range(14)))  # more than strangers have slots
        silent.wait(lambda s: s.ended >= 1)
        self.subscribe()
        self.move()
        self.service.wait(1)

    def test_browsers_are_ended_by_their_player_and_go_with_who_signs_in(self):
        browser, listed = self.subscribe()
        self.a.must(404, "POST", "/api/account/push/end", {"id": listed[0]["id"]})
        got = self.b.must(200, "POST", "/api/account/push/end", {"endpoint": browser.endpoint})
        self.assertEqual(got["browsers"], [])
        browser, _ = self.subscribe()
        got = self.a.must(201, "POST", "/api/account/push", browser.subscription())
        self.assertEqual(len(got["browsers"]), 1)
        self.assertEqual(self.b.must(200, "GET", "/api/account/notifications")["browsers"], [])
        for i in range(9):
            self.a.must(201, "POST", "/api/account/push",
                        Browser(self.service, f"/{i}").subscription())
        self.a.must(409, "POST", "/api/account/push",
                    Browser(self.service, "/more").subscription())
        again = self.server.client()  # another session is no way round
        self.addCleanup(again.close)
        again.must(200, "POST", "/api/signin", {"name": "PUSHER", "password": PASSWORD})
        again.keep_session()
        again.must(409, "POST", "/api/account/push", Browser(self.service, "/more").subscription())
        self.b.must(201, "POST", "/api/account/push", Browser(self.service, "/own").subscription())
        wrong = browser.subscription()
        wrong["keys"]["p256dh"] = "AAAA"
        self.a.must(400, "POST", "/api/account/push", wrong)


if __name__ == "__main__":
    harness.main()
