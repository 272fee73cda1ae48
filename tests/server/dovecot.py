"""A real mailbox for tests: Debian's Dovecot on loopback ports, with IMAP and POP3, TLS, IDLE, a quota, and
sign-in by password or by the tokens of a server of our own.

Dovecot drops privileges, so it needs root; elsewhere the tests are skipped (`why_not`)."""
import http.server
import imaplib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse

from harness import SLOW

DOVECOT = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin:/sbin")
PASSWORD = "secret"
USER = "hoshi@example.org"

CONF = """
base_dir = @DIR@/run
state_dir = @DIR@/state
log_path = @DIR@/log
protocols = imap pop3
listen = 127.0.0.1
ssl = yes
ssl_cert = <@DIR@/cert.pem
ssl_key = <@DIR@/key.pem
ssl_dh =
disable_plaintext_auth = no
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
mail_location = maildir:@DIR@/mail/%u
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
mail_max_userip_connections = 50
mail_plugins = @PLUGINS@
protocol imap {
  mail_plugins = $mail_plugins @IMAP@
}
service imap-login {
  chroot =
  inet_listener imap {
    port = @IMAP_PORT@
  }
  inet_listener imaps {
    port = @IMAPS_PORT@
  }
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    port = @POP_PORT@
  }
  inet_listener pop3s {
    port = @POPS_PORT@
    ssl = yes
  }
}
service auth {
  unix_listener @DIR@/run/auth-for-others {
    mode = 0666
  }
}
service anvil {
  chroot =
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = @DIR@/oauth2.ext
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=@DIR@/mail/%u
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=@QUOTA@
}
"""

OAUTH = """
tokeninfo_url = http://127.0.0.1:@TOKEN_PORT@/tokeninfo?access_token=
introspection_mode = auth
username_attribute = email
active_attribute = active
active_value = true
"""


