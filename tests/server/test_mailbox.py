#!/usr/bin/env python3
"""A mailbox is enough: mails are fetched from Debian's Dovecot over IMAP and POP3, each exactly once, whatever
breaks on the way."""
import json
import os
import re
import socketserver
import sqlite3
import subprocess
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import harness
import postfix
import postgres
from dovecot import Cutter, Dovecot, PASSWORD, USER, why_not
from harness import SLOW
from postoffice import PostOffice, text_of

OLD = time.time() - 5 * 86400
FULL = "HOSHI_MAILBOX_FULL" in os.environ  # what takes minutes as well (tools/check.sh)


class Post:
    """Mails to the server."""

    n = 0

    @classmethod
    def mail(cls, sender, subject, body="", message_id=None, head="", **more):
        cls.n += 1
        return (f"From: {sender}\r\nTo: {USER}\r\nSubject: {subject}\r\n{head}"
                f"Date: Sat, 28 Nov 2026 01:{cls.n // 60 % 60:02}:{cls.n % 60:02} +0000\r\n"
                f"Message-ID: <{message_id or f'{cls.n}.{os.getpid()}@example.net'}>\r\n\r\n{body}\r\n")


@unittest.skipIf(why_not() is not None, why_not() or "")
class MailboxTest(unittest.TestCase):
    """One Dovecot for all tests, with a user of its own for each."""

    quota = "1G"
    n = 0

    @classmethod
    def setUpClass(cls):
        cls.dovecot = Dovecot(cls.quota)
        cls.office = PostOffice()
        cls.office.once = True  # a mail that is sent again has the same Message-ID

    @classmethod
    def tearDownClass(cls):
        cls.dovecot.close()
        cls.office.shutdown()
        cls.office.server_close()

    def setUp(self):
        MailboxTest.n += 1
        self.user = f"box{MailboxTest.n}@example.org"
        self.password = os.path.join(self.dovecot.folder, "password")
        with open(self.password, "w", encoding="utf-8") as f:
            f.write(PASSWORD + "\n")

    def server(self, url=None, *more, **kw):
        s = harness.Server("--no-bot", "--no-limits", "--mail-address", USER, "--smtp", self.office.url,
                           "--mailbox", url or self.dovecot.imap, "--mailbox-user", self.user,
                           "--mailbox-password-file", self.password, *more, **kw)
        self.addCleanup(s.close)
        return s

    def ready(self, server, seconds=15):
        """Waits until the mailbox was looked at."""
        self.metric(server, 'hoshi_mail_well_seconds{part="in"}', lambda v: v > 0, seconds)

    def metric(self, server, name, fits, seconds=15):
        until = time.monotonic() + seconds * SLOW
        c = server.client()
        try:
            while True:
                text = c.get("/metrics")[1].decode()
                found = [float(l.rsplit(" ", 1)[1]) for l in text.splitlines() if l.startswith(name + " ")]
                if found and fits(found[0]):
                    return found[0]
                if time.monotonic() > until:
                    raise AssertionError(f"{name}: {found}\n{server.stderr()}\n{self.dovecot.log()}")
                time.sleep(0.05)
        finally:
            c.close()

    def put(self, *args, at=None, **kw):
        self.dovecot.put(Post.mail(*args, **kw), at=at, user=self.user)

    def done(self, n, folder="hoshi/done", seconds=20):
        self.dovecot.wait_count(folder.replace("/", "."), n, seconds, self.user)

    def players(self, server):
        with sqlite3.connect(server.store) as db:
            return sorted(name for name, in db.execute("SELECT name FROM player WHERE name LIKE 'p%'"))


