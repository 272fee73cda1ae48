// A puzzle as it is solved, as plain functions: each move of the solver is judged by a proof, the defender holds
// out longest, and a wrong move is refuted.
import type { Judgement } from './prover';

/** Bounds of a proof, and of measuring how long the defender holds out (docs/PUZZLES.md). */
export const NODES = 20000;
export const POSITIONS = 150_000;

/** Proves the position after the puzzle's moves and these: does the side to move reach this goal? */
export type Ask = (line: readonly string[], goal: number) => Promise<Judgement | null>;

export type Step =
  /** The move keeps the goal; the defender has replied, unless nothing more is to be played. */
  | { kind: 'right'; line: string[]; solved: boolean }
  /** The move loses the goal; `line` continues from it with the refutation. */
  | { kind: 'wrong'; line: string[] }
  | { kind: 'unclear' };

/** Plies of a refutation that are shown after the wrong move. */
const SHOWN_MAX = 5;

/** The outcome of a legal move of the solver after a line. */
export async function judgeMove(
  ask: Ask,
  goal: number,
  line: readonly string[],
  move: string,
): Promise<Step> {
  const after = [...line, move];
  const theirs = await ask(after, 1 - goal);
  if (!theirs || theirs.value === 0) return { kind: 'unclear' };
  if (theirs.value > 0) return { kind: 'wrong', line: await bestLine(ask, after, 1 - goal, SHOWN_MAX) };
  if (theirs.settled || theirs.move === null) return { kind: 'right', line: after, solved: true };
  const replied = [...after, theirs.move];
  const mine = await ask(replied, goal);
  if (!mine || mine.value <= 0) return { kind: 'unclear' };
  return { kind: 'right', line: replied, solved: mine.settled };
}

/** The line with best play of both sides, at most so many plies further; `goal` is that of the side to move. */
export async function bestLine(
  ask: Ask,
  from: readonly string[],
  goal: number,
  plies: number,
): Promise<string[]> {
  const line = [...from];
  for (let n = 0; n < plies; n++) {
    const judged = await ask(line, n % 2 === 0 ? goal : 1 - goal);
    if (!judged || judged.settled || judged.move === null) break;
    line.push(judged.move);
  }
  return line;
}
