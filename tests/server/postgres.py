"""A real PostgreSQL for the tests of the server: Debian's, as an ordinary user, on a socket in a temporary
folder (tests/postgres.sh)."""
import atexit
import functools
import os
import shutil
import signal
import subprocess
import tempfile
import time

import harness

SCRIPT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "postgres.sh")


class Postgres:
    """One database server. `stop`, `kill` and `start` again keep the data."""

    def __init__(self, **settings):
        self.folder = tempfile.mkdtemp(prefix="hoshi-postgres-")
        self.settings = " ".join(f"-c {k}={v}" for k, v in settings.items())
        self.databases = 0
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [SCRIPT, self.folder], env={**os.environ, "HOSHI_POSTGRES_OPTIONS": self.settings})
        until = time.monotonic() + 60 * harness.SLOW
        while self.run("SELECT 1", check=False) is None:
            if time.monotonic() > until or self.process.poll() is not None:
                raise AssertionError("PostgreSQL does not start: " + self.log())
            time.sleep(0.05)

    def log(self):
        text = ""
        for name in ("initdb.log", "server.log"):
            path = os.path.join(self.folder, name)
            if os.path.exists(path):
                text += open(path, encoding="utf-8").read()[-2000:]
        return text

    def run(self, sql, database="postgres", check=True):
        """What psql prints for it; None when it failed."""
        done = subprocess.run(["psql", "-h", self.folder, "-U", "hoshi", "-Atqc", sql, database],
                              capture_output=True, text=True)
        if check and done.returncode != 0:
            raise AssertionError(done.stderr)
        return done.stdout.strip() if done.returncode == 0 else None

    def database(self):
        """The URL of a new database."""
        self.databases += 1
        self.run(f"CREATE DATABASE site{self.databases}")
        return f"postgresql://hoshi@/site{self.databases}?host={self.folder}"

    def _end(self, sig):
        if self.process is not None:
            self.process.send_signal(sig)
            self.process.wait(timeout=60 * harness.SLOW)
            self.process = None

    def stop(self):
        self._end(signal.SIGINT)

    def kill(self):
        """At once, as when the power fails; nothing is written any more."""
        self._end(signal.SIGQUIT)

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@functools.cache
def shared():
    """The one of this program, which ends with it."""
    database = Postgres()
    atexit.register(database.close)
    return database