class Fetch(MailboxTest):
    def test_a_mail_acts_within_two_seconds_and_lies_in_done_afterwards(self):
        s = self.server()
        self.ready(s)
        begun = time.monotonic()
        self.put("first@example.net", "signup pann greypebble")
        mail = self.office.wait("first@example.net", lambda m: "Welcome" in text_of(m))
        self.assertIn("pann", text_of(mail))
        self.assertLess(time.monotonic() - begun, 2 + 3 * SLOW, "IDLE tells of a mail at once")
        self.done(1)
        self.assertEqual(self.dovecot.count("INBOX", self.user), 0)

    def test_what_lay_there_before_the_first_start_stays_unless_it_is_asked_for(self):
        n = 10000 if FULL else 12
        self.dovecot.fill("INBOX", [Post.mail(f"old{i}@example.net", f"signup pold{i} greypebble") for i in range(n)],
                          OLD, self.user)
        s = self.server()
        self.ready(s, 60)
        self.put("new@example.net", "signup pnew greypebble")
        self.done(1)
        self.assertEqual(self.players(s), ["pnew"])
        self.assertEqual(self.dovecot.count("INBOX", self.user), n)
        self.assertIn(f"{n} mails lay there before the first start", s.stderr())
        self.assertIn("--mailbox-old", s.stderr(), "it asks")
        # A new start is not the first.
        s.stop()
        self.put("late@example.net", "signup plate greypebble")
        s.start()
        self.done(2)
        self.assertEqual(self.players(s), ["plate", "pnew"])
        if n == 12:
            with_old = self.server(None, "--mailbox-old")
            self.done(14)
            self.assertEqual(len(self.players(with_old)), 12)

    def test_the_content_decides_and_not_the_message_id(self):
        s = self.server()
        self.ready(s)
        raw = Post.mail("bob@example.net", "signup pbob greypebble", message_id="same@example.net")
        self.dovecot.put(raw, user=self.user)
        self.done(1)
        # The same mail once more, as a host delivers it that lost the answer.
        self.dovecot.put("Received: from elsewhere by here; today\r\n" + raw, user=self.user)
        self.dovecot.put(Post.mail("bob@example.net", "signup pbob2 greypebble", message_id="same@example.net"),
                         user=self.user)
        self.done(3)
        self.assertEqual(self.players(s), ["pbob", "pbob2"])
        self.office.wait("bob@example.net", lambda m: "Welcome, pbob2." in text_of(m))
        # Other tests of this class write to bob, too.
        self.assertEqual(sum("Welcome, pbob." in text_of(m) for _, m in self.office.boxes), 1)

    def test_a_changed_uidvalidity_and_a_deleted_folder_do_nothing_twice(self):
        self.put("old@example.net", "signup pold greypebble", at=OLD)
        s = self.server()
        self.ready(s)
        self.put("ann@example.net", "signup pval greypebble")
        self.done(1)
        s.stop()
        with self.dovecot.session(self.user) as m:
            m.select('"hoshi.done"')
            raw = m.fetch("1", "(BODY.PEEK[])")[1][0][1]
            m.close()
            m.delete('"hoshi.done"')
        box = os.path.join(self.dovecot.folder, "mail", self.user)
        for name in os.listdir(box):  # Dovecot makes the numbers anew
            if name.startswith("dovecot"):
                os.remove(os.path.join(box, name))
        time.sleep(1.1)  # UIDVALIDITY is a time in seconds
        self.dovecot.put(raw, user=self.user)  # as a mailbox that was restored from a backup
        self.put("bob@example.net", "signup pval2 greypebble")
        s.start()
        self.done(2)
        self.assertEqual(self.players(s), ["pval", "pval2"])
        self.assertEqual(self.dovecot.count("INBOX", self.user), 1, "the old mail stays")
        self.assertIn("UIDVALIDITY has changed", s.stderr())
        # The folder goes while the server runs.
        with self.dovecot.session(self.user) as m:
            m.delete('"hoshi.done"')
        self.put("eve@example.net", "signup pval3 greypebble")
        self.done(1)

    def test_what_is_no_mail_for_the_server_is_refused_with_the_reason(self):
        s = self.server()
        self.ready(s)
        self.put("spam@example.net", "signup pspam greypebble", head="X-Spam-Flag: YES\r\n")
        self.put("shop@example.net", "Cheap watches today!!", "Buy now at http://example.com/")
        big = Post.mail("big@example.net", "signup pbig greypebble") + ("x" * 997 + "\r\n") * 30 * 1049
        self.dovecot.put(big, user=self.user)
        self.put("cat@example.net", "signup pcat greypebble", ("y" * 70 + "\r\n") * 30000)  # 2 MiB
        self.put("ann@example.net", "sgnup pann greypebble")  # somebody who mistypes is answered
        self.office.wait("ann@example.net", lambda m: "signup" in text_of(m))
        self.done(6, "hoshi/refused")
        self.done(2)
        self.assertEqual(self.players(s), ["pcat"])
        reasons = b"".join(m for m in self.dovecot.all("hoshi.refused", self.user) if len(m) < 2000)
        for words in (b"takes it for spam", b"has no command, and its sender is no player", b"too large"):
            self.assertIn(words, reasons)
        self.assertEqual([to for to, _ in self.office.boxes if to.startswith(("spam@", "shop@", "big@"))], [])

    def test_the_folder_of_refused_mails_is_bounded(self):
        full = [Post.mail(f"shop{i}@example.net", f"Cheap watches {i}") for i in range(1010)]
        self.dovecot.fill("hoshi.refused", full, OLD, self.user)
        s = self.server()
        self.ready(s)
        self.put("shop@example.net", "Cheap watches today!!")
        self.done(1000, "hoshi/refused", 60)  # the last 500, each with its reason
        left = b"".join(self.dovecot.all("hoshi.refused", self.user)[-3:])
        self.assertIn(b"Cheap watches today", left, "the oldest went")

    def test_pop3_deletes_what_is_done_and_leaves_the_rest(self):
        for i in range(5):
            self.put(f"old{i}@example.net", f"signup pold{i} greypebble", at=OLD)
        s = self.server(self.dovecot.pop)
        self.ready(s)
        s.stop()  # a poll comes every 20 s; a start looks at once
        self.put("ann@example.net", "signup ppop greypebble")
        self.put("shop@example.net", "Cheap watches today!!")
        s.start()
        self.office.wait("ann@example.net", lambda m: "ppop" in text_of(m))
        self.dovecot.wait_count("INBOX", 6, 20, self.user)
        s.stop()
        s.start()
        self.ready(s)
        self.assertEqual(self.players(s), ["ppop"])
        self.assertEqual(self.dovecot.count("INBOX", self.user), 6)


