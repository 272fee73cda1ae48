// Puzzles that were failed come again after some days, later each time that they are solved. Kept in this browser;
// a module of its own, because the log of attempts is loaded with the first page.
import { Store, keep, kept, readList } from '../core/env';

export interface Again {
  id: string;
  /** Milliseconds since 1970 from which it is asked again. */
  due: number;
  /** How often it was solved since. */
  step: number;
}

const KEY = 'hoshi-puzzles-again';
/** Days until it is asked again: after the failure, and after each time that it was solved. */
const AGAIN_DAYS = [1, 3, 7, 21] as const;
const DAY_MS = 24 * 3600 * 1000;

function isAgain(a: unknown): a is Again {
  const { id, due, step } = (a ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof due === 'number' && typeof step === 'number' && step >= 0;
}

export const readAgain = (text: string | null): Again[] => readList(text, isAgain);

export const again = new Store<readonly Again[]>(readAgain(kept(KEY)));

/** The list after a puzzle was solved or failed: a failure asks for it on the next day, a solution later each time,
 * and at last no more. */
export function withAgain(
  before: readonly Again[],
  id: string,
  at: number,
  solved: boolean,
): readonly Again[] {
  const known = before.find((a) => a.id === id);
  if (solved && (!known || known.due > at)) return before; // too early it does not count
  const others = before.filter((a) => a.id !== id);
  const step = solved ? (known?.step ?? 0) + 1 : 0;
  const days = AGAIN_DAYS[step];
  return days === undefined ? others : [...others, { id, due: at + days * DAY_MS, step }];
}

/** The puzzles that are due, the one that waits longest first. */
export function dueOf(list: readonly Again[], at: number): readonly Again[] {
  return list.filter((a) => a.due <= at).sort((a, b) => a.due - b.due);
}

export function noteAgain(id: string, solved: boolean): void {
  again.set(withAgain(readAgain(kept(KEY)), id, Date.now(), solved));
  keep(KEY, again.value);
}
