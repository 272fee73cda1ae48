#!/usr/bin/env python3
"""ends.py HOSHI - programs end when nobody listens, and terminals get no commands from records."""
import json
import os
import pty
import re
import select
import sqlite3
import subprocess
import sys
import tempfile
import termios
import time
import unittest

HOSHI = os.path.abspath(sys.argv.pop(1))
SLOW = float(os.environ.get("HOSHI_SLOW", "1"))
THINK_MS = 120000  # of a move that nobody waits for
DATA = os.path.join(os.path.dirname(__file__), "..", "data", "records")
PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "data", "programs")


def bytes_of(name):
    with open(os.path.join(PROGRAMS, name), "rb") as f:
        return f.read()


class Engine:
    def __init__(self, *words):
        self.process = subprocess.Popen([HOSHI, "gtp", "redstone", "--size", "9", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def say(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def close(self):
        self.process.kill()
        self.process.wait()
        for f in (self.process.stdin, self.process.stdout, self.process.stderr):
            f.close()


class Gtp(unittest.TestCase):
    def thinking(self):
        """An engine that has begun to think, longer than a script takes to be written."""
        e = Engine("--ms", str(THINK_MS), "--threads", "1")
        self.addCleanup(e.close)
        e.say(b"name\n")
        self.assertEqual(e.process.stdout.readline(), b"= hoshi\n")
        e.say(b"1 genmove b\n")
        time.sleep(2)
        self.assertIsNone(e.process.poll())
        return e

    def ends(self, e):
        self.assertEqual(e.process.wait(timeout=THINK_MS / 1000 / 3), 0)
        return e.process.stdout.read()

    def test_the_end_of_the_input_stops_a_genmove(self):
        e = self.thinking()
        e.process.stdin.close()
        self.assertRegex(self.ends(e), rb"=1 [A-J]\d\n\n$")

    def test_quit_stops_a_genmove(self):
        e = self.thinking()
        e.say(b"2 quit\n")
        self.assertRegex(self.ends(e), rb"=1 [A-J]\d\n\n=2\n\n$")

    def test_what_comes_before_quit_is_done(self):
        e = self.thinking()
        e.say(b"2 version\n3 quit # done\n")
        self.assertRegex(self.ends(e), rb"=1 [A-J]\d\n\n=2 \S+\n\n=3\n\n$")

    def test_other_commands_wait(self):
        e = self.thinking()
        e.say(b"2 quitx\n")
        time.sleep(0.5)
        self.assertIsNone(e.process.poll())

    def test_a_closed_pipe_stops_a_genmove(self):
        e = self.thinking()
        e.process.stdout.close()
        e.process.wait(timeout=THINK_MS / 1000 / 3)
        e.process.stdout = open(os.devnull, "rb")

    def test_a_script_is_worked_through(self):
        script = b"".join(b"genmove b\ngenmove w\n" for _ in range(2)) + b"quit\n"
        outs = {subprocess.run([HOSHI, "gtp", "redstone", "--nodes", "3000", "--seed", "3"], input=script,
                               capture_output=True, timeout=120 * SLOW).stdout for _ in range(2)}
        self.assertEqual(len(outs), 1)
        self.assertEqual(outs.pop().count(b"= "), 4)

    def test_scripts_of_controllers(self):
        for name, answers in (("gtp_bom.gtp", [b"=1 hoshi", rb"=2 \S+", b"="]),
                              ("gtp_time_left_negative.gtp", [b"="] * 4)):
            done = subprocess.run([HOSHI, "gtp", "redstone"], input=bytes_of(name), capture_output=True,
                                  timeout=60 * SLOW)
            self.assertRegex(done.stdout, b"^" + rb" ?\n\n".join(answers) + rb" ?\n\n$", name)

    def test_odd_words_of_controllers(self):
        done = subprocess.run([HOSHI, "gtp", "redstone"], capture_output=True, timeout=60 * SLOW, input=(
            b"\xef\xbb\xbf1 name\n2 version\ntime_settings 300 0 0\ntime_left b -1 0\ntime_left b 12.5 0\n"
            b"time_left b 1.x 0\ntime_left b - 0\nloadsgf \xc2\x9b31m\n"))
        answers = done.stdout.split(b"\n\n")
        self.assertEqual(answers[0], b"=1 hoshi")
        self.assertEqual(answers[2:5], [b"=", b"=", b"="])
        self.assertEqual([a[:1] for a in answers[5:8]], [b"?", b"?", b"?"])
        self.assertNotIn(b"\xc2\x9b", done.stdout)


class Rates(unittest.TestCase):
    def test_win_rates_are_rates(self):
        for words in (["analyze", "redstone", "--size", "5", "--nodes", "20"],
                      ["analyze", "redstone", "--size", "9", "--nodes", "3"],
                      ["analyze", "redstone", "--size", "9", "--nodes", "1"],
                      ["analyze", "redstone", "e5", "--size", "9", "--nodes", "5"]):
            for more in ([], ["--json"]):
                with self.subTest(words + more):
                    done = subprocess.run([HOSHI, *words, "--net", "none", *more], capture_output=True, text=True,
                                          timeout=60 * SLOW)
                    if more and done.returncode == 2:
                        continue
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertNotRegex(done.stdout, r"-\d+(\.\d+)? ?%|0\.-|\"winrate\": -")
        done = subprocess.run([HOSHI, "gtp", "redstone", "--size", "5", "--nodes", "20", "--net", "none"],
                              input="lz-genmove_analyze b\nkata-genmove_analyze b\n", capture_output=True, text=True,
                              timeout=60 * SLOW)
        self.assertIn("winrate", done.stdout)
        self.assertNotIn("winrate -", done.stdout)


class Descriptors(unittest.TestCase):
    def test_closed_standard_files_are_not_used_for_others(self):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "h.db")
            out = os.path.join(folder, "out")
            with open(out, "wb") as f:
                server = subprocess.Popen([HOSHI, "serve", "--log", "--no-bot", "--listen", "127.0.0.1:0", "--store",
                                           store], stdout=f, preexec_fn=lambda: os.close(2))
            try:
                until = time.monotonic() + 30 * SLOW
                port = None
                while port is None:
                    self.assertLess(time.monotonic(), until)
                    with open(out, encoding="utf-8") as f:
                        line = [x for x in f.read().splitlines(True) if "listening on" in x and x.endswith("\n")]
                    port = int(line[0].strip().rsplit(":", 1)[1]) if line else None
                    time.sleep(0.02)
                import http.client
                c = http.client.HTTPConnection("127.0.0.1", port, timeout=30 * SLOW)
                c.request("GET", "/healthz")
                self.assertEqual(c.getresponse().status, 200)
                c.close()
            finally:
                server.terminate()
                self.assertEqual(server.wait(timeout=30 * SLOW), 0)
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), "rb") as f:
                    self.assertNotIn(b"healthz", f.read(), name)

    def test_closed_standard_output_is_still_an_error(self):
        done = subprocess.run([HOSHI, "show", "levee", "a1"], stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard output", done.stderr)


class Marks(unittest.TestCase):
    def test_a_drawn_board_may_begin_with_a_byte_order_mark(self):
        board = os.path.join(PROGRAMS, "setup_board_bom.txt")
        done = subprocess.run([HOSHI, "show", "redstone", "--setup", board], capture_output=True, text=True,
                              timeout=60 * SLOW)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Redstone 3x3", done.stdout)


    def test_a_drawing_or_record_that_ends_anywhere_is_read_to_its_end_and_no_further(self):
        """Sanitizers see a byte read beyond it: files without a line break at the end, cut, empty, or a mark alone."""
        with open(os.path.join(PROGRAMS, "setup_board_bom.txt"), "rb") as f:
            drawing = f.read()
        plain = drawing.lstrip(b"\xef\xbb\xbf").rstrip()
        files = [b"", b"\xef\xbb\xbf", b"\n", b" ", b"(", b"{", b"(;", b"{}", plain, plain + b" ", plain + b"\r",
                 *(plain[:n] for n in range(1, len(plain), max(1, len(plain) // 8)))]
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "board")
            for content in files:
                with open(name, "wb") as f:
                    f.write(content)
                done = subprocess.run([HOSHI, "show", "redstone", "--setup", name], capture_output=True, text=True,
                                      timeout=60 * SLOW)
                self.assertIn(done.returncode, (0, 1), (content, done.stderr))
                self.assertEqual(done.returncode == 1, done.stderr.startswith("hoshi: "), (content, done.stderr))
            with open(name, "wb") as f:
                f.write(plain)
            self.assertIn("Redstone 3x3", subprocess.run([HOSHI, "show", "redstone", "--setup", name], text=True,
                                                         capture_output=True, check=True).stdout)


class Terminal(unittest.TestCase):
    def play(self, term):
        """What `hoshi play` shows on a terminal of that kind, until it asks for the first move."""
        pid, fd = pty.fork()
        if pid == 0:
            os.environ["TERM"] = term
            os.execv(HOSHI, [HOSHI, "play", "redstone", "-n", "5", "-p", "human,human"])
        shown = b""
        until = time.monotonic() + 20 * SLOW
        while time.monotonic() < until and b"> " not in shown:
            if select.select([fd], [], [], 0.1)[0]:
                try:
                    part = os.read(fd, 4096)
                except OSError:
                    break
                if not part:
                    break
                shown += part
        try:
            os.write(fd, b"quit\n\x04")
        except OSError:
            pass
        status = None
        while status is None and time.monotonic() < until:
            try:
                if select.select([fd], [], [], 0.1)[0]:
                    os.read(fd, 4096)
            except OSError:
                pass
            done, code = os.waitpid(pid, os.WNOHANG)
            status = code if done else None
        os.close(fd)
        if status is None:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
        return status, shown

    def test_an_unknown_terminal_plays_line_by_line(self):
        status, shown = self.play("xterm-nobody-knows")
        self.assertIn(b"is not known here", shown)
        self.assertIn(b"a b c d e", shown)
        self.assertEqual(status, 0, shown)

    def test_a_terminal_that_goes_ends_the_game(self):
        pid, fd = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(HOSHI, [HOSHI, "play", "redstone", "-n", "5", "-p", "human,human"])
        self.assertTrue(select.select([fd], [], [], 20 * SLOW)[0])
        os.read(fd, 4096)
        time.sleep(0.5)
        os.close(fd)
        until = time.monotonic() + 20 * SLOW
        while os.waitpid(pid, os.WNOHANG)[0] == 0:
            if time.monotonic() > until:
                os.kill(pid, 9)
                os.waitpid(pid, 0)
                self.fail("it goes on without a terminal")
            time.sleep(0.05)

    def test_records_do_not_steer_the_terminal(self):
        file = os.path.join(DATA, "show_terminal_escapes.sgf")
        for words in (["show", file], ["show", file, "--format", "sgf"], ["show", file, "--format", "json"],
                      ["analyze", file, "--nodes", "10"], ["show", "no\x1b[31m\x07\u009b.sgf"]):
            done = subprocess.run([HOSHI, *words], capture_output=True, timeout=60 * SLOW)
            for bad in (b"\x1b", b"\x07", b"\xc2\x9b"):
                self.assertNotIn(bad, done.stdout + done.stderr, words)


# What a terminal would obey: an escape, a title and its bell, CSI in one byte (C1), a carriage return, a text that
# runs backwards, and characters without width.
STEER = "a\x1b[31m\x1b]0;gotcha\x07\u009b31m\r\u202e\u2066\u200b\x7f\x9d"
OBEYED = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
STEER_BYTES = STEER.encode() + b"\x9b31m\xff"


class Steering(unittest.TestCase):
    """Nothing from others reaches a terminal raw, whatever it comes from and whichever command prints it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def hoshi(self, *words, given=b"", obeyed=OBEYED):
        done = subprocess.run([HOSHI, *words], input=given, capture_output=True, timeout=60 * SLOW, cwd=self.folder)
        self.assertIn(done.returncode, (0, 1, 2, 64, 75), (words, done.stderr))
        for out in (done.stdout, done.stderr):
            self.assertNotRegex(out, obeyed, words)
        return done

    def on_terminal(self, *words):
        """What reaches a terminal that adds nothing itself."""
        here, there = pty.openpty()
        attributes = termios.tcgetattr(there)
        attributes[1] &= ~termios.OPOST
        termios.tcsetattr(there, termios.TCSANOW, attributes)
        process = subprocess.Popen([HOSHI, *words], stdin=subprocess.DEVNULL, stdout=there, stderr=there)
        os.close(there)
        shown = b""
        while True:
            try:
                part = os.read(here, 65536)
            except OSError:  # nobody writes any more
                break
            shown += part
        process.wait(timeout=60 * SLOW)
        os.close(here)
        return shown

    def file(self, name, content):
        path = os.path.join(self.folder, name.replace("/", "_"))
        with open(path, "wb") as f:
            f.write(content)
        return path

    def commands(self):
        listed = subprocess.run([HOSHI, "--help"], capture_output=True, text=True).stdout
        names = re.findall(r"^  (\w+) +\S", listed.split("commands:\n")[1], re.M)
        self.assertGreater(len(names), 15)
        return names

    def test_arguments_and_file_names(self):
        self.hoshi(STEER)
        self.hoshi("help", STEER)
        for name in self.commands():
            self.hoshi(name, STEER)
            self.hoshi(name, f"--{STEER}=1")
            self.hoshi(name, f"--size={STEER}")
        for words in (["perft", "levee", STEER], ["solve", "levee", STEER], ["show", "levee", STEER],
                      ["show", "levee", "--theme", STEER], ["show", "levee", "--svg", f"no/{STEER}"],
                      ["show", "levee", "--setup", STEER], ["analyze", "levee", "--net", STEER],
                      ["match", "levee", "--a", STEER, "--b", STEER], ["match", "levee", "--a", f"gtp:{STEER}",
                       "--b", "random", "--games", "2"], ["selfplay", "levee", "--out", f"no/{STEER}"],
                      ["table", "levee", "--size", "3", "--out", f"no/{STEER}"], ["verify", STEER], ["rate", STEER],
                      ["serve", "--check-config", "--store", f"no/{STEER}", "--url", STEER, "--listen", STEER,
                       "--mail-address", STEER, "--smtp", STEER, "--trust-proxy", STEER],
                      ["serve", "--config", STEER], ["serve", "--check-config", "--trust-proxy", STEER],
                      ["admin", "--store", f"no/{STEER}", "stats"], ["admin", "--store", "s.db", "user", STEER],
                      ["admin", "--store", f"no/{STEER}", "doctor"], ["admin", "copy", STEER, STEER],
                      ["pbm", "--server", STEER, "help"], ["mail", "--server", STEER, "--token-file", STEER],
                      ["bot", "--server", f"http://127.0.0.1:1/{STEER}", "--token-file", STEER],
                      ["play", "levee", "-p", STEER]):
            self.hoshi(*words)

    def test_what_files_hold(self):
        sgf = STEER.encode().replace(b"]", b"\\]")
        record = (b"(;FF[4]GM[1]SZ[9]HOSHI[redstone]PB[%b]PW[%b]DT[%b]RE[%b]C[%b]AP[%b]XX[%b]GN[%b];B[ee]C[%b]N[%b]"
                  b"BL[%b];W[%b])" % ((sgf,) * 12))
        whole = record.replace(b";W[%b]" % sgf, b"")
        names = [self.file("a.sgf", record), self.file("b.sgf", whole), self.file(f"{STEER}.sgf", record),
                 self.file(f"{STEER}-2.sgf", whole), self.file("c.sgf", whole.replace(b"redstone", sgf)),
                 self.file("d.txt", STEER_BYTES), self.file("e.json", b'{"hoshi":1,"game":"' + STEER_BYTES + b'"}'),
                 self.file("g.sgf", whole.replace(sgf, STEER_BYTES.replace(b"]", b"\\]")))]
        for command in self.commands():
            for name in names[5:7] if command in ("solve", "analyze") else names[::3]:
                if command not in ("serve", "bot", "mail", "selfplay"):
                    self.hoshi(command, name)
        self.hoshi("solve", names[1], "--nodes", "100")
        self.hoshi("analyze", names[1], "--nodes", "10", "--all")
        for name in names:
            self.hoshi("show", name, "--color", "never")
            for more in (["--format", "sgf"], ["--format", "svg"], ["--format", "json"]):
                # A file in a pipe keeps what runs to the left, and line breaks; a terminal gets neither.
                done = self.hoshi("show", name, *more, obeyed=re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]"))
                if more[1] == "json" and done.returncode == 0:
                    json.loads(done.stdout)
                self.assertNotRegex(self.on_terminal("show", name, *more), OBEYED)
            self.hoshi("play", name, given=b"save\nquit\n")
            self.hoshi("gtp", "redstone", given=b"loadsgf " + name.encode() + b"\nshowboard\nquit\n")
            self.hoshi("serve", "--check-config", "--config", name)
            self.hoshi("show", "levee", "--setup", name)
        done = self.hoshi("analyze", names[1], "--nodes", "10", "--json")
        for line in done.stdout.splitlines():
            json.loads(line)

    def test_answers_of_programs_and_commands_of_controllers(self):
        engine = self.file("engine.py", b"""import sys
bad = sys.argv[1]
for line in sys.stdin.buffer:
    word = (line.split() or [b""])[0].decode("latin-1")
    say = f"= {bad} {line.decode('latin-1')}" if sys.argv[2] == "all" or word in ("name", "version", "genmove") else "="
    if sys.argv[2] == "no":
        say = "?" + say[1:]
    sys.stdout.write(say + "\\n\\n")
    sys.stdout.flush()
    sys.stderr.write(bad)
""")
        for how in ("all", "name", "no"):
            one = f"gtp:{sys.executable} {engine} '{STEER.replace(chr(13), '')}' {how}"
            self.hoshi("match", "redstone", "--size", "5", "--a", one, "--b", "random", "--games", "2")
        given = b"\n".join(word.encode() + b" " + STEER_BYTES for word in (
            "name", STEER, "1 " + STEER, "loadsgf", "play b", "boardsize", "komi", "genmove", "known_command", "set_option",
            "time_left b", "showboard", "kata-set-rules", "gogui-play_sequence"))
        self.hoshi("gtp", "redstone", given=given + b"\nquit\n")

    def test_a_store_of_others(self):
        store = os.path.join(self.folder, "s.db")
        self.hoshi("serve", "--check-config", "--store", store)
        server = subprocess.Popen([HOSHI, "serve", "--no-bot", "--listen", "127.0.0.1:0", "--store", store],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            while b"listening on" not in server.stdout.readline():
                pass
        finally:
            server.terminate()
            server.wait(timeout=30 * SLOW)
            server.stdout.close()
        db = sqlite3.connect(store)
        db.execute("INSERT INTO player (kind, name, created_at) VALUES ('member', ?, 1)", ("ann" + STEER,))
        player = db.execute("SELECT max(id) FROM player").fetchone()[0]
        for table in ("report", "audit"):  # whatever they hold as text
            columns = [(c[1], STEER if c[2] == "TEXT" else player) for c in db.execute(f"PRAGMA table_info({table})")
                       if c[1] != "id"]
            db.execute(f"INSERT INTO {table} ({','.join(c for c, _ in columns)})"
                       f" VALUES ({','.join('?' * len(columns))})", [value for _, value in columns])
        db.commit()
        db.close()
        done = self.hoshi("admin", "--store", store, "users", "--json")
        self.assertIn("ann", json.dumps(json.loads(done.stdout)))
        json.loads(self.hoshi("admin", "--store", store, "doctor", "--json", "--url", STEER).stdout)
        for words in (["reports"], ["log"], ["stats"], ["user", "ann" + STEER], ["doctor", "--smtp", STEER]):
            self.hoshi("admin", "--store", store, *words)

    def test_the_screen(self):
        file = self.file(f"{STEER}.sgf", b"(;FF[4]SZ[5]HOSHI[redstone]PB[%b]C[%b];B[cc])" % (
            (STEER.encode().replace(b"]", b"\\]"),) * 2))
        pid, fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
            os.chdir(os.path.dirname(file))  # a long path is broken into two lines
            os.execv(HOSHI, [HOSHI, "play", os.path.basename(file)])
        shown = b""
        until = time.monotonic() + 20 * SLOW
        keys = [b"s", b"\n", b"q", b"q", b"y", b"\x04"]
        while time.monotonic() < until:
            if not select.select([fd], [], [], 0.5)[0]:
                if not keys:
                    break
                os.write(fd, keys.pop(0))
                continue
            try:
                part = os.read(fd, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(fd)
        if os.waitpid(pid, os.WNOHANG)[0] == 0:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
        self.assertIn(b"gotcha", shown)
        self.assertNotRegex(shown, rb"\x1b\]0;|\x07|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


if __name__ == "__main__":
    unittest.main(verbosity=2)
