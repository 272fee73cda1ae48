// Time beyond the clock's own rule: 15 seconds for the others, and half of one's own for a point in an arena.
import type { JSX } from 'preact';

import { pt, usePresenceWords } from './presencewords';
import { seatName } from '../parts/list';
import type { Match } from '../core/net';
import type { LiveMatch } from './usematch';

export function TimeActions({ match: m, live }: { match: Match; live: LiveMatch }): JSX.Element | null {
  const ready = usePresenceWords();
  const clock = m.clock ?? null;
  if (!ready || clock === null || clock.pace !== 'live' || clock.paused) return null;
  const people = m.seats.some((s) => s.kind !== 'bot' && !m.you.includes(s.seat));
  const seat = m.you[0] ?? 0;
  const arena = m.tournament != null && m.tournament.round === 0;
  const early = m.ply - (m.start_ply ?? 0) < seat;
  const may = arena && early && clock.kind === 'fischer' && clock.seats[seat - 1]?.berserk !== true;
  return (
    <>
      {m.tournament == null && people && (
        <button type="button" title={pt('give')} onClick={() => void live.ask('give')}>
          <span aria-hidden="true">+15 s</span>
          <span class="visually-hidden">{pt('give')}</span>
        </button>
      )}
      {may && (
        <button type="button" title={pt('berserk.text')} onClick={() => void live.ask('berserk')}>
          {pt('berserk')}
        </button>
      )}
    </>
  );
}

/** That somebody has just given time; until the next move. */
export function GivenNotice({ match: m }: { match: Match }): JSX.Element | null {
  const ready = usePresenceWords();
  const seat = m.seats[(m.given?.by ?? 0) - 1];
  if (!ready || !seat) return null;
  return (
    <p class="panel notice" role="status">
      {pt('given', { name: seatName(seat) })}
    </p>
  );
}

/** Beside the name of a player in an arena. */
export function BerserkMark(): JSX.Element | null {
  if (!usePresenceWords()) return null;
  return (
    <span class="berserk" title={pt('berserk.on')}>
      <span aria-hidden="true">½</span>
      <span class="visually-hidden">{pt('berserk.on')}</span>
    </span>
  );
}
