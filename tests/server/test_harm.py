#!/usr/bin/env python3
"""A stranger cannot harm a player: take the account, fill the mailbox, silence mails, lock the owner out.

Every limit is on. Each test tries to use up another player's allowance and to get round its own."""
import concurrent.futures
import email.message
import os
import re
import subprocess
import threading
import time
import unittest

import harness
from harness import HOSHI
from postoffice import PostOffice, text_of

PASSWORD = "correct-horse"
OTHER = "battery staple"


def at_once(what, lists):
    """Calls `what` with each list of arguments, all at the same time."""
    with concurrent.futures.ThreadPoolExecutor(len(lists)) as pool:
        ready = threading.Barrier(len(lists))

        def one(arguments):
            ready.wait()
            return what(*arguments)
        return list(pool.map(one, lists))


def come_back(began):
    """How many wrong passwords for a name are allowed again since then: one in half a minute."""
    return int((time.monotonic() - began) / 30)


class Harm(unittest.TestCase):
    limits = True

    slow_passwords = False
    environment = None  # of the server

    def setUp(self):
        self.office = PostOffice()
        self.addCleanup(self.office.server_close)
        self.addCleanup(self.office.shutdown)
        folder = harness.tempfile.mkdtemp(prefix="hoshi-harm-")
        self.addCleanup(harness.shutil.rmtree, folder, True)
        self.token_file = os.path.join(folder, "token")
        # Requests name their address as a proxy does, so that a test can act as several people.
        self.server = harness.Server(
            "--no-bot", "--trust-proxy", "--mail-address", "hoshi@example.org",
            "--mail-token-file", self.token_file, "--smtp", self.office.url, "--mail-trust",
            "mx.example.org", "--url", "https://hoshi.example", slow_passwords=self.slow_passwords,
            env=self.environment)
        self.addCleanup(self.server.close)
        self.ids = 0

    # --- who asks ---

    def caller(self, address):
        c = self.server.client()
        self.addCleanup(c.close)
        ask = c.request

        def request(method, path, body=None, headers=None):
            headers = {"X-Forwarded-For": address, **(headers or {})}
            if getattr(c, "browser", None):
                headers["Cookie"] = f"hoshi_browser={c.browser}; hoshi_session={c.cookie or ''}"
                keep, c.cookie = c.cookie, None
                try:
                    return ask(method, path, body, headers)
                finally:
                    c.cookie = keep
            return ask(method, path, body, headers)

        c.request = request
        return c

    def keep(self, c):
        """Keeps the cookies of the last answer: the session, and what the browser itself is known by."""
        c.cookie = c.browser = None
        for line in c.cookies:
            name, value = re.match(r"([a-z_]+)=([^;]*)", line).groups()
            if name == "hoshi_session":
                c.cookie = value
            elif name == "hoshi_browser":
                c.browser = value

    def enter(self, c, way, body, status=200):
        """Signs up or in; the cookies are read from the raw answer, for there are two."""
        head = {"Content-Type": "application/json", "X-Forwarded-For": c.address}
        if getattr(c, "browser", None):
            head["Cookie"] = f"hoshi_browser={c.browser}"
        connection = harness.http.client.HTTPConnection("127.0.0.1", c.port, timeout=60)
        connection.request("POST", way, harness.json.dumps(body), head)
        answer = connection.getresponse()
        answer.read()
        self.assertEqual(answer.status, status, (way, body))
        c.cookies = [v for k, v in answer.getheaders() if k.lower() == "set-cookie"]
        if status in (200, 201):
            self.keep(c)
        connection.close()
        return c

    def person(self, address):
        c = self.caller(address)
        c.address = address
        return c

    def member(self, name, address="192.0.2.1", **more):
        return self.enter(self.person(address), "/api/signup",
                          {"name": name, "password": PASSWORD, **more}, 201)

    def pbm(self, c, command, text=""):
        return c.must(200, "POST", "/api/pbm", {"command": command, "text": text})

    def confirmed(self, name, box, address="192.0.2.1"):
        c = self.member(name, address, email=box)
        token = re.search(r"confirm#(\S+)", text_of(self.office.wait(box))).group(1)
        c.must(200, "POST", "/api/email/confirm", {"token": token})
        return c

    def by_mail(self, name, password, box, address="192.0.2.1"):
        """An account that plays by mail, with its address confirmed."""
        c = self.person(address)
        said = self.pbm(c, f"signup {name} {password} {box}")
        self.assertTrue(said["done"], said)
        subject = " ".join(self.office.wait(box)["Subject"].split())
        said = self.pbm(c, subject)
        self.assertTrue(said["done"], said)
        return subject

    def promote(self, name, role):
        command = [HOSHI, "admin", "role", "--store", self.server.store, name, role]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:  # a file is not shared: again while nobody serves it
            self.server.stop()
            done = subprocess.run(command, capture_output=True, text=True)
            self.server.start()
        self.assertEqual(done.returncode, 0, done.stderr)

    # --- mails ---

    def mail(self, sender, subject, body="", host="198.51.100.7", to="hoshi@example.org",
             proven=False):
        self.ids += 1
        mail = email.message.EmailMessage()
        mail["Received"] = f"from out.example.net (out.example.net [{host}]) by mx.example.org"
        if proven:
            domain = sender.split("@")[1]
            mail["Authentication-Results"] = f"mx.example.org; dmarc=pass header.from={domain}"
        mail["From"] = sender
        mail["To"] = to
        mail["Subject"] = subject
        mail["Message-ID"] = f"<{self.ids}@example.net>"
        mail.set_content(body)
        command = [HOSHI, "mail", "--server", f"http://127.0.0.1:{self.server.port}",
                   "--token-file", self.token_file]
        done = subprocess.run(command, input=mail.as_bytes(), capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def mails(self, box, least=0):
        """How many mails there are for a box, once there are at least so many and nothing more comes."""
        until = time.monotonic() + 20 * harness.SLOW
        with self.office.changed:
            self.office.changed.wait_for(lambda: self.counted(box) >= least, until - time.monotonic())
        before = -1
        while before != self.office.count():
            before = self.office.count()
            time.sleep(1.5 * min(harness.SLOW, 2))  # what is expected has come; this is for more
        with self.office.changed:
            return self.counted(box)

    def counted(self, box):
        return sum(1 for to, _ in self.office.boxes if to == box)

    def metric(self, name):
        c = self.server.client()
        self.addCleanup(c.close)
        text = c.must(200, "GET", "/metrics").decode()
        return float(re.search(rf"^{name} (\S+)$", text, re.M).group(1))


class Account(Harm):
    """Every face asks for the password before actions on the account itself."""

    def test_a_session_alone_does_not_erase_the_account(self):
        ann = self.member("ann")
        for command in ("delete ann -", "delete ANN -", "add ann - thief@example.net",
                        "change password ann - another-word", "change address ann - t@example.net"):
            said = self.pbm(ann, command)
            self.assertFalse(said["done"], command)
            self.assertIn("password", said["reply"])
        self.assertEqual(ann.must(200, "GET", "/api/me")["name"], "ann")
        self.assertEqual(self.mails("thief@example.net"), 0)
        said = self.pbm(ann, "add ann " + "wrong-password" + " thief@example.net")
        self.assertFalse(said["done"])
        said = self.pbm(ann, "multiple", "delete ann -\nadd ann - thief@example.net\n")
        self.assertFalse(said["done"])
        self.assertEqual(ann.must(200, "GET", "/api/me")["name"], "ann")
        # With the password of the account it is done.
        self.assertTrue(self.pbm(ann, "delete ann " + PASSWORD)["done"])

    def test_the_mail_password_does_not_reach_an_account_that_has_one_of_its_own(self):
        box = "bob@example.net"
        self.by_mail("bob", "mailword", box)
        c = self.person("192.0.2.1")
        c.must(202, "POST", "/api/recover", {"name": "bob"})
        token = re.search(r"recover#(\S+)", text_of(self.office.wait(box))).group(1)
        self.enter(c, "/api/recover/finish", {"token": token, "password": "page-password"})
        for command in ("delete bob mailword", "add bob mailword thief@example.net",
                        "change password bob mailword another-word"):
            said = self.pbm(c, command)
            self.assertFalse(said["done"], command)
            self.assertIn("password of the account", said["reply"])
        self.assertTrue(self.pbm(c, "set bob mailword mail=none")["done"])
        self.assertTrue(self.pbm(c, "change password bob page-password another-word")["done"])
        self.assertTrue(self.pbm(c, "delete bob page-password")["done"])

    def test_a_sign_in_from_a_new_browser_is_told_to_the_owner_a_few_times_a_day(self):
        box = "noted@example.net"
        ann = self.confirmed("noted", box)
        before = self.mails(box)
        self.enter(ann, "/api/signin", {"name": "noted", "password": PASSWORD})
        self.assertEqual(self.mails(box), before)  # it has signed up there
        self.enter(self.person("192.0.2.1"), "/api/signin", {"name": "noted",
                                                             "password": PASSWORD})
        self.assertEqual(self.mails(box, before + 1), before + 1)  # a new browser, whatever its network
        text = text_of(self.office.wait(box))
        for said in ("signed in as noted", "ändere dein Passwort", "mot de passe",
                     "https://hoshi.example/security"):
            self.assertIn(said, text)
        self.enter(self.person("198.51.100.9"), "/api/signin",
                   {"name": "noted", "password": "wrong " + PASSWORD}, 401)
        for i in range(6):
            self.enter(self.person(f"198.51.100.{i}"), "/api/signin", {"name": "noted",
                                                                        "password": PASSWORD})
        self.assertEqual(self.mails(box, before + 2), before + 2)  # three, one of which was read above
        listed = [e["detail"] for e in ann.must(200, "GET", "/api/account/security")["events"]
                  if e["kind"] == "signed-in"]
        self.assertEqual(listed, ["new"] * 7 + [""])

    def test_the_last_administrator_is_not_erased_by_mail(self):
        self.by_mail("root1", "mailword", "root@example.net")
        self.promote("root1", "administrator")
        said = self.pbm(self.person("192.0.2.1"), "delete root1 mailword")
        self.assertFalse(said["done"], said)
        self.assertIn("last administrator", said["reply"])

    def test_a_code_is_good_once_and_ends_with_its_address(self):
        box = "carl@example.net"
        subject = self.by_mail("carl", "mailword", box)
        c = self.person("192.0.2.1")
        self.assertFalse(self.pbm(c, subject)["done"])  # a second time
        self.pbm(c, "add carl mailword second@example.net")
        second = " ".join(self.office.wait("second@example.net")["Subject"].split())
        other = second.replace("address carl second@", "address carl third@")
        self.assertFalse(self.pbm(c, other)["done"])  # another address
        self.pbm(c, "change address carl mailword fourth@example.net")  # the others are gone
        self.assertFalse(self.pbm(c, second)["done"])
        c.must(202, "POST", "/api/recover", {"name": "carl"})
        self.assertEqual(self.mails("second@example.net"), 0)


@unittest.skipUnless("HOSHI_CLOCK_SHIM" in os.environ, "the sanitizers come first")
class Late(Harm):
    """Secrets in mails are valid for some hours only: the test sets the clock of the machine."""
    ZERO = 1000000  # clock_set.c

    def setUp(self):
        folder = harness.tempfile.mkdtemp(prefix="hoshi-clock-")
        self.addCleanup(harness.shutil.rmtree, folder)
        self.clock = os.path.join(folder, "clock")
        self.at_hour(0)
        shims = [os.environ[name] for name in ("HOSHI_CLOCK_SHIM", "HOSHI_PASSWORD_SHIM") if name in os.environ]
        self.environment = {"HOSHI_CLOCK_SET": self.clock, "LD_PRELOAD": ":".join(shims)}
        super().setUp()

    def at_hour(self, hour):
        """So many hours after the beginning; a minute later, so that the time that the test itself takes
        does not count."""
        seconds = self.ZERO + hour * 3600 + (60 if hour else 0)
        with open(self.clock, "a", encoding="utf-8"):
            os.utime(self.clock, (seconds, seconds))

    def way_back(self, box):
        mail = self.office.wait(box, lambda mail: "recover#" in text_of(mail))
        return re.search(r"recover#(\S+)", text_of(mail)).group(1)

    def test_mailed_codes_and_links_expire(self):
        c = self.person("192.0.2.1")
        early, late = "early@example.net", "late@example.net"
        links, codes = {}, {}
        for i, box in enumerate((early, late)):
            self.member(f"page{i}", f"192.0.2.{10 + i}", email="page-" + box)
            links[box] = re.search(r"confirm#(\S+)", text_of(self.office.wait("page-" + box))).group(1)
            said = self.pbm(self.person(f"192.0.2.{20 + i}"), f"signup mail{i} mailword {box}")
            self.assertTrue(said["done"], said)
            codes[box] = " ".join(self.office.wait(box)["Subject"].split())
        unknown = c.post("/api/email/confirm", {"token": "A" * len(links[late])})
        # One hour before the end of the two days they are good, and one hour after it they are not.
        self.at_hour(47)
        c.must(200, "POST", "/api/email/confirm", {"token": links[early]})
        self.assertTrue(self.pbm(c, codes[early])["done"])
        self.at_hour(49)
        self.assertEqual(c.post("/api/email/confirm", {"token": links[late]}), unknown)
        self.assertFalse(self.pbm(c, codes[late])["done"])
        # A way back into the account is open for six hours.
        c.must(202, "POST", "/api/recover", {"name": "page0"})
        box = "page-" + early
        token = self.way_back(box)
        unknown = c.post("/api/recover/finish", {"token": "A" * len(token), "password": OTHER})
        self.at_hour(49 + 7)
        self.assertEqual(c.post("/api/recover/finish", {"token": token, "password": OTHER}), unknown)
        self.enter(self.person("192.0.2.30"), "/api/signin", {"name": "page0", "password": PASSWORD})
        # And one that is still open is good.
        c.must(202, "POST", "/api/recover", {"name": "page0"})
        token = self.way_back(box)
        self.at_hour(49 + 7 + 5)
        self.enter(c, "/api/recover/finish", {"token": token, "password": OTHER})


class Cannon(Harm):
    """Mails to people who have not asked for them."""

    def test_a_stranger_gets_one_mail_however_often_his_address_is_named(self):
        c, box = self.person("192.0.2.66"), "victim@example.net"
        self.pbm(c, f"signup shooter mailword {box}")
        lines = "\n".join(f"add shooter mailword {box} VICTIM@example.net victim+{i}@example.net"
                          for i in range(17))
        for _ in range(3):
            self.pbm(c, "multiple", lines)
        self.pbm(c, "multiple",
                 "\n".join(f"signup other{i} mailword {box}" for i in range(10)))
        self.assertEqual(c.post("/api/signup", {"name": "shooter2", "password": PASSWORD,
                                                "email": box})[0], 201)
        self.assertEqual(self.mails(box, 1), 1)
        with self.office.changed:
            self.assertLessEqual(len(self.office.boxes), 5)  # the + forms are the same box

    def test_one_caller_does_not_write_to_many_strangers(self):
        c = self.person("192.0.2.66")
        for i in range(3):
            self.pbm(c, "multiple", "\n".join(
                f"signup s{i}x{k} mailword v{i}x{k}@example.net" for k in range(10)))
        self.mails("nobody@example.net")
        self.assertLessEqual(self.office.count(), 12)
        # From elsewhere an address is asked for all the same.
        self.by_mail("honest", "mailword", "honest@example.net", "203.0.113.5")

    def test_the_limit_of_addresses_is_one_in_every_face(self):
        box = "dora@example.net"
        self.by_mail("dora", "mailword", box)
        c = self.person("192.0.2.1")
        said = self.pbm(c, "add dora mailword " + " ".join(f"d{i}@example.net" for i in range(6)))
        self.assertFalse(said["done"])
        self.assertIn("5 addresses", said["reply"])
        self.assertLessEqual(self.office.count(), 4)

    def test_a_message_reaches_one_player_once_and_not_beyond_the_limits(self):
        self.by_mail("eve", "mailword", "eve@example.net")
        self.by_mail("fay", "mailword", "fay@example.net")
        self.by_mail("gil", "mailword", "gil@example.net")
        c = self.person("192.0.2.1")
        said = self.pbm(c, "message eve mailword " + "fay FAY " * 5, "hello")
        self.assertEqual(self.mails("fay@example.net", 1), 1, said)
        line = "message eve mailword fay\n  hello\n"
        self.pbm(c, "multiple", line * 25)
        self.pbm(c, "multiple", line * 25)
        self.assertLessEqual(self.mails("fay@example.net"), 6)
        # Eve's use does not count for gil.
        said = self.pbm(c, "message gil mailword fay", "good morning")
        self.assertTrue(said["done"], said)

    def test_a_block_holds_for_messages_and_guests_write_none(self):
        self.by_mail("hal", "mailword", "hal@example.net")
        c = self.person("192.0.2.1")
        c.must(202, "POST", "/api/recover", {"name": "hal"})
        token = re.search(r"recover#(\S+)", text_of(self.office.wait("hal@example.net"))).group(1)
        self.enter(c, "/api/recover/finish", {"token": token, "password": PASSWORD})
        self.office.wait("hal@example.net")  # the password was changed
        self.by_mail("ivy", "mailword", "ivy@example.net")
        guest = self.person("192.0.2.9")
        guest.guest()
        for name in ("ivy", guest.player["name"]):
            c.must(200, "POST", f"/api/players/{name}/block", {"blocked": True})
        said = self.pbm(c, "message ivy mailword hal", "hello")
        self.assertFalse(said["done"])
        self.assertIn("has blocked you", said["reply"])
        said = self.pbm(guest, f"message {guest.player['name']} - hal", "hello")
        self.assertFalse(said["done"])
        self.assertEqual(self.mails("hal@example.net"), 0)


class Forged(Harm):
    """Mails whose From no server vouches for."""

    def test_forged_mails_do_not_silence_the_player_whom_they_name(self):
        box = "ann@example.net"
        self.by_mail("ann", "mailword", box)
        self.by_mail("bob", "mailword", "bob@example.net")
        c = self.person("192.0.2.1")
        self.pbm(c, "levee challenge -size=5 -password=mailword ann bob")
        self.pbm(c, "levee accept 1 bob mailword")
        turn = self.office.wait(box, lambda l: "your turn" in l["Subject"])
        for i in range(130):
            self.mail(box, "help", host="198.51.100.66")
        # Its owner plays: by the reply address, by the password, and where the server vouches.
        self.mail(box, "Re: your turn", "b2", to=turn["Reply-To"])
        self.assertEqual(c.must(200, "GET", "/api/matches/1")["ply"], 1)
        self.pbm(c, "levee move 1 bob mailword c4")
        self.mail(box, "levee move 1 ann mailword d2", host="198.51.100.66")
        self.assertEqual(c.must(200, "GET", "/api/matches/1")["ply"], 3)
        self.pbm(c, "levee move 1 bob mailword a4")
        self.mail(box, "levee move 1 ann - e1", host="198.51.100.66", proven=True)
        self.assertEqual(c.must(200, "GET", "/api/matches/1")["ply"], 5)
        # The other 130 made a few mails, and are counted.
        self.assertLessEqual(self.mails(box), 15)
        self.assertGreater(self.metric("hoshi_mails_unanswered_total"), 50)
        self.assertGreater(self.metric("hoshi_mails_dropped_total"), 5)
        self.assertIn("mail dropped", self.server.stderr())
        # Another host has not spent anything.
        dropped = self.metric("hoshi_mails_dropped_total")
        self.mail("new@example.net", "signup newcomer mailword", host="203.0.113.9")
        self.office.wait("new@example.net")
        self.assertEqual(self.metric("hoshi_mails_dropped_total"), dropped)

    def test_guesses_by_mail_do_not_block_the_right_password_from_where_it_came_before(self):
        box = "ann@example.net"
        self.by_mail("ann", "mailword", box)
        self.mail(box, "set ann mailword mail=every", host="198.51.100.7")
        for i in range(25):
            self.mail("bad@example.com", f"set ann guess{i} mail=none", host="203.0.113.66")
        self.mail(box, "set ann mailword mail=digest", host="198.51.100.7")
        said = self.pbm(self.person("192.0.2.1"), "set ann mailword")
        self.assertIn("mail=digest", said["reply"])
        # The guesser must wait, even through another face.
        said = self.pbm(self.person("203.0.113.66"), "set ann another")
        self.assertIn("Too many wrong passwords", said["reply"])
        # Many commands in one mail are not many guesses.
        said = self.pbm(self.person("203.0.113.67"), "multiple",
                        "".join(f"set ann word{i}\n" for i in range(50)))
        self.assertIn("Too many wrong passwords", said["reply"])


    def test_guesses_by_command_that_come_at_once_are_not_more(self):
        self.by_mail("ann", "mailword", "ann@example.net")

        def guess(address, password):
            c = self.person(address)
            try:
                return self.pbm(c, f"set ann {password}")["reply"]
            finally:
                c.close()
        began = time.monotonic()
        said = at_once(guess, [(f"203.0.113.{i + 1}", f"guess{i}") for i in range(40)])
        back = come_back(began)
        wrong = sum("the password is wrong" in s for s in said)
        self.assertGreaterEqual(wrong, 10)
        self.assertLessEqual(wrong, 10 + back)


class Guesses(Harm):
    def guess(self, n, name, first):
        """From many addresses, so that only the limit of the name is met."""
        return [self.person(f"203.0.113.{first + i}").post(
            "/api/signin", {"name": name, "password": f"guess {i:04}"})[0] for i in range(n)]

    def attempt(self, address, name, password):
        c = self.person(address)
        try:
            return c.post("/api/signin", {"name": name, "password": password})[0]
        finally:
            c.close()


class LockedOut(Guesses):
    """Guesses of strangers at a name do not keep its owner out."""

    def test_the_owner_signs_in_where_he_was_before(self):
        ann = self.member("Annabel", "192.0.2.1")
        names = ("annabel", "ANNABEL", "aNNabel", "Annabel")
        began = time.monotonic()
        statuses = [s for i, name in enumerate(names) for s in self.guess(5, name, 10 * i)]
        back = come_back(began)
        self.assertEqual(statuses[0], 401)
        self.assertEqual(statuses[-1], 429)  # spelling it otherwise is no way round
        self.assertLessEqual(statuses.count(401), 10 + back)
        # From the same address, and with the same browser from another one.
        self.enter(self.person("192.0.2.1"), "/api/signin",
                   {"name": "annabel", "password": PASSWORD})
        abroad = self.person("198.51.100.200")
        abroad.browser = ann.browser
        self.enter(abroad, "/api/signin", {"name": "annabel", "password": PASSWORD})
        # A stranger who knows the name only is still kept out, and so is a made-up cookie.
        stranger = self.person("203.0.113.99")
        stranger.browser = "A" * 43
        self.enter(stranger, "/api/signin", {"name": "annabel", "password": PASSWORD}, 429)
        # Guesses from a known place are limited, too.
        statuses = [self.person("192.0.2.1").post(
            "/api/signin", {"name": "annabel", "password": f"typo {i:04}"})[0] for i in range(14)]
        self.assertEqual(statuses[-1], 429)

    def test_guesses_that_come_at_once_are_not_more_than_one_after_the_other(self):
        self.member("ann")
        for name in ("ann", "Nobody-here"):
            began = time.monotonic()
            statuses = at_once(self.attempt, [
                (f"203.0.113.{i + 1}", name, f"guess {i:04}") for i in range(60)])
            back = come_back(began)
            self.assertEqual(set(statuses), {401, 429}, name)
            self.assertGreaterEqual(statuses.count(401), 10, name)
            self.assertLessEqual(statuses.count(401), 10 + back, name)

    def test_right_passwords_are_no_guesses(self):
        self.member("ann")
        # Each from a network where she never was, one after the other.
        for i in range(12):
            self.assertEqual(self.attempt(f"198.51.100.{i + 1}", "ann", PASSWORD), 200)
        self.assertEqual(self.guess(1, "ann", 1), [401])
        # And in time with what strangers guess.
        for i in range(8):
            self.assertEqual(self.attempt(f"198.51.100.{i + 101}", "ann", PASSWORD), 200)
            self.assertEqual(self.guess(1, "ann", 10 + i), [401])

    def test_a_name_that_nobody_has_is_limited_in_the_same_way(self):
        statuses = self.guess(14, "Nobody-here", 100)
        self.assertEqual(statuses[0], 401)
        self.assertEqual(statuses[-1], 429)

    def test_mails_for_a_new_password_are_few_and_one_is_always_good(self):
        box = "ann@example.net"
        self.confirmed("ann", box)
        for i in range(25):
            self.person(f"203.0.113.{i + 1}").must(
                202, "POST", "/api/recover", {"name": ("ann", "ANN", "Ann")[i % 3]})
        owner = self.person("198.51.100.1")
        owner.must(202, "POST", "/api/recover", {"email": box})  # not told to wait
        self.assertLessEqual(self.mails(box), 2)
        mail = [l for to, l in self.office.boxes if to == box][-1]
        token = re.search(r"recover#(\S+)", text_of(mail)).group(1)
        self.enter(owner, "/api/recover/finish", {"token": token, "password": OTHER})

    def test_what_strangers_guess_does_not_count_for_a_session(self):
        ann = self.member("ann")
        self.guess(14, "ann", 50)
        ann.must(200, "POST", "/api/account/password", {"password": PASSWORD, "new": OTHER})
        statuses = [ann.post("/api/account/delete", {"password": f"guess {i:04}"})[0]
                    for i in range(14)]
        self.assertEqual(statuses[0], 403)
        self.assertEqual(statuses[-1], 429)  # a stolen session is no way to guess


class Unchecked(Guesses):
    slow_passwords = True  # so that they wait for each other

    def test_passwords_that_were_not_checked_are_no_guesses(self):
        """Of many sign-ins at once from one network, the server refuses most unchecked."""
        self.member("ann")
        self.member("bob", "192.0.2.2")
        began = time.monotonic()
        statuses = at_once(self.attempt, [("203.0.113.1", name, "guess") for name in ("ann", "bob") * 10])
        self.assertLessEqual(set(statuses), {401, 503})  # not 429
        checked = {name: statuses[i::2].count(401) for i, name in enumerate(("ann", "bob"))}
        for name in checked:
            self.assertEqual(self.guess(10 - checked[name], name, 10), [401] * (10 - checked[name]))
        more = self.guess(1, "ann", 40) + self.guess(1, "bob", 40)
        if time.monotonic() - began < 30:  # until one of ten is back
            self.assertEqual(more, [429] * 2)


class Streams(Harm):
    """Streams of events end with what they were opened with."""

    def listen(self, client, topics="me", **headers):
        stream = harness.Stream(client, topics, **headers)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        return stream

    def ends(self, stream):
        until = time.monotonic() + 5 * harness.SLOW
        with stream.changed:
            while not stream.ended:
                self.assertGreater(until, time.monotonic(), "the stream goes on")
                stream.changed.wait(0.2)

    def with_token(self, member):
        token = member.must(201, "POST", "/api/account/tokens",
                            {"name": "t", "scopes": ["read"], "password": PASSWORD})
        reader = self.server.client()
        self.addCleanup(reader.close)
        connection = harness.http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/events?topics=me", headers={
            "Authorization": "Bearer " + token["secret"]})
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        while b"hello" not in answer.readline():
            pass
        return token, answer

    def test_a_token_that_is_revoked_ends_its_stream_and_no_other(self):
        ann = self.member("ann")
        token, answer = self.with_token(ann)
        kept = self.listen(ann)
        ann.must(200, "POST", "/api/account/tokens/end", {"id": token["id"]})
        rest = answer.read()
        self.assertNotIn(b"event: ", rest)
        time.sleep(0.5)
        self.assertFalse(kept.ended)  # the session is as good as it was
        self.assertNotIn("sessions", kept.types())
        match = ann.create("levee", ["me", "open"], width=5)["id"]
        kept.wait(lambda e: e["data"].get("match") == match)

    def test_sessions_that_end_take_their_streams_along(self):
        ann = self.member("ann")
        others = [self.enter(self.person("192.0.2.1"), "/api/signin",
                             {"name": "ann", "password": PASSWORD}) for _ in range(3)]
        streams = [self.listen(c) for c in others]
        own = self.listen(ann)
        lobby = self.listen(others[2], "lobby")
        others[0].must(200, "POST", "/api/signout", {})
        self.ends(streams[0])
        ids = {s["id"] for s in ann.must(200, "GET", "/api/account/sessions")["sessions"]
               if not s["current"]}
        ann.must(200, "POST", "/api/account/sessions/end", {"id": sorted(ids)[0]})
        ann.must(200, "POST", "/api/account/password", {"password": PASSWORD, "new": OTHER})
        for stream in streams[1:] + [lobby]:
            self.ends(stream)
        time.sleep(0.5)
        self.assertFalse(own.ended)  # of the one who changed it
        # A stream that resumes with an ended session is a stranger's: it gets no private events.
        status, _ = others[1].request("GET", "/api/events?topics=me")
        self.assertEqual(status, 401)

    def test_a_ban_and_leaving_end_streams(self):
        boss, ann, bob = (self.member(name) for name in ("bossy", "ann", "bob"))
        self.promote("bossy", "administrator")
        streams = [self.listen(ann), self.listen(ann, "lobby")]
        quiet = self.listen(bob)
        boss.must(200, "POST", "/api/admin/players/ann/ban", {"reason": "a test"})
        for stream in streams:
            self.ends(stream)
        self.assertFalse(quiet.ended)
        bob.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.ends(quiet)


if __name__ == "__main__":
    harness.main()
