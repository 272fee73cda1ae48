// The server's JSON API (docs/API.md), typed. A failure is a Problem with a sentence for the person.
import { GAME_PAGES } from '../games';
import { language, t } from '../i18n';
import type { EarlyAnswer } from './early';
import type { GameName } from '../wasm/wasm';
import { Store } from './env';

export interface Player {
  id: number;
  name: string;
  kind: 'guest' | 'member' | 'bot';
}

export type SeatKind = 'player' | 'bot' | 'open' | 'invite' | 'asked';

export interface Seat {
  seat: number;
  side: number;
  kind: SeatKind;
  player: Player | null;
  level: number | null;
  /** The player invited by name, until they answer. */
  asked?: Player;
  /** Of a member or an engine's level; events do not tell it. */
  rating?: SeatRating | null;
}

/** In the game that somebody has played most. */
export interface RatingMost extends SeatRating {
  game: GameName;
}

export interface SeatRating {
  points: number;
  /** Few results are known. */
  provisional: boolean;
}

/** What the viewer's rating would change by. */
export interface Stakes {
  won: number;
  drawn?: number;
  lost: number;
}

export interface PlayedMove {
  ply: number;
  seat: number;
  side: number;
  move: string;
  at: number;
}

export type MatchState = 'open' | 'running' | 'finished' | 'aborted';

export interface MatchResult {
  winner_seat: number;
  winner_side: number;
  reason: 'rules' | 'resign' | 'draw' | 'abort' | 'time' | 'left';
  points?: number[];
}

export interface ChatLine {
  id: number;
  player: Player;
  text: string;
  at: number;
  deleted?: boolean;
}

export interface Turn {
  seat: number;
  side: number;
}

export interface Offers {
  draw: number | null;
  takeback: { seat: number; ply: number } | null;
  pause?: number | null;
}

export type ClockKind = 'days' | 'fischer' | 'byoyomi' | 'simple';

/** A requested clock. Times are in milliseconds; fields that its kind does not have are 0 or
 * absent. */
export interface ClockWish {
  kind: ClockKind;
  main_ms?: number;
  add_ms?: number;
  cap_ms?: number;
  move_ms?: number;
  periods?: number;
  timeout?: 'auto' | 'claim';
}

export interface ClockSeat {
  left_ms: number;
  periods: number;
  away_until: number | null;
  /** In an arena: the player has given half of their time for a point. */
  berserk?: boolean;
}

/** A clock as it stands: `left_ms` of each seat at `since` (docs/API.md). */
export interface Clock extends Required<ClockWish> {
  pace: 'live' | 'correspondence';
  running: number | null;
  since: number;
  deadline: number | null;
  paused: boolean;
  seats: ClockSeat[];
  /** The first clock stands until then, or until all are here. */
  held_until?: number | null;
  /** Meanwhile: the seats whose players are here. */
  here?: number[] | null;
}

export interface RatingChange {
  seat: number;
  before: number;
  after: number;
}

/** A position for a small picture (docs/api/matches.md). */
export interface RowPosition {
  diagram: string;
  side: number;
  last: string;
}

/** A match as in a list. */
export interface MatchHead {
  /** In lists that were asked for boards; null: there is none to show. */
  board?: RowPosition | null;
  id: number;
  game: GameName;
  width: number;
  height: number;
  options: { swap?: boolean; jacked?: boolean };
  state: MatchState;
  private: boolean;
  created_at: number;
  updated_at: number;
  seats: Seat[];
  ply: number;
  turn: Turn | null;
  result: MatchResult | null;
  offers: Offers;
  you: number[];
  invite: string | null;
  watchers: number;
  event: number;
  /** The engine plays itself, for spectators. */
  exhibition?: boolean;
  rated?: boolean;
  clock?: Clock | null;
  /** Moves of the start position; they cannot be taken back. */
  start_ply?: number;
  /** How often a seek will still be taken. */
  standing?: number;
  delay?: { plies?: number; ms?: number } | null;
  delayed?: boolean;
  rematch?: number | null;
  /** The match that it follows. */
  rematch_of?: number | null;
  tournament?: { id: number; round: number } | null;
  ratings?: RatingChange[] | null;
  /** Null: the viewer's rating does not change by this match. In lists only of open matches. */
  stakes?: Stakes | null;
  /** The ply from which on a rated match counts however it ends. */
  rated_from?: number | null;
  annulled?: { at: number; reason: string } | null;
  /** The server's time when it answered. */
  now?: number;
}

export interface Match extends MatchHead {
  moves: PlayedMove[];
  chat: ChatLine[];
  /** The simultaneous exhibition that it is a board of. */
  simul?: number | null;
  /** A seat has given the others time since the last move. */
  given?: { by: number; ms: number } | null;
}

export type SeatWish = 'me' | 'open' | 'invite' | { bot: number } | { player: string };

