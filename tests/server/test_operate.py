#!/usr/bin/env python3
"""Settings and reports for operators: options from file, environment and command line; health, readiness and
metrics; logs; limits on slow and greedy clients."""
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import harness


def serve(*options, env=None):
    """Runs `hoshi serve` with options that make it end at once; (status, output, errors)."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("HOSHI_")}
    done = subprocess.run([harness.HOSHI, "serve", *options], capture_output=True, text=True,
                          env={**clean, **(env or {})}, timeout=30 * harness.SLOW)
    return done.returncode, done.stdout, done.stderr


class Config(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = os.path.join(self.folder, "hoshi.conf")

    def write(self, text):
        with open(self.file, "w", encoding="utf-8") as f:
            f.write(text)

    def test_command_line_counts_before_environment_before_file(self):
        self.write(f"# a club\nlisten = 127.0.0.1:1001   # here\nstore = {self.folder}/a.db\n"
                   "no-bot = yes\n\ntrust-proxy = no\n")
        check = ["--check-config", "--config", self.file]
        status, out, errors = serve(*check)
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("listen 127.0.0.1:1001", out)
        self.assertIn(f"store {self.folder}/a.db", out)
        env = {"HOSHI_LISTEN": "127.0.0.1:1002"}
        self.assertIn("127.0.0.1:1002", serve(*check, env=env)[1])
        self.assertIn("127.0.0.1:1003", serve(*check, "--listen", "127.0.0.1:1003", env=env)[1])
        self.assertIn("127.0.0.1:1001", serve("--check-config", env={"HOSHI_CONFIG": self.file})[1])
        self.assertEqual(os.listdir(self.folder), ["hoshi.conf"])  # nothing was opened or made

    def test_a_file_of_windows_is_read_and_a_path_in_the_url_is_refused(self):
        data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "programs")
        status, out, errors = serve("--check-config", "--config", os.path.join(data, "config_bom.conf"), "--store",
                                    ":memory:")
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("listen 127.0.0.1:18316", out)
        status, _, errors = serve("--check-config", "--config", os.path.join(data, "serve_url_path.conf"))
        self.assertEqual(status, 1)
        self.assertIn("without a path", errors)

    def test_an_error_in_the_file_names_its_line(self):
        for text, word in [("colour = red\n", "colour"), ("\nno-bot = perhaps\n", "yes or no"),
                           ("bot-threads = 0\n", "from 1 to 256"), ("listen\n", "NAME = VALUE")]:
            self.write(text)
            status, _, errors = serve("--check-config", "--config", self.file)
            self.assertEqual(status, 2)
            self.assertIn(f"{self.file}:{2 if text[0] == chr(10) else 1}", errors)
            self.assertIn(word, errors)
        self.assertEqual(serve("--check-config", "--config", "/nonexistent")[0], 2)
        for options, word in [(["--listen", "nowhere"], "ADDRESS:PORT"),
                              (["--store", "/nonexistent/x.db"], "No such file"),
                              (["--url", "hoshi.example"], "https://"),
                              (["--url", "https://"], "https://HOST or http://HOST"),
                              (["--url", "https:///hoshi"], "https://HOST or http://HOST"),
                              (["--url", "https://hoshi.example/games"], "without a path"),
                              (["--url", "https://hoshi.example?x=1"], "without a path"),
                              (["--url", "https://ann@hoshi.example"], "without a path"),
                              (["--url", "https://" + "a" * 200], "shorter than 200 bytes"),
                              (["--mail-address", "a+b@hoshi.example"], "NAME@HOST, without a +"),
                              (["--mail-address", "@hoshi.example"], "NAME@HOST"),
                              (["--smtp", "localhost:25"], "smtp://HOST or smtps://HOST"),
                              (["--smtp", "smtps://"], "smtp://HOST or smtps://HOST"),
                              (["--push", "me@hoshi.example"], "mailto:ADDRESS"),
                              (["--push", "mailto:"], "mailto:ADDRESS"),
                              (["--smtp-login-file", "/nonexistent"], "No such file"),
                              (["--store", self.folder], "Is a directory"),
                              (["--mail-token-file", "/nonexistent/mail.token"],
                               "mail-token-file = /nonexistent/mail.token: cannot create it"),
                              (["--mail-token-file", self.folder], "cannot read it: Is a directory"),
                              (["--bot-token-file", self.folder], "cannot write it"),
                              (["--web", "/nonexistent"], "web = /nonexistent: cannot read it")]:
            status, _, errors = serve("--check-config", "--store", f"{self.folder}/a.db", *options)
            self.assertEqual(status, 1)
            self.assertIn(word, errors)

    def test_files_of_other_editors_are_read(self):
        self.write("\ufefflisten = 127.0.0.1:18316\r\nurl = HTTPS://Hoshi.Example:443/\r\n")
        status, out, errors = serve("--check-config", "--config", self.file, "--store", ":memory:")
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("127.0.0.1:18316", out)
        with open(self.file, "w", encoding="utf-16") as f:
            f.write("no-bot = yes\n")
        status, _, errors = serve("--check-config", "--config", self.file)
        self.assertEqual(status, 2)
        self.assertIn("UTF-8", errors)

    def test_values_that_cannot_be_used_stop_a_start_before_it_makes_anything(self):
        status, _, errors = serve("--listen", "127.0.0.1:0", "--store", f"{self.folder}/a.db",
                                  "--smtp", "localhost", "--push", "me", "--url", "hoshi.example")
        self.assertEqual(status, 1)
        self.assertEqual([line.split(" = ")[0] for line in errors.splitlines()],
                         ["hoshi: url", "hoshi: smtp", "hoshi: push"])
        self.assertEqual(os.listdir(self.folder), [])

    @unittest.skipUnless(os.geteuid() == 0, "root reads everything; it takes root to become nobody")
    def test_it_names_files_that_this_user_cannot_read(self):
        files = {name: os.path.join(self.folder, name) for name in ("token", "login", "a.db")}
        for file in files.values():
            with open(file, "w", encoding="utf-8") as f:
                f.write("0123456789abcdef\n")
            os.chmod(file, 0o600)
        os.chmod(self.folder, 0o755)
        done = subprocess.run([harness.HOSHI, "serve", "--check-config", "--store", files["a.db"],
                               "--mail-token-file", files["token"], "--smtp-login-file",
                               files["login"]], capture_output=True, text=True, user="nobody",
                              timeout=30 * harness.SLOW)
        self.assertEqual(done.returncode, 1)
        for name, option in (("token", "mail-token-file"), ("login", "smtp-login-file"),
                             ("a.db", "store")):
            self.assertIn(f"{option} = {files[name]}: cannot read it: Permission denied",
                          done.stderr)
        # The server says so too, and leaves the token as it is.
        done = subprocess.run([harness.HOSHI, "serve", "--store", ":memory:", "--no-bot", "--listen",
                               "127.0.0.1:0", "--mail-token-file", files["token"]],
                              capture_output=True, text=True, user="nobody",
                              timeout=30 * harness.SLOW)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"mail-token-file = {files['token']}: cannot read it", done.stderr)
        with open(files["token"], encoding="utf-8") as f:
            self.assertEqual(f.read(), "0123456789abcdef\n")

    def test_a_password_in_the_url_of_the_store_is_not_repeated(self):
        url = "postgresql://ann:s3cret@localhost:1/hoshi"
        _, out, _ = serve("--check-config", "--store", url)
        self.assertIn("postgresql://localhost:1/hoshi", out)
        status, out, errors = serve("--no-bot", "--listen", "127.0.0.1:0", "--store", url,
                                    "--store-wait", "1")
        self.assertEqual(status, 1)
        self.assertIn("postgresql://localhost:1/hoshi cannot be used", errors)
        self.assertNotIn("s3cret", out + errors)


class SecurityText(unittest.TestCase):
    """RFC 9116: served only when the operator has given a contact."""

    def test_it_says_where_to_report_and_until_when(self):
        server = harness.Server("--no-bot", "--security-contact", "mailto:security@example.org",
                                "--security-expires", "2031-02-28")
        self.addCleanup(server.close)
        c = server.client()
        self.addCleanup(c.close)
        text = c.must(200, "GET", "/.well-known/security.txt").decode()
        self.assertEqual(c.headers["content-type"], "text/plain; charset=utf-8")
        fields = dict(line.split(": ", 1) for line in text.splitlines())
        self.assertEqual((fields["Contact"], fields["Expires"]),
                         ("mailto:security@example.org", "2031-02-28T00:00:00Z"))
        self.assertEqual(fields["Canonical"], f"http://127.0.0.1:{server.port}/.well-known/security.txt")
        c.must(405, "POST", "/.well-known/security.txt", {})

    def test_without_a_contact_there_is_none_and_wrong_values_are_refused(self):
        server = harness.Server("--no-bot")
        self.addCleanup(server.close)
        c = server.client()
        self.addCleanup(c.close)
        self.assertNotIn(b"Contact:", c.get("/.well-known/security.txt")[1])
        for options in (["--security-contact", "security@example.org"],
                        ["--security-contact", "mailto:a@example.org"], ["--security-expires", "2031-01-01"],
                        ["--security-contact", "mailto:a@example.org", "--security-expires", "2031-02-30"],
                        ["--security-contact", "mailto:a@example.org", "--security-expires", "soon"]):
            done = subprocess.run([harness.HOSHI, "serve", "--check-config", "--store", ":memory:", *options],
                                  capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0, options)
            self.assertIn("security-", done.stderr)


class Machines(unittest.TestCase):
    def setUp(self):
        self.server = harness.Server("--no-bot", "--no-limits", "--log", "--json-logs")
        self.addCleanup(self.server.close)
        self.a = self.server.guest()
        self.addCleanup(self.a.close)

    def metric(self, name):
        text = self.a.must(200, "GET", "/metrics").decode()
        return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.M).group(1))

    def test_health_and_readiness(self):
        self.assertEqual(self.a.must(200, "GET", "/healthz"), b"alive\n")
        self.assertEqual(self.a.must(200, "GET", "/readyz"), b"ready\n")

    def test_metrics_count_and_are_well_formed(self):
        match = self.a.create("levee", ["me", "me"], width=7)["id"]
        before = self.metric("hoshi_moves_total")
        self.a.play(match, 1, "a1")
        self.a.play(match, 2, "b1")
        self.assertEqual(self.a.move(match, 3, "a1")[0], 422)
        self.assertEqual(self.metric("hoshi_moves_total"), before + 2)
        self.assertGreaterEqual(self.metric('hoshi_requests_total{status="4xx"}'), 1)
        missed = self.metric("hoshi_signin_misses_total")
        self.a.must(401, "POST", "/api/signin", {"name": "nobody-here", "password": "a wrong password"})
        self.assertEqual(self.metric("hoshi_signin_misses_total"), missed + 1)
        self.assertEqual(self.metric('hoshi_anomalies_total{kind="signins"}'), 0)
        stream = harness.Stream(self.a, "lobby")
        stream.wait_type("hello")
        self.assertEqual(self.metric("hoshi_streams"), 1)
        stream.close()
        text = self.a.must(200, "GET", "/metrics").decode()
        for line in text.splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"\})? \S+)$')
        counts = [float(n) for n in re.findall(r'seconds_bucket\{le="[^"]*"\} (\S+)', text)]
        self.assertEqual(counts, sorted(counts))
        self.assertEqual(counts[-1], self.metric("hoshi_request_seconds_count") - 1)

    def test_metrics_are_for_this_machine_only(self):
        self.assertNotIn(b"hoshi_moves", self.a.request(
            "GET", "/metrics", headers={"X-Forwarded-For": "192.0.2.7"})[1])
        behind = harness.Server("--no-bot", "--trust-proxy", store=":memory:")
        self.addCleanup(behind.close)
        c = behind.client()
        self.assertNotIn(b"hoshi_moves", c.get("/metrics",
                                               headers={"X-Forwarded-For": "192.0.2.7"})[1])
        self.assertIn(b"hoshi_moves", c.get("/metrics")[1])
        c.close()

    def test_a_terminal_that_hangs_up_is_an_orderly_stop(self):
        server = harness.Server("--no-bot", store=":memory:")
        self.addCleanup(server.close)
        self.assertEqual(server._end(signal.SIGHUP), 0)

    def test_every_line_is_json_also_of_a_start_that_fails_and_of_the_bot(self):
        taken = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(taken.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with open(os.path.join(folder.name, "token"), "w", encoding="utf-8") as f:
            f.write("x" * 43)
        port = taken.getsockname()[1]
        for wrong in (["serve", "--listen", f"127.0.0.1:{port}", "--store", ":memory:"],
                      ["serve", "--store", folder.name + "/no/such/folder/x.db"],
                      ["serve", "--store", ":memory:", "--url", "ftp://\x1b[31m\"x"],
                      ["serve", "--store", ":memory:", "--mail-provider", "nobody"]):
            done = subprocess.run([harness.HOSHI, *wrong, "--json-logs"], capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0, wrong)
            said = [json.loads(line) for line in done.stderr.splitlines()]
            self.assertEqual({line["level"] for line in said}, {"error"}, wrong)
        taken.close()  # nobody is there
        bot = subprocess.Popen([harness.HOSHI, "bot", "--server", f"http://127.0.0.1:{port}", "--token-file",
                                os.path.join(folder.name, "token"), "--json-logs"],
                               stderr=subprocess.PIPE, text=True)
        line = bot.stderr.readline()
        bot.kill()
        bot.communicate()
        self.assertIn("there is no server", json.loads(line)["message"])

    def test_each_request_has_a_number_in_answer_and_log(self):
        self.a.get("/api/games?secret=1", headers={"X-Request-Id": "mine"})
        mark = self.a.headers["x-request-id"]
        self.assertNotEqual(mark, "mine")  # only a proxy that is trusted may choose it
        self.a.get('/api/"quoted"%0Apath')
        until = time.monotonic() + 10 * harness.SLOW
        lines = []
        while not any(x.get("path", "").startswith('/api/"quoted"') for x in lines):
            self.assertLess(time.monotonic(), until, lines[-3:])
            lines = [json.loads(line) for line in self.server.stderr().splitlines()]
        line = next(x for x in lines if x.get("request") == mark)
        self.assertEqual((line["method"], line["path"], line["status"]), ("GET", "/api/games", 200))
        self.assertEqual(line["player"], self.a.player["id"])
        self.assertRegex(line["at"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertTrue(any(x.get("path", "").startswith('/api/"quoted"') for x in lines))
        self.assertNotIn("secret", self.server.stderr())
        self.assertNotIn(self.a.cookie, self.server.stderr())


class Limits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = harness.Server("--no-bot", store=":memory:")
        cls.a = cls.server.guest()

    @classmethod
    def tearDownClass(cls):
        cls.a.close()
        cls.server.close()

    def test_streams_of_one_player_are_bounded(self):
        streams = [harness.Stream(self.a, "lobby") for _ in range(30)]
        for s in streams:
            s.wait_type("hello")
        status, problem = self.a.get("/api/events?topics=lobby")
        self.assertEqual(status, 429, problem)
        for s in streams:
            s.close()
        until = time.monotonic() + 20 * harness.SLOW
        while True:
            again = harness.Stream(self.a, "lobby")
            again.close()
            if again.status == 200:
                break
            self.assertLess(time.monotonic(), until)
            time.sleep(0.2)

    def test_streams_of_one_address_are_bounded(self):
        streams = [self.listen() for _ in range(201)]
        answers = [s.recv(12) for s in streams]
        self.assertEqual((answers[:200].count(b"HTTP/1.1 200"), answers[200]), (200, b"HTTP/1.1 429"))
        member = harness.Stream(self.a, "lobby")  # strangers do not hinder a client with a session
        member.wait_type("hello")
        member.close()
        for s in streams:
            s.close()
        until = time.monotonic() + 20 * harness.SLOW
        while True:
            with self.listen() as s:
                if s.recv(12) == b"HTTP/1.1 200":
                    break
            self.assertLess(time.monotonic(), until)
            time.sleep(0.2)

    def listen(self):
        s = socket.create_connection(("127.0.0.1", self.server.port))
        s.settimeout(20 * harness.SLOW)
        s.sendall(b"GET /api/events?topics=lobby HTTP/1.1\r\nHost: x\r\n\r\n")
        return s

    def raw(self, text, seconds=5):
        with socket.create_connection(("127.0.0.1", self.server.port)) as s:
            s.settimeout(seconds * harness.SLOW)
            try:
                s.sendall(text)
                return s.recv(65536)
            except OSError:
                return b""

    def test_a_long_head_is_refused(self):
        answer = self.raw(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 20000 + b"\r\n\r\n")
        self.assertRegex(answer, rb"^(HTTP/1\.1 (431|413|414|400) |$)")
        answer = self.raw(b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertRegex(answer, rb"^(HTTP/1\.1 (431|413|414|400) |$)")
        many = b"".join(b"X-%d: y\r\n" % i for i in range(3000))
        answer = self.raw(b"GET / HTTP/1.1\r\nHost: x\r\n" + many + b"\r\n")
        self.assertRegex(answer, rb"^(HTTP/1\.1 (431|413|414|400) |$)")
        self.assertEqual(self.a.get("/healthz")[0], 200)

    def test_slow_clients_hold_up_no_other(self):
        slow = []
        for _ in range(300):
            s = socket.create_connection(("127.0.0.1", self.server.port))
            s.sendall(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Le")
            slow.append(s)
        begun = time.monotonic()
        for _ in range(20):
            self.a.must(200, "GET", "/api/games")
        self.assertLess(time.monotonic() - begun, 10 * harness.SLOW)
        for s in slow:
            s.close()

class Sandbox(unittest.TestCase):
    """The server's report about its sandbox is true: a file outside its folders is closed to it."""

    def read_outside(self, *options):
        """The lines of the start, and the status of a page that is a link to a file elsewhere."""
        with tempfile.TemporaryDirectory() as web, tempfile.TemporaryDirectory() as outside:
            with open(outside + "/secret.txt", "w", encoding="utf-8") as f:
                f.write("secret")
            os.symlink(outside + "/secret.txt", web + "/link.txt")
            with open(web + "/page.txt", "w", encoding="utf-8") as f:
                f.write("page")
            server = harness.Server("--no-bot", "--web", web, *options)
            try:
                with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as f:
                    state = f.read()
                client = server.client()
                self.assertEqual(client.get("/page.txt"), (200, b"page"))
                status = client.get("/link.txt")[0]
                client.close()
                return server.lines, state, status
            finally:
                server.close()

    def children(self, parent):
        """The system's data about each process that this one has started."""
        states = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/status", encoding="utf-8") as f:
                    states.append(f.read())
            except OSError:
                pass  # it has ended meanwhile
        return [state for state in states if f"\nPPid:\t{parent}\n" in state]

    def test_the_server_is_confined_to_its_files(self):
        lines, state, status = self.read_outside()
        confined = [line for line in lines if line.startswith("hoshi: confined by ")]
        self.assertEqual(len(confined), 1, lines)
        self.assertIn("NoNewPrivs:\t1", state)
        if "seccomp is not" not in confined[0]:
            self.assertIn("Seccomp:\t2", state)
        self.assertEqual(status, 200 if "Landlock is not" in confined[0] else 404)

    def test_the_bot_is_confined_with_the_server(self):
        server = harness.Server()
        self.addCleanup(server.close)
        confined = [line for line in server.lines if line.startswith("hoshi: confined by ")]
        self.assertEqual(len(confined), 1, server.lines)
        until = time.monotonic() + 20 * harness.SLOW
        while not (bots := self.children(server.process.pid)):  # it starts once the server listens
            self.assertLess(time.monotonic(), until)
            time.sleep(0.1)
        for state in bots:
            self.assertIn("NoNewPrivs:\t1", state)
            if "seccomp is not" not in confined[0]:
                self.assertIn("Seccomp:\t2", state)

    def test_no_sandbox_leaves_it_as_it_is(self):
        lines, state, status = self.read_outside("--no-sandbox")
        self.assertFalse([line for line in lines if "confined" in line])
        self.assertIn("NoNewPrivs:\t0", state)
        self.assertEqual(status, 200)


if __name__ == "__main__":
    harness.main()
