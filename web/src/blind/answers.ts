// Interprets a typed line: a move to play, or a command and its answer. Plain functions of the position;
// the panel says the answers.
import { fold } from '../core/blanks';
import { lengthText, leftAt } from '../core/clock';
import {
  boardOf,
  canPass,
  canSwap,
  cellsOf,
  explain,
  moveName,
  moveWord,
  snapshot,
  wordMove,
} from '../games/position';
import type { Game, Snapshot } from '../games/position';
import type { Clock } from '../core/net';
import { columnName, pointNamed } from '../board/state';
import { GAME_PAGES } from '../games';
import { SPOKEN } from '../games/explain';
import { plural, t } from '../i18n';
import { MOVE_NONE, OWNER_NEUTRAL } from '../wasm/wasm';
import type { Cell } from '../wasm/wasm';
import { bySide, listOf, nameOf, pieceSaid, pointSaid, pointsSaid, sidesOf } from '../games/view';
import type { View } from '../games/view';
import { bt, commandWords, counted } from '../games/blindwords';
import type { BlindKey, CommandName } from '../games/blindwords';

/** The match as the person who types sees it. */
export interface Situation {
  game: Game;
  now: Snapshot;
  /** Whose turn it is, or the result. */
  status: string;
  mayPlay: boolean;
  /** Points that the rules refuse are answered as well: a lesson may ask for one. */
  tryAny?: boolean;
  clock: Clock | null;
  /** Of the seats, for the clocks. */
  names: string[];
  /** The server's time. */
  at: number;
}

export type Answer = { play: string } | { say: string[] };

type Ask = (q: Situation, rest: string) => string[];

/** In the order of the help; if an abbreviation fits several commands, the first one counts. */
const COMMANDS: readonly [Exclude<CommandName, 'pass' | 'swap'>, Ask][] = [
  ['board', (q) => board(viewOf(q))],
  ['row', (q, rest) => row(viewOf(q), rest)],
  ['column', (q, rest) => column(viewOf(q), rest)],
  ['point', (q, rest) => point(q, rest)],
  ['last', (q) => (q.game.moves.length === 0 ? [bt('moves.none')] : moveSaid(q.game, q.game.moves.length))],
  ['moves', (q, rest) => moves(q, rest)],
  ['clock', (q) => clocks(q)],
  ['turn', (q) => [`${q.status}.`]],
  ['pieces', (q) => pieces(viewOf(q))],
  ['captures', (q) => captures(q)],
  ['legal', (q) => legal(q)],
  ['score', (q) => score(viewOf(q))],
  ['help', (q) => help(q)],
];

const LAST_MOVES = 10;
const viewOf = (q: Situation): View => ({ setup: q.game.setup, now: q.now });

/** The commands of a game: those of all games, and its own before the help. */
function commandsOf(q: Situation): readonly [CommandName, Ask][] {
  const { own } = SPOKEN[q.game.setup.game];
  const last = COMMANDS.length - 1;
  return [
    ...COMMANDS.slice(0, last),
    ...(own ? [[own.command, () => own.answer(viewOf(q))] as const] : []),
    ...COMMANDS.slice(last),
  ].map(([name, ask]) => [name, ask]);
}

/** Answers a line that the player typed. */
export function answer(q: Situation, line: string): Answer {
  const text = fold(line).trim().toLowerCase().replace(/\s+/g, ' ');
  const [word = '', ...more] = text.split(' ');
  const move = moveOf(q, text);
  if (move !== null) return tryMove(q, move);
  const found = find(q, word);
  if (found) return { say: found(q, more.join(' ')) };
  if (/^[a-z]\d+/.test(word)) return { say: [bt('point.none', { point: word })] };
  return { say: [bt('unknown', { text, help: commandWords('help')[0] ?? '' })] };
}

/** Without accents: they need not be typed. */
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');

const isCommand = (name: CommandName, typed: string): boolean =>
  commandWords(name).some((w) => plain(w) === plain(typed));

function find(q: Situation, word: string): Ask | null {
  const all = commandsOf(q);
  const exact = all.find(([name]) => isCommand(name, word));
  const starts = (w: string): boolean => word !== '' && plain(w).startsWith(plain(word));
  const begun = all.find(([name]) => commandWords(name).some(starts));
  return (exact ?? begun)?.[1] ?? null;
}

/** The move that a text names, in the rules' notation; null: it names no move. */
function moveOf(q: Situation, text: string): string | null {
  for (const special of ['pass', 'swap'] as const) if (isCommand(special, text)) return special;
  const [, at = '', red] = /^([a-z]\d{1,2}) ?(\S+)?$/.exec(text) ?? [];
  const isRed = red !== undefined && (red === 'r' || t('table.red').startsWith(red) || 'red'.startsWith(red));
  if (at === '' || (red !== undefined && !isRed)) return null;
  const word = isRed ? `${at}r` : at;
  return wordMove(q.game, word) === MOVE_NONE ? null : word;
}

