"""The lobby over HTTP: quick pairing, who is there, and the television that shows running matches."""
from harness import ServerTest, Stream, main

CLOCK = {"kind": "fischer", "main_ms": 300_000, "add_ms": 3_000}
WISH = {"game": "levee", "width": 7, "height": 7, "clock": CLOCK}


class Lobby(ServerTest):
    def test_two_players_with_the_same_wish_are_paired(self):
        ann, bob = self.server.guest(), self.server.guest()
        stream = Stream(ann, "me,lobby")
        stream.wait_type("hello")
        self.assertIsNone(ann.must(202, "POST", "/api/pairing", WISH)["match"])
        waits = stream.wait(lambda e: e["event"] == "lobby" and e["data"]["waiting"])
        self.assertEqual(waits["data"]["waiting"][0]["game"], "levee")
        self.assertEqual(waits["data"]["waiting"][0]["n"], 1)
        self.assertNotIn("id", waits)
        match = bob.must(201, "POST", "/api/pairing", WISH)["match"]
        self.assertEqual(stream.wait_type("paired")["data"]["match"], match)
        value = ann.match(match)
        self.assertEqual(value["state"], "running")
        self.assertFalse(value["rated"])
        self.assertEqual(value["clock"]["main_ms"], 300_000)
        stream.wait(lambda e: e["event"] == "lobby" and not e["data"]["waiting"])
        tv = stream.wait(lambda e: e["event"] == "tv" and e["data"]["id"] == match)["data"]
        self.assertEqual(len(tv["board"].split()), 7)
        first, second = (ann, bob) if value["you"] == [1] else (bob, ann)
        first.play(match, 1, "b2")
        tv = stream.wait(lambda e: e["event"] == "tv" and e["data"]["ply"] == 1)["data"]
        self.assertEqual((tv["last"], tv["side"]), ("b2", 2))
        second.must(200, "POST", f"/api/matches/{match}/resign", {})
        tv = stream.wait(lambda e: e["event"] == "tv" and e["data"]["state"] == "finished")["data"]
        self.assertEqual(tv["result"]["reason"], "resign")
        shown = self.server.client().must(200, "GET", "/api/lobby")
        self.assertEqual([m["id"] for m in shown["tv"] if m["game"] == "levee"], [match])  # another test's may run
        stream.close()

    def test_matches_that_spectators_may_not_see_are_not_on_television(self):
        ann, bob = self.server.guest(), self.server.guest()
        stream = Stream(self.server.guest(), "lobby")
        stream.wait_type("hello")
        for more in ({"private": True}, {"delay": {"plies": 4}}):
            ann.create("claims", ["me", {"bot": 1}], width=4, height=4, **more)
        ann.create("palisade", ["me", "me"], width=5, height=5)
        stream.wait(lambda e: e["event"] == "tv" and e["data"]["game"] == "palisade")
        shown = bob.must(200, "GET", "/api/lobby")
        self.assertNotIn("claims", [m["game"] for m in shown["tv"]])
        stream.close()

    def test_a_wrong_wish_gives_an_error(self):
        ann = self.server.guest()
        self.server.client().must(401, "POST", "/api/pairing", WISH)
        for wrong in ({"game": "go"}, {"width": 8}, {"clock": None}, {"clock": {"kind": "sand"}}):
            self.assertIn("detail", ann.must(400, "POST", "/api/pairing", {**WISH, **wrong}))
        self.assertEqual(ann.must(200, "POST", "/api/pairing/end", {}), {})
        self.assertIsNone(ann.must(202, "POST", "/api/pairing", WISH)["match"])
        self.assertEqual(ann.must(200, "POST", "/api/pairing/end", {}), {})
        other = self.server.guest()
        self.assertIsNone(other.must(202, "POST", "/api/pairing", WISH)["match"])
        other.must(200, "POST", "/api/pairing/end", {})


if __name__ == "__main__":
    main()
