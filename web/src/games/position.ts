// A game as moves in words, and the rules' answers about it. Everything that a page draws comes from
// here, and everything here comes from the WebAssembly module.
import { legalBits } from '../board/apply';
import { emptyBoard, pointName } from '../board/state';
import type { BoardState } from '../board/state';
import { GAME_PAGES } from '.';
import { language, t } from '../i18n';
import type { TextKey } from '../i18n';
import { CELL_JACKED, MOVE_NONE, MOVE_PASS, MOVE_RED, MOVE_SWAP, OWNER_NEUTRAL, pointOf } from '../wasm/wasm';
import type { Cell, Explanation, GameName, GameState, Link, Move, Outcome, Setup } from '../wasm/wasm';
import { rules } from '../wasm/loaded';
import { setUp } from './replay';
import type { Game } from './replay';

export type { Game };
export { pointOf };

/** A position, read out of the rules in one go. */
export interface Snapshot {
  state: GameState;
  cells: Cell[];
  legal: Move[];
  result: Outcome;
  links: Link[];
  water: number[];
  claims: number[];
  /** Two numbers a point: the group of its stone, and its liberties. */
  groups: number[];
  /** Moves that were really played; fewer than asked for if one was illegal. */
  ply: number;
}

/** All pages use one slot, one after the other: nothing is kept in it between two calls. */
const SLOT = 0;

function replay(game: Game, ply: number): number {
  const r = rules();
  setUp(r, SLOT, game);
  for (let i = 0; i < ply; i++) {
    const move = r.parse(SLOT, game.moves[i] ?? '');
    if (move === null || !r.play(SLOT, move)) return i;
  }
  return ply;
}

export function snapshot(game: Game, ply: number): Snapshot {
  return slotSnapshot(game.setup.game, replay(game, ply));
}

/** The position of a diagram. From the end of a game no play goes on, and the rules may refuse it (R5: a colour is
 * gone): then it is its stones and nothing more. */
export function diagramSnapshot(setup: Setup, diagram: string, side: number): Snapshot {
  const r = rules();
  const cells = r.look(setup, diagram);
  const known = side >= 1 && side <= setup.players ? side : 1;
  if (r.place(SLOT, setup, cells, known) === null) return slotSnapshot(setup.game, 0);
  r.start(SLOT, setup);
  return {
    state: { ...r.state(SLOT), side: known, over: true },
    cells,
    legal: [],
    result: { over: true, winner: 0, points: [], owner: [], channels: [[], []] },
    links: [],
    water: [],
    claims: [],
    groups: [],
    ply: 0,
  };
}

function slotSnapshot(name: GameName, played: number): Snapshot {
  const r = rules();
  const { tells } = GAME_PAGES[name];
  return {
    state: r.state(SLOT),
    cells: r.cells(SLOT),
    legal: r.legal(SLOT),
    result: r.result(SLOT),
    links: tells.links ? r.links(SLOT) : [],
    water: tells.water ? r.water(SLOT) : [],
    claims: tells.claims ? r.claims(SLOT) : [],
    groups: tells.groups ? r.groups(SLOT) : [],
    ply: played,
  };
}

/** The cells at the start and after each move. */
export function cellsOf(game: Game): Cell[][] {
  const r = rules();
  setUp(r, SLOT, game);
  const all = [r.cells(SLOT)];
  for (const word of game.moves) {
    const move = r.parse(SLOT, word);
    if (move === null || !r.play(SLOT, move)) break;
    all.push(r.cells(SLOT));
  }
  return all;
}

/** The side that made each move: where one may play again before the others (C9), they do not take turns. */
export function moversOf(game: Game): number[] {
  const r = rules();
  const movers: number[] = [];
  setUp(r, SLOT, game);
  for (const word of game.moves) {
    const { side } = r.state(SLOT);
    const move = r.parse(SLOT, word);
    if (move === null || !r.play(SLOT, move)) break;
    movers.push(side);
  }
  return movers;
}

/** Moves in rows, with a column for each player: a move that does not stand behind the one before it begins a new
 * row, an additional play (C9) below the first one. `round` is 0 in the rows that continue one. */
export function roundsOf(movers: readonly number[]): { round: number; plies: (number | null)[] }[] {
  const rows: { round: number; plies: (number | null)[] }[] = [];
  let last = 0;
  let round = 0;
  movers.forEach((side, i) => {
    let row = rows.at(-1);
    if (!row || side <= last) {
      if (side !== last) round++;
      row = { round: side === last ? 0 : round, plies: [] };
      rows.push(row);
    }
    while (row.plies.length < side - 1) row.plies.push(null);
    row.plies.push(i + 1);
    last = side;
  });
  return rows;
}

/** Why a move is refused. The rules say it in English; other languages by the rule's number. */
export function explain(game: Game, ply: number, move: Move): Explanation {
  replay(game, ply);
  const why = rules().explain(SLOT, move);
  if (why.rule === '') return why;
  const { game: name, width } = game.setup;
  if (language() === 'en') return { ...why, text: withSides(name, why.text) };
  const point = pointOf(move);
  if (point === null) return { ...why, text: t(`why.${why.rule}` as TextKey, { point: '' }) };
  const [column, row] = [(point % width) + 1, Math.floor(point / width) + 1];
  const values = { point: pointName(point, width), column, row, sum: column + row };
  if (why.rule !== 'P1') return { ...why, text: t(`why.${why.rule}` as TextKey, values) };
  return { ...why, text: t((column + row) % 2 === 0 ? 'why.P1.even' : 'why.P1.odd', values) };
}