function tryMove(q: Situation, word: string): Answer {
  if (!q.mayPlay) return { say: [bt('turn.not'), `${q.status}.`] };
  const move = wordMove(q.game, word);
  if (q.tryAny === true || q.now.legal.includes(move)) return { play: moveWord(q.game, move) };
  const why = explain(q.game, q.game.moves.length, move);
  const said = [bt('refused', { why: why.text === '' ? t('table.refused.plain') : why.text })];
  if (why.alternative !== null) {
    const other = moveWord(q.game, why.alternative);
    said.push(bt('refused.alternative', { move: other }));
  }
  return { say: said };
}

/** The pieces of some points; null: there are none. */
function cellsSaid(v: View, points: readonly number[]): string | null {
  const said = points.flatMap((p) => {
    const cell = v.now.cells[p];
    return cell && cell.owner !== 0 ? [pieceSaid(v, p, cell)] : [];
  });
  return said.length === 0 ? null : said.join(', ');
}

function rowPoints(v: View, y: number): number[] {
  return Array.from({ length: v.setup.width }, (_, x) => y * v.setup.width + x);
}

function rowSaid(v: View, y: number): string {
  const cells = cellsSaid(v, rowPoints(v, y));
  return cells === null ? bt('row.empty', { n: y + 1 }) : bt('row', { n: y + 1, cells });
}

function board(v: View): string[] {
  const rows = Array.from({ length: v.setup.height }, (_, i) => v.setup.height - 1 - i);
  const full = rows.filter((y) => cellsSaid(v, rowPoints(v, y)) !== null);
  if (full.length === 0) return [bt('board.empty')];
  const rest = full.length < rows.length ? [bt('board.rest')] : [];
  return [...full.map((y) => rowSaid(v, y)), ...rest];
}

function row(v: View, rest: string): string[] {
  const n = Number(rest);
  if (!Number.isInteger(n) || n < 1 || n > v.setup.height)
    return [bt('row.which', { n: v.setup.height, cmd: commandWords('row')[0] ?? '' })];
  return [rowSaid(v, n - 1)];
}

function column(v: View, rest: string): string[] {
  const { width, height } = v.setup;
  const x = rest.length === 1 ? rest.charCodeAt(0) - 'a'.charCodeAt(0) : -1;
  if (x < 0 || x >= width)
    return [bt('column.which', { last: columnName(width - 1), cmd: commandWords('column')[0] ?? '' })];
  const points = Array.from({ length: height }, (_, i) => (height - 1 - i) * width + x);
  const cells = cellsSaid(v, points);
  return [bt(cells === null ? 'column.empty' : 'column', { x: columnName(x), cells: cells ?? '' })];
}

function point(q: Situation, rest: string): string[] {
  const v = viewOf(q);
  const { width, height, game } = v.setup;
  const p = /^[a-z]\d{1,2}$/.test(rest) ? pointNamed(rest, width) : null;
  if (p === null) return [bt('point.which', { cmd: commandWords('point')[0] ?? '' })];
  // A letter too far would count as a point of the next row.
  if (p < 0 || p >= width * height || pointSaid(v, p) !== rest) return [bt('point.none', { point: rest })];
  const shown = { coordinates: true, owner: true, water: true, claims: true, turn: 0 } as const;
  const { labels } = boardOf(q.game, q.now, { ...shown, interactive: !q.now.state.over }, '');
  return [`${labels[p] ?? rest}.`, ...SPOKEN[game].point(v, p)];
}

/** A move with its number and side, and what became of other pieces. */
export function moveSaid(game: Game, ply: number): string[] {
  const before = snapshot(game, ply - 1);
  const after = snapshot(game, ply);
  const v: View = { setup: game.setup, now: after };
  const side = nameOf(v, before.state.side);
  const said = bt('said.move', { n: ply, side, move: moveName(game.moves[ply - 1] ?? '') });
  return [said, ...lossesSaid(v, lossesOf(before.cells, after.cells))];
}

/** Points whose pieces have left the board, and points that another side has taken over. */
interface Losses {
  gone: { point: number; owner: number }[];
  taken: { point: number; owner: number }[];
}

function lossesOf(before: readonly Cell[], after: readonly Cell[]): Losses {
  const losses: Losses = { gone: [], taken: [] };
  before.forEach(({ owner }, point) => {
    const now = after[point]?.owner ?? 0;
    if (owner === 0 || owner === now) return;
    (now === 0 ? losses.gone : losses.taken).push({ point, owner });
  });
  return losses;
}

