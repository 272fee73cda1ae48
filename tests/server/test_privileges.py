#!/usr/bin/env python3
"""Who may do what: every operation of docs/openapi.yaml is tried without a session, as a guest, a
member, a moderator and an administrator, and with API tokens of each scope. An operation that is missing
from the table below fails the test."""

import json
import os

import harness

PUZZLES = os.path.join(os.path.dirname(__file__), "..", "..", "puzzles", "levee.jsonl")
with open(PUZZLES, encoding="utf-8") as lines:
    PUZZLE = json.loads(lines.readline())["id"]
PASSWORD = "correct horse"
NONSENSE = {"nonsense": 1}  # an actor who is allowed gets 400, because the field does not exist

# (method, path): (who may, what an API token must be good for)
#   all       everybody              player    not nobody            member   not guests, either
#   seat      players of the match   seen      a private match: its players
#   watches   members who do not play in the match
#   asked     who is asked to join   moderator, administrator        none     only the mail server
WHO = {
    ("post", "/pbm"): ("all", "session"),
    ("post", "/mail/inbound"): ("none", ""),
    ("get", "/mail/quiet"): ("all", "read"),
    ("post", "/mail/quiet"): ("all", "play"),
    ("post", "/guest"): ("all", "play"),
    ("get", "/me"): ("all", "read"),
    ("get", "/games"): ("all", "read"),
    ("get", "/site"): ("all", "read"),
    ("get", "/lobby"): ("all", "read"),
    ("post", "/pairing"): ("player", "play"),
    ("post", "/pairing/end"): ("player", "play"),
    ("get", "/matches"): ("all", "read"),
    ("post", "/matches"): ("player", "play"),
    ("get", "/matches/{match}"): ("seen", "read"),
    ("post", "/matches/{match}/join"): ("seen", "play"),
    ("post", "/matches/{match}/moves"): ("seat", "play"),
    ("post", "/matches/{match}/resign"): ("seat", "play"),
    ("post", "/matches/{match}/draw"): ("seat", "play"),
    ("post", "/matches/{match}/takeback"): ("seat", "play"),
    ("post", "/matches/{match}/abort"): ("seat", "play"),
    ("post", "/matches/{match}/chat"): ("seat", "chat"),
    ("get", "/matches/{match}/spectators"): ("seen", "read"),
    ("post", "/matches/{match}/spectators"): ("watches", "chat"),
    ("get", "/matches/{match}/record"): ("seen", "read"),
    ("get", "/matches/{match}/preview"): ("seen", "read"),
    ("post", "/matches/{match}/accept"): ("asked", "play"),
    ("post", "/matches/{match}/decline"): ("asked", "play"),
    ("post", "/matches/{match}/rematch"): ("seat", "play"),
    ("post", "/matches/{match}/pause"): ("seat", "play"),
    ("post", "/matches/{match}/resume"): ("seat", "play"),
    ("post", "/matches/{match}/claim"): ("seat", "play"),
    ("post", "/matches/{match}/here"): ("seat", "play"),
    ("post", "/matches/{match}/give"): ("seat", "play"),
    ("post", "/matches/{match}/berserk"): ("seat", "play"),
    ("get", "/matches/{match}/here"): ("seat", "read"),
    ("get", "/matches/{match}/conditional"): ("seat", "read"),
    ("post", "/matches/{match}/conditional"): ("seat", "play"),
    ("get", "/challenges"): ("player", "read"),
    ("get", "/me/vacation"): ("player", "read"),
    ("post", "/me/vacation"): ("member", "play"),
    ("get", "/ratings"): ("all", "read"),
    ("get", "/opponents/{level}"): ("all", "read"),
    ("get", "/players/{name}/ratings"): ("all", "read"),
    ("get", "/players/{name}/statistics"): ("all", "read"),
    ("get", "/collection"): ("all", "read"),
    ("get", "/collection/{number}/record"): ("all", "read"),
    ("get", "/players/{name}/ratings/{game}"): ("all", "read"),
    ("get", "/tournaments"): ("all", "read"),
    ("post", "/tournaments"): ("member", "play"),
    ("get", "/tournaments/{tournament}"): ("all", "read"),
    ("get", "/tournaments/{tournament}/chat"): ("all", "read"),
    ("post", "/tournaments/{tournament}/chat"): ("member", "chat"),
    ("post", "/tournaments/{tournament}/chat/delete"): ("member", "chat"),
    ("post", "/tournaments/{tournament}/invite"): ("member", "play"),
    ("post", "/teams/{team}/invite"): ("member", "play"),
    ("post", "/invitations/{invitation}/accept"): ("member", "play"),
    ("post", "/invitations/{invitation}/decline"): ("member", "play"),
    ("post", "/tournaments/{tournament}/join"): ("member", "play"),
    ("post", "/tournaments/{tournament}/leave"): ("member", "play"),
    ("post", "/tournaments/{tournament}/start"): ("member", "play"),
    ("post", "/tournaments/{tournament}/end"): ("member", "play"),
    ("post", "/tournaments/{tournament}/challenge"): ("member", "play"),
    ("get", "/simuls"): ("all", "read"),
    ("post", "/simuls"): ("member", "play"),
    ("get", "/simuls/{simul}"): ("all", "read"),
    ("post", "/simuls/{simul}/join"): ("member", "play"),
    ("post", "/simuls/{simul}/leave"): ("member", "play"),
    ("post", "/simuls/{simul}/accept"): ("member", "play"),
    ("post", "/simuls/{simul}/start"): ("member", "play"),
    ("post", "/simuls/{simul}/end"): ("member", "play"),
    ("get", "/studies"): ("all", "read"),
    ("post", "/studies"): ("member", "play"),
    ("get", "/studies/{study}"): ("all", "read"),
    ("post", "/studies/{study}"): ("member", "play"),
    ("post", "/studies/{study}/delete"): ("member", "play"),
    ("post", "/studies/{study}/clone"): ("member", "play"),
    ("post", "/studies/{study}/members"): ("member", "play"),
    ("get", "/studies/{study}/here"): ("all", "read"),
    ("get", "/studies/{study}/edits"): ("all", "read"),
    ("get", "/studies/{study}/chat"): ("all", "read"),
    ("post", "/studies/{study}/chat"): ("member", "chat"),
    ("post", "/studies/{study}/chat/delete"): ("member", "chat"),
    ("post", "/studies/{study}/chapters"): ("member", "play"),
    ("get", "/teams"): ("all", "read"),
    ("post", "/teams"): ("member", "play"),
    ("get", "/teams/{team}"): ("all", "read"),
    ("post", "/teams/{team}"): ("member", "play"),
    ("post", "/teams/{team}/delete"): ("member", "play"),
    ("post", "/teams/{team}/join"): ("member", "play"),
    ("post", "/teams/{team}/leave"): ("member", "play"),
    ("get", "/teams/{team}/members"): ("all", "read"),
    ("post", "/teams/{team}/members"): ("member", "play"),
    ("get", "/teams/{team}/chat"): ("all", "read"),
    ("post", "/teams/{team}/chat"): ("member", "chat"),
    ("post", "/teams/{team}/chat/delete"): ("member", "chat"),
    ("get", "/chapters/{chapter}"): ("all", "read"),
    ("post", "/chapters/{chapter}"): ("member", "play"),
    ("get", "/chapters/{chapter}/preview"): ("all", "read"),
    ("post", "/chapters/{chapter}/delete"): ("member", "play"),
    ("post", "/chapters/{chapter}/edits"): ("member", "play"),
    ("get", "/events"): ("all", "read"),
    ("post", "/signup"): ("all", "play"),
    ("post", "/signin/factor"): ("all", "play"),
    ("post", "/signin"): ("all", "play"),
    ("post", "/signout"): ("player", "session"),
    ("post", "/recover"): ("all", "play"),
    ("post", "/recover/finish"): ("all", "play"),
    ("post", "/email/confirm"): ("all", "play"),
    ("get", "/account"): ("player", "account"),
    ("post", "/account/name"): ("member", "account"),
    ("post", "/account/password"): ("member", "account"),
    ("post", "/account/profile"): ("member", "account"),
    ("post", "/account/emails"): ("member", "account"),
    ("post", "/account/emails/end"): ("member", "account"),
    ("get", "/account/sessions"): ("player", "account"),
    ("post", "/account/sessions/end"): ("player", "account"),
    ("post", "/account/factor"): ("member", "session"),
    ("post", "/account/factor/codes"): ("member", "session"),
    ("post", "/account/factor/confirm"): ("member", "session"),
    ("post", "/account/factor/end"): ("member", "session"),
    ("get", "/account/passkeys"): ("player", "account"),
    ("post", "/account/passkeys"): ("member", "session"),
    ("post", "/account/passkeys/challenge"): ("member", "session"),
    ("post", "/account/passkeys/end"): ("member", "session"),
    ("post", "/passkeys/challenge"): ("all", "play"),
    ("post", "/signin/passkey"): ("all", "play"),
    ("get", "/account/security"): ("player", "account"),
    ("get", "/account/tokens"): ("player", "account"),
    ("post", "/account/tokens"): ("member", "session"),
    ("post", "/account/tokens/end"): ("player", "account"),
    ("get", "/account/export"): ("player", "account"),
    ("post", "/account/delete"): ("player", "session"),
    ("get", "/players"): ("all", "read"),
    ("get", "/players/{name}"): ("all", "read"),
    ("get", "/players/{name}/note"): ("player", "account"),
    ("post", "/players/{name}/note"): ("player", "account"),
    ("get", "/matches/{match}/note"): ("seen", "account"),
    ("post", "/matches/{match}/note"): ("seen", "account"),
    ("get", "/account/blocks"): ("player", "account"),
    ("post", "/players/{name}/block"): ("player", "account"),
    ("post", "/players/{name}/follow"): ("member", "account"),
    ("get", "/friends"): ("member", "account"),
    ("get", "/conversations"): ("member", "account"),
    ("get", "/conversations/{name}"): ("member", "account"),
    ("post", "/conversations/{name}"): ("member", "chat"),
    ("post", "/conversations/{name}/read"): ("member", "account"),
    ("post", "/conversations/{name}/delete"): ("member", "chat"),
    ("post", "/admin/conversations/{line}/delete"): ("moderator", "session"),
    ("post", "/reports"): ("player", "chat"),
    ("get", "/notifications"): ("player", "account"),
    ("post", "/notifications/read"): ("player", "account"),
    ("get", "/account/notifications"): ("player", "account"),
    ("post", "/account/notifications"): ("player", "account"),
    ("post", "/account/push"): ("player", "account"),
    ("post", "/account/push/end"): ("player", "account"),
    ("get", "/admin/reports"): ("moderator", "session"),
    ("post", "/admin/reports/{report}/close"): ("moderator", "session"),
    ("get", "/admin/players"): ("moderator", "session"),
    ("get", "/admin/players/{name}"): ("moderator", "session"),
    ("post", "/admin/players/{name}/ban"): ("moderator", "session"),
    ("post", "/admin/players/{name}/unban"): ("moderator", "session"),
    ("post", "/admin/players/{name}/reset"): ("administrator", "session"),
    ("post", "/admin/players/{name}/factor-off"): ("administrator", "session"),
    ("post", "/admin/players/{name}/role"): ("administrator", "session"),
    ("post", "/admin/chat/{line}/delete"): ("moderator", "session"),
    ("post", "/admin/studychat/{line}/delete"): ("moderator", "session"),
    ("post", "/admin/teamchat/{line}/delete"): ("moderator", "session"),
    ("post", "/admin/tournamentchat/{line}/delete"): ("moderator", "session"),
    ("post", "/admin/teams/{team}/delete"): ("moderator", "session"),
    ("get", "/matches/{match}/queue"): ("seen", "read"),
    ("post", "/engine/queue"): ("engine", "play"),
    ("get", "/matches/{match}/review"): ("seen", "read"),
    ("post", "/matches/{match}/review"): ("seen", "play"),
    ("post", "/matches/{match}/review/cancel"): ("seen", "play"),
    ("post", "/engine/reviews"): ("engine", "play"),
    ("post", "/engine/reviews/{review}"): ("engine", "play"),
    ("get", "/explorer"): ("all", "read"),
    ("get", "/puzzles"): ("all", "read"),
    ("get", "/puzzles/{puzzle}"): ("all", "read"),
    ("post", "/puzzles/{puzzle}/attempt"): ("member", "play"),
    ("post", "/puzzles/{puzzle}/vote"): ("member", "play"),
    ("post", "/puzzles/{puzzle}/report"): ("member", "chat"),
    ("get", "/players/{name}/puzzles"): ("all", "read"),
    ("get", "/account/puzzles"): ("member", "account"),
    ("post", "/account/puzzles"): ("member", "account"),
    ("get", "/account/lessons"): ("member", "account"),
    ("post", "/account/lessons"): ("member", "account"),
    ("get", "/puzzles/withdrawn"): ("all", "read"),
    ("get", "/puzzles/composed"): ("member", "read"),
    ("post", "/puzzles/composed"): ("member", "play"),
    ("post", "/engine/puzzles"): ("engine", "play"),
    ("post", "/engine/puzzles/{composed}"): ("engine", "play"),
    ("get", "/admin/puzzles/composed"): ("moderator", "session"),
    ("post", "/admin/puzzles/composed/{composed}"): ("moderator", "session"),
    ("get", "/admin/puzzles"): ("moderator", "session"),
    ("post", "/admin/puzzles/{puzzle}/decide"): ("moderator", "session"),
    ("get", "/admin/puzzles/reports"): ("moderator", "session"),
    ("post", "/admin/puzzles/reports/{report}/close"): ("moderator", "session"),
    ("get", "/annulled"): ("all", "read"),
    ("get", "/admin/pairs"): ("moderator", "session"),
    ("post", "/admin/pairs/{pair}/close"): ("moderator", "session"),
    ("post", "/admin/matches/{match}/annul"): ("moderator", "session"),
    ("get", "/admin/mail"): ("administrator", "session"),
    ("post", "/admin/mail/test"): ("administrator", "session"),
    ("get", "/admin/log"): ("moderator", "session"),
}

