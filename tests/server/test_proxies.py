#!/usr/bin/env python3
"""Who asks, behind which proxies: raw heads as proxies and clients send them (tests/data/http), and nginx,
HAProxy and Caddy themselves, as they come, with forged heads in front of them."""
import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

import harness

DATA = os.path.join(os.path.dirname(__file__), "..", "data", "http")


def read(name):
    with open(os.path.join(DATA, name + ".http"), "rb") as f:
        return f.read()


def send(port, raw):
    """(status, head, body) of one raw request."""
    with socket.create_connection(("127.0.0.1", port), timeout=30 * harness.SLOW) as s:
        s.sendall(raw)
        answer = http.client.HTTPResponse(s)
        answer.begin()
        return answer.status, str(answer.headers), answer.read()


def head(path, *lines, method="GET", version="1.1"):
    return "\r\n".join((f"{method} {path} HTTP/{version}", *lines, "Connection: close", "", "")).encode()


def guest(*lines, body="{}"):
    return head("/api/guest", "Content-Type: application/json", f"Content-Length: {len(body)}", *lines,
                method="POST") + body.encode()


class Heads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = harness.Server("--no-bot", "--trust-proxy", "--log", store=":memory:")
        cls.addClassCleanup(cls.server.close)

    def send(self, raw):
        return send(self.server.port, raw)

    def test_a_field_on_two_lines_is_refused(self):
        """What is folded, and a name with a blank, is another field for some proxies (RFC 9112, 5.1, 5.2)."""
        for lines in (("X-Forwarded-For: 192.0.2.7,", " 10.0.0.1, 10.0.0.2"), ("Cookie: a=1;", "\tb=2"),
                      ("X-Forwarded-For : 192.0.2.7",), ("X Y: z",), ("X(Y): z",)):
            status, _, body = self.send(head("/api/games", "Host: h", *lines))
            self.assertEqual(status, 400, lines)
            self.assertIn(b"on the same line", body)
        self.assertEqual(self.send(head("/api/games", "Host: h", "X-Y_z.1: a b"))[0], 200)

    def seen(self, mark):
        """The address that the server has written down for the request with that path."""
        until = time.monotonic() + 10 * harness.SLOW
        while True:
            found = re.search(rf"(?m)^(\S+) GET /{mark} ", self.server.stderr())
            if found:
                return found.group(1)
            self.assertLess(time.monotonic(), until)
            time.sleep(0.01)

    def test_absolute_form_is_a_path_and_a_host(self):
        status, _, body = self.send(read("http_absolute_form"))
        self.assertEqual(status, 200)
        self.assertIn(b"redstone", body)
        self.assertEqual(self.send(head("HTTPS://[::1]:81/healthz?x=1", "Host: h"))[0], 200)
        self.assertEqual(self.send(head("http://hoshi.example", "Host: h"))[0], 200)
        # The target's host counts, and not Host's.
        raw = guest("Host: other", "Origin: http://hoshi.example").replace(
            b"/api/guest", b"http://hoshi.example/api/guest")
        self.assertEqual(self.send(raw)[0], 201)

    def test_one_host_is_needed(self):
        for raw in (read("http_two_hosts"), head("/api/games"), head("/", "Host: a", "Host: a"),
                    head("/", "Host: a, b"), head("/", "Host: a", "Host: b", version="1.0"),
                    head("nowhere", "Host: a"), head("http://a/", "X: y")):
            with self.subTest(raw):
                status, _, body = self.send(raw)
                self.assertEqual(status, 400, body)
                self.assertIn(b"detail", body)
        self.assertEqual(self.send(head("/api/games", version="1.0"))[0], 200)

    def test_what_stands_once_stands_once(self):
        for name in ("Origin: http://h", "Authorization: Bearer x", "Content-Type: application/json"):
            self.assertEqual(self.send(head("/api/games", "Host: h", name, name))[0], 400, name)

    def test_default_ports_are_no_ports(self):
        self.assertEqual(self.send(read("http_origin_default_port"))[0], 201)
        for origin, host, status in (
                ("http://h", "h:80", 201), ("http://h:80", "h", 201), ("https://h:443", "h", 201),
                ("https://h", "h:80", 403), ("https://h:8443", "h", 403), ("null", "h", 403),
                ("https://h.evil", "h", 403)):
            with self.subTest(origin=origin, host=host):
                self.assertEqual(self.send(guest(f"Origin: {origin}", f"Host: {host}"))[0], status)

    def test_cookies_are_secure_over_tls(self):
        self.assertIn("; Secure", self.send(read("http_proto_upper"))[1])
        for lines, secure in ((("X-Forwarded-Proto: https, https",), True),
                              (("Forwarded: for=192.0.2.9;proto=https",), True),
                              (("X-Forwarded-Proto: https, http",), False), ((), False)):
            with self.subTest(lines):
                said = self.send(guest("Host: h", *lines))[1]
                self.assertEqual("; Secure" in said, secure, said)

    def test_cookies_may_come_on_two_lines(self):
        said = self.send(guest("Host: h"))[1]
        cookie = re.search(r"(hoshi_session=[^;]+)", said).group(1)
        status, _, body = self.send(head("/api/account", "Host: h", "Cookie: a=b", f"Cookie: {cookie}"))
        self.assertEqual(status, 200, body)

    def test_ports_and_brackets_are_no_part_of_an_address(self):
        raw = read("http_forwarded_port")
        statuses = [self.send(raw.replace(b"20001", str(20001 + i).encode()))[0] for i in range(75)]
        self.assertEqual(statuses[:60], 60 * [201])
        self.assertIn(429, statuses[60:])
        raw = read("http_forwarded_brackets")
        statuses = [self.send(raw.replace(b"2::1]", b"2::%x]" % i))[0] for i in range(1, 75)]
        self.assertEqual(statuses[:60], 60 * [201])
        self.assertIn(429, statuses[60:])

    def test_the_last_entry_of_all_lines_counts(self):
        for mark, lines, address in (
                ("a1", ("X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 192.0.2.7"), "192.0.2.7"),
                ("a2", ("X-Forwarded-For: 192.0.2.8:443",), "192.0.2.8"),
                ("a3", ('Forwarded: for=1.1.1.1, for="[2001:db8::7]:80"',), "2001:db8::7"),
                ("a4", (), "127.0.0.1")):
            self.send(head("/" + mark, "Host: h", *lines))
            self.assertEqual(self.seen(mark), address)

    def test_what_is_no_address_is_refused(self):
        for lines in (("X-Forwarded-For: unknown",), ("X-Forwarded-For: 192.0.2.7, _hidden",),
                      ("Forwarded: for=unknown",), ('Forwarded: for="_x:80"',),
                      ('Forwarded: for="1.1.1.1, for=192.0.2.7',), ("X-Forwarded-For: 1.1.1",),
                      ("X-Forwarded-For: 192.0.2.7", "Forwarded: for=192.0.2.8")):
            with self.subTest(lines):
                status, _, body = self.send(head("/api/games", "Host: h", *lines))
                self.assertEqual(status, 400)
                self.assertIn(b"Forwarded", body)


