"""A mail server for tests: it takes mails over SMTP and keeps them in boxes, by recipient."""
import base64
import email
import email.policy
import re
import socketserver
import threading
import time

from harness import SLOW


class PostOffice(socketserver.ThreadingTCPServer):
    """An SMTP server that keeps mails in boxes, by recipient."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Postman)
        self.boxes = []
        self.changed = threading.Condition()
        self.refuse = None  # an answer to RCPT instead of 250
        self.refuse_only = None  # a recipient who is not known
        self.once = False  # of mails with one Message-ID, as from a server that died, keep the first
        self.known = set()
        self.open = threading.Event()  # unless it is set, DATA is not answered
        self.open.set()
        self.asked = threading.Event()  # somebody has sent DATA
        self.signs_in = ""  # ways to sign in that are offered, such as "PLAIN XOAUTH2"
        self.sign_ins = []  # what was said, decoded
        self.pause = 0.0  # seconds before DATA is answered
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def put(self, sender, to, raw):
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        mail["X-Sender"] = sender  # on the envelope
        with self.changed:
            if self.once and (to, mail["Message-ID"]) in self.known:
                return
            self.known.add((to, mail["Message-ID"]))
            self.boxes.append((to, mail))
            self.changed.notify_all()

    def wait(self, to, fits=lambda mail: True, seconds=15):
        """Takes the first mail for `to` that fits out of its box."""
        until = time.monotonic() + seconds * SLOW
        with self.changed:
            while True:
                for i, (whose, mail) in enumerate(self.boxes):
                    if whose == to and fits(mail):
                        del self.boxes[i]
                        return mail
                left = until - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"no such mail for {to}; there are "
                                         f"{[(w, l['Subject']) for w, l in self.boxes]}")
                self.changed.wait(left)

    def count(self):
        with self.changed:
            return len(self.boxes)


class Postman(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        try:
            self.talk()
        except ConnectionError:
            pass  # the client was killed

    def talk(self):
        office, sender, to = self.server, "", []
        self.say("220 office")
        while line := self.rfile.readline().decode("latin-1").strip():
            verb = line.split()[0].upper()
            if verb == "DATA":
                office.asked.set()
                office.open.wait(60 * SLOW)
                time.sleep(office.pause)
                self.say("354 go on")
                raw = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    if not part:
                        return  # the client died in the middle of it
                    raw += part[1:] if part.startswith(b".") else part
                for one in to:
                    office.put(sender, one, raw)
                to = []
                self.say("250 kept")
            elif verb == "RCPT":
                if office.refuse:
                    self.say(office.refuse)
                    continue
                one = re.search(r"<(.*?)>", line).group(1).lower()
                if one == office.refuse_only:
                    self.say("550 5.1.1 nobody of that name")
                    continue
                to.append(one)
                self.say("250 yes")
            elif verb == "MAIL":
                sender = re.search(r"<(.*?)>", line).group(1)
                self.say("250 yes")
            elif verb == "EHLO" and office.signs_in:
                self.wfile.write(b"250-office\r\n")
                self.say("250 AUTH " + office.signs_in)
            elif verb == "AUTH":
                words = line.split()
                if len(words) < 3:
                    self.say("334 ")
                    words.append(self.rfile.readline().decode("latin-1").strip())
                office.sign_ins.append((words[1].upper(), base64.b64decode(words[2]).decode()))
                self.say("235 welcome")
            elif verb == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 yes")


def text_of(mail):
    return mail.get_body(("plain",)).get_content()