class Full(MailboxTest):
    quota = "300K"

    def test_a_full_mailbox_loses_nothing_and_does_nothing_twice(self):
        s = self.server()
        self.ready(s)
        self.put("one@example.net", "signup pfull1 greypebble")
        self.done(1)
        s.stop()
        with self.assertRaises(AssertionError):  # somebody fills it
            for i in range(60):
                self.dovecot.put(Post.mail("big@example.net", f"lump {i}") + ("z" * 76 + "\r\n") * 100, at=OLD,
                                 user=self.user)
        full = self.dovecot.count("INBOX", self.user)
        self.assertGreater(full, 10)
        s.start()  # they are of somebody who is no player
        self.dovecot.wait_count("INBOX", 0, 20, self.user)
        self.assertGreaterEqual(self.dovecot.count("hoshi.refused", self.user), full)
        with self.dovecot.session(self.user) as m:
            m.select('"hoshi.refused"')
            m.store("1:5", "+FLAGS", "\\Deleted")
            m.expunge()
        self.put("two@example.net", "signup pfull2 greypebble")
        self.office.wait("two@example.net", lambda m: "Welcome" in text_of(m))
        s.kill()
        s.start()
        self.ready(s)
        self.assertEqual(self.players(s), ["pfull1", "pfull2"])
        self.assertEqual([m for to, m in self.office.boxes if to == "two@example.net" and "Welcome" in text_of(m)], [])


class Site(MailboxTest):
    def test_of_two_servers_one_fetches_and_the_other_takes_over(self):
        database = postgres.shared().database()
        one = self.server(store=database)
        self.ready(one)
        two = self.server(store=database)
        for i in range(3):
            self.put(f"site{i}@example.net", f"signup psite{i} greypebble")
        self.done(3)
        self.metric(two, 'hoshi_mail_up{part="in"}', lambda v: v == 1)
        c = two.client()
        well = [l for l in c.get("/metrics")[1].decode().splitlines() if l.startswith('hoshi_mail_well_seconds{part="in"}')]
        c.close()
        self.assertEqual(well, ['hoshi_mail_well_seconds{part="in"} 0'], "the second has not read the mailbox")
        if FULL:
            one.kill()  # its lease has to run out first
        else:
            one.stop()
        self.put("site3@example.net", "signup psite3 greypebble")
        self.done(4, seconds=100)
        self.ready(two)
        for i in range(4):
            self.office.wait(f"site{i}@example.net", lambda m: "Welcome" in text_of(m))
        self.assertEqual([m for to, m in self.office.boxes if to.startswith("site") and "Welcome" in text_of(m)], [])


