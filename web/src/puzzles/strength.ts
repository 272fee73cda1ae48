// Where a solver begins, and how the estimate of their rating follows their attempts: for guests, and for members
// before the server knows them. The names of difficulty are the same in all games.
import { expected, ladderRating, levelOf } from '../core/ladder';
import type { GameName } from '../wasm/wasm';
import type { Attempt } from './log';

export const BANDS = ['beginner', 'easy', 'middle', 'advanced', 'expert'] as const;
export type Band = (typeof BANDS)[number];

/** Ratings from which each name holds. */
const FROM: Record<Band, number> = { beginner: 0, easy: 900, middle: 1200, advanced: 1500, expert: 1800 };

export function bandOf(rating: number): Band {
  return [...BANDS].reverse().find((band) => rating >= FROM[band]) ?? 'beginner';
}

/** What is known of a visitor in a game. */
export interface Known {
  /** Steps of its course that are done. */
  lessons: number;
  /** Games against the engine. */
  results: readonly { level: number; score: number; helped: boolean }[];
}

/** A win counts as if the player were so much above the level, a loss as if they were below. */
const RESULT = 200;
/** A solver knows that there is a move to find, and finds more than a player. */
const ABOVE_PLAYERS = 400;
/** So many steps of a course are the whole of it. */
const COURSE = 10;
const STEP_FIRST = 320;
const STEP_LEAST = 32;

function quantile(ratings: readonly number[], share: number): number {
  const sorted = [...ratings].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 1000;
}

/** The first estimate: between the easy puzzles of the game and its median by the lessons done, or by the games against
 * the engine if there are any. */
export function startRating(game: GameName, ratings: readonly number[], known: Known): number {
  const [low, middle, high] = [quantile(ratings, 0.1), quantile(ratings, 0.5), quantile(ratings, 0.9)];
  const fair = known.results.filter(({ helped, score }) => !helped || score === 0);
  if (fair.length > 0) {
    const shown = fair.map(
      ({ level, score }) => ladderRating(game, levelOf(level)) + RESULT * (2 * score - 1),
    );
    const mean = shown.reduce((sum, rating) => sum + rating, 0) / shown.length;
    return Math.max(low, Math.min(high, mean + ABOVE_PLAYERS));
  }
  return low + (middle - low) * 0.5 * Math.min(1, known.lessons / COURSE);
}

/** The estimate after these attempts, the oldest first, at puzzles of these ratings. */
export function ratingAfter(
  start: number,
  attempts: readonly Attempt[],
  ratings: ReadonlyMap<string, number>,
): number {
  let rating = start;
  let n = 0;
  for (const { id, solved } of attempts) {
    const its = ratings.get(id);
    if (its === undefined) continue; // of another game
    const step = Math.max(STEP_LEAST, STEP_FIRST / (1 + n++ / 3));
    rating += step * ((solved ? 1 : 0) - expected(rating, its));
  }
  return rating;
}
