// The state of a board as plain data, and the places of its points. Nothing here knows the DOM or a
// rule.
import type { GameName } from '../wasm/wasm';

/** Legal placements on a point, as bits: a stone of one's own, a red stone. */
export const PLACE_OWN = 1;
export const PLACE_RED = 2;

export interface BoardCell {
  /** 0 empty, 1 … 4 a side, 5 a neutral stone. */
  owner: number;
  height: number;
  /** 1 jacked, 2 doubled. */
  flags: number;
}

export interface BoardLink {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  side: number;
  loop: boolean;
}

/** Quarter turns clockwise. */
export type Turn = 0 | 1 | 2 | 3;

export interface BoardState {
  game: GameName;
  width: number;
  height: number;
  turn: Turn;
  coordinates: boolean;
  cells: BoardCell[];
  /** Whose stone a placement would be. */
  side: number;
  /** May the person place something now? */
  interactive: boolean;
  /** PLACE_* bits of each point. */
  legal: number[];
  last: number | null;
  /** The point that the person has picked but not yet played, and as what. */
  picked: { point: number; red: boolean } | null;
  /** A move is chosen for later: any point will do, and none is marked. */
  ahead?: boolean;
  /** That move. */
  planned?: { point: number; red: boolean } | null;
  /** The point that was refused, and the points that show why. */
  refused: number | null;
  proof: number[];
  links: BoardLink[];
  /** The owner or scorer of each point; empty: not shown. */
  owner: number[];
  /** 0 dry, 1 water, 2 and 3 an edge point of side 1 and 2 that it reaches; empty: not shown. */
  water: number[];
  channels: number[][];
  /** Claims of four sides on each square; empty: not shown. */
  claims: number[];
  /** The point at which the keyboard cursor stands. */
  cursor: number;
  /** The words of a screen reader for each point. */
  labels: string[];
  /** Its words for the whole board. */
  title: string;
}

export function emptyBoard(game: GameName, width: number, height: number): BoardState {
  const points = width * height;
  return {
    game,
    width,
    height,
    turn: 0,
    coordinates: true,
    cells: Array.from({ length: points }, () => ({ owner: 0, height: 0, flags: 0 })),
    side: 1,
    interactive: false,
    legal: Array.from({ length: points }, () => 0),
    last: null,
    picked: null,
    refused: null,
    proof: [],
    links: [],
    owner: [],
    water: [],
    channels: [],
    claims: [],
    cursor: Math.floor(height / 2) * width + Math.floor(width / 2),
    labels: [],
    title: '',
  };
}

/** The point of a name like "c3" on a board of this width; null if it is not valid. */
export function pointNamed(name: string, width: number): number | null {
  const parts = /^([a-y])(\d{1,2})/.exec(name);
  if (!parts) return null;
  return (Number(parts[2]) - 1) * width + ((parts[1] ?? 'a').charCodeAt(0) - 'a'.charCodeAt(0));
}

/** The name of a point, as in rule G1. */
export function pointName(point: number, width: number): string {
  return columnName(point % width) + String(Math.floor(point / width) + 1);
}

export function columnName(x: number): string {
  return String.fromCharCode(97 + x);
}

/** A place on the screen, in columns from the left and rows from the top. */
export interface Place {
  column: number;
  row: number;
}

type Shape = Pick<BoardState, 'width' | 'height' | 'turn'>;

export function columnsOf(b: Shape): number {
  return b.turn % 2 === 0 ? b.width : b.height;
}

export function rowsOf(b: Shape): number {
  return b.turn % 2 === 0 ? b.height : b.width;
}

/** Where board coordinates appear; they may lie outside of the board (a ring). */
export function placeOf(b: Shape, x: number, y: number): Place {
  const down = b.height - 1 - y;
  switch (b.turn) {
    case 0:
      return { column: x, row: down };
    case 1:
      return { column: y, row: x };
    case 2:
      return { column: b.width - 1 - x, row: y };
    case 3:
      return { column: down, row: b.width - 1 - x };
  }
}

export function placeOfPoint(b: Shape, point: number): Place {
  return placeOf(b, point % b.width, Math.floor(point / b.width));
}

/** The point that appears there; null outside of the board. */
export function pointAt(b: Shape, column: number, row: number): number | null {
  if (column < 0 || row < 0 || column >= columnsOf(b) || row >= rowsOf(b)) return null;
  switch (b.turn) {
    case 0:
      return (b.height - 1 - row) * b.width + column;
    case 1:
      return column * b.width + row;
    case 2:
      return row * b.width + (b.width - 1 - column);
    case 3:
      return (b.height - 1 - column) * b.width + (b.width - 1 - row);
  }
}

/** Star points of a Go board of that size, as coordinates on one line. */
export function starLines(size: number): number[] {
  if (size < 7 || size % 2 === 0) return [];
  const from = size < 13 ? 2 : 3;
  const middle = (size - 1) / 2;
  return [from, middle, size - 1 - from];
}

/** The stars of a board; `centre`: its centre has another mark. */
export function starPoints(width: number, height: number, centre: boolean): number[] {
  if (width !== height) return [];
  const lines = starLines(width);
  const middle = (width - 1) / 2;
  const all = lines.flatMap((y) => lines.map((x) => ({ x, y })));
  // Small boards have four stars and the centre.
  const kept = all.filter(({ x, y }) => {
    const inner = (x === middle ? 1 : 0) + (y === middle ? 1 : 0);
    if (inner === 2) return !centre;
    return inner === 0 || width >= 19;
  });
  return kept.map(({ x, y }) => y * width + x);
}

/** What a click on a point would place there, as PLACE_* bits; 0: nothing is shown. A stone that is chosen for later
 * would stand on another: that looks like one that has changed its colour. */
export function ghostAt(b: BoardState, point: number): number {
  if (!b.interactive || b.picked?.point === point) return 0;
  if (b.ahead && (b.cells[point]?.owner ?? 0) !== 0) return 0;
  return b.legal[point] ?? 0;
}
