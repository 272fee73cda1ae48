// The solver's record in this browser: the first attempt at each puzzle, and the best runs. Later attempts at
// the same puzzle do not count.
import { Store } from '../core/env';

export interface Attempt {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  solved: boolean;
}

/** A puzzle that was failed comes again, later each time that it is solved. */
export interface Again {
  id: string;
  /** Milliseconds since 1970 from which it is asked again. */
  due: number;
  /** How often it was solved since. */
  step: number;
}

export type RunKind = 'streak' | 'storm';

/** A run that has ended. */
export interface Ran {
  kind: RunKind;
  at: number;
  n: number;
}

export interface Log {
  attempts: readonly Attempt[];
  again: readonly Again[];
  runs: readonly Ran[];
  best: Readonly<Record<'row' | 'streak' | 'storm', number>>;
}

const KEY = 'hoshi-puzzles';
const ATTEMPTS_MAX = 5000;
/** Days until a failed puzzle is asked again: after the failure, and after each time that it was solved. */
const AGAIN_DAYS = [1, 3, 7, 21] as const;
const DAY_MS = 24 * 3600 * 1000;
const RUNS_MAX = 300;
const EMPTY: Log = { attempts: [], again: [], runs: [], best: { row: 0, streak: 0, storm: 0 } };

function isAttempt(a: unknown): a is Attempt {
  const { id, at, solved } = (a ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof at === 'number' && typeof solved === 'boolean';
}

function isAgain(a: unknown): a is Again {
  const { id, due, step } = (a ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof due === 'number' && typeof step === 'number' && step >= 0;
}

function isRan(r: unknown): r is Ran {
  const { kind, at, n } = (r ?? {}) as Record<string, unknown>;
  return (kind === 'streak' || kind === 'storm') && typeof at === 'number' && typeof n === 'number' && n >= 0;
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
      again: Array.isArray(raw?.['again']) ? raw['again'].filter(isAgain) : [],
      runs: Array.isArray(raw?.['runs']) ? raw['runs'].filter(isRan).slice(-RUNS_MAX) : [],
      best: { row: count(best['row']), streak: count(best['streak']), storm: count(best['storm']) },
    };
  } catch {
    return EMPTY;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const log = new Store<Log>(readLog(stored()));

function keep(next: Log): void {
  log.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Then it is known until the page is closed.
  }
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
  return { ...before, attempts, best: { ...before.best, row: Math.max(before.best.row, rowOf(attempts)) } };
}

/** The log after a puzzle was solved or failed, which counts for when it comes again: a failure asks for it on the next
 * day, a solution later each time, and at last no more. */
export function withAgain(before: Log, id: string, at: number, solved: boolean): Log {
  const known = before.again.find((a) => a.id === id);
  if (solved && !known) return before;
  if (solved && known && known.due > at) return before; // not when it was to be asked
  const others = before.again.filter((a) => a.id !== id);
  const step = solved ? (known?.step ?? 0) + 1 : 0;
  const days = AGAIN_DAYS[step];
  if (days === undefined) return { ...before, again: others };
  return { ...before, again: [...others, { id, due: at + days * DAY_MS, step }] };
}

/** The puzzles that are due, the one that waits longest first. */
export function dueOf({ again }: Log, at: number): readonly Again[] {
  return again.filter((a) => a.due <= at).sort((a, b) => a.due - b.due);
}

/** Best results of a kind of run: of the day, of seven days, and of all time. */
export function bestsOf(
  { runs, best }: Log,
  kind: RunKind,
  at: number,
): { day: number; week: number; all: number } {
  const since = (from: number): number =>
    runs.filter((r) => r.kind === kind && r.at >= from).reduce((most, r) => Math.max(most, r.n), 0);
  const midnight = new Date(at).setHours(0, 0, 0, 0);
  return { day: since(midnight), week: since(at - 7 * DAY_MS), all: best[kind] };
}

export function attempted(id: string, solved: boolean): void {
  // Another tab may have gone on meanwhile.
  const now = readLog(stored());
  const known = now.attempts.length >= log.value.attempts.length ? now : log.value;
  const at = Date.now();
  keep(withAgain(withAttempt(known, { id, at, solved }), id, at, solved));
}

export function ran(kind: RunKind, n: number): void {
  const { best, runs } = log.value;
  const run = { kind, at: Date.now(), n };
  keep({
    ...log.value,
    best: { ...best, [kind]: Math.max(n, best[kind]) },
    runs: [...runs, run].slice(-RUNS_MAX),
  });
}

/** The day of a moment where the person is, "2026-11-23". */
export function dayOf(at: number): string {
  const d = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}
