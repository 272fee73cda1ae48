#!/usr/bin/env python3
"""A client that floods the server only slows itself down: limits by player and network, fair queues,
and requests that are refused before they cost anything.

Behind a trusted proxy (--trust-proxy) the proxy tells a client's address, so that one machine can act as
many clients."""
import json
import os
import re
import resource
import socket
import stat
import threading
import time
import unittest

import harness

PASSWORD = "correct horse"


class Abuse(unittest.TestCase):
    def setUp(self):
        self.server = harness.Server("--no-bot", "--trust-proxy")
        self.addCleanup(self.server.close)

    def at(self, address):
        """A client at that address, not signed in."""
        c = self.server.client()
        self.addCleanup(c.close)
        plain = c.request
        c.request = lambda method, path, body=None, headers=None: plain(
            method, path, body, {"X-Forwarded-For": address, **(headers or {})})
        return c

    def member(self, address, name):
        c = self.at(address)
        c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.keep_session()
        return c

    def metric(self, name):
        status, page = self.server.client().get("/metrics")
        self.assertEqual(status, 200)
        return float(re.search(rf"^{re.escape(name)} (\S+)$", page.decode(), re.M).group(1))

    def test_commands_that_read_are_no_orders(self):
        c = self.at("192.0.2.1")
        before = self.metric("hoshi_orders_total")
        said = c.must(200, "POST", "/api/pbm", {"command": "multiple", "text": "levee standings\n" * 50})
        self.assertEqual(said["reply"].count("won"), 50)
        # As orders they would be 50. The server has some of its own soon after its start, one for each chore.
        self.assertLess(self.metric("hoshi_orders_total"), before + 25)

    def test_commands_that_write_are_an_order_each(self):
        c = self.at("192.0.2.1")
        before = self.metric("hoshi_commits_total")
        text = "".join(f"signup writer{i} sesame-seeds w{i}@example.net\nhelp signup\n" for i in range(3))
        said = c.must(200, "POST", "/api/pbm", {"command": "multiple", "text": text})
        self.assertEqual(said["reply"].count("Your account is open"), 3)
        self.assertGreaterEqual(self.metric("hoshi_commits_total"), before + 3)

    def test_accounts_are_counted_in_whatever_way_they_are_opened(self):
        c = self.at("192.0.2.1")
        opened, said, rounds = 0, "", 0
        while "Too many accounts" not in said and rounds < 20:
            rounds += 1
            text = "".join(f"signup crowd{rounds}x{i} sesame-seeds c{i}@example.net\n" for i in range(8))
            said = c.must(200, "POST", "/api/pbm", {"command": "multiple", "text": text})["reply"]
            opened += said.count("Your account is open")
        self.assertGreaterEqual(opened, 30)
        self.assertLess(rounds, 20)
        # One more is given back every 5 s, so a slow machine may still open some.
        status, more = 201, 0
        while status == 201 and more < 50:
            more += 1
            status, said = c.post("/api/signup", {"name": f"late{more}", "password": PASSWORD})
        self.assertEqual(status, 429, said)
        self.assertEqual(self.at("192.0.2.2").post("/api/signup", {"name": "honest", "password": PASSWORD})[0], 201)

    def test_commands_have_an_allowance_of_their_own(self):
        c = self.at("192.0.2.1")
        answers = []
        while len(answers) < 200 and answers[-1:] != [429]:
            answers.append(c.post("/api/pbm", {"command": "help"})[0])
        self.assertEqual(answers[:60], 60 * [200])
        self.assertEqual(answers[-1], 429)
        self.assertIn("retry-after", c.headers)
        c.must(201, "POST", "/api/guest", {})
        self.assertEqual(self.at("192.0.2.2").post("/api/pbm", {"command": "help"})[0], 200)

    def test_a_network_of_ipv6_is_one_customer(self):
        answers = [self.at(f"2001:db8:1:2::{i:x}").post("/api/guest", {})[0] for i in range(1, 72)]
        self.assertEqual(answers[:60], 60 * [201])
        self.assertIn(429, answers)
        self.assertEqual(self.at("2001:db8:1:3::1").post("/api/guest", {})[0], 201)
        self.assertEqual(self.at("192.0.2.1").post("/api/guest", {})[0], 201)

    def test_limits_hold_across_many_networks_of_one_customer(self):
        answers = []
        for net in range(12):
            answers += [self.at(f"2001:db8:9:{net:x}::{i:x}").post("/api/guest", {})[0]
                        for i in range(1, 56)]
        self.assertIn(429, answers)
        self.assertGreater(answers.count(201), 400)
        self.assertEqual(self.at("2001:db8:a:1::1").post("/api/guest", {})[0], 201)

    def test_a_flood_of_sign_ins_keeps_nobody_else_out(self):
        self.member("192.0.2.1", "honest")
        stop = threading.Event()
        refused = []

        def flood():
            c = self.at("198.51.100.7")
            while not stop.is_set():
                status, _ = c.post("/api/signin", {"name": "nobody", "password": "not it at all"})
                if status in (429, 503):
                    refused.append(c.headers.get("retry-after"))

        threads = [threading.Thread(target=flood) for _ in range(20)]
        for t in threads:
            t.start()
        try:
            for _ in range(3):
                c = self.at("192.0.2.9")
                c.must(200, "POST", "/api/signin", {"name": "honest", "password": PASSWORD})
        finally:
            stop.set()
            for t in threads:
                t.join()
        self.assertTrue(refused)
        self.assertNotIn(None, refused)

    def test_archives_are_counted_for_each_player(self):
        greedy, other = self.member("192.0.2.1", "greedy"), self.member("192.0.2.1", "modest")
        for _ in range(3):
            greedy.must(200, "GET", "/api/account/export")
        greedy.must(429, "GET", "/api/account/export")
        other.must(200, "GET", "/api/account/export")

    def test_a_board_is_drawn_once_for_all_who_ask(self):
        ann, bob = self.member("192.0.2.1", "ann"), self.at("192.0.2.9")
        match = ann.must(201, "POST", "/api/matches", {"game": "redstone", "width": 9, "height": 9,
                                                       "seats": ["me", "me"]})["id"]
        pictures = [c.must(200, "GET", f"/api/matches/{match}/preview") for c in [ann, bob] * 5]
        self.assertEqual(len(set(pictures)), 1)
        self.assertEqual(self.metric("hoshi_pictures_drawn_total"), 1)
        ann.must(200, "POST", f"/api/matches/{match}/moves", {"ply": 1, "move": "c3"})
        after = [c.must(200, "GET", f"/api/matches/{match}/preview") for c in [ann, bob] * 5]
        self.assertEqual(len(set(after)), 1)
        self.assertNotEqual(after[0], pictures[0])
        self.assertEqual(self.metric("hoshi_pictures_drawn_total"), 2)

    def raw(self, head):
        s = socket.create_connection(("127.0.0.1", self.server.port))
        s.settimeout(60 * harness.SLOW)
        self.addCleanup(s.close)
        s.sendall(head)
        return s

    def test_limits_are_checked_before_a_body_is_parsed(self):
        self.assertEqual(self.at("192.0.2.9").post("/api/matches", "{no JSON")[0], 401)
        c = self.at("192.0.2.1")
        seen = {c.post("/api/signup", "{no JSON")[0] for _ in range(400)}
        self.assertEqual(seen, {400})
        status, n = 400, 0
        while status == 400 and n < 5000:  # one is given back every 20 ms
            status, n = c.post("/api/signup", "{no JSON")[0], n + 1
        self.assertEqual(status, 429)
        self.assertEqual(self.at("192.0.2.2").post("/api/signup", "{no JSON")[0], 400)
        member = self.member("192.0.2.3", "payer")  # pays for herself, wherever she is
        self.assertEqual(member.post("/api/matches", "{no JSON", headers={"X-Forwarded-For": "192.0.2.1"})[0], 400)

    def moves_beside(self, player, match, ply, body, crowd):
        """The median time of a move while each of the crowd sends that body again and again."""
        head = ("POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Forwarded-For: {}\r\n"
                "Cookie: hoshi_session={}\r\nContent-Length: {}\r\n\r\n")
        stop, answers = threading.Event(), []

        def attack(cookie, address):
            with socket.create_connection(("127.0.0.1", self.server.port)) as s:
                data = head.format(address, cookie, len(body)).encode() + body
                while not stop.is_set():
                    s.sendall(data)
                    answers.append(s.recv(65536).split(b" ", 2)[1])

        threads = [threading.Thread(target=attack, args=(c.cookie, f"192.0.2.{10 + i}"))
                   for i, c in enumerate(crowd)]
        for t in threads:
            t.start()
        while len(answers) < len(crowd):
            time.sleep(0.01)
        times = []
        for i in range(12):
            begun = time.monotonic()
            player.play(match, ply + i, "abcde"[(ply + i - 1) % 5] + str(1 + (ply + i - 1) // 5))
            times.append(time.monotonic() - begun)
        stop.set()
        for t in threads:
            t.join()
        self.assertTrue(set(answers) <= {b"400", b"429", b"503"}, set(answers))
        return sorted(times)[len(times) // 2]

    def test_bodies_with_thousands_of_keys_delay_no_move(self):
        """Measured against bodies of the same length with one key, so that only parsing differs."""
        player = self.at("198.51.100.1")
        player.guest()
        match = player.create("palisade", ["me", "me"], width=9)["id"]
        crowd = [self.at(f"192.0.2.{10 + i}") for i in range(24)]
        for c in crowd:
            c.guest()
        keys = json.dumps({f"k{i}": i for i in range(4500)}, separators=(",", ":")).encode()
        many = self.moves_beside(player, match, 1, keys, crowd)
        one = self.moves_beside(player, match, 13, json.dumps({"k": "x" * (len(keys) - 9)}).encode(), crowd)
        self.assertLess(many, 10 * one + 0.05)

    def test_mail_is_refused_before_its_body(self):
        s = self.raw(b"POST /api/mail/inbound HTTP/1.1\r\nHost: x\r\nContent-Type: message/rfc822\r\n"
                     b"Content-Length: 1000000\r\n\r\n")
        self.assertEqual(s.recv(12), b"HTTP/1.1 401")  # and nothing of the body was sent

    def test_a_head_that_trickles_ends(self):
        s = self.raw(b"GET / HTTP/1.1\r\n")
        s.settimeout(0.5)
        begun = time.monotonic()
        ended = False
        while not ended and time.monotonic() - begun < 50 * harness.SLOW:
            try:
                s.sendall(b"X: y\r\n")
                ended = s.recv(100) == b""
            except TimeoutError:
                pass
            except OSError:
                ended = True
        self.assertTrue(ended)

    @unittest.skipIf(os.environ.get("HOSHI_STORE") == "postgresql", "its files are not ours")
    def test_what_it_writes_is_its_owners_alone(self):
        for name in (self.server.store, self.server.store + "-wal", self.server.store + "-lock"):
            self.assertEqual(stat.S_IMODE(os.stat(name).st_mode) & 0o077, 0, name)


class Processors(unittest.TestCase):
    """What takes long leaves a processor to the threads that take moves."""

    @staticmethod
    def tasks(pid):
        """The processors that each thread of a process may use; none if one of them has just ended."""
        try:
            return [os.sched_getaffinity(int(task)) for task in os.listdir(f"/proc/{pid}/task")]
        except (FileNotFoundError, ProcessLookupError):
            return []

    @staticmethod
    def children(pid):
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            return [int(child) for child in f.read().split()]

    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "only one processor")
    def test_slow_threads_leave_the_first_processor_to_others(self):
        everything = os.sched_getaffinity(0)
        rest = everything - {min(everything)}
        server = harness.Server()
        self.addCleanup(server.close)
        pid = server.process.pid
        until = time.monotonic() + 20 * harness.SLOW
        threads, engine = [], []
        # Each thread restricts itself when it starts: readers, passwords, mail; and the engine's.
        while time.monotonic() < until and not (threads.count(rest) >= 5 and engine and
                                                engine.count(rest) == len(engine)):
            time.sleep(0.05)
            threads = self.tasks(pid)
            engine = [cpus for child in self.children(pid) for cpus in self.tasks(child)]
        self.assertGreaterEqual(threads.count(rest), 5)
        self.assertGreaterEqual(threads.count(everything), 3, "main, event loop, writer")
        self.assertEqual(len(threads), threads.count(rest) + threads.count(everything))
        self.assertTrue(engine)
        self.assertEqual(engine.count(rest), len(engine))


class Crowded(unittest.TestCase):
    """A server with few descriptors: all its streams can be taken."""

    def setUp(self):
        self.server = harness.Server("--no-bot", "--trust-proxy", preexec=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (200, 200)))
        self.addCleanup(self.server.close)

    def listen(self, address, cookie=""):
        s = socket.create_connection(("127.0.0.1", self.server.port))
        self.addCleanup(s.close)
        s.settimeout(20 * harness.SLOW)
        head = f"GET /api/events?topics=lobby HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n"
        s.sendall((head + (f"Cookie: hoshi_session={cookie}\r\n" if cookie else "") + "\r\n").encode())
        return s, s.recv(12)[-3:]

    def ended(self, s):
        """Whether a stream has ended, once all that was sent is read."""
        s.settimeout(0.2)
        try:
            while True:
                if s.recv(4096) == b"":
                    return True
        except (socket.timeout, TimeoutError):
            return False
        except OSError:
            return True

    def test_a_stream_that_nobody_needs_makes_room(self):
        guest = self.server.guest()
        self.addCleanup(guest.close)
        few = [self.listen("192.0.2.1") for _ in range(20)]
        many = []
        while len(many) < 150:
            s, status = self.listen("198.51.100.7")
            if status != b"200":
                break
            many.append((s, status))
        self.assertEqual(status, b"503", "a stranger finds no room at the cost of those who have fewer")
        self.assertGreater(len(many), 20)
        s, status = self.listen("203.0.113.9", guest.cookie)
        self.assertEqual(status, b"200", "a client with a session finds room")
        self.assertTrue(self.ended(many[0][0]), "the oldest of the address that has the most")
        self.assertFalse(any(self.ended(x) for x, _ in many[1:4] + few))
        _, status = self.listen("203.0.113.10")
        self.assertEqual(status, b"200", "and so does a stranger who has fewer")
        self.assertTrue(self.ended(many[1][0]))
        self.assertFalse(self.ended(s))
        self.assertFalse(any(self.ended(x) for x, _ in few))


if __name__ == "__main__":
    unittest.main()