class Administrator(MailboxTest):
    def test_a_mail_to_itself_shows_that_both_ways_work(self):
        inbox = self.dovecot

        class Back(PostOffice):
            """What goes to the server's own address lies in its mailbox."""

            def put(self, sender, to, raw):
                if to == USER:
                    inbox.put(raw, user=self.user)
                super().put(sender, to, raw)

        office = Back()
        office.user = self.user
        self.addCleanup(office.server_close)
        self.addCleanup(office.shutdown)
        s = harness.Server("--no-bot", "--no-limits", "--mail-address", USER, "--smtp", office.url, "--mailbox",
                           self.dovecot.imap, "--mailbox-user", self.user, "--mailbox-password-file", self.password,
                           "--admin", "boss")
        self.addCleanup(s.close)
        self.ready(s)
        c = s.client()
        self.addCleanup(c.close)
        token = re.search(r"/recover#(\S+)", s.stderr()).group(1)
        c.must(200, "POST", "/api/recover/finish", {"token": token, "password": "a long enough one"})
        c.keep_session()
        state = c.must(200, "GET", "/api/admin/mail")
        self.assertEqual((state["address"], state["test"]), (USER, None))
        self.assertEqual([(p["part"], p["fault"]) for p in state["parts"]], [("in", None), ("out", None)])
        state = c.must(200, "POST", "/api/admin/mail/test", {})
        self.assertIsNone(state["test"]["received_at"])
        until = time.monotonic() + 20 * SLOW
        while not c.must(200, "GET", "/api/admin/mail")["test"]["received_at"] and time.monotonic() < until:
            time.sleep(0.05)
        state = c.must(200, "GET", "/api/admin/mail")
        self.assertGreaterEqual(state["test"]["received_at"], state["test"]["sent_at"])
        self.assertTrue(all(p["well_at"] for p in state["parts"]))
        self.done(1)
        # A mail with another code, or an old one, changes nothing.
        before = state["test"]
        self.dovecot.put(Post.mail(USER, "Test of the mailbox forged"), user=self.user)
        self.done(2)
        self.assertEqual(c.must(200, "GET", "/api/admin/mail")["test"], before)


