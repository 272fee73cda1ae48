#!/usr/bin/env python3
"""Simultaneous exhibitions: one host plays many guests, from the first wish to the last result."""
import io
import json
import sqlite3
import time
import zipfile

import harness

CLOCK = {"kind": "fischer", "main_ms": 600000, "add_ms": 5000}
PASSWORD = "correct horse"


class Simuls(harness.ServerTest):
    made = 0

    def member(self, name):
        Simuls.made += 1
        c = self.server.client()
        self.addCleanup(c.close)
        c.name = f"{name}{Simuls.made}"
        c.must(201, "POST", "/api/signup", {"name": c.name, "password": PASSWORD})
        c.keep_session()
        return c

    def open(self, host, **more):
        return host.must(201, "POST", "/api/simuls",
                         {"game": "levee", "width": 5, "clock": CLOCK, **more})["id"]

    def act(self, client, simul, what, body=None, status=200):
        return client.must(status, "POST", f"/api/simuls/{simul}/{what}", body or {})

    def joined(self, host, n, **more):
        simul = self.open(host, **more)
        guests = [self.member("guest") for _ in range(n)]
        for guest in guests:
            self.act(guest, simul, "join")
        return simul, guests

    def test_from_the_first_wish_to_the_last_result(self):
        host = self.member("host")
        hears = harness.Stream(host, "me")
        self.addCleanup(hears.close)
        hears.wait_type("hello")
        simul, (ann, bob, cat) = self.joined(host, 3, text="Come and play!",
                                             host_ms=300000, guests_max=2)
        hears.wait_type("simul")
        view = self.act(ann, simul, "join")  # sent twice
        self.assertEqual((view["state"], view["asked"], view["boards"], view["text"]),
                         ("open", 3, 0, "Come and play!"))
        self.act(host, simul, "start", status=409)  # no guest is accepted
        for guest in (bob, cat):
            self.act(host, simul, "accept", {"player": guest.name, "accepted": True})
        self.act(host, simul, "accept", {"player": ann.name, "accepted": True}, status=409)
        self.act(host, simul, "accept", {"player": bob.name, "accepted": False})
        view = self.act(host, simul, "accept", {"player": ann.name, "accepted": True})
        self.assertEqual([g["accepted"] for g in view["guests"]], [True, False, True])
        self.act(ann, simul, "start", status=403)
        view = self.act(host, simul, "start")
        self.assertEqual((view["state"], view["boards"]), ("running", 2))
        boards = {g["player"]["name"]: g for g in view["guests"]}
        self.assertIsNone(boards[bob.name]["match"])
        # All boards begin at once, unrated, the host in the first seat with more time.
        for guest in (ann, cat):
            board = boards[guest.name]
            self.assertEqual((board["host_seat"], board["host_to_move"], board["result"]),
                             (1, True, None))
            m = host.match(board["match"])
            self.assertEqual([s["player"]["name"] for s in m["seats"]], [host.name, guest.name])
            self.assertFalse(m["rated"])
            left = [s["left_ms"] for s in m["clock"]["seats"]]
            self.assertGreater(left[0], 890000)
            self.assertEqual(left[1], 600000)
        first, second = boards[ann.name]["match"], boards[cat.name]["match"]
        host.play(first, 1, "b2")
        view = host.must(200, "GET", f"/api/simuls/{simul}")
        self.assertEqual([(g["ply"], g["host_to_move"]) for g in view["guests"] if g["match"]],
                         [(1, False), (0, True)])
        ann.must(200, "POST", f"/api/matches/{first}/resign", {})
        view = host.must(200, "GET", f"/api/simuls/{simul}")
        self.assertEqual((view["state"], view["score"]),
                         ("running", {"won": 1, "drawn": 0, "lost": 0}))
        host.must(200, "POST", f"/api/matches/{second}/resign", {})
        view = self.member("reader").must(200, "GET", f"/api/simuls/{simul}")
        self.assertEqual((view["state"], view["score"]),
                         ("finished", {"won": 1, "drawn": 0, "lost": 1}))
        self.assertEqual([g["result"] for g in view["guests"]], ["won", None, "lost"])
        self.assertIsNotNone(view["finished_at"])
        self.open(host)  # and the next one

    def test_sides_alternate_and_all_may_play(self):
        host = self.member("host")
        simul, guests = self.joined(host, 3, host_side="alternating")
        view = self.act(host, simul, "start", {"all": True})
        self.assertEqual([g["host_seat"] for g in view["guests"]], [1, 2, 1])
        for g in view["guests"]:
            seats = host.match(g["match"])["seats"]
            self.assertEqual(seats[g["host_seat"] - 1]["player"]["name"], host.name)
        self.assertEqual(len(guests), 3)

    def test_accepted_guests_come_before_the_others(self):
        host = self.member("host")
        simul, guests = self.joined(host, 3, guests_max=2)
        self.act(host, simul, "accept", {"player": guests[2].name, "accepted": True})
        view = self.act(host, simul, "start", {"all": True})
        self.assertEqual([g["match"] is not None for g in view["guests"]], [True, False, True])

    def test_a_match_that_is_called_off_does_not_count(self):
        host = self.member("host")
        simul, guests = self.joined(host, 2, host_side="second")
        view = self.act(host, simul, "start", {"all": True})
        for guest, g in zip(guests, view["guests"]):
            guest.must(200, "POST", f"/api/matches/{g['match']}/abort", {})
        view = host.must(200, "GET", f"/api/simuls/{simul}")
        self.assertEqual((view["state"], view["score"], view["guests"][0]["result"]),
                         ("finished", {"won": 0, "drawn": 0, "lost": 0}, "aborted"))

    def test_a_host_has_one_at_a_time_and_bad_input_is_refused(self):
        host = self.member("host")
        simul = self.open(host)
        body = {"game": "levee", "clock": CLOCK}
        refused = host.must(409, "POST", "/api/simuls", body)
        self.assertIn("not over", refused["detail"])
        other = self.member("other")
        days = {"kind": "days", "move_ms": 86400000}
        for wrong in ({"clock": None}, {"guests_max": 1}, {"guests_max": 51},
                      {"host_side": "left"}, {"text": "x" * 1001}, {"host_ms": -1},
                      {"clock": days, "host_ms": 60000}, {"width": 99}, {"game": "chess"}):
            other.must(400, "POST", "/api/simuls", {**body, **wrong})
        self.act(host, simul, "join", status=409)
        self.act(other, simul, "leave", status=409)
        self.act(other, simul, "end", status=403)
        self.act(other, simul, "accept", {"player": host.name, "accepted": True}, status=403)
        self.act(host, simul, "accept", {"player": other.name, "accepted": True}, status=404)
        self.act(other, 100000, "join", status=404)
        other.must(404, "GET", "/api/simuls/100000")
        guest = self.server.guest()
        self.addCleanup(guest.close)
        self.act(guest, simul, "join", status=403)
        host.must(200, "POST", f"/api/players/{other.name}/block", {"blocked": True})
        self.act(other, simul, "join", status=403)
        pal = self.member("pal")
        self.act(pal, simul, "join")
        self.assertEqual(self.act(pal, simul, "leave")["asked"], 0)
        self.act(host, simul, "end")
        self.act(pal, simul, "join", status=409)
        self.assertEqual(host.must(200, "GET", f"/api/simuls/{simul}")["state"], "aborted")

    def test_lists_have_pages(self):
        hosts = [self.member("host") for _ in range(3)]
        made = [self.open(host, game="claims", width=7) for host in hosts]
        page = hosts[0].must(200, "GET", "/api/simuls?state=open&game=claims&limit=2")
        self.assertEqual([m["id"] for m in page["simuls"]], [made[2], made[1]])
        rest = hosts[0].must(
            200, "GET", f"/api/simuls?state=open&game=claims&limit=2&before={page['next']}")
        self.assertEqual(([m["id"] for m in rest["simuls"]], rest["next"]), ([made[0]], None))
        hosts[0].must(400, "GET", "/api/simuls?state=nonsense")
        hosts[0].must(400, "GET", "/api/simuls?game=chess")

    def test_export_and_deletion(self):
        host = self.member("host")
        simul, (ann, bob) = self.joined(host, 2, text="Come!")
        for client in (host, ann):
            status, export = client.request("GET", "/api/account/export")
            self.assertEqual(status, 200)
            with zipfile.ZipFile(io.BytesIO(export)) as files:
                self.assertEqual([m["id"] for m in json.loads(files.read("simuls.json"))], [simul])
        ann.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        view = bob.must(200, "GET", f"/api/simuls/{simul}")
        self.assertEqual([g["player"]["name"] for g in view["guests"]], [bob.name])
        host.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        view = bob.must(200, "GET", f"/api/simuls/{simul}")
        self.assertEqual((view["state"], view["text"]), ("aborted", ""))

    def test_it_ends_when_its_host_is_deleted(self):
        host = self.member("host")
        simul, (ann, _) = self.joined(host, 2)
        self.act(host, simul, "start", {"all": True})
        host.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.assertEqual(ann.must(200, "GET", f"/api/simuls/{simul}")["state"], "finished")


