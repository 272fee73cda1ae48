// Facts about a position, which the rules confirm or deny: what the texts of a lesson say of its position, and the
// statements of a quiz. No fact is written here that the rules do not compute.
import { setUp } from './replay';
import type { Game } from './replay';
import { MOVE_RED, OWNER_NEUTRAL } from '../wasm/wasm';
import type { Rules } from '../wasm/wasm';

export type Fact =
  /** Whether water reaches an empty point (L2). */
  | { kind: 'wet' | 'dry'; point: string }
  /** Whether a side has a channel (L2). */
  | { kind: 'channel'; side: number; has: boolean }
  /** Whether the side to move may play this, and if not by which rule it is refused. */
  | { kind: 'legal'; move: string }
  | { kind: 'illegal'; move: string; rule: string }
  /** So many points on which the side to move may place something. */
  | { kind: 'choices'; n: number }
  /** The liberties of the group of a stone (R1). */
  | { kind: 'liberties'; point: string; n: number }
  /** A move takes so many stones of the opponent and of the mover. */
  | { kind: 'takes'; move: string; n: number; own: number }
  /** A point is owned by a side (P6); 0: nobody. */
  | { kind: 'owned'; point: string; side: number }
  /** Claims of a side on a square. */
  | { kind: 'claims'; point: string; side: number; n: number }
  | { kind: 'height'; point: string; n: number }
  /** Owned points, or the score, of both sides. */
  | { kind: 'points'; first: number; second: number }
  | { kind: 'stone'; point: string; side: number | 'red' | 'none' }
  /** The game is over, and this side has won; 0: a draw. */
  | { kind: 'won'; side: number }
  /** So many moves would win at once if the side that has just moved could move again. */
  | { kind: 'threats'; n: number };

/** A fact that holds after some moves, or at once. */
export type Told = Fact & { after?: string };

/** Puts the position of a game, after these further moves, into a slot. */
export function setAfter(r: Rules, slot: number, game: Game, after = ''): void {
  setUp(r, slot, game);
  for (const word of [...game.moves, ...after.split(' ').filter((w) => w !== '')]) {
    const move = r.parse(slot, word);
    if (move === null || !r.play(slot, move)) throw new RangeError(`${word} is not a move here`);
  }
}

const owners = (r: Rules, slot: number): number[] => r.cells(slot).map((c) => c.owner);

function takes(r: Rules, slot: number, spare: number, word: string): [number, number] | null {
  const move = r.parse(slot, word);
  const side = r.state(slot).side;
  r.copy(spare, slot);
  if (move === null || !r.play(spare, move)) return null;
  const [before, after] = [owners(r, slot), owners(r, spare)];
  const lost = (of: number): number => before.filter((o, p) => o === of && after[p] !== of).length;
  return [lost(3 - side), lost(side)];
}

function threats(r: Rules, slot: number, spare: number, { setup }: Game): number {
  const side = 3 - r.state(slot).side;
  const cells = r.cells(slot);
  if (r.place(spare, setup, cells, side)) return 0;
  return r.legal(spare).filter((move) => {
    r.place(spare, setup, cells, side);
    r.play(spare, move);
    return r.state(spare).over && r.state(spare).winner === side;
  }).length;
}

/** Whether the fact holds; the position is put into `slot`, and `slot + 1` is used. */
export function holds(r: Rules, slot: number, game: Game, fact: Told): boolean {
  setAfter(r, slot, game, fact.after);
  const at = (point: string): number => r.parse(slot, point) ?? -1;
  const cell = (point: string) => r.cells(slot)[at(point)];
  switch (fact.kind) {
    case 'wet':
    case 'dry':
      return cell(fact.point)?.owner === 0 && (r.water(slot)[at(fact.point)] !== 0) === (fact.kind === 'wet');
    case 'channel':
      return r.result(slot).channels[fact.side === 1 ? 0 : 1].length > 0 === fact.has;
    case 'legal':
    case 'illegal': {
      const move = r.parse(slot, fact.move);
      if (move === null) return false;
      const why = r.explain(slot, move);
      return fact.kind === 'legal' ? why.legal : !why.legal && why.rule === fact.rule;
    }
    case 'choices':
      return new Set(r.legal(slot).map((m) => m & (MOVE_RED - 1))).size === fact.n;
    case 'liberties':
      return cell(fact.point)?.owner !== 0 && r.groups(slot)[2 * at(fact.point) + 1] === fact.n;
    case 'takes': {
      const taken = takes(r, slot, slot + 1, fact.move);
      return taken !== null && taken[0] === fact.n && taken[1] === fact.own;
    }
    case 'owned':
      return r.result(slot).owner[at(fact.point)] === fact.side;
    case 'claims':
      return r.claims(slot)[4 * at(fact.point) + fact.side - 1] === fact.n;
    case 'height':
      return cell(fact.point)?.height === fact.n;
    case 'points': {
      const [first, second] = r.result(slot).points;
      return first === fact.first && second === fact.second;
    }
    case 'stone': {
      const owner = fact.side === 'red' ? OWNER_NEUTRAL : fact.side === 'none' ? 0 : fact.side;
      return cell(fact.point)?.owner === owner;
    }
    case 'won':
      return r.state(slot).over && r.state(slot).winner === fact.side;
    case 'threats':
      return threats(r, slot, slot + 1, game) === fact.n;
  }
}
