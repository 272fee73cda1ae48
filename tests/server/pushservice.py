"""A push service and a browser for tests: takes web push over HTTP on loopback, checks who sends
(RFC 8292), and decrypts (RFC 8291). P-256 and AES-GCM are written out, slowly, because Python's
standard library has neither."""
import base64
import hashlib
import hmac
import http.server
import json
import secrets
import socket
import struct
import threading
import time

from harness import SLOW

# --- P-256 (FIPS 186) ---
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(k, point):
    out = None
    while k:
        if k & 1:
            out = add(out, point)
        point = add(point, point)
        k >>= 1
    return out


def to_bytes(point):
    return b"\4" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def from_bytes(raw):
    point = int.from_bytes(raw[1:33], "big"), int.from_bytes(raw[33:65], "big")
    assert len(raw) == 65 and raw[0] == 4
    assert (point[1] ** 2 - point[0] ** 3 + 3 * point[0] - B) % P == 0, "not on the curve"
    return point


def signed(public, message, signature):
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    e = int.from_bytes(hashlib.sha256(message).digest(), "big")
    w = pow(s, -1, N)
    point = add(times(e * w % N, G), times(r * w % N, public))
    return 0 < r < N and 0 < s < N and point is not None and point[0] % N == r


# --- AES-128-GCM (FIPS 197, SP 800-38D) ---
def double(a):
    return (a << 1) ^ (0x11B if a & 0x80 else 0)


def make_sbox():
    box, p, q = [0] * 256, 1, 1
    while True:
        p = p ^ double(p) & 0xFF if p < 0x80 else (p ^ double(p)) & 0xFF
        for shift in (1, 2, 4):
            q ^= q << shift & 0xFF
        q ^= 0x09 if q & 0x80 else 0
        x = q
        for turn in (1, 2, 3, 4):
            x ^= (q << turn | q >> 8 - turn) & 0xFF
        box[p] = x ^ 0x63
        if p == 1:
            box[0] = 0x63
            return box


SBOX = make_sbox()


def expand(key):
    words = [list(key[i:i + 4]) for i in range(0, 16, 4)]
    rcon = 1
    for i in range(4, 44):
        w = list(words[-1])
        if i % 4 == 0:
            w = [SBOX[b] for b in w[1:] + w[:1]]
            w[0] ^= rcon
            rcon = double(rcon) & 0xFF
        words.append([a ^ b for a, b in zip(w, words[i - 4])])
    return [sum(words[i:i + 4], []) for i in range(0, 44, 4)]


def encrypt_block(keys, block):
    state = [a ^ b for a, b in zip(block, keys[0])]
    for turn in range(1, 11):
        state = [SBOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if turn < 10:
            mixed = []
            for c in range(0, 16, 4):
                column = state[c:c + 4]
                every = column[0] ^ column[1] ^ column[2] ^ column[3]
                mixed += [column[i] ^ every ^ double(column[i] ^ column[(i + 1) % 4]) & 0xFF
                          for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, keys[turn])]
    return bytes(state)


def multiply(x, y):
    out = 0
    for i in range(127, -1, -1):
        if y >> i & 1:
            out ^= x
        x = x >> 1 ^ (0xE1 << 120 if x & 1 else 0)
    return out


def decrypt_gcm(key, nonce, sealed):
    keys, text, tag = expand(key), sealed[:-16], sealed[-16:]
    h = int.from_bytes(encrypt_block(keys, bytes(16)), "big")
    blocks = [text[i:i + 16].ljust(16, b"\0") for i in range(0, len(text), 16)]
    y = 0
    for block in blocks + [struct.pack(">QQ", 0, 8 * len(text))]:
        y = multiply(y ^ int.from_bytes(block, "big"), h)
    mask = encrypt_block(keys, nonce + b"\0\0\0\1")
    assert (y ^ int.from_bytes(mask, "big")).to_bytes(16, "big") == tag, "the tag is wrong"
    plain = b""
    for i, block in enumerate(blocks):
        pad = encrypt_block(keys, nonce + struct.pack(">I", i + 2))
        plain += bytes(a ^ b for a, b in zip(block, pad))
    return plain[:len(text)]


# --- the browser and its push service ---
def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


class Browser:
    """One subscription at a push service."""

    def __init__(self, service, path):
        self.private = secrets.randbelow(N - 1) + 1
        self.public = to_bytes(times(self.private, G))
        self.auth = secrets.token_bytes(16)
        self.endpoint = service.url + path

    def subscription(self):
        return {"endpoint": self.endpoint, "expirationTime": None,
                "keys": {"p256dh": encode(self.public), "auth": encode(self.auth)}}

    def decrypt(self, body):
        salt, size, length = body[:16], struct.unpack(">I", body[16:20])[0], body[20]
        sender = body[21:21 + length]
        assert size >= 18 and length == 65
        shared = times(self.private, from_bytes(sender))[0].to_bytes(32, "big")
        ikm = mac(mac(self.auth, shared), b"WebPush: info\0", self.public, sender, b"\1")
        prk = mac(salt, ikm)
        key = mac(prk, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = mac(prk, b"Content-Encoding: nonce\0\1")[:12]
        plain = decrypt_gcm(key, nonce, body[21 + length:]).rstrip(b"\0")
        assert plain[-1] == 2
        return json.loads(plain[:-1])


class PushService(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.status = 201
        self.got = []  # (path, headers, body)
        self.changed = threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait(self, n, seconds=10):
        """The first n messages."""
        until = time.monotonic() + seconds * SLOW
        with self.changed:
            while len(self.got) < n:
                if not self.changed.wait(until - time.monotonic()):
                    raise AssertionError(f"{len(self.got)} messages instead of {n}")
            return self.got[:n]

    def check_sender(self, headers, key, contact):
        """RFC 8292: a token for this service, signed with the key that the page subscribed with."""
        fields = dict(f.strip().split("=", 1)
                      for f in headers["Authorization"].removeprefix("vapid ").split(","))
        assert fields["k"] == key, "another key than the page's"
        head, claims, signature = fields["t"].split(".")
        assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
        claims_in = json.loads(decode(claims))
        assert claims_in["aud"] == self.url and claims_in["sub"] == contact
        assert time.time() < claims_in["exp"] < time.time() + 24 * 3600
        assert signed(from_bytes(decode(key)), f"{head}.{claims}".encode(), decode(signature))


class SilentService:
    """Takes connections and requests, and never answers."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.changed = threading.Condition()
        self.began = self.ended = 0
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._hold, args=(connection,), daemon=True).start()

    def _hold(self, connection):
        with self.changed:
            self.began += 1
            self.changed.notify_all()
        with connection:
            try:
                while connection.recv(65536):
                    pass
            except OSError:
                pass
        with self.changed:
            self.ended += 1
            self.changed.notify_all()

    def wait(self, fits, seconds=20):
        with self.changed:
            if not self.changed.wait_for(lambda: fits(self), seconds * SLOW):
                raise AssertionError(f"{self.began} began, {self.ended} ended")

    def close(self):
        self.socket.close()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()
        with self.server.changed:
            self.server.got.append((self.path, self.headers, body))
            self.server.changed.notify_all()

    def log_message(self, *args):
        pass
