// A position in words: names of points, sides and pieces. Words for a single game are in its own file
// (web/src/games/<game>.explain.ts).
import { sideName } from './position';
import type { Snapshot } from './position';
import { pointName } from '../board/state';
import { GAME_PAGES } from '.';
import { t } from '../i18n';
import { OWNER_NEUTRAL } from '../wasm/wasm';
import type { Cell, Setup } from '../wasm/wasm';
import { bt } from './blindwords';
import type { CommandName } from './blindwords';

export interface View {
  setup: Setup;
  now: Snapshot;
}

/** The sentences that blind mode has for one game, apart from its pieces. */
export interface Spoken {
  /** Whole sentences about a point: what the overlays of the board show there. */
  point: (v: View, point: number) => string[];
  /** The game's own command, which says the same about the whole board; null: it has none. */
  own: { command: CommandName; answer: (v: View) => string[] } | null;
}

/** A list that is too long to listen to is cut. */
const LIST_MAX = 60;

export const sidesOf = (v: View): number[] => Array.from({ length: v.setup.players }, (_, i) => i + 1);

export const nameOf = (v: View, side: number): string => sideName(v.setup.game, side);

export const pointSaid = (v: View, point: number): string => pointName(point, v.setup.width);

export function listOf(words: readonly string[]): string {
  const list = words.slice(0, LIST_MAX).join(', ');
  const rest = words.length - LIST_MAX;
  return rest > 0 ? bt('list.more', { list, n: rest }) : list;
}

export const pointsSaid = (v: View, points: readonly number[]): string =>
  listOf(points.map((p) => pointSaid(v, p)));

/** "Black, 2: c3, d4" for each of the sides, those without a point as well. */
export function bySide(v: View, pointsOf: (side: number) => number[]): string {
  const parts = sidesOf(v).map((side) => {
    const points = pointsOf(side);
    const values = { side: nameOf(v, side), n: points.length, points: pointsSaid(v, points) };
    return bt(points.length === 0 ? 'side.none' : 'side.list', values);
  });
  return parts.join('; ');
}

/** Whose piece it is, as one word; '' where all pieces are alike. */
export function ownerSaid(v: View, owner: number): string {
  if (owner !== OWNER_NEUTRAL) return nameOf(v, owner);
  return GAME_PAGES[v.setup.game].neutral === 'red' ? t('table.red') : '';
}

/** A piece in few words: "c3 Black", with its height where pieces stand on each other. */
export function pieceSaid(v: View, point: number, cell: Cell): string {
  const height = GAME_PAGES[v.setup.game].stacks && cell.height > 1 ? String(cell.height) : '';
  return [pointSaid(v, point), ownerSaid(v, cell.owner), height].filter((word) => word !== '').join(' ');
}
