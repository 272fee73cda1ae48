// A tournament: its players and standings, its matches, and the actions open to the viewer.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { number, ordinal, t } from '../i18n';
import { ArenaMatches, ArenaSelf, ArenaStandings, ArenaTime, stillPairs } from './arena';
import { NextRound, Podium } from './course';
import { clockText } from '../core/clock';
import { AbsentPage } from '../parts/loading';
import type { Pairing, Standing, Tournament } from './tournamenttypes';
import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { Heading } from '../parts/heading';
import { get, me, post, sentence } from '../core/net';
import type { Match, Player } from '../core/net';
import { lazy } from '../parts/lazy';
import { RatingOf } from '../parts/rating';
import { MatchList } from '../parts/list';
import { InviteForm } from '../notifications/inviteform';
import { usePairing } from './paired';
import { Link, navigate } from '../core/router';
import { whenText } from './tournaments';

const TournamentChat = lazy(() => import('./tournamentchat').then((m) => m.TournamentChat), true);

/** A round robin of at most this many players is also shown as a cross table. */
const CROSS_MAX = 16;

/** An arena is read again at most that often. */
const AGAIN_MS = 2000;

export function TournamentPage({ id }: { id: number }): JSX.Element {
  const [tour, setTour] = useState<Tournament | null>(null);
  const [error, setError] = useState('');
  const [from, turn] = useState(1);
  const player = useStore(me);
  usePairing(id);
  useEffect(() => {
    let left = false;
    let arena = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (): void => {
      clearTimeout(timer);
      timer = undefined;
      get<Tournament>(`/tournaments/${id}${from > 1 ? `?from=${from}` : ''}`).then(
        (answer) => {
          arena = answer.kind === 'arena';
          if (!left) setTour(answer);
        },
        (e: unknown) => {
          if (!left) setError(sentence(e));
        },
      );
    };
    load();
    // Results come with the ends of matches, which are no events of the tournament itself. In an
    // arena they come often, to many viewers: it is read again after a while.
    const stop = events.subscribe('lobby', FROM_NOW, (e) => {
      if (e.type !== 'hello' && e.type !== 'finished' && e.data['tournament'] !== id) return;
      if (e.type !== 'finished' || !arena) load();
      else timer ??= setTimeout(load, AGAIN_MS * (1 + Math.random()));
    });
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [id, from]);
  if (!tour) {
    const title = t('tour.title');
    return <AbsentPage title={title} error={error} href="/tournaments" back={title} />;
  }
  const arena = tour.kind === 'arena';
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={tour.name} />
        <span class="tag">{t(`tour.state.${tour.state}`)}</span>
      </div>
      <p>
        {t(`tour.kind.${tour.kind}`)} · {t(`title.${tour.game}`)}{' '}
        {t('lobby.size', { width: tour.width, height: tour.height })} · {clockText(tour.clock)}
        {tour.rated && ` · ${t('match.rated')}`} · {t('tour.by', { name: tour.creator.name })}
        {tour.state !== 'finished' && tour.state !== 'aborted' && ` · ${whenText(tour)}`}
      </p>
      {tour.team !== null && (
        <p>
          <Link href={`/teams/${tour.team.id}`}>{t('tour.team', { name: tour.team.name })}</Link>
        </p>
      )}
      {tour.text !== '' && <p class="about">{tour.text}</p>}
      {arena && <ArenaTime tour={tour} />}
      <NextRound tour={tour} />
      <Podium tour={tour} />
      <TourActions tour={tour} onChange={setTour} />
      {invites(tour, player) && <InviteForm path={`/tournaments/${tour.id}`} />}
      {arena && <ArenaSelf tour={tour} />}
      <section class="panel">
        <h2>{t('tour.standings')}</h2>
        {arena ? <ArenaStandings tour={tour} from={from} turn={turn} /> : <Standings tour={tour} />}
      </section>
      {tour.kind === 'roundrobin' && tour.state !== 'open' && tour.players.length <= CROSS_MAX && (
        <section class="panel">
          <h2>{t('tour.table')}</h2>
          <CrossTable tour={tour} />
        </section>
      )}
      {tour.games.length > 0 && (
        <section class="panel">
          <h2>{t(arena ? 'arena.matches' : 'tour.pairings')}</h2>
          {arena ? <ArenaMatches tour={tour} /> : <Pairings tour={tour} />}
        </section>
      )}
      {arena && tour.state !== 'open' && (
        <section class="panel">
          <h2>{t('arena.finished')}</h2>
          <MatchList query={`tournament=${tour.id}&state=finished`} topic="lobby" action={t('lobby.look')} />
        </section>
      )}
      <TournamentChat tour={tour} />
    </div>
  );
}

