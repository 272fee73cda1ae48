// Functions from a board's state to the next. They change nothing in place and know no rule: the legal
// points come with the position.
import { PLACE_OWN, PLACE_RED, columnsOf, placeOfPoint, pointAt, rowsOf } from './state';
import type { BoardState } from './state';

export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last' | 'top' | 'bottom';

/** The cursor one step on, as seen on the screen; it stops at the edge. */
export function moveCursor(b: BoardState, step: Step): BoardState {
  const { column, row } = placeOfPoint(b, b.cursor);
  const lastColumn = columnsOf(b) - 1;
  const lastRow = rowsOf(b) - 1;
  const to = {
    up: { column, row: row - 1 },
    down: { column, row: row + 1 },
    left: { column: column - 1, row },
    right: { column: column + 1, row },
    first: { column: 0, row },
    last: { column: lastColumn, row },
    top: { column, row: 0 },
    bottom: { column, row: lastRow },
  }[step];
  const point = pointAt(b, to.column, to.row);
  return point === null ? b : { ...b, cursor: point };
}

export type Choice =
  | { kind: 'none' }
  | { kind: 'illegal'; point: number }
  | { kind: 'place'; point: number; red: boolean }
  | { kind: 'ask'; point: number };

/** The effect of a click on a point: nothing, a refusal with its reason, a move, or the choice of a
 * stone. */
export function choiceAt(b: BoardState, point: number): Choice {
  if (!b.interactive) return { kind: 'none' };
  const bits = b.legal[point] ?? 0;
  if (bits === 0) return { kind: 'illegal', point };
  if (bits === (PLACE_OWN | PLACE_RED)) return { kind: 'ask', point };
  return { kind: 'place', point, red: bits === PLACE_RED };
}

export function withPicked(b: BoardState, point: number, red: boolean): BoardState {
  return { ...b, cursor: point, picked: { point, red }, refused: null, proof: [] };
}

export function withRefusal(b: BoardState, point: number, proof: number[]): BoardState {
  return { ...b, cursor: point, picked: null, refused: point, proof };
}

/** Without the picked point and the refusal: every new position begins so. */
export function withoutMarks(b: BoardState): BoardState {
  return { ...b, picked: null, refused: null, proof: [] };
}

/** PLACE_* bits of each point from a list of placements. */
export function legalBits(points: number, moves: { point: number; red: boolean }[]): number[] {
  const bits = Array.from({ length: points }, () => 0);
  for (const m of moves) bits[m.point] = (bits[m.point] ?? 0) | (m.red ? PLACE_RED : PLACE_OWN);
  return bits;
}
