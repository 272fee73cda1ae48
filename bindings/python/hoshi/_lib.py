"""_lib.py - loads libhoshi and turns its failures into exceptions."""
import os

import cffi

ABI = 1
HERE = os.path.dirname(os.path.abspath(__file__))


def _header():
    """The declarations of libhoshi: beside this file where it is installed, else where HOSHI_CFFI_HEADER says."""
    path = os.environ.get("HOSHI_CFFI_HEADER") or os.path.join(HERE, "hoshi_cffi.h")
    with open(path, encoding="ascii") as f:
        return f.read()


ffi = cffi.FFI()
ffi.cdef(_header())
try:
    lib = ffi.dlopen(os.environ.get("HOSHI_LIBRARY") or f"libhoshi.so.{ABI}")
except OSError as e:
    raise ImportError(f"libhoshi.so.{ABI} is not here ({e}); install libhoshi{ABI}, or set HOSHI_LIBRARY") from e
if lib.hoshi_abi() != ABI:
    raise ImportError(f"libhoshi has ABI {lib.hoshi_abi()}, and this package is for {ABI}")


class HoshiError(Exception):
    """A failure of libhoshi. code is its name ("HOSHI_ERR_RANGE"), rule the rule that forbids it, points what proves it
    as numbers row * width + column, alternative a legal move on the same point; None where there is none."""

    def __init__(self, error, why=None):
        text = ffi.string(lib.hoshi_error_text(error)).decode()
        self.code = ffi.string(lib.hoshi_error_name(error)).decode()
        self.rule = self.alternative = None
        self.points = []
        if why is not None and why.error == error:
            text = ffi.string(why.sentence).decode("utf-8", "replace") or text
            self.rule = ffi.string(why.rule).decode() or None
            self.alternative = ffi.string(why.alternative).decode() or None
            self.points = list(why.points[0:why.points_n])
            if why.line > 0:
                text = f"line {why.line}, column {why.column}: {text}"
        super().__init__(f"{self.rule}: {text}" if self.rule else text)


class IllegalMove(HoshiError):
    """A move that the rules forbid, or one after the end of the game."""


def check(result, why=None):
    """The result of a call, or the exception for it."""
    if result >= 0:
        return result
    if result == lib.HOSHI_ERR_NO_MEMORY:
        raise MemoryError(ffi.string(lib.hoshi_error_text(result)).decode())
    raise (IllegalMove if result in (lib.HOSHI_ERR_ILLEGAL, lib.HOSHI_ERR_OVER) else HoshiError)(result, why)


def sized(kind, **members):
    """A new struct with its size set."""
    made = ffi.new(f"struct {kind} *", members)
    made.size = ffi.sizeof(f"struct {kind}")
    return made


def take_text(text):
    """A text of the library as a str; the library's is freed."""
    if text == ffi.NULL:
        raise MemoryError("out of memory")
    try:
        return ffi.string(text).decode()
    finally:
        lib.hoshi_text_free(text)


def setup(game, size=0, width=0, height=0, players=0, **options):
    """A struct hoshi_setup, and what keeps it alive."""
    names = [ffi.new("char[]", name.encode()) for name in options]
    choices = ffi.new("struct hoshi_choice[]", [(name, int(value)) for name, value in zip(names, options.values())])
    word = ffi.new("char[]", str(game).encode())
    made = sized("hoshi_setup", game=word, width=width or size, height=height, players=players,
                 choices_n=len(options), choices=choices)
    return made, (names, choices, word)