/** Its organiser and its players invite others, as long as somebody may come. */
function invites(tour: Tournament, player: Player | null): boolean {
  const open =
    tour.state === 'open' || (tour.state === 'running' && (tour.kind === 'ladder' || stillPairs(tour)));
  return open && player?.kind === 'member' && (tour.joined || tour.creator.id === player.id);
}

interface ActionsProps {
  tour: Tournament;
  onChange: (tour: Tournament) => void;
}

function TourActions({ tour, onChange }: ActionsProps): JSX.Element {
  const player = useStore(me);
  const [error, setError] = useState('');
  const act = async (what: string): Promise<void> => {
    setError('');
    try {
      onChange(await post<Tournament>(`/tournaments/${tour.id}/${what}`));
    } catch (e) {
      setError(sentence(e));
    }
  };
  const member = player?.kind === 'member';
  const own = player?.id === tour.creator.id;
  const arena = tour.kind === 'arena';
  const later = tour.kind === 'ladder' ? tour.state === 'running' : arena && stillPairs(tour);
  const joinable = tour.state === 'open' || later;
  const leavable = tour.joined && (tour.state === 'open' || (arena ? later : tour.state === 'running'));
  return (
    <div class="row">
      {!member && joinable && (
        <Link class="button" href={`/signin?next=/t/${tour.id}`}>
          {t('sign.in.do')}
        </Link>
      )}
      {member && joinable && !tour.joined && (
        <button type="button" class="go" onClick={() => void act('join')}>
          {t(arena && tour.me != null ? 'arena.back' : 'tour.join')}
        </button>
      )}
      {leavable && (
        <button type="button" onClick={() => void act('leave')}>
          {t(arena && tour.state === 'running' ? 'arena.pause' : 'tour.leave')}
        </button>
      )}
      {own && tour.state === 'open' && tour.players.length >= Math.max(2, tour.players_min) && (
        <button type="button" onClick={() => void act('start')}>
          {t('tour.start')}
        </button>
      )}
      {own && tour.state === 'open' && (
        <button type="button" onClick={() => void act('end')}>
          {t('tour.calloff')}
        </button>
      )}
      {own && tour.state === 'running' && tour.kind === 'ladder' && (
        <button type="button" onClick={() => void act('end')}>
          {t('tour.end')}
        </button>
      )}
      {error && <span role="alert">{error}</span>}
    </div>
  );
}

