#!/usr/bin/env python3
"""Hostile requests: random bytes in every part of a request, and words that SQL, HTML, paths or headers
could take for their own. docs/SECURITY.md says which test shows what.

HOSHI_SEED sets the random seed, HOSHI_REQUESTS the number of random requests (1500)."""
import json
import os
import random
import socket
import unittest
import urllib.parse

import harness

SEED = int(os.environ.get("HOSHI_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 31)
REQUESTS = int(os.environ.get("HOSHI_REQUESTS", "1500"))
BROKEN = REQUESTS // 10

NASTY = ["' OR '1'='1", "'; DROP TABLE player; --", '"; SELECT 1; --', "\\", "%27", "$1", "\u202e",
         "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "javascript:alert(1)",
         "../../../etc/passwd", "..%2f..%2fetc/passwd", "%00", "\r\nSet-Cookie: a=b", "a\nb",
         "\ud7ff\uffff", "{{7*7}}", "${jndi:x}", "A" * 5000, "-1", "9" * 40, "0x10", "1e9", "NaN"]
PATHS = ["/api/matches", "/api/matches/1", "/api/matches/1/moves", "/api/matches/1/chat",
         "/api/matches/1/record", "/api/players/x", "/api/events", "/api/me", "/api/games",
         "/api/signin", "/api/signup", "/api/recover", "/api/account", "/api/admin/players", "/",
         "/rules", "/metrics", "/healthz", "/api/guest", "/api/pbm", "/api/leaderboards"]
NAMES = ["topics", "since", "limit", "before", "state", "game", "name", "player", "format", "invite",
         "turn", "mine", "token", "result", "opening"]


class Security(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = harness.Server("--no-bot", "--no-limits", store=":memory:")
        cls.a = cls.server.guest()
        cls.match = cls.a.create("levee", ["me", "me"])["id"]

    @classmethod
    def tearDownClass(cls):
        cls.a.close()
        status = cls.server.stop()
        errors = cls.server.stderr()
        cls.server.close()
        if status != 0 or "Sanitizer" in errors:
            raise AssertionError(f"the server ended with {status}: {errors}")

    def raw(self, request):
        """The first bytes of the answer to these bytes; b"" when there is none."""
        with socket.create_connection(("127.0.0.1", self.server.port)) as s:
            s.settimeout(10 * harness.SLOW)
            try:
                s.sendall(request)
                s.shutdown(socket.SHUT_WR)
                return s.recv(4096)
            except OSError:
                return b""

    def test_random_requests_are_answered_without_a_fault(self):
        chance = random.Random(SEED)

        def word():
            kind = chance.randrange(4)
            if kind == 0:
                return chance.choice(NASTY)
            if kind == 1:
                return str(chance.randrange(-5, 1 << chance.randrange(1, 70)))
            if kind == 2:
                return "".join(chr(chance.randrange(1, 256)) for _ in range(chance.randrange(30)))
            return chance.choice(["match:1", "lobby", "me", "open", "levee", "1", "", ",", ":"])

        def body():
            kind = chance.randrange(4)
            if kind == 0:
                return bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
            value = {chance.choice(["game", "seats", "ply", "move", "text", "name", "password", "do",
                                    "width", "line", word()]):
                     chance.choice([word(), chance.randrange(-9, 1 << 40), None, [], {}, [word()],
                                    {"bot": word()}, 1.5, True]) for _ in range(chance.randrange(5))}
            text = json.dumps(value).encode()
            return text if kind < 3 else text[:chance.randrange(len(text) + 1)]
        answered = 0
        for _ in range(REQUESTS):
            path = chance.choice(PATHS) + ("/" + word() if chance.random() < 0.1 else "")
            query = "&".join(f"{chance.choice(NAMES)}={urllib.parse.quote(word(), safe='%')}"
                             for _ in range(chance.randrange(4)))
            data = body() if chance.random() < 0.6 else b""
            head = [f"{chance.choice(['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'X'])} "
                    f"{urllib.parse.quote(path, safe='/%')}?{query} HTTP/1.1", "Host: x",
                    f"Content-Length: {len(data)}", "Connection: close"]
            extra = [f"Cookie: hoshi_session={self.a.cookie}", "Content-Type: application/json",
                     f"Last-Event-ID: {word()}", f"Authorization: Bearer {word()}",
                     f"X-Forwarded-For: {word()}", f"Origin: {word()}", f"X-Request-Id: {word()}",
                     f"Accept: {word()}", f"If-None-Match: {word()}"]
            head += [h.replace("\r", " ").replace("\n", " ")[:3000] for h in extra
                     if chance.random() < 0.5]
            request = "\r\n".join(head).encode("utf-8", "replace") + b"\r\n\r\n" + data
            answer = self.raw(request)
            self.assertFalse(answer.startswith(b"HTTP/1.1 5"), (SEED, request, answer))
            answered += answer.startswith(b"HTTP/1.1 ")
        self.assertGreater(answered, REQUESTS * 3 // 4, SEED)
        self.assertEqual(self.a.get("/healthz")[0], 200)
        self.assertEqual(self.a.match(self.match)["id"], self.match)

    def test_words_of_sql_are_only_words(self):
        before = self.a.must(200, "GET", "/api/matches")["matches"]
        for word in NASTY:
            q = urllib.parse.quote(word.encode("utf-8", "surrogatepass"))
            for path in (f"/api/players/{q}", f"/api/matches?player={q}", f"/api/matches?game={q}",
                         f"/api/matches?before={q}", f"/api/matches/1?invite={q}"):
                self.assertIn(self.a.get(path)[0], (200, 400, 404, 413, 414, 431), path)
        self.assertEqual(self.a.must(200, "GET", "/api/matches")["matches"], before)

    def test_chat_is_data_for_json_html_and_streams(self):
        stream = harness.Stream(self.a, f"match:{self.match}")
        stream.wait_type("hello")
        turned = "\u202e"  # turns what follows around; alone it is no text
        words = [w for w in NASTY if 0 < len(w) <= 500 and w != turned]
        self.a.must(400, "POST", f"/api/matches/{self.match}/chat", {"text": turned})
        for word in words:
            self.a.must(201, "POST", f"/api/matches/{self.match}/chat", {"text": word})
        lines = [line["text"] for line in self.a.match(self.match)["chat"]]
        meant = [w.replace("\r", "").replace("\uffff", "") for w in words]
        self.assertEqual(lines[-len(words):], meant)
        stream.wait(lambda e: e["event"] == "chat" and e["data"]["line"]["text"] == meant[-1])
        told = [e["data"]["line"]["text"] for e in stream.events if e["event"] == "chat"]
        self.assertEqual(told, meant)
        self.assertEqual({e["event"] for e in stream.events} - {"chat", "hello", "watchers"}, set())
        stream.close()
        status, svg = self.a.get(f"/api/matches/{self.match}/record?format=svg")
        self.assertEqual(status, 200)
        self.assertNotIn(b"<script", svg)
        self.assertIn("default-src 'none'", self.a.headers.get("content-security-policy", ""))

    def test_names_cannot_carry_markup_or_look_alike_spaces(self):
        for name in ["<b>x</b>", "a b\u00a0c", "x\r\ny", "a/b", "'--", " ", "", "\u200b"]:
            c = self.server.client()
            status, answer = c.post("/api/signup", {"name": name, "password": "a long password"})
            self.assertEqual(status, 400, (name, answer))
            c.close()
        # Characters that nobody sees are left out of a name, so they cannot make a second one of it.
        for name, seen in (("in\u200bvisible", "invisible"), ("\u202eturned", "turned")):
            c = self.server.client()
            status, answer = c.post("/api/signup", {"name": name, "password": "a long password"})
            self.assertEqual((status, answer["player"]["name"]), (201, seen))
            c.close()
            c = self.server.client()
            status, answer = c.post("/api/signup", {"name": seen, "password": "a long password"})
            self.assertEqual(status, 409, answer)
            c.close()

    def test_no_name_turns_or_hides_what_stands_beside_it(self):
        """Whatever has a name for others to read: overrides, isolates, characters without width and controls go."""
        hidden = "\u202e\u2066\u2069\u200b\u200f\u061c\ufeff\u0007\u009b\U000e0041"
        given, meant = f"\u202e  Blue\u2066 \u2069\u200b(o\u0007ne)\u00a0{hidden}", "Blue (one)"
        c = self.server.client()
        self.addCleanup(c.close)
        c.must(201, "POST", "/api/signup", {"name": "namer", "password": "a long password"})
        c.keep_session()
        study = c.must(201, "POST", "/api/studies", {"name": given})["id"]
        record = {"hoshi": 1, "game": "redstone", "width": 5, "height": 5, "moves": [],
                  "players": [{"seat": 1, "name": given}, {"seat": 2, "name": ""}]}
        chapter = c.must(201, "POST", f"/api/studies/{study}/chapters", {
            "name": given, "record": json.dumps(record)})["id"]
        c.must(200, "POST", f"/api/chapters/{chapter}/edits", {"key": "names-of-all", "ops": [
            ["0", "name", given], ["0", "comment", given], ["0", "at 1", "\u202e\u2066Blue (one)"]]})
        copy = c.must(201, "POST", f"/api/studies/{study}/clone", {"name": given})["id"]
        team = c.must(201, "POST", "/api/teams", {"name": given, "about": given})["id"]
        cup = c.must(201, "POST", "/api/tournaments", {
            "name": given, "text": given, "kind": "roundrobin", "game": "levee", "width": 5, "players_max": 3,
            "clock": {"kind": "simple", "move_ms": 60000}})["id"]
        c.must(201, "POST", "/api/account/tokens", {
            "name": given, "scopes": ["read"], "password": "a long password"})
        c.must(200, "POST", "/api/account/profile", {"about": given})
        pages = {"/api/account/tokens": 1, f"/api/studies/{study}": 2, f"/api/studies/{copy}": 2,
                 f"/api/chapters/{chapter}": 5, f"/api/teams/{team}": 2, f"/api/tournaments/{cup}": 2,
                 "/api/players/namer": 1}
        for path, named in pages.items():
            status, body = c.get(path)
            told = body.decode() if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False)
            self.assertEqual(status, 200, (path, told))
            self.assertGreaterEqual(told.count(meant), named, (path, told))
            self.assertNotRegex(json.dumps(json.loads(told), ensure_ascii=False), f"[{hidden}]", path)
        for path in (f"/api/studies/{study}", f"/api/chapters/{chapter}", f"/api/teams/{team}"):
            status, told = c.request("POST", path, {"name": "Other " + given})
            self.assertLess(status, 300, (path, told))
            self.assertIn("Other Blue (one)", json.dumps(c.must(200, "GET", path)), path)
        # A name that is nothing but such characters is none, and one that looks like a team's is refused.
        for path in ("/api/studies", "/api/teams", "/api/tournaments"):
            c.must(400, "POST", path, {"name": hidden})
        for like in ("0ther Blue (one)", "Other B\u217cue (one)", "\u041ether Blue (one)"):
            c.must(409, "POST", "/api/teams", {"name": like})

    def test_headers_of_answers_cannot_be_split(self):
        for path in ("/%0d%0aSet-Cookie:%20a=b", "/api/%0d%0aX-A:%20b", "/rules%0d%0aX-A:b?x=%0d%0a"):
            answer = self.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            head = answer.split(b"\r\n\r\n")[0].lower()
            self.assertNotIn(b"\r\nset-cookie", head)
            self.assertNotIn(b"\r\nx-a", head)

    def test_every_answer_forbids_sniffing_and_frames(self):
        for path in ("/", "/api/games", "/api/none", "/nothing.js", "/healthz", "/api/events"):
            self.a.get(path)
            self.assertEqual(self.a.headers["x-content-type-options"], "nosniff", path)
            self.assertEqual(self.a.headers["x-frame-options"], "DENY", path)

    def test_two_lengths_and_smuggled_requests_are_refused(self):
        for request in (b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                        b"Content-Length: 40\r\n\r\n{}GET /api/me HTTP/1.1\r\nHost: x\r\n\r\n",
                        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}",
                        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999"
                        b"\r\n\r\n{}"):
            answer = self.raw(request)
            self.assertLessEqual(answer.count(b"HTTP/1.1 2"), 1, answer)
        self.assertEqual(self.a.get("/healthz")[0], 200)

    def test_two_ways_to_say_a_length_hide_no_request(self):
        """A proxy may read the other one, and take what follows for a part of the body, or the other way."""
        hidden = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
        for head, body in (
                (b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", b"0\r\n\r\n"),
                (b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
                (b"Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n", b"{}"),
                (b"Transfer-Encoding : chunked\r\nContent-Length: 2\r\n", b"{}"),
                (b"Content-Length: 2\r\nContent-Length: 60\r\n", b"{}"),
                (b"Content-Length: 2, 60\r\n", b"{}"),
                (b"Content-Length: +2\r\n", b"{}")):
            answer = self.all(b"POST /api/signout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                              + head + b"\r\n" + body + hidden)
            self.assertNotRegex(answer, rb"HTTP/1\.1 5", head)
            self.assertNotIn(b'"games"', answer, head)

    def all(self, request, wait=0.4):
        """The bytes that come back before a silence of this length."""
        out = b""
        with socket.create_connection(("127.0.0.1", self.server.port)) as s:
            s.settimeout(wait)
            try:
                s.sendall(request)
                s.shutdown(socket.SHUT_WR)
                while more := s.recv(65536):
                    out += more
            except OSError:
                pass
        return out

    def test_broken_http_does_no_harm(self):
        """Requests that were right, with pieces cut, doubled, changed, in whatever portions they come."""
        chance = random.Random(SEED)
        cookie = f"Cookie: hoshi_session={self.a.cookie}\r\n".encode()
        json_head = b"Content-Type: application/json\r\n"
        move = b'{"ply":1,"move":"a1"}'
        seeds = [
            b"GET /api/matches?limit=3 HTTP/1.1\r\nHost: x\r\n" + cookie + b"\r\n",
            b"GET /api/events?topics=lobby HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 1\r\n\r\n",
            b"POST /api/matches/1/moves HTTP/1.1\r\nHost: x\r\n" + cookie + json_head
            + b"Content-Length: %d\r\n\r\n" % len(move) + move,
            b"POST /api/matches/1/moves HTTP/1.1\r\nHost: x\r\n" + cookie + json_head
            + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(move) + move + b"\r\n0\r\n\r\n",
            b"POST /api/guest HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n" + json_head
            + b"Content-Length: 2\r\n\r\n{}",
            b"HEAD / HTTP/1.0\r\n\r\n",
        ]
        pieces = [b"\r\n", b"\n", b"\r", b"\0", b" ", b"\t", b":", b"\xff", b"HTTP/9.9", b"ffffffffffffffff\r\n",
                  b"Content-Length: 0\r\n", b"Transfer-Encoding: chunked\r\n", b"-1", b"%", b"A" * 3000]
        for _ in range(BROKEN):
            request = chance.choice(seeds) + (chance.choice(seeds) if chance.random() < 0.3 else b"")
            for _ in range(chance.randrange(1, 5)):
                at = chance.randrange(len(request) + 1)
                end = min(len(request), at + chance.choice([0, 0, 1, 1, 4, 20]))
                new = chance.choice([b"", request[at:end] * 2, chance.choice(pieces),
                                     bytes([chance.randrange(256)])])
                request = request[:at] + new + request[end:]
            with socket.create_connection(("127.0.0.1", self.server.port)) as s:
                s.settimeout(0.02)
                answer = b""
                try:
                    while request:
                        n = chance.choice([1, 7, 100, 100000])
                        s.sendall(request[:n])
                        request = request[n:]
                    answer = s.recv(65536)  # what does not come at once is not waited for
                except OSError:
                    pass
            self.assertNotRegex(answer, rb"HTTP/1\.1 5(?!05)", (SEED, request))
        self.assertEqual(self.a.get("/healthz")[0], 200)
        self.assertEqual(self.a.match(self.match)["id"], self.match)


if __name__ == "__main__":
    print(f"HOSHI_SEED={SEED}")
    harness.main()
