// The tournaments that run or come, for the lobby, and the planned ones by their days.
import type { JSX } from 'preact';

import { date, plural, t, timeOfDay } from '../i18n';
import { paceText } from '../core/clock';
import { useLobbyList } from '../core/paged';
import { Link } from '../core/router';
import { whenText } from './tournaments';
import type { TournamentHead } from './tournamenttypes';

/** The server's longest page; more that have not begun are on the page of all tournaments. */
const READ = 100;
const SHOWN = 5;

const headsOf = (answer: unknown): TournamentHead[] =>
  (answer as { tournaments: TournamentHead[] }).tournaments;

function useTournaments(state: 'open' | 'running', limit: number): TournamentHead[] | null {
  return useLobbyList(`/tournaments?state=${state}&limit=${limit}`, headsOf, 'tournament').rows;
}

/** Those with a time come first, the earliest before the others. */
export function byStart(a: TournamentHead, b: TournamentHead): number {
  return (a.starts_at ?? Infinity) - (b.starts_at ?? Infinity) || b.id - a.id;
}

export function LobbyTournaments(): JSX.Element {
  const running = useTournaments('running', SHOWN);
  const open = useTournaments('open', READ);
  const shown = [...(running ?? []), ...[...(open ?? [])].sort(byStart)].slice(0, SHOWN);
  return (
    <section class="panel lobby-tournaments">
      <div class="section-head">
        <h2>{t('tour.title')}</h2>
        <Link href="/tournaments">{t('tour.calendar')}</Link>
      </div>
      {running !== null && open !== null && shown.length === 0 && <p class="soft">{t('tour.none')}</p>}
      <ul class="plain-list">
        {shown.map((tour) => (
          <li key={tour.id}>
            <Link href={`/t/${tour.id}`} class="tour-line">
              <b>{tour.name}</b>
              <span class="soft">
                {t(`title.${tour.game}`)} {t('lobby.size', { width: tour.width, height: tour.height })} ·{' '}
                {paceText(tour.clock)}
              </span>
              <span class={tour.state === 'running' ? 'tag' : 'soft'}>
                {tour.state === 'running' ? t('tour.state.running') : whenText(tour)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The tournaments that have a time, day by day. */
export function Calendar(): JSX.Element | null {
  const open = useTournaments('open', READ);
  const planned = (open ?? []).filter((tour) => tour.starts_at !== null).sort(byStart);
  const days = [...new Set(planned.map((tour) => date(tour.starts_at ?? 0)))];
  if (planned.length === 0) return null;
  return (
    <section class="panel calendar" aria-labelledby="calendar-title">
      <h2 id="calendar-title">{t('tour.calendar')}</h2>
      {days.map((day) => (
        <div class="calendar-day" key={day}>
          <h3>{day}</h3>
          <ul class="match-list">
            {planned
              .filter((tour) => date(tour.starts_at ?? 0) === day)
              .map((tour) => (
                <li key={tour.id}>
                  <Link href={`/t/${tour.id}`} class="match-row">
                    <b>{timeOfDay(tour.starts_at ?? 0)}</b>
                    <span class="match-who">
                      <b>{tour.name}</b> <span class="soft">{t(`tour.kind.${tour.kind}`)}</span>
                    </span>
                    <span>
                      {t(`title.${tour.game}`)} {t('lobby.size', { width: tour.width, height: tour.height })}
                    </span>
                    <span class="soft">{paceText(tour.clock)}</span>
                    <span class="soft">{plural('tour.players', tour.players_n ?? 0)}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
