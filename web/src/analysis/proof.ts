// The proof search's findings about a position, as plain functions: the winning side, the line with best
// play of both, and the answer to each reply of the losing side.
import { bestLine } from '../learn/solve';
import type { Ask } from '../learn/solve';

export interface Proof {
  /** +1 the side to move wins, 0 a draw, -1 it loses. */
  value: number;
  /** The best line, from the position on; empty for a draw. */
  line: string[];
  /** How many of its moves come before the replies: the winner's move, or none. */
  first: number;
}

export interface Answer {
  /** The winner's move; '': nothing more needs to be played. */
  move: string;
  /** The replies that it answers. */
  replies: string[];
}

const LINE_MAX = 24;

/** Positions that a question may take: fewer where each takes longer. */
export function boundOf(points: number): number {
  return points <= 25 ? 50_000 : points <= 49 ? 20_000 : 4000;
}

/** Null: not found out within the bound. */
export async function findProof(ask: Ask): Promise<Proof | null> {
  const win = await ask([], 1);
  if (!win || win.value === 0) return null;
  if (win.value < 0) {
    const draw = await ask([], 0);
    if (!draw || draw.value === 0) return null;
    if (draw.value > 0) return { value: 0, line: [], first: 0 };
  }
  return { value: win.value, line: await bestLine(ask, [], 1, LINE_MAX), first: win.value > 0 ? 1 : 0 };
}

/** The winner's answers to these replies, the same answers together, those that answer most first. Null: it has reached a bound, or was stopped. */
export async function findAnswers(
  ask: Ask,
  proof: Proof,
  replies: readonly string[],
  going: () => boolean,
): Promise<Answer[] | null> {
  const before = proof.line.slice(0, proof.first);
  const found = new Map<string, string[]>();
  for (const reply of replies) {
    const judged = going() ? await ask([...before, reply], 1) : null;
    if (!judged || judged.value <= 0) return null;
    const move = judged.settled || judged.move === null ? '' : judged.move;
    found.set(move, [...(found.get(move) ?? []), reply]);
  }
  return [...found]
    .map(([move, of]) => ({ move, replies: of }))
    .sort((a, b) => b.replies.length - a.replies.length);
}
