#!/usr/bin/env python3
"""Accounts: signing up and in, names, passwords, sessions, API tokens, addresses, leaving."""
import concurrent.futures
import io
import json
import os
import re
import time
import unicodedata
import unittest
import urllib.parse
import zipfile

import harness
from postoffice import PostOffice, text_of

PASSWORD = harness.PASSWORD


class Visits(harness.ServerTest):
    def member(self, name, client=None):
        c = client or self.nobody()
        c.account = c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.keep_session()
        return c

    def signin(self, name, password=PASSWORD, client=None, status=200, **more):
        c = client or self.nobody()
        c.account = c.must(status, "POST", "/api/signin",
                           {"name": name, "password": password, **more})
        if status == 200:
            c.keep_session()
        return c


class Cost(Visits):
    """The cost of checking passwords does not slow others down."""

    slow_passwords = True

    def test_time_does_not_tell_whether_there_is_such_a_name(self):
        self.member("punctual")
        times = {"punctual": [], "not-punctual": []}
        for _ in range(5):
            for name, list_ in times.items():
                began = time.monotonic()
                self.signin(name, "wrong horse", status=401)
                list_.append(time.monotonic() - began)
        known, unknown = (min(t) for t in times.values())
        # One computation of Argon2id each; without it the answer takes a hundredth of the time.
        self.assertLess(max(known, unknown) / min(known, unknown), 8, times)

    def test_when_many_sign_in_at_once_the_rest_is_sent_away_and_others_play_on(self):
        self.member("popular")
        player = self.guest()
        match = player.create("redstone", ["me", "me"])["id"]

        def attempt(_):
            c = self.server.client()
            try:
                return c.post("/api/signin", {"name": "popular", "password": "wrong horse"})[0]
            finally:
                c.close()

        with concurrent.futures.ThreadPoolExecutor(40) as pool:
            began = time.monotonic()
            attempts = pool.map(attempt, range(40))
            player.play(match, 1, "a1")
            moved = time.monotonic() - began
            self.assertLessEqual(set(attempts), {401, 503})
            self.assertLess(moved, (time.monotonic() - began) / 2)


