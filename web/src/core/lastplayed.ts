// What this browser keeps of the last new matches: the game that was played last, and a choice for each game.
import { isGame } from '../wasm/wasm';
import type { GameInfo, GameName } from '../wasm/wasm';

export const KEPT_KEY = 'hoshi-new';

interface Kept<Choice> {
  game: GameName;
  games: Partial<Record<GameName, Choice>>;
}

export function readKept<Choice>(): Kept<Choice> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_KEY) ?? 'null') as Kept<Choice> | null;
    return kept && isGame(kept.game) && typeof kept.games === 'object' ? kept : null;
  } catch {
    return null;
  }
}

/** Whether a game has boards of that width. */
export function fitsSize({ sizeMin, sizeMax, sizeStep }: GameInfo, n: unknown): boolean {
  return typeof n === 'number' && n >= sizeMin && n <= sizeMax && (n - sizeMin) % sizeStep === 0;
}
