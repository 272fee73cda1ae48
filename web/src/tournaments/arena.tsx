// An arena: the time that is left, whether we wait or play, the standings with streaks, and the
// running matches.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { number, ordinal, t } from '../i18n';
import { nextTick, timeText } from '../core/clock';
import { useStore } from '../core/env';
import { me, serverAhead, serverNow } from '../core/net';
import { Link } from '../core/router';
import { RatingOf } from '../parts/rating';
import type { Standing, Tournament } from './tournamenttypes';

/** Wins in a row from which on matches count double (docs/api/competition.md). */
const STREAK = 2;

/** Is it running, with time left? */
export const stillPairs = (tour: Tournament): boolean =>
  tour.state === 'running' && (tour.ends_at ?? 0) > serverNow();

/** How long until a time of the server; it redraws itself. */
export function useLeft(at: number): number {
  const ahead = useStore(serverAhead);
  const [, draw] = useState(0);
  const left = Math.max(0, at - serverNow());
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => draw((n) => n + 1), nextTick(left));
    return () => clearTimeout(timer);
  }, [left, ahead]);
  return left;
}

/** The countdown to the start or the end. */
export function ArenaTime({ tour }: { tour: Tournament }): JSX.Element | null {
  const open = tour.state === 'open';
  const left = useLeft((open ? tour.starts_at : tour.ends_at) ?? 0);
  if (!open && tour.state !== 'running') return null;
  if (!open && left === 0) return <p class="arena-time">{t('arena.over')}</p>;
  return (
    <p class="arena-time" role="timer">
      {t(open ? 'arena.begins' : 'arena.left', { time: timeText(left) })}
    </p>
  );
}

/** What the viewer does in a running arena. */
export function ArenaSelf({ tour }: { tour: Tournament }): JSX.Element | null {
  const mine = tour.me ?? null;
  if (mine === null) return null;
  const points = number(mine.score, 0);
  return (
    <div class="arena-self" role="status">
      {tour.state !== 'open' && <p>{t('arena.place', { place: mine.rank, points })}</p>}
      {mine.match != null && tour.state === 'running' ? (
        <Link class="button go" href={`/m/${mine.match}`}>
          {t('arena.go')}
        </Link>
      ) : (
        stillPairs(tour) && <p>{t(mine.withdrawn ? 'arena.paused' : 'arena.waits')}</p>
      )}
    </div>
  );
}

function Flame({ streak }: { streak: number }): JSX.Element | null {
  if (streak < STREAK) return null;
  return (
    <span class="flame" title={t('arena.streak', { n: streak })}>
      <svg viewBox="0 0 16 20" aria-hidden="true" focusable="false">
        <path d="M8 0c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2.500-7C6 6 7 7.500 7 9c2-2 2-6 1-9z" />
      </svg>
      <span class="visually-hidden">{t('arena.streak', { n: streak })}</span>
    </span>
  );
}

interface StandingsProps {
  tour: Tournament;
  /** The place with which the page of the standings begins. */
  from: number;
  turn: (from: number) => void;
}

export function ArenaStandings({ tour, from, turn }: StandingsProps): JSX.Element {
  const player = useStore(me);
  const next = tour.next ?? null;
  if (tour.players.length === 0) return <p class="soft">{t('lobby.none')}</p>;
  const line = (p: Standing): JSX.Element => (
    <tr key={p.player.id} class={p.player.id === player?.id ? 'own' : undefined}>
      <td>{ordinal(p.rank)}</td>
      <th scope="row">
        <Link href={`/p/${p.player.name}`}>{p.player.name}</Link> <RatingOf rating={p.rating} />{' '}
        {p.withdrawn && tour.state === 'running' && <span class="soft">{t('arena.pauses')}</span>}
      </th>
      <td>
        {number(p.score, 0)} <Flame streak={p.streak ?? 0} />
        {(p.berserk ?? 0) > 0 && <span class="soft"> {t('arena.berserk', { n: p.berserk ?? 0 })}</span>}
      </td>
      <td>{p.won}</td>
      <td>{p.lost}</td>
      <td>{p.drawn}</td>
      <td>{p.performance ? p.performance : '–'}</td>
    </tr>
  );
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-label={t('tour.standings')}>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">{t('ranking.place')}</th>
              <th scope="col">{t('ranking.player')}</th>
              <th scope="col">{t('tour.points')}</th>
              <th scope="col">{t('profile.won')}</th>
              <th scope="col">{t('profile.lost')}</th>
              <th scope="col">{t('profile.drawn')}</th>
              <th scope="col">{t('arena.performance')}</th>
            </tr>
          </thead>
          <tbody>{tour.players.map(line)}</tbody>
        </table>
      </div>
      {(from > 1 || next !== null) && (
        <div class="row">
          {from > 1 && (
            <button type="button" onClick={() => turn(1)}>
              {t('arena.top')}
            </button>
          )}
          {next !== null && (
            <button type="button" onClick={() => turn(next)}>
              {t('arena.next')}
            </button>
          )}
        </div>
      )}
    </>
  );
}

export function ArenaMatches({ tour }: { tour: Tournament }): JSX.Element {
  return (
    <ul class="match-list">
      {tour.games.map((g) => (
        <li key={g.match}>
          <Link href={`/m/${g.match ?? 0}`} class="match-row">
            <span class="match-who">{(g.names ?? []).join(' – ')}</span>
            <span class="match-action">{t('lobby.look')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
