#!/usr/bin/env python3
"""A second checker of written proofs, which shares no code with hoshi.

usage: verify_proof.py FILE...

It was written from docs/RULES.md (rules G1-C8) and docs/PROOFS.md (the files), and needs only Python. Each
game implements the rules anew, on sets of bits, as literally as possible. Files may be compressed (.gz).
Status: 0 all proofs hold, 1 a proof does not hold or cannot be read, 2 wrong use.

Points are numbers, row by row from a1. The *claimant* is the player for whom the proof claims a result. A
state of any game is a tuple. Its last two members are the side to move (1 or 2) and, once the game is over,
the points of both sides (before: None). When the game is over, the side to move is the side whose turn it
would have been. Proofs are for two players, so rule C9 never applies.
"""
import array
import gzip
import re
import sys


class Refused(Exception):
    """The proof is wrong, or the file is not a proof."""


class Board:
    """Points, their names and the symmetries of the square (docs/PROOFS.md)."""

    sizes = "square"
    symmetries_exchange = 0  # bit s: symmetry s exchanges the sides too (L1)

    def __init__(self, width, height, options):
        self.width, self.height, self.options = width, height, options
        self.n = width * height
        self.names = [chr(97 + at % width) + str(at // width + 1) for at in range(self.n)]
        self.number = {name: at for at, name in enumerate(self.names)}
        self.maps = [self.symmetry(s) for s in range(8 if width == height else 4)]

    def symmetry(self, s):
        """The image of each point: first the transposition, then left-right, then top-bottom."""
        to = []
        for at in range(self.n):
            y, x = divmod(at, self.width)
            x, y = (y, x) if s & 4 else (x, y)
            x = self.width - 1 - x if s & 1 else x
            y = self.height - 1 - y if s & 2 else y
            to.append(y * self.width + x)
        return to

    def move_bits(self, bits, s):
        """The image of a set of points under a symmetry."""
        to, out = self.maps[s], 0
        while bits:
            out |= 1 << to[(bits & -bits).bit_length() - 1]
            bits &= bits - 1
        return out


class Levee(Board):
    """State: stones as bits, side, points."""

    symmetries_exchange = 0b11110000

    def __init__(self, width, height, options):
        super().__init__(width, height, options)
        n = width
        bit = lambda x, y: 1 << y * n + x
        inner = range(1, n - 1)
        self.all = (1 << self.n) - 1
        self.centre = bit(n // 2, n // 2)
        self.inner = sum(bit(x, y) for x in inner for y in inner)
        self.first = sum(bit(x, y) for x in inner for y in (0, n - 1))   # L1: player 1's edges
        self.second = sum(bit(x, y) for x in (0, n - 1) for y in inner)  # L1: player 2's
        self.edges = self.first | self.second

    def reach(self, stones):
        """The points that paths of empty points reach from the centre (L2).
        Straight steps are enough. A diagonal step is open if one of the two points beside it is empty;
        then two straight steps lead the same way. Only if that point lies on the edge may the path
        not go through it, but then it has reached the edge that the step leads to: no corner counts.
        """
        n, free, here = self.width, self.inner & ~stones, self.centre
        while True:
            more = here | (here << 1 | here >> 1 | here << n | here >> n) & free
            if more == here:
                return here | (here << 1 | here >> 1 | here << n | here >> n) & self.edges & ~stones
            here = more

    def after(self, stones, side):
        """The state with those stones; None if a circuit leaves neither side a channel (L3b)."""
        reach = self.reach(stones)
        one, two = reach & self.first, reach & self.second
        if one and two:
            return stones, side, None
        return (stones, side, (1, 0) if one else (0, 1)) if one or two else None  # L4

    def start(self):
        return 0, 1, None

    def place(self, stones, side):
        bits = 0
        for at, owner, height, flags in stones:
            if owner != 5 or height != 1 or flags or 1 << at == self.centre:
                raise Refused("such a stone does not exist in Levee")
            bits |= 1 << at
        state = self.after(bits, side)
        if state is None:
            raise Refused("no play leads to that position")
        return state

    def play(self, state, move):
        bit = 1 << self.number[move] if move in self.number else 0
        if not bit & self.all & ~(state[0] | self.centre):  # L3, L3a
            return None
        return self.after(state[0] | bit, 3 - state[1])

    def children(self, state):
        stones, side, _ = state
        out, other, reach = [], 3 - side, self.reach(stones)
        free = self.all & ~(stones | self.centre)
        while free:
            bit = free & -free
            free ^= bit
            child = self.after(stones | bit, other) if bit & reach else (stones | bit, other, None)
            if child is not None:  # a stone beside all paths bars none
                out.append(child)
        return out

    def view(self, state, s):
        side = 3 - state[1] if self.symmetries_exchange >> s & 1 else state[1]
        return self.move_bits(state[0], s) << 1 | side - 1

    def matter(self, state, s):
        """The key of a position: live points, exits, parity of the other points, the side to move."""
        stones, n, exits = state[0], self.width, self.edges & ~state[0]
        live, keep = 0, self.reach(stones) & self.inner
        while keep != live:
            live, one, two = keep, exits << 1 | exits >> 1 | exits << n | exits >> n, 0
            for beside in (live << 1, live >> 1, live << n, live >> n):
                one, two = one | beside, two | one & beside
            keep = live & (two | self.centre)
        live |= (live << 1 | live >> 1 | live << n | live >> n) & exits
        odd = bin(self.all & ~(stones | live)).count("1") % 2
        return self.view((live, state[1]), s), odd


class Redstone(Board):
    """State: black, white and red stones as bits, how near a swap is (0: none will come; 1: no ply was
    played, 2: one was), side, points."""

    def __init__(self, width, height, options):
        super().__init__(width, height, options)
        self.all = (1 << self.n) - 1
        self.left = sum(1 << y * width for y in range(height))
        self.right = self.left << width - 1

    def beside(self, bits):
        """The neighbours of a set of points (R1)."""
        n = self.width
        return ((bits & ~self.right) << 1 | (bits & ~self.left) >> 1 | bits << n | bits >> n) & self.all

    def bounded(self, stones, empty):
        """Stones of one colour whose groups have no liberty (R1)."""
        free, more = 0, self.beside(empty) & stones
        while more != free:
            free, more = more, more | self.beside(more) & stones
        return stones & ~free

    def start(self):
        return 0, 0, 0, self.options & 1, 1, None

    def place(self, stones, side):
        colours = [0, 0, 0]
        for at, owner, height, flags in stones:
            if owner not in (1, 2, 5) or height != 1 or flags:
                raise Refused("such a stone does not exist in Redstone")
            colours[owner - 1 if owner < 3 else 2] |= 1 << at
        black, white, red = colours
        empty = self.all & ~(black | white | red)
        if self.bounded(black, empty) or self.bounded(white, empty):
            raise Refused("no play leads to that position")
        return black, white, red, 0, side, None

    def placed(self, state, bit, is_red):
        black, white, red, near, side, _ = state
        if bit & (black | white | red):
            return None
        red |= bit if is_red else 0
        black |= bit if side == 1 and not is_red else 0
        white |= bit if side == 2 and not is_red else 0
        empty = self.all & ~(black | white | red)
        dead = self.bounded(black, empty) | self.bounded(white, empty)
        if bool(dead) != is_red:  # R2, R3
            return None
        points = None
        if dead:  # R4, R5
            black, white = black & ~dead, white & ~dead
            mine, theirs = (black, white) if side == 1 else (white, black)
            if not mine or not theirs:
                won = side if not theirs else 3 - side
                points = (1, 0) if won == 1 else (0, 1)
        return black, white, red, 2 if near == 1 else 0, 3 - side, points

    def play(self, state, move):
        if move == "swap":  # R7: the stone stays black, and White is to move again
            return state[:3] + (0, state[4], None) if state[3] == 2 else None
        is_red = move.endswith("r")
        at = self.number.get(move[:-1] if is_red else move)
        return None if at is None else self.placed(state, 1 << at, is_red)

    def children(self, state):
        out = [self.placed(state, 1 << at, False) for at in range(self.n)]
        out.append(self.play(state, "swap"))
        out += [self.placed(state, 1 << at, True) for at in range(self.n)]
        return [child for child in out if child is not None]

    def view(self, state, s):
        return tuple(self.move_bits(bits, s) for bits in state[:3]) + state[3:5]


class Palisade(Board):
    """State: black and white stones as bits on a board with the ring (P2) around it, side, points."""

    def __init__(self, width, height, options):
        super().__init__(width, height, options)
        self.across = width + 2
        bit = lambda x, y: 1 << y * self.across + x
        inner, end = range(1, width + 1), width + 1
        ring = [(i, e) for i in inner for e in (0, end)] + [(e, i) for i in inner for e in (0, end)]
        parity = lambda points, p: sum(bit(x, y) for x, y in points if (x + y) % 2 == p)
        square = [(x, y) for x in inner for y in inner]
        self.board = [parity(square, 0), parity(square, 1)]  # P1: where each colour may be
        self.ring = [parity(ring, 0), parity(ring, 1)]
        self.bits = [bit(at % width + 1, at // width + 1) for at in range(self.n)]

    def owned(self, stones, colour):
        """What the loops of a colour (0 Black, 1 White) own: their stones and all inside (P6).
        The points of the other parity are the faces between the connections of this colour. A face lies
        inside a loop iff no walk by diagonal steps leads to it from the ring without stepping between
        two connected stones. A point of this parity is owned iff a face beside it lies inside: without
        a stone, all faces beside it are one; with a stone, it lies inside too, or on the border.
        """
        m, all_stones = self.across, stones[colour] | self.ring[colour]
        up, down = all_stones << m, all_stones >> m
        left, right = all_stones >> 1, all_stones << 1
        faces = self.board[1 - colour]
        ne, nw = faces & ~(up & right), faces & ~(up & left)
        se, sw = faces & ~(down & right), faces & ~(down & left)
        out, more = 0, self.ring[1 - colour]
        while more != out:
            out = more
            more |= out << m + 1 & ne | out << m - 1 & nw | out >> m - 1 & se | out >> m + 1 & sw
        inside = faces & ~out
        return inside | (inside << 1 | inside >> 1 | inside << m | inside >> m) & self.board[colour]

    def state(self, stones, side):
        owned = [self.owned(stones, 0), self.owned(stones, 1)]
        points = (bin(owned[0]).count("1"), bin(owned[1]).count("1"))
        return stones[0], stones[1], owned[0] | owned[1], side, points if sum(points) == self.n else None

    def start(self):
        return self.state((0, 0), 1)

    def place(self, stones, side):
        colours = [0, 0]
        for at, owner, height, flags in stones:
            if owner not in (1, 2) or height != 1 or flags or not self.bits[at] & self.board[owner - 1]:
                raise Refused("such a stone does not exist in Palisade")
            colours[owner - 1] |= self.bits[at]
        if colours[1] & self.owned(colours, 0) or colours[0] & self.owned(colours, 1):
            raise Refused("no play leads to that position")
        return self.state(colours, side)

    def play(self, state, move):
        at = self.number.get(move)
        return None if at is None else self.placed(state, self.bits[at])

    def placed(self, state, bit):
        side = state[3]
        if not bit & self.board[side - 1] & ~(state[0] | state[1] | state[2]):  # P1, P5
            return None
        stones = list(state[:2])
        stones[side - 1] |= bit
        stones[2 - side] &= ~self.owned(stones, side - 1)  # P4
        return self.state(stones, 3 - side)

    def children(self, state):
        return [child for bit in self.bits if (child := self.placed(state, bit)) is not None]

    def view(self, state, s):
        pairs = list(zip(self.bits, self.maps[s]))
        seen = [sum(1 << to for bit, to in pairs if stones & bit) for stones in state[:2]]
        return seen[0], seen[1], state[3]


class Claims(Board):
    """State: stacks as a tuple of (occupant, height, jacked, doubled) or None, whether the last ply was
    a pass, side, points."""

    sizes = "rectangle"

    def __init__(self, width, height, options):
        super().__init__(width, height, options)
        self.straight, self.diagonal = [], []
        for at in range(self.n):
            x, y = at % width, at // width
            rays = {(dx, dy): self.ray(x, y, dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            self.straight.append([r for (dx, dy), r in rays.items() if (dx == 0) != (dy == 0)])
            self.diagonal.append([r for (dx, dy), r in rays.items() if dx and dy])

    def ray(self, x, y, dx, dy):
        out = []
        while (dx or dy) and 0 <= x + dx < self.width and 0 <= y + dy < self.height:
            x, y = x + dx, y + dy
            out.append(y * self.width + x)
        return out

    def claims(self, stacks):
        """Claims of both players on every square (C3, C4)."""
        out = ([0] * self.n, [0] * self.n)
        for at, stack in enumerate(stacks):
            if stack is None:
                continue
            mine, height = out[stack[0] - 1], stack[1]
            for ray in self.straight[at]:
                gap = True  # nothing lies between neighbours
                for d, square in enumerate(ray[:height]):
                    if gap or d == 0:
                        mine[square] += 1
                    gap = (d > 0 and gap) or stacks[square] is None
            if height >= 3:
                for ray in self.diagonal[at]:
                    for square in ray[:height - 2]:
                        mine[square] += 1
        return out

    def judge(self, stacks, claims, at, side):
        """Whether the side may put a piece there."""
        stack, mine, theirs = stacks[at], claims[side - 1][at], claims[2 - side][at]
        if stack is None:
            return mine >= theirs                  # C5
        if stack[0] == side:
            return not stack[3]                    # C2 (c)
        return mine >= stack[1] + theirs           # C6

    def score(self, stacks, claims):
        points = [0, 0]
        for at, stack in enumerate(stacks):
            one, two = claims[0][at], claims[1][at]
            if stack is None and one != two:
                points[0 if one > two else 1] += 1
            elif stack is not None and stack[2] and self.options & 2:
                points[stack[0] - 1] += 1
        return tuple(points)  # C8

    def state(self, stacks, passed, side):
        claims = self.claims(stacks)
        over = not any(self.judge(stacks, claims, at, who) for at in range(self.n) for who in (1, 2))  # C7
        return stacks, passed, side, self.score(stacks, claims) if over else None

    def start(self):
        return self.state((None,) * self.n, False, 1)

    def place(self, stones, side):
        stacks = [None] * self.n
        for at, owner, height, flags in stones:
            doubled = flags >> 1 & 1
            jacked = height >= 2 + doubled  # no other way to grow (C2, C6)
            if owner not in (1, 2) or height < 1 + doubled or flags & 1 > jacked:
                raise Refused("such a stack does not exist in Claims")
            stacks[at] = owner, height, jacked, bool(doubled)
        return self.state(tuple(stacks), False, side)

    def play(self, state, move):
        stacks, passed, side, _ = state
        if move == "pass":
            points = self.score(stacks, self.claims(stacks)) if passed else None  # C7
            return stacks, True, 3 - side, points
        at = self.number.get(move)
        legal = at is not None and self.judge(stacks, self.claims(stacks), at, side)
        return self.placed(stacks, at, side) if legal else None

    def placed(self, stacks, at, side):
        owner, height, jacked, _ = stacks[at] or (side, 0, False, False)
        new = side, height + 1, jacked or owner != side, height > 0 and owner == side
        return self.state(stacks[:at] + (new,) + stacks[at + 1:], False, 3 - side)

    def children(self, state):
        stacks, side, claims = state[0], state[2], self.claims(state[0])
        out = [self.placed(stacks, at, side) for at in range(self.n) if self.judge(stacks, claims, at, side)]
        return out + [self.play(state, "pass")]

    def view(self, state, s):
        stacks, passed, side, _ = state
        seen = bytearray(2 * self.n) + bytes([2 * side + passed])  # keeps the object small: there may be millions
        for at, to in enumerate(self.maps[s]):
            owner, seen[2 * to + 1], jacked, doubled = stacks[at] or (0, 0, 0, 0)
            seen[2 * to] = 4 * owner + 2 * jacked + doubled
        return bytes(seen)


# Name: class, smallest and largest size, step, options.
GAMES = {
    "palisade": (Palisade, 3, 25, 2, 0),
    "redstone": (Redstone, 2, 25, 1, 1),
    "levee": (Levee, 3, 25, 2, 0),
    "claims": (Claims, 2, 25, 1, 2),
}


class Text:
    """Reads the words of a file in order. A place in the file is the number of a word."""

    def __init__(self, name):
        with open(name, "rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        self.open = lambda: (gzip.open if packed else open)(name, "rb")
        self.count, self.words = 0, self.each()  # words read, words to come

    def pieces(self):
        """Reads the text in pieces that end between words."""
        with self.open() as f:
            rest = b""
            while piece := f.read(1 << 20):
                piece = rest + piece
                end = max(piece.rfind(b" "), piece.rfind(b"\n")) + 1
                rest = piece[end:]
                yield piece[:end]
            yield rest

    def each(self):
        for piece in self.pieces():
            for word in piece.decode("ascii", "replace").split():
                self.count += 1
                yield word

    def next(self):
        word = next(self.words, None)
        if word is None:
            raise Refused("the proof ends too early")
        return word

    def number(self, low, high):
        word = self.next()
        if not re.fullmatch("-?[0-9]{1,9}", word) or not low <= int(word) <= high:
            raise Refused(f"\"{word}\" is not a number from {low} to {high}")
        return int(word)

    def uses(self):
        """Counts how often each move word is cited: only cited positions are kept, until their last citation."""
        out, seen = array.array("L"), 0
        for piece in self.pieces():
            seen += len(piece)  # a file has fewer words than bytes
            for word in re.findall(rb"[=~]([0-9]{1,10})", piece):
                number = int(word)
                if len(out) <= number < seen:
                    out.frombytes(bytes(out.itemsize * (number + 1 - len(out))))
                if number < len(out):
                    out[number] += 1
        return out


def read_header(text):
    """The game, the position at the root of the tree, the claimant there, and the claimed margin."""
    if text.next() != "hoshi-proof":
        raise Refused("this is not a proof")
    text.version = text.number(1, 2)
    game = state = claim = turn = None
    stones = []
    while True:
        word = text.next()
        if word in ("move", "tree") and state is None:
            if game is None:
                raise Refused("the header names no game")
            state = game.place(stones, turn or 1) if stones or turn else game.start()
        if word == "game" and game is None:
            name = text.next()
            if name not in GAMES:
                raise Refused(f"there is no game \"{name}\"")
            kind, low, high, step, options = GAMES[name]
            width, height = text.number(low, high), text.number(low, high)
            flags = text.number(0, 3)
            if (width - low) % step or (kind.sizes == "square" and width != height) or flags & ~options:
                raise Refused("the game has no such board or option")
            game = kind(width, height, flags)
        elif word == "stone" and game is not None and state is None:
            at = game.number.get(text.next())
            if at is None or at in [stone[0] for stone in stones]:
                raise Refused("a stone stands on no point of the board, or on one that is taken")
            stones.append((at, text.number(1, 5), text.number(1, 255), text.number(0, 3)))
        elif word == "turn" and state is None:
            turn = text.number(1, 2)
        elif word == "move":
            if state[-1] is not None or (state := game.play(state, text.next())) is None:
                raise Refused("a move before the proof is illegal")
        elif word == "claim" and claim is None:
            claim = text.number(1, 2), text.number(-999, 999)
        elif word == "tree" and claim is not None:
            return game, state, claim
        else:
            raise Refused(f"\"{word}\" does not belong here in the header")


class Check:
    """Walks the tree. moves, cited and reached count what it has met."""

    def __init__(self, game, margin, text):
        self.game, self.margin, self.text = game, margin, text
        self.compared = {"=": game.view}  # the fields that a citation compares
        if text.version == 2 and hasattr(game, "matter"):
            self.compared["~"] = game.matter
        self.uses = text.uses()
        self.views = {}  # keys of positions whose proof is complete and that will be cited again
        self.moves = self.cited = self.reached = 0
        self.path = []   # for positions where the opponent moves: remaining children, move word, key

    def finished(self, state, claimant):
        """Checks that a finished game gives the claimant the claimed result."""
        points = state[-1]
        if points[claimant - 1] - points[2 - claimant] < self.margin:
            raise Refused("the game ends there without the claimed result")

    def cite(self, state, word):
        found = re.fullmatch("[=~]([0-9]{1,10})(?:/([0-9]))?", word)
        if found is None or word[0] not in self.compared:
            raise Refused("a citation is =NUMBER or =NUMBER/SYMMETRY; in Levee, version 2, also ~NUMBER")
        number, symmetry = int(found[1]), int(found[2] or 0)
        if number not in self.views:
            raise Refused("a position is cited whose proof is not complete")
        if symmetry >= len(self.game.maps):
            raise Refused("the game has no such symmetry on this board")
        if self.compared[word[0]](state, symmetry) != self.views[number][word[0]]:
            raise Refused("the position is not the one that is cited")
        self.cited += 1
        self.uses[number] -= 1
        if self.uses[number] == 0:
            del self.views[number]

    def other(self, state, number, before):
        """The opponent is to move. The file must continue with all their moves."""
        self.reached += 1
        if state[-1] is not None:
            self.finished(state, 3 - state[-2])
        self.path.append((iter(self.game.children(state) if state[-1] is None else ()), number, before))

    def claimant(self, state):
        """The claimant is to move."""
        self.reached += 1
        if state[-1] is not None:
            return self.finished(state, state[-2])
        word = self.text.next()
        if word[0] in "=~":
            return self.cite(state, word)
        after = self.game.play(state, word)
        if after is None:
            raise Refused("the move is illegal, or no move at all")
        self.moves += 1
        self.other(after, self.moves - 1, state)

    def run(self, state, side):
        self.claimant(state) if side == state[-2] else self.other(state, None, None)
        while self.path:
            children, number, before = self.path[-1]
            child = next(children, None)
            if child is not None:
                self.claimant(child)
                continue
            self.path.pop()
            if number is not None and number < len(self.uses) and self.uses[number] > 0:
                self.views[number] = {how: view(before, 0) for how, view in self.compared.items()}
        if next(self.text.words, None) is not None:
            raise Refused("the proof goes on after its end")


def verify(text):
    """A sentence about a proof that holds."""
    game, state, (side, margin) = read_header(text)
    check = Check(game, margin, text)
    check.run(state, side)
    return (f"proved: side {side} ends at least {margin} ahead ({check.moves} moves, "
                  f"{check.cited} cited positions, {check.reached} positions reached)")


def main(args):
    if not args or args[0].startswith("-"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    status = 0
    for name in args:
        try:
            text = Text(name)
            print(f"{name}: {verify(text)}", flush=True)
        except (Refused, OSError, EOFError) as why:
            at = f"refused at word {text.count}" if isinstance(why, Refused) else "cannot be read"
            print(f"{name}: {at}: {why}", flush=True)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
