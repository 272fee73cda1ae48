"""Black-box tests of `hoshi serve`: the real binary on a free port with a temporary store.

Python's standard library only, and python3-jsonschema, with which every answer is compared with docs/openapi.yaml
(schemas.py). HOSHI is the binary, given by meson. HOSHI_STORE=postgresql: every server that is
not told where its store lies gets a new database of a PostgreSQL that is started for the program; else a file."""
import functools
import http.client
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import schemas

HOSHI = os.environ.get("HOSHI", "hoshi")
SLOW = float(os.environ.get("HOSHI_SLOW", "1"))  # sanitizers take their time
PASSWORD = "correct horse"  # of every member

OPENAPI = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "openapi.yaml")


def api_operations():
    """(method, path) of every operation of docs/openapi.yaml; its paths begin below /api."""
    path = None
    with open(OPENAPI, encoding="utf-8") as f:
        for line in f:
            if re.match(r"^  /\S*:$", line):
                path = line.strip()[:-1]
            elif path and (found := re.match(r"^    (get|post):$", line)):
                yield found.group(1), path


def new_store(folder):
    if os.environ.get("HOSHI_STORE") != "postgresql":
        return os.path.join(folder, "hoshi.db")
    import postgres  # which needs this module
    return postgres.shared().database()


@functools.cache
def all_schemas():
    return schemas.Schemas() if schemas.jsonschema else None


def compare(method, path, status, media, value):
    """Fails if an answer is not as docs/openapi.yaml describes it."""
    known = all_schemas()
    wrong = known and path.startswith("/api/") and known.wrong(method, path, status, media, value)
    if wrong:
        raise AssertionError(wrong)


class Server:
    """One server process. `stop`, `kill` and `start` again keep store and port. Its passwords cost little
    (quick_passwords.c), unless they are to be dear."""

    def __init__(self, *options, store=None, preexec=None, env=None, slow_passwords=False):
        self.folder = tempfile.mkdtemp(prefix="hoshi-test-")
        self.store = store or new_store(self.folder)
        self.options = list(options)
        self.port = 0
        self.preexec = preexec
        quick = os.environ.get("HOSHI_PASSWORD_SHIM")
        shims = {}
        if quick and not slow_passwords:
            asan = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
            shims = {"LD_PRELOAD": quick, "ASAN_OPTIONS": asan.lstrip(":")}
        self.env = {**os.environ, **shims, **(env or {})}
        self.process = None
        self.lines = []
        self.start()

    def start(self):
        command = [HOSHI, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", self.store,
                   *self.options]
        self.errors = open(os.path.join(self.folder, "stderr"), "a+", encoding="utf-8")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors,
                                        text=True, preexec_fn=self.preexec, env=self.env)
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            found = re.match(r"hoshi: listening on http://127\.0\.0\.1:(\d+)$", line)
            if found:
                self.port = int(found.group(1))
                return
        raise AssertionError("the server did not start: " + self.stderr())

    def stderr(self):
        with open(os.path.join(self.folder, "stderr"), encoding="utf-8") as f:
            return f.read()

    def stop(self):
        """SIGTERM; returns the exit status."""
        return self._end(signal.SIGTERM)

    def kill(self):
        return self._end(signal.SIGKILL)

    def _end(self, sig):
        if self.process is None:
            return None
        self.process.send_signal(sig)
        status = self.process.wait(timeout=30 * SLOW)
        self.process.stdout.close()
        self.errors.close()
        self.process = None
        return status

    def close(self):
        """A finding of a sanitizer fails the test, whatever else the test was about."""
        if self.process is not None:
            self.stop()
        if not os.path.isdir(self.folder):
            return  # a second time
        errors = self.stderr()
        shutil.rmtree(self.folder, ignore_errors=True)
        if "Sanitizer" in errors:
            raise AssertionError(errors)

    def client(self):
        return Client(self.port)

    def guest(self):
        c = self.client()
        c.guest()
        return c


class Client:
    """One player: a connection that stays open, and a cookie."""

    def __init__(self, port):
        self.port = port
        self.cookie = None
        self.player = None
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30 * SLOW)
        self.headers = {}

    def close(self):
        self.connection.close()

    def request(self, method, path, body=None, headers=None):
        """Returns (status, parsed body or bytes); headers of the answer in self.headers."""
        send = dict(headers or {})
        data = None
        if body is not None:
            data = body if isinstance(body, (bytes, str)) else json.dumps(body)
            send.setdefault("Content-Type", "application/json")
        if self.cookie:
            send["Cookie"] = "hoshi_session=" + self.cookie
        try:
            self.connection.request(method, path, data, send)
            answer = self.connection.getresponse()
        except (http.client.RemoteDisconnected, http.client.CannotSendRequest, BrokenPipeError,
                ConnectionResetError):
            self.connection.close()
            self.connection.request(method, path, data, send)
            answer = self.connection.getresponse()
        raw = answer.read()
        self.headers = {k.lower(): v for k, v in answer.getheaders()}
        if "json" in self.headers.get("content-type", "") and raw:
            value = json.loads(raw)
            media = self.headers["content-type"].split(";")[0]
            compare(method, path, answer.status, media, value)
            return answer.status, value
        return answer.status, raw

    def get(self, path, **kw):
        return self.request("GET", path, **kw)

    def post(self, path, body=None, **kw):
        return self.request("POST", path, {} if body is None else body, **kw)

    def must(self, status, method, path, body=None, **kw):
        got, value = self.request(method, path, body, **kw)
        if got != status:
            raise AssertionError(f"{method} {path}: {got} instead of {status}: {value}")
        return value

    def keep_session(self):
        """Takes the session from the cookie of the last answer; an empty one ends it."""
        found = re.search(r"hoshi_session=([^;]*)", self.headers["set-cookie"])
        self.cookie = found.group(1) or None

    def guest(self):
        self.player = self.must(201, "POST", "/api/guest", {})
        self.keep_session()
        return self.player

    def create(self, game, seats, **more):
        return self.must(201, "POST", "/api/matches", {"game": game, "seats": seats, **more})

    def match(self, match):
        return self.must(200, "GET", f"/api/matches/{match}")

    def move(self, match, ply, move):
        return self.post(f"/api/matches/{match}/moves", {"ply": ply, "move": move})

    def play(self, match, ply, move):
        return self.must(200, "POST", f"/api/matches/{match}/moves", {"ply": ply, "move": move})


