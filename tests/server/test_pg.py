#!/usr/bin/env python3
"""Several servers on one PostgreSQL are one site, for every request and when any of them dies."""
import concurrent.futures
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import harness
import postgres
import test_kill
from test_durable import Player


class SiteTest(harness.Streams, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = postgres.Postgres()

    @classmethod
    def tearDownClass(cls):
        cls.postgres.close()

    def serve(self, n, url=None, options=("--no-bot", "--no-limits")):
        url = url or self.postgres.database()
        with concurrent.futures.ThreadPoolExecutor() as pool:  # at once: one of them migrates
            servers = list(pool.map(lambda _: harness.Server(*options, store=url), range(n)))
        for s in servers:
            self.addCleanup(s.close)
        return servers


def at(client, server):
    """The same player at another server."""
    other = server.client()
    other.cookie = client.cookie
    other.player = client.player
    return other


class TwoServers(SiteTest):
    def test_a_player_is_known_to_both_and_hears_of_both(self):
        a, b = self.serve(2)
        ann = a.guest()
        bob = b.guest()
        ann_b = at(ann, b)
        self.assertEqual(ann_b.must(200, "GET", "/api/me"), ann.player)
        match = ann.create("levee", ["me", "open"], width=7)["id"]
        here = harness.Stream(ann, f"match:{match}")
        there = harness.Stream(bob, f"match:{match}")
        self.addCleanup(here.close)
        self.addCleanup(there.close)
        there.wait_type("hello")
        here.wait_type("hello")
        bob.must(200, "POST", f"/api/matches/{match}/join", {})
        for ply, (who, move) in enumerate([(ann, "a1"), (bob, "b1"), (ann_b, "c1"), (bob, "d1")], 1):
            who.play(match, ply, move)
        for stream in (here, there):
            stream.wait(lambda e: e["event"] == "move" and e["data"]["ply"] == 4)
            moves = [e["data"] for e in stream.events if e["event"] == "move"]
            self.assertEqual([m["move"] for m in moves], ["a1", "b1", "c1", "d1"])
            ids = [int(e["id"]) for e in stream.events if "id" in e]
            self.assertEqual(ids, sorted(set(ids)))

    def test_a_position_that_another_server_changed_is_read_again(self):
        a, b = self.serve(2)
        one = a.guest()
        two = at(one, b)
        match = one.create("levee", ["me", "me"], width=7)["id"]
        one.play(match, 1, "a1")
        two.play(match, 2, "b1")
        one.play(match, 3, "c1")
        # Taken back and played otherwise at the other server: the same ply, another position.
        two.must(200, "POST", f"/api/matches/{match}/takeback", {"do": "ask"})
        ply = two.match(match)["ply"]
        for move in ["d1", "e1", "f1"][:3 - ply]:
            ply += 1
            two.play(match, ply, move)
        status, problem = one.move(match, 4, "d1")
        self.assertEqual(status, 422, problem)
        one.play(match, 4, "c1")

    def test_the_same_ply_is_played_once_on_either_server(self):
        a, b = self.serve(2)
        one = a.guest()
        two = at(one, b)
        match = one.create("levee", ["me", "me"], width=25)["id"]
        for ply in range(1, 30):
            answers = [None, None]
            start = threading.Barrier(2)

            def play(i, client, move, ply=ply, answers=answers, start=start):
                start.wait()
                answers[i] = client.move(match, ply, move)[0]
            points = [f"{chr(96 + x)}{ply % 25 + 1}" for x in ((1, 3) if ply < 25 else (5, 7))]
            threads = [threading.Thread(target=play, args=(0, one, points[0])),
                       threading.Thread(target=play, args=(1, two, points[1]))]
            for t in threads:
                t.start()
            for t in threads:
                t.join()
            self.assertEqual(sorted(answers), [200, 409])
        self.assertEqual([m["ply"] for m in one.match(match)["moves"]], list(range(1, 30)))

    def test_a_killed_server_takes_nothing_with_it(self):
        a, b = self.serve(2)
        for round_ in range(2):
            players = [Player((a, b)[i % 2], 100 * round_ + i) for i in range(12)]
            for p in players:
                p.start()
            time.sleep(0.5)
            a.kill()
            others = [p for p in players if p.client.port == b.port]
            before = [len(p.acknowledged) for p in others]

            def went_on(others=others, before=before):
                return all(len(p.acknowledged) > n for p, n in zip(others, before))
            until = time.monotonic() + 20 * harness.SLOW
            while not went_on() and time.monotonic() < until:
                time.sleep(0.05)
            self.assertTrue(went_on(), (before, [len(p.acknowledged) for p in others]))
            for p in players:
                p.running = False
                p.join(20)
                p.client.close()
            reader = b.client()
            for p in players:
                m = reader.match(p.match)
                moves = [(x["ply"], x["move"]) for x in m["moves"]]
                self.assertEqual(moves[:len(p.acknowledged)], p.acknowledged)
                self.assertLessEqual(len(moves), len(p.acknowledged) + 1)
                self.assertEqual(m["ply"], len(moves))
            reader.close()
            a.start()

    def hold_matches(self, url):
        """Readers of a match wait until the test calls the function that this returns."""
        holder = subprocess.Popen(["psql", "-Atq", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(holder.wait)
        self.addCleanup(holder.stdin.close)
        self.addCleanup(holder.stdout.close)
        holder.stdin.write("BEGIN; LOCK TABLE match IN ACCESS EXCLUSIVE MODE; SELECT 'held';\n")
        holder.stdin.flush()
        self.assertEqual(holder.stdout.readline(), "held\n")

        def release():
            holder.stdin.write("ROLLBACK;\n")
            holder.stdin.flush()
        return release

    def held_server(self, n):
        """A server whose matches are held, n clients, the path of a match, and what releases it."""
        url = self.postgres.database()
        a, = self.serve(1, url)
        ann = a.guest()
        match = ann.create("levee", ["me", "me"], width=7)["id"]
        clients = [at(ann, a) for _ in range(n)]
        for c in clients:
            self.addCleanup(c.close)
        return a, clients, f"/api/matches/{match}", self.hold_matches(url)

    def test_a_server_that_is_stopped_waits_for_a_slow_database(self):
        a, clients, path, release = self.held_server(3)
        with concurrent.futures.ThreadPoolExecutor(len(clients)) as pool:
            reads = [pool.submit(c.get, path) for c in clients]
            time.sleep(0.3)
            a.process.send_signal(signal.SIGTERM)
            time.sleep(6)  # longer than it waits for what needs no database
            release()
            self.assertEqual(a.process.wait(20 * harness.SLOW), 0, a.stderr())
            for r in reads:  # answered, if only that it took too long
                self.assertIn(r.result()[0], (200, 503))

    def test_a_reader_of_the_database_holds_up_no_other(self):
        _, (other, *clients), path, release = self.held_server(7)
        with concurrent.futures.ThreadPoolExecutor(len(clients)) as pool:
            reads = [pool.submit(c.get, path) for c in clients]
            time.sleep(0.3)
            for quick in ("/healthz", "/api/games", "/api/me", "/metrics"):
                self.assertEqual(other.get(quick)[0], 200, quick)
            self.assertFalse(any(r.done() for r in reads))
            release()
            for r in reads:
                self.assertEqual(r.result(20)[0], 200)

    def test_the_database_may_stop_and_come_back(self):
        a, b = self.serve(2)
        one = a.guest()
        two = at(one, b)
        match = one.create("levee", ["me", "me"], width=25)["id"]
        one.play(match, 1, "a1")
        stream = harness.Stream(two, f"match:{match}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        for end in (self.postgres.stop, self.postgres.kill):
            end()
            status, problem = one.move(match, one_ply(stream) + 1, "z9")
            self.assertEqual(status, 503, problem)
            self.assertEqual(one.get(f"/api/matches/{match}")[0], 503)
            self.postgres.start()
            ply = one_ply(stream) + 1
            until = time.monotonic() + 20 * harness.SLOW
            while one.move(match, ply, f"{chr(97 + ply)}1")[0] != 200:
                self.assertLess(time.monotonic(), until)
                time.sleep(0.1)
            stream.wait(lambda e, ply=ply: e["event"] == "move" and e["data"]["ply"] == ply)

    def test_a_database_that_may_not_be_written_is_answered_503_and_told_at_the_start(self):
        """As a standby is, or a database whose operator has closed it."""
        url = self.postgres.database()
        site = url.split("?")[0].rsplit("/", 1)[1]
        a, = self.serve(1, url)
        one = a.guest()
        match = one.create("levee", ["me", "me"], width=25)["id"]
        one.play(match, 1, "a1")
        self.postgres.run(f"ALTER DATABASE {site} SET default_transaction_read_only = on")
        self.cut(site)
        self.assertEqual(self.answered(one, match, 2, "b1"), 503)
        self.assertEqual(one.match(match)["ply"], 1)
        done = subprocess.run([harness.HOSHI, "serve", "--no-bot", "--listen", "127.0.0.1:0",
                               "--store", url], capture_output=True, text=True, timeout=30 * harness.SLOW)
        self.assertEqual(done.returncode, 1)
        self.assertIn("read-only", done.stderr)
        self.postgres.run(f"ALTER DATABASE {site} RESET default_transaction_read_only")
        self.cut(site)
        until = time.monotonic() + 20 * harness.SLOW
        while one.move(match, 2, "c1")[0] != 200:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.1)
        self.assertEqual([m["move"] for m in one.match(match)["moves"]], ["a1", "c1"])

    def cut(self, site):
        self.postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                          f" WHERE datname = '{site}'")

    def answered(self, client, match, ply, move):
        """The status of a move, and that the match can be read again after it."""
        status, _ = client.move(match, ply, move)
        until = time.monotonic() + 20 * harness.SLOW
        while client.get(f"/api/matches/{match}")[0] != 200:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.1)
        return status

    def test_connections_to_the_database_cut_under_load_lose_nothing(self):
        url = self.postgres.database()
        site = url.split("?")[0].rsplit("/", 1)[1]
        servers = self.serve(2, url)
        players = [test_kill.Player(servers, 7 + i) for i in range(4)]
        for p in players:
            p.start()
        for _ in range(8):
            time.sleep(0.25)
            self.cut(site)
        time.sleep(0.7)
        for p in players:
            p.running = False
        for p in players:
            p.join(60 * harness.SLOW)
        reader = servers[0].client()
        total = 0
        for p in players:
            self.assertEqual(p.refused, set())
            for match, acknowledged in p.matches.items():
                moves = [(m["ply"], m["move"]) for m in reader.match(match)["moves"]]
                self.assertEqual(moves[:len(acknowledged)], acknowledged)
                self.assertLessEqual(len(moves), len(acknowledged) + 1)
                total += len(acknowledged)
        reader.close()
        self.assertGreater(total, 20)

    def test_a_full_disk_of_the_database_is_answered_503_until_there_is_room(self):
        folder = tempfile.mkdtemp(prefix="hoshi-disk-")
        self.addCleanup(os.rmdir, folder)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=777", "hoshi-test", folder],
                              capture_output=True)
        if done.returncode != 0:
            self.skipTest("mounting a small disk is not allowed here")
        self.addCleanup(subprocess.run, ["umount", folder], check=True)
        database = postgres.Postgres()
        self.addCleanup(database.close)
        os.mkdir(folder + "/space")
        if os.getuid() == 0:
            shutil.chown(folder + "/space", "postgres")
        database.run(f"CREATE TABLESPACE small LOCATION '{folder}/space'")
        url = database.database()
        database.run("ALTER DATABASE site1 SET TABLESPACE small")
        a, = self.serve(1, url)
        one = a.guest()
        match = one.create("levee", ["me", "me"], width=25)["id"]
        with open(folder + "/filler", "wb", buffering=0) as f:
            try:
                while f.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        ply = 0
        for n in range(25 * 12):
            status, answer = one.move(match, ply + 1, f"{chr(97 + 2 * (n // 25))}{n % 25 + 1}")
            if status == 503:
                break
            ply += status == 200
        self.assertEqual(status, 503, (ply, answer))
        self.assertEqual(one.match(match)["ply"], ply)
        os.remove(folder + "/filler")
        until = time.monotonic() + 20 * harness.SLOW
        while one.move(match, ply + 1, "y1")[0] != 200:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.1)
        moves = [m["ply"] for m in one.match(match)["moves"]]
        self.assertEqual(moves, list(range(1, ply + 2)))

    def test_wrong_passwords_are_counted_for_all_servers_together(self):
        a, b = self.serve(2, options=("--no-bot",))
        clients = [a.client(), b.client()]
        clients[0].must(201, "POST", "/api/signup", {"name": "ann", "password": "correct horse"})
        for i in range(10):
            clients[i % 2].must(401, "POST", "/api/signin", {"name": "Ann", "password": f"guess {i:04}"})
        until = time.monotonic() + 10 * harness.SLOW
        for c in clients:  # the right one, too: a guesser cannot know
            while c.post("/api/signin", {"name": "ann", "password": "correct horse"})[0] != 429:
                self.assertLess(time.monotonic(), until)  # the last miss is under way
            self.assertGreaterEqual(int(c.headers["retry-after"]), 1)
            c.close()

    def test_a_stream_at_another_server_ends_with_its_session(self):
        a, b = self.serve(2, options=("--no-bot",))
        ann, there = a.client(), b.client()
        ann.must(201, "POST", "/api/signup", {"name": "ann", "password": "correct horse"})
        ann.keep_session()
        there.cookie = ann.cookie
        stream = harness.Stream(there, "me,lobby")
        self.assertEqual(stream.status, 200)
        stream.wait_type("hello")
        ann.must(200, "POST", "/api/signout", {})
        until = time.monotonic() + 5 * harness.SLOW
        while not stream.ended:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
        stream.close()
        ann.close()
        there.close()

    def test_what_one_server_revokes_holds_at_the_other(self):
        """A sign-out, the end of all other sessions, a revoked token, a new password, and bans: by a moderator at
        one server, and by the operator's command. The other server has looked each session up before."""
        url = self.postgres.database()
        a, b = self.serve(2, url=url, options=("--no-bot",))
        boss = a.client()
        self.addCleanup(boss.close)
        boss.must(201, "POST", "/api/signup", {"name": "boss", "password": "correct horse"})
        boss.keep_session()

        def command(*words):
            done = subprocess.run([harness.HOSHI, "admin", "--store", url, *words], capture_output=True, text=True,
                                  timeout=60 * harness.SLOW)
            self.assertEqual(done.returncode, 0, done.stderr)
        command("role", "boss", "moderator")

        def revoke_token(c):
            listed = c.must(200, "GET", "/api/account/tokens")["tokens"]
            c.must(200, "POST", "/api/account/tokens/end", {"id": listed[0]["id"]})

        def end_others(c):
            with_password = a.client()
            with_password.must(200, "POST", "/api/signin", {"name": c.name, "password": "correct horse"})
            with_password.keep_session()
            with_password.must(200, "POST", "/api/account/sessions/end", {"others": True})
            with_password.close()
        ways = {
            "signout": lambda c: c.must(200, "POST", "/api/signout", {}),
            "others": end_others,
            "token": revoke_token,
            "password": lambda c: c.must(200, "POST", "/api/account/password", {
                "password": "correct horse", "new": "a better battery"}),
            "banned": lambda c: boss.must(200, "POST", f"/api/admin/players/{c.name}/ban", {"reason": "rude"}),
            "operator": lambda c: command("ban", c.name, "--reason", "rude"),
        }
        for name, revoke in ways.items():
            with self.subTest(name):
                c = a.client()
                self.addCleanup(c.close)
                c.name = f"player-{name}"
                c.must(201, "POST", "/api/signup", {"name": c.name, "password": "correct horse"})
                c.keep_session()
                there = b.client()
                self.addCleanup(there.close)
                if name == "token":
                    secret = c.must(201, "POST", "/api/account/tokens", {
                        "name": "t", "scopes": ["play"], "password": "correct horse"})["secret"]
                    headers = {"Authorization": "Bearer " + secret}
                else:
                    headers = {"Cookie": f"hoshi_session={c.cookie}"}
                if name == "password":  # this session stays; another one of the player's ends
                    other = a.client()
                    self.addCleanup(other.close)
                    other.must(200, "POST", "/api/signin", {"name": c.name, "password": "correct horse"})
                    other.keep_session()
                    headers = {"Cookie": f"hoshi_session={other.cookie}"}
                ask = lambda: there.request("POST", "/api/matches", {"game": "levee", "seats": ["me", "me"]},
                                            headers=headers)[0]
                self.assertEqual(ask(), 201)
                revoke(c)
                until = time.monotonic() + 5 * harness.SLOW
                while (status := ask()) == 201:
                    self.assertLess(time.monotonic(), until, "the other server goes on with what was revoked")
                self.assertEqual([status, ask(), ask()], [401] * 3)

    def test_players_are_notified_once_by_whichever_server_it_is(self):
        servers = self.serve(3, options=("--no-bot", "--no-limits"))
        ann, bob = servers[0].guest(), servers[1].guest()
        stream = harness.Stream(bob, "me")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        watched = ann.create("levee", ["me", "open"], width=7)["id"]
        watching = self.stream(bob, f"match:{watched},me")
        bob.must(200, "POST", f"/api/matches/{watched}/join", {})
        time.sleep(1.5)  # until the others know who looks at it
        ann.play(watched, 1, "a1")
        matches = []
        for i in range(8):
            here, there = at(ann, servers[i % 3]), at(bob, servers[(i + 1) % 3])
            matches.append(here.create("levee", ["me", "open"], width=7)["id"])
            there.must(200, "POST", f"/api/matches/{matches[-1]}/join", {})
            here.play(matches[-1], 1, "a1")
            here.close()
            there.close()
        for match in matches:
            stream.wait(lambda e, m=match: e["event"] == "notification" and e["data"]["notification"]["match"] == m)
        time.sleep(0.5)
        with stream.changed:
            told = [e["data"]["notification"]["match"] for e in stream.events if e["event"] == "notification"]
        self.assertEqual(sorted(told), matches)
        watching.close()

    def test_two_bots_of_two_servers_play_one_match(self):
        a, _ = self.serve(2, options=("--no-limits",))
        ann = a.guest()
        match = ann.create("levee", [{"bot": 1}, {"bot": 1}], width=5)["id"]
        until = time.monotonic() + 60 * harness.SLOW
        while ann.match(match)["state"] == "running":
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
        m = ann.match(match)
        self.assertEqual(m["state"], "finished")
        self.assertEqual([x["ply"] for x in m["moves"]], list(range(1, m["ply"] + 1)))


def one_ply(stream):
    return max([e["data"]["ply"] for e in stream.events if e["event"] == "move"] or [1])


if __name__ == "__main__":
    harness.main()