function Standings({ tour }: { tour: Tournament }): JSX.Element {
  const player = useStore(me);
  const [error, setError] = useState('');
  const ladder = tour.kind === 'ladder';
  const mine = tour.players.find((p) => p.player.id === player?.id);
  const may = (p: Standing): boolean =>
    ladder &&
    tour.state === 'running' &&
    mine !== undefined &&
    !mine.withdrawn &&
    !p.withdrawn &&
    p.rank < mine.rank &&
    mine.rank - p.rank <= tour.steps;
  const challenge = async (p: Standing): Promise<void> => {
    setError('');
    try {
      const match = await post<Match>(`/tournaments/${tour.id}/challenge`, { player: p.player.name });
      navigate(`/m/${match.id}`);
    } catch (e) {
      setError(sentence(e));
    }
  };
  const swiss = tour.kind === 'swiss';
  if (tour.players.length === 0) return <p class="soft">{t('lobby.none')}</p>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t('tour.standings')}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{t('ranking.place')}</th>
            <th scope="col">{t('ranking.player')}</th>
            {!ladder && <th scope="col">{t('tour.points')}</th>}
            {!ladder && <th scope="col">{t(swiss ? 'tour.tiebreak.swiss' : 'tour.tiebreak.sb')}</th>}
            {swiss && <th scope="col">{t('tour.tiebreak.sb')}</th>}
            <th scope="col">{t('profile.won')}</th>
            <th scope="col">{t('profile.lost')}</th>
            <th scope="col">{t('profile.drawn')}</th>
            {ladder && (
              <th scope="col">
                <span class="visually-hidden">{t('tour.challenge')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tour.players.map((p) => (
            <tr key={p.player.id} class={p.player.id === player?.id ? 'own' : undefined}>
              <td>{ordinal(p.rank)}</td>
              <th scope="row">
                <Link href={`/p/${p.player.name}`}>{p.player.name}</Link> <RatingOf rating={p.rating} />{' '}
                {p.withdrawn && <span class="soft">{t('tour.withdrawn')}</span>}
              </th>
              {!ladder && <td>{number(p.score, p.score % 1 === 0 ? 0 : 1)}</td>}
              {!ladder && <td>{number(p.tiebreak, 1)}</td>}
              {swiss && <td>{number(p.tiebreak2, 1)}</td>}
              <td>{p.won}</td>
              <td>{p.lost}</td>
              <td>{p.drawn}</td>
              {ladder && (
                <td>
                  {may(p) && (
                    <button type="button" onClick={() => void challenge(p)}>
                      {t('tour.challenge')}
                      <span class="visually-hidden">: {p.player.name}</span>
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {error && <p role="alert">{error}</p>}
    </div>
  );
}

/** 1, ½, 0 of a result for a player of a pairing. */
function pointsText(points: number | undefined): string {
  if (points === undefined) return '';
  return points === 0.5 ? '½' : String(points);
}

function CrossTable({ tour }: { tour: Tournament }): JSX.Element {
  const cell = (row: Standing, column: Standing): JSX.Element[] =>
    tour.games
      .filter((g) => g.players.includes(row.player.id) && g.players.includes(column.player.id))
      .map((g) => {
        const text = g.result === null ? '·' : pointsText(g.result[g.players.indexOf(row.player.id)]);
        return g.match === null ? (
          <span key={g.round}>{text} </span>
        ) : (
          <Link key={g.match} href={`/m/${g.match}`}>
            <span aria-hidden="true">{text}</span>
            <span class="visually-hidden">
              {t('tour.match', { id: g.match })}: {g.result === null ? t('tour.waits') : text}
            </span>
          </Link>
        );
      });
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t('tour.table')}>
      <table class="data cross">
        <thead>
          <tr>
            <th scope="col">{t('ranking.player')}</th>
            {tour.players.map((p, i) => (
              <th scope="col" key={p.player.id}>
                <span aria-hidden="true">{i + 1}</span>
                <span class="visually-hidden">{p.player.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tour.players.map((row, i) => (
            <tr key={row.player.id}>
              <th scope="row">
                {i + 1} {row.player.name} <RatingOf rating={row.rating} />
              </th>
              {tour.players.map((column) => (
                <td key={column.player.id} class={row === column ? 'self' : undefined}>
                  {row === column ? '' : cell(row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pairings({ tour }: { tour: Tournament }): JSX.Element {
  const names = new Map(tour.players.map((p) => [p.player.id, p.player.name]));
  const nameOf = (id: number | undefined): string => names.get(id ?? 0) ?? '–';
  const ratings = new Map(tour.players.map((p) => [p.player.id, p.rating]));
  const rounds = [...new Set(tour.games.map((g) => g.round))].sort((a, b) => b - a);
  const line = (g: Pairing): JSX.Element => {
    const [first, second] = g.players;
    if (g.match === null) return <span>{t('tour.bye', { name: nameOf(first) })}</span>;
    return (
      <Link href={`/m/${g.match}`} class="match-row">
        <span class="match-who">
          {nameOf(first)} <RatingOf rating={ratings.get(first ?? 0)} /> – {nameOf(second)}{' '}
          <RatingOf rating={ratings.get(second ?? 0)} />
        </span>
        <span>
          {g.result === null ? t('tour.waits') : `${pointsText(g.result[0])} : ${pointsText(g.result[1])}`}
        </span>
        <span class="match-action">{t('lobby.look')}</span>
      </Link>
    );
  };
  return (
    <>
      {rounds.map((round) => (
        <section key={round}>
          {tour.kind !== 'ladder' && <h3>{t('tour.round', { n: round })}</h3>}
          <ul class="match-list">
            {tour.games
              .filter((g) => g.round === round)
              .map((g) => (
                <li key={`${g.match} ${g.players.join()}`}>{line(g)}</li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
