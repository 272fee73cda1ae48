#!/usr/bin/env python3
"""A real mail server between the player and the server: OpenSMTPD on a loopback port pipes mails into
`hoshi mail` and takes the mails that the server sends.

OpenSMTPD has fixed paths and drops privileges, so the test needs root and no other smtpd running;
elsewhere it is skipped."""
import os
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
import unittest

import harness
from postoffice import PostOffice, text_of

SMTPD = shutil.which("smtpd") or shutil.which("smtpd", path="/usr/sbin:/sbin")


def why_not():
    if os.geteuid() != 0:
        return "smtpd needs root"
    if SMTPD is None:
        return "OpenSMTPD (smtpd) is not installed"
    if subprocess.run(["pgrep", "-x", "smtpd"], capture_output=True).returncode == 0:
        return "an smtpd is running on this machine"
    return None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@unittest.skipIf(why_not() is not None, why_not() or "")
class Smtpd(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hoshi-smtpd-")
        os.chmod(self.folder, 0o755)
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.office = PostOffice()
        self.addCleanup(self.office.server_close)
        self.addCleanup(self.office.shutdown)
        self.port = free_port()
        self.token = os.path.join(self.folder, "token")
        self.server = harness.Server("--no-bot", "--no-limits", "--mail-address",
                                     "hoshi@example.org", "--mail-token-file", self.token,
                                     "--smtp", f"smtp://127.0.0.1:{self.port}")
        self.addCleanup(self.server.close)
        os.chmod(self.token, 0o644)  # no process runs the pipe here
        self.start_smtpd()

    def start_smtpd(self):
        program = os.path.join(self.folder, "hoshi")
        shutil.copy(harness.HOSHI, program)  # where no one may run it
        os.chmod(program, 0o755)
        conf = os.path.join(self.folder, "smtpd.conf")
        pipe = (f"{program} mail --server http://127.0.0.1:{self.server.port} "
                f"--token-file {self.token} --to %{{rcpt}}")
        with open(conf, "w", encoding="utf-8") as f:
            f.write(f'listen on 127.0.0.1 port {self.port} hostname example.org\n'
                    'table players { "hoshi@example.org" = "nobody" }\n'
                    f'action "in" mda "{pipe}" virtual <players>\n'
                    f'action "out" relay host {self.office.url}\n'
                    'match from any for domain "example.org" action "in"\n'
                    'match from any for any action "out"\n')
        self.log = open(os.path.join(self.folder, "log"), "w+", encoding="utf-8")
        self.smtpd = subprocess.Popen([SMTPD, "-d", "-f", conf], stdout=self.log, stderr=self.log,
                                      stdin=subprocess.DEVNULL)
        self.addCleanup(self.log.close)
        self.addCleanup(self.stop_smtpd)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        self.skipTest("smtpd does not start here: " + self.said())

    def stop_smtpd(self):
        self.smtpd.terminate()
        self.smtpd.wait(10)

    def said(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as f:
            return f.read()[-2000:]

    def send(self, sender, subject, body="", to="hoshi@example.org"):
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as s:
            s.sendmail(sender, [to], f"From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\n"
                                     f"Message-ID: <{time.monotonic_ns()}@example.net>\r\n\r\n"
                                     f"{body}\r\n")

    def wait(self, to, words):
        try:
            return self.office.wait(to, lambda l: words in text_of(l), 30)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.said()}") from error

    def test_a_match_goes_through_a_real_mail_server_both_ways(self):
        ann, bob = "ann@example.net", "bob@example.net"
        for address, name in ((ann, "ann"), (bob, "bob")):
            self.send(address, f"signup {name} secret-{name}")
            self.wait(address, "Welcome")
            code = self.office.wait(address, lambda l: l["Subject"].startswith("address"))
            self.send(address, "Re: " + code["Subject"])
            self.wait(address, "Thank you")
        self.send(bob, "set bob secret-bob accept=auto")
        self.wait(bob, "accept=auto")
        self.send(ann, "palisade challenge -size=7 -password=secret-ann ann bob")
        turn = self.office.wait(ann, lambda l: "your turn" in l["Subject"], 30)
        # The answer goes to an address with +, which the mail server must bring as well.
        self.send(ann, "Re: " + turn["Subject"], "d4", to=turn["Reply-To"].addresses[0].addr_spec)
        self.wait(ann, "You have played d4")
        self.office.wait(bob, lambda l: "your turn, #1" in l["Subject"], 30)


if __name__ == "__main__":
    harness.main()
