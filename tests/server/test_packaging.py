#!/usr/bin/env python3
"""The files of packaging/: the Debian package installs, runs and is removed; the systemd unit works and
is confined; the samples for nginx, HAProxy and Caddy work in front of two real servers."""
import email.utils
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


NO_BUG = "initial-upload-closes-no-bugs"  # nobody has asked Debian for the package yet


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
    @classmethod
    def setUpClass(cls):
        if "HOSHI_PACKAGES" in os.environ:  # those of a release (tools/release.sh)
            cls.packages = cls.named(glob.glob(os.path.join(os.environ["HOSHI_PACKAGES"], "*.deb")))
            return
        if not glob.glob(os.path.join(BUILD, "hoshi.6")):
            raise unittest.SkipTest("the build is not whole: run ninja first")
        if not glob.glob(os.path.join(BUILD, "libhoshi.so.1*")):
            raise unittest.SkipTest("this build has no shared library, of which packages are made")
        cls.once = tempfile.mkdtemp(prefix="hoshi-package-")
        cls.addClassCleanup(shutil.rmtree, cls.once, ignore_errors=True)
        cls.packages = cls.build(cls.once)

    @staticmethod
    def build(folder, **env):
        """The paths of the packages by their names."""
        done = run("sh", os.path.join(TOP, "tools", "deb.sh"), "--built", BUILD, folder,
                   env={**os.environ, **env})
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return Package.named(done.stdout.split())

    @staticmethod
    def named(files):
        return {os.path.basename(file).split("_")[0]: file for file in files if "-dbgsym_" not in file}

    def dpkg(self, *words):
        root = self.path("root")
        return run("dpkg", f"--instdir={root}", f"--admindir={root}/var/lib/dpkg",
                   "--force-depends", "--force-not-root", "--force-script-chrootless", "--log=/dev/null",
                   *words)

    def test_it_installs_runs_and_goes(self):
        package = self.packages["hoshi"]
        os.makedirs(self.path("root/var/lib/dpkg/info"))
        os.makedirs(self.path("root/var/lib/dpkg/updates"))
        open(self.path("root/var/lib/dpkg/status"), "w").close()
        done = self.dpkg("-i", package)
        self.assertEqual(done.returncode, 0, done.stderr)
        program = self.path("root/usr/games/hoshi")
        self.assertEqual(run(program, "--version").returncode, 0)
        token = self.path("root/etc/hoshi/mail.token")
        self.assertEqual(os.stat(token).st_mode & 0o777, 0o640)
        with open(token, encoding="utf-8") as f:
            secret = f.read()
        self.assertRegex(secret, r"^[0-9a-f]{64}\n$")
        self.assertEqual(self.dpkg("-i", package).returncode, 0)  # the same again
        with open(token, encoding="utf-8") as f:
            self.assertEqual(f.read(), secret)
        config = self.path("root/etc/hoshi/hoshi.conf")
        check = run(program, "serve", "--config", config, "--check-config", "--store",
                    self.path("x.db"), "--mail-token-file", token)
        self.assertEqual(check.returncode, 0, check.stderr)
        self.assertIn("127.0.0.1:8080", check.stdout)
        was, harness.HOSHI = harness.HOSHI, program
        try:
            server = harness.Server("--no-limits", "--mail-token-file", token)
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
        # The operator's files stay when the package is removed, until it is purged.
        with open(config, "a", encoding="utf-8") as f:
            f.write("log = yes\n")
        self.assertEqual(self.dpkg("-r", "hoshi").returncode, 0)
        self.assertFalse(os.path.exists(program))
        self.assertTrue(os.path.exists(config))
        self.assertTrue(os.path.exists(token))
        self.assertEqual(self.dpkg("-P", "hoshi").returncode, 0)
        self.assertFalse(os.path.exists(self.path("root/etc/hoshi")))

    def test_what_they_say_of_themselves(self):
        packages = self.packages
        fields = {name: run("dpkg-deb", "-f", file).stdout for name, file in packages.items()}
        for library in ("libpq5", "libsqlite3-0", "libmicrohttpd12", "libsodium23", "adduser"):
            self.assertIn(library, fields["hoshi"])
        for name, section in (("hoshi", "games"), ("libhoshi1", "libs"), ("libhoshi-dev", "libdevel"),
                              ("python3-hoshi", "python")):
            self.assertIn(f"\nSection: {section}\n", fields[name])
        self.assertRegex(fields["libhoshi-dev"], r"\nDepends: libhoshi1 \(= ")
        for package, names in (
                ("hoshi", ("games/hoshi", "share/man/man6/hoshi.6.gz", "share/doc/hoshi/copyright",
                           "share/doc/hoshi/changelog.Debian.gz", "share/doc/hoshi/docs/RULES.md",
                           "share/doc/hoshi/examples/nginx.conf")),
                ("libhoshi1", ("lib/*/libhoshi.so.1", "share/doc/libhoshi1/changelog.Debian.gz")),
                ("libhoshi-dev", ("include/hoshi.h", "include/hoshi_cffi.h", "lib/*/libhoshi.so", "lib/*/libhoshi.a",
                                  "lib/*/pkgconfig/hoshi.pc")),
                ("python3-hoshi", ("lib/python3/dist-packages/hoshi/__init__.py",
                                   "lib/python3/dist-packages/hoshi/hoshi_cffi.h"))):
            files = run("dpkg-deb", "-c", packages[package]).stdout
            for name in names:
                pattern = re.escape("./usr/" + name).replace(r"\*", "[^/]+")
                self.assertRegex(files, rf"(?m)^[-l].* root/root .* {pattern}( -> .*)?$")
            self.assertNotIn("/usr/local", files)
            self.assertNotIn("libhoshi" if package == "hoshi" else "games/hoshi", files)
        for name in ("./lib/systemd/system/hoshi.service", "./etc/hoshi/hoshi.conf"):
            self.assertIn(name, run("dpkg-deb", "-c", packages["hoshi"]).stdout)
        about = run("dpkg-deb", "-I", packages["libhoshi1"], "symbols").stdout
        self.assertRegex(about, r"(?m)^ hoshi_version@Base 0\.1\.0$")
        self.assertIn("libhoshi 1 libhoshi1",
                      run("dpkg-deb", "-I", packages["libhoshi1"], "shlibs").stdout)

    def test_a_program_is_built_with_the_development_package(self):
        packages = self.packages
        for name in ("libhoshi1", "libhoshi-dev"):
            self.assertEqual(run("dpkg-deb", "-x", packages[name], self.path("dev")).returncode, 0)
        libraries = glob.glob(self.path("dev/usr/lib/*"))[0]
        program = self.path("example")
        done = run("gcc", self.path("dev/usr/share/doc/libhoshi-dev/examples/example.c"), "-o", program,
                   "-I", self.path("dev/usr/include"), "-L", libraries, "-lhoshi")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run(program, env={**os.environ, "LD_LIBRARY_PATH": libraries})
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_python_plays_with_the_packages_alone(self):
        for name in ("libhoshi1", "python3-hoshi"):
            self.assertEqual(run("dpkg-deb", "-x", self.packages[name], self.path("python")).returncode, 0)
        program = "import hoshi; print(hoshi.Position('levee', 5).play('a1').diagram())"
        done = run("/usr/bin/python3", "-c", program, env={
            "PATH": os.environ["PATH"], "LD_LIBRARY_PATH": glob.glob(self.path("python/usr/lib/*-linux-*"))[0],
            "PYTHONPATH": self.path("python/usr/lib/python3/dist-packages")})
        self.assertEqual((done.returncode, done.stdout), (0, ".....\n.....\n..+..\n.....\n#....\n"), done.stderr)

    @unittest.skipUnless(shutil.which("lintian"), "no lintian here")
    def test_lintian_has_nothing_to_say(self):
        done = run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", NO_BUG, *self.packages.values())
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    @unittest.skipIf("HOSHI_PACKAGES" in os.environ, "tools/release.sh compares two builds")
    def test_the_same_build_gives_the_same_bytes_at_any_time(self):
        time.sleep(1.1)  # whatever has the time of now would differ
        again = self.build(self.path("again"), TZ="Asia/Tokyo", LC_ALL="C.UTF-8", HOME=self.folder)
        self.assertEqual(sorted(again), ["hoshi", "libhoshi-dev", "libhoshi1", "python3-hoshi"])
        for name, file in self.packages.items():
            with open(file, "rb") as a, open(again[name], "rb") as b:
                self.assertEqual(a.read(), b.read(), name)
        newest = re.search(r"(?m)^ -- .*> (.*)$", read("..", "debian", "changelog")).group(1)
        date = time.strftime("%Y-%m-%d", email.utils.parsedate(newest))
        listed = run("dpkg-deb", "-c", again["hoshi"]).stdout
        self.assertEqual(set(re.findall(r" (\d{4}-\d\d-\d\d) ", listed)), {date})