class Broken(MailboxTest):
    def test_the_connection_may_end_at_any_byte(self):
        cutter = Cutter(self.dovecot.ports["IMAP"])
        self.addCleanup(cutter.close)
        s = self.server(f"imap://127.0.0.1:{cutter.port}/INBOX")
        self.ready(s)
        s.stop()
        n = 60 if FULL else 6
        for i in range(n):
            cutter.left = 900 + 1266 // n * i  # bytes of all that the server says, from the greeting on
            self.put(f"cut{i}@example.net", f"signup pcut{i} greypebble")
            s.start()
            self.office.wait(f"cut{i}@example.net", lambda m: "Welcome" in text_of(m), 40)
            self.done(i + 1)
            s.kill()
        self.assertGreaterEqual(cutter.cuts, 2 * n // 3)
        s.start()
        self.assertEqual(self.players(s), sorted(f"pcut{i}" for i in range(n)))
        self.assertEqual([m["Subject"] for to, m in self.office.boxes
                          if to.startswith("cut") and "Welcome" in text_of(m)], [], "each was answered once")

    def test_killed_between_commit_and_move_it_does_nothing_twice(self):
        s = self.server()
        self.ready(s)
        # No folder can be made: the mail is done, and stays in the INBOX.
        box = os.path.join(self.dovecot.folder, "mail", self.user)
        os.mkdir(os.path.join(box, ".hoshi.done"))
        os.chmod(os.path.join(box, ".hoshi.done"), 0)
        self.put("kim@example.net", "signup pkim greypebble")
        self.office.wait("kim@example.net", lambda m: "Welcome" in text_of(m))
        self.metric(s, 'hoshi_mail_up{part="in"}', lambda v: v == 0)
        self.assertIn("cannot be moved", s.stderr())
        s.kill()
        os.rmdir(os.path.join(box, ".hoshi.done"))
        s.start()
        self.done(1)
        self.assertEqual(self.players(s), ["pkim"])
        self.metric(s, 'hoshi_mail_up{part="in"}', lambda v: v == 1)
        self.assertEqual([m["Subject"] for to, m in self.office.boxes
                          if to == "kim@example.net" and "Welcome" in text_of(m)], [])

    def test_a_wrong_sign_in_says_what_to_do(self):
        with open(self.password, "w", encoding="utf-8") as f:
            f.write("wrong\n")
        s = self.server()
        self.metric(s, 'hoshi_mail_up{part="in"}', lambda v: v == 0)
        self.assertIn("refuses the sign-in: look at the user and the password", s.stderr())
        self.assertIn("application password", s.stderr())

    def test_bad_addresses_say_what_is_wrong(self):
        for url, words in ((f"imaps://localhost:{self.dovecot.ports['IMAPS']}", "certificate is not good"),
                           ("imap://127.0.0.1:1", "no connection: look at host and port"),
                           ("imaps://no-such-host.invalid", "name of the host cannot be found"),
                           (f"imaps://127.0.0.1:{self.dovecot.ports['IMAP']}", "no TLS at this port")):
            with self.subTest(url=url):
                s = self.server(url)
                self.metric(s, 'hoshi_mail_up{part="in"}', lambda v: v == 0, 30)
                self.assertIn(words, s.stderr())
                s.stop()

    def test_with_its_certificate_tls_works(self):
        s = self.server(self.dovecot.imaps, env={"SSL_CERT_FILE": self.dovecot.cert})
        self.ready(s)
        self.put("tls@example.net", "signup ptls greypebble")
        self.done(1)


class Secure(MailboxTest):
    def test_tls_from_the_beginning_and_starttls_over_imap_and_pop3(self):
        ports = self.dovecot.ports
        for url in (self.dovecot.pops, f"imap://mail.localhost:{ports['IMAP']}/INBOX",
                    f"pop3://mail.localhost:{ports['POP']}"):
            with self.subTest(url=url):
                self.setUp()  # a user of its own
                s = self.server(url, env={"SSL_CERT_FILE": self.dovecot.cert})
                self.ready(s)
                s.stop()  # POP3 looks when it starts
                self.put(f"{self.user}", f"signup ptls{self.n} greypebble")
                s.start()
                self.office.wait(self.user, lambda m: "Welcome" in text_of(m))
                logins = [l for l in self.dovecot.log().splitlines() if self.user in l and "Login: " in l]
                self.assertTrue(any(", TLS" in l for l in logins), logins)
                s.stop()
                # Without the authority the certificate is not believed, and no password is sent.
                s = self.server(url)
                self.metric(s, 'hoshi_mail_up{part="in"}', lambda v: v == 0)
                self.assertIn("certificate is not good", s.stderr())
                self.assertIn("clock", s.stderr())
                s.stop()

    def test_a_server_without_starttls_gets_no_password(self):
        heard = []

        class Plain(socketserver.StreamRequestHandler):
            def handle(self):
                capabilities = b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n"
                self.wfile.write(b"* OK hello\r\n")
                while line := self.rfile.readline():
                    heard.append(line)
                    tag, verb = line.split()[:2]
                    self.wfile.write((capabilities if verb == b"CAPABILITY" else b"") + tag + b" OK done\r\n")

        office = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Plain)
        office.daemon_threads = True
        threading.Thread(target=office.serve_forever, daemon=True).start()
        self.addCleanup(office.server_close)
        self.addCleanup(office.shutdown)
        s = self.server(f"imap://mail.localhost:{office.server_address[1]}/INBOX")
        self.metric(s, 'hoshi_mail_up{part="in"}', lambda v: v == 0)
        self.assertIn("it has no STARTTLS, and the password is not sent without TLS", s.stderr())
        self.assertFalse([l for l in heard if b"LOGIN" in l or b"AUTHENTICATE" in l], heard)


