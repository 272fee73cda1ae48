// Which steps of the lessons are done. Kept in this browser.
import { Store } from '../app/env';
import type { Lesson } from './lesson';

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

export function finish(step: string): void {
  if (progress.value.includes(step)) return;
  // Another tab may have gone on meanwhile.
  progress.set([...new Set([...read(), ...progress.value, step])]);
  try {
    localStorage.setItem(KEY, JSON.stringify(progress.value));
  } catch {
    // Then it is known until the page is closed.
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
