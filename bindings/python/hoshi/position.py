"""position.py - games and positions: moves as words or action numbers, boards and masks as numpy arrays."""
import numpy as np

from ._lib import check, ffi, lib, setup, sized, take_text


class Game:
    """What a game is: name, title, designer, year, summary, size_min … size_default, players_min, players_max, kinds,
    has_pass, has_swap, has_points, has_draws, has_heights, rectangular, and options, {name: default}."""

    def __init__(self, number):
        g = sized("hoshi_game")
        check(lib.hoshi_game_get(number, g))
        for name in ("name", "title", "designer", "year", "summary"):
            setattr(self, name, ffi.string(getattr(g, name)).decode())
        for name in ("size_min", "size_max", "size_step", "size_default", "players_min", "players_max", "kinds"):
            setattr(self, name, getattr(g, name))
        for name in ("rectangular", "has_pass", "has_swap", "has_points", "has_draws", "has_heights"):
            setattr(self, name, bool(getattr(g, name)))
        self.options = {}
        for i in range(g.options_n):
            o = sized("hoshi_option")
            check(lib.hoshi_game_option(number, i, o))
            self.options[ffi.string(o.name).decode()] = o.value

    def __repr__(self):
        return f"<hoshi.Game {self.name}>"


def games():
    """All games, {name: Game}."""
    return {g.name: g for g in map(Game, range(lib.hoshi_games()))}


