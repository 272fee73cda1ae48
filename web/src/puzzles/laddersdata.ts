// The practice ladders of a game (docs/PUZZLES.md): of each idea ten puzzles that get harder, and those that this browser
// knows to be solved.
import { Store } from '../core/env';
import type { GameName } from '../wasm/wasm';
import { puzzleOf } from './collection';
import type { Puzzle, Row } from './collection';

export const IDEAS = [
  'double-threat',
  'cut',
  'race',
  'chain',
  'count',
  'last-liberty',
  'rescue',
  'red',
  'exchange',
  'zugzwang',
  'defence',
  'circuit',
  'detour',
  'jack',
  'second',
  'closing',
  'pass',
] as const;
export type Idea = (typeof IDEAS)[number];

export interface Ladder {
  idea: Idea;
  rungs: Puzzle[];
}

const loaded = new Map<GameName, Promise<Ladder[]>>();

async function load(game: GameName): Promise<Ladder[]> {
  const path = `/ladders-${game}.json`;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const ladders = (await response.json()) as { idea: Idea; puzzles: Row[] }[];
  return ladders.map(({ idea, puzzles }) => ({ idea, rungs: puzzles.map((row) => puzzleOf(game, row)) }));
}

export function laddersOf(game: GameName): Promise<Ladder[]> {
  const known = loaded.get(game);
  if (known) return known;
  const coming = load(game);
  loaded.set(game, coming);
  coming.catch(() => loaded.delete(game));
  return coming;
}

const KEY = 'hoshi-ladders';
const CLIMBED_MAX = 1000;

/** Reads a stored list of ids; a person by hand may have written it. */
export function readClimbed(text: string | null): string[] {
  try {
    const raw: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(raw) ? raw.filter((id): id is string => typeof id === 'string') : [];
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

/** The ids of the rungs that are solved. */
export const climbed = new Store<readonly string[]>(readClimbed(stored()));

export function climb(id: string): void {
  climbed.set([...new Set([...readClimbed(stored()), ...climbed.value, id])].slice(-CLIMBED_MAX));
  try {
    localStorage.setItem(KEY, JSON.stringify(climbed.value));
  } catch {
    // Then it is known until the page is closed.
  }
}

/** The first rung that is not solved after one; the first of all if none comes after it; 0 when all are solved. */
export function nextRung(ladder: Ladder, done: readonly string[], after: number): number {
  const open = ladder.rungs.flatMap((p, i) => (done.includes(p.id) ? [] : [i]));
  return open.find((i) => i > after) ?? open[0] ?? 0;
}

export function doneOn({ rungs }: Ladder, done: readonly string[]): number {
  return rungs.filter((p) => done.includes(p.id)).length;
}
