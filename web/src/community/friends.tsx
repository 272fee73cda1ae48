// The members whom we follow: who is online, a challenge with one click, their running matches. A panel of the
// lobby shows those online; a profile has the button that follows.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { date, t } from '../i18n';
import { FIRST_GAME } from '../wasm/wasm';
import { useStore } from '../core/env';
import { useFriends } from './friendslist';
import type { Friend } from './friendslist';
import { ft, useFriendsWords } from './friendswords';
import { Heading } from '../parts/heading';
import { MatchList } from '../parts/list';
import { me, post, sentence } from '../core/net';
import { lastGame } from '../opponents/newchoice';
import type { Profile } from '../core/people';
import { RatingMostOf } from '../parts/rating';
import { Link } from '../core/router';

const challengePath = (name: string): string =>
  `/new/${lastGame() ?? FIRST_GAME}?seats=me,p:${encodeURIComponent(name)}`;

const follow = (name: string, on: boolean): Promise<Profile> =>
  post<Profile>(`/players/${encodeURIComponent(name)}/follow`, { follow: on });

export function FriendsPage(): JSX.Element {
  const spoken = useFriendsWords();
  const player = useStore(me);
  const { friends, again } = useFriends();
  const [error, setError] = useState('');
  if (!spoken) return <div class="page" />;
  if (player?.kind !== 'member') return <ForMembers />;
  const end = async (name: string): Promise<void> => {
    setError('');
    try {
      await follow(name, false);
      again();
    } catch (e) {
      setError(sentence(e));
    }
  };
  const here = friends?.players.filter((f) => f.online) ?? [];
  const away = friends?.players.filter((f) => !f.online) ?? [];
  const rows = (list: Friend[]): JSX.Element => (
    <ul class="friend-list">
      {list.map((f) => (
        <FriendRow key={f.player.id} friend={f} onEnd={() => void end(f.player.name)} />
      ))}
    </ul>
  );
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={ft('friends.title')} />
        <Link href="/teams">{t('nav.teams')}</Link>
      </div>
      <p class="soft">{ft('friends.lead')}</p>
      {error && (
        <p class="panel refusal" role="alert">
          {error}
        </p>
      )}
      {!friends && <p role="status">{t('status.loading')}</p>}
      {friends && friends.players.length === 0 && (
        <section class="panel">
          <p>{ft('friends.none')}</p>
          <Link class="button" href="/search">
            {ft('friends.find')}
          </Link>
        </section>
      )}
      {friends && friends.players.length > 0 && (
        <div class="columns">
          <section class="panel">
            <h2>{ft('friends.online')}</h2>
            {here.length === 0 ? <p class="soft">{ft('friends.online.none')}</p> : rows(here)}
            {away.length > 0 && <h2>{ft('friends.offline')}</h2>}
            {rows(away)}
            <p class="soft">
              {ft('friends.count', { n: String(friends.players.length), most: String(friends.most) })}
            </p>
          </section>
          <section class="panel">
            <h2>{ft('friends.matches')}</h2>
            <MatchList
              key={here.map((f) => f.player.id).join()}
              query="followed=1"
              topic={null}
              action={t('lobby.look')}
            >
              {ft('friends.matches.none')}
            </MatchList>
          </section>
        </div>
      )}
    </div>
  );
}

function ForMembers(): JSX.Element {
  return (
    <div class="page narrow">
      <Heading title={ft('friends.title')} />
      <p>{ft('friends.members')}</p>
      <p class="row">
        <Link class="button go" href="/signup">
          {t('sign.up.do')}
        </Link>
        <Link class="button" href="/signin">
          {t('sign.in.do')}
        </Link>
      </p>
    </div>
  );
}

function FriendRow({ friend: f, onEnd }: { friend: Friend; onEnd: () => void }): JSX.Element {
  const { name } = f.player;
  return (
    <li>
      <span class="friend-who">
        <span class={f.online ? 'presence here-now' : 'presence'} aria-hidden="true" />
        <Link href={`/p/${encodeURIComponent(name)}`}>{name}</Link> <RatingMostOf rating={f.rating} />{' '}
        {f.friend && <span class="tag">{ft('friends.friend')}</span>}
        {!f.online && f.seen_at !== null && (
          <span class="soft">{ft('friends.seen', { date: date(f.seen_at) })}</span>
        )}
      </span>
      <Link class="button" href={challengePath(name)} label={ft('friends.challenge.whom', { name })}>
        {ft('friends.challenge')}
      </Link>
      <button
        type="button"
        class="quiet"
        aria-label={ft('friends.unfollow.whom', { name })}
        title={ft('friends.unfollow.whom', { name })}
        onClick={onEnd}
      >
        {ft('friends.unfollow')}
      </button>
    </li>
  );
}

/** The online members whom we follow, in the lobby; nothing for a player who follows no one. */
export function FriendsPanel(): JSX.Element | null {
  const spoken = useFriendsWords();
  const { friends } = useFriends();
  if (!spoken || !friends || friends.players.length === 0) return null;
  const here = friends.players.filter((f) => f.online);
  return (
    <section class="panel">
      <div class="section-head">
        <h2>{ft('friends.title')}</h2>
        <Link href="/friends">{ft('friends.all')}</Link>
      </div>
      {here.length === 0 && <p class="soft">{ft('friends.online.none')}</p>}
      <ul class="friend-list">
        {here.map((f) => (
          <li key={f.player.id}>
            <span class="friend-who">
              <span class="presence here-now" aria-hidden="true" />
              <Link href={`/p/${encodeURIComponent(f.player.name)}`}>{f.player.name}</Link>{' '}
              <RatingMostOf rating={f.rating} />
            </span>
            <Link
              class="button"
              href={challengePath(f.player.name)}
              label={ft('friends.challenge.whom', { name: f.player.name })}
            >
              {ft('friends.challenge')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On a profile: the button to follow the player, and how the two are connected. */
export function FollowButton({
  profile,
  onChange,
}: {
  profile: Profile;
  onChange: (fresh: Profile) => void;
}): JSX.Element | null {
  const spoken = useFriendsWords();
  const [error, setError] = useState('');
  const { you, player } = profile;
  if (!spoken || !you) return null;
  const change = async (): Promise<void> => {
    setError('');
    try {
      onChange(await follow(player.name, !you.follows));
    } catch (e) {
      setError(sentence(e));
    }
  };
  const mutual = you.follows && you.follows_you;
  return (
    <>
      {(you.follows || you.may_follow) && (
        <button type="button" aria-pressed={you.follows} onClick={() => void change()}>
          {ft(you.follows ? 'friends.unfollow' : 'friends.follow')}
        </button>
      )}
      {you.follows_you && (
        <span class="soft">
          {mutual ? ft('friends.you.friends') : ft('friends.you.followed', { name: player.name })}
        </span>
      )}
      {error && <span role="alert">{error}</span>}
    </>
  );
}
