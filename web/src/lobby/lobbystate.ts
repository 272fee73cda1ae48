// The view of the lobby that everybody gets, kept current by the stream: people, wishes, and for each
// game the match on its television.
import { useEffect, useState } from 'preact/hooks';

import type { GameName } from '../wasm/wasm';
import { FROM_NOW, events } from '../core/events';
import { get } from '../core/net';
import type { Wish } from './looking';
import type { Clock, MatchResult, MatchState } from '../core/net';

export interface LobbyPeople {
  players: number;
  here: string[];
  /** Who looks for an opponent, by what they want; members among them. */
  waiting: (Wish & { n: number; members: number })[];
}

export interface TvMatch {
  game: GameName;
  id: number;
  width: number;
  height: number;
  players: number;
  ply: number;
  swap: boolean;
  jacked: boolean;
  seats: { name: string; level: number | null; side: number; rating: number; provisional?: boolean }[];
  /** A compact diagram. */
  board: string;
  /** The last move; empty before the first. */
  last: string;
  side: number;
  clock: Clock | null;
  state: MatchState;
  result: MatchResult | null;
  /** The engine plays itself, for spectators. */
  exhibition: boolean;
}

export interface LobbyState {
  people: LobbyPeople;
  tv: TvMatch[];
}

const EMPTY: LobbyState = { people: { players: 0, here: [], waiting: [] }, tv: [] };

/** The same with the news of one event. */
export function withNews(state: LobbyState, type: string, data: unknown): LobbyState {
  if (type === 'lobby') return { ...state, people: data as LobbyPeople };
  if (type !== 'tv') return state;
  const match = data as TvMatch;
  const known = state.tv.some((m) => m.game === match.game);
  return {
    ...state,
    tv: known ? state.tv.map((m) => (m.game === match.game ? match : m)) : [...state.tv, match],
  };
}

export function useLobby(): LobbyState {
  const [state, setState] = useState(EMPTY);
  useEffect(() => {
    let left = false;
    get<LobbyState>('/lobby').then(
      (answer) => {
        if (!left) setState(answer);
      },
      () => undefined,
    );
    const stop = events.subscribe('lobby', FROM_NOW, (e) => {
      setState((known) => withNews(known, e.type, e.data));
    });
    return () => {
      left = true;
      stop();
    };
  }, []);
  return state;
}
