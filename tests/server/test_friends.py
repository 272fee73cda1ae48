#!/usr/bin/env python3
"""Members follow each other, see who of them is here, and decide who may see that of them."""
import io
import json
import zipfile

import harness

PASSWORD = harness.PASSWORD


class People(harness.ServerTest):
    def follow(self, c, name, follow=True, status=200):
        return c.must(status, "POST", f"/api/players/{name}/follow", {"follow": follow})

    def friends(self, c):
        return {p["player"]["name"]: p for p in c.must(200, "GET", "/api/friends")["players"]}


class Following(People):
    def test_members_who_follow_each_other_are_friends(self):
        a, b = self.member("ada"), self.member("ben")
        you = self.follow(a, "ben")["you"]
        self.assertEqual((you["follows"], you["follows_you"], you["may_follow"]), (True, False, True))
        self.follow(a, "ben")  # twice changes nothing
        self.assertFalse(self.friends(a)["ben"]["friend"])
        self.assertEqual(self.friends(b), {})
        seen = b.must(200, "GET", "/api/players/ada")["you"]
        self.assertEqual((seen["follows"], seen["follows_you"]), (False, True))
        self.follow(b, "ADA")
        self.assertTrue(self.friends(a)["ben"]["friend"])
        self.assertTrue(self.friends(b)["ada"]["friend"])
        self.follow(a, "ben", False)
        self.assertEqual(self.friends(a), {})
        self.assertFalse(self.friends(b)["ada"]["friend"])
        # No one else is told.
        self.assertNotIn("ada", str(self.nobody().must(200, "GET", "/api/players/ben")))

    def test_members_decide_who_may_follow_them(self):
        a = self.member("alone")
        guest = self.server.guest()
        self.addCleanup(guest.close)
        self.follow(a, "alone", status=400)
        self.follow(a, "engine", status=403)
        self.follow(a, guest.must(200, "GET", "/api/me")["name"], status=403)
        self.follow(a, "nobody-of-that-name", status=404)
        a.must(400, "POST", "/api/players/alone/follow", {})
        self.follow(guest, "alone", status=403)
        guest.must(403, "GET", "/api/friends")
        self.nobody().must(401, "GET", "/api/friends")

    def test_a_block_ends_following_both_ways(self):
        a, b = self.member("calm"), self.member("rude")
        self.follow(a, "rude")
        self.follow(b, "calm")
        a.must(200, "POST", "/api/players/rude/block", {"blocked": True})
        self.assertEqual((self.friends(a), self.friends(b)), ({}, {}))
        self.assertIn("cannot be followed", self.follow(b, "calm", status=403)["detail"])
        self.assertIn("Unblock", self.follow(a, "rude", status=409)["detail"])
        self.assertFalse(b.must(200, "GET", "/api/players/calm")["you"]["may_follow"])
        a.must(200, "POST", "/api/players/rude/block", {"blocked": False})
        self.follow(b, "calm")

    def test_a_member_may_want_no_followers(self):
        a, b = self.member("hermit"), self.member("fan")
        self.assertTrue(a.must(200, "GET", "/api/account")["followable"])
        self.follow(b, "hermit")
        account = a.must(200, "POST", "/api/account/profile", {"followable": False})
        self.assertFalse(account["followable"])
        self.assertTrue(account["show_seen"])
        self.assertEqual(self.friends(b), {})
        self.follow(b, "hermit", status=403)
        a.must(200, "POST", "/api/account/profile", {"about": "still here"})
        self.assertFalse(a.must(200, "GET", "/api/account")["followable"])
        self.follow(a, "fan")  # they may follow others

    def test_matches_of_those_one_follows(self):
        a, b, c = self.member("viewer"), self.member("star"), self.member("other")
        self.follow(a, "star")

        def pair(**more):
            match = b.create("redstone", ["me", "open"], width=5, height=5, **more)["id"]
            c.must(200, "POST", f"/api/matches/{match}/join", {})
            return match
        first, over, last = pair(), pair(), pair()
        c.must(200, "POST", f"/api/matches/{over}/resign", {})
        hidden = b.create("claims", ["me", "invite"], private=True)
        c.must(200, "POST", f"/api/matches/{hidden['id']}/join",
               {"invite": hidden["invite"].split("=")[1]})
        c.create("levee", ["me", "me"], width=5, height=5)
        ids = [m["id"] for m in a.must(200, "GET", "/api/matches?followed=1")["matches"]]
        self.assertEqual(ids, [last, first])
        page = a.must(200, "GET", "/api/matches?followed=1&limit=1")
        self.assertEqual(page["next"], last)
        page = a.must(200, "GET", f"/api/matches?followed=1&limit=1&before={page['next']}")
        self.assertEqual([m["id"] for m in page["matches"]], [first])
        self.assertEqual(a.must(200, "GET", "/api/matches?followed=1&game=levee")["matches"], [])
        self.assertEqual(c.must(200, "GET", "/api/matches?followed=1")["matches"], [])
        a.must(400, "GET", "/api/matches?followed=1&mine=1")
        a.must(400, "GET", "/api/matches?followed=1&state=finished")
        self.nobody().must(401, "GET", "/api/matches?followed=1")

    def test_the_export_has_it_and_a_deleted_account_is_forgotten(self):
        a, b = self.member("keeper"), self.member("leaver")
        self.follow(a, "leaver")
        self.follow(b, "keeper")
        raw = a.must(200, "GET", "/api/account/export")
        with zipfile.ZipFile(io.BytesIO(raw)) as zipped:
            kept = json.loads(zipped.read("follows.json"))
        self.assertEqual([p["player"]["name"] for p in kept["players"]], ["leaver"])
        b.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.assertEqual(self.friends(a), {})


