"""Reads complete files of self-play games as training data, with `hoshi selfplay --rows`."""
import glob
import os
import subprocess
import sys

import numpy as np
import torch

PLANE_ONE = 64
WEIGHTS = 16
FIRST = 1                       # the plane that tells whether side 1 is to move
POINTS, PASS, TURNS = 1, 2, 4   # flags in the head


class Board:
    """The rows of one size of board."""

    def __init__(self, version, game, width, height, planes, kinds, flags):
        self.version, self.game, self.width, self.height = version, game, width, height
        self.planes, self.kinds = planes, kinds
        self.has_pass, self.turns = bool(flags & PASS), bool(flags & TURNS)
        area = width * height
        self.dtype = np.dtype([("x", "u1", (area, planes)), ("policy", "<u2", (WEIGHTS, 2)),
                               ("rate", "<u2"), ("won", "<u2"), ("margin", "<i2"), ("game", "<u2"),
                               ("owner", "i1", area)])
        self.parts = []
        self.rows = None
        self.sharp = 1.0
        index = np.arange(area).reshape(height, width)
        self.maps = []  # [s][new point] = old point
        self.transposed = []
        for s in range(8):
            if s & 4 and width != height:
                continue
            m = index.T if s & 4 else index
            m = m[:, ::-1] if s & 1 else m
            m = m[::-1] if s & 2 else m
            self.maps.append(m.reshape(-1).copy())
            self.transposed.append(bool(s & 4))

    def join(self):
        if self.parts:
            old = [] if self.rows is None else [self.rows]
            self.rows = np.concatenate(old + self.parts)
            self.parts = []
            self.sharp = self.sharpness()

    def sharpness(self):
        """The factor by which the logits of the search's rates best predict results, by Newton's method.
        It corrects the rates, because those of playouts are too close to one half."""
        rate = np.clip(self.rows["rate"] / 65535, 0.01, 0.99)
        x, y, a = np.log(rate / (1 - rate)), self.rows["won"] / 2, 1.0
        for _ in range(8):
            p = 1 / (1 + np.exp(-a * x))
            a += ((y - p) * x).sum() / max((p * (1 - p) * x * x).sum(), 1e-9)
        return float(np.clip(a, 0.25, 16))

    def batch(self, pick, symmetry, search=0.0):
        """Tensors of some rows: planes, policy, legal moves, value targets, owners. `search` is the
        weight of the search's expectation in the value target; it helps where results are noisy."""
        rows = self.rows[pick]
        n, area, points = len(rows), self.width * self.height, self.maps[symmetry]
        x = rows["x"][:, points].astype(np.float32) / PLANE_ONE
        if self.turns and self.transposed[symmetry]:
            x[:, :, FIRST] = 1 - x[:, :, FIRST]
        legal = x[:, :, 2:2 + self.kinds].transpose(0, 2, 1).reshape(n, -1) > 0
        moves = self.kinds * area + self.has_pass
        policy = np.zeros((n, self.kinds * area + 1), np.float32)
        at = rows["policy"][:, :, 0].astype(np.int64)
        np.add.at(policy, (np.arange(n)[:, None], at), rows["policy"][:, :, 1])
        placed = policy[:, :-1].reshape(n, self.kinds, area)[:, :, points].reshape(n, -1)
        policy = np.concatenate([placed, policy[:, -1:]], 1)[:, :moves]
        if self.has_pass:
            legal = np.concatenate([legal, np.ones((n, 1), bool)], 1)
        policy /= np.maximum(policy.sum(1, keepdims=True), 1)
        x = x.transpose(0, 2, 1).reshape(n, self.planes, self.height, self.width)
        won = rows["won"].astype(np.float32) / 2
        if search > 0:
            rate = np.clip(rows["rate"].astype(np.float32) / 65535, 0.01, 0.99)
            sure = rate**self.sharp / (rate**self.sharp + (1 - rate)**self.sharp)
            won = (1 - search) * won + search * sure
        margin = 2 * rows["margin"].astype(np.float32) / area
        owner = rows["owner"][:, points].astype(np.float32)
        return [torch.from_numpy(np.ascontiguousarray(t))
                for t in (x, policy, legal, won, margin, owner)]


class Data:
    """All rows of a folder. Some of its files are held out from training."""

    def __init__(self, folder, hoshi, window):
        self.folder, self.hoshi, self.window = folder, hoshi, window
        self.seen = set()
        self.train, self.held = {}, {}
        self.broken = 0

    def refresh(self):
        """Reads the new files. Prints the names of broken files and skips them."""
        for name in sorted(glob.glob(os.path.join(self.folder, "*.games"))):
            if name in self.seen:
                continue
            self.seen.add(name)
            done = subprocess.run([self.hoshi, "selfplay", "--rows", name], capture_output=True)
            if done.returncode != 0:
                self.broken += 1
                sys.stderr.write(done.stderr.decode())
                sys.stderr.write(f"{name}: left out\n")
                continue
            self.add(name, done.stdout)
        for boards in (self.train, self.held):
            for board in boards.values():
                board.join()
                if board.rows is not None and len(board.rows) > self.window:
                    board.rows = board.rows[-self.window:]
        return self

    def add(self, name, data):
        head, body = data[:16], data[16:]
        if head[:4] != b"ROWS":
            raise SystemExit(f"{name}: this hoshi prints rows that tools/train cannot read")
        number = int(name.rsplit("-", 1)[1].split(".")[0])
        boards = self.held if number % 16 == 0 else self.train
        key = (head[6], head[7])
        if key not in boards:
            boards[key] = Board(head[4], head[5], head[6], head[7], head[8], head[9], head[10])
        boards[key].parts.append(np.frombuffer(body, boards[key].dtype))

    def count(self):
        return sum(len(b.rows) for b in self.train.values())
