// The part of the server's API that is about ratings (docs/API.md), typed.
import type { GameName } from '../wasm/wasm';
import type { Player } from '../core/net';

export interface Rating {
  game: GameName;
  rating: number;
  deviation: number;
  provisional: boolean;
  matches: number;
  won: number;
  lost: number;
  drawn: number;
  at: number;
}

export interface Ranked extends Rating {
  rank: number;
  player: Player;
  level: number | null;
}

export interface RatingStep {
  match: number;
  at: number;
  rating: number;
  deviation: number;
  change: number;
}