class Trust(unittest.TestCase):
    """Which proxies are ours."""

    def seen(self, option, *lines):
        server = harness.Server("--no-bot", option, "--log", store=":memory:")
        self.addCleanup(server.close)
        self.assertIn(send(server.port, head("/who", "Host: h", *lines))[0], (200, 404))
        metrics = b"hoshi_moves" in send(server.port, head("/metrics", "Host: h", *lines))[2]
        server.stop()
        return re.search(r"(?m)^(\S+) GET /who ", server.stderr()).group(1), metrics

    def test_a_number_or_networks(self):
        lines = ("X-Forwarded-For: 1.1.1.1, 192.0.2.7", "X-Forwarded-For: 10.0.0.2")
        self.assertEqual(self.seen("--trust-proxy=2", *lines), ("192.0.2.7", False))
        self.assertEqual(self.seen("--trust-proxy=127.0.0.1, 10.0.0.0/8", *lines), ("192.0.2.7", False))
        # A proxy that is not ours speaks for itself, and brings no one to the metrics.
        self.assertEqual(self.seen("--trust-proxy=10.0.0.0/8", *lines), ("127.0.0.1", False))
        self.assertEqual(self.seen("--no-limits", "Forwarded: for=_x"), ("127.0.0.1", False))
        self.assertEqual(self.seen("--no-limits"), ("127.0.0.1", True))

    def test_in_a_file_and_on_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            config = os.path.join(folder, "hoshi.conf")
            for line, words, status in (
                    ("trust-proxy = yes", [], 0), ("trust-proxy = 127.0.0.1, fd00::/8", [], 0),
                    ("trust-proxy = perhaps", [], 1), ("trust-proxy = 10.0.0.0/40", [], 1),
                    ("", ["--trust-proxy", "2"], 0), ("", ["--trust-proxy", "127.0.0.1"], 0),
                    ("", ["--trust-proxy", "--no-bot"], 0), ("", ["--trust-proxy=x"], 1),
                    ("", ["--trust-proxy=33"], 1)):
                with open(config, "w", encoding="utf-8") as f:
                    f.write(line + "\n")
                done = subprocess.run(
                    [harness.HOSHI, "serve", "--config", config, "--check-config", "--store",
                     ":memory:", "--listen", "127.0.0.1:0", *words], capture_output=True, text=True)
                self.assertEqual(done.returncode, status, (line, words, done.stderr))
                if status != 0:
                    self.assertIn("trust-proxy = ", done.stderr)


