// The runs of this browser, for the bests of a day, a week and of all time.
import { Store, keep, kept, readList } from '../core/env';
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

/** The runs that are stored. */
export const readRuns = (text: string | null): Ran[] => readList(text, isRan).slice(-RUNS_MAX);

export const runs = new Store<readonly Ran[]>(readRuns(kept(KEY)));

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
  runs.set([...readRuns(kept(KEY)), { kind, at: Date.now(), n }].slice(-RUNS_MAX));
  keep(KEY, runs.value);
}

export const bestsNow = (kind: RunKind, at: number): { day: number; week: number; all: number } =>
  bestsOf(runs.value, log.value.best[kind], kind, at);
