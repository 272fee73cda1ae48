#!/usr/bin/env python3
"""Passkeys: made, shown to sign in, and refused when anything about them is wrong. The authenticator is software:
P-256 and ECDSA in a few lines, which is enough to sign and far too slow and leaky for anything else."""
import base64
import hashlib
import io
import json
import os
import secrets
import struct
import unittest
import zipfile

import harness
from test_factor import Codes

PASSWORD = "correct horse"
ORIGIN, HOST = "https://hoshi.example", "hoshi.example"

# --- P-256 ---

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
A = P - 3
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
G = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
     0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] + A) * pow(2 * a[1], -1, P) % P
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P) % P
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(k, point=G):
    out = None
    while k:
        out = add(out, point) if k & 1 else out
        point, k = add(point, point), k >> 1
    return out


def der(n):
    raw = n.to_bytes(33, "big").lstrip(b"\0")
    raw = b"\0" + raw if raw[0] & 128 else raw
    return b"\2" + bytes([len(raw)]) + raw


def sign(key, message):
    z = int.from_bytes(hashlib.sha256(message).digest(), "big")
    k = secrets.randbelow(N - 1) + 1
    r = times(k)[0] % N
    s = pow(k, -1, N) * (z + r * key) % N
    body = der(r) + der(s)
    return b"\x30" + bytes([len(body)]) + body


def b64(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Authenticator:
    def __init__(self):
        self.key = secrets.randbelow(N - 1) + 1
        self.id = os.urandom(24)
        self.counter = 0

    def client(self, kind, challenge, origin=ORIGIN):
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin,
                           "crossOrigin": False}).encode()

    def data(self, flags, host=HOST):
        self.counter += 1
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.counter)

    def make(self, challenge, origin=ORIGIN, host=HOST, kind="webauthn.create"):
        x, y = (n.to_bytes(32, "big") for n in times(self.key))
        cose = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + x + b"\x22\x58\x20" + y
        data = self.data(0x45, host) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + cose
        return {"client_data": b64(self.client(kind, challenge, origin)),
                "authenticator_data": b64(data)}

    def show(self, challenge, origin=ORIGIN, host=HOST, flags=5, kind="webauthn.get"):
        client, data = self.client(kind, challenge, origin), self.data(flags, host)
        signature = sign(self.key, data + hashlib.sha256(client).digest())
        return {"id": b64(self.id), "client_data": b64(client), "authenticator_data": b64(data),
                "signature": b64(signature)}