class Real(unittest.TestCase):
    """The proxies as administrators set them up first, without our samples: the client is at 127.0.0.2."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hoshi-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.server = harness.Server("--no-bot", "--trust-proxy", "--log", store=":memory:")
        self.addCleanup(self.server.close)
        self.asked = 0

    def start(self, config, *words):
        path = os.path.join(self.folder, "config")
        with open(path, "w", encoding="utf-8") as f:
            f.write(config)
        env = {**os.environ, "HOME": self.folder, "XDG_DATA_HOME": self.folder,
               "XDG_CONFIG_HOME": self.folder}
        log = open(os.path.join(self.folder, "log"), "w+", encoding="utf-8")
        self.addCleanup(log.close)
        process = subprocess.Popen([*words, path], stdout=log, stderr=log, env=env)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        until = time.monotonic() + 30 * harness.SLOW
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if process.poll() is not None or time.monotonic() > until:
                    log.seek(0)
                    self.fail(log.read())
                time.sleep(0.05)

    def ask(self, *lines):
        """(status, address that the server saw or None if the proxy or the server refused)"""
        self.asked += 1
        mark = f"ask{self.asked}"
        with socket.create_connection(("127.0.0.1", self.port), timeout=30 * harness.SLOW,
                                      source_address=("127.0.0.2", 0)) as s:
            s.sendall(head("/" + mark, "Host: hoshi.example", *lines))
            answer = http.client.HTTPResponse(s)
            answer.begin()
            answer.read()
        until = time.monotonic() + (10 * harness.SLOW if answer.status in (200, 404) else 0.5)
        while time.monotonic() < until:
            found = re.search(rf"(?m)^(\S+) GET /{mark} ", self.server.stderr())
            if found:
                return answer.status, found.group(1)
            time.sleep(0.02)
        return answer.status, None

    def forge(self):
        """Whatever the client says, it is at 127.0.0.2 or refused."""
        self.assertEqual(self.ask()[1], "127.0.0.2")
        for lines in (("X-Forwarded-For: 1.1.1.1",), ("X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 1.1.1.2"),
                      ("X-Forwarded-For: 1.1.1.1,",), ("X-Forwarded-For: unknown",),
                      ("x-forwarded-for: [::1]:5",)):
            with self.subTest(lines):
                self.assertEqual(self.ask(*lines)[1], "127.0.0.2")
        for lines in (("Forwarded: for=1.1.1.1",), ('Forwarded: for="1.1.1.1',),
                      ("Forwarded: for=1.1.1.1, host=\"",), ("Forwarded: for=unknown",),
                      ("X-Forwarded-For: 1.1.1.1", "Forwarded: for=1.1.1.1")):
            with self.subTest(lines):
                status, seen = self.ask(*lines)
                if status != 400:
                    self.assertEqual(seen, "127.0.0.2")

    @unittest.skipUnless(shutil.which("nginx"), "no nginx here (Debian: nginx-light)")
    def test_nginx(self):
        temp = "".join(f"{n}_temp_path {self.folder}/{n};" for n in
                       ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        self.start(f"daemon off; master_process off; pid {self.folder}/pid; error_log stderr;"
                   f"events {{}} http {{ access_log off; {temp} server {{ listen 127.0.0.1:{self.port};"
                   f"location / {{ proxy_pass http://127.0.0.1:{self.server.port};"
                   "proxy_set_header Host $http_host;"
                   "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } } }",
                   "nginx", "-p", self.folder, "-e", "stderr", "-c")
        self.forge()

    def haproxy(self, option):
        self.start("defaults\n mode http\n timeout connect 5s\n timeout client 30s\n timeout server 30s\n"
                   f"frontend f\n bind 127.0.0.1:{self.port}\n {option}\n default_backend b\n"
                   f"backend b\n server s 127.0.0.1:{self.server.port}\n", "haproxy", "-db", "-f")

    @unittest.skipUnless(shutil.which("haproxy"), "no HAProxy here")
    def test_haproxy(self):
        self.haproxy("option forwardfor")
        self.forge()

    @unittest.skipUnless(shutil.which("haproxy"), "no HAProxy here")
    def test_haproxy_with_the_standard_field(self):
        # `option forwarded` came with HAProxy 2.8; this is what it writes.
        self.haproxy("http-request add-header Forwarded for=%[src];proto=http")
        self.assertEqual(self.ask()[1], "127.0.0.2")
        self.assertEqual(self.ask("Forwarded: for=1.1.1.1")[1], "127.0.0.2")
        # It passes the other field on as the client wrote it.
        self.assertEqual(self.ask("X-Forwarded-For: 1.1.1.1")[0], 400)

    @unittest.skipUnless(shutil.which("caddy"), "no Caddy here")
    def test_caddy(self):
        self.start(f"{{\n\tadmin off\n\tauto_https off\n}}\nhttp://:{self.port} {{\n\tbind 127.0.0.1\n"
                   f"\treverse_proxy 127.0.0.1:{self.server.port}\n}}\n",
                   "caddy", "run", "--adapter", "caddyfile", "--config")
        self.forge()


if __name__ == "__main__":
    harness.main()
