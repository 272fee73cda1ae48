// Results of an opponent, added up over boards.
import type { Results } from '../ratings/results';
import type { GameName } from '../wasm/wasm';

/** `won`, `lost` and `drawn` are the opponent's; `plies` is the average length of a match. */
export interface Sum extends Results {
  matches: number;
  rated: number;
  plies: number;
}

export interface Board extends Sum {
  game: GameName;
  width: number;
  height: number;
}

export function sumOf(boards: readonly Sum[]): Sum {
  const sum: Sum = { matches: 0, won: 0, lost: 0, drawn: 0, rated: 0, plies: 0 };
  let plies = 0;
  for (const b of boards) {
    sum.matches += b.matches;
    sum.won += b.won;
    sum.lost += b.lost;
    sum.drawn += b.drawn;
    sum.rated += b.rated;
    plies += b.plies * b.matches;
  }
  if (sum.matches > 0) sum.plies = plies / sum.matches;
  return sum;
}