# Where it depends on the match who may, the body is a right one.
BODIES = {
    "join": {}, "moves": {"ply": 1, "move": "a1"}, "resign": {}, "draw": {"do": "offer"},
    "takeback": {"do": "ask"}, "abort": {}, "chat": {"text": "hello"},
    "spectators": {"text": "hello"}, "accept": {},
    "decline": {}, "here": {}, "rematch": {}, "pause": {"do": "ask"}, "resume": {}, "claim": {}, "give": {}, "berserk": {},
    "conditional": {"ply": 1, "lines": []}, "note": {"text": "x"},
    "annul": {"reason": "x"}, "review": {}, "cancel": {},
}
QUERIES = {"/players": "?q=ann", "/events": "?topics=nonsense", "/puzzles": "?game=levee", "/matches/{match}/record": "?format=json",
           "/ratings": "?game=levee"}


class Privileges(harness.ServerTest):
    def member(self, name):
        c = self.server.client()
        self.addCleanup(c.close)
        c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.keep_session()
        return c

    def setUp(self):
        boss = self.member("theboss")
        self.server.stop()
        self.server.options += ["--admin", "theboss"]
        self.server.start()
        boss.port = self.server.port
        boss.connection.close()
        nobody, guest = self.server.client(), self.server.guest()
        self.addCleanup(nobody.close)
        self.addCleanup(guest.close)
        self.owner, self.partner = self.member("owner"), self.member("partner")
        keeper = self.member("keeper")
        boss.must(200, "POST", "/api/admin/players/keeper/role", {"role": "moderator"})
        self.actors = {"nobody": nobody, "guest": guest, "stranger": self.member("stranger"),
                       "owner": self.owner, "moderator": keeper, "administrator": boss}
        self.tokens = {
            scope: self.owner.must(201, "POST", "/api/account/tokens",
                                   {"name": scope, "scopes": [scope],
                                    "password": PASSWORD})["secret"]
            for scope in ("read", "play", "chat", "account")}

    def match(self, who):
        """A private match in which the owner has a seat, or an invitation to one."""
        if who == "watches":
            return self.partner.create("claims", ["me", "me"], width=5, height=5)["id"]
        if who == "asked":
            return self.partner.create("claims", ["me", {"player": "owner"}], width=5, height=5,
                                       private=True)["id"]
        match = self.owner.create("claims", ["me", "invite"], width=5, height=5, private=True)
        self.partner.must(200, "POST", f"/api/matches/{match['id']}/join",
                          {"invite": match["invite"].split("=")[1]})
        return match["id"]

    def ask(self, client, method, path, who, match, headers=None):
        full = "/api" + path.replace("{match}", str(match))
        for name, value in (("name", "partner"), ("game", "levee"), ("report", "1"), ("line", "1"),
                            ("tournament", "1"), ("pair", "1"), ("study", "1"), ("team", "1"), ("chapter", "1"),
                            ("review", "1"), ("simul", "1"), ("invitation", "1"), ("composed", "1"), ("puzzle", PUZZLE)):
            full = full.replace("{" + name + "}", value)
        full += QUERIES.get(path, "")
        body = None
        if method == "post":
            body = BODIES[path.split("/")[-1]] if "{match}" in path else NONSENSE
        status, answer = client.request(method.upper(), full, body, headers=headers)
        self.assertNotEqual(status, 405, (method, path))
        self.assertTrue(status < 500 or path == "/account/export", (method, path, status, answer))
        return status, answer

    def expected(self, who, actor):
        """The statuses of refusals for this actor; empty: the actor is allowed."""
        if who == "none":
            return {401}
        if who == "all":
            return set()
        if who == "seen":
            return set() if actor == "owner" else {401, 404}
        if actor == "nobody":
            return {401}
        if who == "engine":
            return {403}
        if who in ("seat", "asked"):
            return set() if actor == "owner" else {403, 404}
        if who in ("member", "watches"):
            return {403} if actor == "guest" else set()
        if who == "moderator":
            return set() if actor in ("moderator", "administrator") else {403}
        if who == "administrator":
            return set() if actor == "administrator" else {403}
        return set()

    def test_every_operation_is_for_those_whom_the_table_names(self):
        asked = set()
        for method, path in harness.api_operations():
            asked.add((method, path))
            self.assertTrue((method, path) in WHO, f"say in the table who may {method} {path}")
            who, _ = WHO[(method, path)]
            match = self.match(who) if "{match}" in path else 0
            # Actors who are allowed come last, since their action may end the match.
            for actor in sorted(self.actors, key=lambda a: a == "owner"):
                status, answer = self.ask(self.actors[actor], method, path, who, match)
                away = self.expected(who, actor)
                with self.subTest(method=method, path=path, actor=actor):
                    if away:
                        self.assertIn(status, away, answer)
                    else:
                        self.assertNotIn(status, (401, 403), answer)
                        if "{match}" in path:
                            self.assertNotEqual(status, 404, answer)
        self.assertEqual(set(WHO) - asked, set(), "in the table, but no operation")

    def test_tokens_are_good_for_their_scopes_only(self):
        program = self.server.client()
        self.addCleanup(program.close)
        for (method, path), (who, scope) in WHO.items():
            if who in ("none", "engine", "moderator", "administrator"):
                continue
            for has, secret in self.tokens.items():
                match = self.match(who) if "{match}" in path else 0
                status, answer = self.ask(program, method, path, who, match,
                                          {"Authorization": "Bearer " + secret})
                with self.subTest(method=method, path=path, has=has):
                    self.assertEqual(status != 403, scope in ("read", has), (status, answer))

    def test_moderators_and_administrators_sign_in(self):
        boss = self.actors["administrator"]
        secret = boss.must(201, "POST", "/api/account/tokens",
                           {"name": "t", "scopes": ["read", "play", "chat", "account"],
                            "password": PASSWORD})["secret"]
        program = self.server.client()
        self.addCleanup(program.close)
        for (method, path), (who, _) in WHO.items():
            if who in ("moderator", "administrator"):
                status, answer = self.ask(program, method, path, who, 1,
                                          {"Authorization": "Bearer " + secret})
                self.assertEqual(status, 403, (path, answer))

    def tearDown(self):
        # The next test makes the same members: on a new store.
        self.server.close()
        type(self).server = harness.Server(*self.options)


if __name__ == "__main__":
    harness.main()
