#!/usr/bin/env python3
"""Two clients play: create, join, move, events, refusals."""
import contextlib
import sqlite3
import subprocess
import time

import harness


class Play(harness.ServerTest):
    def pair(self, game="levee", **more):
        a, b = self.server.guest(), self.server.guest()
        self.addCleanup(a.close)
        self.addCleanup(b.close)
        match = a.create(game, ["me", "open"], **more)["id"]
        b.must(200, "POST", f"/api/matches/{match}/join", {})
        return a, b, match

    def test_moves_reach_the_other_player_as_events(self):
        a, b, match = self.pair(width=5)
        stream = harness.Stream(b, f"match:{match},me")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        answer = a.play(match, 1, "B2")
        self.assertEqual((answer["ply"], answer["move"], answer["state"]), (1, "b2", "running"))
        event = stream.wait_type("move")
        self.assertEqual(event["data"]["move"], "b2")
        self.assertEqual(event["data"]["event"], answer["event"])
        self.assertEqual(int(event["id"]), answer["event"])
        self.assertEqual(event["data"]["turn"], {"seat": 2, "side": 2})
        turn = stream.wait_type("turn")
        self.assertEqual((turn["data"]["ply"], turn["data"]["seat"]), (2, 2))
        self.assertEqual(len(b.match(match)["moves"]), 1)

    def test_a_stream_resumes_without_a_gap(self):
        a, b, match = self.pair(width=5)
        stream = harness.Stream(b, f"match:{match}")
        stream.wait_type("hello")
        a.play(match, 1, "a1")
        last = int(stream.wait_type("move")["id"])
        stream.close()
        b.play(match, 2, "b1")
        a.play(match, 3, "c1")
        again = harness.Stream(b, f"match:{match}", since=last)
        self.addCleanup(again.close)
        again.wait(lambda e: e["event"] == "move" and e["data"]["ply"] == 3)
        b.play(match, 4, "d1")
        again.wait(lambda e: e["event"] == "move" and e["data"]["ply"] == 4)
        plies = [e["data"]["ply"] for e in again.events if e["event"] == "move"]
        self.assertEqual(plies, [2, 3, 4])


class Time(harness.ServerTest):
    pair = Play.pair

    def left(self, view):
        return [round(seat["left_ms"] / 1000) for seat in view["clock"]["seats"]]

    def test_a_player_gives_time_in_live_matches_only(self):
        a, b, match = self.pair(width=5, clock={"kind": "fischer", "main_ms": 60_000, "add_ms": 0})
        hears = self.stream(b, f"match:{match}")
        hears.wait_type("hello")
        view = a.must(200, "POST", f"/api/matches/{match}/give", {})
        self.assertEqual(self.left(view), [60, 75])
        told = hears.wait(lambda e: e["event"] == "clock" and "given" in e["data"])
        self.assertEqual(told["data"]["given"], {"by": 1, "ms": 15_000})
        # The clock that runs gets it, too, and its end is later.
        view = b.must(200, "POST", f"/api/matches/{match}/give", {})
        self.assertEqual(self.left(view), [75, 75])
        self.assertGreater(view["clock"]["deadline"] - view["now"], 73_000)
        for _ in range(39):
            b.must(200, "POST", f"/api/matches/{match}/give", {})
        b.must(409, "POST", f"/api/matches/{match}/give", {})
        other = self.server.guest()
        self.addCleanup(other.close)
        other.must(403, "POST", f"/api/matches/{match}/give", {})
        a.must(409, "POST", f"/api/matches/{match}/berserk", {})
        a.must(200, "POST", f"/api/matches/{match}/resign", {})
        a.must(409, "POST", f"/api/matches/{match}/give", {})
        slow = self.pair(width=5, clock={"kind": "days", "move_ms": 86_400_000})
        slow[0].must(409, "POST", f"/api/matches/{slow[2]}/give", {})
        without = self.pair(width=5)
        without[0].must(409, "POST", f"/api/matches/{without[2]}/give", {})


LIVE = {"kind": "fischer", "main_ms": 600_000, "add_ms": 0}


