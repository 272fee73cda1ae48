// Puzzles that members make, as the server sends them.
import type { Player } from '../app/net';
import type { Game } from '../app/replay';
import type { GameName } from '../wasm';

export interface Composed {
  id: number;
  state: 'waiting' | 'unique' | 'many' | 'lost' | 'undecided' | 'known' | 'published' | 'refused';
  game: GameName;
  width: number;
  height: number;
  options: number;
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

export function gameOf(p: Pick<Composed, 'game' | 'width' | 'height' | 'options' | 'moves'>): Game {
  const { game, width, height, options, moves } = p;
  return { setup: { game, width, height, players: 2, options }, moves };
}
