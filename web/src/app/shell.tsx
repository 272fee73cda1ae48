// The frame of every page: header, settings, which page the path means, what goes wrong with the
// connection.
import { Fragment } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { language, plural, setLanguage, t } from '../i18n';
import type { Language, TextKey } from '../i18n';
import { FIRST_GAME, isGame } from '../wasm';
import { useStore } from './env';
import { online } from './events';
import { FrontPage } from './front';
import { Heading } from './heading';
import { Icon } from './icon';
import { lazy } from './lazy';
import { LobbyPage } from './lobby';
import { MatchPage } from './match';
import { SettingsMenu } from './menu';
import { MinePage } from './mine';
import { me } from './net';
import { account, readAccount } from './people';
import { useUnread } from './unread';
import { Link, usePath } from './router';
import { languageOf, settings } from './settings';
import { useNextKey, useWaiting } from './waiting';

// What a first visit does not need is loaded when somebody goes there.
const RulesPage = lazy(() => import('./rules').then((m) => m.RulesPage));
const NewPage = lazy(() => import('./new').then((m) => m.NewPage));
const LocalPage = lazy(() => import('./local').then((m) => m.LocalPage));
const SignUpPage = lazy(() => import('./sign').then((m) => m.SignUpPage));
const SignInPage = lazy(() => import('./sign').then((m) => m.SignInPage));
const RecoverPage = lazy(() => import('./sign').then((m) => m.RecoverPage));
const ConfirmPage = lazy(() => import('./sign').then((m) => m.ConfirmPage));
const AccountPage = lazy(() => import('./account').then((m) => m.AccountPage));
const NotificationsPage = lazy(() => import('./notifications').then((m) => m.NotificationsPage));
const ProfilePage = lazy(() => import('./profile').then((m) => m.ProfilePage));
const RankingPage = lazy(() => import('./ranking').then((m) => m.RankingPage));
const TournamentsPage = lazy(() => import('./tournaments').then((m) => m.TournamentsPage));
const NewTournamentPage = lazy(() => import('./newtournament').then((m) => m.NewTournamentPage));
const TournamentPage = lazy(() => import('./tournament').then((m) => m.TournamentPage));
const ArchivePage = lazy(() => import('./archive').then((m) => m.ArchivePage));
const AdminPage = lazy(() => import('./admin').then((m) => m.AdminPage));
const StudyPage = lazy(() => import('../study/page').then((m) => m.StudyPage));
const LearnPage = lazy(() => import('../learn/page').then((m) => m.LearnPage));
const PuzzlesPage = lazy(() => import('../puzzles/page').then((m) => m.PuzzlesPage));
const CommandPage = lazy(() => import('./command').then((m) => m.CommandPage));

export function Shell(): JSX.Element {
  const url = usePath();
  const connected = useStore(online);
  const spoken = useLanguage();
  useNextKey();
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
      <footer class="soft">
        <p>{t('footer.credit')}</p>
        <Link href="/command">{t('nav.command')}</Link>
      </footer>
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
  const [, page = '', what = '', more = ''] = url.pathname.split('/');
  const query = url.searchParams;
  switch (page) {
    case '':
      return <FrontPage />;
    case 'lobby':
      return <LobbyPage />;
    case 'mine':
      return <MinePage />;
    case 'm':
      if (!/^\d+$/.test(what)) break;
      return <MatchPage key={what} id={Number(what)} invite={query.get('invite')} />;
    case 'rules':
      return <RulesPage key={what} game={isGame(what) ? what : FIRST_GAME} />;
    case 'new':
      if (!isGame(what)) break;
      return <NewPage key={what} game={what} query={query} />;
    case 'local':
      if (!isGame(what)) break;
      return <LocalPage key={url.pathname + url.search} game={what} query={query} />;
    case 'signup':
      return <SignUpPage query={query} />;
    case 'signin':
      return <SignInPage query={query} />;
    case 'recover':
      return <RecoverPage />;
    case 'confirm':
      return <ConfirmPage />;
    case 'account':
      return <AccountPage />;
    case 'notices':
      return <NotificationsPage />;
    case 'p':
      if (what === '') break;
      return <ProfilePage key={what} name={decodeURIComponent(what)} />;
    case 'ranking':
      return <RankingPage key={what} game={isGame(what) ? what : FIRST_GAME} />;
    case 'tournaments':
      return what === 'new' ? <NewTournamentPage /> : <TournamentsPage />;
    case 't':
      if (!/^\d+$/.test(what) || more !== '') break;
      return <TournamentPage key={what} id={Number(what)} />;
    case 'archive':
      return <ArchivePage key={url.search} query={query} />;
    case 'admin':
      return <AdminPage />;
    case 'analysis':
      return <StudyPage query={query} />;
    case 'learn':
      if (what !== '' && !isGame(what)) break;
      return <LearnPage key={what} game={isGame(what) ? what : null} query={query} />;
    case 'puzzles':
      return <PuzzlesPage query={query} />;
    case 'command':
      return <CommandPage />;
  }
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
  const turns = useWaiting();
  const item = (href: string, key: TextKey, current: boolean, badge = 0): JSX.Element => (
    <Link href={href} current={current}>
      {t(key)}
      {badge > 0 && <Badge n={badge} said={plural('nav.turns', badge)} />}
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
        {item('/tournaments', 'nav.tournaments', path === '/tournaments' || path.startsWith('/t/'))}
        {item('/analysis', 'nav.study', path === '/analysis')}
        {item('/puzzles', 'nav.puzzles', path === '/puzzles')}
        {item('/learn', 'nav.learn', path.startsWith('/learn'))}
        {item(`/ranking/${FIRST_GAME}`, 'nav.ranking', path.startsWith('/ranking'))}
        {item('/archive', 'nav.archive', path === '/archive')}
        {item(`/rules/${FIRST_GAME}`, 'nav.rules', path.startsWith('/rules'))}
      </nav>
      <div class="who">
        <Who />
        <SettingsMenu />
      </div>
    </header>
  );
}

function Badge({ n, said }: { n: number; said: string }): JSX.Element {
  return (
    <span class="badge">
      <span aria-hidden="true">{n}</span>
      <span class="visually-hidden">{said}</span>
    </span>
  );
}

/** Who we are, and the ways to become somebody. */
function Who(): JSX.Element {
  const player = useStore(me);
  const known = useStore(account);
  const fresh = useUnread();
  useEffect(() => {
    void readAccount().catch(() => undefined);
  }, [player?.id, player?.kind]);
  return (
    <>
      {known && known.role !== 'player' && <Link href="/admin">{t('nav.admin')}</Link>}
      {player && (
        <Link href="/notices">
          <span class="word">{t('nav.notifications')}</span>
          <Icon path="M12 3a6 6 0 0 0-6 6v4l-2 3h16l-2-3V9a6 6 0 0 0-6-6Zm-2 15a2 2 0 0 0 4 0Z" />
          {fresh > 0 && <Badge n={fresh} said={plural('notifications.unread', fresh)} />}
        </Link>
      )}
      {player?.kind === 'member' ? (
        <Link href="/account" class="who-name">
          {player.name}
        </Link>
      ) : (
        <>
          {player && <span class="soft who-name">{player.name}</span>}
          <Link href="/signin">{t('sign.in.do')}</Link>
        </>
      )}
    </>
  );
}
