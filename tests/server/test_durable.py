#!/usr/bin/env python3
"""An acknowledged move is never lost: kills under load, restarts, stores that cannot be used."""
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

import harness


class Player(threading.Thread):
    """Plays a hot-seat match as fast as it can and keeps what was acknowledged."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.client = server.guest()
        self.match = self.client.create("levee", ["me", "me"], width=25)["id"]
        self.acknowledged = []
        self.sent = None
        points = [chr(97 + x) + str(y + 1) for x in range(0, 25, 2) for y in range(25)]
        random.Random(seed).shuffle(points)
        self.points = points
        self.running = True

    def run(self):
        ply = 1
        for point in self.points:
            if not self.running:
                return
            try:
                self.sent = (ply, point)
                status, answer = self.client.move(self.match, ply, point)
            except OSError:
                return
            except Exception:  # a connection that was cut in the middle of an answer
                return
            if status == 200:
                self.acknowledged.append((answer["ply"], answer["move"]))
                ply += 1
                if answer["state"] != "running":
                    return
            elif status != 422:
                return


class Kill(unittest.TestCase):
    def setUp(self):
        self.server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(self.server.close)

    def test_a_killed_server_comes_back_with_every_acknowledged_move(self):
        for round_ in range(3):
            players = [Player(self.server, 10 * round_ + i) for i in range(12)]
            for p in players:
                p.start()
            until = time.monotonic() + 20 * harness.SLOW
            while sum(len(p.acknowledged) for p in players) <= 20 and time.monotonic() < until:
                time.sleep(0.02)
            time.sleep(0.2 + 0.3 * round_)
            self.server.kill()
            for p in players:
                p.running = False
                p.join(20)
                p.client.close()
            self.server.start()
            reader = self.server.client()
            total = 0
            for p in players:
                m = reader.match(p.match)
                moves = [(x["ply"], x["move"]) for x in m["moves"]]
                total += len(p.acknowledged)
                self.assertEqual(moves[:len(p.acknowledged)], p.acknowledged)
                # At most the one that was under way has come through unacknowledged.
                self.assertLessEqual(len(moves), len(p.acknowledged) + 1)
                self.assertEqual(m["ply"], len(moves))
                if len(moves) > len(p.acknowledged):
                    self.assertEqual(moves[-1], p.sent)
            reader.close()
            self.assertGreater(total, 20)

    def test_a_match_goes_on_after_a_restart(self):
        a = self.server.guest()
        match = a.create("redstone", ["me", "me"], width=5)["id"]
        a.play(match, 1, "c3")
        a.play(match, 2, "swap")
        stream = harness.Stream(a, f"match:{match}")
        last = stream.wait_type("hello")["data"]["event"]
        self.assertEqual(self.server.stop(), 0)
        stream.thread.join(10)
        self.assertTrue(stream.ended)
        self.server.start()
        self.assertEqual(a.must(200, "GET", "/api/me"), a.player)
        a.play(match, 2, "swap")  # again, as a client does that has heard no answer
        a.play(match, 3, "a1")
        again = harness.Stream(a, f"match:{match}", since=last)
        again.wait(lambda e: e["event"] == "move" and e["data"]["ply"] == 3)
        self.assertEqual([e["data"]["ply"] for e in again.events if e["event"] == "move"], [3])
        again.close()
        a.close()

    def test_a_stop_under_load_is_graceful(self):
        players = [Player(self.server, i) for i in range(8)]
        for p in players:
            p.start()
        time.sleep(0.5)
        begun = time.monotonic()
        self.assertEqual(self.server.stop(), 0)
        self.assertLess(time.monotonic() - begun, 10 * harness.SLOW)
        for p in players:
            p.join(20)
        self.server.start()
        reader = self.server.client()
        for p in players:
            moves = [(x["ply"], x["move"]) for x in reader.match(p.match)["moves"]]
            self.assertEqual(moves[:len(p.acknowledged)], p.acknowledged)
        reader.close()

    def test_the_bot_goes_with_the_server_and_takes_up_its_matches(self):
        server = harness.Server("--no-limits")
        self.addCleanup(server.close)
        a = server.guest()
        match = a.create("levee", [{"bot": 1}, "me"], width=7)["id"]
        until = time.monotonic() + 20 * harness.SLOW
        while a.match(match)["ply"] < 1 and time.monotonic() < until:
            time.sleep(0.02)
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.process.pid)],
                                  capture_output=True, text=True).stdout.split()
        self.assertEqual(len(children), 1)
        server.kill()
        time.sleep(0.3)
        self.assertFalse(os.path.exists(f"/proc/{children[0]}/exe") and
                         "hoshi" in os.readlink(f"/proc/{children[0]}/exe"))
        server.start()
        b = server.client()
        b.cookie = a.cookie
        b.play(match, 2, "a1" if a_free(b, match) else "b1")
        while b.match(match)["ply"] < 3 and time.monotonic() < until:
            time.sleep(0.02)
        self.assertGreaterEqual(b.match(match)["ply"], 3)


def a_free(client, match):
    return all(m["move"] != "a1" for m in client.match(match)["moves"])


class Full(unittest.TestCase):
    def test_a_full_disk_is_answered_503_and_nothing_is_done(self):
        """A limit on the size of files imitates a full disk, and is then lifted."""
        def no_signal():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        server = harness.Server("--no-bot", "--no-limits", preexec=no_signal)
        self.addCleanup(server.close)
        pid = server.process.pid
        a = server.guest()
        match = a.create("levee", ["me", "me"], width=25)["id"]
        a.play(match, 1, "a1")
        stream = harness.Stream(a, f"match:{match}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, unlimited[1]))
        status, problem = a.move(match, 2, "b1")
        self.assertEqual(status, 503, problem)
        self.assertEqual(a.match(match)["ply"], 1)  # reading goes on
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        a.play(match, 2, "c1")
        event = stream.wait(lambda e: e["event"] == "move")
        self.assertEqual(event["data"]["move"], "c1")  # nothing was told of the other one
        self.assertEqual([m["move"] for m in a.match(match)["moves"]], ["a1", "c1"])
        a.close()


def mark(path):
    with open(path, "w", encoding="utf-8"):
        pass


class ReadOnly(unittest.TestCase):
    """The file system refuses every write from one moment on, as after errors of its disk."""

    def setUp(self):
        if "HOSHI_READ_ONLY_SHIM" not in os.environ:
            self.skipTest("the sanitizers come first")

    def serve(self):
        folder = tempfile.mkdtemp(prefix="hoshi-readonly-")
        self.addCleanup(shutil.rmtree, folder)
        flag = os.path.join(folder, "read-only")
        server = harness.Server("--no-bot", "--no-limits", store=os.path.join(folder, "hoshi.db"), env={
            "LD_PRELOAD": os.environ["HOSHI_READ_ONLY_SHIM"], "HOSHI_READ_ONLY": flag})
        self.addCleanup(server.close)
        return server, flag

    def test_what_was_done_is_not_called_undone_when_it_cannot_be_read(self):
        server, flag = self.serve()
        a = server.guest()
        self.addCleanup(a.close)
        wanted = {"game": "levee", "width": 5, "height": 5, "seats": ["me", "me"]}
        match = a.must(201, "POST", "/api/matches", wanted)["id"]
        mark(flag + "-unread")
        status, problem = a.post("/api/matches", wanted)
        self.assertEqual(status, 500, problem)
        self.assertIn("was done", problem["detail"])
        self.assertNotIn("retry-after", a.headers)
        status, said = a.post("/api/pbm", {"command": "multiple", "text": "levee standings\n"})
        self.assertEqual(status, 503, said)  # nothing was done, and it says nothing else
        for _ in range(12):  # each thread that reads has failed to
            self.assertEqual(a.get(f"/api/matches/{match + 1}")[0], 503)
        os.remove(flag + "-unread")
        for _ in range(12):  # and none is the worse for it
            self.assertEqual(a.must(200, "GET", f"/api/matches/{match + 1}")["ply"], 0)

    def test_a_disk_that_turns_read_only_loses_nothing_and_says_so(self):
        server, flag = self.serve()
        a = server.guest()
        match = a.create("levee", ["me", "me"], width=25)["id"]
        a.play(match, 1, "a1")
        stream = harness.Stream(a, f"match:{match}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        mark(flag)
        for move in ("b1", "b2", "b3"):
            status, problem = a.move(match, 2, move)
            self.assertEqual(status, 503, problem)
            self.assertIn("nothing was done", problem["detail"])
        self.assertEqual(a.match(match)["ply"], 1)  # reading goes on
        self.assertEqual(a.request("GET", "/readyz")[0], 503)
        server.kill()  # what is on the disk is what was acknowledged
        os.remove(flag)
        server.start()
        self.assertEqual([m["move"] for m in a.match(match)["moves"]], ["a1"])
        a.play(match, 2, "c1")
        # And without a new start, when the disk can be written again.
        mark(flag)
        self.assertEqual(a.move(match, 3, "d1")[0], 503)
        os.remove(flag)
        until = time.monotonic() + 10 * harness.SLOW
        while a.request("GET", "/readyz")[0] != 200:  # it finds out by itself
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
        a.play(match, 3, "e1")
        self.assertEqual([m["move"] for m in a.match(match)["moves"]], ["a1", "c1", "e1"])
        a.close()
        self.assertIn("the store refuses to write", server.stderr())


class Refuse(unittest.TestCase):
    def serve(self, *options, store=":memory:"):
        done = subprocess.run([harness.HOSHI, "serve", "--no-bot", "--listen", "127.0.0.1:0",
                               "--store", store, *options],
                              capture_output=True, text=True, timeout=30 * harness.SLOW)
        return done.returncode, done.stderr

    def test_the_data_lie_in_the_users_folder_by_default(self):
        with tempfile.TemporaryDirectory() as folder:
            server = subprocess.Popen([harness.HOSHI, "serve", "--no-bot", "--listen",
                                       "127.0.0.1:0"], stdout=subprocess.PIPE, text=True,
                                      env={**os.environ, "XDG_DATA_HOME": folder + "/a/b"})
            lines = [server.stdout.readline(), server.stdout.readline()]
            server.terminate()
            self.assertEqual(server.wait(30 * harness.SLOW), 0)
            server.stdout.close()
            self.assertEqual(lines[0], f"hoshi: data in {folder}/a/b/hoshi/hoshi.db\n")
            self.assertTrue(os.path.exists(f"{folder}/a/b/hoshi/hoshi.db"))

    def test_a_taken_port_is_told(self):
        server = harness.Server("--no-bot", store=":memory:")
        self.addCleanup(server.close)
        status, errors = self.serve("--listen", f"127.0.0.1:{server.port}")
        self.assertEqual(status, 1)
        self.assertIn("the port is taken", errors)

    def test_a_store_in_use_is_told(self):
        server = harness.Server("--no-bot")
        self.addCleanup(server.close)
        status, errors = self.serve(store=server.store)
        self.assertEqual(status, 1)
        self.assertIn("another process", errors)

    def test_a_damaged_and_a_newer_store_are_told_and_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.db")
            with open(path, "wb") as f:
                f.write(b"not a database " * 1000)
            before = open(path, "rb").read()
            status, errors = self.serve(store=path)
            self.assertEqual(status, 1)
            self.assertIn("not a database", errors)
            self.assertEqual(open(path, "rb").read(), before)
            path = os.path.join(folder, "y.db")
            db = sqlite3.connect(path)
            db.executescript("PRAGMA application_id = 0x686f7368; CREATE TABLE migration (number"
                             " INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL);"
                             " INSERT INTO migration VALUES (9999, 0)")
            db.close()
            status, errors = self.serve(store=path)
            self.assertEqual(status, 1)
            self.assertIn("newer", errors)

    def test_wrong_words_are_told(self):
        self.assertEqual(self.serve("--listen", "nowhere")[0], 1)
        self.assertEqual(self.serve("--colour", "red")[0], 2)


if __name__ == "__main__":
    harness.main()
