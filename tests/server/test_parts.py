#!/usr/bin/env python3
"""On PostgreSQL old events go part by part (store/postgres/postgres_parts.h), while servers run."""
import subprocess
import time

import harness
import test_pg
from test_pg import at

DAY_MS = 24 * 60 * 60 * 1000
FAR = 5_000_000_000  # beyond what 32 bits hold


class Parts(test_pg.SiteTest):
    def ask(self, url, sql):
        return self.postgres.run(sql, url.split("/")[3].split("?")[0])

    def eventually(self, url, sql, wanted):
        until = time.monotonic() + 40 * harness.SLOW
        while self.ask(url, sql) != wanted:
            self.assertLess(time.monotonic(), until, sql)
            time.sleep(0.1)

    def reader(self, url):
        """A transaction that has read events and stays; what ends it."""
        reader = subprocess.Popen(["psql", "-Atq", url],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(reader.wait)
        self.addCleanup(reader.stdin.close)
        self.addCleanup(reader.stdout.close)
        reader.stdin.write("BEGIN ISOLATION LEVEL REPEATABLE READ;\nSELECT count(*) > 0 FROM event;\n")
        reader.stdin.flush()
        self.assertEqual(reader.stdout.readline(), "t\n")

        def release():
            reader.stdin.write("COMMIT;\n")
            reader.stdin.flush()
        return release

    def test_old_events_go_while_moves_are_made(self):
        url = self.postgres.database()
        a, b = self.serve(2, url)
        ann = a.guest()
        match = ann.create("levee", ["me", "me"], width=7)["id"]
        stream = harness.Stream(ann, f"match:{match}")
        since = int(stream.wait_type("hello")["id"])
        stream.close()
        ann.play(match, 1, "a1")
        a.close()
        b.close()
        # As if the next part had been begun, and the first one left alone for long.
        self.ask(url, "INSERT INTO event (id, match, type, data, added_at, topic)"
                      " SELECT 1000001, 0, 'peers', '{}', max(added_at), 3 FROM event;"
                      "SELECT setval('event_block', 1000001 / 16)")
        self.ask(url, f"UPDATE event SET added_at = added_at - {40 * DAY_MS} WHERE id < 1000001")
        release = self.reader(url)
        a, b = self.serve(2, url)
        self.eventually(url, "SELECT count(*) FROM pg_inherits WHERE inhdetachpending", "1")
        # The part waits for the reader, but no move waits for the part.
        here = at(ann, a)
        stream = harness.Stream(at(ann, b), f"match:{match}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        here.play(match, 2, "b1")
        moved = stream.wait_type("move")
        self.assertEqual(self.ask(url, "SELECT to_regclass('event_p1')"), "event_p1")
        release()
        for table in ("event_p1", "event_topic_p1"):
            self.eventually(url, f"SELECT to_regclass('{table}') IS NULL", "t")
        here.play(match, 3, "c1")
        # A stream from before the deleted events reads the match again; others continue.
        late = harness.Stream(here, f"match:{match}", since=since)
        self.addCleanup(late.close)
        late.wait_type("reset")
        soon = harness.Stream(here, f"match:{match}", since=int(moved["id"]))
        self.addCleanup(soon.close)
        soon.wait_type("move")
        self.assertNotIn("reset", soon.types())
        self.assertEqual([m["ply"] for m in here.match(match)["moves"]], [1, 2, 3])
        # One whole part is spare again.
        self.eventually(url, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'event'::regclass", "2")

    def test_numbers_of_events_are_of_any_size(self):
        url = self.postgres.database()
        a, = self.serve(1, url)
        ann = a.guest()
        match = ann.create("levee", ["me", "me"], width=7)["id"]
        a.close()
        end = self.ask(url, "SELECT max((regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''(\\d+)'))[1]::bigint)"
                            " FROM pg_class WHERE relname ~ '^event_p'")
        for table in ("event", "event_topic"):
            self.ask(url, f"CREATE TABLE {table}_p{end} (LIKE {table} INCLUDING ALL);"
                          f"ALTER TABLE {table} ATTACH PARTITION {table}_p{end} FOR VALUES FROM ({end})"
                          f" TO ({FAR + 1000})")
        self.ask(url, "INSERT INTO event (id, match, type, data, added_at, topic)"
                      f" SELECT {FAR}, 0, 'peers', '{{}}', max(added_at), 3 FROM event;"
                      f"SELECT setval('event_block', {FAR} / 16)")
        a, b = self.serve(2, url)
        here = at(ann, a)
        stream = harness.Stream(at(ann, b), f"match:{match}")
        self.addCleanup(stream.close)
        since = int(stream.wait_type("hello")["id"])
        self.assertGreaterEqual(since, FAR)
        here.play(match, 1, "a1")
        self.assertGreater(int(stream.wait_type("move")["id"]), FAR)
        again = harness.Stream(here, f"match:{match}", since=since)
        self.addCleanup(again.close)
        self.assertGreater(int(again.wait_type("move")["id"]), FAR)
        self.assertNotIn("reset", again.types())


if __name__ == "__main__":
    harness.main()
