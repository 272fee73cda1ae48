"""The submission server of a provider for tests: Debian's Postfix on loopback ports, with STARTTLS and with TLS
from the beginning, which asks Dovecot whether a sign-in is right and hands all mails to a post office.

Postfix drops privileges, so it needs root; elsewhere the tests are skipped (`why_not`)."""
import os
import shutil
import socket
import subprocess
import tempfile
import time

from dovecot import free_port
from harness import SLOW

POSTFIX = shutil.which("postfix") or shutil.which("postfix", path="/usr/sbin:/sbin")

MAIN = """
compatibility_level = 3.6
queue_directory = @DIR@/queue
data_directory = @DIR@/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file_prefixes = @DIR@
maillog_file = @DIR@/log
myhostname = mail.example.org
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
relayhost = [127.0.0.1]:@OFFICE@
smtp_tls_security_level = none
smtpd_tls_cert_file = @CERT@
smtpd_tls_key_file = @KEY@
smtpd_tls_security_level = encrypt
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = @AUTH@
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_delay_reject = yes
alias_maps =
alias_database =
"""

MASTER = """
127.0.0.1:@STARTTLS_PORT@ inet n - n - - smtpd
127.0.0.1:@TLS_PORT@ inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def why_not():
    if os.geteuid() != 0:
        return "Postfix needs root"
    if POSTFIX is None:
        return "Postfix is not installed"
    return None


class Postfix:
    """`starttls` and `tls` are URLs for --smtp; both want a sign-in that `dovecot` finds right."""

    def __init__(self, dovecot, office):
        self.folder = tempfile.mkdtemp(prefix="hoshi-postfix-")
        os.chmod(self.folder, 0o755)
        for name in ("queue", "data", "conf"):
            os.mkdir(os.path.join(self.folder, name))
        shutil.chown(os.path.join(self.folder, "data"), "postfix")
        ports = [free_port(), free_port()]
        words = {"DIR": self.folder, "OFFICE": office.url.rsplit(":", 1)[1], "CERT": dovecot.cert,
                 "KEY": os.path.join(dovecot.folder, "key.pem"), "AUTH": dovecot.auth,
                 "STARTTLS_PORT": str(ports[0]), "TLS_PORT": str(ports[1])}
        for name, text in (("main.cf", MAIN), ("master.cf", MASTER)):
            for word, value in words.items():
                text = text.replace(f"@{word}@", value)
            with open(os.path.join(self.folder, "conf", name), "w", encoding="utf-8") as f:
                f.write(text)
        self.starttls = f"smtp://localhost:{ports[0]}"
        self.tls = f"smtps://localhost:{ports[1]}"
        self.process = subprocess.Popen([POSTFIX, "-c", os.path.join(self.folder, "conf"), "start-fg"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20 * SLOW
        while time.monotonic() < until and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", ports[0]), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("Postfix does not start: " + self.log())

    def log(self):
        try:
            with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as f:
                return f.read()[-5000:]
        except OSError:
            return ""

    def close(self):
        subprocess.run([POSTFIX, "-c", os.path.join(self.folder, "conf"), "stop"], capture_output=True)
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
