// A clock that ticks: it is redrawn only when its text changes.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { lostAt } from '../core/events';
import { date, plural, t } from '../i18n';
import { leftAt, nextTick, tenthsText, timeText } from '../core/clock';
import { serverNow } from '../core/net';
import type { Clock } from '../core/net';
import { play } from '../core/sound';

const LOW_LIVE_MS = 10_000;
const TENTH_MS = 100;
const LOW_SHARE = 0.1;
const LOW_MAX_MS = 24 * 3600 * 1000;

interface TimeLeftProps {
  clock: Clock;
  seat: number;
  /** Instead of the seat's number, for a screen reader. */
  label: string;
  /** The player's own clock: a sound warns when it runs low. */
  own?: boolean;
}

export function TimeLeft({ clock, seat, label, own = false }: TimeLeftProps): JSX.Element {
  const [, tick] = useState(0);
  const lost = useStore(lostAt);
  const known = leftAt(clock, seat, serverNow());
  // Without a connection the other side may have moved at any time: one's own clock runs on from then at worst.
  const unsure = lost > 0 && clock.pace === 'live' && clock.running !== null && !clock.paused;
  const worst = unsure && own && !known.running ? Math.max(0, known.ms - (Date.now() - lost)) : known.ms;
  const left = { ...known, ms: worst, running: known.running || (unsure && own) };
  const tenths = clock.pace === 'live' && left.ms < LOW_LIVE_MS;
  useEffect(() => {
    if (!left.running || left.ms === 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), tenths ? TENTH_MS : nextTick(left.ms));
    return () => clearTimeout(timer);
  });
  const away = clock.seats[seat - 1]?.away_until ?? null;
  const whole = clock.kind === 'days' || clock.kind === 'simple' ? clock.move_ms : clock.main_ms;
  const low = clock.pace === 'live' ? LOW_LIVE_MS : Math.min(LOW_SHARE * whole, LOW_MAX_MS);
  const warns = own && left.running && clock.pace === 'live' && left.ms <= low && left.ms > 0;
  const warned = useRef(false);
  useEffect(() => {
    if (warns && !warned.current) play('warning');
    warned.current = warns;
  }, [warns]);
  const state = left.running ? (left.ms <= low ? ' low' : ' running') : '';
  return (
    <span
      class={`clock${clock.pace === 'live' ? ' live' : ''}${state}`}
      role="timer"
      aria-label={t('clock.of', { name: label })}
    >
      {tenths ? tenthsText(left.ms) : timeText(left.ms)}
      {unsure && (
        <span class="periods" title={t(own ? 'clock.unsure.own' : 'clock.unsure')}>
          ?<span class="visually-hidden"> {t(own ? 'clock.unsure.own' : 'clock.unsure')}</span>
        </span>
      )}
      {clock.kind === 'byoyomi' && <span class="periods"> {plural('clock.periods', left.periods)}</span>}
      {away !== null && away > serverNow() && (
        <span class="periods"> {t('clock.away', { date: date(away) })}</span>
      )}
    </span>
  );
}