class Agreed(MailboxTest):
    """With the consent of the mailbox's owner, by OAuth 2, at a provider of our own."""

    def setUp(self):
        super().setUp()
        self.user = USER  # whose tokens the provider gives
        self.tokens = self.dovecot.tokens
        self.tokens.lost, self.tokens.rotates, self.tokens.lives = False, False, 3600
        self.folder = harness.tempfile.mkdtemp(prefix="hoshi-consent-")
        self.addCleanup(harness.shutil.rmtree, self.folder, True)
        self.consent = os.path.join(self.folder, "consent")

    def login(self, *more, provider=None, user=USER):
        command = [harness.HOSHI, "mail", "login", "--provider", provider or self.tokens.url, "--client-id", "operator",
                   "--user", user, "--out", self.consent, "--scope", "mail", "--mailbox", self.dovecot.imap, *more]
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(p.kill)
        return p

    def agree(self, p):
        """As the browser does: opens the address, and follows the redirect to this machine."""
        for line in p.stdout:
            if line.startswith("http"):
                with urllib.request.urlopen(line.strip(), timeout=20) as answer:
                    self.assertIn(b"You can close this page", answer.read())
                break
        out, err = p.communicate(timeout=30 * SLOW)
        return p.returncode, out + err


class Consent(Agreed):
    def server(self, *more):
        s = harness.Server("--no-bot", "--no-limits", "--mail-address", USER, "--smtp", self.office.url,
                           "--mailbox", self.dovecot.imap, "--mailbox-consent-file", self.consent, *more)
        self.addCleanup(s.close)
        return s

    def test_a_consent_from_the_browser_opens_the_mailbox_and_is_renewed(self):
        status, said = self.agree(self.login())
        self.assertEqual(status, 0, said)
        self.assertIn("opens with it", said)
        self.assertEqual(os.stat(self.consent).st_mode & 0o777, 0o600)
        challenge = [f for f in self.tokens.forms if f.get("grant_type") == "authorization_code"][-1]
        self.assertGreaterEqual(len(challenge["code_verifier"]), 43)
        self.tokens.rotates, self.tokens.lives = True, 2
        s = self.server()
        self.ready(s)
        self.put("tok@example.net", "signup ptok greypebble")
        self.office.wait("tok@example.net", lambda m: "Welcome" in text_of(m))
        kept = json.load(open(self.consent, encoding="utf-8"))["refresh_token"]
        self.assertEqual(kept, self.tokens.refresh, "the provider has replaced it")
        self.assertEqual(os.stat(self.consent).st_mode & 0o777, 0o600)
        # Withdrawn: the metrics and the doctor know it, and the log says what to do.
        self.tokens.lost = True
        s.stop()
        s.start()
        self.metric(s, 'hoshi_mail_up{part="consent"}', lambda v: v == 0)
        self.assertIn("run `hoshi mail login` again", s.stderr())
        doctor = subprocess.run([harness.HOSHI, "admin", "doctor", "--store", s.store, "--mail-address", USER,
                                 "--smtp", self.office.url, "--mailbox", self.dovecot.imap,
                                 "--mailbox-consent-file", self.consent], capture_output=True, text=True)
        self.assertEqual(doctor.returncode, 1)
        self.assertIn("consent for the mailbox was withdrawn", doctor.stdout)

    def test_sending_signs_in_as_the_mailbox_does(self):
        self.assertEqual(self.agree(self.login())[0], 0)
        office = PostOffice()
        self.addCleanup(office.server_close)
        self.addCleanup(office.shutdown)
        office.signs_in = "PLAIN XOAUTH2"
        for i, (options, kind, words) in enumerate((
                (["--mailbox-consent-file", self.consent], "XOAUTH2", "user=" + USER),
                (["--mailbox-password-file", self.password], "PLAIN", f"\0{USER}\0{PASSWORD}"))):
            s = harness.Server("--no-bot", "--no-limits", "--mail-address", USER, "--smtp", office.url,
                               "--smtp-as-mailbox", "--mailbox-plain", "--mailbox", self.dovecot.imap, *options)
            self.addCleanup(s.close)
            self.ready(s)
            self.put(f"as{i}@example.net", f"signup pas{i} greypebble")
            office.wait(f"as{i}@example.net", lambda m: "Welcome" in text_of(m))
            self.assertEqual(office.sign_ins[-1][0], kind)
            self.assertIn(words, office.sign_ins[-1][1])
            s.stop()
        # Without TLS nothing is sent to another machine, and not even tried here unless it is allowed.
        office.sign_ins.clear()
        s = self.server("--smtp-as-mailbox", "--smtp", office.url)
        self.ready(s)
        self.put("asx@example.net", "signup pasx greypebble")
        self.metric(s, 'hoshi_mail_up{part="out"}', lambda v: v == 0)
        self.assertEqual(office.sign_ins, [])

    def test_a_code_on_another_device_does_as_well(self):
        p = self.login("--device")
        out, err = p.communicate(timeout=30 * SLOW)
        self.assertEqual(p.returncode, 0, err)
        self.assertIn("WXYZ-1234", out)
        s = self.server()
        self.ready(s)

    def test_what_goes_wrong_says_what_to_do(self):
        p = self.login(provider="http://example.org")
        self.assertIn("must be google, microsoft, or the https:// address", p.communicate()[1])
        p = self.login(provider="fastmail")
        self.assertIn("make an application password there", p.communicate()[1])
        p = self.login(provider="http://127.0.0.1:1")
        self.assertIn("is no provider of OAuth 2", p.communicate()[1])
        # The answer of another sign-in is not taken, and its consent is not for this mailbox.
        p = self.login(user="somebody@example.org")
        for line in p.stdout:
            if line.startswith("http"):
                redirect = urllib.parse.parse_qs(urllib.parse.urlparse(line.strip()).query)["redirect_uri"][0]
                with self.assertRaises(urllib.error.HTTPError):
                    urllib.request.urlopen(redirect + "?code=forged&state=forged", timeout=20)
                with urllib.request.urlopen(line.strip(), timeout=20) as answer:
                    answer.read()
                break
        out, err = p.communicate(timeout=30 * SLOW)
        self.assertEqual(p.returncode, 1)
        self.assertIn("is it that of another account", err)
        s = subprocess.run([harness.HOSHI, "serve", "--store", ":memory:", "--listen", "127.0.0.1:0", "--no-bot",
                            "--mail-address", USER, "--mailbox", self.dovecot.imap, "--mailbox-consent-file",
                            self.consent], capture_output=True, text=True)
        self.assertEqual(s.returncode, 1)
        self.assertIn("is the consent of somebody@example.org, but the mailbox is that of " + USER, s.stderr)
        os.chmod(self.consent, 0o644)
        s = subprocess.run([harness.HOSHI, "serve", "--store", ":memory:", "--listen", "127.0.0.1:0", "--no-bot",
                            "--mail-address", USER, "--mailbox", self.dovecot.imap, "--mailbox-consent-file",
                            self.consent], capture_output=True, text=True)
        self.assertIn("can be read by others: chmod 600 it", s.stderr)


