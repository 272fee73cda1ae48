// Finds moves from the empty board that lead to a set-up position: a puzzle is stored as such moves. It
// tries orders in which to place the stones; the rules judge each move.
import { CELL_JACKED, MOVE_PASS, MOVE_RED, OWNER_NEUTRAL } from '../wasm';
import type { Cell, Move, Rules, Setup } from '../wasm';

/** Orders that are tried. The first is that of the points, the others are drawn. */
const ORDERS = 200;

/** A move for each stone; those of nobody may be placed by either side. */
interface Stones {
  own: [Move[], Move[]];
  shared: Move[];
}

/** `red`: stones of nobody are red ones; else all stones are alike. */
function stonesOf(cells: readonly Cell[], red: boolean): Stones | null {
  const stones: Stones = { own: [[], []], shared: [] };
  for (const [point, { owner, height, flags }] of cells.entries()) {
    const [mine, theirs] = owner === 1 ? stones.own : [stones.own[1], stones.own[0]];
    if (owner === OWNER_NEUTRAL) stones.shared.push(red ? MOVE_RED | point : point);
    else if (owner > 2) return null;
    // A stack that changed hands began with a piece of the other side.
    else if (owner !== 0)
      for (let piece = 0; piece < height; piece++)
        (piece === 0 && (flags & CELL_JACKED) !== 0 ? theirs : mine).push(point);
  }
  return stones;
}

/** A generator of numbers from 0 to below n: the same position always gets the same moves. */
function drawer(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function shuffled(moves: readonly Move[], draw: (n: number) => number): Move[] {
  const out = [...moves];
  for (let i = out.length - 1; i > 0; i--) {
    const k = draw(i + 1);
    [out[i], out[k]] = [out[k] ?? 0, out[i] ?? 0];
  }
  return out;
}

const sameCells = (a: readonly Cell[], b: readonly Cell[]): boolean =>
  a.every((c, i) => c.owner === b[i]?.owner && c.height === b[i].height && c.flags === b[i].flags);

/** Plays the stones in turn, each side the first of its list that is legal; the moves, if all find their place. */
function place(r: Rules, slot: number, setup: Setup, stones: Stones): string[] | null {
  const left: [Move[], Move[]] = [[...stones.own[0]], [...stones.own[1]]];
  const shared = [...stones.shared];
  const words: string[] = [];
  r.start(slot, setup);
  while (left[0].length + left[1].length + shared.length > 0) {
    const { side, over } = r.state(slot);
    const own = side === 2 ? left[1] : left[0];
    if (over) return null;
    const takes = (list: Move[]): boolean => {
      for (const [i, move] of list.entries()) {
        const word = r.print(slot, move);
        if (!r.play(slot, move)) continue;
        words.push(word);
        list.splice(i, 1);
        return true;
      }
      return false;
    };
    if (takes(own) || takes(shared)) continue;
    // Who has placed all may have to wait for the other.
    if (own.length > 0 || !r.play(slot, MOVE_PASS)) return null;
    words.push(r.print(slot, MOVE_PASS));
  }
  return words;
}

/**
 * Moves that lead from the empty board to these cells with this side to move; null: none were found. They use a slot
 * of the rules.
 */
export function movesTo(
  r: Rules,
  slot: number,
  setup: Setup,
  from: { cells: Cell[]; side: number },
): string[] | null {
  const stones = stonesOf(from.cells, r.info(setup.game).hasRed);
  if (!stones) return null;
  for (let order = 0; order < ORDERS; order++) {
    const draw = drawer(order);
    const mixed: Stones =
      order === 0
        ? stones
        : {
            own: [shuffled(stones.own[0], draw), shuffled(stones.own[1], draw)],
            shared: shuffled(stones.shared, draw),
          };
    const words = place(r, slot, setup, mixed);
    if (!words) continue;
    const reached = r.state(slot);
    if (!reached.over && reached.side === from.side && sameCells(r.cells(slot), from.cells)) return words;
    // One side has placed a stone more, and the other is to move: in games with a pass it may wait.
    if (reached.over || !r.play(slot, MOVE_PASS)) continue;
    const waited = r.state(slot);
    if (!waited.over && waited.side === from.side && sameCells(r.cells(slot), from.cells))
      return [...words, r.print(slot, MOVE_PASS)];
  }
  return null;
}
