#!/usr/bin/env python3
"""What is in packaging/: the Debian package is built, installed and taken away again; the unit of systemd
is right and tight; the samples for nginx and Caddy work in front of two real servers."""
import glob
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

import harness
import postgres

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.dirname(os.path.abspath(harness.HOSHI))


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=120 * harness.SLOW, **more)


def read(*names):
    with open(os.path.join(TOP, "packaging", *names), encoding="utf-8") as f:
        return f.read()


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hoshi-package-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)


@unittest.skipUnless(shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"), "no dpkg-dev here")
class Package(Folder):
    def build(self):
        if not glob.glob(os.path.join(BUILD, "hoshi.1")):
            self.skipTest("the build is not whole: run ninja first")
        done = run("sh", os.path.join(TOP, "tools", "deb.sh"), BUILD, self.path("out"))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def dpkg(self, *words):
        root = self.path("root")
        return run("dpkg", f"--instdir={root}", f"--admindir={root}/var/lib/dpkg",
                   "--force-depends", "--force-not-root", "--force-script-chrootless", "--log=/dev/null",
                   *words)

    def test_it_installs_runs_and_goes(self):
        package = self.build()
        os.makedirs(self.path("root/var/lib/dpkg/info"))
        os.makedirs(self.path("root/var/lib/dpkg/updates"))
        open(self.path("root/var/lib/dpkg/status"), "w").close()
        done = self.dpkg("-i", package)
        self.assertEqual(done.returncode, 0, done.stderr)
        program = self.path("root/usr/bin/hoshi")
        self.assertEqual(run(program, "--version").returncode, 0)
        check = run(program, "serve", "--config", self.path("root/etc/hoshi/hoshi.conf"),
                    "--check-config", "--store", self.path("x.db"))
        self.assertEqual(check.returncode, 0, check.stderr)
        self.assertIn("127.0.0.1:8080", check.stdout)
        was, harness.HOSHI = harness.HOSHI, program
        try:
            server = harness.Server("--no-limits")
            self.addCleanup(server.close)
            guest = server.guest()
            match = guest.create("levee", ["me", {"bot": 1}], width=5)["id"]
            guest.play(match, 1, "a1")
            until = time.monotonic() + 30 * harness.SLOW
            while guest.match(match)["ply"] < 2:
                self.assertLess(time.monotonic(), until)
                time.sleep(0.05)
            self.assertEqual(server.stop(), 0)
        finally:
            harness.HOSHI = was
        # What the operator wrote stays when the package goes, until it is purged.
        with open(self.path("root/etc/hoshi/hoshi.conf"), "a", encoding="utf-8") as f:
            f.write("log = yes\n")
        self.assertEqual(self.dpkg("-r", "hoshi").returncode, 0)
        self.assertFalse(os.path.exists(program))
        self.assertTrue(os.path.exists(self.path("root/etc/hoshi/hoshi.conf")))
        self.assertEqual(self.dpkg("-P", "hoshi").returncode, 0)
        self.assertFalse(os.path.exists(self.path("root/etc/hoshi/hoshi.conf")))

    def test_what_it_says_of_itself(self):
        package = self.build()
        info = run("dpkg-deb", "-f", package).stdout
        for library in ("libpq5", "libsqlite3-0", "libmicrohttpd12", "libsodium23"):
            self.assertIn(library, info)
        files = run("dpkg-deb", "-c", package).stdout
        for name in ("./usr/bin/hoshi", "./lib/systemd/system/hoshi.service", "./etc/hoshi/hoshi.conf",
                     "./usr/share/man/man1/hoshi.1.gz", "./usr/share/doc/hoshi/copyright"):
            self.assertRegex(files, rf"(?m)^-.* root/root .* {re.escape(name)}$")
        self.assertNotIn("/usr/local", files)


@unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze here")
class Unit(Folder):
    def test_the_unit_is_right_and_tight(self):
        unit = self.path("hoshi.service")
        with open(unit, "w", encoding="utf-8") as f:  # the program is not installed here
            f.write(read("hoshi.service").replace("/usr/bin/hoshi", os.path.abspath(harness.HOSHI)))
        done = run("systemd-analyze", "verify", "--man=no", unit)
        self.assertNotIn("hoshi.service", done.stderr)
        done = run("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
        self.assertEqual(done.returncode, 0, done.stdout[-300:] + done.stderr)


class Proxy(Folder):
    """A site of two servers on PostgreSQL behind a proxy with TLS."""

    def setUp(self):
        super().setUp()
        self.database = postgres.Postgres()
        self.addCleanup(self.database.close)
        url = self.database.database()
        self.servers = [harness.Server("--no-bot", "--no-limits", "--trust-proxy", store=url)
                        for _ in range(2)]
        for s in self.servers:
            self.addCleanup(s.close)
        self.port = self.free_port()
        done = run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                   "-subj", "/CN=hoshi.example", "-keyout", self.path("key"), "-out",
                   self.path("cert"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def free_port(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            return s.getsockname()[1]

    def start(self, *words):
        log = open(self.path("proxy.log"), "w+", encoding="utf-8")
        self.addCleanup(log.close)
        process = subprocess.Popen(words, stdout=log, stderr=log,
                                   env={**os.environ, "HOME": self.folder,
                                        "XDG_DATA_HOME": self.folder,
                                        "XDG_CONFIG_HOME": self.folder})
        self.addCleanup(self.end, process)
        until = time.monotonic() + 30 * harness.SLOW
        while True:
            try:
                status = self.curl("/healthz")[0]
            except AssertionError:
                status = 0
            if status == 200:
                return
            if process.poll() is not None or time.monotonic() > until:
                with open(self.path("proxy.log"), encoding="utf-8") as f:
                    self.fail(f.read())
            time.sleep(0.1)

    def end(self, process):
        """nginx takes its workers with it; Caddy would wait for streams that are open."""
        process.terminate()
        try:
            process.wait(3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def curl(self, path, *words):
        """(status, version, headers, body)"""
        done = run("curl", "-sk", "-D", self.path("headers"), "-o", self.path("body"), "-w",
                   "%{http_code} %{http_version}", "--resolve",
                   f"hoshi.example:{self.port}:127.0.0.1", *words,
                   f"https://hoshi.example:{self.port}{path}")
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        status, version = done.stdout.split()
        with open(self.path("headers"), encoding="utf-8") as f:
            headers = f.read().lower()
        with open(self.path("body"), encoding="utf-8") as f:
            return int(status), version, headers, f.read()

    def stream(self, cookie, match):
        """Reads events over the proxy; a list that grows of (time, name)."""
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        s = context.wrap_socket(socket.create_connection(("127.0.0.1", self.port)),
                                server_hostname="hoshi.example")
        self.addCleanup(s.close)
        s.sendall(f"GET /api/events?topics=match:{match} HTTP/1.1\r\n"
                  f"Host: hoshi.example:{self.port}\r\nCookie: {cookie}\r\n\r\n".encode())
        heard = []

        def listen():
            try:
                for line in s.makefile("r", encoding="utf-8"):
                    if line.startswith("event: "):
                        heard.append((time.monotonic(), line[7:].strip()))
            except (OSError, ValueError):
                pass
        threading.Thread(target=listen, daemon=True).start()
        return heard

    def play_behind(self, lost=0):
        """lost: how often a move may be sent again while the proxy learns that a server died."""
        origin = f"https://hoshi.example:{self.port}"
        post = ["-X", "POST", "-H", "Content-Type: application/json", "-H", f"Origin: {origin}"]
        status, version, headers, _ = self.curl("/api/guest", *post, "-d", "{}")
        self.assertEqual((status, version), (201, "2"))
        self.assertIn("; secure", headers)
        self.assertIn("strict-transport-security", headers)
        cookie = re.search(r"(?i)set-cookie: (hoshi_session=[^;\s]+)",
                           open(self.path("headers"), encoding="utf-8").read()).group(1)
        # A page of another site may not ask.
        self.assertEqual(self.curl("/api/matches", "-X", "POST", "-H", "Origin: https://evil.example",
                                   "-H", f"Cookie: {cookie}", "-H", "Content-Type: application/json",
                                   "-d", '{"game":"levee","seats":["me","me"]}')[0], 403)
        self.assertEqual(self.curl("/metrics")[0], 404)
        post += ["-H", f"Cookie: {cookie}"]
        body = self.curl("/api/matches", *post, "-d", '{"game":"levee","seats":["me","me"]}')[3]
        match = json.loads(body)["id"]
        heard = self.stream(cookie, match)
        until = time.monotonic() + 10 * harness.SLOW
        while not heard and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual([h[1] for h in heard][:1], ["hello"])
        for ply in range(1, 21):
            if ply == 11:  # one server dies; nobody behind the proxy needs to know
                self.servers[0].kill()
            move = {"ply": ply, "move": f"{'abcdefg'[(ply - 1) % 7]}{(ply - 1) // 7 * 2 + 1}"}
            status, _, _, body = self.curl(f"/api/matches/{match}/moves", *post, "-d",
                                           json.dumps(move))
            while status in (502, 503) and ply >= 11 and lost > 0:
                lost -= 1
                time.sleep(0.3)
                status, _, _, body = self.curl(f"/api/matches/{match}/moves", *post, "-d",
                                               json.dumps(move))
            self.assertEqual(status, 200, body)
            if ply == 1:
                until = time.monotonic() + 2 * harness.SLOW  # unbuffered
                while "move" not in [h[1] for h in heard]:
                    self.assertLess(time.monotonic(), until)
                    time.sleep(0.01)
        self.assertEqual(json.loads(self.curl(f"/api/matches/{match}")[3])["ply"], 20)

    @unittest.skipUnless(shutil.which("nginx"), "no nginx here")
    def test_nginx(self):
        text = read("nginx.conf")
        text = text.replace("/etc/ssl/certs/hoshi.pem", self.path("cert"))
        text = text.replace("/etc/ssl/private/hoshi.key", self.path("key"))
        text = text.replace("server 127.0.0.1:8080;", f"server 127.0.0.1:{self.servers[0].port};")
        text = text.replace("# server 127.0.0.1:8081;",
                            f"server 127.0.0.1:{self.servers[1].port};")
        text = text.replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.free_port()};")
        text = re.sub(r"(?m)^ *listen \[::\].*\n", "", text)
        temp = "".join(f"{n}_temp_path {self.path(n)};\n"
                       for n in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(self.path("nginx.conf"), "w", encoding="utf-8") as f:
            f.write(f"daemon off; pid {self.path('pid')}; error_log stderr warn;\n"
                    "worker_processes 1; events { worker_connections 512; }\n"
                    f"http {{ access_log off;\n{temp}{text}}}\n")
        words = ["nginx", "-p", self.folder, "-e", "stderr", "-c", self.path("nginx.conf")]
        done = run(*words, "-t")
        self.assertEqual(done.returncode, 0, done.stderr)
        os.chmod(self.folder, 0o755)
        self.start(*words)
        self.play_behind()
        # What an address may do is counted for all servers together (they have --no-limits here).
        post = ["-X", "POST", "-H", "Content-Type: application/json", "-d", "{}"]
        statuses = [self.curl("/api/guest", *post)[0] for _ in range(75)]
        self.assertEqual(set(statuses[:40]), {201})
        self.assertIn(429, statuses[60:])
        self.assertEqual(self.curl("/api/matches")[0], 200)

    @unittest.skipUnless(shutil.which("caddy"), "no Caddy here")
    def test_caddy(self):
        text = read("Caddyfile")
        text = text.replace("hoshi.example {", f"https://hoshi.example:{self.port} {{\n\tbind "
                            f"127.0.0.1\n\ttls {self.path('cert')} {self.path('key')}\n")
        text = text.replace("127.0.0.1:8080",
                            " ".join(f"127.0.0.1:{s.port}" for s in self.servers))
        with open(self.path("Caddyfile"), "w", encoding="utf-8") as f:
            f.write("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
        done = run("caddy", "validate", "--adapter", "caddyfile", "--config",
                   self.path("Caddyfile"), env={**os.environ, "HOME": self.folder})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.start("caddy", "run", "--adapter", "caddyfile", "--config", self.path("Caddyfile"))
        self.play_behind(lost=20)


if __name__ == "__main__":
    harness.main()
