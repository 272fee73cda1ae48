// How one's own games against the engine ended, kept in this browser: for the next opponent, and for the pages of
// the opponents.
import { Store, keep, kept, readList } from './env';
import { isGame } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';

export interface Result {
  /** The id of the game or match: each counts once. */
  id: string;
  game: GameName;
  level: number;
  /** The person's score: 1, ½ or 0. */
  score: number;
  /** With a move shown or taken back. */
  helped: boolean;
}

const KEY = 'hoshi-results';
const RESULTS_MAX = 200;

function isResult(r: unknown): r is Result {
  const { id, game, level, score, helped } = (r ?? {}) as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof game === 'string' &&
    isGame(game) &&
    Number.isInteger(level) &&
    (score === 0 || score === 0.5 || score === 1) &&
    typeof helped === 'boolean'
  );
}

/** Reads stored results; an older version, or a person by hand, may have written them. */
export const readResults = (text: string | null): Result[] => readList(text, isResult).slice(-RESULTS_MAX);

/** The list with another result, which counts once. */
export function withResult(list: readonly Result[], result: Result): readonly Result[] {
  return list.some((r) => r.id === result.id) ? list : [...list, result].slice(-RESULTS_MAX);
}

const stored = (): Result[] => readResults(kept(KEY));

/** The oldest first. */
export const results = new Store<readonly Result[]>(stored());

export function noteResult(result: Result): void {
  // Another tab may have gone on meanwhile.
  const now = stored();
  const known = now.length >= results.value.length ? now : results.value;
  const next = withResult(known, result);
  if (next === results.value) return;
  results.set(next);
  keep(KEY, next);
}

const HELPED = 'hoshi-helped';
const HELPED_MAX = 100;

const isText = (id: unknown): id is string => typeof id === 'string';
const helpedIds = (): string[] => readList(kept(HELPED), isText);

/** Whether a move of this game was shown or taken back. */
export const wasHelped = (id: string): boolean => helpedIds().includes(id);

/** Notes it, also for a reload in between; `on` false: the game restarts. */
export function noteHelped(id: string, on = true): void {
  const others = helpedIds().filter((known) => known !== id);
  keep(HELPED, on ? [...others, id].slice(-HELPED_MAX) : others);
}

/** A visitor's first games of a kind: the goal stands above the board. */
const FIRST_GAMES = 3;
export const isFirst = (list: readonly Result[], game: GameName): boolean =>
  list.filter((r) => r.game === game).length < FIRST_GAMES;
