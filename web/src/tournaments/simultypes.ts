// Simultaneous exhibitions as the server tells of them (docs/api/simuls.md).
import type { GameName } from '../wasm/wasm';
import type { ClockWish, Player, SeatRating } from '../core/net';

export const HOST_SIDES = ['first', 'second', 'alternating'] as const;
export type HostSide = (typeof HOST_SIDES)[number];

export interface SimulHead {
  id: number;
  state: 'open' | 'running' | 'finished' | 'aborted';
  host: Player;
  text: string;
  game: GameName;
  width: number;
  height: number;
  clock: ClockWish;
  host_ms: number;
  host_side: HostSide;
  guests_max: number;
  asked: number;
  boards: number;
  /** The host's score. */
  score: { won: number; drawn: number; lost: number };
}

export interface SimulGuest {
  player: Player;
  accepted: boolean;
  match: number | null;
  /** The host's result; null while the match runs. */
  result: 'won' | 'drawn' | 'lost' | 'aborted' | null;
  ply: number;
  host_to_move: boolean;
  rating: SeatRating;
}

export interface Simul extends SimulHead {
  guests: SimulGuest[];
  host_rating: SeatRating;
}
