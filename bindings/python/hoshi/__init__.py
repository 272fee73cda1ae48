"""hoshi - Palisade, Redstone, Levee (Mark Steere) and Claims (Barrie Evans) for Python.

    import hoshi
    p = hoshi.Position("redstone", size=9).play("e5")
    print(p, hoshi.Engine().think(p, nodes=1000).move)
    env = hoshi.vec("palisade", size=9, n=1024)
    step = env.step(env.random_actions())

Positions, records, analysis and proofs are those of libhoshi; hoshi.pettingzoo and hoshi.openspiel adapt the games to
the shapes of these libraries, which need not be there."""
from ._lib import HoshiError, IllegalMove, ffi as _ffi, lib as _lib
from .engine import Answer, Candidate, Engine, Thought, prove
from .position import Game, Position, games
from .record import Record
from .vectorised import Step, Vec

__version__ = _ffi.string(_lib.hoshi_version()).decode()
__all__ = ["Answer", "Candidate", "Engine", "Game", "HoshiError", "IllegalMove", "Position", "Record", "Step", "Thought",
           "Vec", "games", "prove", "vec"]


def vec(game, size=0, n=1, **more):
    """n games side by side: hoshi.Vec."""
    return Vec(game, size, n, **more)
