#!/usr/bin/env python3
"""`hoshi admin doctor`: it finds the faults of a site, and reports none on a sound one."""
import json
import os
import socket
import subprocess
import time
import unittest

import harness
import postgres
import postoffice
import test_admin


class Doctor(test_admin.Helper, unittest.TestCase):
    def setUp(self):
        super().setUp()
        self.server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(self.server.close)
        self.here = f"127.0.0.1:{self.server.port}"

    def ask(self, *words, store=None):
        """(exit status, {area: [(state, what)]})"""
        status, out, errors = test_admin.admin("doctor", "--json", *words, store=store or self.server.store)
        self.assertEqual(errors, "")
        found = json.loads(out)
        areas = {}
        for f in found["findings"]:
            self.assertEqual("do" in f, f["state"] != "ok", f)
            areas.setdefault(f["area"], []).append((f["state"], f["what"]))
        self.assertEqual(status, 1 if found["worst"] == "error" else 0)
        return status, areas

    def one(self, findings, state, what):
        self.assertTrue(any(s == state and what in w for s, w in findings), findings)

    def test_a_sound_site_has_no_errors(self):
        guest = self.server.guest()
        guest.create("levee", ["me", "open"])
        guest.close()
        status, areas = self.ask("--listen", self.here, "--url", f"http://{self.here}", "--trust-proxy")
        self.one(areas["store"], "ok", "opens")
        self.one(areas["store"], "ok", "every page is whole")
        self.one(areas["disk"], "ok", "its owner's alone")
        self.one(areas["server"], "ok", "is ready")
        self.one(areas["proxy"], "ok", "leads to this server")
        self.one(areas["proxy"], "warning", "not encrypted")
        # No proxy in between says whose requests these are.
        self.one(areas["proxy"], "error", "limits hit all players together")
        self.one(areas["mail"], "warning", "nothing is mailed")
        self.assertEqual(status, 1)
        status, areas = self.ask("--listen", self.here)
        self.assertEqual(status, 0)
        self.assertNotIn("error", [f[0] for a in areas.values() for f in a])

    def test_a_proxy_that_leads_elsewhere_is_an_error(self):
        other = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(other.close)
        guest = other.guest()
        guest.create("levee", ["me", "open"])
        guest.close()
        _, areas = self.ask("--listen", self.here, "--url", f"http://127.0.0.1:{other.port}")
        self.one(areas["proxy"], "error", "is another site")

    def test_it_says_in_words_what_to_do(self):
        status, out, _ = test_admin.admin("doctor", "--listen", self.here, store=self.server.store)
        self.assertEqual(status, 0)
        self.assertIn("-> set mail-address and smtp (docs/MAIL.md)", out)
        self.assertRegex(out, r"(?m)^0 errors, \d+ warnings$")

    def test_a_damaged_store_and_open_rights_are_errors(self):
        self.server.guest().close()
        self.assertEqual(self.server.stop(), 0)
        os.chmod(self.server.store, 0o644)
        status, areas = self.ask()
        self.one(areas["disk"], "error", "is open to others")
        self.one(areas["server"], "warning", "no server answers")
        self.assertEqual(status, 1)
        os.chmod(self.server.store, 0o600)
        with open(self.server.store, "r+b") as f:
            f.seek(4096 * 3)
            f.write(b"x" * 4096 * 20)
        _, areas = self.ask()
        self.assertIn("error", [state for state, _ in areas["store"]])
        status, areas = self.ask(store=self.path("nothing.db"))
        self.one(areas["store"], "error", "cannot be opened")

    def test_mail_that_cannot_be_sent_is_an_error(self):
        office = postoffice.PostOffice()
        self.addCleanup(office.server_close)
        self.addCleanup(office.shutdown)
        mail = ["--listen", self.here, "--mail-address", "hoshi@example.org"]
        _, areas = self.ask(*mail, "--smtp", office.url)
        self.one(areas["mail"], "ok", "takes mail")
        self.one(areas["mail"], "warning", "codes instead of links")
        with socket.socket() as s:  # nobody listens there
            s.bind(("127.0.0.1", 0))
            status, areas = self.ask(*mail, "--smtp", f"smtp://127.0.0.1:{s.getsockname()[1]}")
        self.one(areas["mail"], "error", "does not take mail")
        self.assertEqual(status, 1)

    def test_it_takes_the_options_of_the_server_from_its_file(self):
        with open(self.path("hoshi.conf"), "w", encoding="utf-8") as f:
            f.write(f"store = {self.server.store}\nlisten = {self.here}\nno-bot = yes\nlog = yes\n")
        done = subprocess.run([harness.HOSHI, "admin", "doctor", "--config", self.path("hoshi.conf")],
                              capture_output=True, text=True, timeout=60 * harness.SLOW,
                              env={k: v for k, v in os.environ.items() if not k.startswith("HOSHI_")})
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("is ready", done.stdout)

    def test_a_database_names_its_standbys(self):
        database = postgres.Postgres()
        self.addCleanup(database.close)
        url = database.database()
        server = harness.Server("--no-bot", store=url)
        self.addCleanup(server.close)
        _, areas = self.ask(store=url)
        self.one(areas["store"], "ok", "PostgreSQL ")
        self.one(areas["store"], "error", "fsync is off")  # as in all tests
        self.one(areas["store"], "warning", "no standby follows")
        self.one(areas["clock"], "ok", "agrees with the database's")
        standby = database.standby()
        self.addCleanup(standby.close)
        _, areas = self.ask(store=url)
        self.one(areas["store"], "ok", "followed by 1 standby, 1 of them synchronous")
        _, areas = self.ask(store=url.replace(database.folder, standby.folder))
        self.one(areas["store"], "error", "is a standby")
        standby.crash()
        until = time.monotonic() + 20 * harness.SLOW
        while not any("none follows" in w for _, w in self.ask(store=url)[1]["store"]):
            self.assertLess(time.monotonic(), until)
            time.sleep(0.2)
        database.run("ALTER SYSTEM RESET synchronous_standby_names")
        database.run("SELECT pg_reload_conf()")  # else the server waits for it when it stops


if __name__ == "__main__":
    harness.main()
