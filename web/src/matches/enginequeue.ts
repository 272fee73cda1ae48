// Shows how many players are ahead in the queue while a match waits for the engine of a busy server.
import { useEffect, useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { get } from '../core/net';
import type { Match } from '../core/net';

interface Queue {
  /** null: the match does not wait. */
  ahead: number | null;
  /** So many wait that each is given less time than the level has. */
  hurried: boolean;
}

const FIRST_MS = 2000;
const AGAIN_MS = 3000;

/** What to say instead of "thinking"; empty while there is nothing to say. */
export function useEngineQueue(m: Match, invite: string | null): string {
  const [queue, setQueue] = useState<Queue | null>(null);
  const seat = m.turn?.seat ?? 0;
  const waits = m.state === 'running' && m.seats[seat - 1]?.kind === 'bot';
  const path = `/matches/${m.id}/queue${invite === null ? '' : `?invite=${encodeURIComponent(invite)}`}`;
  useEffect(() => {
    setQueue(null);
    if (!waits) return;
    let timer = setTimeout(ask, FIRST_MS);
    function ask(): void {
      get<Queue>(path).then(setQueue, () => undefined);
      timer = setTimeout(ask, AGAIN_MS);
    }
    return () => clearTimeout(timer);
  }, [waits, m.ply, path]);
  if (queue === null || queue.ahead === null) return '';
  const before = queue.ahead === 0 ? t('engine.next') : plural('engine.ahead', queue.ahead);
  return queue.hurried ? `${before} ${t('engine.hurried')}` : before;
}
