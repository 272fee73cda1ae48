// The followed members and which of them are online: read once, then kept current by the stream.
import { useEffect, useState } from 'preact/hooks';

import { useStore } from './env';
import { FROM_NOW, events } from './events';
import type { ServerEvent } from './events';
import { get, me } from './net';
import type { Player } from './net';

export interface Friend {
  player: Player;
  /** Since when we follow. */
  since: number;
  friend: boolean;
  online: boolean;
  seen_at: number | null;
}

export interface FriendsAnswer {
  players: Friend[];
  /** How many may be followed. */
  most: number;
}

/** The same after somebody has come or gone. */
export function withPresence(known: FriendsAnswer, data: ServerEvent['data']): FriendsAnswer {
  const players = known.players.map((f) =>
    f.player.name === data['player'] ? { ...f, online: data['online'] === true } : f,
  );
  return { ...known, players };
}

interface Friends {
  /** Null until it is known; members only. */
  friends: FriendsAnswer | null;
  again: () => void;
}

export function useFriends(): Friends {
  const player = useStore(me);
  const member = player?.kind === 'member';
  const [friends, setFriends] = useState<FriendsAnswer | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let left = false;
    let waiting: number | undefined;
    if (!member) return;
    const load = (): void => {
      waiting = undefined;
      get<FriendsAnswer>('/friends').then(
        (answer) => {
          if (!left) setFriends(answer);
        },
        () => undefined,
      );
    };
    load();
    const stop = events.subscribe('friends', FROM_NOW, (e) => {
      // When the stream restarts, a member may have come meanwhile.
      if (e.type === 'friend') setFriends((known) => known && withPresence(known, e.data));
      else waiting ??= window.setTimeout(load, 400);
    });
    return () => {
      left = true;
      clearTimeout(waiting);
      stop();
    };
  }, [member, round]);
  return { friends: member ? friends : null, again: () => setRound((n) => n + 1) };
}