function lossesSaid(v: View, { gone, taken }: Losses): string[] {
  const list = (lost: Losses['gone']): string =>
    sidesOf(v)
      .flatMap((side) => {
        const points = lost.filter((l) => l.owner === side).map((l) => l.point);
        const values = { side: nameOf(v, side), n: points.length, points: pointsSaid(v, points) };
        return points.length === 0 ? [] : [bt('side.list', values)];
      })
      .join('; ');
  return [
    ...(gone.length === 0 ? [] : [bt('captured', { list: list(gone) })]),
    ...(taken.length === 0 ? [] : [bt('taken', { list: list(taken) })]),
  ];
}

function captures(q: Situation): string[] {
  const v = viewOf(q);
  const positions = cellsOf(q.game);
  const losses = positions.slice(1).map((cells, i) => lossesOf(positions[i] ?? [], cells));
  const latest = losses.at(-1);
  const said = latest ? lossesSaid(v, latest) : [];
  const all = losses.flatMap((l) => [...l.gone, ...l.taken]);
  const count = (side: number): number => all.filter((l) => l.owner === side).length;
  const list = sidesOf(v).map((side) => bt('side.count', { side: nameOf(v, side), n: count(side) }));
  return [
    ...(said.length === 0 ? [bt('captures.none')] : said),
    all.length === 0 ? bt('captures.all.none') : bt('captures.all', { list: list.join(', ') }),
  ];
}

function moves(q: Situation, rest: string): string[] {
  const all = q.game.moves;
  if (all.length === 0) return [bt('moves.none')];
  const n = /^\d+$/.test(rest) ? Number(rest) : LAST_MOVES;
  const from = Math.max(0, all.length - n);
  const said = all.slice(from).map((word, i) => `${from + i + 1}. ${moveName(word)}`);
  return [bt('moves.list', { moves: said.join(', ') })];
}

function clocks(q: Situation): string[] {
  const { clock } = q;
  if (!clock) return [bt('clock.none')];
  return clock.seats.map((_, i) =>
    bt('clock.seat', { name: q.names[i] ?? '', time: timeSaid(leftAt(clock, i + 1, q.at).ms) }),
  );
}

const MINUTE_MS = 60_000;

/** A time to be heard: "4 min 5 s". */
export function timeSaid(ms: number): string {
  const whole = Math.ceil(ms / 1000) * 1000;
  const rest = whole % MINUTE_MS;
  if (whole < MINUTE_MS || whole >= 60 * MINUTE_MS || rest === 0) return lengthText(whole);
  return `${lengthText(whole - rest)} ${lengthText(rest)}`;
}

function pieces(v: View): string[] {
  const of = (owner: number): number[] => v.now.cells.flatMap((c, p) => (c.owner === owner ? [p] : []));
  const { neutral } = GAME_PAGES[v.setup.game];
  const nobodys = of(OWNER_NEUTRAL);
  const side = bt(neutral === 'red' ? 'red' : 'stones');
  const values = { side, n: nobodys.length, points: pointsSaid(v, nobodys) };
  const own = neutral === 'stone' ? '' : bySide(v, of);
  const all = [own, nobodys.length === 0 ? '' : bt('side.list', values)].filter((s) => s !== '');
  if (v.now.cells.every((c) => c.owner === 0)) return [bt('pieces.none')];
  return [`${all.join('; ')}.`];
}

function legal(q: Situation): string[] {
  const list = q.now.legal.map((m) => moveWord(q.game, m));
  if (list.length === 0) return [bt('legal.none')];
  return [counted('legal', list.length, { list: listOf(list) })];
}

function score(v: View): string[] {
  if (GAME_PAGES[v.setup.game].owners === null) return [bt('score.none')];
  const said = sidesOf(v).map(
    (side) => `${nameOf(v, side)}: ${plural('seat.points', v.now.result.points[side - 1] ?? 0)}`,
  );
  return [`${said.join(', ')}.`];
}

function help(q: Situation): string[] {
  const middle = pointSaid(viewOf(q), Math.floor(q.now.cells.length / 2) + 1);
  const words = [
    ...(canPass(q.now) ? [commandWords('pass')[0]] : []),
    ...(canSwap(q.now) ? [commandWords('swap')[0]] : []),
  ];
  return [
    bt('help.move', { move: middle }),
    ...(GAME_PAGES[q.game.setup.game].neutral === 'red' ? [bt('help.red', { move: middle })] : []),
    ...(words.length === 0 ? [] : [bt('help.words', { words: words.join(', ') })]),
    ...commandsOf(q).map(([name]) => bt(`help.${name}` as BlindKey, { cmd: commandWords(name)[0] ?? '' })),
  ];
}