/** Where the rules number the players, the page calls them by their colours. */
function withSides(game: GameName, text: string): string {
  return text.replace(/player (\d)/gi, (_, side: string) => sideName(game, Number(side)));
}

export function moveWord(game: Game, move: Move): string {
  replay(game, 0);
  return rules().print(SLOT, move);
}

/** The move that a word means after the game's moves. */
export function wordMove(game: Game, word: string): Move {
  replay(game, game.moves.length);
  return rules().parse(SLOT, word) ?? MOVE_NONE;
}

/** A random game of at most this many plies, for figures; the same for equal seeds. */
export function randomGame(setup: Setup, plies: number, seed: number): Game {
  const r = rules();
  const moves: string[] = [];
  r.start(SLOT, setup);
  for (let i = 0; i < plies; i++) {
    const move = r.random(SLOT, seed * 1000 + i);
    if (move === null || !r.play(SLOT, move)) break;
    moves.push(r.print(SLOT, move));
  }
  return { setup, moves };
}

export function isRed(move: Move): boolean {
  return move !== MOVE_NONE && (move & MOVE_RED) !== 0;
}

export function moveAt(point: number, red: boolean): Move {
  return point + (red ? MOVE_RED : 0);
}

export function canPass(s: Snapshot): boolean {
  return s.legal.includes(MOVE_PASS);
}

export function canSwap(s: Snapshot): boolean {
  return s.legal.includes(MOVE_SWAP);
}

/** The side as it is seen: sides that are edges are called by where they lie, also on a turned board. */
export function sideSeen(game: GameName, side: number, turn: BoardState['turn']): string {
  return sideName(game, GAME_PAGES[game].edges && turn % 2 !== 0 ? 3 - side : side);
}

export function sideName(game: GameName, side: number): string {
  return t(`side.${game}.${side}` as TextKey);
}

/** A move for people: the red stone is said, not coded. */
export function moveName(word: string): string {
  if (word === 'pass') return t('table.pass');
  if (word === 'swap') return t('table.swap');
  return word.endsWith('r') && /\d/.test(word) ? `${word.slice(0, -1)} ${t('table.red')}` : word;
}

export interface Shown {
  interactive: boolean;
  coordinates: boolean;
  owner: boolean;
  water: boolean;
  claims: boolean;
  turn: BoardState['turn'];
}

/** The board of a snapshot; cursor and marks are the caller's. */
export function boardOf(game: Game, s: Snapshot, shown: Shown, status: string): BoardState {
  const { game: name, width, height } = game.setup;
  const points = width * height;
  const placements = s.legal.flatMap((m) => {
    const point = pointOf(m);
    return point === null ? [] : [{ point, red: isRed(m) }];
  });
  const legal = legalBits(points, placements);
  const last = pointOf(s.state.last);
  const board: BoardState = {
    ...emptyBoard(name, width, height),
    turn: shown.turn,
    coordinates: shown.coordinates,
    cells: s.cells,
    side: s.state.side,
    interactive: shown.interactive,
    legal,
    last,
    links: s.links,
    owner: shown.owner ? s.result.owner : [],
    water: shown.water ? s.water : [],
    channels: shown.water ? s.result.channels : [],
    claims: shown.claims ? s.claims : [],
    title: t('board.title', { title: t(`title.${name}`), width, height, status }),
  };
  board.labels = s.cells.map((cell, p) =>
    cellLabel(name, width, points, p, cell, shown.interactive ? (legal[p] ?? 0) : 0, p === last),
  );
  return board;
}

function cellLabel(
  game: GameName,
  width: number,
  points: number,
  point: number,
  cell: Cell,
  legal: number,
  isLast: boolean,
): string {
  const name = pointName(point, width);
  const label =
    cell.owner === 0 ? emptyLabel(game, points, point, name, legal) : stoneLabel(game, name, cell, legal);
  return isLast ? t('cell.last', { label }) : label;
}

function emptyLabel(game: GameName, points: number, p: number, point: string, legal: number): string {
  if (GAME_PAGES[game].look.centre && p === (points - 1) / 2) return t('cell.centre', { point });
  const key = (['cell.empty', 'cell.legal', 'cell.red', 'cell.both'] as const)[legal & 3];
  return t(key ?? 'cell.empty', { point });
}

function stoneLabel(game: GameName, point: string, cell: Cell, legal: number): string {
  const { neutral, stacks } = GAME_PAGES[game];
  if (cell.owner === OWNER_NEUTRAL) return t(neutral === 'red' ? 'cell.redstone' : 'cell.dam', { point });
  const side = t(`side.word.${cell.owner}` as TextKey);
  if (!stacks) return t('cell.stone', { point, side });
  let label = t(cell.height > 1 ? 'cell.stack' : 'cell.piece', { point, side, n: cell.height });
  if (cell.flags & CELL_JACKED) label = t('cell.jacked', { label });
  return legal ? t('cell.playable', { label }) : label;
}