/** With `record` the game, its board and options are the record's. */
export interface NewMatch {
  game?: GameName;
  width?: number;
  height?: number;
  options?: { swap?: boolean; jacked?: boolean };
  seats: SeatWish[];
  private?: boolean;
  random_seats?: boolean;
  rated?: boolean;
  clock?: ClockWish;
  start?: string[];
  record?: string;
  ply?: number;
  standing?: number;
  delay?: { plies: number } | { ms: number };
}

/** An error that the server answered; status 0: no answer at all. */
export class Problem extends Error {
  readonly status: number;
  readonly rule: string | null;

  constructor(status: number, detail: string, rule: string | null) {
    super(detail);
    this.status = status;
    this.rule = rule;
  }
}

/** The player that the server knows us as; null: not yet known. */
export const me = new Store<Player | null>(null);

const TRANSLATED = [400, 401, 403, 404, 409, 413, 422, 429, 503] as const;

/** The text of an error. The server's is exact, but in English; other languages put its meaning first. */
function said(status: number, detail: string | undefined): string {
  if (detail === undefined) return t('error.unknown', { status });
  const known = TRANSLATED.find((s) => s === status);
  return known === undefined || language() === 'en' ? detail : `${t(`problem.${known}`)} (${detail})`;
}

/** How far the server's clock is ahead of this browser's, from the last answer with a time. */
export const serverAhead = new Store(0);

function noteTime(answer: unknown, at: number): void {
  const now = (answer as { now?: unknown } | null)?.now;
  if (typeof now === 'number') serverAhead.set(now - at);
}

/** The server's time now, as well as this browser knows it. */
export const serverNow = (): number => Date.now() + serverAhead.value;

const EARLY_MS = 5000;
let early = new Map<string, Promise<EarlyAnswer>>();

/** A request of first.ts answers the first question for its path; unused answers expire soon. */
export function takeEarly(answers: Map<string, Promise<EarlyAnswer>>): void {
  early = answers;
  setTimeout(() => early.clear(), EARLY_MS);
}

async function send(path: string, init: RequestInit): Promise<EarlyAnswer> {
  if (init.method !== 'GET') early.clear();
  const asked = early.get(path);
  early.delete(path);
  return asked ?? { response: await fetch('/api' + path, init), at: Date.now() };
}

/** Whether the session of this browser has ended elsewhere, or its time is over, since the page knows who we are. */
export const signedOut = new Store(false);

/** Asks whether the server still knows us: after a refusal, or when the stream ends. */
export async function checkSession(): Promise<void> {
  const known = me.value;
  if (known === null) return;
  try {
    const now = await get<Player | null>('/me');
    if (me.value === known) signedOut.set(now?.id !== known.id);
  } catch {
    // Without an answer nothing is known.
  }
}

async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (method === 'POST') {
    init.headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    init.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  let at: number;
  try {
    ({ response, at } = await send(path, init));
  } catch {
    throw new Problem(0, t('error.network'), null);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) {
    noteTime(answer, at);
    return answer as T;
  }
  if (response.status === 401 && path !== '/me') await checkSession();
  if (response.status === 401 && signedOut.value) throw new Problem(401, t('error.signedout'), null);
  const problem = (answer ?? {}) as { detail?: string; rule?: string | null };
  throw new Problem(response.status, said(response.status, problem.detail), problem.rule ?? null);
}

export const get = <T>(path: string): Promise<T> => request<T>('GET', path);
export const post = <T>(path: string, body?: unknown): Promise<T> => request<T>('POST', path, body);

/** The sentence about a failure, whatever was thrown. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let asking: Promise<Player> | null = null;

/** Makes sure that we have an account: creates a guest when one is first needed. */
export function beSomebody(): Promise<Player> {
  if (me.value) return Promise.resolve(me.value);
  asking ??= post<Player>('/guest')
    .then((player) => {
      me.set(player);
      return player;
    })
    .finally(() => {
      asking = null;
    });
  return asking;
}

const WHO_MS = 6000;

/** Asks once which player we are; the answer may be none. */
export async function whoAmI(): Promise<void> {
  // A connection that hangs must not keep the page from starting.
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WHO_MS));
  const player = await Promise.race([get<Player | null>('/me').catch(() => null), late]);
  if (player) me.set(player);
}

export async function createMatch(wish: NewMatch): Promise<Match> {
  await beSomebody();
  return post<Match>('/matches', wish);
}

/** One click: a small board against the engine. */
export function playNow(game: GameName, level: number, size = GAME_PAGES[game].firstSize): Promise<Match> {
  return createMatch({ game, width: size, height: size, seats: ['me', { bot: level }] });
}

export interface MatchListAnswer {
  matches: MatchHead[];
  /** The value of `before` for the next page; null: this was the last. */
  next: number | null;
  /** The list has all that happened up to this event; a search does not say. */
  event?: number;
}

export function listMatches(query: string): Promise<MatchListAnswer> {
  return get(`/matches?${query}`);
}
