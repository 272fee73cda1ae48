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

    def __init__(self, of=None, **settings):
        """of: the primary that it is a standby of."""
        self.folder = tempfile.mkdtemp(prefix="hoshi-postgres-")
        self.given = settings
        self.settings = " ".join(f"-c {k}={v}" for k, v in settings.items())
        self.databases = 0
        self.process = None
        if of is not None:
            self.copy(of)
        self.start()

    def as_postgres(self, program, *words):
        """Runs a program of PostgreSQL as the user that owns the cluster."""
        bin_ = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True)
        user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        done = subprocess.run(["setpriv", *user, os.path.join(bin_.stdout.strip(), program), *words],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stderr)

    def copy(self, primary):
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.as_postgres("pg_basebackup", "-D", self.folder + "/data", "-h", primary.folder, "-U", "hoshi",
                         "-R", "-X", "stream", "--checkpoint=fast", "--no-sync")

    def standby(self):
        """A copy that follows; a commit here is on its disk, too, before it is answered."""
        other = type(self)(of=self, **self.given)
        self.make_synchronous(other)
        return other

    def make_synchronous(self, standby):
        self.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.run("SELECT pg_reload_conf()")
        until = time.monotonic() + 30 * harness.SLOW
        while self.run("SELECT sync_state FROM pg_stat_replication") != "sync":
            if time.monotonic() > until:
                raise AssertionError("the standby does not follow: " + standby.log())
            time.sleep(0.05)

    def promote(self):
        self.run("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.run("SELECT pg_promote()")

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
        """The output of psql; None if psql failed."""
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

    def crash(self):
        """kill -9 of the server; its other processes notice and end."""
        self._end(signal.SIGKILL)

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Fresh:
    """The server that all tests share (tests/postgres.sh): its databases have the tables of a store already."""

    def __init__(self, folder):
        self.folder = folder
        self.made = []

    def run(self, *statements):
        words = [word for sql in statements for word in ("-c", sql)]
        done = subprocess.run(["psql", "-h", self.folder, "-U", "hoshi", "-Atq", *words, "postgres"],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stderr)

    def database(self):
        """The URL of a new database."""
        name = f"server_{os.getpid()}_{len(self.made)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE fresh")
        self.made.append(name)
        return f"postgresql://hoshi@/{name}?host={self.folder}"

    def close(self):
        self.run(*(f"DROP DATABASE {name} WITH (FORCE)" for name in self.made))


@functools.cache
def shared():
    """Where stores that no test stops lie: on the server of all tests, else on one of this program."""
    folder = os.environ.get("HOSHI_POSTGRES")
    database = Fresh(folder) if folder else Postgres()
    atexit.register(database.close)
    return database
