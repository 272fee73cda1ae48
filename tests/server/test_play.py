#!/usr/bin/env python3
"""Two clients play: create, join, move, events, refusals."""
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


if __name__ == "__main__":
    harness.main()
