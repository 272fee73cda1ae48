// Puzzles of a member: attempts are sent to the server, where only the first one at each puzzle counts.
// Without a connection they wait in this browser. Attempts from the time before the account are sent,
// too, but unrated.
import { Store } from '../core/env';
import { Problem, get, me, post } from '../core/net';
import type { GameName } from '../wasm/wasm';
import { isTheme } from './collection';
import type { Puzzle, Theme, Wish } from './collection';
import { readLog } from './log';
import type { Attempt } from './log';
import { placedFrom } from './start';
import type { Start } from './start';

/** The server's answer to an attempt. */
export interface Outcome {
  puzzle: string;
  solved: boolean;
  rated: boolean;
  /** False for a later attempt: the answer is then that to the first one. */
  first?: boolean;
  vote: number;
  before?: number;
  rating?: number;
}

interface Unsent {
  player: number;
  puzzle: string;
  solved: boolean;
  moves: string;
}

interface Offered {
  id: string;
  game: GameName;
  width: number;
  height: number;
  options: number;
  start: Start | null;
  moves: string[];
  goal: number;
  plies: number;
  themes: Theme[];
  rating: number;
  author: string | null;
}

const UNSENT = 'hoshi-puzzles-unsent';
const GUEST = 'hoshi-puzzles-guest';
const UNSENT_MAX = 500;
const OFFERED = 10;

/** By the puzzle's id: the attempts of this visit that the server has answered. */
export const outcomes = new Store<ReadonlyMap<string, Outcome>>(new Map());

function read(key: string): unknown[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) ? kept : null;
  } catch {
    return null;
  }
}

function write(key: string, list: readonly unknown[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Then it is known until the page is closed.
  }
}

function isUnsent(u: unknown): u is Unsent {
  const { player, puzzle, solved, moves } = (u ?? {}) as Record<string, unknown>;
  return (
    typeof player === 'number' &&
    typeof puzzle === 'string' &&
    typeof solved === 'boolean' &&
    typeof moves === 'string'
  );
}

const unsent = (): Unsent[] => (read(UNSENT) ?? []).filter(isUnsent);

/** Attempts that were made without an account. Attempts that earlier versions kept here count as
 * such. */
function asGuest(): Attempt[] {
  const kept = read(GUEST);
  if (kept) return [...readLog(JSON.stringify({ attempts: kept })).attempts];
  try {
    return [...readLog(localStorage.getItem('hoshi-puzzles')).attempts];
  } catch {
    return [];
  }
}

/** The first attempt at a puzzle in this browser. */
export function tried(puzzle: string, solved: boolean, moves: readonly string[]): void {
  const player = me.value;
  if (player?.kind !== 'member') {
    const before = asGuest();
    if (!before.some((a) => a.id === puzzle))
      write(GUEST, [...before, { id: puzzle, at: Date.now(), solved }].slice(-UNSENT_MAX));
    return;
  }
  const waiting = unsent();
  const attempt = { player: player.id, puzzle, solved, moves: moves.join(' ') };
  if (!waiting.some((u) => u.player === player.id && u.puzzle === puzzle))
    write(UNSENT, [...waiting, attempt].slice(-UNSENT_MAX));
  void send();
}

export function known(outcome: Outcome): void {
  outcomes.set(new Map(outcomes.value).set(outcome.puzzle, outcome));
}

/** True when asking again can change nothing. */
function refused(e: unknown): boolean {
  return e instanceof Problem && e.status >= 400 && e.status < 500 && ![401, 403, 429].includes(e.status);
}

async function sendOne(u: Unsent): Promise<void> {
  try {
    known(await post<Outcome>(`/puzzles/${u.puzzle}/attempt`, { solved: u.solved, moves: u.moves }));
  } catch (e) {
    if (!refused(e)) throw e;
  }
  // Another tab may have added some meanwhile.
  write(
    UNSENT,
    unsent().filter((other) => other.player !== u.player || other.puzzle !== u.puzzle),
  );
}

async function bring(): Promise<void> {
  const before = asGuest().slice(-UNSENT_MAX);
  if (before.length > 0) {
    const attempts = before.map((a) => ({ puzzle: a.id, at: a.at, solved: a.solved }));
    try {
      await post('/account/puzzles', { attempts });
    } catch (e) {
      if (!refused(e)) throw e;
    }
  }
  write(GUEST, []);
}

let sending: Promise<void> | null = null;
let asks = 0; // how often send() was called

async function sendAll(): Promise<void> {
  const player = me.value;
  if (player?.kind !== 'member') return;
  await bring();
  for (let n = 0; n < UNSENT_MAX; n++) {
    const next = unsent().find((u) => u.player === player.id);
    if (!next) return;
    await sendOne(next);
  }
}

/** Sends the attempts that wait. Those that cannot be sent now stay for a later call. A call during another is not
 * lost: the connection may have come back after the present request had begun to fail. */
export function send(): Promise<void> {
  asks++;
  const work = async (): Promise<void> => {
    for (let served = 0; served !== asks;) {
      served = asks;
      await sendAll().catch(() => undefined);
    }
  };
  sending ??= work().finally(() => (sending = null));
  return sending;
}

function fromServer(o: Offered): Puzzle {
  const { id, game, width, height, options, start, moves, goal, plies, themes, rating, author } = o;
  return {
    ...placedFrom({ game, width, height, players: 2, options }, start, moves),
    id,
    goal,
    plies,
    themes: themes.filter(isTheme),
    rating,
    ...(author ? { author } : {}),
  };
}

/** Puzzles near the member's rating that they have not tried anywhere. */
export async function offer(game: GameName, wish: Wish): Promise<Puzzle[]> {
  await send();
  const query = new URLSearchParams({ game, limit: String(OFFERED) });
  if (wish.theme !== '') query.set('theme', wish.theme);
  if (wish.size !== 0) query.set('size', String(wish.size));
  const { puzzles } = await get<{ puzzles: Offered[] }>(`/puzzles?${query}`);
  return puzzles.map(fromServer);
}

/** The puzzle of that name; null if there is none, or no longer. */
export async function named(id: string): Promise<Puzzle | null> {
  const found = await get<Offered & { withdrawn: unknown }>(`/puzzles/${encodeURIComponent(id)}`);
  return found.withdrawn ? null : fromServer(found);
}

export async function vote(puzzle: string, value: number): Promise<void> {
  const { you } = await post<{ you: Outcome }>(`/puzzles/${puzzle}/vote`, { vote: value });
  known(you);
}

export async function report(puzzle: string, text: string): Promise<void> {
  await post(`/puzzles/${puzzle}/report`, { text });
}
