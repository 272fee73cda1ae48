// The tournaments of the site: open, running and finished ones.
import type { JSX } from 'preact';

import { date, plural, t } from '../i18n';
import { Calendar } from './calendar';
import { clockText } from '../core/clock';
import type { TournamentHead } from './tournamenttypes';
import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { MoreButton } from '../parts/loading';
import { me } from '../core/net';
import { useLobbyList } from '../core/paged';
import { Link } from '../core/router';

const PAGE = 20;
const STATES = ['open', 'running', 'finished'] as const;

export function TournamentsPage(): JSX.Element {
  const player = useStore(me);
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={t('tour.title')} />
        <Link href="/simuls">{t('tour.simuls')}</Link>
        {player?.kind === 'member' && (
          <Link class="button" href="/tournaments/new">
            {t('tour.new')}
          </Link>
        )}
      </div>
      <Calendar />
      {STATES.map((state) => (
        <section class="panel" key={state}>
          <h2>{t(`tour.${state}`)}</h2>
          <TournamentList query={`state=${state}`} />
        </section>
      ))}
    </div>
  );
}

/** The tournaments that the query names, kept current by the lobby's events. */
export function TournamentList({ query }: { query: string }): JSX.Element {
  const {
    rows: list,
    next,
    more,
  } = useLobbyList(
    `/tournaments?${query}&limit=${PAGE}`,
    (answer) => (answer as { tournaments: TournamentHead[] }).tournaments,
    'tournament',
  );
  if (list === null) return <p class="soft">{t('status.loading')}</p>;
  if (list.length === 0) return <p class="soft">{t('tour.none')}</p>;
  return (
    <>
      <ul class="match-list">
        {list.map((tour) => (
          <li key={tour.id}>
            <Link href={`/t/${tour.id}`} class="match-row">
              <span class="match-who">
                <b>{tour.name}</b> <span class="soft">{t(`tour.kind.${tour.kind}`)}</span>
              </span>
              <span>
                {t(`title.${tour.game}`)} {t('lobby.size', { width: tour.width, height: tour.height })}
              </span>
              <span class="soft">{clockText(tour.clock)}</span>
              <span class="soft">{plural('tour.players', tour.players_n ?? 0)}</span>
              <span class="match-action">{whenText(tour)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton next={next} more={more} />
    </>
  );
}

/** When it begins, which round is played, or that it is over. */
export function whenText(tour: TournamentHead): string {
  if (tour.state === 'open') {
    return tour.starts_at === null
      ? t('tour.full', { n: tour.players_max })
      : t('tour.begins', { date: date(tour.starts_at, true) });
  }
  if (tour.state === 'running' && tour.kind === 'arena' && tour.ends_at !== null)
    return t('tour.until', { date: date(tour.ends_at, true) });
  if (tour.state === 'running' && tour.kind !== 'ladder')
    return t('tour.round.of', { n: tour.round, all: tour.rounds });
  if (tour.state === 'running' && tour.ends_at !== null) return t('tour.until', { date: date(tour.ends_at) });
  return t(`tour.state.${tour.state}`);
}
