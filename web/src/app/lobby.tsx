// The lobby: quick pairing and open seats, live boards of running matches, the players who are here, and
// our own waiting matches.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { useSuggestions } from '../opponents/done';
import { Portrait, opponentTitle } from '../opponents/name';
import { FIRST_GAME } from '../wasm';
import { useStore } from './env';
import { Heading } from './heading';
import { lazy } from './lazy';
import { MatchList, MatchRow, joinable } from './list';
import { useLobby } from './lobbystate';
import { me } from './net';
import { lastGame } from './newchoice';
import { QuickPairing } from './quick';
import { Link } from './router';
import { TvBoard } from './tv';
import { byUrgency } from './urgency';
import { waiting } from './waiting';

const FriendsPanel = lazy(() => import('./friends').then((m) => m.FriendsPanel), true);

const TURNS_SHOWN = 4;

export function LobbyPage(): JSX.Element {
  const { people, tv } = useLobby();
  const game = lastGame() ?? FIRST_GAME;
  const level = useSuggestions()[game];
  return (
    <div class="lobby">
      <Heading class="visually-hidden" title={t('lobby.title')} />
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
        <section class="panel">
          <h2>{t('lobby.open')}</h2>
          <MatchList query="state=open" topic="lobby" limit={8} action={t('lobby.look')} only={joinable}>
            <p>
              {t('front.open.none')} <Link href={`/new/${game}?seats=me,open`}>{t('front.open.offer')}</Link>
            </p>
          </MatchList>
        </section>
      </div>
      <div class="lobby-live">
        <div class="section-head">
          <h2>{t('lobby.live')}</h2>
          <Link href="/watch">{t('lobby.watch.all')}</Link>
        </div>
        {tv.length === 0 && <p class="panel soft">{t('lobby.live.none')}</p>}
        <div class="tv-boards">
          {tv.map((m) => (
            <TvBoard key={m.game} match={m} />
          ))}
        </div>
      </div>
      <div class="lobby-side">
        <YourMove />
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
          <MatchList query="state=finished" topic="lobby" limit={5} more={false} action="" />
        </section>
      </div>
    </div>
  );
}

/** The matches in which it is our turn, the most urgent first. */
function YourMove(): JSX.Element | null {
  const player = useStore(me);
  const list = [...useStore(waiting)].sort(byUrgency).slice(0, TURNS_SHOWN);
  if (!player || list.length === 0) return null;
  return (
    <section class="panel">
      <h2>{t('mine.turn')}</h2>
      <ul class="match-list">
        {list.map((m) => (
          <MatchRow key={m.id} match={m} action={t('mine.play')} />
        ))}
      </ul>
    </section>
  );
}