def why_not():
    if os.geteuid() != 0:
        return "Dovecot needs root"
    if DOVECOT is None:
        return "Dovecot is not installed"
    return None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class TokenServer(http.server.ThreadingHTTPServer):
    """A provider of OAuth 2: the consent page agrees at once, tokens are counted, and what Dovecot asks is
    answered. `lives` is the seconds that an access token lives, `lost` withdraws the consent, `rotates` replaces
    the refresh token with each use."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Provider)
        self.port = self.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.lives = 3600
        self.lost = False
        self.rotates = False
        self.refresh = "refresh-0"
        self.codes = {}  # by code: challenge and address
        self.devices = {}  # by code: how often to answer that it waits
        self.access = set()
        self.forms = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def grant(self):
        token = f"access-{len(self.access)}"
        self.access.add(token)
        if self.rotates:
            self.refresh = f"refresh-{len(self.access)}"
        return {"access_token": token, "token_type": "Bearer", "expires_in": self.lives,
                "refresh_token": self.refresh}

    def close(self):
        self.shutdown()
        self.server_close()


class Provider(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def say(self, status, value):
        raw = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def do_GET(self):
        parts = urllib.parse.urlparse(self.path)
        query = {k: v[0] for k, v in urllib.parse.parse_qs(parts.query).items()}
        if parts.path == "/.well-known/openid-configuration":
            u = self.server.url
            self.say(200, {"issuer": u, "authorization_endpoint": u + "/authorize", "token_endpoint": u + "/token",
                           "device_authorization_endpoint": u + "/device"})
        elif parts.path == "/authorize":
            code = f"code-{len(self.server.codes)}"
            self.server.codes[code] = query
            self.send_response(302)
            self.send_header("Location", query["redirect_uri"] + "?" + urllib.parse.urlencode(
                {"code": code, "state": query["state"]}))
            self.end_headers()
        elif parts.path == "/tokeninfo":
            good = query.get("access_token", "") in self.server.access
            self.say(200 if good else 401, {"active": good, "email": USER, "username": USER})
        else:
            self.say(404, {})

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        form = {k: v[0] for k, v in urllib.parse.parse_qs(raw).items()}
        server = self.server
        server.forms.append(form)
        kind = form.get("grant_type")
        if self.path == "/device":
            server.devices["device-1"] = 1
            self.say(200, {"device_code": "device-1", "user_code": "WXYZ-1234", "interval": 1, "expires_in": 60,
                           "verification_uri": server.url + "/activate"})
        elif server.lost or form.get("client_id") != "operator":
            self.say(400, {"error": "invalid_grant" if server.lost else "invalid_client"})
        elif kind == "refresh_token" and form.get("refresh_token") == server.refresh:
            self.say(200, server.grant())
        elif kind == "authorization_code" and form.get("code") in server.codes:
            import base64
            import hashlib
            asked = server.codes.pop(form["code"])
            proof = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest())
            right = asked["code_challenge"] == proof.decode().rstrip("=") and \
                asked["code_challenge_method"] == "S256" and asked["redirect_uri"] == form["redirect_uri"]
            self.say(200 if right else 400, server.grant() if right else {"error": "invalid_grant"})
        elif kind == "urn:ietf:params:oauth:grant-type:device_code" and form.get("device_code") in server.devices:
            if server.devices["device-1"] > 0:
                server.devices["device-1"] -= 1
                self.say(400, {"error": "authorization_pending"})
            else:
                self.say(200, server.grant())
        else:
            self.say(400, {"error": "invalid_grant"})


class Dovecot:
    """`imap`, `imaps`, `pop` and `pops` are URLs of the mailbox of USER. The certificate is of localhost and
    mail.localhost; the second is this machine, too, but no name that may do without TLS."""

    def __init__(self, quota="1G"):
        self.folder = tempfile.mkdtemp(prefix="hoshi-dovecot-")
        os.chmod(self.folder, 0o755)
        for name in ("run", "state", "mail"):
            os.mkdir(os.path.join(self.folder, name))
        shutil.chown(os.path.join(self.folder, "mail"), "nobody", "nogroup")
        self.tokens = TokenServer()
        self.ports = {name: free_port() for name in ("IMAP", "IMAPS", "POP", "POPS")}
        self.cert = os.path.join(self.folder, "cert.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,DNS:mail.localhost",
                        "-keyout", os.path.join(self.folder, "key.pem"), "-out", self.cert],
                       check=True, capture_output=True)
        words = {"DIR": self.folder, "QUOTA": quota, "PLUGINS": "quota", "IMAP": "imap_quota",
                 "TOKEN_PORT": str(self.tokens.port), **{n + "_PORT": str(p) for n, p in self.ports.items()}}
        for name, text in (("dovecot.conf", CONF), ("oauth2.ext", OAUTH)):
            for word, value in words.items():
                text = text.replace(f"@{word}@", value)
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
                f.write(text)
        self.auth = os.path.join(self.folder, "run", "auth-for-others")  # where Postfix asks
        self.imap = f"imap://127.0.0.1:{self.ports['IMAP']}/INBOX"
        self.imaps = f"imaps://localhost:{self.ports['IMAPS']}/INBOX"
        self.pop = f"pop3://127.0.0.1:{self.ports['POP']}"
        self.pops = f"pop3s://localhost:{self.ports['POPS']}"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([DOVECOT, "-F", "-c", os.path.join(self.folder, "dovecot.conf")],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20 * SLOW
        while time.monotonic() < until:
            try:
                self.session().logout()
                return
            except (OSError, imaplib.IMAP4.error):
                time.sleep(0.05)
        raise AssertionError("Dovecot does not start: " + self.log())

    def log(self):
        try:
            with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as f:
                return f.read()[-3000:]
        except OSError:
            return ""

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def close(self):
        self.stop()
        self.tokens.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # what a person sees with a mail program

    def session(self, user=USER):
        m = imaplib.IMAP4("127.0.0.1", self.ports["IMAP"], timeout=20 * SLOW)
        m.login(user, PASSWORD)
        return m

    def put(self, raw, at=None, folder="INBOX", user=USER):
        with self.session(user) as m:
            when = imaplib.Time2Internaldate(at if at is not None else time.time())
            status, said = m.append(folder, None, when, raw if isinstance(raw, bytes) else raw.encode())
            if status != "OK":
                raise AssertionError(said)

    def fill(self, folder, raws, at=None, user=USER):
        """Writes many mails into a folder at once, as files of its Maildir."""
        with self.session(user) as m:
            m.create(f'"{folder}"')
            m.select(f'"{folder}"')
        path = os.path.join(self.folder, "mail", user, *([] if folder == "INBOX" else ["." + folder]), "cur")
        for i, raw in enumerate(raws):
            name = os.path.join(path, f"{int(at or time.time())}.{i}.fill:2,")
            with open(name, "w", encoding="utf-8") as f:
                f.write(raw.replace("\r\n", "\n"))
            os.utime(name, (at or time.time(),) * 2)
            shutil.chown(name, "nobody", "nogroup")

    def all(self, folder, user=USER):
        """The mails of a folder, as bytes."""
        with self.session(user) as m:
            if m.select(f'"{folder}"', readonly=True)[0] != "OK":
                return []
            numbers = m.search(None, "ALL")[1][0].split()
            return [m.fetch(n, "(BODY.PEEK[])")[1][0][1] for n in numbers]

    def count(self, folder, user=USER):
        with self.session(user) as m:
            status, said = m.status(f'"{folder}"', "(MESSAGES)")
            return int(said[0].split()[-1].rstrip(b")")) if status == "OK" else 0

    def wait_count(self, folder, n, seconds=20, user=USER):
        until = time.monotonic() + seconds * SLOW
        while (now := self.count(folder, user)) != n:
            if time.monotonic() > until:
                raise AssertionError(f"{now} mails instead of {n} in {folder}")
            time.sleep(0.05)


class Cutter:
    """Passes bytes on to a port; `left` bytes of the server's answers, over all connections, then it cuts."""

    def __init__(self, port):
        self.target = port
        self.left = None  # None: no end
        self.cuts = 0
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(8)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            client.close()
            return
        threading.Thread(target=self._pump, args=(client, server, False), daemon=True).start()
        self._pump(server, client, True)

    def _pump(self, source, target, counts):
        try:
            while data := source.recv(4096):
                if counts and self.left is not None:
                    data = data[:self.left]
                    self.left -= len(data)
                target.sendall(data)
                if counts and self.left == 0:
                    self.cuts += 1
                    self.left = None
                    break
        except OSError:
            pass
        for s in (source, target):
            try:
                s.shutdown(2)
            except OSError:
                pass

    def close(self):
        self.listener.close()
