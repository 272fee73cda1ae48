#!/usr/bin/env python3
"""From nothing to a site: `hoshi setup`, the first administrator's link, backups every night."""
import os
import re
import sqlite3
import subprocess
import time
import unittest

import harness
from harness import HOSHI, SLOW


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = harness.tempfile.mkdtemp(prefix="hoshi-setup-")
        self.addCleanup(harness.shutil.rmtree, self.folder, True)
        self.config = os.path.join(self.folder, "hoshi.conf")
        self.store = os.path.join(self.folder, "hoshi.db")

    def setup_site(self, *options, answers=""):
        return subprocess.run([HOSHI, "setup", "--config", self.config, "--store", self.store, "--listen", "127.0.0.1:0",
                               *options], input=answers, capture_output=True, text=True, timeout=60 * SLOW)

    def lines(self):
        with open(self.config, encoding="utf-8") as f:
            return f.read().splitlines()

    def test_questions_become_lines_and_a_second_time_changes_only_what_is_said(self):
        password = os.path.join(self.folder, "password")
        with open(password, "w", encoding="utf-8") as f:
            f.write("secret\n")
        done = self.setup_site(answers=f"https://hoshi.example\nyes\nhoshi@example.org\n-\n"
                                       f"imaps://imap.invalid/INBOX\nsmtps://smtp.invalid\n{password}\nalice\n")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for line in ("url = https://hoshi.example", "trust-proxy = yes", "mail-address = hoshi@example.org",
                     "mailbox = imaps://imap.invalid/INBOX", "smtp = smtps://smtp.invalid", "smtp-as-mailbox = yes",
                     f"mailbox-password-file = {password}", "admin = alice", f"store = {self.store}"):
            self.assertIn(line, self.lines())
        self.assertIn("is written", done.stdout)
        with open(self.config, "a", encoding="utf-8") as f:
            f.write("# a remark\nkeep-free = 100\n")
        before = self.lines()
        self.assertEqual(self.setup_site("--yes").returncode, 0)
        self.assertEqual(self.lines(), before)
        # Enter keeps; the provider replaces mailbox and server.
        done = self.setup_site("--mail-provider", "fastmail", answers="\n\n\n\n\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        now = self.lines()
        self.assertEqual([l for l in before if l not in now], ["mailbox = imaps://imap.invalid/INBOX",
                                                               "smtp = smtps://smtp.invalid",
                                                               "smtp-as-mailbox = yes"])
        self.assertIn("mail-provider = fastmail", now)
        self.assertIn("# a remark", now)

    def test_a_wrong_answer_changes_nothing_and_says_what_is_right(self):
        self.assertEqual(self.setup_site("--yes", "--url", "https://hoshi.example").returncode, 0)
        before = self.lines()
        for option, value, words in (("--url", "hoshi.example", "it must be https://HOST"),
                                     ("--mail-provider", "aol", "it must be google, microsoft"),
                                     ("--trust-proxy", "perhaps", "trust-proxy"),
                                     ("--mail-address", "nobody", "it must be NAME@HOST")):
            more = [] if option == "--mail-address" else ["--mail-address", "hoshi@example.org"]
            done = self.setup_site("--yes", option, value, *more)
            self.assertEqual(done.returncode, 1, (option, done.stderr))
            self.assertIn(words, done.stderr)
            self.assertEqual(self.lines(), before)

    def test_the_first_administrator_chooses_the_password_by_a_link_of_the_log(self):
        s = harness.Server("--no-bot", "--no-limits", "--admin", "alice")
        self.addCleanup(s.close)
        link = re.search(r"(http://\S+)/recover#(\S+)", s.stderr())
        self.assertIsNotNone(link, s.stderr())
        c = s.client()
        self.addCleanup(c.close)
        c.must(200, "POST", "/api/recover/finish", {"token": link.group(2), "password": "a long enough one"})
        c.keep_session()
        self.assertEqual(c.must(200, "GET", "/api/admin/players?name=al")["players"][0]["role"], "administrator")
        self.assertEqual(c.post("/api/recover/finish", {"token": link.group(2), "password": "another long one"})[0], 404,
                         "the link is good once")
        # Where somebody has an account, no other is made.
        s.stop()
        other = subprocess.run([HOSHI, "serve", "--no-bot", "--store", s.store, "--listen", "127.0.0.1:0", "--admin",
                                "mallory"], capture_output=True, text=True, timeout=60 * SLOW)
        self.assertEqual(other.returncode, 1)
        self.assertIn("cannot make mallory an administrator", other.stderr)
        s.start()
        self.assertEqual(s.stderr().count("/recover#"), 1)


@unittest.skipIf(os.environ.get("HOSHI_STORE") == "postgresql", "the tests look at a file")
class Nightly(unittest.TestCase):
    def test_a_copy_is_made_once_a_day_and_the_oldest_go(self):
        folder = harness.tempfile.mkdtemp(prefix="hoshi-backups-")
        self.addCleanup(harness.shutil.rmtree, folder, True)
        for day in range(1, 5):
            open(os.path.join(folder, f"hoshi-2020-01-0{day}.db"), "w").close()
        open(os.path.join(folder, "hoshi-notes.txt"), "w").close()
        s = harness.Server("--no-bot", "--no-limits", "--backup-daily", folder, "--backup-at", "00:00", "--backup-keep", "3")
        self.addCleanup(s.close)
        until = time.monotonic() + 60 * SLOW
        while len(os.listdir(folder)) != 4 and time.monotonic() < until: # the oldest go after the copy is made
            time.sleep(0.05)
        names = sorted(os.listdir(folder))
        self.assertEqual(names[:2], ["hoshi-2020-01-03.db", "hoshi-2020-01-04.db"], s.stderr())
        self.assertEqual(names[3:], ["hoshi-notes.txt"])
        self.assertRegex(names[2], r"^hoshi-20[2-9]\d-\d\d-\d\d\.db$")
        with sqlite3.connect(os.path.join(folder, names[2])) as db:
            self.assertEqual(db.execute("PRAGMA integrity_check").fetchone()[0], "ok")
            self.assertGreater(db.execute("SELECT count(*) FROM migration").fetchone()[0], 40)
        db.close()
        self.assertEqual(s.stop(), 0)

    def test_a_folder_or_time_that_cannot_be_is_refused(self):
        for options, words in ((["--backup-daily", "/no/such/folder"], "cannot write to it"),
                               (["--backup-daily", "/tmp", "--backup-at", "24:00"], "be a time of day, HH:MM")):
            done = subprocess.run([HOSHI, "serve", "--store", os.path.join("/tmp", "hoshi-none.db"), "--check-config",
                                   *options], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    harness.main()
