#!/usr/bin/env python3
"""Kept studies: who may read and write them, chapters, edits, what is told live, quotas, and what becomes
of them with an account."""
import io
import json
import time
import zipfile
import zlib

import harness

PASSWORD = harness.PASSWORD
BOARD = json.dumps({"hoshi": 1, "game": "redstone", "width": 5, "height": 5,
                    "players": [{"seat": 1, "name": ""}, {"seat": 2, "name": ""}], "moves": []})


def add(node, parent, move, side):
    return [node, "add", json.dumps({"p": parent, "m": move, "s": side})]


class Studies(harness.ServerTest):
    keys = 0

    def study(self, c, name="Openings", **more):
        return c.must(201, "POST", "/api/studies", {"name": name, **more})["id"]

    def chapter(self, c, study, name="First"):
        return c.must(201, "POST", f"/api/studies/{study}/chapters",
                      {"name": name, "record": BOARD})["id"]

    def edit(self, c, chapter, *ops, status=200, key=None):
        Studies.keys += 1
        return c.must(status, "POST", f"/api/chapters/{chapter}/edits",
                      {"key": key or f"key-{Studies.keys:06d}", "ops": list(ops)})

    def values(self, c, chapter, **kw):
        rows = c.must(200, "GET", f"/api/chapters/{chapter}", **kw)["values"]
        return {(node, field): value for node, field, value, _ in rows}

    def say(self, c, study, text, status=201, **more):
        return c.must(status, "POST", f"/api/studies/{study}/chat", {"text": text, **more})

    def archive(self, c):
        return zipfile.ZipFile(io.BytesIO(c.must(200, "GET", "/api/account/export")))

    def lines(self, c, study, query=""):
        return c.must(200, "GET", f"/api/studies/{study}/chat{query}")["lines"]

    def test_members_chat_and_readers_of_the_study_read_it(self):
        a, b, c = self.member("chata"), self.member("chatb"), self.member("chatc")
        study = self.study(a)
        a.must(200, "POST", f"/api/studies/{study}/members", {"player": "chatb", "writes": False})
        stream = harness.Stream(b, f"study:{study}")
        self.addCleanup(stream.close)
        first = self.say(a, study, "Hello.")["id"]
        self.assertEqual(stream.wait_type("study_chat")["data"]["study"], study)
        second = self.say(b, study, "Grüße <b>")["id"]
        self.assertEqual([(m["player"]["name"], m["text"]) for m in self.lines(b, study)],
                         [("chatb", "Grüße <b>"), ("chata", "Hello.")])
        self.assertEqual([m["id"] for m in self.lines(b, study, f"?before={second}")], [first])
        self.assertEqual(len(self.lines(b, study, "?limit=1")), 1)
        for query in ("?limit=101", "?before=x"):
            b.must(400, "GET", f"/api/studies/{study}/chat{query}")
        # Not for others, and later for everybody to read, but not to write.
        c.must(404, "GET", f"/api/studies/{study}/chat")
        self.say(c, study, "x", 404)
        a.must(200, "POST", f"/api/studies/{study}", {"access": "public"})
        self.assertEqual(len(self.lines(self.nobody(), study)), 2)
        self.assertIn("members", self.say(c, study, "x", 403)["detail"])
        self.assertIn("500", self.say(a, study, "x" * 501, 400)["detail"])
        self.say(a, study, "", 400)
        self.say(a, 99999, "x", 404)

    def test_blocks_hold_in_the_chat_of_a_study(self):
        a, b, c = self.member("blocka"), self.member("blockb"), self.member("blockc")
        study = self.study(a)
        for name in ("blockb", "blockc"):
            a.must(200, "POST", f"/api/studies/{study}/members", {"player": name})
        self.say(b, study, "one")
        c.must(200, "POST", "/api/players/blockb/block", {"blocked": True})
        self.say(b, study, "two")
        self.assertEqual(self.lines(c, study), [])  # not shown to the one who blocked
        self.assertEqual(len(self.lines(a, study)), 2)
        a.must(200, "POST", "/api/players/blockb/block", {"blocked": True})
        self.assertIn("blocked", self.say(b, study, "three", 403)["detail"])
        a.must(200, "POST", "/api/players/blockb/block", {"blocked": False})
        self.say(b, study, "three")

    def test_a_line_is_removed_reported_exported_and_goes_with_the_study(self):
        a, b, boss = self.member("linea"), self.member("lineb"), self.member("lineboss")
        self.server.stop()
        self.server.options += ["--admin", "lineboss"]
        self.server.start()
        for c in (a, b, boss):
            c.port = self.server.port
            c.connection.close()
        study, other = self.study(a, "With chat"), self.study(a, "Another")
        a.must(200, "POST", f"/api/studies/{study}/members", {"player": "lineb"})
        own, rude, worse = (self.say(c, study, text)["id"]
                            for c, text in ((b, "mine"), (b, "rude"), (b, "worse")))
        remove = f"/api/studies/{study}/chat/delete"
        b.must(200, "POST", remove, {"line": own})
        a.must(200, "POST", remove, {"line": rude})  # the study is hers
        kept = self.say(a, study, "to stay")["id"]
        self.assertIn("linea", b.must(403, "POST", remove, {"line": kept})["detail"])
        for body, status in (({"line": 99999}, 404), ({"line": "x"}, 400), ({}, 400)):
            a.must(status, "POST", remove, body)
        a.must(404, "POST", f"/api/studies/{other}/chat/delete", {"line": kept})
        boss.must(404, "POST", remove, {"line": kept})
        self.assertEqual([(m["text"], m.get("deleted", False)) for m in self.lines(a, study)],
                         [("to stay", False), ("worse", False), ("", True), ("", True)])
        # The moderators see what was said, and may remove it though the study is not theirs to read.
        report = {"study": study, "chat": worse, "reason": "insult"}
        a.must(201, "POST", "/api/reports", report)
        boss.must(404, "POST", "/api/reports", report)
        a.must(404, "POST", "/api/reports", {**report, "study": other})
        a.must(400, "POST", "/api/reports", {"study": study, "reason": "which line?"})
        seen = boss.must(200, "GET", "/api/admin/reports?state=open")["reports"][0]
        self.assertEqual((seen["study"], seen["match"], seen["player"]["name"], seen["chat"]["text"]),
                         (study, None, "lineb", "worse"))
        a.must(403, "POST", f"/api/admin/studychat/{worse}/delete", {})
        boss.must(404, "POST", "/api/admin/studychat/99999/delete", {})
        boss.must(200, "POST", f"/api/admin/studychat/{worse}/delete", {})
        self.assertEqual([m["text"] for m in self.lines(a, study)], ["to stay", "", "", ""])
        self.assertEqual(boss.must(200, "GET", "/api/admin/log")["log"][0]["what"], "delete chat")
        self.say(b, study, "in my export")
        said = json.loads(self.archive(b).read("chat.json"))
        self.assertEqual([(m["study"], m["text"]) for m in said if m["text"]], [(study, "in my export")])
        whole = json.loads(self.archive(a).read(f"studies/{study}.json"))
        self.assertEqual([m["text"] for m in whole["chat"] if m["text"]], ["in my export", "to stay"])
        # The lines of a member stay under the name of a deleted player; a deleted study deletes its
        # chat.
        b.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.assertEqual(len(self.lines(a, study)), 5)
        a.must(200, "POST", f"/api/studies/{study}/delete", {})
        a.must(404, "GET", f"/api/studies/{study}/chat")

    def test_a_study_is_made_changed_listed_and_deleted(self):
        a = self.member("stella")
        made = a.must(201, "POST", "/api/studies", {"name": "Größe und Ecken"})
        self.assertEqual(made["access"], "private")
        self.assertEqual(a.headers["location"], f"/api/studies/{made['id']}")
        self.assertEqual(made["you"], {"writes": True, "owns": True})
        self.assertEqual([m["player"]["name"] for m in made["members"]], ["stella"])
        other = self.study(a, "Endings", access="public")
        listed = a.must(200, "GET", "/api/studies?mine=1")["studies"]
        self.assertEqual([s["id"] for s in listed], [other, made["id"]])
        page = a.must(200, "GET", "/api/studies?mine=1&limit=1")
        self.assertEqual(page["next"], other)
        page = a.must(200, "GET", f"/api/studies?mine=1&limit=1&before={page['next']}")
        self.assertEqual([s["id"] for s in page["studies"]], [made["id"]])
        self.assertIsNone(page["next"])
        found = a.must(200, "GET", "/api/studies?mine=1&q=GR%C3%96SSE")["studies"]
        self.assertEqual(found, [])
        found = a.must(200, "GET", "/api/studies?mine=1&q=gr%C3%96%C3%9F")["studies"]
        self.assertEqual([s["id"] for s in found], [made["id"]])
        self.assertEqual(a.must(200, "GET", "/api/studies?mine=1&q=%25")["studies"], [])
        changed = a.must(200, "POST", f"/api/studies/{made['id']}",
                         {"name": "Corners", "access": "public"})
        self.assertEqual((changed["name"], changed["access"]), ("Corners", "public"))
        a.must(400, "POST", f"/api/studies/{made['id']}", {"access": "secret"})
        a.must(400, "POST", "/api/studies", {"name": "x" * 81})
        a.must(200, "POST", f"/api/studies/{made['id']}/delete", {})
        a.must(404, "GET", f"/api/studies/{made['id']}")
        a.must(404, "GET", "/api/studies/999999")
        self.nobody().must(401, "GET", "/api/studies?mine=1")

    def test_studies_are_for_members_and_reading_for_whom_they_are_shown(self):
        a, b = self.member("rita"), self.member("sven")
        guest = self.server.guest()
        self.addCleanup(guest.close)
        guest.must(403, "POST", "/api/studies", {"name": "no"})
        study = self.study(a)
        chapter = self.chapter(a, study)
        for c in (b, guest, self.nobody()):
            c.must(404, "GET", f"/api/studies/{study}")
            c.must(404, "GET", f"/api/chapters/{chapter}")
            c.must(404, "GET", f"/api/studies/{study}/edits")
            c.must(404, "GET", f"/api/studies/{study}/here")
            c.must(404, "GET", f"/api/events?topics=study:{study}")
        self.edit(b, chapter, ["0", "comment", "hi"], status=404)
        link = a.must(200, "POST", f"/api/studies/{study}", {"access": "link"})["link"]
        self.assertNotIn(study, [s["id"] for s in b.must(200, "GET", "/api/studies")["studies"]])
        b.must(404, "GET", f"/api/studies/{study}?link=wrong")
        self.assertFalse(b.must(200, "GET", f"/api/studies/{study}?link={link}")["you"]["writes"])
        b.must(200, "GET", f"/api/chapters/{chapter}?link={link}")
        # A member who came without the link is not told it, and hears nothing after going.
        a.must(200, "POST", f"/api/studies/{study}/members", {"player": "sven", "writes": False})
        shown = [b.must(200, "GET", path) for path in
                 (f"/api/studies/{study}", f"/api/chapters/{chapter}", f"/api/studies/{study}/edits")]
        stream = harness.Stream(b, f"study:{study}")
        self.addCleanup(stream.close)
        stream.wait_type("hello")
        self.edit(a, chapter, ["0", "comment", "heard"])
        stream.wait(lambda e: "heard" in str(e))
        for said in (*shown, *stream.events):
            self.assertNotIn(link, str(said))
        a.must(200, "POST", f"/api/studies/{study}/members", {"player": "sven", "remove": True})
        self.edit(a, chapter, ["0", "comment", "secret"])
        # Nor does a stream with the link, when there is a new one.
        guest = harness.Stream(b, f"lobby,study:{study}:{link}")
        self.addCleanup(guest.close)
        guest.wait_type("hello")
        a.must(200, "POST", f"/api/studies/{study}", {"new_link": True})
        self.edit(a, chapter, ["0", "comment", "another"])
        time.sleep(0.5)
        self.assertNotIn("secret", str(stream.events))
        self.assertNotIn("another", str(guest.events))
        b.must(404, "GET", f"/api/studies/{study}?link={link}")
        a.must(200, "POST", f"/api/studies/{study}", {"access": "public"})
        self.assertIn(study, [s["id"] for s in b.must(200, "GET", "/api/studies")["studies"]])
        found = self.nobody().must(200, "GET", "/api/studies?game=redstone")["studies"]
        self.assertIn(study, [s["id"] for s in found])
        found = self.nobody().must(200, "GET", "/api/studies?game=levee")["studies"]
        self.assertNotIn(study, [s["id"] for s in found])
        self.edit(b, chapter, ["0", "comment", "hi"], status=403)
        b.must(403, "POST", f"/api/studies/{study}", {"name": "mine now"})
        b.must(403, "POST", f"/api/studies/{study}/members", {"player": "sven", "writes": True})
        a.must(200, "POST", f"/api/studies/{study}/members", {"player": "sven", "writes": True})
        self.edit(b, chapter, ["0", "comment", "hi"])
        b.must(403, "POST", f"/api/studies/{study}/delete", {})
        self.assertIn(study, [s["id"] for s in b.must(200, "GET",
                                                      "/api/studies?mine=1")["studies"]])
        a.must(200, "POST", f"/api/studies/{study}/members", {"player": "sven", "writes": False})
        self.edit(b, chapter, ["0", "comment", "ho"], status=403)
        b.must(200, "POST", f"/api/studies/{study}/members", {"player": "sven", "remove": True})
        a.must(409, "POST", f"/api/studies/{study}/members", {"player": "rita", "remove": True})
        b.must(200, "POST", "/api/players/rita/block", {"blocked": True})
        a.must(403, "POST", f"/api/studies/{study}/members", {"player": "sven"})

    def test_edits_are_numbered_and_reach_all_readers(self):
        a, b = self.member("tom"), self.member("uwe")
        study = self.study(a, access="public")
        chapter = self.chapter(a, study)
        stream = harness.Stream(b, f"study:{study}")
        stream.wait_type("hello")
        first = self.edit(a, chapter, add("k1", "0", "c3", 1), ["k1", "comment", "centre"],
                          ["k1", "at 12", "circle"], ["k1", "arrow 12 13", "1"])["edit"]
        told = stream.wait_type("edit")["data"]
        self.assertEqual((told["edit"], told["chapter"], told["by"]["name"]),
                         (first, chapter, "tom"))
        self.assertEqual(told["ops"][1], ["k1", "comment", "centre", None])
        second = self.edit(a, chapter, ["k1", "comment", "the centre"])["edit"]
        self.assertGreater(second, first)
        got = a.must(200, "GET", f"/api/studies/{study}/edits?since={first}")
        self.assertEqual([(e["edit"], e["ops"]) for e in got["edits"]],
                         [(second, [["k1", "comment", "the centre", "centre"]])])
        back = a.must(200, "GET", f"/api/studies/{study}/edits?before={second}")["edits"]
        self.assertEqual([e["edit"] for e in back], [first])
        self.assertEqual(self.values(b, chapter)["k1", "comment"], "the centre")
        a.must(200, "POST", f"/api/chapters/{chapter}", {"name": "Centre first", "place": 7})
        self.assertEqual(stream.wait(lambda e: e["event"] == "study")["data"]["what"], "chapters")
        stream.close()

    def test_an_edit_sent_twice_counts_once(self):
        a = self.member("vera")
        chapter = self.chapter(a, self.study(a))
        first = self.edit(a, chapter, ["0", "name", "one"], key="the-same-key")
        self.edit(a, chapter, ["0", "name", "two"])
        self.assertEqual(self.edit(a, chapter, ["0", "name", "one"], key="the-same-key"), first)
        self.assertEqual(self.values(a, chapter)["0", "name"], "two")

    def test_a_text_that_follows_an_old_one_is_refused(self):
        a = self.member("wanda")
        chapter = self.chapter(a, self.study(a))
        first = self.edit(a, chapter, ["0", "comment", "one", 0])["edit"]
        second = self.edit(a, chapter, ["0", "comment", "two", first])["edit"]
        self.edit(a, chapter, ["0", "comment", "three", first], ["0", "name", "x"], status=409)
        self.assertEqual(self.values(a, chapter), {("0", "comment"): "two"})
        self.edit(a, chapter, ["0", "comment", "three", second])

    def test_a_wrong_edit_is_refused_with_its_place(self):
        a = self.member("xaver")
        chapter = self.chapter(a, self.study(a))
        self.edit(a, chapter, add("k1", "0", "c3", 1))
        for ops, status in (
                ([], 400), ([["k1", "comment"]], 400), ([["K1", "comment", "x"]], 400),
                ([["k1", "colour", "x"]], 400), ([["k1", "at", "circle"]], 400),
                ([["k1", "at 3 4", "circle"]], 400), ([["k1", "glyph", "?!?"]], 400),
                ([["k1", "gone", "yes"]], 400), ([["k1", "comment", "x" * 40001]], 400),
                ([["k1", "name", "a"], ["k1", "name", "b"]], 400),
                ([add("0", "0", "c3", 1)], 400), ([add("k2", "k2", "c3", 1)], 400),
                ([["k2", "add", "{}"]], 400), ([add("k2", "0", "z99", 1)], 400),
                ([add("k2", "k9", "c4", 2)], 409), ([["k9", "comment", "x"]], 409),
                ([["0", "name", "x"]] * 201, 400)):
            answer = self.edit(a, chapter, *ops, status=status)
            self.assertTrue(answer["detail"])
        self.assertEqual(list(self.values(a, chapter)), [("k1", "add")])
        self.edit(a, chapter, add("k1", "0", "e5", 2))  # the first one holds
        self.assertEqual(json.loads(self.values(a, chapter)["k1", "add"])["m"], "c3")
        for record in ("{", "(;GM[1])", BOARD.replace("redstone", "chess"),
                       BOARD.replace('"moves": []', '"moves": [{"move": "c3"}]')):
            a.must(400, "POST", f"/api/studies/{self.study(a)}/chapters",
                   {"name": "bad", "record": record})

    def test_a_removed_member_hears_no_more(self):
        a, b = self.member("yara"), self.member("zoe")
        study = self.study(a, access="public")
        chapter = self.chapter(a, study)
        stream = harness.Stream(b, f"study:{study},lobby")
        stream.wait_type("hello")
        a.must(200, "POST", f"/api/studies/{study}", {"access": "private"})
        self.assertEqual(stream.wait_type("study")["data"]["what"], "access")
        self.edit(a, chapter, ["0", "comment", "secret"])
        a.create("redstone", ["me", "open"])  # told to the lobby: after the edit
        stream.wait_type("match")
        self.assertNotIn("edit", stream.types())
        stream.close()

    def test_the_study_lists_its_readers(self):
        a, b = self.member("abel"), self.member("beate")
        study = self.study(a, access="public")
        first = harness.Stream(a, f"study:{study}")
        first.wait_type("hello")
        second = harness.Stream(b, f"study:{study}")
        first.wait(lambda e: e["event"] == "here" and e["data"]["here"] == 2)
        here = b.must(200, "GET", f"/api/studies/{study}/here")
        self.assertEqual([p["name"] for p in here["members"]], ["abel"])
        self.assertEqual(here["others"], 1)
        second.close()
        first.wait(lambda e: e["event"] == "here" and e["data"]["here"] == 1)
        first.close()

    def test_a_clone_has_all_and_is_ones_own(self):
        a, b = self.member("carl"), self.member("dora")
        study = self.study(a, access="public")
        chapter = self.chapter(a, study)
        self.edit(a, chapter, add("k1", "0", "c3", 1), ["k1", "comment", "centre"])
        clone = b.must(201, "POST", f"/api/studies/{study}/clone", {"name": "Mine"})
        self.assertEqual((clone["name"], clone["access"], clone["owner"]["name"]),
                         ("Mine", "private", "dora"))
        self.assertEqual(clone["nodes"], 1)
        copy = clone["chapters"][0]["id"]
        self.assertNotEqual(copy, chapter)
        self.edit(b, copy, ["k1", "comment", "mine"])
        self.assertEqual(self.values(a, chapter)["k1", "comment"], "centre")
        self.assertEqual(self.values(b, copy)["k1", "comment"], "mine")

    def test_a_chapter_that_goes_gives_its_room_back(self):
        a = self.member("emil")
        study = self.study(a)
        empty = a.must(200, "GET", f"/api/studies/{study}")
        chapter = self.chapter(a, study)
        self.edit(a, chapter, add("k1", "0", "c3", 1), ["k1", "comment", "größer"])
        self.edit(a, chapter, ["k1", "comment", "ß"])
        self.assertGreater(a.must(200, "GET", f"/api/studies/{study}")["bytes"], 100)
        a.must(200, "POST", f"/api/chapters/{chapter}/delete", {})
        after = a.must(200, "GET", f"/api/studies/{study}")
        self.assertEqual((after["bytes"], after["nodes"], after["chapters"]),
                         (empty["bytes"], 0, []))
        a.must(404, "GET", f"/api/chapters/{chapter}")

    def test_quotas_name_themselves(self):
        a = self.member("fanny")
        study = self.study(a)
        limits = a.must(200, "GET", f"/api/studies/{study}")["limits"]
        for _ in range(limits["chapters"]):
            chapter = self.chapter(a, study)
        refused = a.must(409, "POST", f"/api/studies/{study}/chapters",
                         {"name": "one more", "record": BOARD})
        self.assertIn(str(limits["chapters"]), refused["detail"])
        n = 0
        while n < limits["chapter_nodes"]:
            self.edit(a, chapter, *[add(f"n{n + i}", "0", "", 0) for i in range(200)])
            n += 200
        refused = self.edit(a, chapter, add("more", "0", "c3", 1), status=409)
        self.assertIn(str(limits["chapter_nodes"]), refused["detail"])

    def test_values_without_text_count_too(self):
        """Or else a study could have millions of them, and all who copy or delete it would wait."""
        a = self.member("frugal")
        chapter = self.chapter(a, self.study(a))
        n, status = 0, 200
        while status == 200 and n < 30000:
            status, said = a.post(f"/api/chapters/{chapter}/edits", {
                "key": f"frugal-{n:06d}", "ops": [["0", f"arrow {n // 200} {i}", ""] for i in range(200)]})
            n += 200
        self.assertEqual(status, 409)
        self.assertIn("A chapter holds at most", said["detail"])
        # What takes no more room can still be written.
        self.edit(a, chapter, ["0", "arrow 0 0", "1"])
        self.edit(a, chapter, ["0", "arrow 0 0", ""])

    def test_a_clone_of_long_chapters_has_every_value(self):
        a, b = self.member("copious"), self.member("copyist")
        study = self.study(a, access="public")
        chapters = [self.chapter(a, study, name) for name in ("long", "empty", "short")]
        for n in range(11):
            self.edit(a, chapters[0], *[["0", f"arrow {n} {i}", "1"] for i in range(200)])
        self.edit(a, chapters[2], add("x1", "0", "c3", 1), ["x1", "comment", "centre"])
        clone = b.must(201, "POST", f"/api/studies/{study}/clone", {})
        self.assertEqual([c["name"] for c in clone["chapters"]], ["long", "empty", "short"])
        for old, new in zip(chapters, clone["chapters"]):
            self.assertEqual(self.values(b, new["id"]), self.values(a, old))
        self.assertEqual(len(self.values(b, clone["chapters"][0]["id"])), 2200)

    def test_a_study_has_fifty_members(self):
        a = self.member("fifty")
        study = self.study(a, "Crowded")
        members = f"/api/studies/{study}/members"
        limit = a.must(200, "GET", f"/api/studies/{study}")["limits"]["members"]
        self.assertEqual(limit, 50)
        for i in range(limit):  # the owner is one of them
            name = f"crowd{i}"
            self.nobody().must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
            status = 200 if i < limit - 1 else 409
            answer = a.must(status, "POST", members, {"player": name, "writes": False})
        self.assertIn("at most 50 members", answer["detail"])
        a.must(200, "POST", members, {"player": "crowd0", "writes": True})  # one who is in already

    def test_an_export_has_the_studies_and_a_deletion_takes_them_away(self):
        a, b = self.member("gero"), self.member("hilda")
        study = self.study(a, access="public")
        a.must(200, "POST", f"/api/studies/{study}/members", {"player": "hilda", "writes": True})
        chapter = self.chapter(a, study)
        self.edit(b, chapter, ["0", "comment", "by hilda"])
        body = a.must(200, "GET", "/api/account/export")
        with zipfile.ZipFile(io.BytesIO(body)) as z:
            whole = json.loads(z.read(f"studies/{study}.json"))
        self.assertEqual(whole["chapters"][0]["values"][0][:3], ["0", "comment", "by hilda"])
        b.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        members = a.must(200, "GET", f"/api/studies/{study}")["members"]
        self.assertEqual([m["player"]["name"] for m in members], ["gero"])
        edits = a.must(200, "GET", f"/api/studies/{study}/edits")["edits"]
        self.assertTrue(edits[0]["by"]["name"].startswith("deleted-player-"))
        a.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.nobody().must(404, "GET", f"/api/studies/{study}")
        self.nobody().must(404, "GET", f"/api/chapters/{chapter}")

    def test_a_preview_is_a_picture_of_the_main_line(self):
        a = self.member("ilse")
        study = self.study(a, "Ecken <b>", access="public")
        chapter = self.chapter(a, study)
        empty = self.picture(a.must(200, "GET", f"/api/chapters/{chapter}/preview"))
        self.assertEqual(a.headers["content-type"], "image/png")
        self.edit(a, chapter, add("k1", "0", "a1", 1), add("k2", "0", "c3", 1))
        side = self.picture(a.must(200, "GET", f"/api/chapters/{chapter}/preview"))
        self.edit(a, chapter, ["k2", "place", "-1"])  # now it is the main line
        middle = self.picture(a.must(200, "GET", f"/api/chapters/{chapter}/preview"))
        self.edit(a, chapter, ["k1", "gone", "1"], ["k2", "gone", "1"])
        self.assertEqual(self.picture(a.must(200, "GET", f"/api/chapters/{chapter}/preview")), empty)
        at = 3 * (800 * 210 + 400)  # the middle of the picture: the stone on c3
        self.assertGreater(sum(empty[at:at + 3]), 300)
        self.assertEqual(empty[at:at + 3], side[at:at + 3])
        self.assertLess(sum(middle[at:at + 3]), 300)
        match = a.create("claims", ["me", "me"], private=True)["id"]
        self.picture(a.must(200, "GET", f"/api/matches/{match}/preview"))
        self.nobody().must(404, "GET", f"/api/matches/{match}/preview")
        a.must(200, "POST", f"/api/studies/{study}", {"access": "private"})
        self.nobody().must(404, "GET", f"/api/chapters/{chapter}/preview")

    def picture(self, png):
        """The pixels, three bytes each, of a PNG that is what it says."""
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        at, data = 8, b""
        while at < len(png):
            n, kind = int.from_bytes(png[at:at + 4]), png[at + 4:at + 8]
            body = png[at + 8:at + 8 + n]
            self.assertEqual(int.from_bytes(png[at + 8 + n:at + 12 + n]), zlib.crc32(kind + body))
            if kind == b"IHDR":
                self.assertEqual(body[:8], (800).to_bytes(4) + (420).to_bytes(4))
            data += body if kind == b"IDAT" else b""
            at += 12 + n
        rows = zlib.decompress(data)
        self.assertEqual(len(rows), 420 * 2401)
        return b"".join(rows[y * 2401 + 1:(y + 1) * 2401] for y in range(420))

    def test_links_have_previews_and_only_the_board_may_be_framed(self):
        a, b = self.member("jutta"), self.nobody()
        study = self.study(a, "Corners & <edges>", access="public")
        self.chapter(a, study, "One")
        match = a.create("levee", ["me", "me"])["id"]
        for path in (f"/study/{study}", f"/m/{match}", f"/embed/study/{study}", f"/embed/m/{match}"):
            page = b.must(200, "GET", path).decode()
            if "<head>" not in page:
                self.skipTest("this program has no page")
            self.assertIn('property="og:image" content="', page, path)
            self.assertIn('src="/app.js"', page)
            framed = path.startswith("/embed")
            self.assertEqual("x-frame-options" not in b.headers, framed, path)
            self.assertEqual(b.headers["cross-origin-embedder-policy"], "require-corp", path)
            self.assertEqual(b.headers.get("cross-origin-resource-policy"), "cross-origin" if framed else None)
            policy = b.headers["content-security-policy"]
            self.assertIn("frame-ancestors " + ("*" if framed else "'none'"), policy)
        page = b.must(200, "GET", f"/study/{study}").decode()
        self.assertIn("Corners &amp; &lt;edges&gt; · One", page)
        a.must(200, "POST", f"/api/studies/{study}", {"access": "private"})
        for c in (a, b):  # a preview is what anybody may see
            page = c.must(200, "GET", f"/study/{study}").decode()
            self.assertNotIn("og:title", page)
        for path in ("/", "/embed", "/embed/account", "/embed/study/x", "/studies", "/account"):
            b.get(path)
            self.assertEqual(b.headers["x-frame-options"], "DENY", path)
        for path in ("/", "/analysis", "/study/7", "/analyst.js", "/helper.js", "/sw.js", "/api/site"):
            b.get(path)
            self.assertEqual(b.headers["cross-origin-opener-policy"], "same-origin", path)
            self.assertEqual(b.headers["cross-origin-embedder-policy"], "require-corp", path)


if __name__ == "__main__":
    harness.main()
