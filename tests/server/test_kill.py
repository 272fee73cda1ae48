#!/usr/bin/env python3
"""An acknowledged move is never lost and never half there: servers killed at random moments under load,
over both stores; disks that are full or cannot be written; connections cut in mid-request.

HOSHI_KILLS sets the number of kills (20), HOSHI_SEED their moments."""
import os
import random
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import harness
import postgres

KILLS = int(os.environ.get("HOSHI_KILLS", "20"))
SEED = int(os.environ.get("HOSHI_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 31)
PLAYERS = 8


class Player(threading.Thread):
    """Plays one long match after the other, through deaths of servers: a move without an answer is sent
    again, to whichever server is there."""

    def __init__(self, servers, seed):
        super().__init__(daemon=True)
        self.servers = servers
        self.random = random.Random(seed)
        self.cookie = servers[0].guest().cookie
        self.matches = {}  # match: the moves acknowledged
        self.refused = set()
        self.match = 0
        self.sent = None  # (match, ply, move) without an answer
        self.running = True

    def client(self):
        c = self.random.choice(self.servers).client()
        c.cookie = self.cookie
        c.connection.timeout = 10 * harness.SLOW
        return c

    def points(self):
        points = [chr(97 + x) + str(y + 1) for x in range(0, 25, 2) for y in range(25)]
        self.random.shuffle(points)
        return points

    def run(self):
        todo = []
        client = None
        while self.running:
            try:
                client = client or self.client()
                if not self.match or not todo:
                    self.sent = None
                    self.match = client.create("levee", ["me", "me"], width=25)["id"]
                    self.matches[self.match] = []
                    todo = self.points()
                ply = len(self.matches[self.match]) + 1
                self.sent = self.sent or (self.match, ply, todo.pop())
                status, answer = client.move(self.match, self.sent[1], self.sent[2])
            except Exception:  # cut off in whatever way
                if client is not None:
                    client.close()
                client = None
                time.sleep(0.02)
                continue
            if status == 200:
                self.matches[self.match].append((answer["ply"], answer["move"]))
                if answer["state"] != "running":
                    todo = []
            if status in (200, 422):
                self.sent = None
            elif status != 503:
                self.refused.add((status, str(answer)))
        if client is not None:
            client.close()


class Kill(unittest.TestCase):
    def read(self, reader, match):
        """A match; the first reader after the database fell gets 503 and has to come again."""
        until = time.monotonic() + 10 * harness.SLOW
        status, m = reader.get(f"/api/matches/{match}")
        while status == 503 and time.monotonic() < until:
            time.sleep(0.05)
            status, m = reader.get(f"/api/matches/{match}")
        self.assertEqual(status, 200, m)
        return m

    def check(self, players, server):
        reader = server.client()
        total = 0
        for p in players:
            self.assertEqual(p.refused, set())
            for match, acknowledged in p.matches.items():
                m = self.read(reader, match)
                moves = [(x["ply"], x["move"]) for x in m["moves"]]
                total += len(acknowledged)
                self.assertEqual(moves[:len(acknowledged)], acknowledged, f"seed {SEED}")
                self.assertEqual([x[0] for x in moves], list(range(1, len(moves) + 1)))
                self.assertEqual(m["ply"], len(moves))
                extra = moves[len(acknowledged):]
                # Only what was under way may be there beyond what was acknowledged, and whole.
                self.assertLessEqual(len(extra), 1)
                if extra:
                    self.assertEqual((match, *extra[0]), p.sent)
        reader.close()
        return total

    def kills(self, servers, n, also=None):
        chance = random.Random(SEED)
        players = [Player(servers, SEED + i) for i in range(PLAYERS)]
        for p in players:
            p.start()
        for i in range(n):
            time.sleep(chance.uniform(0.02, 0.5))
            victim = chance.choice(servers)
            victim.kill()
            if also is not None and i % 5 == 4:
                also()
            victim.start()
        time.sleep(0.3)
        for p in players:
            p.running = False
        for p in players:
            p.join(60 * harness.SLOW)
        total = self.check(players, servers[0])
        self.assertGreater(total, 10 * n, "there was hardly any load")

    def test_sqlite(self):
        server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(server.close)
        self.kills([server], (KILLS + 1) // 2)
        done = subprocess.run(["sqlite3", server.store, "PRAGMA integrity_check"],
                              capture_output=True, text=True) if has("sqlite3") else None
        if done is not None:
            self.assertEqual(done.stdout, "ok\n")

    def test_postgres_with_two_servers(self):
        database = postgres.Postgres()
        self.addCleanup(database.close)
        url = database.database()
        servers = [harness.Server("--no-bot", "--no-limits", store=url) for _ in range(2)]
        for s in servers:
            self.addCleanup(s.close)

        def crash():
            database.kill()
            database.start()
        self.kills(servers, KILLS // 2, crash)


def has(program):
    return subprocess.run(["which", program], capture_output=True).returncode == 0


class Disk(unittest.TestCase):
    """A small disk of its own, where mounting is allowed; test_durable.py limits file sizes elsewhere."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hoshi-disk-")
        self.addCleanup(os.rmdir, self.folder)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "hoshi-test", self.folder],
                              capture_output=True)
        if done.returncode != 0:
            self.skipTest("mounting a small disk is not allowed here")
        self.addCleanup(subprocess.run, ["umount", self.folder], check=True)
        self.store = os.path.join(self.folder, "hoshi.db")

    def test_with_a_full_disk_moves_are_refused_until_there_is_room(self):
        server = harness.Server("--no-bot", "--no-limits", store=self.store)
        self.addCleanup(server.close)
        a = server.guest()
        match = a.create("levee", ["me", "me"], width=25)["id"]
        a.play(match, 1, "a1")
        filler = os.path.join(self.folder, "filler")
        with open(filler, "wb", buffering=0) as f:
            try:
                while f.write(b"x" * 512):
                    pass
            except OSError:
                pass
        ply = 1
        for x in range(25):
            status, answer = a.move(match, ply + 1, f"b{x + 1}")
            if status != 200:
                break
            ply += 1
        self.assertEqual(status, 503, answer)
        self.assertEqual(a.match(match)["ply"], ply)
        os.remove(filler)
        a.play(match, ply + 1, "c1")
        a.close()
        self.assertEqual(server.stop(), 0)

    def test_the_start_fails_with_a_message_when_the_disk_cannot_be_written(self):
        server = harness.Server("--no-bot", "--no-limits", store=self.store)
        server.guest().close()
        self.assertEqual(server.stop(), 0)
        server.close()
        subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)
        done = subprocess.run([harness.HOSHI, "serve", "--no-bot", "--listen", "127.0.0.1:0",
                               "--store", self.store], capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Read-only file system", done.stderr)


class Cut(unittest.TestCase):
    def setUp(self):
        self.server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(self.server.close)
        self.a = self.server.guest()
        self.match = self.a.create("levee", ["me", "me"], width=25)["id"]

    def request(self, ply, move):
        body = f'{{"ply":{ply},"move":"{move}"}}'
        return (f"POST /api/matches/{self.match}/moves HTTP/1.1\r\nHost: x\r\n"
                f"Cookie: hoshi_session={self.a.cookie}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}").encode()

    def test_connections_cut_anywhere_leave_whole_moves(self):
        whole = self.request(1, "a1")
        for cut in list(range(1, len(whole), 7)) + [len(whole) - 1]:
            with socket.create_connection(("127.0.0.1", self.server.port)) as s:
                s.sendall(whole[:cut])
        self.assertEqual(self.a.match(self.match)["ply"], 0)
        # The whole request, and gone before the answer: done, or not, but once.
        for ply in range(1, 20):
            with socket.create_connection(("127.0.0.1", self.server.port)) as s:
                s.sendall(self.request(ply, f"a{ply}"))
            until = time.monotonic() + 10 * harness.SLOW
            while self.a.match(self.match)["ply"] < ply and time.monotonic() < until:
                time.sleep(0.01)
            self.a.play(self.match, ply, f"a{ply}")  # as a client does that has heard nothing
        self.assertEqual([m["move"] for m in self.a.match(self.match)["moves"]],
                         [f"a{n}" for n in range(1, 20)])

    def test_the_server_stops_while_a_request_is_half_there(self):
        s = socket.create_connection(("127.0.0.1", self.server.port))
        self.addCleanup(s.close)
        s.sendall(self.request(1, "a1")[:-5])
        begun = time.monotonic()
        self.assertEqual(self.server.stop(), 0)
        self.assertLess(time.monotonic() - begun, 10 * harness.SLOW)


if __name__ == "__main__":
    print(f"HOSHI_SEED={SEED}")
    harness.main()