class Attendance(harness.ServerTest):
    """A player who has left a live match, and what the other may do about it."""

    def pair(self, game="levee", **more):
        players = [self.server.guest() for _ in range(more.pop("players", 2))]
        for p in players:
            self.addCleanup(p.close)
        match = players[0].create(game, ["me"] + ["open"] * (len(players) - 1), **more)["id"]
        for p in players[1:]:
            p.must(200, "POST", f"/api/matches/{match}/join", {})
        return *players, match

    def here(self, client, match):
        return client.must(200, "GET", f"/api/matches/{match}/here")

    def states(self, client, match):
        return [seat["state"] for seat in self.here(client, match)["seats"]]

    def look(self, client, match):
        stream = self.stream(client, f"match:{match},here:{match}")
        stream.wait_type("hello")
        return stream

    def until(self, client, match, wanted):
        for _ in range(400):
            if self.states(client, match) == wanted:
                return
            time.sleep(0.05)
        self.assertEqual(self.states(client, match), wanted)

    def later(self, ms):
        """As much time passes for those who have left; the server starts again."""
        self.server.stop()
        changes = [f"UPDATE {table} SET at = at - {ms}" for table in ("absence", "move")]
        if self.server.store.startswith("postgres"):
            subprocess.run(["psql", "-qX", self.server.store, "-c", "; ".join(changes)], check=True)
        else:
            with contextlib.closing(sqlite3.connect(self.server.store)) as db, db:
                for change in changes:
                    db.execute(change)
        self.server.start()

    def claim(self, client, match, status, what="win"):
        return client.must(status, "POST", f"/api/matches/{match}/claim", {"for": what})

    def test_a_player_who_leaves_a_live_match_loses_it_to_a_claim(self):
        a, b, match = self.pair(width=5, clock=LIVE)
        self.assertEqual(self.states(a, match), [None, None])
        hears, there = self.look(a, match), self.look(b, match)
        self.until(a, match, ["here", "here"])
        hears.wait_type("presence")
        self.claim(a, match, 409)
        # Elsewhere on the site.
        there.close()
        there = self.stream(b, "me")
        there.wait_type("hello")
        self.until(a, match, ["here", "away"])
        there.close()
        self.until(a, match, ["here", "gone"])
        view = self.here(a, match)
        self.assertEqual(view["claim_at"] - view["seats"][1]["left_at"], 30_000)
        self.assertIs(view["draw"], False)
        self.assertIn("s.", self.claim(a, match, 409)["detail"])
        self.claim(a, match, 400, "fun")
        # The player who is gone cannot claim, and others learn nothing.
        self.assertIsNone(self.here(b, match)["claim_at"])
        other = self.server.guest()
        self.addCleanup(other.close)
        other.must(403, "GET", f"/api/matches/{match}/here")
        other.must(404, "GET", f"/api/events?topics=here:{match}")
        self.later(30_000)
        self.assertEqual(self.here(a, match)["seats"][1]["state"], "gone")
        self.claim(b, match, 409)
        self.claim(a, match, 422, "draw")
        result = self.claim(a, match, 200)["result"]
        self.assertEqual((result["winner_seat"], result["reason"]), (1, "left"))
        self.assertEqual(self.states(a, match), [None, None])
        record = a.must(200, "GET", f"/api/matches/{match}/record?format=json")
        self.assertEqual(record["result"]["reason"], "forfeit")
        found = a.must(200, "GET", "/api/matches?reason=left")["matches"]
        self.assertIn(match, [m["id"] for m in found])

    def test_a_player_who_is_back_or_plays_by_other_means_cannot_be_claimed(self):
        a, b, match = self.pair("claims", width=5, clock=LIVE)
        hears, there = self.look(a, match), self.look(b, match)
        self.until(a, match, ["here", "here"])
        there.close()
        self.until(a, match, ["here", "gone"])
        self.assertIs(self.here(a, match)["draw"], True)
        there = self.look(b, match)
        self.until(a, match, ["here", "here"])
        self.claim(a, match, 409)
        there.close()
        hears.close()
        a.play(match, 1, "a1")
        b.play(match, 2, "b2")  # without a page
        self.later(30_000)
        self.claim(a, match, 409)
        # A short look at the page begins it anew.
        self.look(b, match).close()
        self.look(a, match)
        self.until(a, match, ["here", "gone"])
        self.later(30_000)
        self.assertEqual(self.claim(a, match, 200, "draw")["result"]["winner_seat"], 0)

    def test_slow_matches_programs_and_pauses_are_never_claimed(self):
        slow = {"kind": "days", "move_ms": 86_400_000}
        a, b, match = self.pair(width=5, clock=slow)
        live, b2 = self.pair(width=5, clock=LIVE), None
        streams = [self.look(a, match), self.look(b, match)]
        programs = [self.stream(live[1], f"match:{live[2]},me")]
        self.look(live[0], live[2])
        programs[0].wait_type("hello")
        self.until(live[0], live[2], ["here", None])
        for s in streams + programs:
            s.close()
        self.assertEqual(self.states(a, match), [None, None])  # guests are not shown
        self.later(0)
        for who, m in ((a, match), (live[0], live[2])):
            self.assertIsNone(self.here(who, m)["claim_at"])
            self.claim(who, m, 409)

    def test_of_three_players_the_others_play_on(self):
        a, b, c, match = self.pair("claims", width=5, clock=LIVE, players=3)
        streams = [self.look(p, match) for p in (a, b, c)]
        self.until(a, match, ["here", "here", "here"])
        streams[1].close()
        self.until(a, match, ["here", "gone", "here"])
        self.later(30_000)
        self.claim(a, match, 409, "draw")
        view = self.claim(a, match, 200)
        self.assertEqual(view["state"], "running")
        self.assertEqual([s["resigned"] for s in view["seats"]], [False, True, False])


if __name__ == "__main__":
    harness.main()
