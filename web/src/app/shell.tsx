// The frame of every page: header, settings, which page the path means, what goes wrong with the
// connection.
import { Fragment } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { language, plural, setLanguage, t } from '../i18n';
import type { Language, TextKey } from '../i18n';
import { useStore } from './env';
import { FROM_NOW, events, online } from './events';
import { FrontPage } from './front';
import { Heading } from './heading';
import { lazy } from './lazy';
import { LobbyPage } from './lobby';
import { LocalPage, isGame } from './local';
import { MatchPage } from './match';
import { SettingsMenu } from './menu';
import { MinePage } from './mine';
import { listMatches, me } from './net';
import { NewPage } from './new';
import { Link, usePath } from './router';
import { languageOf, settings } from './settings';

const RulesPage = lazy(() => import('./rules').then((m) => m.RulesPage));

export function Shell(): JSX.Element {
  const url = usePath();
  const connected = useStore(online);
  const spoken = useLanguage();
  return (
    <Fragment key={spoken}>
      <a class="skip" href="#content">
        {t('site.skip')}
      </a>
      <Header path={url.pathname} />
      {!connected && (
        <p class="banner" role="status">
          {t('status.offline')}
        </p>
      )}
      <main id="content">
        <Page url={url} />
      </main>
      <footer class="soft">{t('footer.credit')}</footer>
    </Fragment>
  );
}

/** Loads the language that the settings ask for; the frame is drawn anew when it is there. */
function useLanguage(): Language {
  const { language: wish } = useStore(settings);
  const [spoken, setSpoken] = useState(language());
  useEffect(() => {
    const wanted = languageOf(wish);
    if (wanted === language()) return;
    setLanguage(wanted).then(
      () => setSpoken(language()),
      () => undefined,
    );
  }, [wish]);
  return spoken;
}

function Page({ url }: { url: URL }): JSX.Element {
  const [, page = '', what = ''] = url.pathname.split('/');
  if (page === '') return <FrontPage />;
  if (page === 'lobby') return <LobbyPage />;
  if (page === 'mine') return <MinePage />;
  if (page === 'm' && /^\d+$/.test(what))
    return <MatchPage key={what} id={Number(what)} invite={url.searchParams.get('invite')} />;
  if (page === 'rules') return <RulesPage key={what} game={isGame(what) ? what : 'palisade'} />;
  if (page === 'new' && isGame(what)) return <NewPage key={what} game={what} query={url.searchParams} />;
  if (page === 'local' && isGame(what))
    return <LocalPage key={url.pathname + url.search} game={what} query={url.searchParams} />;
  return (
    <div class="page">
      <Heading title={t('error.page')} />
      <p>
        <Link href="/">{t('error.home')}</Link>
      </p>
    </div>
  );
}

function Header({ path }: { path: string }): JSX.Element {
  const player = useStore(me);
  const turns = useTurns(player !== null);
  const item = (href: string, key: TextKey, current: boolean, badge = 0): JSX.Element => (
    <Link href={href} current={current}>
      {t(key)}
      {badge > 0 && (
        <span class="badge">
          <span aria-hidden="true">{badge}</span>
          <span class="visually-hidden">{plural('nav.turns', badge)}</span>
        </span>
      )}
    </Link>
  );
  return (
    <header>
      <Link href="/" class="brand">
        <span class="brand-dot" aria-hidden="true" />
        {t('site.name')}
      </Link>
      <nav aria-label={t('nav.main')}>
        {item('/', 'nav.play', path === '/' || path.startsWith('/new'))}
        {item('/mine', 'nav.mine', path === '/mine', turns)}
        {item('/lobby', 'nav.lobby', path === '/lobby')}
        {item('/rules/palisade', 'nav.rules', path.startsWith('/rules'))}
      </nav>
      <div class="who">
        {player && <span class="soft">{player.name}</span>}
        <SettingsMenu />
      </div>
    </header>
  );
}

/** How many matches wait for us; asked again when an event says that it may have changed. */
function useTurns(known: boolean): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (!known) return;
    let waiting: number | undefined;
    const count = (): void => {
      waiting = undefined;
      listMatches('mine=1&turn=me&limit=50').then(
        (answer) => setTurns(answer.matches.length),
        () => undefined,
      );
    };
    count();
    const stop = events.subscribe('me', FROM_NOW, () => {
      waiting ??= window.setTimeout(count, 600);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [known]);
  return turns;
}
