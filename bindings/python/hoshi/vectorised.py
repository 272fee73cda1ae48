"""vectorised.py - many games side by side, stepped in C by threads: the environment of a program that learns."""
from dataclasses import dataclass

import numpy as np

from ._lib import check, ffi, lib, setup, sized
from .position import Position


@dataclass(frozen=True)
class Step:
    """Arrays of the environment, which the next step overwrites: copy what you keep."""
    planes: np.ndarray  # [n, row, column, plane]; None where they are not asked for
    legal: np.ndarray  # [n, actions], bool: legal now
    rewards: np.ndarray  # [n, players]: returns by seat of games that this step ended, else 0
    done: np.ndarray  # [n], bool: this step ended the game
    seats: np.ndarray  # [n]: who is to move now, 1, 2, …
    plies: np.ndarray  # [n]: played, of the game that ended where done


class Vec:
    """n games of one setup. observe is "float32", "uint8" or None, the kind of the planes."""

    def __init__(self, game, size=0, n=1, *, threads=0, seed=0, observe="float32", legal=True, auto_reset=True,
                 width=0, height=0, players=0, **options):
        import os
        made, alive = setup(game, size, width, height, players, **options)
        chosen = sized("hoshi_vec_options", seed=seed, games=n, threads=threads or len(os.sched_getaffinity(0)),
                       auto_reset=auto_reset)
        out, why = ffi.new("struct hoshi_vec **"), sized("hoshi_why")
        check(lib.hoshi_vec_new(made, chosen, out, why), why)
        self._v = ffi.gc(out[0], lib.hoshi_vec_free)
        self.position = Position(game, size, width=width, height=height, players=players, **options)
        self.n, self.actions, self.players = n, lib.hoshi_vec_actions(self._v), self.position.players
        shape = (n, self.position.height, self.position.width)
        planes = None
        if observe is not None:
            planes = np.zeros(shape + (check(lib.hoshi_vec_planes_n(self._v)),), observe)
            if planes.dtype not in (np.uint8, np.float32):
                raise TypeError("observe is float32, uint8 or None")
        mask = np.zeros((n, self.actions), np.uint8) if legal else None
        rewards, done = np.zeros((n, self.players), np.float32), np.zeros(n, np.uint8)
        seats, plies = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self._step = Step(planes, None if mask is None else mask.view(bool), rewards, done.view(bool), seats, plies)
        self._drawn = np.zeros(n, np.int32)
        buffers = {"rewards": ffi.from_buffer("float[]", rewards), "done": ffi.from_buffer("uint8_t[]", done),
                   "seats": ffi.from_buffer("int32_t[]", seats), "plies": ffi.from_buffer("int32_t[]", plies)}
        if mask is not None:
            buffers["legal"] = ffi.from_buffer("uint8_t[]", mask)
        if planes is not None and planes.dtype == np.uint8:
            buffers["planes_u8"] = ffi.from_buffer("uint8_t[]", planes)
        elif planes is not None:
            buffers["planes"] = ffi.from_buffer("float[]", planes)
        self._buffers, self._out = buffers, sized("hoshi_vec_out", **buffers)
        self._drawn_buffer = ffi.from_buffer("int32_t[]", self._drawn)
        self.reset(seed)

    def reset(self, seed=0):
        """Begins all games anew."""
        check(lib.hoshi_vec_reset(self._v, seed, self._out))
        return self._step

    def step(self, actions):
        """Plays one action in each game. If one is illegal, nothing is played and an exception names the game."""
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != (self.n,):
            raise ValueError(f"a step takes {self.n} actions")
        result = lib.hoshi_vec_step(self._v, ffi.from_buffer("int32_t[]", actions), self._out)
        if result < 0:
            try:
                check(result)
            except Exception as e:
                e.args = (f"game {self._out.illegal}, action {actions[self._out.illegal]}: {e}",)
                raise
        return self._step

    def random_actions(self):
        """A uniformly random legal placement for each game; the next call overwrites the array."""
        check(lib.hoshi_vec_random(self._v, self._drawn_buffer))
        return self._drawn

    def get(self, game):
        """A copy of a game's position."""
        out = self.position.copy()
        check(lib.hoshi_vec_get(self._v, game, out._p))
        return out

    def put(self, game, position):
        """Sets a game to a position of the same setup; the arrays follow with the next step."""
        check(lib.hoshi_vec_put(self._v, game, position._p))

    def __len__(self):
        return self.n
