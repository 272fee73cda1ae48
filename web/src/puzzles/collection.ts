// The collection as the page knows it: shards of records (docs/PUZZLES.md), which are loaded when they are
// needed and kept until the page is closed, and the choice of a puzzle.
import { get } from '../core/net';
import type { GameName } from '../wasm/wasm';
import type { Placed } from './start';
import { bandOf } from './strength';
import type { Band } from './strength';

export const THEMES = [
  'capture',
  'chain',
  'threat',
  'double-threat',
  'defence',
  'rescue',
  'last-liberty',
  'sacrifice',
  'exchange',
  'red',
  'zugzwang',
  'circuit',
  'detour',
  'centre',
  'edge',
  'jack',
  'second',
  'gain',
  'closing',
  'pass',
  'count',
  'quiet',
  'short',
  'long',
] as const;
export type Theme = (typeof THEMES)[number];

/** False for a theme of another version, which puzzles of members may have. */
export function isTheme(word: string): word is Theme {
  return THEMES.some((theme) => theme === word);
}

/** Themes that say how long the way is, or how much is won: no idea for the first move. */
const MEASURES: readonly Theme[] = ['short', 'long', 'count'];

export function ideasOf(puzzle: { themes: readonly Theme[] }): Theme[] {
  return puzzle.themes.filter((theme) => !MEASURES.includes(theme));
}

export interface Puzzle extends Placed {
  id: string;
  goal: number;
  plies: number;
  themes: Theme[];
  rating: number;
  /** The member who made it. */
  author?: string;
}

/** A record of a shard, as web/build.mjs writes it. */
export interface Row {
  id: string;
  width: number;
  height: number;
  options: number;
  moves: string;
  goal: number;
  plies: number;
  themes: Theme[];
  rating: number;
}

interface Shard {
  shards: number;
  puzzles: Row[];
}

export interface Wish {
  theme: Theme | '';
  /** Width of the board; 0: any. */
  size: number;
  level: Band | '';
}

export const ANY: Wish = { theme: '', size: 0, level: '' };

const loaded = new Map<string, Promise<Shard>>();

function load(game: GameName, n: number): Promise<Shard> {
  const path = `/puzzles-${game}-${n}.json`;
  const known = loaded.get(path);
  if (known) return known;
  const coming = fetch(path).then((response) => {
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json() as Promise<Shard>;
  });
  loaded.set(path, coming);
  coming.catch(() => loaded.delete(path));
  return coming;
}

let gone: Promise<ReadonlySet<string>> | null = null;

/** The puzzles that moderators have withdrawn; empty without a server. */
function withdrawn(): Promise<ReadonlySet<string>> {
  gone ??= get<{ puzzles: string[] }>('/puzzles/withdrawn').then(
    ({ puzzles }) => new Set(puzzles),
    () => {
      gone = null;
      return new Set<string>();
    },
  );
  return gone;
}

export function puzzleOf(game: GameName, row: Row): Puzzle {
  const { width, height, options, moves, ...rest } = row;
  return { ...rest, setup: { game, width, height, players: 2, options }, moves: moves.split(' ') };
}

/** The first shards of a game, from easy to hard. */
export async function puzzles(game: GameName, shards: number): Promise<{ all: Puzzle[]; more: boolean }> {
  const first = await load(game, 0);
  const n = Math.min(shards, first.shards);
  const got = await Promise.all(Array.from({ length: n }, (_, i) => load(game, i)));
  const out = await withdrawn();
  const all = got.flatMap((s) => s.puzzles.map((row) => puzzleOf(game, row))).filter((p) => !out.has(p.id));
  return { all: all.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1)), more: n < first.shards };
}

export function fitting(all: readonly Puzzle[], wish: Wish): Puzzle[] {
  return all.filter(
    (p) =>
      (wish.theme === '' || p.themes.includes(wish.theme)) &&
      (wish.size === 0 || p.setup.width === wish.size) &&
      (wish.level === '' || bandOf(p.rating) === wish.level),
  );
}

/** A number that looks random, the same for the same text. */
function scatter(text: string): number {
  let h = 0x811c9dc5;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193) >>> 0;
  return h;
}

/** The puzzle of a day ("2026-11-23"), the same for everybody; without it, only its own days change. */
export function daily(all: readonly Puzzle[], day: string): Puzzle | null {
  let best: Puzzle | null = null;
  let most = -1;
  for (const p of all) {
    const drawn = scatter(`${p.id} ${day} ${p.id}`);
    if (drawn > most) [best, most] = [p, drawn];
  }
  return best;
}

/** Boards of fewer points than 5×5 teach the rules; people play on others. */
const SMALL_POINTS = 25;
/** One of so many puzzles may be on a small board while there are others. */
const SMALL_PART = 10;

function isSmall({ setup }: Puzzle): boolean {
  return setup.width * setup.height < SMALL_POINTS;
}

/** So many puzzles near the solver's rating are drawn from. */
const NEAR = 12;

/** One near a rating that was not tried before; when all were, any but the last one. */
export function nextOf(
  fits: readonly Puzzle[],
  tried: ReadonlySet<string>,
  last: string,
  rating: number,
): Puzzle | null {
  const fresh = fits.filter((p) => !tried.has(p.id));
  const from = fresh.length > 0 ? fresh : fits.filter((p) => p.id !== last || fits.length === 1);
  const large = from.filter((p) => !isSmall(p));
  const some = large.length > 0 && tried.size % SMALL_PART !== SMALL_PART - 1 ? large : from;
  const near = [...some]
    .sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating) || (a.id < b.id ? -1 : 1))
    .slice(0, NEAR);
  return near.length === 0 ? null : (near[scatter(last + String(tried.size)) % near.length] ?? null);
}

/** The n-th puzzle of a run that gets harder: one from each of `steps` parts of the list, then the hardest. */
export function rising(all: readonly Puzzle[], n: number, steps: number, seed: number): Puzzle | null {
  if (all.length === 0) return null;
  const part = Math.min(n, steps - 1);
  const from = Math.floor((part * all.length) / steps);
  const to = Math.max(from + 1, Math.floor(((part + 1) * all.length) / steps));
  return all[from + (scatter(`${seed} ${n}`) % (to - from))] ?? null;
}
