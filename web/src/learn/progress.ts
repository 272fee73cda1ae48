// The lesson steps that are done. Kept in this browser, and with a member's account.
import { Store } from '../core/env';
import { me, post } from '../core/net';
import type { Lesson } from '../games/lesson';

const KEY = 'hoshi-learn';
const STEPS_MAX = 200;

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((id): id is string => typeof id === 'string').slice(0, STEPS_MAX)
      : [];
  } catch {
    return [];
  }
}

export const progress = new Store<readonly string[]>(read());

/** Adds steps to those that are known; another tab may have gone on meanwhile. */
function add(steps: readonly string[]): void {
  progress.set([...new Set([...read(), ...progress.value, ...steps])].slice(0, STEPS_MAX));
  try {
    localStorage.setItem(KEY, JSON.stringify(progress.value));
  } catch {
    // Then it is known until the page is closed.
  }
}

export function finish(step: string): void {
  if (progress.value.includes(step)) return;
  add([step]);
  void join();
}

/** A member knows what they did here and what they did elsewhere. Without a connection the next call tells it. */
export async function join(): Promise<void> {
  if (me.value?.kind !== 'member') return;
  try {
    const { steps } = await post<{ steps: { step: string }[] }>('/account/lessons', {
      steps: progress.value,
    });
    add(steps.map((s) => s.step));
  } catch {
    // It is kept here.
  }
}

export function doneOf(lesson: Lesson, done: readonly string[]): number {
  return lesson.steps.filter((s) => done.includes(s.id)).length;
}

/** The first step that is not done; the first of all when everything is. */
export function nextStep(lesson: Lesson, done: readonly string[]): number {
  const at = lesson.steps.findIndex((s) => !done.includes(s.id));
  return at < 0 ? 0 : at;
}