class Presence(People):
    def test_only_followers_hear_of_an_arrival(self):
        a, b, c = self.member("waits"), self.member("comes"), self.member("stranger")
        self.follow(a, "comes")
        self.assertFalse(self.friends(a)["comes"]["online"])
        mine, foreign = self.stream(a, "friends"), self.stream(c, "friends,me")
        theirs = self.stream(b, "lobby")
        came = mine.wait_type("friend")["data"]
        self.assertEqual(came, {"player": "comes", "online": True})
        self.assertTrue(self.friends(a)["comes"]["online"])
        again = self.stream(b, "me")
        theirs.close()  # another of their streams is open still
        again.close()
        mine.wait(lambda e: e["event"] == "friend" and not e["data"]["online"], 40)
        self.assertFalse(self.friends(a)["comes"]["online"])
        self.assertEqual(mine.types().count("friend"), 2)
        self.assertNotIn("friend", foreign.types())

    def test_a_member_who_hides_it_is_not_online(self):
        a, b = self.member("curious"), self.member("shy")
        self.follow(a, "shy")
        mine = self.stream(a, "friends")
        self.stream(b, "me")
        mine.wait_type("friend")
        b.must(200, "POST", "/api/account/profile", {"show_seen": False})
        self.assertFalse(self.friends(a)["shy"]["online"])
        self.assertIsNone(self.friends(a)["shy"]["seen_at"])
        mine.wait(lambda e: e["event"] == "friend" and not e["data"]["online"])
        self.stream(b, "lobby")
        b.must(200, "POST", "/api/account/profile", {"show_seen": True})
        mine.wait(lambda e: e["event"] == "friend" and e["data"]["online"]
                  and mine.types().count("friend") == 3)

    def test_the_topic_is_for_members(self):
        guest = self.server.guest()
        self.addCleanup(guest.close)
        guest.must(401, "GET", "/api/events?topics=friends")
        self.nobody().must(401, "GET", "/api/events?topics=friends")


class Quota(harness.FilledTest):
    def stars(self, db, n):
        return [db.execute("INSERT INTO player (kind, name, created_at) VALUES ('member', ?, 0)",
                           (f"star{i:04}",)).lastrowid for i in range(n)]

    def test_at_most_five_hundred_are_followed(self):
        def fill(db, ids):
            db.executemany("INSERT INTO follow (player, other, at) VALUES (?, ?, 0)",
                           [(ids["greedy"], star) for star in self.stars(db, 500)])
        c = self.signed_in(self.server_with(("greedy", "one-more"), fill), "greedy")
        answer = c.must(200, "GET", "/api/friends")
        self.assertEqual((len(answer["players"]), answer["most"]), (500, 500))
        problem = c.must(409, "POST", "/api/players/one-more/follow", {"follow": True})
        self.assertEqual(problem["detail"],
                         "You follow 500 players, which is the limit. Unfollow one first.")
        c.must(200, "POST", "/api/players/star0007/follow", {"follow": True})  # followed already
        c.must(200, "POST", "/api/players/star0007/follow", {"follow": False})
        c.must(200, "POST", "/api/players/one-more/follow", {"follow": True})

    def test_the_latest_five_thousand_followers_hear_of_an_arrival(self):
        def fill(db, ids):
            follows = [(ids["oldest"], ids["famous"], 1), (ids["latest"], ids["famous"], 3)]
            follows += [(star, ids["famous"], 2) for star in self.stars(db, 4999)]
            db.executemany("INSERT INTO follow (player, other, at) VALUES (?, ?, ?)", follows)
        server = self.server_with(("famous", "oldest", "latest"), fill)
        streams = []
        for name, topics in (("oldest", "friends"), ("latest", "friends"), ("famous", "me")):
            stream = harness.Stream(self.signed_in(server, name), topics)
            self.addCleanup(stream.close)
            stream.wait_type("hello")
            streams.append(stream)
        streams[1].wait_type("friend")
        self.assertNotIn("friend", streams[0].types())
        listed = self.signed_in(server, "oldest").must(200, "GET", "/api/friends")["players"]
        self.assertTrue(listed[0]["online"])


if __name__ == "__main__":
    harness.main()
