#!/usr/bin/env python3
"""The database of a site dies, restarts or moves to its standby; servers are replaced one by one. No
acknowledged move is lost, and no one loses on time meanwhile."""
import os
import signal
import subprocess
import time
import unittest

import harness
import lossy
import postgres
import test_kill

SITE = "site1?host={},{}&target_session_attrs=read-write"


class Player(test_kill.Player):
    """Plays with a clock that is shorter than what the test takes."""

    clock = {"kind": "simple", "move_ms": 15000}

    def client(self):
        c = super().client()
        create = c.create
        c.create = lambda *words, **more: create(*words, clock=self.clock, **more)
        return c


class Site(unittest.TestCase):
    def serve(self, url, *options):
        server = harness.Server("--no-bot", "--no-limits", *options, store=url)
        self.addCleanup(server.close)
        return server

    def play(self, servers, n=4):
        players = [Player(servers, 11 + i) for i in range(n)]
        for p in players:
            p.start()
        return players

    def moves(self, players):
        return sum(len(m) for p in players for m in list(p.matches.values()))

    def wait(self, what, seconds=30):
        until = time.monotonic() + seconds * harness.SLOW
        while not what():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)

    def go_on(self, players):
        """Moves are made again, by each player."""
        for p in players:
            before = self.moves([p])
            self.wait(lambda p=p, before=before: self.moves([p]) > before + 2)

    def check(self, players, server):
        """Every acknowledged move is there; no one has lost on time."""
        for p in players:
            p.running = False
        for p in players:
            p.join(60 * harness.SLOW)
        total = test_kill.Kill().check(players, server)
        reader = server.client()
        for p in players:
            for match in p.matches:
                m = reader.match(match)
                self.assertNotEqual((m.get("result") or {}).get("reason"), "time", m)
        reader.close()
        self.assertGreater(total, 20)


class Failover(Site):
    def test_the_primary_dies_and_its_standby_is_promoted(self):
        primary = postgres.Postgres()
        self.addCleanup(primary.close)
        primary.database()
        standby = primary.standby()
        self.addCleanup(standby.close)
        # Of a database behind a relay, such as HAProxy, connections are taken and broken off.
        relay = lossy.Relay(os.path.join(primary.folder, ".s.PGSQL.5432"))
        self.addCleanup(relay.close)
        url = "postgresql://hoshi@/" + SITE.format(relay.folder, standby.folder)
        servers = [self.serve(url), self.serve(url)]
        players = self.play(servers)
        self.wait(lambda: self.moves(players) > 50)
        primary.crash()
        standby.promote()
        self.go_on(players)
        self.check(players, servers[1])
        # A server that starts now finds the new primary.
        third = self.serve(url)
        self.assertEqual(third.client().get("/readyz")[0], 200)

    def test_nothing_is_acknowledged_while_the_standby_is_away(self):
        primary = postgres.Postgres()
        self.addCleanup(primary.close)
        primary.database()
        standby = primary.standby()
        self.addCleanup(standby.close)
        server = self.serve("postgresql://hoshi@/" + SITE.format(primary.folder, standby.folder))
        players = self.play([server])
        self.wait(lambda: self.moves(players) > 20)
        standby.stop()
        time.sleep(1)  # what was on its way has arrived
        before = self.moves(players)
        time.sleep(2)
        self.assertEqual(self.moves(players), before)
        self.assertEqual(server.client().get("/api/lobby")[0], 200)  # a reader does not wait
        standby.start()
        self.wait(lambda: self.moves(players) > before + 20)
        primary.crash()  # the standby has all that was acknowledged
        standby.promote()
        self.go_on(players)
        self.check(players, server)


class Restart(Site):
    @classmethod
    def setUpClass(cls):
        cls.database = postgres.Postgres()
        cls.addClassCleanup(cls.database.close)

    def setUp(self):
        if self.database.process is None:
            self.database.start()
        self.url = self.database.database()

    def test_a_server_waits_for_a_database_that_is_not_there_yet(self):
        server = self.serve(self.url)
        server.guest().close()
        self.database.stop()
        self.assertEqual(server.stop(), 0)
        command = [harness.HOSHI, "serve", "--no-bot", "--listen", "127.0.0.1:0", "--store", self.url]
        done = subprocess.run([*command, "--store-wait", "0"], capture_output=True, text=True,
                              timeout=60 * harness.SLOW)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("trying again", done.stderr)
        done = subprocess.run([*command, "--store-wait", "1"], capture_output=True, text=True,
                              timeout=60 * harness.SLOW)
        self.assertEqual(done.returncode, 1)
        self.assertIn("trying again for 1 s", done.stderr)
        self.assertIn("cannot be used", done.stderr)
        waiting = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(waiting.stdout.close)
        self.addCleanup(waiting.stderr.close)
        self.addCleanup(waiting.wait)
        self.addCleanup(waiting.kill)
        self.assertIn("trying again for 60 s", waiting.stderr.readline())
        self.database.start()
        self.assertIn("data in postgresql://", waiting.stdout.readline())
        waiting.send_signal(signal.SIGTERM)
        self.assertEqual(waiting.wait(30 * harness.SLOW), 0)

    def test_ctrl_c_ends_the_wait_at_once(self):
        self.database.stop()
        waiting = subprocess.Popen([harness.HOSHI, "serve", "--no-bot", "--listen", "127.0.0.1:0",
                                    "--store", self.url, "--store-wait", "3600"],
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(waiting.stderr.close)
        self.assertIn("trying again for 3600 s", waiting.stderr.readline())
        time.sleep(1)  # it sleeps between two attempts
        waiting.send_signal(signal.SIGINT)
        self.assertEqual(waiting.wait(5 * harness.SLOW), -signal.SIGINT)

    def test_what_waiting_does_not_mend_is_told_at_once(self):
        for url in (self.url.replace("/site", "/nosuch"), self.url.replace("hoshi@", "nobody@")):
            done = subprocess.run([harness.HOSHI, "serve", "--no-bot", "--listen", "127.0.0.1:0",
                                   "--store", url], capture_output=True, text=True,
                                  timeout=60 * harness.SLOW)
            self.assertEqual(done.returncode, 1)
            self.assertNotIn("trying again", done.stderr)
            self.assertIn("does not exist", done.stderr)

    def test_nobody_loses_on_time_while_the_database_is_away(self):
        servers = [self.serve(self.url), self.serve(self.url)]
        ann = servers[0].guest()
        self.addCleanup(ann.close)
        clock = {"kind": "simple", "move_ms": 6000}
        match = ann.create("levee", ["me", "me"], width=7, clock=clock)["id"]
        ann.play(match, 1, "a1")
        self.database.kill()
        time.sleep(8)
        self.database.start()
        self.wait(lambda: ann.get(f"/api/matches/{match}")[0] == 200)
        self.assertEqual(ann.match(match)["state"], "running")
        self.wait(lambda: ann.move(match, 2, "b1")[0] == 200)
        # Once given back, not by each server: the clock runs out.
        self.wait(lambda: ann.match(match)["state"] == "finished")
        self.assertEqual(ann.match(match)["result"]["reason"], "time")

    def test_servers_are_replaced_one_by_one_while_moves_are_made(self):
        servers = [self.serve(self.url), self.serve(self.url)]
        players = self.play(servers)
        self.wait(lambda: self.moves(players) > 30)
        for s in servers:
            self.assertEqual(s.stop(), 0, s.stderr())
            self.go_on(players)
            s.start()
            self.go_on(players)
        self.check(players, servers[0])


if __name__ == "__main__":
    harness.main()
