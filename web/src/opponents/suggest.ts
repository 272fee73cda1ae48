// Chooses an opponent for a visitor: one whom they beat in a little more than half of their games. A
// small rule in one function, which docs/LEVELS.md explains.
import type { GameName } from '../wasm/wasm';
import { LEVELS, expected, ladderRating } from '../core/ladder';
import type { Level } from '../core/ladder';

/** What a visitor has done in a game. */
export interface Done {
  /** Steps of its lessons. */
  lessons: number;
  /** Puzzles of it that were solved at the first attempt. */
  solved: number;
  /** Their rating as a solver of its puzzles; null: not known well. */
  puzzles: number | null;
  /** Games against the engine, the oldest first. */
  results: readonly { level: number; score: number; helped: boolean }[];
}

/** The share of games that a visitor is to win. */
const WANTED = 0.55;
/** Ten steps of lessons, and ten solved puzzles, are each worth half a level. */
const ENOUGH = 10;
/** A solver finds more than a player, because a solver knows that there is a move to find. */
const PUZZLES_ABOVE = 400;
/** The first result moves the estimate by at most one level, and each later one by less, down to this. */
const LEAST_STEP = 80;

/** An estimate of a visitor's rating, on the scale of the levels. */
export function strengthOf(game: GameName, done: Done): number {
  const share = (n: number): number => Math.min(1, n / ENOUGH);
  const lowest = ladderRating(game, 1);
  const oneLevel = ladderRating(game, 2) - lowest;
  let strength = lowest + (oneLevel / 2) * (share(done.lessons) + share(done.solved));
  if (done.puzzles !== null)
    strength = Math.max(strength, Math.min(done.puzzles - PUZZLES_ABOVE, ladderRating(game, 4)));
  let counted = 0;
  for (const { level, score, helped } of done.results) {
    // A win with help says nothing of the winner.
    if (helped && score > 0) continue;
    const known = LEVELS.find((l) => l === level);
    if (known === undefined) continue;
    const step = Math.max(LEAST_STEP, oneLevel / (1 + counted++ / 2));
    strength += step * (score - expected(strength, ladderRating(game, known)));
  }
  return strength;
}

/** The opponent against whom the expected share comes nearest to the wanted one. */
export function suggest(game: GameName, done: Done): Level {
  const strength = strengthOf(game, done);
  const off = (level: Level): number => Math.abs(expected(strength, ladderRating(game, level)) - WANTED);
  return LEVELS.reduce((best, level) => (off(level) < off(best) ? level : best));
}