class Manual(unittest.TestCase):
    PAGE = os.path.join(BUILD, "hoshi.6")

    def test_the_manual_has_the_date_of_the_changelog(self):
        with open(self.PAGE, encoding="utf-8") as f:
            date = re.match(r'\.TH HOSHI 6 "(\d{4})-(\d\d)-(\d\d)"', f.read())
        self.assertIsNotNone(date)
        newest = re.search(r"(?m)^ -- .*> (.*)$", read("..", "debian", "changelog")).group(1)
        self.assertEqual(tuple(map(int, date.groups())), email.utils.parsedate(newest)[:3])

    @unittest.skipUnless(shutil.which("mandoc"), "no mandoc here")
    def test_mandoc_finds_nothing(self):
        done = run("mandoc", "-Tlint", self.PAGE)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


@unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze here")
class Unit(Folder):
    def test_the_unit_is_right_and_tight(self):
        unit = self.path("hoshi.service")
        with open(unit, "w", encoding="utf-8") as f:  # the program is not installed here
            f.write(read("hoshi.service.in").replace("@bindir@/hoshi", os.path.abspath(harness.HOSHI)))
        done = run("systemd-analyze", "verify", "--man=no", unit)
        self.assertNotIn("hoshi.service", done.stderr)
        done = run("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
        self.assertEqual(done.returncode, 0, done.stdout[-300:] + done.stderr)

    def calls(self, name):
        """The system calls of a filter's word: one call, or a group that begins with @."""
        if not name.startswith("@"):
            return {name}
        lines = run("systemd-analyze", "syscall-filter", name).stdout.split("\n")[1:]
        words = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
        return set().union(*(self.calls(word) for word in words))

    def test_slow_threads_may_give_way(self):
        allowed = set()
        for value in re.findall(r"(?m)^SystemCallFilter=(.*)$", read("hoshi.service.in")):
            names = set().union(*(self.calls(word) for word in value.lstrip("~").split()))
            allowed = allowed - names if value.startswith("~") else allowed | names
        self.assertLess({"setpriority", "sched_setaffinity", "landlock_restrict_self", "seccomp", "fsync"}, allowed)
        self.assertFalse({"setrlimit", "ptrace", "mount", "reboot"} & allowed)


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
            if ply == 11:  # one server dies; clients of the proxy do not notice
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
        with open(self.path("site.conf"), "w", encoding="utf-8") as f:
            f.write(text)
        temp = "".join(f"{n}_temp_path {self.path(n)};\n"
                       for n in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        main = read("nginx-main.conf")
        for there, here in (("user www-data;\n", "daemon off;\n"),
                            ("/run/nginx.pid", self.path("pid")),
                            ("/var/log/nginx/error.log", "stderr warn"),
                            ("include /etc/nginx/modules-enabled/*.conf;\n", ""),
                            ("access_log /var/log/nginx/access.log;", "access_log off;\n" + temp),
                            ("/etc/nginx/conf.d/*.conf", self.path("site.conf")),
                            ("    include /etc/nginx/sites-enabled/*;\n", "")):
            self.assertIn(there, main)
            main = main.replace(there, here)
        with open(self.path("nginx.conf"), "w", encoding="utf-8") as f:
            f.write(main)
        words = ["nginx", "-p", self.folder, "-e", "stderr", "-c", self.path("nginx.conf")]
        done = run(*words, "-t")
        self.assertEqual(done.returncode, 0, done.stderr)
        os.chmod(self.folder, 0o755)
        self.start(*words)
        self.play_behind()
        # The limits of an address are counted for all servers together (they have --no-limits
        # here).
        post = ["-X", "POST", "-H", "Content-Type: application/json", "-d", "{}"]
        statuses = [self.curl("/api/guest", *post)[0] for _ in range(75)]
        self.assertEqual(set(statuses[:40]), {201})
        self.assertIn(429, statuses[60:])
        self.assertEqual(self.curl("/api/matches")[0], 200)

    @unittest.skipUnless(shutil.which("haproxy"), "no HAProxy here")
    def test_haproxy(self):
        text = read("haproxy.cfg")
        with open(self.path("pem"), "w", encoding="utf-8") as f:
            for name in ("cert", "key"):
                with open(self.path(name), encoding="utf-8") as part:
                    f.write(part.read())
        text = text.replace("/etc/ssl/private/hoshi.pem", self.path("pem"))
        text = text.replace("bind :443", f"bind 127.0.0.1:{self.port}")
        text = text.replace("bind :80", f"bind 127.0.0.1:{self.free_port()}")
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{self.servers[0].port}")
        text = text.replace("# server two 127.0.0.1:8081",
                            f"server two 127.0.0.1:{self.servers[1].port}")
        with open(self.path("haproxy.cfg"), "w", encoding="utf-8") as f:
            f.write(text)
        done = run("haproxy", "-c", "-f", self.path("haproxy.cfg"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.start("haproxy", "-db", "-f", self.path("haproxy.cfg"))
        self.play_behind(lost=20)

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
