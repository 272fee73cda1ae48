// The part of the server's API about tournaments (docs/API.md), typed.
import type { GameName } from '../wasm/wasm';
import type { ClockWish, Player, SeatRating } from '../core/net';

export const TOURNAMENT_KINDS = ['roundrobin', 'swiss', 'ladder', 'arena'] as const;
export type TournamentKind = (typeof TOURNAMENT_KINDS)[number];

export interface Standing {
  player: Player;
  rank: number;
  score: number;
  tiebreak: number;
  tiebreak2: number;
  won: number;
  lost: number;
  drawn: number;
  withdrawn: boolean;
  rating?: SeatRating;
  /** An arena: wins in a row, the performance (0: none yet), and the match that is played. */
  streak?: number;
  performance?: number;
  /** Matches played with half the time. */
  berserk?: number;
  match?: number | null;
}

export interface Pairing {
  round: number;
  match: number | null;
  players: number[];
  names?: string[];
  result: number[] | null;
}

/** A tournament as in a list. */
export interface TournamentHead {
  id: number;
  name: string;
  kind: TournamentKind;
  state: 'open' | 'running' | 'finished' | 'aborted';
  creator: Player;
  game: GameName;
  width: number;
  height: number;
  options: { swap?: boolean; jacked?: boolean };
  rated: boolean;
  clock: ClockWish;
  rounds: number;
  round: number;
  players_min: number;
  players_max: number;
  starts_at: number | null;
  ends_at: number | null;
  steps: number;
  /** Seconds: how long a first clock waits for its players, and the pause between rounds. */
  grace_s: number;
  pause_s: number;
  /** During that pause. */
  next_round_at: number | null;
  minutes?: number;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  text: string;
  joined: boolean;
  /** The team whose members may take part. */
  team: { id: number; name: string } | null;
  players_n?: number;
}

export interface Tournament extends TournamentHead {
  players: Standing[];
  games: Pairing[];
  /** An arena: the place with which the next page begins, and the viewer's own row. */
  next?: number | null;
  me?: Standing | null;
}
