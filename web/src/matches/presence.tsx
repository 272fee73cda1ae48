// Whether the other players of a match are there: beside their names, and what can be done when one has left. The
// server decides both; a page says that it shows the match by listening to `here:` while it can be seen.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { nextTick, timeText } from '../core/clock';
import { Store, useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { get, serverNow } from '../core/net';
import type { Match } from '../core/net';
import { seatName } from '../parts/list';
import { pt, usePresenceWords } from './presencewords';
import type { LiveMatch } from './usematch';

interface Attendance {
  match: number;
  seats: { seat: number; state: 'here' | 'away' | 'gone' | null; left_at: number | null }[];
  /** When we may claim the match because a player is gone; null: not at all. */
  claim_at: number | null;
  /** A draw can be claimed, too. */
  draw: boolean;
}

const attendance = new Store<Attendance | null>(null);
const GATHER_MS = 200;

/** Keeps the state of the other players current while the page can be seen. */
function useAttendance(match: number): void {
  useEffect(() => {
    let left = false;
    let stop: (() => void) | null = null;
    let later: number | undefined;
    const read = (): void => {
      later = undefined;
      get<Attendance>(`/matches/${match}/here`).then(
        (now) => {
          if (!left) attendance.set(now);
        },
        () => undefined, // the next event asks again
      );
    };
    const ask = (): void => {
      later ??= window.setTimeout(read, GATHER_MS);
    };
    const listen = (): void => {
      if (!document.hidden && stop === null) {
        stop = events.subscribe(`here:${match}`, FROM_NOW, ask);
        ask();
      } else if (document.hidden && stop !== null) {
        stop();
        stop = null;
      }
    };
    listen();
    document.addEventListener('visibilitychange', listen);
    return () => {
      left = true;
      clearTimeout(later);
      document.removeEventListener('visibilitychange', listen);
      stop?.();
      attendance.set(null);
    };
  }, [match]);
}

/** Beside the name of another player. */
export function SeatPresence({ match, seat }: { match: number; seat: number }): JSX.Element | null {
  const ready = usePresenceWords();
  const now = useStore(attendance);
  const state = now?.match === match ? (now.seats[seat - 1]?.state ?? null) : null;
  if (!ready || state === null) return null;
  return (
    <span class={`seat-presence is-${state}`} title={pt(state)}>
      <span class="presence-dot" aria-hidden="true" />
      {state === 'here' ? <span class="visually-hidden">{pt(state)}</span> : pt(state)}
    </span>
  );
}

/** That a player has left, and from when on the match can be claimed. */
export function PresencePanel({ match: m, live }: { match: Match; live: LiveMatch }): JSX.Element | null {
  const ready = usePresenceWords();
  const known = useStore(attendance);
  const [, draw] = useState(0);
  useAttendance(m.id);
  const now = known?.match === m.id ? known : null;
  const at = now?.claim_at ?? null;
  const left = at === null ? 0 : Math.max(0, at - serverNow());
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => draw((n) => n + 1), nextTick(left));
    return () => clearTimeout(timer);
  });
  const gone = now?.seats.find((s) => s.state === 'gone' && !m.you.includes(s.seat));
  const seat = gone && m.seats[gone.seat - 1];
  if (!ready || now === null || !seat) return null;
  return (
    <div class="panel notice">
      <p role="status">{pt('left', { name: seatName(seat) })}</p>
      {at !== null && (
        <p role="timer">{left > 0 ? pt('claim.in', { time: timeText(left) }) : pt('claim.now')}</p>
      )}
      {at !== null && left === 0 && (
        <div class="row">
          <button type="button" class="go" onClick={() => void live.ask('claim', { for: 'win' })}>
            {pt('claim.win')}
          </button>
          {now.draw && (
            <button type="button" onClick={() => void live.ask('claim', { for: 'draw' })}>
              {pt('claim.draw')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
