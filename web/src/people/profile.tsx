// A player as others see them: member since, ratings and their history, results by game, matches; and
// for the viewer a private note, a block, a report, a challenge.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { date, t } from '../i18n';
import { LEVELS } from '../core/ladder';
import { Portrait, opponentName, opponentPath } from '../parts/name';
import { FIRST_GAME } from '../wasm/wasm';
import { useAsked } from '../core/asked';
import { AbsentPage } from '../parts/loading';
import type { Rating } from '../ratings/ratings';
import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { lazy } from '../parts/lazy';
import { MatchList } from '../parts/list';
import { me, post, sentence } from '../core/net';
import { NotePanel } from '../parts/note';
import type { Profile } from '../core/people';
import { ProfileTabs } from '../parts/profiletabs';
import { RatingText, ResultCells, ResultHeads } from '../ratings/ratingrows';
import { ReportForm } from '../parts/report';
import { Link } from '../core/router';

/** The graph and its library come when there is something to draw. */
const RatingGraph = lazy(() => import('../ratings/graph').then((m) => m.RatingGraph));
const FollowButton = lazy(() => import('../community/friends').then((m) => m.FollowButton), true);
const WriteLink = lazy(() => import('../parts/writelink').then((m) => m.WriteLink), true);
const TeamsOf = lazy(() => import('../community/teams').then((m) => m.TeamsOf), true);
const PuzzleProfile = lazy(() => import('../puzzles/profile').then((m) => m.PuzzleProfile));

export function ProfilePage({ name }: { name: string }): JSX.Element {
  const mine = useStore(me);
  const path = `/players/${encodeURIComponent(name)}`;
  const { value: profile, error, set, again } = useAsked<Profile>(path);
  const ratings = useAsked<{ ratings: Rating[] }>(profile ? `${path}/ratings` : null).value?.ratings ?? [];
  if (!profile) return <AbsentPage title={name} error={error} href="/" back={t('error.home')} />;
  const { player } = profile;
  const self = mine?.id === player.id;
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={player.name} />
        <span class="soft">
          {player.kind === 'member'
            ? t('profile.since', { date: date(profile.since) })
            : `${t(`profile.${player.kind}`)} · ${t('profile.here', { date: date(profile.since) })}`}
          {profile.seen_at !== null && ` · ${t('profile.seen', { date: date(profile.seen_at) })}`}
        </span>
      </div>
      <ProfileTabs name={player.name} page="profile" />
      {profile.about !== '' && <p class="about">{profile.about}</p>}
      <div class="row">
        {self && player.kind === 'member' && (
          <Link class="button" href="/account">
            {t('profile.edit')}
          </Link>
        )}
        {!self && (
          <Link class="button" href={`/new/${FIRST_GAME}?seats=me,p:${encodeURIComponent(player.name)}`}>
            {t('profile.challenge', { name: player.name })}
          </Link>
        )}
        {!self && mine?.kind === 'member' && player.kind === 'member' && <WriteLink name={player.name} />}
        {!self && mine && profile.you && <FollowButton profile={profile} onChange={set} />}
        {!self && mine && profile.you && <BlockButtons profile={profile} onChange={again} />}
      </div>
      {profile.you?.blocked && <p class="panel notice">{t('profile.blocked', { name: player.name })}</p>}
      {player.kind === 'bot' && (
        <p class="faces">
          {LEVELS.map((level) => (
            <Link key={level} href={opponentPath(level)}>
              <Portrait level={level} size={48} />
              {opponentName(level)}
            </Link>
          ))}
        </p>
      )}
      <div class="columns">
        <section class="panel">
          <h2>{t('profile.games')}</h2>
          <GameTable profile={profile} ratings={ratings} />
        </section>
        <section class="panel">
          <h2>{t('profile.graph')}</h2>
          {ratings.length === 0 ? (
            <p class="soft">{t('profile.graph.none')}</p>
          ) : (
            <RatingGraph name={player.name} games={ratings.map((r) => r.game)} />
          )}
        </section>
      </div>
      {player.kind === 'member' && <TeamsOf key={player.name} name={player.name} />}
      {player.kind === 'member' && <PuzzleProfile key={player.name} name={player.name} />}
      {!self && mine && <NotePanel about={{ player: player.name }} />}
      <section class="panel">
        <h2>{t('profile.matches')}</h2>
        <MatchList
          boards
          query={`player=${encodeURIComponent(player.name)}`}
          topic={null}
          action={t('lobby.look')}
        />
        <p>
          <Link class="button" href={`/archive?player=${encodeURIComponent(player.name)}`}>
            {t('archive.title')}
          </Link>
        </p>
      </section>
    </div>
  );
}

function GameTable({ profile, ratings }: { profile: Profile; ratings: Rating[] }): JSX.Element {
  if (profile.games.length === 0) return <p class="soft">{t('lobby.none')}</p>;
  const ratingOf = (game: string): Rating | undefined => ratings.find((r) => r.game === game);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t('profile.games')}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{t('new.game')}</th>
            <th scope="col">{t('profile.rating')}</th>
            <th scope="col">{t('profile.running')}</th>
            <th scope="col">{t('profile.finished')}</th>
            <ResultHeads />
          </tr>
        </thead>
        <tbody>
          {profile.games.map((g) => (
            <tr key={g.game}>
              <th scope="row">{t(`title.${g.game}`)}</th>
              <td>
                <RatingText rating={ratingOf(g.game)} />
              </td>
              <td>{g.running}</td>
              <td>{g.finished}</td>
              <ResultCells of={g} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BlockButtons({ profile, onChange }: { profile: Profile; onChange: () => void }): JSX.Element {
  const [reporting, setReporting] = useState(false);
  const [error, setError] = useState('');
  const { name } = profile.player;
  const blocked = profile.you?.blocked === true;
  const block = async (): Promise<void> => {
    try {
      await post(`/players/${encodeURIComponent(name)}/block`, { blocked: !blocked });
      onChange();
    } catch (e) {
      setError(sentence(e));
    }
  };
  return (
    <>
      <button type="button" onClick={() => void block()}>
        {t(blocked ? 'profile.unblock' : 'profile.block')}
      </button>
      <button type="button" class="quiet" aria-expanded={reporting} onClick={() => setReporting(!reporting)}>
        {t('profile.report')}
      </button>
      {error && <span role="alert">{error}</span>}
      {reporting && <ReportForm name={name} onDone={() => setReporting(false)} />}
    </>
  );
}