@unittest.skipIf(postfix.why_not() is not None, postfix.why_not() or "")
class Submission(Agreed):
    """Mails are handed in at Debian's Postfix, as at a provider."""

    def setUp(self):
        super().setUp()
        self.office = PostOffice()
        self.postfix = postfix.Postfix(self.dovecot, self.office)
        for end in (self.office.shutdown, self.office.server_close, self.postfix.close):
            self.addCleanup(end)

    def handed_in(self, url, *how, trusted=True):
        """A server that sends there, once it was sent a mail."""
        env = {"SSL_CERT_FILE": self.dovecot.cert} if trusted else {}
        s = harness.Server("--no-bot", "--no-limits", "--mail-address", USER, "--smtp", url, "--smtp-as-mailbox",
                           "--mailbox", self.dovecot.imap, *how, env=env)
        self.addCleanup(s.close)
        self.ready(s)
        name = f"psub{Post.n}"
        self.put(f"{name}@example.net", f"signup {name} greypebble")
        return s, f"{name}@example.net"

    def arrives(self, address, way):
        try:
            self.office.wait(address, lambda m: "Welcome" in text_of(m))
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.postfix.log()}") from error
        self.assertIn(way, self.postfix.log())

    def test_starttls_and_tls_with_a_password_or_a_consent(self):
        self.assertEqual(self.agree(self.login())[0], 0)
        for url, how, way in ((self.postfix.starttls, ("--mailbox-password-file", self.password), "sasl_method=PLAIN"),
                              (self.postfix.tls, ("--mailbox-password-file", self.password), "sasl_method=PLAIN"),
                              (self.postfix.starttls, ("--mailbox-consent-file", self.consent),
                               "sasl_method=OAUTHBEARER"),
                              (self.postfix.tls, ("--mailbox-consent-file", self.consent),
                               "sasl_method=OAUTHBEARER")):
            with self.subTest(url=url, way=way):
                s, address = self.handed_in(url, *how)
                self.arrives(address, way)
                s.stop()
        self.assertIn("method=OAUTHBEARER", self.dovecot.log(), "IMAP signs in the same way")

    def test_what_keeps_mails_back_says_what_to_do_and_loses_none(self):
        port = self.postfix.starttls.rsplit(":", 1)[1]
        right = ("--mailbox-password-file", self.password)
        for url, trusted, words in (
                (self.postfix.tls, False, "its certificate is not good for this name now: look at the host, at the clock"),
                (f"smtps://localhost:{port}", True, "is it the port for STARTTLS? Then write smtp://"),
                ("smtp://localhost:1", True, "whether this machine has IPv4 or only IPv6"),
                ("smtp://no-such-host.invalid", True, "the name of the host cannot be found")):
            with self.subTest(url=url):
                s, address = self.handed_in(url, *right, trusted=trusted)
                self.metric(s, 'hoshi_mail_up{part="out"}', lambda v: v == 0)
                self.assertIn("mails wait, " + url, s.stderr())
                self.assertIn(words, s.stderr())
                s.stop()
        self.assertEqual(self.office.count(), 0)
        # What has waited is sent as soon as it works.
        s.options[s.options.index("--smtp") + 1] = self.postfix.tls
        s.env["SSL_CERT_FILE"] = self.dovecot.cert
        s.start()
        self.arrives(address, "sasl_method=PLAIN")


