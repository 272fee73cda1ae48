#!/usr/bin/env python3
"""Profiles, notes, blocks, reports, and what moderators do about them."""
import io
import json
import time
import unittest
import zipfile

import harness

PASSWORD = harness.PASSWORD


class Social(harness.ServerTest):
    def pair(self, a, b, **more):
        match = a.create("redstone", ["me", "open"], width=5, height=5, **more)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        return match

    def test_players_are_found_by_the_beginning_of_their_names(self):
        for name in ("Findus", "finder", "find_me", "fin", "zfind"):
            self.member(name)
        guest = self.guest()
        self.addCleanup(guest.close)
        found = [p["name"] for p in guest.must(200, "GET", "/api/players?q=FIND")["players"]]
        self.assertEqual(sorted(found), ["Findus", "find_me", "finder"])
        self.assertEqual(len(guest.must(200, "GET", "/api/players?q=find&limit=2")["players"]), 2)
        self.assertEqual(guest.must(200, "GET", f"/api/players?q={guest.player['name'][:5]}")["players"], [])
        self.assertEqual(guest.must(200, "GET", "/api/players?q=%25")["players"], [])
        for wrong in ("", "?q=", "?q=" + "x" * 64, "?q=a&limit=0"):
            guest.must(400, "GET", "/api/players" + wrong)

    def test_a_profile_counts_finished_matches(self):
        a, b = self.member("anna"), self.member("bert")
        won, lost, running = self.pair(a, b), self.pair(a, b), self.pair(a, b)
        for match, loser in ((won, b), (lost, a)):
            a.play(match, 1, "a1")
            b.play(match, 2, "e5")
            loser.must(200, "POST", f"/api/matches/{match}/resign", {})
        a.create("levee", ["me", "me"], width=5, height=5)  # against oneself: not counted
        hidden = a.create("claims", ["me", "invite"], private=True)
        b.must(200, "POST", f"/api/matches/{hidden['id']}/join",
               {"invite": hidden["invite"].split("=")[1]})
        a.must(200, "POST", "/api/account/profile", {"about": "I like <b>stones</b>."})
        profile = self.nobody().must(200, "GET", "/api/players/ANNA")
        self.assertEqual(profile["player"]["name"], "anna")
        self.assertEqual(profile["about"], "I like <b>stones</b>.")
        self.assertEqual(profile["games"], [{"game": "redstone", "running": 1, "finished": 2,
                                             "won": 1, "lost": 1, "drawn": 0}])
        self.assertIsNone(profile["you"])
        self.assertIsNone(a.must(200, "GET", "/api/players/anna")["you"])
        seen = b.must(200, "GET", "/api/players/anna")
        self.assertEqual([g["game"] for g in seen["games"]], ["claims", "redstone"])
        self.assertEqual(seen["you"], {"blocked": False, "note": "", "follows": False,
                                       "follows_you": False, "may_follow": True})
        self.assertLess(abs(seen["since"] - time.time() * 1000), 600000)
        self.assertEqual(seen["seen_at"] % 3600000, 0)
        a.must(200, "POST", "/api/account/profile", {"show_seen": False})
        self.assertIsNone(b.must(200, "GET", "/api/players/anna")["seen_at"])
        self.nobody().must(404, "GET", "/api/players/nobody-of-that-name")
        engine = self.nobody().must(200, "GET", "/api/players/engine")
        self.assertEqual(engine["player"]["kind"], "bot")
        self.assertEqual(running, b.match(running)["id"])

    def test_members_write_to_each_other(self):
        a, b, c, guest = self.member("inba"), self.member("inbb"), self.member("inbc"), self.guest()
        hears = self.stream(b, "me")
        hears.wait_type("hello")
        own = self.stream(a, "me")
        own.wait_type("hello")
        line = a.must(201, "POST", "/api/conversations/INBB", {"text": "Grüße <b>"})["id"]
        told = hears.wait_type("conversation")["data"]
        self.assertEqual((told["with"]["name"], told["line"]), ("inba", {"id": line}))
        self.assertEqual(own.wait_type("conversation")["data"]["with"]["name"], "inbb")
        view = b.must(200, "GET", "/api/conversations/inba")
        self.assertEqual([x["text"] for x in view["lines"]], ["Grüße <b>"])
        self.assertEqual((view["unread"], view["writes"], view["more"]), (1, True, False))
        inbox = b.must(200, "GET", "/api/conversations")
        self.assertEqual(inbox["unread"], 1)
        self.assertEqual([(x["player"]["name"], x["unread"], x["last"]["own"])
                          for x in inbox["conversations"]], [("inba", 1, False)])
        # The list of notifications names the writer; reading takes it away.
        notice = hears.wait_type("notification")["data"]["notification"]
        self.assertEqual((notice["kind"], notice["match"], notice["player"]["name"], notice["text"]),
                         ("message", None, "inba", "Grüße <b>"))
        self.assertEqual(b.must(200, "POST", "/api/conversations/inba/read", {}), {"unread": 0})
        self.assertEqual(b.must(200, "GET", "/api/notifications")["notifications"], [])
        self.assertEqual(a.must(200, "GET", "/api/conversations")["unread"], 0)
        # Nobody else reads it, and who may write to whom.
        self.assertEqual(c.must(200, "GET", "/api/conversations")["conversations"], [])
        self.assertEqual(c.must(200, "GET", "/api/conversations/inba")["lines"], [])
        c.must(404, "GET", "/api/conversations/nobody-here")
        guest.must(403, "POST", "/api/conversations/inba", {"text": "x"})
        a.must(403, "POST", f"/api/conversations/{guest.player['name']}", {"text": "x"})
        a.must(403, "POST", "/api/conversations/engine", {"text": "x"})
        a.must(409, "POST", "/api/conversations/inba", {"text": "x"})
        a.must(404, "POST", "/api/conversations/nobody-here", {"text": "x"})
        a.must(400, "POST", "/api/conversations/inbb", {"text": "x" * 501})
        a.must(400, "POST", "/api/conversations/inbb", {"text": ""})
        # Lines: pages, reports, and the ways to take one away.
        second = b.must(201, "POST", "/api/conversations/inba", {"text": "Hello."})["id"]
        page = a.must(200, "GET", "/api/conversations/inbb?limit=1")
        self.assertEqual(([x["id"] for x in page["lines"]], page["more"]), ([second], True))
        self.assertEqual([x["id"] for x in a.must(
            200, "GET", f"/api/conversations/inbb?before={second}")["lines"]], [line])
        report = {"conversation": "inba", "chat": line, "reason": "rude"}
        b.must(201, "POST", "/api/reports", report)
        c.must(404, "POST", "/api/reports", report)
        c.must(404, "POST", "/api/conversations/inba/delete", {"line": line})
        b.must(403, "POST", "/api/conversations/inba/delete", {"line": line})
        a.must(200, "POST", "/api/conversations/inbb/delete", {"line": line})
        self.assertEqual([(x["text"], x.get("deleted", False)) for x in b.must(
            200, "GET", "/api/conversations/inba")["lines"]], [("Hello.", False), ("", True)])
        c.must(403, "POST", f"/api/admin/conversations/{second}/delete", {})
        # A block ends it for both, and hides it from the one who blocks.
        b.must(200, "POST", "/api/players/inba/block", {"blocked": True})
        self.assertIn("hear from you", a.must(
            403, "POST", "/api/conversations/inbb", {"text": "x"})["detail"])
        b.must(409, "POST", "/api/conversations/inba", {"text": "x"})
        self.assertIs(a.must(200, "GET", "/api/conversations/inbb")["writes"], False)
        self.assertEqual(b.must(200, "GET", "/api/conversations")["conversations"], [])
        self.assertEqual(len(a.must(200, "GET", "/api/conversations")["conversations"]), 1)
        # All of it is in the export, and a deleted account takes its own lines along.
        with zipfile.ZipFile(io.BytesIO(b.must(200, "GET", "/api/account/export"))) as z:
            kept = json.loads(z.read("messages.json"))
        self.assertEqual([(x["with"]["name"], [m["text"] for m in x["messages"]]) for x in kept],
                         [("inba", ["Hello.", ""])])
        b.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        end = time.monotonic() + 10 * harness.SLOW
        while a.must(200, "GET", "/api/conversations")["conversations"][0]["last"] is not None:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        name = a.must(200, "GET", "/api/conversations")["conversations"][0]["player"]["name"]
        self.assertNotEqual(name, "inbb")
        view = a.must(200, "GET", f"/api/conversations/{name}")
        self.assertEqual(([x["id"] for x in view["lines"]], view["writes"]), ([line], False))
        a.must(403, "POST", f"/api/conversations/{name}", {"text": "x"})

    def test_a_moderator_takes_a_message_away(self):
        a, b = self.member("foula"), self.member("foulb")
        line = a.must(201, "POST", "/api/conversations/foulb", {"text": "foul words"})["id"]
        b.must(201, "POST", "/api/reports", {"conversation": "foula", "chat": line, "reason": "see"})
        boss = self.boss()
        report = boss.must(200, "GET", "/api/admin/reports?state=open")["reports"][0]
        self.assertEqual((report["chat"]["text"], report["player"]["name"], report["match"]),
                         ("foul words", "foula", None))
        self.assertGreater(report["conversation"], 0)
        boss.must(200, "POST", f"/api/admin/conversations/{line}/delete", {})
        boss.must(404, "POST", f"/api/admin/tournamentchat/{line}/delete", {})
        self.assertEqual(b.must(200, "GET", "/api/conversations/foula")["lines"][0]["text"], "")

    def test_a_former_name_finds_its_player(self):
        a = self.member("caterpillar")
        a.must(200, "POST", "/api/account/name", {"name": "butterfly", "password": PASSWORD})
        profile = self.nobody().must(200, "GET", "/api/players/caterpillar")
        self.assertEqual(profile["player"]["name"], "butterfly")

    def test_notes_are_for_their_writer_only(self):
        a, b = self.member("noter"), self.member("noted")
        match = self.pair(a, b)
        note = {"text": "plays the corner “first” — beware"}
        self.assertEqual(a.must(200, "POST", "/api/players/noted/note", note), note)
        self.assertEqual(a.must(200, "POST", f"/api/matches/{match}/note", note), note)
        self.assertEqual(a.must(200, "GET", "/api/players/noted/note"), note)
        self.assertEqual(a.must(200, "GET", "/api/players/noted")["you"]["note"], note["text"])
        for c in (b, self.guest()):
            self.assertEqual(c.must(200, "GET", f"/api/matches/{match}/note"), {"text": ""})
        self.nobody().must(401, "GET", f"/api/matches/{match}/note")
        self.assertNotIn(note["text"], str(b.match(match)))
        a.must(400, "POST", f"/api/matches/{match}/note", {"text": "x" * 4001})
        a.must(200, "POST", f"/api/matches/{match}/note", {"text": "ß" * 4000})
        a.must(200, "POST", f"/api/matches/{match}/note", {"text": ""})
        self.assertEqual(a.must(200, "GET", f"/api/matches/{match}/note"), {"text": ""})
        hidden = b.create("levee", ["me", "me"], private=True)["id"]
        a.must(404, "GET", f"/api/matches/{hidden}/note")
        a.must(404, "POST", f"/api/matches/{hidden}/note", note)
        a.must(404, "POST", "/api/players/nobody-at-all/note", note)

    def test_a_blocked_player_cannot_join_challenge_or_write(self):
        a, b = self.member("blocker"), self.member("pest")
        running = self.pair(a, b)
        b.must(201, "POST", f"/api/matches/{running}/chat", {"text": "buy this"})
        a.must(201, "POST", f"/api/matches/{running}/chat", {"text": "no"})
        waiting = a.create("redstone", ["me", "open"])["id"]
        self.assertEqual(a.must(200, "POST", "/api/players/pest/block", {"blocked": True}),
                         {"blocked": True})
        a.must(400, "POST", "/api/players/blocker/block", {"blocked": True})
        self.assertTrue(a.must(200, "GET", "/api/players/pest")["you"]["blocked"])
        listed = a.must(200, "GET", "/api/account/blocks")["players"]
        self.assertEqual([p["name"] for p in listed], ["pest"])
        b.must(403, "POST", f"/api/matches/{waiting}/join", {})
        b.must(403, "POST", f"/api/matches/{running}/chat", {"text": "buy it now"})
        b.must(403, "POST", "/api/matches", {"game": "redstone",
                                             "seats": ["me", {"player": "blocker"}]})
        self.assertEqual([c["text"] for c in a.match(running)["chat"]], ["no"])
        self.assertEqual([c["text"] for c in b.match(running)["chat"]], ["buy this", "no"])
        a.play(running, 1, "a1")  # running matches continue
        b.play(running, 2, "e5")
        b.must(200, "POST", f"/api/matches/{running}/resign", {})
        b.must(403, "POST", f"/api/matches/{running}/rematch", {})
        a.must(200, "POST", "/api/players/pest/block", {"blocked": False})
        b.must(200, "POST", f"/api/matches/{waiting}/join", {})
        self.assertEqual(len(a.match(running)["chat"]), 2)

    def test_reports_reach_moderators_who_act(self):
        a, b = self.member("victim"), self.member("villain")
        boss = self.boss()
        match = self.pair(a, b)
        stream = harness.Stream(a, f"match:{match}")
        stream.wait_type("hello")
        line = b.must(201, "POST", f"/api/matches/{match}/chat", {"text": "vile words"})
        said = stream.wait_type("chat")["data"]["event"]
        report = {"match": match, "chat": line["id"], "reason": "Look at this."}
        number = a.must(201, "POST", "/api/reports", report)["id"]
        a.must(201, "POST", "/api/reports", {"player": "villain", "reason": "and again"})
        a.must(400, "POST", "/api/reports", {"reason": "nobody"})
        a.must(404, "POST", "/api/reports", {"player": "not-there", "reason": "x"})
        a.must(404, "POST", "/api/reports", {**report, "match": match + 1})
        self.nobody().must(401, "POST", "/api/reports", report)
        a.must(403, "GET", "/api/admin/reports")
        listed = boss.must(200, "GET", "/api/admin/reports?state=open")["reports"]
        found = next(r for r in listed if r["id"] == number)
        self.assertEqual((found["by"]["name"], found["player"]["name"], found["match"]),
                         ("victim", "villain", match))
        self.assertEqual(found["chat"]["text"], "vile words")
        page = boss.must(200, "GET", "/api/admin/reports?limit=1")
        self.assertEqual(len(page["reports"]), 1)
        self.assertEqual(page["next"], page["reports"][0]["id"])
        self.assertEqual(boss.must(200, "GET", "/api/admin/players/villain")["reports"], 2)

        boss.must(200, "POST", f"/api/admin/chat/{line['id']}/delete", {})
        gone = stream.wait(lambda e: e["event"] == "chat" and e["data"]["line"].get("deleted"))
        self.assertEqual(gone["data"]["line"]["text"], "")
        self.assertEqual(a.match(match)["chat"][0]["text"], "")
        self.assertTrue(a.match(match)["chat"][0]["deleted"])
        again = harness.Stream(a, f"match:{match}", since=said - 1)
        self.assertEqual(again.wait_type("chat")["data"]["line"]["text"], "")
        again.close()
        stream.close()

        boss.must(200, "POST", f"/api/admin/reports/{number}/close", {"answer": "deleted"})
        boss.must(409, "POST", f"/api/admin/reports/{number}/close", {})
        closed = boss.must(200, "GET", "/api/admin/reports?state=closed")["reports"]
        self.assertEqual((closed[0]["id"], closed[0]["answer"], closed[0]["closed_by"]["name"]),
                         (number, "deleted", "boss"))
        what = [d["what"] for d in boss.must(200, "GET", "/api/admin/log")["log"]]
        self.assertIn("delete chat", what)
        self.assertIn("close", what)

    def test_twenty_open_reports_are_enough(self):
        a = self.member("complainer")
        self.member("complained")
        for _ in range(20):
            a.must(201, "POST", "/api/reports", {"player": "complained", "reason": "x"})
        a.must(429, "POST", "/api/reports", {"player": "complained", "reason": "x"})

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

    def test_a_ban_ends_sessions_and_keeps_out_until_its_time(self):
        boss = self.boss()
        b = self.member("banned")
        token = b.must(201, "POST", "/api/account/tokens",
                       {"name": "t", "scopes": ["play"], "password": PASSWORD})["secret"]
        until = int((time.time() + 3600) * 1000)
        player = boss.must(200, "POST", "/api/admin/players/banned/ban",
                           {"reason": "enough", "until": until})
        self.assertEqual((player["ban"]["reason"], player["ban"]["until"], player["sessions"]),
                         ("enough", until, 0))
        self.assertIsNone(b.must(200, "GET", "/api/me"))
        self.nobody().must(401, "GET", "/api/me", headers={"Authorization": "Bearer " + token})
        told = self.nobody().must(403, "POST", "/api/signin",
                                  {"name": "banned", "password": PASSWORD})
        self.assertIn("enough", told["detail"])
        self.nobody().must(401, "POST", "/api/signin", {"name": "banned", "password": "not this"})
        listed = boss.must(200, "GET", "/api/admin/players?banned=1&name=BAN")["players"]
        self.assertEqual([p["player"]["name"] for p in listed], ["banned"])
        until = int((time.time() + 1) * 1000)
        boss.must(200, "POST", "/api/admin/players/banned/ban", {"reason": "soon", "until": until})
        time.sleep(max(0, until / 1000 - time.time()) + 0.1)
        self.nobody().must(200, "POST", "/api/signin", {"name": "banned", "password": PASSWORD})
        boss.must(200, "POST", "/api/admin/players/banned/ban", {"reason": "for good"})
        self.nobody().must(403, "POST", "/api/signin", {"name": "banned", "password": PASSWORD})
        boss.must(200, "POST", "/api/admin/players/banned/unban", {})
        self.nobody().must(200, "POST", "/api/signin", {"name": "banned", "password": PASSWORD})

    def test_a_banned_player_cannot_play_by_mail_either(self):
        boss = self.boss()
        c = self.nobody()
        self.assertTrue(c.must(200, "POST", "/api/pbm",
                               {"command": "signup mailer sesame-seeds m@example.net"})["done"])
        self.assertTrue(c.must(200, "POST", "/api/pbm",
                               {"command": "set mailer sesame-seeds mail=none"})["done"])
        boss.must(200, "POST", "/api/admin/players/mailer/ban", {"reason": "no more letters"})
        answer = c.must(200, "POST", "/api/pbm", {"command": "set mailer sesame-seeds mail=every"})
        self.assertFalse(answer["done"])
        self.assertIn("no more letters", answer["reply"])

    def test_nobody_challenges_or_invites_a_player_who_is_banned_or_gone(self):
        """They could not answer: the page, the API, a command and a rematch are refused alike."""
        boss, host = self.boss(), self.member("host")
        command = {"command": "signup letters sesame-seeds l@example.net"}
        self.assertTrue(self.nobody().must(200, "POST", "/api/pbm", command)["done"])
        team = host.must(201, "POST", "/api/teams", {"name": "Hosts"})["id"]

        def played(name):
            player = self.member(name)
            match = self.pair(host, player)
            host.play(match, 1, "a1")
            player.play(match, 2, "e5")
            host.must(200, "POST", f"/api/matches/{match}/resign", {})
            return player, match

        def asks(name, match):
            seats = {"game": "redstone", "seats": ["me", {"player": name}]}
            mail = {"command": f"levee challenge -size=5 -password=sesame-seeds letters {name}"}
            status, said = host.post("/api/matches", seats)
            yield status, said if status < 300 else said["detail"]
            status, said = host.post(f"/api/matches/{match}/rematch", {})
            yield status, said if status < 300 else said["detail"]
            status, said = host.post(f"/api/teams/{team}/invite", {"player": name})
            yield status, said if status < 300 else said["detail"]
            said = self.nobody().must(200, "POST", "/api/pbm", mail)
            yield (200 if said["done"] else 403), said["reply"]

        _, match = played("culprit")
        boss.must(200, "POST", "/api/admin/players/culprit/ban", {"reason": "rude"})
        for status, said in asks("culprit", match):
            self.assertEqual((status, "banned" in said), (403, True), said)
        boss.must(200, "POST", "/api/admin/players/culprit/unban", {})
        for status, said in asks("culprit", match):
            self.assertLess(status, 300, said)
        gone, match = played("leaver")
        gone.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        name = next(s["player"]["name"] for s in host.match(match)["seats"] if s["player"]["name"] != "host")
        self.assertTrue(name.startswith("deleted-"), name)
        for status, said in asks(name, match):
            self.assertEqual((status in (403, 404), "deleted" in said), (True, True), said)

    def test_roles_are_given_by_administrators_and_the_last_one_stays(self):
        boss = self.boss()
        m, p = self.member("moderator-to-be"), self.member("plain")
        m.must(403, "GET", "/api/admin/players")
        player = boss.must(200, "POST", "/api/admin/players/moderator-to-be/role",
                           {"role": "moderator"})
        self.assertEqual(player["role"], "moderator")
        m.must(200, "GET", "/api/admin/players?limit=5")
        m.must(403, "POST", "/api/admin/players/plain/role", {"role": "moderator"})
        m.must(403, "POST", "/api/admin/players/plain/reset", {})
        m.must(403, "POST", "/api/admin/players/boss/ban", {"reason": "mutiny"})
        m.must(400, "POST", "/api/admin/players/moderator-to-be/ban", {"reason": "myself"})
        m.must(403, "POST", "/api/admin/players/engine/ban", {"reason": "too strong"})
        m.must(200, "POST", "/api/admin/players/plain/ban", {"reason": "spam"})
        self.assertIsNone(p.must(200, "GET", "/api/me"))
        boss.must(409, "POST", "/api/admin/players/boss/role", {"role": "player"})
        boss.must(409, "POST", "/api/account/delete", {"password": PASSWORD})
        boss.must(400, "POST", "/api/admin/players/plain/role", {"role": "emperor"})
        guest = self.guest()
        boss.must(400, "POST", f"/api/admin/players/{guest.player['name']}/role",
                  {"role": "moderator"})
        token = boss.must(200, "POST", "/api/account/sessions/end", {"others": True})
        self.assertEqual(len(token["sessions"]), 1)

    def test_an_administrator_helps_a_player_who_lost_the_password(self):
        boss = self.boss()
        p = self.member("forgetful")
        reset = boss.must(200, "POST", "/api/admin/players/forgetful/reset", {})
        self.assertGreater(reset["expires_at"], time.time() * 1000)
        c = self.nobody()
        c.must(200, "POST", "/api/recover/finish",
               {"token": reset["token"], "password": "another horse"})
        self.assertIsNone(p.must(200, "GET", "/api/me"))
        self.nobody().must(200, "POST", "/api/signin",
                           {"name": "forgetful", "password": "another horse"})


if __name__ == "__main__":
    harness.main()
