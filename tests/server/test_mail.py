#!/usr/bin/env python3
"""Play by e-mail with the real binary: mails go in through `hoshi mail` and come out over SMTP into a
mail server of the test, where players read and answer them."""
import email
import email.policy
import json
import os
import re
import subprocess
import threading
import time
import unittest

import harness
from harness import HOSHI, SLOW
from postoffice import PostOffice, text_of

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "mail")
EX_DATAERR, EX_TEMPFAIL, EX_NOPERM = 65, 75, 77


class Mail(unittest.TestCase):
    def setUp(self):
        self.office = PostOffice()
        self.addCleanup(self.office.server_close)
        self.addCleanup(self.office.shutdown)
        self.server = self.serve("hoshi@example.org")
        self.ids = 0

    def serve(self, address, *more):
        folder = harness.tempfile.mkdtemp(prefix="hoshi-mail-")
        token = os.path.join(folder, "token")
        server = harness.Server("--no-bot", "--no-limits", "--mail-address", address,
                                "--mail-token-file", token, "--smtp", self.office.url, *more)
        server.token = token
        self.addCleanup(harness.shutil.rmtree, folder, True)
        self.addCleanup(server.close)
        return server

    def pipe(self, raw, server=None, token=None, more=()):
        server = server or self.server
        command = [HOSHI, "mail", "--server", f"http://127.0.0.1:{server.port}", "--token-file",
                   token or server.token, *more]
        return subprocess.run(command, input=raw, capture_output=True).returncode

    def raw(self, sender, subject, body="", to="hoshi@example.org", **headers):
        self.ids += 1
        mail = email.message.EmailMessage()
        mail["From"] = sender
        mail["To"] = to
        mail["Subject"] = subject
        mail["Message-ID"] = headers.pop("message_id", f"<{self.ids}.{sender}>")
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(body)
        return mail.as_bytes()

    def send_to(self, server, raw):
        self.assertEqual(self.pipe(raw, server=server), 0)

    def send(self, sender, subject, body="", **more):
        self.assertEqual(self.pipe(self.raw(sender, subject, body, **more)), 0)

    def answer(self, sender, mail, body, keep_subject=True):
        """As a mail program does: to Reply-To if there is one, with the old text quoted."""
        quoted = "".join("> " + line + "\n" for line in text_of(mail).splitlines())
        subject = "Re: " + mail["Subject"]
        to = mail["Reply-To"] or mail["From"]
        self.send(sender, subject, f"{body}\n\nOn a day hoshi wrote:\n{quoted}\n-- \nmy signature\n",
                  to=to, In_Reply_To=mail["Message-ID"])

    def reply(self, to):
        return self.office.wait(to, lambda l: l["Auto-Submitted"] == "auto-replied")

    def notice(self, to, words):
        return self.office.wait(
            to, lambda l: l["Auto-Submitted"] == "auto-generated" and words in l["Subject"])

    def signup(self, name):
        address = f"{name}@example.net"
        self.send(address, f"signup {name} secret-{name}")
        self.assertIn("Welcome", text_of(self.reply(address)))
        self.answer(address, self.office.wait(address, lambda l: l["Subject"].startswith("address")),
                    "")
        self.assertIn("Thank you", text_of(self.reply(address)))
        return address

    def test_two_play_by_answering_and_no_password_is_ever_repeated(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        self.send(ann, "levee challenge -size=5 -password=secret-ann ann bob")
        asked = text_of(self.reply(ann))
        self.assertNotIn("secret-ann", asked)
        self.assertIn("bob is asked", asked)
        self.answer(bob, self.notice(bob, "a challenge"), "accept")
        self.reply(bob)
        turn = self.notice(ann, "your turn, #0")
        self.assertIn("+", turn["Reply-To"])
        self.assertIn("List-Unsubscribe", turn)
        self.assertEqual(turn["References"], "<match-1@example.org>")
        self.assertIn("<table", turn.get_body(("html",)).get_content())
        self.assertNotIn("secret", turn.as_string())
        self.answer(ann, turn, "b2")
        answer = self.reply(ann)
        self.assertIn("You have played b2", text_of(answer))
        self.assertIn("<match-1@example.org>", answer["References"])
        self.answer(bob, self.notice(bob, "your turn, #1"), "B2")
        self.assertIn("rule L3", text_of(self.reply(bob)))
        self.send(bob, "levee resign 1 bob secret-bob")
        self.assertIn("ann has won", text_of(self.notice(ann, "it is over")))

    def test_a_challenge_tells_everything_and_accept_with_a_mark_accepts(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        self.send(ann, "palisade challenge -size=5 -rated -clock=3d -password=secret-ann ann bob")
        self.reply(ann)
        asked = self.notice(bob, "a challenge from ann")
        text = text_of(asked)
        for words in ("ann challenges you to a match of Palisade", "Board:    1",
                      "Palisade, by Mark Steere", "Size:     5x5", "Options:  none in this game",
                      "ann (player 1, Black, moves first)", "bob (player 2, White): you",
                      "Rated:    yes", "Clock:    3 days for each move",
                      "Start:    an empty board", "palisade accept 1 bob password"):
            self.assertIn(words, text)
        self.answer(bob, asked, "Accept!")
        self.assertIn("You have accepted", text_of(self.reply(bob)))
        turn = self.notice(ann, "your turn, #0")
        self.assertIn("such as d4", text_of(turn))
        self.assertIn("palisade move 1 ann password d4#0", text_of(turn))

    def test_a_start_position_stands_in_the_challenge(self):
        bob = self.signup("bob")
        browser = self.server.client()
        self.addCleanup(browser.close)
        browser.must(201, "POST", "/api/signup", {"name": "browser", "password": harness.PASSWORD})
        browser.keep_session()
        browser.create("levee", ["me", {"player": "bob"}], width=5, height=5,
                       start=["b2", "d4"])
        text = text_of(self.notice(bob, "a challenge"))
        self.assertIn("Start:    the position below, after 2 plies (#2)", text)
        self.assertIn("1. b2  2. d4", text)
        self.assertIn("(player 2): you", text)

    def test_who_declines_or_calls_off_is_told_to_the_others(self):
        ann, bob, cleo = (self.signup(name) for name in ("ann", "bob", "cleo"))
        self.send(ann, "claims challenge -size=4 -password=secret-ann ann bob cleo")
        self.reply(ann)
        self.answer(bob, self.notice(bob, "a challenge"), "Decline, sorry.")
        self.assertIn("You have declined", text_of(self.reply(bob)))
        for one in (ann, cleo):
            told = text_of(self.notice(one, "bob declines"))
            self.assertIn("bob has declined the challenge.", told)
        # A challenge without a password is asked of its sender, too, and bob declines first.
        self.send(ann, "levee challenge -size=5 ann bob")
        self.assertIn("ann is asked", text_of(self.reply(ann)))
        self.assertIn("Accept it only if you sent it", text_of(self.notice(ann, "board 2: a challenge")))
        self.answer(bob, self.notice(bob, "board 2: a challenge"), "no")
        self.reply(bob)
        self.notice(ann, "bob declines")
        self.send(ann, "levee challenge -size=5 -password=secret-ann ann bob")
        self.reply(ann)
        self.notice(bob, "board 3: a challenge")
        self.send(ann, "levee withdraw 3 ann secret-ann")
        self.assertIn("You have withdrawn", text_of(self.reply(ann)))
        self.assertIn("ann has called the match off", text_of(self.notice(bob, "called off by ann")))

    def test_offers_reach_the_others_and_a_refusal_the_offerer(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        self.send(bob, "set bob secret-bob accept=auto")
        self.reply(bob)
        self.send(ann, "claims challenge -size=4 -clock=3d -password=secret-ann ann bob")
        self.reply(ann)
        self.answer(ann, self.notice(ann, "your turn, #0"), "b2")
        self.reply(ann)
        for command, asks, refuses in (("move 1 ann secret-ann propose", "offers a draw", "the draw"),
                                       ("move 1 ann secret-ann undo", "asks to take back",
                                        "to take back"),
                                       ("pause 1 ann secret-ann", "asks to stop the clocks",
                                        "to stop the clocks")):
            self.send(ann, f"claims {command}")
            self.assertIn("You have", text_of(self.reply(ann)))
            asked = self.notice(bob, f"ann {asks}")
            self.assertIn("Answer with the word `accept` or `reject`", text_of(asked))
            self.answer(bob, asked, "reject")
            self.assertIn("You have refused", text_of(self.reply(bob)))
            self.assertIn(f"bob refuses {refuses}",
                          text_of(self.notice(ann, f"bob refuses {refuses}")))

    def test_one_plays_in_the_browser_and_one_by_mail(self):
        ann = self.signup("ann")
        browser = self.server.guest()
        self.addCleanup(browser.close)
        match = browser.create("redstone", ["open", "me"], width=9, height=9)["id"]
        self.send(ann, f"redstone accept {match} ann secret-ann")
        self.assertIn("ann is to move", text_of(self.reply(ann)))
        self.send(ann, f"redstone move {match} ann secret-ann e5")
        self.reply(ann)
        self.assertEqual(browser.match(match)["ply"], 1)
        browser.play(match, 2, "swap")
        self.assertIn("e5", text_of(self.notice(ann, "your turn, #2")))
        browser.must(201, "POST", f"/api/matches/{match}/chat", {"text": "good luck"})
        self.assertIn("says: good luck", text_of(self.notice(ann, "a message")))

    def test_r7_colours_are_those_of_the_board_after_a_swap_and_its_takeback(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        self.send(bob, "set bob secret-bob accept=auto")
        self.reply(bob)
        self.send(ann, "redstone challenge -size=5 -password=secret-ann ann bob")
        self.reply(ann)

        def show(board):
            self.send(ann, f"redstone show {board}")
            return text_of(self.reply(ann))

        self.answer(ann, self.notice(ann, "your turn, #0"), "c3")
        self.reply(ann)
        self.answer(bob, self.notice(bob, "your turn, #1"), "swap")
        self.reply(bob)
        self.assertIn("ann (White), bob (Black)", text_of(self.notice(ann, "your turn, #2")))
        self.assertIn("ann (White), bob (Black)", show("1"))
        self.assertIn("ann (Black), bob (White)", show("1#1"), "the board before the swap")
        self.send(bob, "redstone move 1 bob secret-bob undo")
        self.reply(bob)
        self.answer(ann, self.notice(ann, "bob asks to take back"), "accept")
        self.assertIn("ann (Black), bob (White)", text_of(self.reply(ann)))
        self.assertIn("ann (Black), bob (White)", show("1"))

    def test_c7_claims_with_three_by_mail(self):
        who = [self.signup(name) for name in ("ann", "bob", "cleo")]
        self.send(who[0], "claims challenge -size=4 -password=secret-ann ann bob cleo")
        for one in who[1:]:
            self.answer(one, self.notice(one, "a challenge"), "accept")
            self.reply(one)
        for ply, move in enumerate(["b2", "pass", "pass", "pass"], 1):
            one = who[(ply - 1) % 3]
            self.answer(one, self.notice(one, f"your turn, #{ply - 1}"), move)
        for one in who:
            self.assertIn("ann has won", text_of(self.notice(one, "it is over")))

    def test_the_same_mail_twice_acts_once_and_a_late_one_is_stale(self):
        ann = self.signup("ann")
        bob = self.signup("bob")
        self.send(bob, "set bob secret-bob accept=auto")
        self.reply(bob)
        self.send(ann, "levee challenge -size=5 -password=secret-ann ann bob")
        self.reply(ann)
        turn = self.notice(ann, "your turn, #0")
        twice = self.raw(ann, "Re: x", "b2", to=turn["Reply-To"])
        self.assertEqual(self.pipe(twice), 0)
        self.assertIn("You have played b2", text_of(self.reply(ann)))
        self.assertEqual(self.pipe(twice), 0)
        self.answer(ann, turn, "d4")
        self.assertIn("at #0, but the match is at #1 now", text_of(self.reply(ann)))
        c = self.server.client()
        self.addCleanup(c.close)
        self.assertEqual(c.match(1)["ply"], 1)

    def test_conditional_moves_are_played_by_themselves(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        self.send(bob, "set bob secret-bob accept=auto")
        self.reply(bob)
        self.send(ann, "levee challenge -size=7 -password=secret-ann ann bob")
        self.reply(ann)
        self.send(bob, "levee queue 1 bob secret-bob b2 c2", "b3 c3\n")
        self.assertIn("b3 c3", text_of(self.reply(bob)))
        self.answer(ann, self.notice(ann, "your turn, #0"), "b3")
        self.assertIn("2. c3", text_of(self.notice(ann, "your turn, #2")))

    def test_the_mta_keeps_a_mail_while_the_server_is_down(self):
        mail = self.raw("ann@example.net", "signup ann secret-ann")
        self.assertEqual(self.server.stop(), 0)
        self.assertEqual(self.pipe(mail), EX_TEMPFAIL)
        self.server.start()
        self.assertEqual(self.pipe(mail), 0)
        self.assertIn("Welcome", text_of(self.reply("ann@example.net")))
        wrong = os.path.join(self.server.folder, "wrong")
        with open(wrong, "w", encoding="utf-8") as f:
            f.write("x" * 43 + "\n")
        self.assertEqual(self.pipe(mail, token=wrong), EX_NOPERM)

    def test_a_mail_waits_for_the_mail_server_and_survives_a_restart(self):
        self.office.refuse = "451 later"
        self.send("ann@example.net", "help")
        time.sleep(2)
        self.assertEqual(self.office.count(), 0)
        self.assertEqual(self.server.kill(), -9)
        self.office.refuse = None
        self.server.start()
        self.assertIn("GAME challenge", text_of(self.reply("ann@example.net")))

    def test_automatic_mails_are_neither_answered_nor_executed(self):
        for headers in ({"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"},
                        {"Return_Path": "<>"}, {"List_Id": "<x.example.net>"}):
            self.send("ann@example.net", "signup ann secret-ann", **headers)
        self.send("MAILER-DAEMON@example.net", "help")
        self.send("hoshi@example.org", "help")
        self.send("bob@example.net", "list")
        self.reply("bob@example.net")
        self.assertEqual(self.office.count(), 0)

    def test_two_servers_do_not_keep_writing_to_each_other(self):
        other = self.serve("hoshi@example.com")
        self.send("hoshi@example.com", "help")  # a forged first mail starts it
        mail = self.reply("hoshi@example.com")
        raw = mail.as_bytes()
        self.assertEqual(self.pipe(raw, server=other), 0)
        time.sleep(2.5)
        self.assertEqual(self.office.count(), 0)

    def case(self, name, turn=None):
        """A mail of tests/data/mail, with the reply address of a notification."""
        with open(os.path.join(DATA, name), "rb") as f:
            raw = f.read()
        to = turn["Reply-To"].addresses[0].addr_spec if turn else ""
        self.ids += 1
        raw = re.sub(rb"Message-ID: <[^>]*>", f"Message-ID: <case-{self.ids}@x>".encode(), raw)
        return raw.replace(b"hoshi+REPLY@example.org", to.encode())

    def begin(self, ann, bob, size=9):
        """A match of Levee; returns ann's first notification."""
        self.send(bob, "set bob secret-bob accept=auto")
        self.reply(bob)
        self.send(ann, f"levee challenge -size={size} -password=secret-ann ann bob")
        self.reply(ann)
        return self.notice(ann, "your turn, #0")

    def test_mails_of_the_world_play_and_do_nothing_else(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        turn = self.begin(ann, bob, 25)
        proof = turn["Reply-To"].addresses[0].username
        self.assertGreaterEqual(len(proof.rsplit("-", 1)[1]), 26)
        self.assertIn("AutoReply", turn["X-Auto-Response-Suppress"])
        # A question, and an attached mail, resign nothing; a refusal says what was read.
        self.assertEqual(self.pipe(self.case("resign_question.eml", turn)), 0)
        self.assertIn("question", text_of(self.reply(ann)))
        attached = email.message.EmailMessage()
        attached["From"], attached["To"] = ann, turn["Reply-To"]
        inner = email.message.EmailMessage()
        inner["From"] = "x@example.com"
        inner.set_content("resign")
        attached.add_attachment(inner)
        self.assertEqual(self.pipe(attached.as_bytes()), 0)
        self.assertIn("no words of its own", text_of(self.reply(ann)))
        self.answer(ann, turn, "Thank you for your mail")
        said = text_of(self.reply(ann))
        self.assertIn('read as "Thank"', said)
        self.assertIn('"Thank you for your mail"', said)
        # What programs write around a move does not hide it.
        for name, who, move in (("zwsp_before.eml", ann, "c13"), ("html_utf8_nbsp.eml", bob, "c5"),
                                ("to_long_list.eml", ann, "i3"),
                                ("list_footer_mixed.eml", bob, "a11"),
                                ("two_delivered_to.eml", ann, "i1"),
                                ("smart_quotes.eml", bob, "c19")):
            raw = self.case(name, turn).replace(b"From: ann@", b"From: @").replace(
                b"From: bob@", b"From: @").replace(b"From: @", f"From: {who[:3]}@".encode())
            self.assertEqual(self.pipe(raw), 0)
            self.assertIn(f"You have played {move}", text_of(self.reply(who)))
            other = bob if who == ann else ann
            turn = self.notice(other, "your turn")
        for name in ("subject_nbsp.eml", "subject_external.eml"):
            self.assertEqual(self.pipe(self.case(name)), 0)
            self.assertIn("Board 1, Levee 25x25", text_of(self.reply(ann)), name)
        # The opponent gets no address and no way to move.
        self.send(ann, "levee move 1 ann secret-ann c21")
        self.reply(ann)
        turn = self.notice(bob, "your turn")
        old = turn["Reply-To"].addresses[0].addr_spec
        self.send(bob, "Re: x", "chat good luck\nhoshi@example.org bob@example.net " + old, to=old)
        said = text_of(self.reply(bob))
        self.assertIn("taken out", said)
        self.assertIn("good luck", said)
        self.assertNotIn("@", text_of(self.notice(ann, "a message")).split("Board")[0])
        self.send(ann, "Re: x", "resign", to=old)
        self.assertIn("revoked", text_of(self.reply(ann)))
        c = self.server.client()
        self.addCleanup(c.close)
        self.assertEqual(c.match(1)["state"], "running")

    def test_a_reply_address_in_other_hands_is_revoked(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        turn = self.begin(ann, bob)
        self.send(bob, "Re: x", "b1", to=turn["Reply-To"])
        self.assertIn("belongs to another player", text_of(self.reply(bob)))
        self.answer(ann, turn, "b1")
        self.assertIn("revoked", text_of(self.reply(ann)))
        again = self.office.wait(ann, lambda l: "somebody else" in l["Subject"])
        self.answer(ann, again, "b1")
        answered = self.reply(ann)
        self.assertIn("You have played b1", text_of(answered))
        # The reply can be answered in turn, and In-Reply-To alone proves the owner of the address.
        self.answer(ann, answered, "show")
        self.assertIn("Board 1", text_of(self.reply(ann)))
        turn = self.notice(bob, "your turn, #1")
        self.send(bob, "Re: " + turn["Subject"], "b3", In_Reply_To=turn["Message-ID"])
        self.assertIn("You have played b3", text_of(self.reply(bob)))
        wrong = turn["Reply-To"].addresses[0].addr_spec.replace("hoshi+1-", "hoshi+2-")
        self.send(bob, "Re: x", "b5", to=wrong)
        self.assertIn("not one of this server", text_of(self.reply(bob)))
        # One of an older version, or one that was cut, is none either, and no ordinary mail.
        for tag in ("1-2-1-0123456789abcdef01234567", turn["Reply-To"].addresses[0].username[6:-9]):
            self.send(bob, "Re: x", "b5", to=f"hoshi+{tag}@example.org")
            self.assertIn("of an older version", text_of(self.reply(bob)))
        self.send(bob, "list", to="hoshi+filed-1@example.org")
        self.assertIn("running", text_of(self.reply(bob)))
        c = self.server.client()
        self.addCleanup(c.close)
        self.assertIn(b"hoshi_mail_proofs_wrong_total 3", c.request("GET", "/metrics")[1])

    def test_a_program_that_answers_every_error_is_not_answered_for_ever(self):
        folder = harness.tempfile.mkdtemp(prefix="hoshi-loop-")
        self.addCleanup(harness.shutil.rmtree, folder, True)
        server = harness.Server("--no-bot", "--mail-address", "hoshi@example.org",
                                "--mail-token-file", os.path.join(folder, "token"), "--smtp",
                                self.office.url, "--mail-trust", "mx.example.org")
        server.token = os.path.join(folder, "token")
        self.addCleanup(server.close)
        for i in range(30):
            self.send_to(server, self.case("loop_proven.eml"))
        self.reply("bob@example.net")
        # One authority may write several lines; two domains in one result prove nothing.
        self.send_to(server, self.raw("ann@example.net", "signup ann secret-ann"))
        self.reply("ann@example.net")
        confirm = self.office.wait("ann@example.net", lambda l: l["Subject"].startswith("address"))
        self.send_to(server, self.raw("ann@example.net", "Re: " + confirm["Subject"],
                                      to=confirm["Reply-To"] or confirm["From"]))
        self.reply("ann@example.net")
        self.send_to(server, self.case("authres_two_headers.eml"))
        self.assertIn("broadcasts=", text_of(self.reply("ann@example.net")))
        self.send_to(server, self.case("authres_two_header_from.eml"))
        self.assertIn("does not vouch for your address", text_of(self.reply("ann@example.net")))
        self.send_to(server, self.raw("cid@example.net", "help"))
        self.reply("cid@example.net")
        self.assertLess(self.office.count(), 12)
        for line in self.case("auto_marks.txt").decode().splitlines():
            name, value = line.split(": ", 1)
            self.send_to(server, self.raw("dan@example.net", "help", **{name.replace("-", "_"): value}))
        self.send_to(server, self.case("no_longer.eml"))
        self.send_to(server, self.case("bouncer.eml"))
        self.assertIn("GAME move", text_of(self.reply("bouncer.joe@example.net")))
        self.assertNotIn("dan@example.net", [to for to, _ in self.office.boxes])

    def test_any_form_of_mail_is_read(self):
        html = self.raw("ann@example.net", "=?utf-8?q?help_tutorial?=")
        html = html.replace(b'text/plain; charset="utf-8"', b"text/html; charset=iso-8859-1")
        self.assertEqual(self.pipe(html), 0)
        self.assertIn("signup ann greypebble", text_of(self.reply("ann@example.net")))
        folded = b"From: ann@example.net\r\nSubject: palisade\r\n rules\r\nMessage-ID: <f@x>\r\n\r\n"
        self.assertEqual(self.pipe(folded), 0)
        self.assertIn("Mark Steere", text_of(self.reply("ann@example.net")))
        self.assertEqual(self.pipe(b"\0" * 1000), EX_DATAERR)
        huge = self.raw("ann@example.net", "list", "x" * 70 + "\n") + b"y" * 3_000_000
        self.assertEqual(self.pipe(huge), 0)
        self.assertIn("no open, running", text_of(self.reply("ann@example.net")))

    def test_what_comes_back_is_noted_and_then_nothing_is_sent_there(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        for i in range(3):
            self.send(ann, "message ann secret-ann bob", f"number {i}")
            self.reply(ann)
            mail = self.office.wait(bob, lambda l: "A message" in l["Subject"])
            # The report comes to the address on the envelope, or names the mail that it returns.
            report = self.report(bob, mail, "4.2.2" if i == 0 else "5.1.1")
            to = ("--to", mail["X-Sender"]) if i == 1 else ()
            self.assertEqual(self.pipe(report, more=to), 0)
            self.assertEqual(self.pipe(report, more=to), 0)  # the same once more
            if i == 0:
                self.send(ann, "message ann secret-ann bob", "a delay does not count")
                self.reply(ann)
                mail = self.office.wait(bob, lambda l: "A message" in l["Subject"])
                self.assertEqual(self.pipe(self.report(bob, mail, "5.1.1")), 0)
        self.send(ann, "message ann secret-ann bob", "nobody reads it")
        self.reply(ann)
        self.send(bob, "help")  # not answered either
        self.send(ann, "help")
        self.reply(ann)
        self.assertEqual(self.office.count(), 0)
        self.send(bob, "add bob secret-bob bob@example.net")
        self.answer(bob, self.office.wait(bob, lambda l: l["Subject"].startswith("address")), "")
        self.assertIn("Thank you", text_of(self.reply(bob)))

    def report(self, address, mail, status):
        action = "failed" if status[0] == "5" else "delayed"
        return (f"From: MAILER-DAEMON@example.net\r\nTo: hoshi@example.org\r\n"
                f"Subject: Undelivered\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report;"
                f" report-type=delivery-status; boundary=x\r\n\r\n--x\r\n\r\nSorry.\r\n--x\r\n"
                f"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; example.net\r\n"
                f"\r\nFinal-Recipient: rfc822; {address}\r\nAction: {action}\r\n"
                f"Status: {status}\r\n\r\n--x\r\nContent-Type: text/rfc822-headers\r\n\r\n"
                f"Message-ID: {mail['Message-ID']}\r\n--x--\r\n").encode()

    def test_an_address_that_the_mail_server_refuses_is_noted_too(self):
        ann, bob = self.signup("ann"), self.signup("bob")
        self.office.refuse_only = bob
        for i in range(3):
            self.send(ann, "message ann secret-ann bob", f"number {i}")
            self.reply(ann)
        self.wait_for(lambda: "bounced" in self.pbm("set bob secret-bob"))

    def pbm(self, command):
        url = f"http://127.0.0.1:{self.server.port}"
        return subprocess.run([HOSHI, "pbm", "--server", url, command], capture_output=True,
                              text=True).stdout

    def wait_for(self, fits):
        until = time.monotonic() + 15 * SLOW
        while not fits():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.1)

    def test_mails_out_of_order_late_and_twice_while_the_server_comes_and_goes(self):
        """An MTA tries again what was not taken; some mails come before older ones, some twice."""
        self.office.once = True
        ann, bob = self.signup("ann"), self.signup("bob")
        self.send(bob, "set bob secret-bob accept=auto")
        self.reply(bob)
        self.send(ann, "palisade challenge -size=7 -password=secret-ann ann bob")
        self.reply(ann)
        early = self.raw(bob, "palisade move 1 bob secret-bob e2#1")  # before ann has moved
        first = self.raw(ann, "palisade move 1 ann secret-ann b2#0")
        late = self.raw(ann, "palisade move 1 ann secret-ann d4#0")
        self.server.kill()
        queue = [early, first, first, late, early]
        for mail in queue:
            self.assertEqual(self.pipe(mail), EX_TEMPFAIL)
        self.server.start()
        for mail in queue:
            self.assertEqual(self.pipe(mail), 0)
        again = self.raw(bob, "palisade move 1 bob secret-bob e2#1")
        self.assertEqual(self.pipe(again), 0)
        self.server.kill()  # as soon as it was taken
        self.server.start()
        c = self.server.client()
        self.addCleanup(c.close)
        self.assertEqual([m["move"] for m in c.match(1)["moves"]], ["b2", "e2"])
        said = [text_of(self.reply(bob)), text_of(self.reply(bob))]
        self.assertIn("Nothing was played", said[0])
        self.assertIn("You have played e2", said[1])
        said = [text_of(self.reply(ann)), text_of(self.reply(ann))]
        self.assertIn("You have played b2", said[0])
        self.assertIn("Nothing was played", said[1])
        time.sleep(1.5)
        self.assertFalse([l for who, l in self.office.boxes if l["Auto-Submitted"] == "auto-replied"])

    def test_what_a_server_was_sending_when_it_died_is_sent_as_soon_as_it_is_back(self):
        boxes = [f"{name}@example.net" for name in ("ann", "bob", "cem")]
        self.office.open.clear()
        for box in boxes:
            self.send(box, "help tutorial")
        self.assertTrue(self.office.asked.wait(15 * SLOW))
        time.sleep(1.5)  # one is half sent, and others may be in the same batch
        self.server.kill()
        self.office.open.set()
        self.server.start()
        for box in boxes:
            self.assertIn("signup ann greypebble", text_of(self.reply(box)))

    def test_a_server_that_stops_leaves_the_mails_that_it_has_not_begun(self):
        """A mail server may take long for each: they are sent when the server is back."""
        boxes = [f"player{i}@example.net" for i in range(30)]
        self.office.open.clear()
        self.send(boxes[0], "help tutorial")
        self.assertTrue(self.office.asked.wait(15 * SLOW))
        for box in boxes[1:]:
            self.send(box, "help tutorial")
        self.office.pause = 0.5
        self.office.open.set()
        self.reply(boxes[1])  # the next batch has begun
        self.assertEqual(self.server.stop(), 0)
        self.assertLess(self.office.count(), len(boxes) - 2)
        self.office.pause = 0.0
        self.server.start()
        for box in boxes[:1] + boxes[2:]:
            self.assertIn("signup ann greypebble", text_of(self.reply(box)))
        self.assertEqual(self.office.count(), 0)

    def test_a_provider_posts_forms(self):
        c = self.server.client()
        self.addCleanup(c.close)
        with open(self.server.token, encoding="utf-8") as f:
            token = f.read().strip()
        form = ("--x\r\nContent-Disposition: form-data; name=\"from\"\r\n\r\nann@example.net\r\n"
                "--x\r\nContent-Disposition: form-data; name=\"subject\"\r\n\r\nhelp tutorial\r\n"
                "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n\r\n--x--\r\n")
        url = f"/api/mail/inbound?token={token}"
        status, _ = c.post(url, form.encode(),
                           headers={"Content-Type": "multipart/form-data; boundary=x"})
        self.assertEqual(status, 200)
        self.assertIn("signup ann greypebble", text_of(self.reply("ann@example.net")))
        raw = self.raw("bob@example.net", "help tutorial").decode()
        c.must(200, "POST", url, {"RawEmail": raw})
        self.assertIn("signup ann greypebble", text_of(self.reply("bob@example.net")))
        c.must(422, "POST", url, {"subject": "help"})

    def test_one_click_ends_the_notices(self):
        self.server = self.serve("hoshi@example.org", "--url", "https://hoshi.example")
        ann, bob = self.signup("ann"), self.signup("bob")
        self.send(ann, "message ann secret-ann bob", "hello")
        self.reply(ann)
        mail = self.office.wait(bob, lambda l: "A message" in l["Subject"])
        self.assertEqual(mail["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        where = re.search(r"<https://hoshi.example(/[^>]*)>", mail["List-Unsubscribe"]).group(1)
        c = self.server.client()
        self.addCleanup(c.close)
        status, page = c.request("GET", where)
        self.assertEqual(status, 200)
        self.assertIn("<form", str(page))
        self.assertIn("mail=auto", self.pbm("set bob secret-bob"))  # looking changes nothing
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _ = c.post(where[:-1] + "x", b"List-Unsubscribe=One-Click", headers=form)
        self.assertEqual(status, 404)
        status, _ = c.post(where, b"List-Unsubscribe=One-Click", headers=form)
        self.assertEqual(status, 200)
        self.assertIn("mail=none", self.pbm("set bob secret-bob"))
        # The mailto: does the same.
        self.send(bob, "set bob secret-bob mail=every")
        self.reply(bob)
        uri = re.search(r"subject=([^>]*)", mail["List-Unsubscribe"]).group(1)
        self.send(bob, uri.replace("%20", " "))
        self.assertIn("You get no more mail", text_of(self.reply(bob)))

    def test_the_operator_tries_the_mail(self):
        words = [HOSHI, "admin", "mail-test", "ann+x@example.net", "--mail-address", "hoshi@example.org", "--smtp"]
        done = subprocess.run([*words, self.office.url], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout),
                         (0, f"hoshi: a mail to ann+x@example.net was handed to {self.office.url}\n"), done.stderr)
        self.assertIn("test", self.office.wait("ann+x@example.net")["Subject"])
        done = subprocess.run([*words, "smtp://127.0.0.1:1"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the mail was not sent: ", done.stderr)
        words[3] = "ann"
        done = subprocess.run([*words, self.office.url], capture_output=True, text=True)
        self.assertIn("ann is not an address", done.stderr)

    def test_a_command_without_mail(self):
        url = f"http://127.0.0.1:{self.server.port}"
        done = subprocess.run([HOSHI, "pbm", "--server", url, "help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("GAME move ", done.stdout)
        done = subprocess.run([HOSHI, "pbm", "--server", url, "dance"], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 1)
        player = self.server.guest()
        self.addCleanup(player.close)
        name = player.player["name"]
        said = player.must(200, "POST", "/api/pbm",
                           {"command": f"levee challenge -size=5 {name} engine"})
        self.assertTrue(said["done"], said)
        said = player.must(200, "POST", "/api/pbm", {"command": f"levee move 1 {name} - b2"})
        self.assertTrue(said["done"], said)
        # A member signs in for one command, and the session ends with it.
        ann = self.server.guest()
        self.addCleanup(ann.close)
        ann.must(201, "POST", "/api/signup", {"name": "annas", "password": "greypebble-7"})

        def as_ann(given, *more):
            return subprocess.run([HOSHI, "pbm", "--server", url, "--as", "annas", *more], input=given,
                                  capture_output=True, text=True)
        done = as_ann("greypebble-7\n", "levee challenge -size=5 annas engine")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        match = re.search(r"\b(\d+)\b", done.stdout).group(1)
        ann.keep_session()
        sessions = len(ann.must(200, "GET", "/api/account/sessions")["sessions"])
        done = as_ann("greypebble-7\n", "--json", f"levee move {match} annas - b2")
        self.assertIs(json.loads(done.stdout)["done"], True, done.stdout)
        self.assertEqual(len(ann.must(200, "GET", "/api/account/sessions")["sessions"]), sessions)
        done = as_ann("wrong\n", f"levee move {match} annas - c4")
        self.assertEqual(done.returncode, 1)
        self.assertIn("annas cannot sign in: ", done.stderr)
        nobody = self.server.client()
        self.addCleanup(nobody.close)
        said = nobody.must(200, "POST", "/api/pbm", {"command": f"levee move 1 {name} - c4"})
        self.assertFalse(said["done"])
        nobody.must(400, "POST", "/api/pbm", {"line": "help"})
        status, _ = nobody.post("/api/mail/inbound", "x", headers={"Content-Type": "text/plain"})
        self.assertEqual(status, 401)


if __name__ == "__main__":
    harness.main()