class Forgotten(harness.unittest.TestCase):
    def test_one_that_does_not_start_within_a_day_is_called_off(self):
        server = harness.Server("--no-bot", "--no-limits")
        self.addCleanup(server.close)
        clients = {}
        for name in ("host", "ann", "other"):
            c = clients[name] = server.client()
            self.addCleanup(c.close)
            c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
            c.keep_session()
        body = {"game": "levee", "width": 5, "clock": CLOCK}
        old = clients["host"].must(201, "POST", "/api/simuls", body)["id"]
        new = clients["other"].must(201, "POST", "/api/simuls", body)["id"]
        clients["ann"].must(200, "POST", f"/api/simuls/{old}/join", {})
        server.stop()
        with sqlite3.connect(server.store) as db:
            for simul, hours in ((old, 25), (new, 23)):
                db.execute("UPDATE simul SET created_at = created_at - ? WHERE id = ?",
                           (hours * 3600000, simul))
        db.close()
        server.start()
        until = time.monotonic() + 20 * harness.SLOW
        told = {}
        while len(told) < 2 and time.monotonic() < until:
            for name in ("host", "ann"):
                for notice in clients[name].must(200, "GET", "/api/notifications")["notifications"]:
                    told[name] = (notice["text"], notice["player"] and notice["player"]["name"])
            time.sleep(0.1)
        self.assertEqual(told, {"host": (f"forgotten {old}", None), "ann": (f"forgotten {old}", "host")})
        states = [clients["ann"].must(200, "GET", f"/api/simuls/{n}")["state"] for n in (old, new)]
        self.assertEqual(states, ["aborted", "open"])


if __name__ == "__main__":
    harness.main()