class Accounts(Visits):
    def test_a_guest_who_signs_up_keeps_id_and_matches_but_not_the_old_cookie(self):
        a, b = self.guest(), self.guest()
        match = a.create("redstone", ["me", "open"], width=5, height=5)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        stream = harness.Stream(b, f"match:{match}")
        stream.wait_type("hello")
        before, player = a.cookie, a.player
        self.member("Keeper", a)
        self.assertEqual(a.account["player"], {"id": player["id"], "name": "Keeper",
                                               "kind": "member"})
        self.assertTrue(a.account["has_password"])
        a.play(match, 1, "a1")
        seat = b.match(match)["seats"][0]
        self.assertEqual(seat["player"]["name"], "Keeper")
        told = stream.wait_type("match")
        self.assertEqual(told["data"]["value"]["seats"][0]["player"]["name"], "Keeper")
        stream.close()
        old = self.nobody()
        old.cookie = before
        self.assertIsNone(old.must(200, "GET", "/api/me"))

    def test_names_are_one_space_whatever_their_case(self):
        self.member("Unique")
        for name in ("Unique", "unique", "UNIQUE"):
            self.nobody().must(409, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        for name in ("x", "1abc", "a" * 25, "guest-crow-12", "Guest-crow", "deleted-player-9",
                     "engine", "Admin", "show", "palisade", "with blank", "a<b>", "jörg", "me"):
            got, value = self.nobody().post("/api/signup", {"name": name, "password": PASSWORD})
            self.assertIn(got, (400, 409), (name, value))
        self.nobody().must(400, "POST", "/api/signup", {"name": "shorty", "password": "1234567"})
        self.nobody().must(400, "POST", "/api/signup", {"name": "samesame", "password": "samesame"})

    def test_names_that_look_alike_are_one_name(self):
        self.member("Iann")
        self.member("mo0n")
        for name in ("lann", "1ann", "LANN", "Ianн", "rnoon", "MOON"):
            got, value = self.nobody().post("/api/signup", {"name": name, "password": PASSWORD})
            self.assertIn(got, (400, 409), (name, value))
        c = self.member("hann")
        c.must(409, "POST", "/api/account/name", {"name": "lann", "password": PASSWORD})
        c = self.member("oleg1")
        c.must(200, "POST", "/api/account/name", {"name": "olegI", "password": PASSWORD})
        answer = self.nobody().must(200, "POST", "/api/pbm",
                                    {"command": "signup lann sesame-seeds o@example.net"})
        self.assertFalse(answer["done"])

    def test_keyboards_spell_names_and_passwords_in_their_own_way(self):
        nobody = self.nobody()
        nobody.must(201, "POST", "/api/signup", {"name": "speller ", "password": "pässwörter\u00a0x"})
        for name, password, status in (
                ("speller", "pässwörter x", 200), ("speller ", "pa\u0308sswo\u0308rter x", 200),
                ("\ufeffspeller\u00a0", "pässwörter\u2003x", 200), ("speller", "pässwörterx", 401),
                ("speller", "pässwörter x ", 401)):
            self.nobody().must(status, "POST", "/api/signin", {"name": name, "password": password})
        data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "http")
        with open(os.path.join(data, "signin_trailing_blank.json"), encoding="utf-8") as f:
            asked = json.load(f)
        self.member(asked["name"].strip())
        self.nobody().must(200, "POST", "/api/signin", {**asked, "password": PASSWORD})
        with open(os.path.join(data, "signin_nfd_password.txt"), encoding="utf-8") as f:
            word = f.read().split()[3] + " x"
        self.nobody().must(201, "POST", "/api/signup", {"name": "composed", "password": word})
        self.nobody().must(200, "POST", "/api/signin",
                           {"name": "composed", "password": unicodedata.normalize("NFD", word)})

    def test_a_name_is_found_however_it_was_typed(self):
        a, b = self.member("typist"), self.member("reader")
        for typed in ("typist ", "\ufeffTypist\u00a0", "\u200btyp\u00adist", "ｔｙｐｉｓｔ", "\u202etypist\u202c"):
            name = urllib.parse.quote(typed)
            self.assertEqual(b.must(200, "GET", f"/api/players/{name}")["player"]["name"], "typist", repr(typed))
            b.must(200, "GET", f"/api/matches?player={name}")
            b.must(200, "GET", f"/api/teams?player={name}")
            b.create("levee", ["me", {"player": typed}], width=5, height=5)
            b.must(200, "POST", f"/api/players/{name}/follow", {"follow": True})
            b.must(202, "POST", "/api/recover", {"name": typed})
            got = b.must(200, "POST", "/api/pbm", {"command": f"levee challenge -size=5 -password=- reader {typed}"})
            self.assertIn("typist is asked", got["reply"], repr(typed))
        self.assertEqual([p["name"] for p in b.must(200, "GET", "/api/players?q=%C2%A0typ%20")["players"]],
                         ["typist"])
        b.must(404, "GET", "/api/players/%C2%A0%20")
        b.must(400, "POST", "/api/teams", {"name": "\u00a0\u200b"})

    def test_names_are_kept_in_one_spelling(self):
        a = self.member("speller3")
        a.must(200, "POST", "/api/account/name", {"name": "\u2060speller4\u00a0", "password": PASSWORD})
        self.assertEqual(a.must(200, "GET", "/api/me")["name"], "speller4")
        team = a.must(201, "POST", "/api/teams", {"name": "\ufeffJo\u0308rgs\u00a0Larks\u200b "})["id"]
        self.assertEqual(a.must(200, "GET", f"/api/teams/{team}")["name"], "Jörgs Larks")
        a.must(409, "POST", "/api/teams", {"name": "J\u00f6rgs Larks"})
        found = a.must(200, "GET", "/api/teams?q=" + urllib.parse.quote("jo\u0308rgs"))["teams"]
        self.assertEqual([t["id"] for t in found], [team])
        study = a.must(201, "POST", "/api/studies", {"name": " o\u0308ffnung\u202e\n"})["id"]
        self.assertEqual(a.must(200, "GET", f"/api/studies/{study}")["name"], "öffnung")
        # A line of chat that nobody can see is none; what a terminal would obey is not kept.
        a.must(400, "POST", f"/api/studies/{study}/chat", {"text": "\u00a0\u200b\u202e"})
        a.must(201, "POST", f"/api/studies/{study}/chat", {"text": "a\u001b[31mb\u009bc\u202ed"})
        chat = a.must(200, "GET", f"/api/studies/{study}/chat")["lines"]
        self.assertEqual(chat[-1]["text"], "a[31mbcd")

    def test_a_member_signs_in_anywhere_and_only_with_the_right_password(self):
        self.member("walker")
        c = self.signin("WALKER")
        self.assertEqual(c.must(200, "GET", "/api/me")["name"], "walker")
        wrong = self.signin("walker", "wrong horse", status=401).account
        nobody = self.signin("nobody-here", "wrong horse", status=401).account
        self.assertEqual(wrong, nobody)
        c.must(200, "POST", "/api/signout", {})
        self.assertIn("Max-Age=0", c.headers["set-cookie"])
        self.assertIsNone(c.must(200, "GET", "/api/me"))
        c.must(409, "POST", "/api/signup", {"name": "walker", "password": PASSWORD})

    def test_a_guest_who_signs_in_may_bring_his_matches(self):
        other = self.guest()
        member = self.member("collector")
        for bring in (False, True):
            g = self.guest()
            match = g.create("levee", ["me", "open"], width=5, height=5)["id"]
            other.must(200, "POST", f"/api/matches/{match}/join", {})
            g.must(201, "POST", f"/api/matches/{match}/chat", {"text": "mine"})
            both = g.create("levee", ["me", "open"], width=5, height=5)["id"]
            member.must(200, "POST", f"/api/matches/{both}/join", {})
            name = g.player["name"]
            self.signin("collector", client=g, bring=bring)
            m = other.match(match)
            self.assertEqual(m["seats"][0]["player"]["name"], "collector" if bring else name)
            self.assertEqual(m["chat"][0]["player"]["name"], "collector" if bring else name)
            names = [s["player"]["name"] for s in other.match(both)["seats"]]
            self.assertEqual(sorted(names), sorted([name, "collector"]))
            got, _ = g.move(match, 1, "a1")
            self.assertEqual(got, 200 if bring else 403)

    def test_the_name_can_be_changed_once_and_the_former_one_is_kept(self):
        c = self.member("oldname")
        c.must(403, "POST", "/api/account/name", {"name": "newname", "password": "not it at all"})
        c.must(400, "POST", "/api/account/name", {"name": "no good", "password": PASSWORD})
        account = c.must(200, "POST", "/api/account/name", {"name": "newname",
                                                            "password": PASSWORD})
        self.assertEqual(account["player"]["name"], "newname")
        c.must(409, "POST", "/api/account/name", {"name": "newer", "password": PASSWORD})
        self.nobody().must(409, "POST", "/api/signup", {"name": "OldName", "password": PASSWORD})
        self.signin("newname")
        self.signin("oldname", status=401)
        answer = self.nobody().must(200, "POST", "/api/pbm",
                                    {"command": "signup oldname sesame-seeds o@example.net"})
        self.assertFalse(answer["done"])

    def test_a_password_that_is_guessed_first_is_refused_wherever_one_is_chosen(self):
        c = self.member("chooser-1")
        for password in ("password", "Passw0rd!", "qwertyuiop", "dragon2019", "12345678", "1hxboqg2"):
            problem = self.nobody().must(400, "POST", "/api/signup", {"name": "chooser-2",
                                                                      "password": password})
            self.assertIn("guessed quickly", problem["detail"])
            c.must(400, "POST", "/api/account/password", {"password": PASSWORD, "new": password})
            answer = self.nobody().must(200, "POST", "/api/pbm", {
                "command": f"signup chooser-2 {password} w@example.net"})
            self.assertFalse(answer["done"], answer)
        c.must(400, "POST", "/api/account/password", {"password": PASSWORD, "new": "Chooser-1"})
        c.must(400, "POST", "/api/account/password", {"password": PASSWORD, "new": "chooser-1!!"})
        self.nobody().must(201, "POST", "/api/signup", {"name": "chooser-2",
                                                        "password": "three grey herons"})

    def test_a_new_password_ends_the_other_sessions(self):
        c = self.member("changer")
        other = self.signin("changer")
        c.must(403, "POST", "/api/account/password", {"password": "wrong one!", "new": "new horse 1"})
        c.must(200, "POST", "/api/account/password", {"password": PASSWORD, "new": "new horse 1"})
        self.assertEqual(c.must(200, "GET", "/api/me")["name"], "changer")
        self.assertIsNone(other.must(200, "GET", "/api/me"))
        self.signin("changer", status=401)
        self.signin("changer", "new horse 1")

    def test_tokens_end_with_the_password_unless_they_are_kept(self):
        c = self.member("tokener")

        def token(password):
            made = c.must(201, "POST", "/api/account/tokens",
                          {"name": "x", "scopes": ["read"], "password": password})
            return {"Authorization": "Bearer " + made["secret"]}

        kept = token(PASSWORD)
        c.must(200, "POST", "/api/account/password",
               {"password": PASSWORD, "new": "new horse 1", "keep_tokens": True})
        who = self.nobody()
        self.assertEqual(who.request("GET", "/api/me", headers=kept)[1]["name"], "tokener")
        c.must(200, "POST", "/api/account/password", {"password": "new horse 1", "new": "new horse 2"})
        self.assertEqual(who.request("GET", "/api/me", headers=kept)[0], 401)

    def test_sessions_are_listed_and_ended(self):
        c = self.member("traveller")
        others = [self.signin("traveller", client=None) for _ in range(3)]
        c.request("GET", "/api/me", headers={"User-Agent": "x"})
        sessions = c.must(200, "GET", "/api/account/sessions")["sessions"]
        self.assertEqual(len(sessions), 4)
        self.assertEqual([s["current"] for s in sessions].count(True), 1)
        mine = others[0].must(200, "GET", "/api/account/sessions")["sessions"]
        its_id = next(s["id"] for s in mine if s["current"])
        left = c.must(200, "POST", "/api/account/sessions/end", {"id": its_id})["sessions"]
        self.assertEqual(len(left), 3)
        self.assertIsNone(others[0].must(200, "GET", "/api/me"))
        c.must(404, "POST", "/api/account/sessions/end", {"id": its_id})
        stranger = self.member("stranger")
        stranger.must(404, "POST", "/api/account/sessions/end", {"id": left[0]["id"]})
        c.must(400, "POST", "/api/account/sessions/end", {})
        left = c.must(200, "POST", "/api/account/sessions/end", {"others": True})["sessions"]
        self.assertEqual([s["current"] for s in left], [True])
        self.assertIsNone(others[1].must(200, "GET", "/api/me"))

    def test_the_browser_is_told_as_ascii(self):
        c = self.nobody()
        c.must(201, "POST", "/api/signup", {"name": "agent", "password": PASSWORD},
               headers={"User-Agent": "B\xfcrowser/1 " + "x" * 500})
        c.keep_session()
        agent = c.must(200, "GET", "/api/account/sessions")["sessions"][0]["agent"]
        self.assertTrue(agent.startswith("B?rowser/1 xxx"))
        self.assertLess(len(agent), 210)

    def test_a_token_may_do_what_its_scopes_say(self):
        c = self.member("scripter")
        c.must(403, "POST", "/api/account/tokens",
               {"name": "t", "scopes": ["play"], "password": "wrong horse"})
        c.must(400, "POST", "/api/account/tokens",
               {"name": "t", "scopes": ["everything"], "password": PASSWORD})
        made = {}
        for scope in ("read", "play", "chat", "account"):
            made[scope] = c.must(201, "POST", "/api/account/tokens",
                                 {"name": scope, "scopes": [scope], "password": PASSWORD})
        listed = c.must(200, "GET", "/api/account/tokens")["tokens"]
        self.assertEqual(len(listed), 4)
        self.assertNotIn("secret", listed[0])
        match = c.create("levee", ["me", "me"], width=5, height=5, private=True)["id"]
        wanted = {  # which scopes each request needs
            ("GET", f"/api/matches/{match}", None): {"read", "play", "chat", "account"},
            ("POST", f"/api/matches/{match}/moves", ("ply", "move")): {"play"},
            ("POST", f"/api/matches/{match}/chat", ("text",)): {"chat"},
            ("GET", "/api/account", None): {"account"},
            ("POST", "/api/account/profile", ()): {"account"},
            ("POST", "/api/account/tokens", ()): set(),
            ("POST", "/api/account/delete", ()): set(),
            ("POST", "/api/signout", ()): set(),
            ("POST", "/api/pbm", ()): set(),
        }
        for scope, token in made.items():
            program = self.nobody()
            auth = {"Authorization": "Bearer " + token["secret"]}
            self.assertEqual(program.must(200, "GET", "/api/me", headers=auth)["name"], "scripter")
            for (method, path, fields), scopes in wanted.items():
                values = {"ply": 1, "move": "a1", "text": "hi"}
                body = None if fields is None else {f: values[f] for f in fields}
                status, answer = program.request(method, path, body, headers=auth)
                self.assertEqual(status != 403, scope in scopes, (scope, path, status, answer))
        c.must(200, "POST", "/api/account/tokens/end", {"id": made["play"]["id"]})
        self.nobody().must(401, "GET", "/api/me",
                           headers={"Authorization": "Bearer " + made["play"]["secret"]})
        self.guest().must(403, "POST", "/api/account/tokens",
                          {"name": "t", "scopes": ["read"], "password": PASSWORD})

    def test_who_leaves_is_forgotten_and_his_matches_stay(self):
        c, other = self.member("leaver"), self.guest()
        match = c.create("redstone", ["me", "open"], width=5, height=5)["id"]
        other.must(200, "POST", f"/api/matches/{match}/join", {})
        open_one = c.create("redstone", ["me", "open"], width=5, height=5)["id"]
        c.play(match, 1, "a1")
        c.must(400, "POST", "/api/account/delete", {})
        c.must(403, "POST", "/api/account/delete", {"password": "wrong horse"})
        player = c.account["player"]["id"]
        self.assertIsNone(c.must(200, "POST", "/api/account/delete", {"password": PASSWORD}))
        self.assertIsNone(c.must(200, "GET", "/api/me"))
        m = other.match(match)
        self.assertEqual(m["state"], "finished")
        self.assertEqual(m["seats"][0]["player"]["name"], f"deleted-player-{player}")
        self.assertEqual(other.match(open_one)["state"], "aborted")
        self.signin("leaver", status=401)
        # For a year no one can pass for the player who left, in any spelling or face.
        for name in ("leaver", "LEAVER"):
            self.nobody().must(409, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        said = self.nobody().must(200, "POST", "/api/pbm", {"command": "signup Leaver sesame-seeds l@example.net"})
        self.assertFalse(said["done"])
        self.nobody().must(404, "GET", "/api/players/leaver")
        g = self.guest()
        g.must(200, "POST", "/api/account/delete", {})
        self.assertIsNone(g.must(200, "GET", "/api/me"))

    def test_a_profile_text_is_kept_and_limited(self):
        c = self.member("writer")
        account = c.must(200, "POST", "/api/account/profile", {"about": "ä" * 1000})
        self.assertEqual((account["about"], account["show_seen"]), ("ä" * 1000, True))
        account = c.must(200, "POST", "/api/account/profile", {"show_seen": False})
        self.assertEqual((account["about"], account["show_seen"]), ("ä" * 1000, False))
        c.must(400, "POST", "/api/account/profile", {"about": "a" * 1001})

    def test_what_happened_to_the_account_is_listed_for_its_owner_only(self):
        c = self.member("watched")
        c.must(200, "POST", "/api/account/password", {"password": PASSWORD, "new": "second horse"})
        token = c.must(201, "POST", "/api/account/tokens",
                       {"name": "reader", "scopes": ["read"], "password": "second horse"})
        c.must(200, "POST", "/api/account/tokens/end", {"id": token["id"]})
        self.signin("watched", "wrong horse", status=401)
        other = self.nobody()
        other.must(200, "POST", "/api/signin", {"name": "watched", "password": "second horse"},
                   headers={"User-Agent": "Other/2"})
        other.keep_session()
        c.must(200, "POST", "/api/account/sessions/end", {"others": True})
        events = c.must(200, "GET", "/api/account/security")["events"]
        self.assertEqual([(e["kind"], e["detail"]) for e in events],
                         [("signed-out", "others"), ("signed-in", "new"), ("token-ended", ""),
                          ("token-made", "reader"), ("password", ""), ("signed-up", "")])
        self.assertEqual(events[1]["agent"], "Other/2")
        self.assertEqual(events, sorted(events, key=lambda e: -e["id"]))
        self.assertEqual(self.member("watched-2").must(200, "GET", "/api/account/security")
                         ["events"][0]["kind"], "signed-up")

    def test_an_account_keeps_its_last_hundred_events(self):
        c = self.member("eventful")
        token = None
        for i in range(55):
            token = c.must(201, "POST", "/api/account/tokens",
                           {"name": f"t{i}", "scopes": ["read"], "password": PASSWORD})
            c.must(200, "POST", "/api/account/tokens/end", {"id": token["id"]})
        events = c.must(200, "GET", "/api/account/security")["events"]
        self.assertEqual(len(events), 100)
        self.assertEqual(events[1]["detail"], "t54")
        self.assertEqual(events[-1]["detail"], "t5")

    def test_everything_that_is_his_comes_as_an_archive(self):
        c, other = self.member("packer"), self.guest()
        match = c.create("redstone", ["me", "open"], width=5, height=5, private=True)
        other.must(200, "POST", f"/api/matches/{match['id']}/join",
                   {"invite": match["invite"].split("=")[1]})
        three = c.create("claims", ["me", "me", "me"], width=5, height=5)["id"]
        c.play(match["id"], 1, "a1")
        c.must(201, "POST", f"/api/matches/{match['id']}/chat", {"text": "mine äöü"})
        other.must(201, "POST", f"/api/matches/{match['id']}/chat", {"text": "not mine"})
        c.must(200, "POST", f"/api/matches/{match['id']}/note", {"text": "my secret"})
        token = c.must(201, "POST", "/api/account/tokens",
                       {"name": "t", "scopes": ["read"], "password": PASSWORD})["secret"]
        raw = c.must(200, "GET", "/api/account/export")
        self.assertEqual(c.headers["content-type"], "application/zip")
        self.assertIn('filename="hoshi-packer.zip"', c.headers["content-disposition"])
        with zipfile.ZipFile(io.BytesIO(raw)) as z:
            self.assertIsNone(z.testzip())
            files = {name: z.read(name).decode() for name in z.namelist()}
        one = match["id"]
        self.assertLessEqual({"README.txt", "account.json", "chat.json", "notes.json",
                              "notifications.json", "security.json", f"matches/{one}.json", f"matches/{one}.sgf",
                              f"matches/{three}.json", "matches/list.json"}, set(files))
        self.assertNotIn(f"matches/{three}.sgf", files)
        self.assertEqual(json.loads(files["account.json"])["player"]["name"], "packer")
        self.assertEqual([line["text"] for line in json.loads(files["chat.json"])], ["mine äöü"])
        self.assertEqual(json.loads(files["notes.json"])[0]["text"], "my secret")
        self.assertEqual(len(json.loads(files["matches/list.json"])), 2)
        for name, text in files.items():
            self.assertNotIn("argon2", text, name)
            self.assertNotIn(token, text, name)
            self.assertNotIn(c.cookie, text, name)
            if name != "notifications.json":  # the player's notifications
                self.assertNotIn("not mine", text, name)
        self.assertEqual(self.guest().request("GET", "/api/account/export")[0], 200)
        self.nobody().must(401, "GET", "/api/account/export")

    def test_no_mail_no_address(self):
        c = self.member("mailless")
        c.must(409, "POST", "/api/account/emails", {"address": "a@b.example", "password": PASSWORD})
        self.assertFalse(c.account["mails"])
        self.nobody().must(202, "POST", "/api/recover", {"name": "mailless"})


class Archive(harness.FilledTest):
    LINES = 60000

    @unittest.skipIf(harness.SLOW > 1, "sanitizers keep memory that was freed")
    def test_a_large_archive_is_not_held_in_memory(self):
        """40 MiB of JSON: the server keeps the line at hand, and the zip lies on the disk."""
        text = "Many words, " * 40
        server = self.server_with(["hoarder"], lambda db, ids: db.executemany(
            "INSERT INTO chat (match, player, at, text) VALUES (1, ?, ?, ?)",
            ((ids["hoarder"], n, f"{n} {text}") for n in range(self.LINES))))
        c = self.signed_in(server, "hoarder")
        pid = server.process.pid

        def memory(what):
            with open(f"/proc/{pid}/status", encoding="ascii") as f:
                return int(re.search(rf"{what}:\s+(\d+) kB", f.read())[1]) // 1024
        before = memory("VmRSS")
        with open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as f:
            f.write("5")  # the highest use begins anew
        raw = c.must(200, "GET", "/api/account/export")
        used = memory("VmHWM") - before
        with zipfile.ZipFile(io.BytesIO(raw)) as z:
            self.assertIsNone(z.testzip())
            lines = json.loads(z.read("chat.json"))
        self.assertEqual((len(lines), lines[-1]["text"]), (self.LINES, f"{self.LINES - 1} {text}"))
        self.assertLess(used, 12, "MiB")
        folder = os.path.dirname(server.store)
        self.assertEqual([name for name in os.listdir(folder) if "export" in name], [])


class Mails(unittest.TestCase):
    """Mails that go through the mail server."""

    def setUp(self):
        self.office = PostOffice()
        self.addCleanup(self.office.server_close)
        self.addCleanup(self.office.shutdown)
        self.server = harness.Server("--no-bot", "--no-limits", "--mail-address",
                                     "hoshi@example.org", "--smtp", self.office.url, "--url",
                                     "https://hoshi.example/")
        self.addCleanup(self.server.close)

    def client(self):
        c = self.server.client()
        self.addCleanup(c.close)
        return c

    def token(self, address, page):
        mail = self.office.wait(address)
        found = re.search(rf"https://hoshi\.example/{page}#(\S+)", text_of(mail))
        self.assertIsNotNone(found, text_of(mail))
        return found.group(1)

    def test_an_address_is_confirmed_and_brings_a_lost_password_back(self):
        c = self.client()
        account = c.must(201, "POST", "/api/signup", {"name": "ann", "password": PASSWORD,
                                                      "email": "Ann@Example.net"})
        c.keep_session()
        self.assertEqual(account["emails"], [{"address": "ann@example.net", "confirmed": False}])
        self.assertTrue(account["mails"])
        token = self.token("ann@example.net", "confirm")
        # Until it is confirmed nothing else goes there.
        self.client().must(202, "POST", "/api/recover", {"email": "ann@example.net"})
        self.client().must(404, "POST", "/api/email/confirm", {"token": token + "x"})
        self.client().must(404, "POST", "/api/recover/finish",
                           {"token": token, "password": PASSWORD})
        self.client().must(200, "POST", "/api/email/confirm", {"token": token})
        self.client().must(404, "POST", "/api/email/confirm", {"token": token})
        account = c.must(200, "GET", "/api/account")
        self.assertEqual(account["emails"], [{"address": "ann@example.net", "confirmed": True}])
        for way in ({"name": "Ann"}, {"email": "ANN@example.net"}):
            self.client().must(202, "POST", "/api/recover", way)
            token = self.token("ann@example.net", "recover")
        self.assertEqual(self.office.count(), 0)
        lost = self.client()
        lost.must(400, "POST", "/api/recover/finish", {"token": token, "password": "short"})
        lost.must(200, "POST", "/api/recover/finish", {"token": token, "password": "second horse"})
        lost.keep_session()
        self.assertEqual(lost.must(200, "GET", "/api/me")["name"], "ann")
        self.assertIn("A new password was set with a link", text_of(self.office.wait("ann@example.net")))
        lost.must(200, "POST", "/api/account/password",
                  {"password": "second horse", "new": "fourth horse"})
        self.assertIn("ask for a new password at once", text_of(self.office.wait("ann@example.net")))
        lost.must(200, "POST", "/api/account/password",
                  {"password": "fourth horse", "new": "second horse"})
        self.assertIsNone(c.must(200, "GET", "/api/me"))
        lost.must(404, "POST", "/api/recover/finish", {"token": token, "password": "third horse"})
        self.client().must(401, "POST", "/api/signin", {"name": "ann", "password": PASSWORD})
        self.client().must(200, "POST", "/api/signin", {"name": "ann", "password": "second horse"})

    def test_who_does_not_exist_is_sent_nothing_and_the_answer_is_the_same(self):
        answers = [self.client().must(202, "POST", "/api/recover", way)
                   for way in ({"name": "nobody"}, {"email": "no@example.net"}, {"email": "no"})]
        self.assertEqual(answers, [{}, {}, {}])
        self.client().must(400, "POST", "/api/recover", {})
        time.sleep(1.5)
        self.assertEqual(self.office.count(), 0)

    def test_addresses_come_and_go_with_the_password(self):
        c = self.client()
        c.must(201, "POST", "/api/signup", {"name": "bob", "password": PASSWORD})
        c.keep_session()
        for bad in ("nonsense", "a@b@c", "a b@c.example", "a@c.example\r\nBcc: x@y.example"):
            c.must(400, "POST", "/api/account/emails", {"address": bad, "password": PASSWORD})
        c.must(403, "POST", "/api/account/emails", {"address": "b@c.example", "password": "wrong!"})
        for i in range(5):
            c.must(200, "POST", "/api/account/emails",
                   {"address": f"b{i}@c.example", "password": PASSWORD})
        c.must(409, "POST", "/api/account/emails", {"address": "b5@c.example",
                                                    "password": PASSWORD})
        token = self.token("b3@c.example", "confirm")
        account = c.must(200, "POST", "/api/account/emails/end",
                         {"address": "B3@c.example", "password": PASSWORD})
        self.assertEqual(len(account["emails"]), 4)
        self.client().must(404, "POST", "/api/email/confirm", {"token": token})
        c.must(404, "POST", "/api/account/emails/end",
               {"address": "b3@c.example", "password": PASSWORD})

    def test_who_signed_up_by_mail_gets_a_password_by_mail(self):
        c = self.client()
        answer = c.must(200, "POST", "/api/pbm",
                        {"command": "signup carl mailsecret carl@example.net"})
        self.assertTrue(answer["done"], answer)
        c.must(401, "POST", "/api/signin", {"name": "carl", "password": "mailsecret"})
        c.must(409, "POST", "/api/signup", {"name": "Carl", "password": PASSWORD})
        mail = self.office.wait("carl@example.net")
        subject = " ".join(mail["Subject"].split())
        answer = c.must(200, "POST", "/api/pbm", {"command": subject})
        self.assertTrue(answer["done"], answer)
        c.must(202, "POST", "/api/recover", {"name": "carl"})
        token = self.token("carl@example.net", "recover")
        account = c.must(200, "POST", "/api/recover/finish", {"token": token, "password": PASSWORD})
        self.assertEqual(account["player"]["name"], "carl")
        self.client().must(200, "POST", "/api/signin", {"name": "carl", "password": PASSWORD})


class Limits(harness.ServerTest):
    options = ["--no-bot"]

    def test_passwords_cannot_be_guessed_quickly(self):
        c = self.server.client()
        self.addCleanup(c.close)
        statuses = [c.post("/api/signin", {"name": "somebody", "password": f"guess {i:04}"})[0]
                    for i in range(12)]
        self.assertEqual(statuses[0], 401)
        self.assertEqual(statuses[-1], 429)
        self.assertGreaterEqual(int(c.headers["retry-after"]), 1)


if __name__ == "__main__":
    harness.main()
