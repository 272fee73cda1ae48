// The first clock of a live match in a tournament waits for its players. The page says that we are here as soon
// as it shows the board, and until when the clock waits for the other player.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';
import { nextTick, timeText } from '../core/clock';
import { post, serverNow } from '../core/net';
import type { Match } from '../core/net';

export function Held({ match: m }: { match: Match }): JSX.Element | null {
  const until = m.state === 'running' ? (m.clock?.held_until ?? null) : null;
  const come = m.clock?.here ?? [];
  const waitsForUs = until !== null && m.you.some((seat) => !come.includes(seat));
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!waitsForUs) return undefined;
    const say = (): void => {
      // A page in the background shows the board to nobody.
      if (!document.hidden) void post(`/matches/${m.id}/here`).catch(() => undefined);
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [m.id, waitsForUs]);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => setNow(serverNow()), nextTick(until - serverNow()));
    return () => clearTimeout(timer);
  }, [until, now]);
  if (until === null || until <= now) return null;
  return (
    <p class="panel notice held">
      {t('match.held')} <span role="timer">{timeText(until - now)}</span>
    </p>
  );
}