class Match(MailboxTest):
    """Two players with mailboxes of their own, and a server without addresses with a plus."""

    plies = int(os.environ.get("HOSHI_MAILBOX_PLIES", "5"))
    kills = int(os.environ.get("HOSHI_MAILBOX_KILLS", "1"))

    def box(self, name):
        return f"{name}-{self.user}"

    def send(self, name, subject, body="", **head):
        lines = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in head.items())
        self.dovecot.put(Post.mail(self.box(name), subject, body, head=lines), user=self.user)

    def answer(self, name, mail, body):
        """As a program does that drops In-Reply-To: the code in the subject is the proof."""
        self.send(name, "Re: " + mail["Subject"], body)

    def take(self, name, fits):
        return self.office.wait(self.box(name), fits, 40)

    def test_a_match_between_mailboxes_with_a_kill_on_the_way(self):
        # A preset knows that its provider has no such addresses; what else it says is said otherwise here.
        s = self.server(None, "--mail-provider", "gmx", "--mail-rate", "1000/min")
        self.ready(s)
        for name in ("ann", "bob"):
            self.send(name, f"signup {name} secret-{name}")
            code = self.take(name, lambda m: m["Subject"].startswith("address"))
            self.send(name, "Re: " + code["Subject"])
            self.take(name, lambda m: "Thank you" in text_of(m))
        self.send("bob", "set bob secret-bob accept=auto mail=every")
        self.take("bob", lambda m: "accept=auto" in text_of(m))
        self.send("ann", "set ann secret-ann mail=every")
        self.take("ann", lambda m: "mail=every" in text_of(m))
        self.send("ann", "palisade challenge -size=9 -password=secret-ann ann bob")
        every = max(1, self.plies // (self.kills + 1))
        for ply in range(self.plies):
            name = ("ann", "bob")[ply % 2]
            turn = self.take(name, lambda m: f"your turn, #{ply}" in m["Subject"])
            self.assertIsNone(turn["Reply-To"])
            self.assertRegex(turn["Subject"], r"\[1-\d+-\d+-")
            self.answer(name, turn, self.points[ply])
            if ply % every == every - 1 and ply // every < self.kills:
                time.sleep(0.01 * (ply % 7))
                s.kill()
                s.start()
        last = self.plies
        c = s.client()
        until = time.monotonic() + 30 * SLOW
        while (m := c.match(1))["ply"] < last and time.monotonic() < until:
            time.sleep(0.05)
        c.close()
        self.assertEqual(m["ply"], last, s.stderr())

    points = [f"{c}{r}" for r in range(1, 10) for c in "abcdefghi"]


if __name__ == "__main__":
    harness.main()
