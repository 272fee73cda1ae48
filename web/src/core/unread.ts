// The number of unread notifications, for the header.
import { useEffect } from 'preact/hooks';

import { useStore } from './env';
import { FROM_NOW, events } from './events';
import { get, me } from './net';
import { unread } from './people';
import type { NotificationAnswer } from './people';

/** Keeps the number of unread notifications current while a player is signed in. */
export function useUnread(): number {
  const player = useStore(me);
  const count = useStore(unread);
  useEffect(() => {
    if (!player) return;
    get<NotificationAnswer>('/notifications?unread=1&limit=1').then(
      (answer) => unread.set(answer.unread),
      () => undefined,
    );
    return events.subscribe('me', FROM_NOW, (e) => {
      const n = e.data['unread'];
      if (e.type === 'notification' && typeof n === 'number') unread.set(n);
    });
  }, [player?.id]);
  return count;
}
