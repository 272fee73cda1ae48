#!/usr/bin/env python3
"""The second factor of an account: codes by time, recovery codes, what they are asked for."""
import base64
import hashlib
import hmac
import os
import re
import struct
import subprocess
import time
import unittest

import harness
from postoffice import PostOffice, text_of

PASSWORD = "correct horse"


def code_at(secret, step):
    """RFC 6238 with SHA-1 and six digits, written anew."""
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7fffffff) % 1000000:06d}"


class Codes:
    """The codes of an app: each one once, so that a test need not wait for the next."""

    def __init__(self, secret):
        self.secret = secret
        self.used = 0

    def next(self):
        now = int(time.time()) // 30
        step = max(now - 1, self.used + 1)
        while step > int(time.time()) // 30 + 1:
            time.sleep(0.5)
        self.used = step
        return code_at(self.secret, step)

    def wrong(self):
        now = int(time.time()) // 30
        good = {code_at(self.secret, now + i) for i in range(-3, 4)}
        return next(f"{n:06d}" for n in range(1000) if f"{n:06d}" not in good)


class Factor(harness.ServerTest):
    def client(self):
        c = self.server.client()
        self.addCleanup(c.close)
        return c

    def member(self, name, password=PASSWORD):
        c = self.client()
        c.must(201, "POST", "/api/signup", {"name": name, "password": password})
        c.keep_session()
        return c

    def protected(self, name, password=PASSWORD):
        c = self.member(name, password)
        begun = c.must(200, "POST", "/api/account/factor", {"password": password})
        c.codes = Codes(begun["secret"])
        c.recovery = c.must(201, "POST", "/api/account/factor/confirm",
                            {"code": c.codes.next()})["codes"]
        return c

    def begin(self, name, **more):
        c = self.client()
        answer = c.must(202, "POST", "/api/signin", {"name": name, "password": PASSWORD, **more})
        self.assertTrue(answer["second_factor"])
        self.assertNotIn("set-cookie", c.headers)
        return c, answer["ticket"]

    def kinds(self, c):
        return [e["kind"] for e in c.must(200, "GET", "/api/account/security")["events"]]

    def test_it_counts_only_when_a_code_has_confirmed_it(self):
        c = self.member("halfway")
        c.must(403, "POST", "/api/account/factor", {"password": "wrong horse"})
        begun = c.must(200, "POST", "/api/account/factor", {"password": PASSWORD})
        self.assertEqual(begun["uri"], "otpauth://totp/hoshi:halfway?secret=" + begun["secret"] +
                         "&issuer=hoshi")
        size = len(begun["qr"])
        self.assertGreaterEqual(size, 21)
        self.assertTrue(all(re.fullmatch(f"[01]{{{size}}}", row) for row in begun["qr"]))
        self.assertTrue(begun["qr"][0].startswith("11111110") and begun["qr"][0].endswith("1111111"))
        codes = Codes(begun["secret"])
        c.must(403, "POST", "/api/account/factor/confirm", {"code": codes.wrong()})
        self.assertFalse(c.must(200, "GET", "/api/account")["second_factor"])
        self.client().must(200, "POST", "/api/signin", {"name": "halfway", "password": PASSWORD})
        made = c.must(201, "POST", "/api/account/factor/confirm", {"code": codes.next()})["codes"]
        self.assertEqual((len(made), len(set(made))), (10, 10))
        for code in made:
            self.assertRegex(code, r"^([a-z2-9]{4}-){3}[a-z2-9]{4}$")
        account = c.must(200, "GET", "/api/account")
        self.assertEqual((account["second_factor"], account["recovery_codes"]), (True, 10))
        c.must(409, "POST", "/api/account/factor", {"password": PASSWORD})
        c.must(409, "POST", "/api/account/factor/confirm", {"code": codes.next()})

    def test_the_password_alone_opens_nothing(self):
        self.protected("twofold")
        c, ticket = self.begin("twofold")
        self.assertIsNone(c.must(200, "GET", "/api/me"))
        c.cookie = ticket  # the ticket is no session
        self.assertIsNone(c.must(200, "GET", "/api/me"))
        wrong = self.client().must(401, "POST", "/api/signin", {"name": "twofold",
                                                               "password": "wrong horse"})
        nobody = self.client().must(401, "POST", "/api/signin", {"name": "nobody-here",
                                                                "password": "wrong horse"})
        self.assertEqual(wrong, nobody)  # only a person who knows the password learns of it

    def test_a_ticket_and_a_code_are_good_once(self):
        owner = self.protected("once")
        c, ticket = self.begin("once")
        code = owner.codes.next()
        c.must(403, "POST", "/api/signin/factor", {"ticket": ticket, "code": owner.codes.wrong()})
        c.must(200, "POST", "/api/signin/factor", {"ticket": ticket, "code": code})
        c.keep_session()
        self.assertEqual(c.must(200, "GET", "/api/me")["name"], "once")
        self.client().must(401, "POST", "/api/signin/factor", {"ticket": ticket,
                                                               "code": owner.codes.next()})
        other, ticket = self.begin("once")
        other.must(403, "POST", "/api/signin/factor", {"ticket": ticket, "code": code})
        other.must(403, "POST", "/api/signin/factor",  # older than the last one
                   {"ticket": ticket, "code": code_at(owner.codes.secret, owner.codes.used - 2)})
        self.assertEqual(self.kinds(c)[:3], ["factor-missed", "factor-missed", "signed-in"])
        self.client().must(401, "POST", "/api/signin/factor", {"ticket": "x" * 43, "code": code})

    def test_a_recovery_code_is_good_once_and_new_ones_replace_the_old(self):
        owner = self.protected("saved")
        c, ticket = self.begin("saved")
        spoken = owner.recovery[0].upper().replace("-", " ")
        c.must(200, "POST", "/api/signin/factor", {"ticket": ticket, "code": spoken})
        c.keep_session()
        self.assertEqual(c.must(200, "GET", "/api/account")["recovery_codes"], 9)
        self.assertIn("code-used", self.kinds(c))
        other, ticket = self.begin("saved")
        other.must(403, "POST", "/api/signin/factor", {"ticket": ticket, "code": spoken})
        fresh = c.must(201, "POST", "/api/account/factor/codes",
                       {"password": PASSWORD, "code": owner.codes.next()})["codes"]
        other.must(403, "POST", "/api/signin/factor", {"ticket": ticket,
                                                       "code": owner.recovery[1]})
        other.must(200, "POST", "/api/signin/factor", {"ticket": ticket, "code": fresh[3]})

    def test_sensitive_changes_need_a_code_too(self):
        c = self.protected("careful")
        asks = (("/api/account/password", {"new": "second horse"}),
                ("/api/account/name", {"name": "careless"}),
                ("/api/account/emails", {"address": "a@example.net"}),
                ("/api/account/emails/end", {"address": "a@example.net"}),
                ("/api/account/tokens", {"name": "t", "scopes": ["read"]}),
                ("/api/account/factor/codes", {}),
                ("/api/account/factor/end", {}),
                ("/api/account/delete", {}))
        for path, body in asks:
            problem = c.must(403, "POST", path, {"password": PASSWORD, **body})
            self.assertIn("second factor", problem["detail"], path)
            c.must(403, "POST", path, {"password": PASSWORD, "code": c.codes.wrong(), **body})
        self.assertEqual(c.must(200, "GET", "/api/account")["player"]["name"], "careful")
        token = c.must(201, "POST", "/api/account/tokens", {
            "name": "t", "scopes": ["read"], "password": PASSWORD, "code": c.recovery[0]})
        program = self.client()
        self.assertEqual(program.must(200, "GET", "/api/me", headers={
            "Authorization": "Bearer " + token["secret"]})["name"], "careful")
        c.must(200, "POST", "/api/account/factor/end", {"password": PASSWORD,
                                                        "code": c.recovery[1]})
        account = c.must(200, "GET", "/api/account")
        self.assertEqual((account["second_factor"], account["recovery_codes"]), (False, 0))
        self.client().must(200, "POST", "/api/signin", {"name": "careful", "password": PASSWORD})
        c.must(200, "POST", "/api/account/delete", {"password": PASSWORD})

    def test_commands_cannot_reach_an_account_that_has_one(self):
        c = self.protected("mailed", "correct-horse")
        for command in ("delete mailed correct-horse", "add mailed correct-horse a@example.net"):
            said = c.must(200, "POST", "/api/pbm", {"command": command})
            self.assertFalse(said["done"], said)
            self.assertIn("second factor", said["reply"])
        self.assertEqual(c.must(200, "GET", "/api/me")["name"], "mailed")

    def test_a_deleted_account_has_no_factor_left(self):
        c = self.protected("parting")
        c.must(200, "POST", "/api/account/delete", {"password": PASSWORD, "code": c.recovery[0]})
        self.assertIsNone(c.must(200, "GET", "/api/me"))
        self.client().must(401, "POST", "/api/signin", {"name": "parting", "password": PASSWORD})


