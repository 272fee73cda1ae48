"""engine.py - the engine's analysis, and proofs."""
from dataclasses import dataclass

from ._lib import check, ffi, lib, sized


@dataclass(frozen=True)
class Candidate:
    move: str
    action: int
    visits: int
    winrate: float  # 0 … 1 for the side to move
    score: float  # games with points: expected points less the best other's
    prior: float  # the net's probability
    proven: int  # +1 this move wins, -1 it loses, 0 open, or a draw if exact
    exact: bool
    low: int
    high: int
    pv: tuple  # actions


@dataclass(frozen=True)
class Thought:
    move: str  # "" when the game is over
    action: int  # negative then
    winrate: float
    proven: int
    exact: bool
    low: int
    high: int
    nodes: int
    elapsed_ms: int
    net: int  # checksum of the net that judged; 0: playouts did
    candidates: tuple


@dataclass(frozen=True)
class Answer:
    value: int  # +1 the side to move reaches the goal, -1 it does not, 0 not known
    settled: bool
    exact: bool
    plies: int
    action: int  # negative: none
    move: str
    nodes: int


def _candidate(c):
    return Candidate(ffi.string(c.move).decode(), c.action, c.visits, c.winrate, c.score, c.prior, c.proven,
                     bool(c.exact), c.low, c.high, tuple(c.pv[0:c.pv_n]))


def _thought(t):
    return Thought(ffi.string(t.move).decode(), t.action, t.winrate, t.proven, bool(t.exact), t.low, t.high, t.nodes,
                   t.elapsed_ms, t.net, tuple(_candidate(t.candidates[i]) for i in range(t.candidates_n)))


class Engine:
    """The engine. With one thread, the same seed and a limit in nodes, its answers are always the same."""

    def __init__(self, memory_mib=256, threads=1, seed=0, keep_tree=False):
        options = sized("hoshi_engine_options", memory_bytes=memory_mib << 20, threads=threads, seed=seed,
                        keep_tree=keep_tree)
        out = ffi.new("struct hoshi_engine **")
        check(lib.hoshi_engine_new(options, out))
        self._e = ffi.gc(out[0], lib.hoshi_engine_free)
        self._net = None

    def net(self, file):
        """The bytes of a net, which judges its game from now on; None: playouts judge."""
        kept = None if file is None else ffi.from_buffer(bytes(file))
        check(lib.hoshi_engine_net(self._e, ffi.NULL if kept is None else kept, 0 if kept is None else len(kept)))
        self._net = kept

    def clear(self):
        lib.hoshi_engine_clear(self._e)

    def stop(self):
        """Ends a search; may be called from another thread."""
        lib.hoshi_engine_stop(self._e)

    def think(self, position, *, level=0, nodes=0, seconds=0, progress=None):
        """A Thought. progress(thought) is called ten times a second; if it returns False, the search ends."""
        limits = ffi.NULL
        if level or nodes or seconds:
            limits = sized("hoshi_limits", level=level, nodes=nodes, think_ms=round(seconds * 1000))
        out, failed = sized("hoshi_thought"), []

        def relay(_context, so_far):
            try:
                return progress(_thought(so_far)) is not False
            except BaseException as e:  # raised again below: no exception crosses C
                failed.append(e)
                return 0

        call = ffi.NULL if progress is None else ffi.callback("int(void *, const struct hoshi_thought *)", relay)
        check(lib.hoshi_engine_think(self._e, position._p, limits, call, ffi.NULL, out))
        if failed:
            raise failed[0]
        return _thought(out)


def prove(position, goal=1, *, nodes=0, positions=0, memory_mib=0):
    """Whether the side to move reaches a margin of at least `goal` (1: a win), as an Answer."""
    question = sized("hoshi_question", goal=goal, nodes=nodes, positions=positions, memory_bytes=memory_mib << 20)
    out = sized("hoshi_answer")
    check(lib.hoshi_position_prove(position._p, question, out))
    return Answer(out.value, bool(out.settled), bool(out.exact), out.plies, out.action,
                  ffi.string(out.move).decode(), out.nodes)
