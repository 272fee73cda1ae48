#!/usr/bin/env python3
"""A game day: runs a whole site under load while one part after another fails.

    tools/gameday.py --hoshi build/hoshi --minutes 60 --seed 7

The site is two servers behind nginx, and a PostgreSQL primary with a synchronous standby. Where mounting is
allowed, each database has its own small disk. Players make moves all the time, with clocks. SCENES lists the
failures. The seed sets their order, and the same seed repeats the same run. After each scene all players must
be able to move again. The checks run all the time and at the end: every acknowledged move is stored, no ply
is stored twice, and no match was lost on time. Ends with a report. The exit status is 1 if a check failed.

Needs nginx and the PostgreSQL that the tests use. As root it also mounts small disks. With `ip` and `nft`
(Debian's iproute2 and nftables) it runs in its own network namespace, whose kernel drops packets."""
import argparse
import collections
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOVE_MS = 30000     # of each player, for each move
RECOVERY_S = 90     # after a scene everybody moves again by then
DISK = "700m"       # of each database
PLAYERS = 6
CLOCK_ZERO = 1000000  # the time of a file that sets no clock (tests/server/clock_set.c)

parser = argparse.ArgumentParser(description="Runs a site while its parts fail, and checks that no move is lost.")
parser.add_argument("--hoshi", default=os.path.join(TOP, "build", "hoshi"))
parser.add_argument("--minutes", type=float, default=1)
parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 1 << 31))
parser.add_argument("--scenes", help="run only these scenes, separated by commas")
parser.add_argument("--pause", type=float, default=0.1, help="seconds that a player waits between two moves")
options = parser.parse_args()

os.environ["HOSHI"] = options.hoshi
os.environ.setdefault("HOSHI_SLOW", "4")  # this runs beside other work
sys.path.insert(0, os.path.join(TOP, "tests", "server"))
import harness  # noqa: E402
import postgres  # noqa: E402
from lossy import Relay  # noqa: E402

BEGUN = time.monotonic()


def say(text):
    print(f"{time.monotonic() - BEGUN:7.1f} s  {text}", flush=True)


