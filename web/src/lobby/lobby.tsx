// The lobby: quick pairing and open seats, live boards of running matches, the players who are here, and
// our own waiting matches.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { useSuggestions } from '../opponents/done';
import { Portrait, opponentTitle } from '../parts/name';
import { FIRST_GAME } from '../wasm/wasm';
import { Heading } from '../parts/heading';
import { Icon } from '../parts/icon';
import { lazy } from '../parts/lazy';
import { MatchList } from '../parts/list';
import { wasPlayed } from '../parts/worth';
import { useLobby } from './lobbystate';
import { PeopleWaiting } from './peoplewaiting';
import { lastGame } from '../opponents/newchoice';
import { useStore } from '../core/env';
import { PUZZLES } from '../core/places';
import { ownInvitations, ownRequests } from '../notifications/requests';
import { QuickPairing } from './quick';
import { Link } from '../core/router';
import { YourMove } from './turns';
import { TvBoard } from './tv';

const OwnRequests = lazy(() => import('../notifications/ownrequests').then((m) => m.OwnRequests), true);
const LobbyTournaments = lazy(() => import('../tournaments/calendar').then((m) => m.LobbyTournaments), true);
const FriendsPanel = lazy(() => import('../community/friends').then((m) => m.FriendsPanel), true);

export function LobbyPage(): JSX.Element {
  const { people, tv } = useLobby();
  const asked = useStore(ownRequests).length + useStore(ownInvitations).length;
  const game = lastGame() ?? FIRST_GAME;
  const level = useSuggestions()[game];
  return (
    <div class="lobby">
      <Heading class="visually-hidden" title={t('lobby.title')} />
      <YourMove />
      {asked > 0 && <OwnRequests />}
      <div class="lobby-play">
        <QuickPairing people={people} />
        <div class="lobby-ways">
          <Link class="button go" href="/new">
            {t('new.title')}
          </Link>
          <Link class="button" href={`/new/${game}?seats=me,e${level}`}>
            <Portrait level={level} size={24} />
            {t('lobby.engine', { name: opponentTitle(level) })}
          </Link>
          <Link class="button" href={`/new/${game}?seats=me,invite`}>
            {t('lobby.friend')}
          </Link>
        </div>
        <PeopleWaiting people={people} game={game} />
      </div>
      <div class="lobby-live">
        <div class="section-head">
          <h2>{t('lobby.live')}</h2>
          <Link href="/watch">{t('lobby.watch.all')}</Link>
        </div>
        {tv.length === 0 && <p class="panel soft">{t('lobby.live.none')}</p>}
        {tv.length > 0 && (
          <div class="tv-boards">
            {tv.map((m) => (
              <TvBoard key={m.game} match={m} />
            ))}
          </div>
        )}
        <Link class="lobby-puzzle" href={`/puzzles?mode=daily&game=${game}`}>
          <Icon path={PUZZLES.icon ?? ''} line />
          <span>{t('lobby.puzzle')}</span>
        </Link>
      </div>
      <div class="lobby-side">
        <LobbyTournaments />
        <FriendsPanel />
        <section class="panel">
          <h2>{t('lobby.here')}</h2>
          {people.here.length === 0 && <p class="soft">{t('lobby.here.none')}</p>}
          <ul class="here">
            {people.here.map((name) => (
              <li key={name}>
                <Link href={`/p/${encodeURIComponent(name)}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
        <section class="panel">
          <h2>{t('lobby.results')}</h2>
          <MatchList
            boards
            query="state=finished"
            topic="lobby"
            limit={5}
            more={false}
            action=""
            only={wasPlayed}
          />
        </section>
      </div>
    </div>
  );
}
