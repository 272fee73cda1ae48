#!/usr/bin/env python3
"""A match with a delay, seen by spectators in every way there is: while a move is held back, no answer
changes."""
import json
import re
import time

import harness

STREAMS = ("/events",)  # listened to beside the others
# The queries of paths, where there are any; {who} is each of the players.
QUERIES = {
    "/players": ("?q={who}",),
    "/matches": ("", "?state=running", "?game=levee", "?player={who}", "?boards=1",
                 "?boards=1&player={who}"),
    "/matches/{match}/record": ("?format=json", "?format=sgf", "?format=txt", "?format=svg", ""),
    "/ratings": ("?game=levee",),
    "/collection/{number}/record": ("?format=text",),
    "/explorer": ("?game=levee&size=5", "?game=levee&size=5&moves=b2",
                  "?game=levee&size=5&moves=b2,c4"),
    "/puzzles": ("?game=levee",),
}
# The page itself, whose links carry a title and a picture.
PAGES = ("/m/1", "/embed/m/1", "/study/1", "/embed/study/1")
# Routes that answer no spectator: they are for the players of the match and for moderators.
REFUSED = {"/matches/{match}/conditional", "/matches/{match}/here", "/admin/pairs", "/admin/puzzles", "/admin/reports",
           "/admin/players", "/admin/players/{name}", "/admin/puzzles/composed", "/admin/log", "/admin/mail",
           "/admin/puzzles/reports"}
# Members that change by themselves.
CHANGES = ("now", "event", "watchers", "people", "online", "seen_at", "last_seen", "uptime_ms")
COMMANDS = [
    "list", "list levee", "levee show 1", "levee show 1#0", "levee show 1#1", "levee show 1#2",
    "levee show white", "levee show white active", "levee show black all", "levee show white next",
    "levee show black next", "levee games", "levee games active", "levee games next",
    "levee games white black all", "levee games white next", "levee games black next",
    "levee games inactive", "levee history", "levee standings", "levee ratings",
    "levee preview 1 e5", "levee preview 1 b2", "levee preview 1 c4",
    "all show white", "all show white next", "all show black next", "all show black active",
]


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k not in CHANGES}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value


