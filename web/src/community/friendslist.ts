// The followed members and which of them are online: read once, then kept current by the stream.
import { useEffect, useRef, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import type { ServerEvent } from '../core/events';
import { get, me } from '../core/net';
import type { Player, RatingMost } from '../core/net';

export interface Friend {
  player: Player;
  /** Since when we follow. */
  since: number;
  friend: boolean;
  online: boolean;
  seen_at: number | null;
  rating: RatingMost | null;
}

export interface FriendsAnswer {
  players: Friend[];
  /** How many may be followed. */
  most: number;
}

/** The same after a member has come or gone. */
export function withPresence(known: FriendsAnswer, data: ServerEvent['data']): FriendsAnswer {
  const players = known.players.map((f) =>
    f.player.name === data['player'] ? { ...f, online: data['online'] === true } : f,
  );
  return { ...known, players };
}

/** Several events in a row are one reason to ask again. */
const AGAIN_MS = 400;

interface Friends {
  /** Null until it is known; members only. */
  friends: FriendsAnswer | null;
  again: () => void;
}

export function useFriends(): Friends {
  const player = useStore(me);
  const member = player?.kind === 'member';
  const [friends, setFriends] = useState<FriendsAnswer | null>(null);
  const reload = useRef<() => void>(() => undefined);
  useEffect(() => {
    let left = false;
    let waiting: number | undefined;
    let asked = 0; // how often; an older answer does not count
    let came = 0; // events since the last request, which its answer may not contain
    if (!member) return;
    const load = (): void => {
      waiting = undefined;
      came = 0;
      const mine = ++asked;
      get<FriendsAnswer>('/friends').then(
        (answer) => {
          if (left || mine !== asked) return;
          setFriends(answer);
          if (came > 0) waiting ??= window.setTimeout(load, AGAIN_MS);
        },
        () => undefined,
      );
    };
    reload.current = load;
    load();
    const stop = events.subscribe('friends', FROM_NOW, (e) => {
      // When the stream restarts, a member may have come meanwhile.
      if (e.type === 'friend') {
        came++;
        setFriends((known) => known && withPresence(known, e.data));
      } else waiting ??= window.setTimeout(load, AGAIN_MS);
    });
    return () => {
      left = true;
      clearTimeout(waiting);
      stop();
    };
  }, [member]);
  return { friends: member ? friends : null, again: () => reload.current() };
}