class Position:
    """A position. Position("redstone", size=9, swap=False) is an empty board; play(), step(), copy() and the attributes
    say the rest. Sides are colours, seats are players: they differ after Redstone's swap."""

    def __init__(self, game, size=0, *, width=0, height=0, players=0, diagram=None, side=1, **options):
        made, self._alive = setup(game, size, width, height, players, **options)
        out, why = ffi.new("struct hoshi_position **"), sized("hoshi_why")
        if diagram is None:
            check(lib.hoshi_position_new(made, out, why), why)
        else:
            check(lib.hoshi_position_set(made, diagram.encode(), side, out, why), why)
        self._take(out[0])

    def _take(self, pointer):
        if pointer == ffi.NULL:
            raise MemoryError("out of memory")
        self._p = ffi.gc(pointer, lib.hoshi_position_free)
        self.game = _game(lib.hoshi_position_game(pointer)).name
        self.width, self.height = lib.hoshi_position_width(pointer), lib.hoshi_position_height(pointer)
        self.players, self.actions = lib.hoshi_position_players(pointer), lib.hoshi_position_actions(pointer)
        return self

    @classmethod
    def _of(cls, pointer):
        return cls.__new__(cls)._take(pointer)

    def copy(self):
        return self._of(lib.hoshi_position_copy(self._p))

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def assign(self, other):
        """Makes this position a copy of another, without taking memory."""
        lib.hoshi_position_clone_into(other._p, self._p)
        for name in ("game", "width", "height", "players", "actions"):
            setattr(self, name, getattr(other, name))

    # ---- moves ----

    def play(self, move):
        """Plays a word ("d4") and returns self; IllegalMove says which rule forbids it."""
        why = sized("hoshi_why")
        check(lib.hoshi_position_play(self._p, move.encode(), why), why)
        return self

    def step(self, action):
        """Plays an action number and returns self."""
        check(lib.hoshi_position_step(self._p, int(action)))
        return self

    def explain(self, move):
        """None if the move is legal, else the exception that play() would raise."""
        why = sized("hoshi_why")
        try:
            check(lib.hoshi_position_explain(self._p, move.encode(), why), why)
        except Exception as refusal:
            if isinstance(refusal, MemoryError):
                raise
            return refusal
        return None

    def legal(self):
        """The legal moves as words."""
        return [self.text_of(action) for action in self.legal_actions()]

    def legal_actions(self):
        out = np.empty(lib.HOSHI_ACTIONS_MAX, np.int32)
        n = lib.hoshi_position_legal_actions(self._p, ffi.from_buffer("int32_t[]", out), len(out))
        return np.sort(out[:n])

    def legal_mask(self):
        out = np.empty(self.actions, np.uint8)
        lib.hoshi_position_legal_mask(self._p, ffi.from_buffer("uint8_t[]", out))
        return out.view(bool)

    def text_of(self, action):
        word = ffi.new("char[]", lib.HOSHI_WORD_BYTES)
        check(lib.hoshi_position_action_text(self._p, int(action), word))
        return ffi.string(word).decode()

    def action_of(self, move):
        return check(lib.hoshi_position_action(self._p, move.encode()))

    def random_action(self, rng):
        """A uniformly random legal placement; rng is a numpy Generator."""
        state = ffi.new("uint64_t *", int(rng.integers(1 << 63)))
        return check(lib.hoshi_position_random(self._p, state))

    def random_playout(self, seed=0):
        """Plays random placements to the end of the game; returns how many."""
        return lib.hoshi_position_random_playout(self._p, seed)

    def flat(self, playouts, seed=0):
        """The action of the sampler: the best mean of so many random games over all moves."""
        return check(lib.hoshi_position_flat(self._p, playouts, seed))

    # ---- state ----

    ply = property(lambda self: lib.hoshi_position_ply(self._p))
    side = property(lambda self: lib.hoshi_position_side(self._p), doc="the side to move, 1, 2, …")
    seat = property(lambda self: lib.hoshi_position_seat(self._p), doc="the player to move, 1, 2, …")
    over = property(lambda self: bool(lib.hoshi_position_over(self._p)))
    winner_seat = property(lambda self: lib.hoshi_position_winner_seat(self._p) or None)
    winner_side = property(lambda self: lib.hoshi_position_winner_side(self._p) or None)
    hash = property(lambda self: lib.hoshi_position_hash(self._p))
    hash_canonical = property(lambda self: lib.hoshi_position_hash_canonical(self._p))

    @property
    def last(self):
        """The last action, None before the first."""
        action = lib.hoshi_position_last(self._p)
        return action if action >= 0 else None

    def option(self, name):
        return check(lib.hoshi_position_option(self._p, name.encode()))

    def seat_of(self, side):
        return check(lib.hoshi_position_seat_of(self._p, side))

    def side_of(self, seat):
        return check(lib.hoshi_position_side_of(self._p, seat))

    def returns(self):
        """For each seat 1 for a win, 0 for a draw or a game that lasts; the losers share -1."""
        out = np.empty(self.players, np.float32)
        lib.hoshi_position_returns(self._p, ffi.from_buffer("float[]", out))
        return out

    def points(self, side):
        """Points of a side now; in games without points 1 for the winner. (libhoshi refuses other sides.)"""
        self.seat_of(side)
        return lib.hoshi_position_points(self._p, side)

    def cells(self):
        """[row from the bottom, column]: the side that stands there, 0 empty, 5 a stone of nobody."""
        out = np.empty((self.height, self.width), np.int8)
        lib.hoshi_position_cells(self._p, ffi.from_buffer("int8_t[]", out))
        return out

    def heights(self):
        out = np.empty((self.height, self.width), np.uint8)
        lib.hoshi_position_heights(self._p, ffi.from_buffer("uint8_t[]", out), ffi.NULL)
        return out

    def planes(self, dtype=np.float32):
        """[row, column, plane]: what a net sees, as float32 (1: yes) or uint8 (64: yes)."""
        out = np.empty((self.height, self.width, check(lib.hoshi_position_planes_n(self._p))), dtype)
        if out.dtype == np.uint8:
            check(lib.hoshi_position_planes_u8(self._p, ffi.from_buffer("uint8_t[]", out)))
        elif out.dtype == np.float32:
            check(lib.hoshi_position_planes(self._p, ffi.from_buffer("float[]", out)))
        else:
            raise TypeError("planes are float32 or uint8")
        return out

    def observation(self):
        """As planes(), and for setups that the planes cannot tell a plane of heights for each side, the mover's first."""
        if lib.hoshi_position_planes_n(self._p) > 0:
            return self.planes()
        cells, heights = self.cells(), self.heights().astype(np.float32)
        order = [(self.side - 1 + i) % self.players + 1 for i in range(self.players)]
        return np.stack([heights * (cells == side) for side in order], axis=-1)

    def perft(self, depth):
        return lib.hoshi_position_perft(self._p, depth)

    def diagram(self):
        return take_text(lib.hoshi_position_diagram(self._p))

    def svg(self, theme="light"):
        return take_text(lib.hoshi_position_svg(self._p, theme.encode()))

    def _repr_svg_(self):
        return self.svg()

    def __str__(self):
        return take_text(lib.hoshi_position_text(self._p))

    def __repr__(self):
        return f"<hoshi.Position {self.game} {self.width}x{self.height}, ply {self.ply}>"

    def __eq__(self, other):
        return isinstance(other, Position) and self.hash == other.hash and self.diagram() == other.diagram()

    def __hash__(self):
        return hash(self.hash)


_games = []


def _game(number):
    if not _games:
        _games.extend(games().values())
    return _games[number]
