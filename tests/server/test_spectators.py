#!/usr/bin/env python3
"""Spectators by name, and their chat, which players cannot read and are not told of while the match runs."""
import io
import json
import time
import zipfile

import harness

SECRET = "c4 wins at once"


class Spectators(harness.ServerTest):
    made = 0

    def member(self, name):
        Spectators.made += 1
        c = self.server.client()
        self.addCleanup(c.close)
        c.must(201, "POST", "/api/signup", {"name": f"{name}{Spectators.made}",
                                            "password": "correct horse"})
        c.keep_session()
        c.name = f"{name}{Spectators.made}"
        return c

    def running(self, **more):
        white, black = self.member("white"), self.member("black")
        match = white.create("levee", ["me", {"player": black.name}], width=5, **more)["id"]
        black.must(200, "POST", f"/api/matches/{match}/accept", {})
        return white, black, match

    def read(self, client, match, query=""):
        return client.must(200, "GET", f"/api/matches/{match}/spectators{query}")

    def say(self, client, match, text, status=201, **more):
        return client.must(status, "POST", f"/api/matches/{match}/spectators",
                           {"text": text, **more})

    def texts(self, client, match):
        lines = self.read(client, match)["lines"]
        return None if lines is None else [line["text"] for line in lines]

    def test_members_read_and_write_while_players_learn_nothing(self):
        white, black, match = self.running()
        ann, bob, guest = self.member("ann"), self.member("bob"), self.server.guest()
        self.addCleanup(guest.close)
        hears = self.stream(bob, f"match:{match},spectators:{match}")
        others = [self.stream(white, f"match:{match},me,lobby"),
                  self.stream(guest, f"match:{match},me,lobby")]
        line = self.say(ann, match, SECRET)
        self.assertEqual((line["text"], line["player"]["name"]), (SECRET, ann.name))
        told = hears.wait_type("spectators")
        self.assertEqual(set(told["data"]), {"event", "match"})
        view = self.read(bob, match)
        self.assertEqual(([x["text"] for x in view["lines"]], view["writes"]), ([SECRET], True))
        # The players, a guest and a stranger can neither read nor write.
        for client in (white, black, guest, self.nobody()):
            view = self.read(client, match)
            self.assertEqual((view["lines"], view["next"], view["writes"]), (None, None, False))
            client.must(403, "GET", f"/api/events?topics=spectators:{match}")
            status = client.request("POST", f"/api/matches/{match}/spectators", {"text": "hm"})[0]
            self.assertIn(status, (401, 403))
        # A report would say whether the line is there.
        for client, status in ((white, 404), (bob, 201)):
            client.must(status, "POST", "/api/reports",
                        {"match": match, "chat": line["id"], "reason": "Look at this."})
        # Every other answer about the match, the notifications, the export and play by mail.
        white.play(match, 1, "b2")
        for client in (white, black):
            for path in (f"/api/matches/{match}", "/api/matches", f"/api/matches/{match}/record?format=json",
                         "/api/notifications", "/api/me", "/api/lobby"):
                answer = client.must(200, "GET", path)
                self.assertNotIn(SECRET, json.dumps(answer, default=str), path)
            said = client.must(200, "POST", "/api/pbm", {"command": f"levee show {match}"})
            self.assertNotIn(SECRET, json.dumps(said))
            status, export = client.request("GET", "/api/account/export")
            self.assertEqual(status, 200)
            with zipfile.ZipFile(io.BytesIO(export)) as files:
                for name in files.namelist():
                    self.assertNotIn(SECRET, files.read(name).decode("utf-8", "replace"), name)
        others[0].wait_type("move")
        for stream in others:
            self.assertNotIn("spectators", stream.types())
        self.assertNotIn(SECRET, json.dumps(ann.match(match)["chat"]))
        # Once it is over, everyone reads it, and members who did not play can still write.
        white.must(200, "POST", f"/api/matches/{match}/resign", {})
        for client in (white, black, guest, self.nobody()):
            self.assertEqual(self.texts(client, match), [SECRET])
        later = self.stream(white, f"spectators:{match}")
        self.say(bob, match, "a pity")
        later.wait_type("spectators")
        self.assertEqual(self.texts(black, match), ["a pity", SECRET])
        self.say(white, match, "thanks", status=403)

    def test_pages_of_lines_and_limits(self):
        _, _, match = self.running()
        ann = self.member("ann")
        for i in range(5):
            self.say(ann, match, f"line {i}")
        first = self.read(ann, match, "?limit=2")
        self.assertEqual([x["text"] for x in first["lines"]], ["line 4", "line 3"])
        second = self.read(ann, match, f"?limit=2&before={first['next']}")
        self.assertEqual([x["text"] for x in second["lines"]], ["line 2", "line 1"])
        last = self.read(ann, match, f"?limit=2&before={second['next']}")
        self.assertEqual(([x["text"] for x in last["lines"]], last["next"]), (["line 0"], None))
        self.say(ann, match, "ß" * 500)
        self.say(ann, match, "ß" * 501, status=400)
        self.say(ann, match, "", status=400)
        ann.must(400, "GET", f"/api/matches/{match}/spectators?limit=101")
        self.say(ann, match + 1000, "x", status=404)
        ann.must(404, "GET", f"/api/matches/{match + 1000}/spectators")
        waiting = ann.create("levee", ["me", "open"])["id"]
        self.say(self.member("eve"), waiting, "too early", status=403)

    def test_blocked_members_do_not_write_and_are_not_read(self):
        white, _, match = self.running()
        ann, pest = self.member("ann"), self.member("pest")
        self.say(pest, match, "buy this")
        self.assertEqual(self.texts(ann, match), ["buy this"])
        ann.must(200, "POST", f"/api/players/{pest.name}/block", {"blocked": True})
        self.assertEqual(self.texts(ann, match), [])
        white.must(200, "POST", f"/api/players/{pest.name}/block", {"blocked": True})
        self.say(pest, match, "buy it now", status=403)

    def test_a_private_match_keeps_its_chat_private(self):
        white, black = self.member("white"), self.member("black")
        m = white.create("levee", ["me", "invite"], width=5, private=True)
        invite = m["invite"].split("=")[1]
        black.must(200, "POST", f"/api/matches/{m['id']}/join", {"invite": invite})
        ann, friend = self.member("ann"), self.member("friend")
        self.say(ann, m["id"], "psst", status=404)
        ann.must(404, "GET", f"/api/matches/{m['id']}/spectators")
        ann.must(404, "GET", f"/api/events?topics=spectators:{m['id']}")
        self.say(friend, m["id"], "psst", invite=invite)
        hears = self.stream(friend, f"spectators:{m['id']}:{invite}")
        self.say(friend, m["id"], "again", invite=invite)
        hears.wait_type("spectators")
        view = self.read(friend, m["id"], f"?invite={invite}")
        self.assertEqual([x["text"] for x in view["lines"]], ["again", "psst"])

    def test_a_match_with_a_delay_has_the_chat_when_it_is_over(self):
        white, _, match = self.running(delay={"plies": 2})
        ann = self.member("ann")
        refused = self.say(ann, match, "psst", status=403)
        self.assertIn("delay", refused["detail"])
        self.assertIsNone(self.texts(ann, match))
        white.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.say(ann, match, "now")
        self.assertEqual(self.texts(white, match), ["now"])

    def test_only_spectators_hear_that_moderators_removed_a_line(self):
        white, _, match = self.running()
        ann, boss = self.member("ann"), self.member("boss")
        self.server.stop()
        self.server.options += ["--admin", boss.name]
        self.server.start()
        for client in (white, ann, boss):
            client.port = self.server.port
            client.connection.close()
        line = self.say(ann, match, "vile")
        hears = self.stream(ann, f"spectators:{match}")
        plays = self.stream(white, f"match:{match},me")
        boss.must(200, "POST", f"/api/admin/chat/{line['id']}/delete", {})
        hears.wait_type("spectators")
        found = self.read(ann, match)["lines"][0]
        self.assertEqual((found["text"], found["deleted"]), ("", True))
        white.play(match, 1, "b2")
        plays.wait_type("move")
        self.assertNotIn("chat", plays.types())

    def test_a_moderator_who_plays_reads_no_report_before_the_end(self):
        boss, black, ann = self.member("boss"), self.member("black"), self.member("ann")
        self.server.stop()
        self.server.options += ["--admin", boss.name]
        self.server.start()
        for client in (boss, black, ann):
            client.port = self.server.port
            client.connection.close()
        match = boss.create("levee", ["me", {"player": black.name}], width=5)["id"]
        black.must(200, "POST", f"/api/matches/{match}/accept", {})
        line = self.say(ann, match, SECRET)
        number = self.member("bob").must(201, "POST", "/api/reports", {
            "match": match, "chat": line["id"], "reason": f"He said {SECRET}"})["id"]

        def found():
            reports = boss.must(200, "GET", "/api/admin/reports")["reports"]
            report = next(r for r in reports if r["id"] == number)
            return report["chat"]["text"], report["reason"]

        self.assertEqual(found(), ("", ""))
        closed = boss.must(200, "POST", f"/api/admin/reports/{number}/close", {"answer": "later"})
        self.assertEqual((closed["chat"]["text"], closed["reason"]), ("", ""))
        boss.must(200, "POST", f"/api/matches/{match}/resign", {})
        self.assertEqual(found(), (SECRET, f"He said {SECRET}"))

    def test_members_are_named_unless_they_hide(self):
        white, _, match = self.running()
        ann, hidden, guest = self.member("ann"), self.member("hidden"), self.server.guest()
        self.addCleanup(guest.close)
        hidden.must(200, "POST", "/api/account/profile", {"show_seen": False})
        for client in (white, ann, ann, hidden, guest, self.nobody()):
            self.stream(client, f"match:{match}")
        deadline = time.time() + 10 * harness.SLOW
        view = self.read(self.nobody(), match)
        while view["more"] != 3 and time.time() < deadline:
            time.sleep(0.05)
            view = self.read(self.nobody(), match)
        self.assertEqual([p["name"] for p in view["players"]], [ann.name])
        self.assertEqual(view["more"], 3)  # hidden, the guest and the stranger

    def test_at_most_twenty_are_named(self):
        _, _, match = self.running()
        members = [self.member("fan") for _ in range(22)]
        for client in members:
            self.stream(client, f"match:{match}")
        deadline = time.time() + 10 * harness.SLOW
        view = self.read(self.nobody(), match)
        while view["more"] != 2 and time.time() < deadline:
            time.sleep(0.05)
            view = self.read(self.nobody(), match)
        self.assertEqual([p["name"] for p in view["players"]], [c.name for c in members[:20]])
        self.assertEqual(view["more"], 2)

    def test_the_export_has_ones_own_lines(self):
        _, _, match = self.running()
        ann = self.member("ann")
        self.say(ann, match, SECRET)
        status, export = ann.request("GET", "/api/account/export")
        self.assertEqual(status, 200)
        with zipfile.ZipFile(io.BytesIO(export)) as files:
            lines = json.loads(files.read("chat.json"))
        self.assertEqual([(x["match"], x["room"], x["text"]) for x in lines],
                         [(match, "spectators", SECRET)])


if __name__ == "__main__":
    harness.main()
