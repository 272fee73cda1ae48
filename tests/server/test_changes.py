#!/usr/bin/env python3
"""When the credentials of an account change, its player gets a mail, and a recovery leaves nothing to a thief."""
import os
import re
import subprocess
import unittest

import harness
from postoffice import PostOffice, text_of
from test_factor import Codes
from test_passkeys import Authenticator, b64

PASSWORD = "correct horse"
SUBJECT = "A change in your account"


class Changes(unittest.TestCase):
    """With limits, because mails have some."""

    def setUp(self):
        self.office = PostOffice()
        self.addCleanup(self.office.server_close)
        self.addCleanup(self.office.shutdown)
        folder = harness.tempfile.mkdtemp(prefix="hoshi-changes-")
        self.addCleanup(harness.shutil.rmtree, folder, True)
        self.server = harness.Server(
            "--no-bot", "--mail-address", "hoshi@example.org", "--mail-token-file",
            os.path.join(folder, "token"), "--smtp", self.office.url,
            "--url", "https://hoshi.example")
        self.addCleanup(self.server.close)

    def client(self):
        c = self.server.client()
        self.addCleanup(c.close)
        return c

    def member(self, name):
        """A member whose address NAME@example.net is confirmed."""
        c = self.client()
        c.box = name + "@example.net"
        c.name = name
        c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD, "email": c.box})
        c.keep_session()
        self.client().must(200, "POST", "/api/email/confirm",
                           {"token": self.token(c.box, "confirm")})
        return c

    def token(self, box, page):
        return re.search(page + r"#(\S+)", text_of(self.office.wait(
            box, lambda mail: page + "#" in text_of(mail)))).group(1)

    def told(self, box, *said):
        """The next mail about this change; it says the rest, too."""
        text = text_of(self.office.wait(box, lambda mail: mail["Subject"].startswith(SUBJECT)
                                        and said[0] in text_of(mail)))
        for words in said:
            self.assertIn(words, text)
        return text

    def factor(self, c):
        begun = c.must(200, "POST", "/api/account/factor", {"password": PASSWORD})
        c.codes = Codes(begun["secret"])
        c.recovery = c.must(201, "POST", "/api/account/factor/confirm",
                            {"code": c.codes.next()})["codes"]
        return c

    def passkey(self, c, name="my phone", **more):
        key = Authenticator()
        question = c.must(201, "POST", "/api/account/passkeys/challenge", {})["challenge"]
        c.must(201, "POST", "/api/account/passkeys", {"name": name, "password": PASSWORD,
                                                      **key.make(question), **more})
        return key

    def show(self, status, key, **more):
        c = self.client()
        question = c.must(201, "POST", "/api/passkeys/challenge", {})["challenge"]
        c.answer = c.must(status, "POST", "/api/signin/passkey", {**key.show(question), **more})
        return c

    def recover(self, c, status, password="second horse"):
        """By mail, from a browser that is not the owner's."""
        self.client().must(202, "POST", "/api/recover", {"name": c.name})
        other = self.client()
        other.answer = other.must(status, "POST", "/api/recover/finish", {
            "token": self.token(c.box, "recover"), "password": password})
        return other

    def events(self, c):
        return [(e["kind"], e["detail"])
                for e in c.must(200, "GET", "/api/account/security")["events"]]

    def test_a_mail_tells_of_each_change_in_three_languages(self):
        c = self.factor(self.member("told"))
        self.told(c.box, "account of the player told has just been changed:",
                  "The second factor was turned on.", "Der zweite Faktor wurde eingeschaltet.",
                  "Le second facteur a été activé.", "https://hoshi.example/recover")
        key = self.passkey(c, "administrator", code=c.recovery[0])
        text = self.told(c.box, "A passkey was made.", "Ein Passkey wurde erstellt.")
        self.assertNotIn("administrator", text)  # nothing that the browser says of itself
        c.must(201, "POST", "/api/account/factor/codes", {"password": PASSWORD,
                                                         "code": c.recovery[1]})
        self.told(c.box, "New recovery codes were made.")
        c.must(200, "POST", "/api/account/passkeys/end", {
            "id": b64(key.id), "password": PASSWORD, "code": c.codes.next()})
        self.told(c.box, "A passkey was removed.", "Une clé d'accès a été retirée.")
        self.assertEqual(self.events(c)[0], ("passkey-ended", "administrator"))
        c.must(200, "POST", "/api/account/factor/end", {"password": PASSWORD,
                                                        "code": c.codes.next()})
        self.told(c.box, "The second factor was removed.")
        c.must(200, "POST", "/api/account/password", {"password": PASSWORD, "new": "second horse"})
        self.told(c.box, "The password was changed.", "Das Passwort wurde geändert.")
        self.assertEqual([kind for kind, _ in self.events(c)[:6]],
                         ["password", "factor-off", "passkey-ended", "codes-made", "code-used",
                          "passkey-added"])

    def test_an_address_that_is_removed_hears_of_it_and_one_that_was_not_confirmed_does_not(self):
        c = self.member("moving")
        c.must(200, "POST", "/api/account/emails", {"password": PASSWORD,
                                                    "address": "other@example.net"})
        self.token("other@example.net", "confirm")
        c.must(200, "POST", "/api/account/emails/end", {"password": PASSWORD,
                                                        "address": "other@example.net"})
        c.must(200, "POST", "/api/account/emails/end", {"password": PASSWORD, "address": c.box})
        self.told(c.box, "An e-mail address was removed.")
        self.assertEqual(self.office.count(), 0)

    def test_mails_of_one_kind_are_few_and_those_of_another_still_go(self):
        c = self.factor(self.member("noisy"))
        self.told(c.box, "turned on")
        codes = c.recovery
        for _ in range(5):  # an intruder with password and codes wants to hide the next steps
            codes = c.must(201, "POST", "/api/account/factor/codes", {
                "password": PASSWORD, "code": codes[0]})["codes"]
        c.must(200, "POST", "/api/account/factor/end", {"password": PASSWORD, "code": codes[0]})
        self.told(c.box, "The second factor was removed.")
        for _ in range(3):
            self.told(c.box, "New recovery codes")
        self.assertEqual(self.office.count(), 0)
        self.assertEqual([kind for kind, _ in self.events(c)].count("codes-made"), 5)

    def test_a_recovery_ends_the_passkeys_of_a_thief(self):
        owner = self.member("robbed")
        key = self.passkey(owner, "the thief's")
        thief = self.show(200, key)
        thief.keep_session()
        owner = self.recover(owner, 200)
        owner.keep_session()
        self.assertIsNone(thief.must(200, "GET", "/api/me"))
        self.show(403, key)
        self.assertEqual(owner.must(200, "GET", "/api/account/passkeys")["passkeys"], [])
        self.assertEqual(self.events(owner)[:2], [("recovered", ""),
                                                  ("passkey-ended", "the thief's")])
        self.told("robbed@example.net", "A passkey was made.")
        self.told("robbed@example.net", "A new password was set with a link.", "Passkeys end, too")

    def test_a_mailbox_alone_ends_no_passkey_of_an_account_with_a_second_factor(self):
        owner = self.factor(self.member("guarded"))
        mine = self.passkey(owner, "mine", code=owner.recovery[0])
        other = self.passkey(owner, "the other one", code=owner.recovery[1])
        self.recover(owner, 202)  # a thief with the mailbox gets no further
        self.show(200, mine)
        again = self.recover(owner, 202, "third horse")
        intruder = self.show(200, other)
        intruder.keep_session()
        c = self.show(200, mine, ticket=again.answer["ticket"])
        c.keep_session()
        self.assertEqual([k["name"] for k in c.must(200, "GET", "/api/account/passkeys")["passkeys"]],
                         ["mine"])
        self.assertIsNone(intruder.must(200, "GET", "/api/me"))
        self.show(403, other)
        self.show(200, mine)

    def test_after_a_recovery_a_code_ends_all_passkeys(self):
        owner = self.factor(self.member("coded"))
        key = self.passkey(owner, code=owner.recovery[0])
        c = self.recover(owner, 202)
        c.must(200, "POST", "/api/signin/factor", {"ticket": c.answer["ticket"],
                                                   "code": owner.recovery[1]})
        self.show(403, key)
        # Signing in later with a code ends nothing.
        c.keep_session()
        fresh = Authenticator()
        question = c.must(201, "POST", "/api/account/passkeys/challenge", {})["challenge"]
        c.must(201, "POST", "/api/account/passkeys", {
            "name": "new", "password": "second horse", "code": owner.recovery[2],
            **fresh.make(question)})
        other = self.client()
        ticket = other.must(202, "POST", "/api/signin", {"name": "coded",
                                                        "password": "second horse"})["ticket"]
        other.must(200, "POST", "/api/signin/factor", {"ticket": ticket, "code": owner.recovery[3]})
        self.show(200, fresh)

    def test_an_administrator_removes_a_second_factor_and_the_player_gets_a_mail(self):
        stranded = self.factor(self.member("stranded"))
        self.passkey(stranded, code=stranded.recovery[0])
        for words in ("turned on", "passkey was made"):
            self.told(stranded.box, words)
        boss = self.member("boss")
        boss.must(403, "POST", "/api/admin/players/stranded/factor-off", {})
        self.server.stop()
        done = self.admin("role", "boss", "administrator")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server.start()
        person = boss.must(200, "POST", "/api/admin/players/stranded/factor-off", {})
        self.assertEqual((person["second_factor"], person["passkeys"]), (False, 1))
        boss.must(409, "POST", "/api/admin/players/stranded/factor-off", {})
        self.told(stranded.box, "changed by an administrator", "The second factor was removed.",
                  "von der Verwaltung", "par un administrateur")
        self.assertEqual(self.events(stranded)[0], ("factor-off", "administrator"))

    def test_the_operator_hears_of_passkeys_and_the_mail_waits_for_the_server(self):
        stranded = self.factor(self.member("adrift"))
        self.passkey(stranded, code=stranded.recovery[0])
        for words in ("turned on", "passkey was made"):
            self.told(stranded.box, words)
        self.server.stop()
        done = self.admin("factor-off", "adrift")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("adrift keeps passkeys: 1", done.stdout)
        again = self.admin("factor-off", "adrift")
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("has no second factor", again.stderr)
        self.server.start()
        self.told(stranded.box, "changed by an administrator")

    def admin(self, *command):
        return subprocess.run([harness.HOSHI, "admin", command[0], "--store", self.server.store,
                               *command[1:]], capture_output=True, text=True)


if __name__ == "__main__":
    harness.main()
