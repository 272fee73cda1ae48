// The engine's levels as opponents, in one place: how many there are, what each does, and how strong each was
// when it was measured. The figures are those of docs/LEVELS.md and of the engine; opponents.test.mjs compares them.
import { GAME_PAGES } from '../games';
import type { Ladder } from '../games/game';
import type { GameName } from '../wasm/wasm';

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof LEVELS)[number];

/** Games between levels tell differences only. This level stands where a new player's rating begins. */
export const MIDDLE: Level = 4;
export const MIDDLE_RATING = 1500;
/** Points by which a player is ahead who scores ten times as much as the other. */
const TENFOLD = 400;

/** A level of whatever was written down; the nearest there is. */
export function levelOf(n: number): Level {
  return LEVELS.find((l) => l >= n) ?? 8;
}

/** The share of points that a player of this rating may expect. */
export function expected(rating: number, other: number): number {
  return 1 / (1 + 10 ** ((other - rating) / TENFOLD));
}

/** How many points the level is above the one below it. */
function step(ladder: Ladder, level: number): number {
  const share = ladder.shares[level - 2] ?? 50;
  return TENFOLD * Math.log10(share / (100 - share));
}

/** The rating of a level by its games against the other levels. */
export function ladderRating(game: GameName, level: Level): number {
  const ladder = GAME_PAGES[game].ladder;
  let rating = MIDDLE_RATING;
  for (let l = MIDDLE + 1; l <= level; l++) rating += step(ladder, l);
  for (let l: number = MIDDLE; l > level; l--) rating -= step(ladder, l);
  return Math.round(rating / 10) * 10;
}

/** The level to play next: one up after a win, one down after a loss; null: none, or the same again. */
export function nextLevel(level: number, score: number): number | null {
  const next = level + (score === 1 ? 1 : score === 0 ? -1 : 0);
  return next !== level && LEVELS.some((l) => l === next) ? next : null;
}