class Limited(unittest.TestCase):
    """With limits, and with mail."""
    limits = True

    def setUp(self):
        self.office = PostOffice()
        self.addCleanup(self.office.server_close)
        self.addCleanup(self.office.shutdown)
        folder = harness.tempfile.mkdtemp(prefix="hoshi-factor-")
        self.addCleanup(harness.shutil.rmtree, folder, True)
        self.server = harness.Server(
            "--no-bot", "--trust-proxy", "--mail-address", "hoshi@example.org",
            "--mail-token-file", os.path.join(folder, "token"), "--smtp", self.office.url,
            "--url", "https://hoshi.example")
        self.addCleanup(self.server.close)

    def ask(self, status, address, path, body, cookie=None):
        c = self.server.client()
        self.addCleanup(c.close)
        head = {"X-Forwarded-For": address}
        if cookie:
            head["Cookie"] = "hoshi_session=" + cookie
        return c, c.must(status, "POST", path, body, headers=head)

    def protected(self, name, **more):
        c, _ = self.ask(201, "192.0.2.1", "/api/signup", {"name": name, "password": PASSWORD,
                                                          **more})
        c.keep_session()
        _, begun = self.ask(200, "192.0.2.1", "/api/account/factor", {"password": PASSWORD},
                            c.cookie)
        c.codes = Codes(begun["secret"])
        _, made = self.ask(201, "192.0.2.1", "/api/account/factor/confirm",
                           {"code": c.codes.next()}, c.cookie)
        c.recovery = made["codes"]
        return c

    def test_guesses_from_elsewhere_do_not_keep_the_owner_out(self):
        owner = self.protected("guessed")
        _, answer = self.ask(202, "198.51.100.7", "/api/signin", {"name": "guessed",
                                                                  "password": PASSWORD})
        body = {"ticket": answer["ticket"], "code": owner.codes.wrong()}
        for _ in range(5):
            self.ask(403, "198.51.100.7", "/api/signin/factor", body)
        self.ask(429, "198.51.100.7", "/api/signin/factor", body)
        self.ask(429, "198.51.100.8", "/api/signin/factor",  # not from elsewhere either, with a right one
                 {"ticket": answer["ticket"], "code": owner.recovery[0]})
        _, answer = self.ask(202, "192.0.2.1", "/api/signin", {"name": "guessed",
                                                               "password": PASSWORD})
        self.ask(200, "192.0.2.1", "/api/signin/factor", {"ticket": answer["ticket"],
                                                          "code": owner.codes.next()})

    def test_a_mailbox_is_not_the_second_factor(self):
        box = "twice@example.net"
        owner = self.protected("twice", email=box)
        token = re.search(r"confirm#(\S+)", text_of(self.office.wait(box))).group(1)
        self.ask(200, "192.0.2.1", "/api/email/confirm", {"token": token})
        self.ask(202, "192.0.2.1", "/api/recover", {"name": "twice"})
        token = re.search(r"recover#(\S+)", text_of(self.office.wait(box))).group(1)
        c, answer = self.ask(202, "192.0.2.1", "/api/recover/finish",
                             {"token": token, "password": "second horse"})
        self.assertNotIn("set-cookie", c.headers)
        self.ask(200, "192.0.2.1", "/api/signin/factor", {"ticket": answer["ticket"],
                                                          "code": owner.recovery[2]})

    def test_the_operator_can_take_it_away(self):
        self.protected("stranded")
        self.server.stop()
        done = subprocess.run([harness.HOSHI, "admin", "factor-off", "--store", self.server.store,
                               "stranded"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server.start()
        c, _ = self.ask(200, "192.0.2.9", "/api/signin", {"name": "stranded",
                                                          "password": PASSWORD})
        c.keep_session()
        events = c.must(200, "GET", "/api/account/security")["events"]
        self.assertEqual([e["kind"] for e in events[:2]], ["signed-in", "factor-off"])


if __name__ == "__main__":
    harness.main()
