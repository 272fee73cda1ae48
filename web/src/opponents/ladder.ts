// The engine's levels as opponents, in one place: how many there are, what each does, and how strong each was
// when it was measured. The figures are those of docs/LEVELS.md and of the engine; opponents.test.mjs compares them.
import type { GameName } from '../wasm';

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof LEVELS)[number];

export interface Ladder {
  /** The width of the square board on which the levels were measured. */
  size: number;
  /** Playouts a move of each level on that board; of the last, those that it has in the page. */
  playouts: readonly number[];
  /** From this level on the best move is played; below, a move is drawn from the good ones. */
  sure: Level;
  /** Percent of its games that level 2, 3 … 8 won against the level below. */
  shares: readonly number[];
}

export const LADDERS: Record<GameName, Ladder> = {
  palisade: {
    size: 9,
    playouts: [75, 150, 330, 750, 1000, 3000, 10000, 100000],
    sure: 5,
    shares: [85, 84, 85, 85, 79, 81, 87],
  },
  redstone: {
    size: 7,
    playouts: [90, 120, 195, 350, 500, 1500, 6000, 24000],
    sure: 5,
    shares: [86, 84, 84, 88, 82, 84, 78],
  },
  levee: {
    size: 9,
    playouts: [1, 4, 9, 21, 55, 220, 950, 80000],
    sure: 7,
    shares: [82, 81, 76, 78, 80, 77, 77],
  },
  claims: {
    size: 6,
    playouts: [12, 20, 50, 110, 270, 900, 3800, 40000],
    sure: 5,
    shares: [82, 78, 89, 84, 78, 78, 82],
  },
};

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
  const ladder = LADDERS[game];
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