class Passkeys(harness.ServerTest):
    options = ["--no-bot", "--no-limits", "--url", ORIGIN]

    def client(self):
        c = self.server.client()
        self.addCleanup(c.close)
        return c

    def member(self, name):
        c = self.client()
        c.must(201, "POST", "/api/signup", {"name": name, "password": PASSWORD})
        c.keep_session()
        return c

    def question(self):
        answer = self.client().must(201, "POST", "/api/passkeys/challenge", {})
        self.assertEqual(answer["rp_id"], HOST)
        return answer["challenge"]

    def own_question(self, c):
        return c.must(201, "POST", "/api/account/passkeys/challenge", {})["challenge"]

    def holder(self, name):
        c = self.member(name)
        c.key = Authenticator()
        c.must(201, "POST", "/api/account/passkeys", {
            "name": "my phone", "password": PASSWORD, **c.key.make(self.own_question(c))})
        return c

    def signin(self, status, shown, **more):
        c = self.client()
        c.answer = c.must(status, "POST", "/api/signin/passkey", {**shown, **more})
        return c

    def test_a_passkey_signs_in_without_a_name_or_a_password(self):
        owner = self.holder("keyed")
        listed = owner.must(200, "GET", "/api/account/passkeys")["passkeys"]
        self.assertEqual([(k["name"], k["seen_at"]) for k in listed], [("my phone", 0)])
        c = self.signin(200, owner.key.show(self.question()))
        c.keep_session()
        self.assertEqual(c.must(200, "GET", "/api/me")["name"], "keyed")
        self.assertGreater(owner.must(200, "GET", "/api/account/passkeys")["passkeys"][0]["seen_at"], 0)
        events = [e["kind"] for e in owner.must(200, "GET", "/api/account/security")["events"]]
        self.assertEqual(events, ["signed-in", "passkey-added", "signed-up"])

    def test_the_export_lists_them(self):
        owner = self.holder("packer")
        with zipfile.ZipFile(io.BytesIO(owner.must(200, "GET", "/api/account/export"))) as z:
            exported = json.loads(z.read("passkeys.json"))
        self.assertEqual(exported, owner.must(200, "GET", "/api/account/passkeys"))
        self.assertEqual(exported["passkeys"][0]["id"], b64(owner.key.id))

    def test_a_challenge_is_good_once_and_for_its_purpose(self):
        owner = self.holder("oncekey")
        shown = owner.key.show(self.question())
        self.signin(200, shown)
        self.signin(403, shown)  # replayed
        self.signin(403, owner.key.show(b64(os.urandom(32))))  # no one asked for this
        self.signin(403, owner.key.show(self.own_question(owner)))  # asked to make one
        other = self.member("otherkey")
        fresh = Authenticator()
        for question in (self.question(), self.own_question(owner)):
            other.must(403, "POST", "/api/account/passkeys", {
                "name": "x", "password": PASSWORD, **fresh.make(question)})

    def test_another_site_signature_key_or_counter_is_refused(self):
        owner = self.holder("exact")
        for wrong in ({"origin": "https://evil.example"}, {"origin": ORIGIN + ":8443"},
                      {"origin": "http://hoshi.example"}, {"host": "evil.example"},
                      {"kind": "webauthn.create"}, {"flags": 4}):
            self.signin(403, owner.key.show(self.question(), **wrong))
        shown = owner.key.show(self.question())
        for member in ("client_data", "authenticator_data", "signature"):
            raw = bytearray(base64.urlsafe_b64decode(shown[member] + "=="))
            raw[-9] ^= 1
            self.signin(403, {**shown, member: b64(bytes(raw))})
            self.signin(403, {**shown, member: "!"})
        thief = Authenticator()
        thief.id = owner.key.id
        self.signin(403, thief.show(self.question()))
        self.signin(403, Authenticator().show(self.question()))
        owner.key.counter -= 1
        self.signin(200, owner.key.show(self.question()))
        owner.key.counter -= 2
        problem = self.signin(403, owner.key.show(self.question())).answer
        self.assertIn("copy", problem["detail"])
        self.assertEqual(owner.must(200, "GET", "/api/account/security")["events"][0]["kind"],
                         "passkey-copied")

    def test_one_is_made_with_the_password_for_this_site_only(self):
        c = self.member("maker")
        key = Authenticator()
        for wrong in ({"origin": "https://evil.example"}, {"host": "evil.example"},
                      {"kind": "webauthn.get"}):
            c.must(403, "POST", "/api/account/passkeys", {
                "name": "x", "password": PASSWORD, **key.make(self.own_question(c), **wrong)})
        c.must(403, "POST", "/api/account/passkeys", {
            "name": "x", "password": "wrong horse", **key.make(self.own_question(c))})
        c.must(201, "POST", "/api/account/passkeys", {
            "name": "x", "password": PASSWORD, **key.make(self.own_question(c))})
        c.must(409, "POST", "/api/account/passkeys", {
            "name": "again", "password": PASSWORD, **key.make(self.own_question(c))})
        listed = c.must(200, "GET", "/api/account/passkeys")["passkeys"]
        other = self.member("nosy")
        other.must(404, "POST", "/api/account/passkeys/end", {"id": listed[0]["id"],
                                                              "password": PASSWORD})
        c.must(403, "POST", "/api/account/passkeys/end", {"id": listed[0]["id"],
                                                          "password": "wrong horse"})
        left = c.must(200, "POST", "/api/account/passkeys/end", {"id": listed[0]["id"],
                                                                 "password": PASSWORD})
        self.assertEqual(left["passkeys"], [])
        self.signin(403, key.show(self.question()))

    def test_it_stands_for_a_code_of_the_second_factor(self):
        owner = self.holder("bothways")
        begun = owner.must(200, "POST", "/api/account/factor", {"password": PASSWORD})
        owner.must(201, "POST", "/api/account/factor/confirm", {"code": Codes(begun["secret"]).next()})
        ticket = self.client().must(202, "POST", "/api/signin", {
            "name": "bothways", "password": PASSWORD})["ticket"]
        stranger = self.holder("stranger")
        self.signin(401, stranger.key.show(self.question()), ticket=ticket)
        self.signin(200, owner.key.show(self.question(), flags=1), ticket=ticket)
        self.signin(401, owner.key.show(self.question()), ticket=ticket)
        problem = self.signin(403, owner.key.show(self.question(), flags=1)).answer
        self.assertIn("second factor", problem["detail"])
        self.signin(200, owner.key.show(self.question(), flags=5))

    def test_an_account_has_at_most_ten(self):
        c = self.member("collector")
        for n in range(11):
            answer = c.must(201 if n < 10 else 409, "POST", "/api/account/passkeys", {
                "name": f"key {n}", "password": PASSWORD,
                **Authenticator().make(self.own_question(c))})
        self.assertIn("10 passkeys", answer["detail"])

    def test_a_deleted_account_has_no_passkeys_left(self):
        owner = self.holder("leaving")
        owner.must(200, "POST", "/api/account/delete", {"password": PASSWORD})
        self.signin(403, owner.key.show(self.question()))


class Local(harness.ServerTest):
    def test_without_a_public_address_only_localhost_works(self):
        c = self.server.client()
        self.addCleanup(c.close)
        c.must(409, "POST", "/api/passkeys/challenge", {})
        c.must(409, "POST", "/api/passkeys/challenge", {}, headers={"Host": "evil.example"})
        answer = c.must(201, "POST", "/api/passkeys/challenge", {}, headers={"Host": "localhost:8080"})
        self.assertEqual(answer["rp_id"], "localhost")


if __name__ == "__main__":
    harness.main()
