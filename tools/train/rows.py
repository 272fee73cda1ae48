"""Reads complete files of self-play games as training data, with `hoshi selfplay --rows`."""
import concurrent.futures
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
    """The rows of one size of board, as tensors where the net learns."""

    def __init__(self, version, game, width, height, planes, kinds, flags, device="cpu"):
        self.version, self.game, self.width, self.height = version, game, width, height
        self.planes, self.kinds, self.device = planes, kinds, device
        self.has_pass, self.turns = bool(flags & PASS), bool(flags & TURNS)
        area = width * height
        self.dtype = np.dtype([("x", "u1", (area, planes)), ("policy", "<u2", (WEIGHTS, 2)),
                               ("rate", "<u2"), ("won", "<u2"), ("margin", "<i2"), ("game", "<u2"),
                               ("owner", "i1", area)])
        self.parts = []
        self.rows = {}
        self.n = 0
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
            self.maps.append(torch.from_numpy(m.reshape(-1).copy()).to(device))
            self.transposed.append(bool(s & 4))

    def join(self, window):
        """Adds the parts, and keeps the newest rows."""
        if not self.parts:
            return
        new = np.concatenate(self.parts)
        self.parts = []
        wider = {"policy": np.int32, "rate": np.float32, "won": np.float32, "margin": np.float32}
        for name in ("x", "policy", "rate", "won", "margin", "owner"):
            part = np.ascontiguousarray(new[name]).astype(wider.get(name, new[name].dtype))
            part = torch.from_numpy(part).to(self.device)
            old = self.rows.get(name)
            self.rows[name] = (part if old is None else torch.cat([old, part]))[-window:]
        self.n = len(self.rows["won"])
        self.sharp = self.sharpness()

    def sharpness(self):
        """The factor by which the logits of the search's rates best predict results, by Newton's method.
        It corrects the rates, because those of playouts are too close to one half."""
        rate = np.clip(self.rows["rate"].cpu().numpy().astype(float) / 65535, 0.01, 0.99)
        x, y, a = np.log(rate / (1 - rate)), self.rows["won"].cpu().numpy() / 2, 1.0
        for _ in range(8):
            p = 1 / (1 + np.exp(-a * x))
            a += ((y - p) * x).sum() / max((p * (1 - p) * x * x).sum(), 1e-9)
        return float(np.clip(a, 0.25, 16))

    def batch(self, pick, symmetry, search=0.0):
        """Tensors of some rows: planes, policy, legal moves, value targets, owners. `search` is the
        weight of the search's expectation in the value target; it helps where results are noisy."""
        pick = torch.from_numpy(pick).to(self.device)
        rows = {name: part[pick] for name, part in self.rows.items()}
        n, area, points = len(pick), self.width * self.height, self.maps[symmetry]
        x = rows["x"][:, points].float() / PLANE_ONE
        if self.turns and self.transposed[symmetry]:
            x[:, :, FIRST] = 1 - x[:, :, FIRST]
        legal = x[:, :, 2:2 + self.kinds].transpose(1, 2).reshape(n, -1) > 0
        moves = self.kinds * area + self.has_pass
        policy = torch.zeros((n, self.kinds * area + 1), device=self.device)
        policy.scatter_add_(1, rows["policy"][:, :, 0].long(), rows["policy"][:, :, 1].float())
        placed = policy[:, :-1].reshape(n, self.kinds, area)[:, :, points].reshape(n, -1)
        policy = torch.cat([placed, policy[:, -1:]], 1)[:, :moves]
        if self.has_pass:
            legal = torch.cat([legal, torch.ones_like(legal[:, :1])], 1)
        policy = policy / policy.sum(1, keepdim=True).clamp_min(1)
        x = x.transpose(1, 2).reshape(n, self.planes, self.height, self.width)
        won = rows["won"] / 2
        if search > 0:
            rate = (rows["rate"] / 65535).clamp(0.01, 0.99)
            sure = rate**self.sharp / (rate**self.sharp + (1 - rate)**self.sharp)
            won = (1 - search) * won + search * sure
        margin = 2 * rows["margin"] / area
        owner = rows["owner"][:, points].float()
        return [t.contiguous() for t in (x, policy, legal, won, margin, owner)]


class Data:
    """All rows of a folder. Some of its files are held out from training."""

    def __init__(self, folder, hoshi, window, device="cpu"):
        self.folder, self.hoshi, self.window, self.device = folder, hoshi, window, device
        self.seen = set()
        self.train, self.held = {}, {}
        self.broken = 0

    def refresh(self):
        """Reads the new files, two at once. Prints the names of broken files and skips them."""
        new = sorted(set(glob.glob(os.path.join(self.folder, "*.games"))) - self.seen)
        self.seen.update(new)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, done in zip(new, pool.map(self.print_rows, new)):
                if done.returncode == 0:
                    self.add(name, done.stdout)
                    continue
                self.broken += 1
                sys.stderr.write(done.stderr.decode())
                sys.stderr.write(f"{name}: left out\n")
        for boards in (self.train, self.held):
            for board in boards.values():
                board.join(self.window)
        return self

    def print_rows(self, name):
        return subprocess.run([self.hoshi, "selfplay", "--rows", name], capture_output=True)

    def add(self, name, data):
        head, body = data[:16], data[16:]
        if head[:4] != b"ROWS":
            raise SystemExit(f"{name}: this hoshi prints rows that tools/train cannot read")
        number = int(name.rsplit("-", 1)[1].split(".")[0])
        boards = self.held if number % 16 == 0 else self.train
        key = (head[6], head[7])
        if key not in boards:
            boards[key] = Board(head[4], head[5], *key, head[8], head[9], head[10], self.device)
        boards[key].parts.append(np.frombuffer(body, boards[key].dtype))

    def count(self):
        return sum(b.n for b in self.train.values())
