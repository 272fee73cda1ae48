// The solver's record in this browser: the first attempt at each puzzle, and the best runs. Later attempts at
// the same puzzle do not count.
import { Store, keep, kept } from '../core/env';

export interface Attempt {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  solved: boolean;
}

export interface Log {
  attempts: readonly Attempt[];
  best: Readonly<Record<'row' | 'streak' | 'storm', number>>;
}

const KEY = 'hoshi-puzzles';
const ATTEMPTS_MAX = 5000;
const EMPTY: Log = { attempts: [], best: { row: 0, streak: 0, storm: 0 } };

function isAttempt(a: unknown): a is Attempt {
  const { id, at, solved } = (a ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof at === 'number' && typeof solved === 'boolean';
}

/** Reads a stored log; an older version, or a person by hand, may have written it. */
export function readLog(text: string | null): Log {
  try {
    const raw = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    const best = (raw?.['best'] ?? {}) as Record<string, unknown>;
    const count = (n: unknown): number => (typeof n === 'number' && n >= 0 ? Math.floor(n) : 0);
    const attempts = Array.isArray(raw?.['attempts']) ? raw['attempts'].filter(isAttempt) : [];
    return {
      attempts: attempts.slice(-ATTEMPTS_MAX),
      best: { row: count(best['row']), streak: count(best['streak']), storm: count(best['storm']) },
    };
  } catch {
    return EMPTY;
  }
}

export const log = new Store<Log>(readLog(kept(KEY)));

function change(next: Log): void {
  log.set(next);
  keep(KEY, next);
}

/** How many of the last first attempts were solved in a row. */
export function rowOf(attempts: readonly Attempt[]): number {
  let n = 0;
  while (n < attempts.length && attempts[attempts.length - 1 - n]?.solved === true) n++;
  return n;
}

/** The log with a first attempt; unchanged if the puzzle was tried before. */
export function withAttempt(before: Log, attempt: Attempt): Log {
  if (before.attempts.some((a) => a.id === attempt.id)) return before;
  const attempts = [...before.attempts, attempt].slice(-ATTEMPTS_MAX);
  return { attempts, best: { ...before.best, row: Math.max(before.best.row, rowOf(attempts)) } };
}

export function attempted(id: string, solved: boolean): void {
  // Another tab may have gone on meanwhile.
  const now = readLog(kept(KEY));
  const next = withAttempt(now.attempts.length >= log.value.attempts.length ? now : log.value, {
    id,
    at: Date.now(),
    solved,
  });
  change(next);
}

export function ran(kind: 'streak' | 'storm', n: number): void {
  if (n > log.value.best[kind]) change({ ...log.value, best: { ...log.value.best, [kind]: n } });
}

/** The day of a moment where the person is, "2026-11-23". */
export function dayOf(at: number): string {
  const d = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}
