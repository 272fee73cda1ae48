// Puzzles that members make, as the server sends them.
import type { Player } from '../core/net';
import type { GameName } from '../wasm/wasm';
import { placedFrom } from './start';
import type { Placed, Start } from './start';

export interface Composed {
  id: number;
  state: 'waiting' | 'unique' | 'many' | 'lost' | 'undecided' | 'known' | 'published' | 'refused' | 'dropped';
  game: GameName;
  width: number;
  height: number;
  options: number;
  /** Where the moves begin; null: on the empty board. */
  start: Start | null;
  moves: string[];
  puzzle: string;
  solution: string;
  others: string[];
  rating: number;
  at: number;
  reason: string;
  by: Player;
}

export const composedOf = (answer: unknown): Composed[] => (answer as { composed: Composed[] }).composed;

export function gameOf(
  p: Pick<Composed, 'game' | 'width' | 'height' | 'options' | 'start' | 'moves'>,
): Placed {
  const { game, width, height, options, start, moves } = p;
  return placedFrom({ game, width, height, players: 2, options }, start, moves);
}