class Cluster(postgres.Postgres):
    """A database on its own disk, reached through a relay that can drop data and cut connections."""

    mounted = False

    def room(self):
        if not hasattr(self, "relay"):
            done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=777", "hoshi-gameday",
                                   self.folder], capture_output=True)
            self.mounted = done.returncode == 0
            self.relay = Relay(os.path.join(self.folder, ".s.PGSQL.5432"))

    def copy(self, primary):
        self.room()
        super().copy(primary)

    def start(self):
        self.room()
        super().start()

    def follow(self, primary):
        """Starts again as the standby of another database."""
        shutil.rmtree(os.path.join(self.folder, "data"))
        self.copy(primary)
        self.start()
        primary.make_synchronous(self)

    def fill(self):
        """Fills the disk of the database; returns the file that takes the room."""
        name = os.path.join(self.folder, "filler")
        with open(name, "wb", buffering=0) as f:
            try:
                while f.write(b"x" * 65536):
                    pass
            except OSError:
                pass
        return name

    def close(self):
        self.relay.close()
        self.kill()
        if self.mounted:
            subprocess.run(["umount", "-l", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy:
    """nginx in front of the servers; clients see one server."""

    def __init__(self, servers):
        self.folder = tempfile.mkdtemp(prefix="hoshi-gameday-")
        self.port = 0
        with harness_socket() as s:
            self.port = s.getsockname()[1]
        places = " ".join(f"server 127.0.0.1:{s.port} fail_timeout=1s;" for s in servers)
        temp = "".join(f"{n}_temp_path {self.folder}/{n};" for n in
                       ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;" if os.getuid() == 0 else ""
        with open(self.folder + "/nginx.conf", "w", encoding="utf-8") as f:
            f.write(f"daemon off; {user} pid {self.folder}/pid; error_log stderr crit; worker_processes 1;\n"
                    "events { worker_connections 512; }\n"
                    f"http {{ access_log off; {temp} upstream hoshi {{ {places} }}\n"
                    f"server {{ listen 127.0.0.1:{self.port}; location / {{ proxy_pass http://hoshi;\n"
                    "proxy_set_header Host $http_host; proxy_http_version 1.1;\n"
                    "proxy_connect_timeout 2s; proxy_read_timeout 40s; } } }\n")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(["nginx", "-p", self.folder, "-e", "stderr", "-c",
                                         self.folder + "/nginx.conf"], start_new_session=True)

    def end(self, sig):
        os.killpg(self.process.pid, sig)  # its workers, too
        self.process.wait()

    def close(self):
        self.end(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)


def harness_socket():
    import socket
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    return s


class Player(threading.Thread):
    """Plays one match after the other against itself. A move without an answer is sent again."""

    def __init__(self, doors, seed):
        super().__init__(daemon=True)
        self.doors = doors  # ports
        self.random = random.Random(seed)
        self.cookie = None
        self.matches = {}   # match: the moves acknowledged
        self.over = set()   # matches that were checked to their end
        self.sent = None    # (match, ply, move) without an answer
        self.wrong = []
        self.moves = 0
        self.longest = 0.0  # between two moves
        self.running = True

    def client(self):
        c = harness.Client(self.random.choice(self.doors))
        c.connection.timeout = 45
        c.cookie = self.cookie
        if self.cookie is None:
            c.guest()
            self.cookie = c.cookie
        return c

    def points(self):
        points = [chr(97 + x) + str(y + 1) for x in range(0, 25, 2) for y in range(25)]
        self.random.shuffle(points)
        return points

    def begin(self, client):
        clock = {"kind": "simple", "move_ms": MOVE_MS}
        status, m = client.post("/api/matches", {"game": "levee", "seats": ["me", "me"], "width": 25,
                                                 "clock": clock})
        if status != 201:
            raise OSError(f"no match: {status}")
        self.matches[m["id"]] = []
        return m["id"]

    def run(self):
        client, match, todo = None, 0, []
        moved = time.monotonic()
        while self.running:
            try:
                client = client or self.client()
                if not match or not todo:
                    match, todo, self.sent = self.begin(client), self.points(), None
                self.sent = self.sent or (match, len(self.matches[match]) + 1, todo.pop())
                status, answer = client.move(*self.sent)
            except (OSError, AssertionError, http.client.HTTPException, ValueError):
                if client is not None:
                    client.close()
                client = None
                time.sleep(0.1)
                continue
            if status == 200:
                self.matches[match].append((answer["ply"], answer["move"]))
                if answer["state"] != "running":
                    todo = []
                now = time.monotonic()
                self.longest = max(self.longest, now - moved)
                moved = now
                self.moves += 1
            if status in (200, 422):
                self.sent = None
            elif status < 500 and status != 429:
                self.wrong.append((match, self.sent, status, str(answer)[:300]))
                match, self.sent = 0, None
            time.sleep(options.pause)
        if client is not None:
            client.close()

    def check(self, client, match):
        """The fault of a match, "" if it has none, None if the server did not answer."""
        acknowledged = list(self.matches[match])
        status, m = client.get(f"/api/matches/{match}")
        if status != 200:
            return None if status >= 500 else f"match {match}: {status} {m}"
        moves = [(x["ply"], x["move"]) for x in m["moves"]]
        if moves[:len(acknowledged)] != acknowledged:
            return f"match {match}: acknowledged {acknowledged[-3:]}, stored {moves[-3:]}"
        if [x[0] for x in moves] != list(range(1, len(moves) + 1)):
            return f"match {match}: a ply is stored twice or is missing"
        if (m.get("result") or {}).get("reason") == "time":
            return f"match {match}: lost on time after {len(moves)} moves"
        return ""


class Site:
    """The parts that can fail: servers, proxy, primary and standby."""

    def __init__(self, chance):
        self.chance = chance
        self.primary = Cluster(max_wal_size="64MB", min_wal_size="32MB", checkpoint_timeout="30s",
                               wal_keep_size="192MB", commit_siblings=0)
        self.primary.database()
        self.standby = self.primary.standby()
        hosts = f"{self.primary.relay.folder},{self.standby.relay.folder}"
        url = f"postgresql://hoshi@/site1?host={hosts}&target_session_attrs=read-write"
        self.clocks = [tempfile.NamedTemporaryFile(prefix="hoshi-clock-") for _ in range(2)]
        for clock in self.clocks:
            os.utime(clock.name, (0, CLOCK_ZERO))
        shim = os.environ.get("HOSHI_CLOCK_SHIM") or os.path.join(
            os.path.dirname(options.hoshi), "tests", "server", "libclock_set.so")
        self.servers = []
        for clock in self.clocks:
            env = {"HOSHI_CLOCK_SET": clock.name, "LD_PRELOAD": shim} if os.path.exists(shim) else None
            self.servers.append(harness.Server("--no-bot", "--no-limits", store=url, env=env))
        self.clocks_can_be_set = env is not None
        self.moves_again = lambda: None  # waits until all players have moved
        self.proxy = Proxy(self.servers)

    def close(self):
        for s in self.servers:
            s.close()
        for p in (self.proxy, self.primary, self.standby):
            p.close()

    def tend(self):
        """Restarts servers that have ended by themselves; returns a message for each."""
        ended = [s for s in self.servers if s.process is None or s.process.poll() is not None]
        for s in ended:
            s.kill()
            s.start()
        return [f"a server ended by itself: {s.stderr()[-500:]}" for s in ended]

    def rebuild(self):
        self.primary, self.standby = self.standby, self.primary
        self.standby.follow(self.primary)

    # The scenes. At the end of each, the site is whole again.

    def server_killed(self):
        s = self.chance.choice(self.servers)
        s.kill()
        time.sleep(self.chance.uniform(0, 3))
        s.start()

    def server_stopped(self):
        s = self.chance.choice(self.servers)
        if s.stop() != 0:
            raise AssertionError("a server that was asked to stop failed: " + s.stderr()[-500:])
        time.sleep(self.chance.uniform(0, 3))
        s.start()

    def all_servers_killed(self):
        for s in self.servers:
            s.kill()
        time.sleep(self.chance.uniform(0, 8))
        for s in self.servers:
            s.start()

    def server_hangs(self):
        s = self.chance.choice(self.servers)
        s.process.send_signal(signal.SIGSTOP)
        time.sleep(self.chance.uniform(1, 12))
        s.process.send_signal(signal.SIGCONT)

    def database_killed(self):
        self.primary.crash()
        time.sleep(self.chance.uniform(0, 10))
        self.primary.start()

    def database_restarted(self):
        self.primary.stop()
        time.sleep(self.chance.uniform(0, 5))
        self.primary.start()

    def failover(self):
        self.primary.crash()
        time.sleep(self.chance.uniform(0, 5))
        self.standby.promote()
        self.moves_again()
        self.rebuild()

    def failover_while_a_server_starts(self):
        s = self.chance.choice(self.servers)
        s.kill()
        self.primary.crash()
        failed = []

        def start():
            try:
                s.start()
            except AssertionError as e:
                failed.append(str(e)[-500:])
        starter = threading.Thread(target=start)
        starter.start()
        time.sleep(self.chance.uniform(0, 4))
        self.standby.promote()
        starter.join()
        if failed:
            raise AssertionError(failed[0])
        self.moves_again()
        self.rebuild()

    def standby_killed(self):
        self.standby.crash()
        time.sleep(self.chance.uniform(0, 8))
        self.standby.start()

    def proxy_killed(self):
        self.proxy.end(signal.SIGKILL)
        time.sleep(self.chance.uniform(0, 3))
        self.proxy.start()

    def proxy_stopped(self):
        self.proxy.end(signal.SIGTERM)
        self.proxy.start()

    def disk_full(self):
        filler = self.primary.fill()
        for _ in range(4):  # uses up the log files that the server had reserved
            self.primary.run("SELECT pg_switch_wal()", check=False)
            time.sleep(0.3)
        time.sleep(self.chance.uniform(1, 12))
        os.remove(filler)
        time.sleep(1)
        if self.primary.run("SELECT 1", check=False) is None:  # the server has stopped: restart it
            self.primary.kill()
            self.primary.start()

    def slow_disk(self):
        self.primary.run("ALTER SYSTEM SET commit_delay = 100000")
        self.primary.run("SELECT pg_reload_conf()")
        time.sleep(self.chance.uniform(3, 10))
        self.primary.run("ALTER SYSTEM RESET commit_delay")
        self.primary.run("SELECT pg_reload_conf()")

    def clock_set(self):
        clock = self.chance.choice(self.clocks)
        for seconds in (self.chance.choice((-1, 1)) * self.chance.randrange(5, 10000), 0):
            os.utime(clock.name, (0, CLOCK_ZERO + seconds))
            time.sleep(self.chance.uniform(1, 4))

    def packets_lost(self):
        self.primary.relay.loss = self.chance.uniform(0.02, 0.3)
        time.sleep(self.chance.uniform(3, 10))
        self.primary.relay.loss = 0

    def network_cut(self):
        self.primary.relay.cut()
        time.sleep(self.chance.uniform(0, 8))
        self.primary.relay.mend()

    def connections_reset(self):
        for _ in range(self.chance.randrange(1, 8)):
            self.primary.relay.reset()
            time.sleep(self.chance.uniform(0, 1))

    def packets_dropped_by_the_kernel(self):
        """Drops packets on all ways: between players, proxy, servers, primary and standby."""
        percent = self.chance.randrange(2, 15)
        drop_packets(percent)
        time.sleep(self.chance.uniform(3, 10))
        dropped = keep_packets()
        say(f"the kernel dropped {dropped} packets, {percent} in 100")
        assert dropped > 0, "the kernel should have dropped packets, but dropped none"


SCENES = [name for name in vars(Site) if not name.startswith("_") and name not in ("close", "rebuild", "tend")]
NETNS = os.environ.get("HOSHI_GAMEDAY_NETNS")  # set by `main` in a network namespace of its own


def nft(*words):
    run = subprocess.run(["nft", "--json", *words], capture_output=True, text=True, check=True)
    return json.loads(run.stdout) if run.stdout else None


def drop_packets(percent):
    """From now on, drops `percent` of 100 packets of this network namespace, chosen at random."""
    nft("add table inet gameday; "
        "add counter inet gameday dropped; "
        "add chain inet gameday in { type filter hook input priority 0; }; "
        f"add rule inet gameday in numgen random mod 100 < {percent} counter name dropped drop")


def keep_packets():
    """Stops dropping packets. Returns how many were dropped."""
    counters = nft("list counters table inet gameday")["nftables"]
    nft("delete table inet gameday")
    return sum(c["counter"]["packets"] for c in counters if "counter" in c)


def kernel_drops_packets():
    if not NETNS:
        return False
    try:
        drop_packets(1)
        keep_packets()
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


class Day:
    def __init__(self):
        self.chance = random.Random(options.seed)
        self.site = Site(self.chance)
        self.site.moves_again = self.must_move
        front = [self.site.proxy.port] * 2 + [s.port for s in self.site.servers]
        self.players = [Player(front, options.seed + i) for i in range(PLAYERS)]
        self.wrong = []
        self.scenes = collections.defaultdict(list)  # name: seconds until all moved again
        self.checked = 0

    def check_some(self, everything=False):
        """Checks the matches that have moved since their last check, or all matches. Running matches come
        first, because their clocks run on after the players have stopped."""
        todo = [(p, match) for p in self.players for match in list(p.matches)
                if everything or match not in p.over]
        todo.sort(key=lambda one: one[1] != max(one[0].matches))
        client = harness.Client(self.site.servers[0].port)
        for p, match in todo:
            until = time.monotonic() + RECOVERY_S
            whole = match != max(p.matches)
            wrong = None
            while wrong is None and time.monotonic() < until:
                try:
                    wrong = p.check(client, match)
                except (OSError, http.client.HTTPException, ValueError):
                    client.close()
                if wrong is None:
                    time.sleep(0.5)
            if wrong is None:
                wrong = f"match {match} cannot be read"
            if wrong:
                self.note(wrong)
            if whole:
                p.over.add(match)
            self.checked += 1
        client.close()

    def note(self, wrong):
        if wrong not in self.wrong:
            say("WRONG: " + wrong)
            self.wrong.append(wrong)

    def everybody_moves(self):
        """The seconds until each player has made a move; None if RECOVERY_S is not enough."""
        begun = time.monotonic()
        before = [p.moves for p in self.players]
        while any(p.moves <= b + 1 for p, b in zip(self.players, before)):
            if time.monotonic() - begun > RECOVERY_S:
                return None
            time.sleep(0.05)
        return time.monotonic() - begun

    def must_move(self):
        if self.everybody_moves() is None:
            self.note(f"not everybody could move {RECOVERY_S} s after a promotion")

    def play(self, name):
        say(name.replace("_", " "))
        begun = time.monotonic()
        try:
            getattr(self.site, name)()
        except (OSError, AssertionError, subprocess.SubprocessError) as e:
            self.note(f"{name}: {e}")
        for ended in self.site.tend():
            self.note(ended)
        after = self.everybody_moves()
        if after is None:
            self.note(f"{name}: not everybody could move {RECOVERY_S} s later")
            for s in self.site.servers:
                say("the server said: " + s.stderr()[-1500:])
        self.scenes[name].append((time.monotonic() - begun, after or RECOVERY_S))
        self.check_some()
        for p in self.players:
            while p.wrong:
                self.note(str(p.wrong.pop()))

    def possible(self):
        cannot = {"packets_dropped_by_the_kernel": not kernel_drops_packets(),
                  "disk_full": not self.site.primary.mounted,
                  "clock_set": not self.site.clocks_can_be_set}
        for name in [n for n in SCENES if cannot.get(n)]:
            say(f"not possible here: {name.replace('_', ' ')}")
        return [n for n in SCENES if not cannot.get(n)]

    def run(self):
        names = options.scenes.split(",") if options.scenes else self.possible()
        for p in self.players:
            p.start()
        if self.everybody_moves() is None:
            self.note("nobody can move at the start")
        until = time.monotonic() + options.minutes * 60
        todo = []
        while time.monotonic() < until:
            todo = todo or self.chance.sample(names, len(names))  # every scene once before any is repeated
            self.play(todo.pop())
            time.sleep(self.chance.uniform(0, 2))
        for p in self.players:
            p.running = False
        for p in self.players:
            p.join(60)
        self.check_some(everything=True)

    def report(self):
        moves = sum(p.moves for p in self.players)
        print(f"\nGame day: seed {options.seed}, {(time.monotonic() - BEGUN) / 60:.0f} minutes\n")
        print(f"{'scene':34} times   time until all players move again (mean, longest)")
        for name, times in sorted(self.scenes.items()):
            after = [t[1] for t in times]
            print(f"{name.replace('_', ' '):34} {len(times):5}   {sum(after) / len(after):6.1f} s"
                  f" {max(after):6.1f} s")
        print(f"\n{moves} moves acknowledged in {sum(len(p.matches) for p in self.players)} matches;"
              f" the longest wait for a move was {max(p.longest for p in self.players):.1f} s"
              f" (a player has {MOVE_MS // 1000} s)")
        print(f"{self.checked} checks of matches")
        for wrong in self.wrong:
            print("WRONG: " + wrong)
        print("Nothing was lost." if not self.wrong else f"Faults found: {len(self.wrong)}", flush=True)


def in_a_namespace():
    """As root, runs in its own network namespace, so that dropped packets disturb no other program."""
    if NETNS or os.getuid() != 0:
        return
    if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode != 0:
        return
    os.environ["HOSHI_GAMEDAY_NETNS"] = "1"
    os.execvp("unshare", ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh",
                          sys.executable, *sys.argv])


def main():
    in_a_namespace()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
    say(f"seed {options.seed}")
    day = Day()
    try:
        day.run()
        day.report()
    finally:
        for p in day.players:
            p.running = False
        day.site.close()
    return 1 if day.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
