// The runs of this browser, for the bests of a day, a week and of all time.
import { Store } from '../core/env';
import { log, ran } from './log';

export type RunKind = 'streak' | 'storm';

/** A run that has ended. */
export interface Ran {
  kind: RunKind;
  at: number;
  n: number;
}

const KEY = 'hoshi-puzzles-runs';
const RUNS_MAX = 300;
const WEEK_MS = 7 * 24 * 3600 * 1000;

function isRan(r: unknown): r is Ran {
  const { kind, at, n } = (r ?? {}) as Record<string, unknown>;
  return (kind === 'streak' || kind === 'storm') && typeof at === 'number' && typeof n === 'number' && n >= 0;
}

/** Reads stored runs; a person by hand may have written them. */
export function readRuns(text: string | null): Ran[] {
  try {
    const raw: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(raw) ? raw.filter(isRan).slice(-RUNS_MAX) : [];
  } catch {
    return [];
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const runs = new Store<readonly Ran[]>(readRuns(stored()));

/** Best results of a kind of run since midnight, in seven days, and of all time, which the log knows. */
export function bestsOf(
  list: readonly Ran[],
  best: number,
  kind: RunKind,
  at: number,
): { day: number; week: number; all: number } {
  const since = (from: number): number =>
    list.filter((r) => r.kind === kind && r.at >= from).reduce((most, r) => Math.max(most, r.n), 0);
  return { day: since(new Date(at).setHours(0, 0, 0, 0)), week: since(at - WEEK_MS), all: best };
}

export function noteRun(kind: RunKind, n: number): void {
  ran(kind, n);
  runs.set([...readRuns(stored()), { kind, at: Date.now(), n }].slice(-RUNS_MAX));
  try {
    localStorage.setItem(KEY, JSON.stringify(runs.value));
  } catch {
    // Then it is known until the page is closed.
  }
}

export const bestsNow = (kind: RunKind, at: number): { day: number; week: number; all: number } =>
  bestsOf(runs.value, log.value.best[kind], kind, at);
