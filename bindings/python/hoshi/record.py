"""record.py - records of games: SGF and JSON, read, made, appended to and written."""
from ._lib import check, ffi, lib, setup, sized, take_text
from .position import Position


class Record:
    """A record. Record("redstone", size=9) or Record(start=position) is one without moves; Record.read(text) reads SGF or
    JSON."""

    def __init__(self, game=None, size=0, *, start=None, width=0, height=0, players=0, **options):
        if (game is None) == (start is None):
            raise TypeError("a record is of a game, or of a start position")
        out, why = ffi.new("struct hoshi_record **"), sized("hoshi_why")
        if start is not None:
            check(lib.hoshi_record_new_from(start._p, out, why), why)
        else:
            made, _alive = setup(game, size, width, height, players, **options)
            check(lib.hoshi_record_new(made, out, why), why)
        self._r = ffi.gc(out[0], lib.hoshi_record_free)

    @classmethod
    def read(cls, text):
        data = text if isinstance(text, bytes) else text.encode()
        out, why = ffi.new("struct hoshi_record **"), sized("hoshi_why")
        check(lib.hoshi_record_read(data, len(data), out, why), why)
        made = cls.__new__(cls)
        made._r = ffi.gc(out[0], lib.hoshi_record_free)
        return made

    def append(self, move):
        """Adds a move to the end of the main line and returns self."""
        why = sized("hoshi_why")
        check(lib.hoshi_record_append(self._r, move.encode(), why), why)
        return self

    def __len__(self):
        return lib.hoshi_record_plies(self._r)

    def moves(self):
        word = ffi.new("char[]", lib.HOSHI_WORD_BYTES)
        out = []
        for ply in range(1, len(self) + 1):
            check(lib.hoshi_record_move(self._r, ply, word))
            out.append(ffi.string(word).decode())
        return out

    def position(self, ply=None):
        """The position after so many plies of the main line, its last one without a number."""
        out, why = ffi.new("struct hoshi_position **"), sized("hoshi_why")
        check(lib.hoshi_record_position(self._r, len(self) if ply is None else ply, out, why), why)
        return Position._of(out[0])

    def player(self, seat):
        name = lib.hoshi_record_player(self._r, seat)
        if name == ffi.NULL:
            raise IndexError(f"there is no seat {seat}")
        return ffi.string(name).decode()

    def set_player(self, seat, name):
        check(lib.hoshi_record_set_player(self._r, seat, name.encode()))

    def comment(self, ply):
        text = lib.hoshi_record_comment(self._r, ply)
        if text == ffi.NULL:
            raise IndexError(f"there is no ply {ply}")
        return ffi.string(text).decode()

    def set_comment(self, ply, text):
        check(lib.hoshi_record_set_comment(self._r, ply, text.encode()))

    @property
    def result(self):
        """As in SGF: "B+R", "W+12", "0"; "" if there is none."""
        out = ffi.new("char[]", 64)
        check(lib.hoshi_record_result(self._r, out, 64))
        return ffi.string(out).decode()

    @result.setter
    def result(self, text):
        check(lib.hoshi_record_set_result(self._r, text.encode()))

    def _write(self, form):
        out = ffi.new("char **")
        check(lib.hoshi_record_write(self._r, form, out))
        return take_text(out[0])

    def sgf(self):
        return self._write(b"sgf")

    def json(self):
        return self._write(b"json")

    def __repr__(self):
        return f"<hoshi.Record, {len(self)} plies>"