class Stream:
    """A stream of events, read on a thread of its own."""

    def __init__(self, client, topics, since=None, query="", headers=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=60 * SLOW)
        headers = dict(headers or {})
        if client.cookie:
            headers["Cookie"] = "hoshi_session=" + client.cookie
        if since is not None:
            headers["Last-Event-ID"] = str(since)
        self.connection.request("GET", f"/api/events?topics={topics}{query}", headers=headers)
        self.socket = self.connection.sock  # the answer takes it
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.events = []
        self.comments = 0
        self.ended = False
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        event = {}
        try:
            while True:
                line = self.answer.readline()
                if not line:
                    break
                line = line.decode().rstrip("\n")
                with self.changed:
                    if line.startswith(":"):
                        self.comments += 1
                    elif line == "" and "event" in event:
                        event["data"] = json.loads(event["data"])
                        self.events.append(event)
                        self.changed.notify_all()
                    elif ": " in line:
                        name, value = line.split(": ", 1)
                        event[name] = value
                    if line == "":
                        event = {}
        except (OSError, http.client.HTTPException, AttributeError, ValueError):
            pass
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def wait(self, fits, seconds=10):
        """The first event for which fits(event) is true."""
        until = time.monotonic() + seconds * SLOW
        with self.changed:
            while True:
                for event in self.events:
                    if fits(event):
                        return event
                left = until - time.monotonic()
                if left <= 0 or self.ended:
                    raise AssertionError(f"no such event among {self.events[-5:]}")
                self.changed.wait(left)

    def wait_type(self, kind, seconds=10):
        return self.wait(lambda e: e["event"] == kind, seconds)

    def types(self):
        with self.changed:
            return [e["event"] for e in self.events]

    def close(self):
        try:
            self.socket.shutdown(2)
        except OSError:
            pass
        self.connection.close()
        self.thread.join(5)


class Streams:
    """For tests that listen to events."""

    def stream(self, client, topics):
        """An event stream that has begun; it is closed after the test."""
        s = Stream(client, topics)
        self.addCleanup(s.close)
        s.wait_type("hello")
        return s


class ServerTest(Streams, unittest.TestCase):
    """A server for each class."""

    options = ["--no-bot", "--no-limits"]
    slow_passwords = False

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options, slow_passwords=cls.slow_passwords)

    @classmethod
    def tearDownClass(cls):
        status = cls.server.stop()
        errors = cls.server.stderr()
        cls.server.close()
        if status != 0 or "Sanitizer" in errors:
            raise AssertionError(f"the server ended with {status}: {errors}")

    def nobody(self):
        """A client that is not signed in."""
        c = self.server.client()
        self.addCleanup(c.close)
        return c

    def guest(self):
        c = self.server.guest()
        self.addCleanup(c.close)
        return c

    def member(self, name):
        """A client that is signed in as a new member."""
        c = self.nobody()
        c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.keep_session()
        return c


@unittest.skipIf(os.environ.get("HOSHI_STORE") == "postgresql", "the tests write into a file")
class FilledTest(unittest.TestCase):
    """Each test fills the store of a server of its own while the server stands still."""

    def server_with(self, names, fill):
        """A server with members of these names; fill(db, their numbers by name) writes more."""
        server = Server("--no-bot", "--no-limits")
        self.addCleanup(server.close)
        c = server.client()
        for name in names:
            c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.close()
        server.stop()
        with sqlite3.connect(server.store) as db:
            fill(db, dict(db.execute("SELECT name, id FROM player")))
        db.close()
        server.start()
        return server

    def signed_in(self, server, name):
        c = server.client()
        self.addCleanup(c.close)
        c.must(200, "POST", "/api/signin", {"name": name, "password": PASSWORD})
        c.keep_session()
        return c


class PartLoader(unittest.TestLoader):
    """Of HOSHI_PART=2/3 the second of three parts: every third test, so that each is in one part."""

    def loadTestsFromModule(self, module, *args, **kw):
        part, parts = (int(n) for n in os.environ.get("HOSHI_PART", "1/1").split("/"))
        tests = [test for suite in super().loadTestsFromModule(module, *args, **kw) for test in suite]
        return self.suiteClass(tests[part - 1::parts])


def main():
    unittest.main(verbosity=2, argv=[sys.argv[0]] + sys.argv[1:], testLoader=PartLoader())