class Delayed(harness.ServerTest):
    def member(self, name):
        c = self.server.client()
        self.addCleanup(c.close)
        c.must(201, "POST", "/api/signup", {"name": name, "password": "correct horse"})
        c.keep_session()
        return c

    def look(self, client, name):
        """All that this asker can see: each request with its answer."""
        seen = {}
        for method, path in harness.api_operations():
            if method != "get" or path in STREAMS:
                continue
            for who in ("white", "black"):
                full = "/api" + path.replace("{name}", who).replace("{game}", "levee")
                full = full.replace("{puzzle}", self.puzzle)
                full = re.sub(r"\{\w+\}", "1", full)
                for query in QUERIES.get(path, ("",)):
                    asked = full + query.replace("{who}", who)
                    status, answer = client.request("GET", asked)
                    if status == 200:
                        self.answered.add(path)
                    # These are about who asks alone.
                    if path not in ("/account/export", "/account/sessions"):
                        seen[asked] = (status, plain(answer))
        for page in PAGES:
            seen[page] = client.request("GET", page)
            self.assertEqual(seen[page][0], 200, page)
        said = client.must(200, "POST", "/api/pbm",
                           {"command": "multiple", "text": "\n".join(COMMANDS) + "\n"})
        seen["pbm"] = said["reply"]
        for command in COMMANDS:
            said = client.must(200, "POST", "/api/pbm", {"command": command})
            seen[command] = (said["done"], said["reply"])
        if name:
            for command in (f"levee showas {name} - 1", f"levee showas {name} - white all"):
                said = client.must(200, "POST", "/api/pbm", {"command": command})
                seen[command] = (said["done"], said["reply"])
        return seen

    def test_what_is_held_back_is_seen_through_no_face(self):
        white, black, watcher = self.member("white"), self.member("black"), self.member("watcher")
        anybody = self.server.client()
        self.addCleanup(anybody.close)
        match = white.create("levee", ["me", {"player": "black"}], width=5, delay={"plies": 3})
        self.assertEqual(match["id"], 1)
        black.must(200, "POST", "/api/matches/1/accept", {})
        # A study, for what is asked about those.
        study = white.must(201, "POST", "/api/studies", {"name": "Of a delayed match", "access": "public"})
        record = {"hoshi": 1, "game": "levee", "width": 5, "height": 5,
                  "players": [{"seat": 1, "name": ""}, {"seat": 2, "name": ""}], "moves": []}
        chapter = {"name": "One", "record": json.dumps(record)}
        white.must(201, "POST", f"/api/studies/{study['id']}/chapters", chapter)
        white.must(201, "POST", "/api/teams", {"name": "Of a delayed match"})
        watcher.must(200, "POST", "/api/teams/1/join", {})
        white.must(201, "POST", "/api/tournaments", {
            "name": "Cup", "kind": "roundrobin", "game": "levee", "width": 5,
            "clock": {"kind": "simple", "move_ms": 60000}, "players_max": 3})
        white.must(201, "POST", "/api/simuls", {
            "game": "levee", "clock": {"kind": "simple", "move_ms": 60000}})
        self.puzzle = white.must(200, "GET", "/api/puzzles?game=levee")["puzzles"][0]["id"]
        for name in ("white", "black"):
            watcher.must(200, "POST", f"/api/players/{name}/follow", {"follow": True})
        self.answered = set()
        streams = [harness.Stream(watcher, "lobby,me,match:1,study:1"),
                   harness.Stream(anybody, "lobby,match:1,study:1")]
        for stream in streams:
            self.addCleanup(stream.close)
            stream.wait_type("hello")
        white.play(1, 1, "b2")
        time.sleep(0.2)
        who = ((watcher, "watcher"), (anybody, None))
        before = [self.look(c, name) for c, name in who]
        # A route without any answer here would not be tested: it belongs in QUERIES or REFUSED.
        gets = {path for method, path in harness.api_operations() if method == "get"}
        self.assertEqual(gets - self.answered - set(STREAMS), REFUSED)
        told = [stream.types() for stream in streams]
        for ply, (player, move) in enumerate(((black, "c4"), (white, "d2")), 2):
            player.play(1, ply, move)
            for (c, name), old in zip(who, before):
                new = self.look(c, name)
                self.assertEqual(sorted(old), sorted(new))
                for asked, answer in old.items():
                    self.assertEqual(json.dumps(answer, default=str),
                                     json.dumps(new[asked], default=str), asked)
        time.sleep(0.3)
        # An event tells the number of spectators of the match, the study and the lobby when it is counted.
        counts = ("watchers", "here", "lobby")
        for stream, old in zip(streams, told):
            new = [t for t in stream.types()[len(old):] if t not in counts]
            self.assertEqual(new, [])
        # A player under another name could reveal the delayed moves there, so no one can read or
        # write.
        watcher.must(403, "POST", "/api/matches/1/spectators", {"text": "White plays d2"})
        watcher.must(403, "GET", "/api/events?topics=spectators:1")
        self.assertIsNone(watcher.must(200, "GET", "/api/matches/1/spectators")["lines"])
        # Players see it all the while, and so does everybody what is old enough.
        self.assertEqual(white.match(1)["ply"], 3)
        self.assertIn("3, black to move", black.must(
            200, "POST", "/api/pbm", {"command": "list"})["reply"])
        black.play(1, 4, "b4")
        self.assertEqual(watcher.match(1)["ply"], 1)
        self.assertIn("1. b2", watcher.must(
            200, "POST", "/api/pbm", {"command": "levee show white"})["reply"])


if __name__ == "__main__":
    harness.main()
