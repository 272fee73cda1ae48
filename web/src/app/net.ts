// The server's JSON API (docs/API.md), typed. A failure is a Problem with a sentence for the person.
import { t } from '../i18n';
import type { GameName } from '../wasm';
import { Store } from './env';

export interface Player {
  id: number;
  name: string;
  kind: 'guest' | 'member' | 'bot';
}

export type SeatKind = 'player' | 'bot' | 'open' | 'invite';

export interface Seat {
  seat: number;
  side: number;
  kind: SeatKind;
  player: Player | null;
  level: number | null;
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
  reason: 'rules' | 'resign' | 'draw' | 'abort';
  points?: number[];
}

export interface ChatLine {
  id: number;
  player: Player;
  text: string;
  at: number;
}

export interface Turn {
  seat: number;
  side: number;
}

export interface Offers {
  draw: number | null;
  takeback: { seat: number; ply: number } | null;
}

/** A match as in a list. */
export interface MatchHead {
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
}

export interface Match extends MatchHead {
  moves: PlayedMove[];
  chat: ChatLine[];
}

export type SeatWish = 'me' | 'open' | 'invite' | { bot: number };

export interface NewMatch {
  game: GameName;
  width?: number;
  height?: number;
  options?: { swap?: boolean; jacked?: boolean };
  seats: SeatWish[];
  private?: boolean;
  random_seats?: boolean;
}

/** What the server answered instead of doing it; status 0: no answer at all. */
export class Problem extends Error {
  readonly status: number;
  readonly rule: string | null;

  constructor(status: number, detail: string, rule: string | null) {
    super(detail);
    this.status = status;
    this.rule = rule;
  }
}

/** Who the server says we are; null: nobody yet. */
export const me = new Store<Player | null>(null);

async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (method === 'POST') {
    init.headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    init.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  try {
    response = await fetch('/api' + path, init);
  } catch {
    throw new Problem(0, t('error.network'), null);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as T;
  const problem = (answer ?? {}) as { detail?: string; rule?: string | null };
  const detail = problem.detail ?? t('error.unknown', { status: response.status });
  throw new Problem(response.status, detail, problem.rule ?? null);
}

export const get = <T>(path: string): Promise<T> => request<T>('GET', path);
export const post = <T>(path: string, body?: unknown): Promise<T> => request<T>('POST', path, body);

/** The sentence about a failure, whatever was thrown. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let asking: Promise<Player> | null = null;

/** Makes sure that we are somebody: a guest is made at the first need. */
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

/** Asks once who we are; nobody is a fine answer. */
export async function whoAmI(): Promise<void> {
  const player = await get<Player | null>('/me').catch(() => null);
  if (player) me.set(player);
}

export async function createMatch(wish: NewMatch): Promise<Match> {
  await beSomebody();
  return post<Match>('/matches', wish);
}

/** Boards for a first game: small, so that it is over before it is explained. */
const FIRST_SIZE: Record<GameName, number> = { palisade: 7, redstone: 7, levee: 7, claims: 6 };

/** One click: a small board against the beginner's engine. */
export function playNow(game: GameName): Promise<Match> {
  const size = FIRST_SIZE[game];
  return createMatch({ game, width: size, height: size, seats: ['me', { bot: 1 }] });
}

export function listMatches(query: string): Promise<{ matches: MatchHead[]; next: number | null }> {
  return get(`/matches?${query}`);
}
