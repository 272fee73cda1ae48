// Maps an address to a page: a row for each first word of a path. Pages that a first visit does not need
// are loaded when the visitor opens them.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { LEVELS } from '../core/ladder';
import { FIRST_GAME, isGame } from '../wasm/wasm';
import { FrontPage } from './front';
import { Heading } from '../parts/heading';
import { lazy } from '../parts/lazy';
import { MatchPage } from '../matches/match';
import { MinePage } from '../matches/mine';
import { me } from '../core/net';
import { Link } from '../core/router';
import { loadStyles } from '../core/styles';

/** A part of the page and the styles around playing, which are loaded at once. */
const styled = <T,>(part: Promise<T>): Promise<T> =>
  Promise.all([part, loadStyles('/play.css')]).then(([loaded]) => loaded);

const LobbyPage = lazy(() => styled(import('../lobby/lobby')).then((m) => m.LobbyPage));
const WatchPage = lazy(() => styled(import('../lobby/watch')).then((m) => m.WatchPage));
const MorePage = lazy(() => import('./more').then((m) => m.MorePage));
const SearchPage = lazy(() => import('./search').then((m) => m.SearchPage));
const RulesPage = lazy(() => import('../matches/rules').then((m) => m.RulesPage));
const NewPage = lazy(() => styled(import('../lobby/new')).then((m) => m.NewPage));
const LocalPage = lazy(() => import('../matches/local').then((m) => m.LocalPage));
const SignUpPage = lazy(() => import('../people/sign').then((m) => m.SignUpPage));
const SignInPage = lazy(() => import('../people/sign').then((m) => m.SignInPage));
const RecoverPage = lazy(() => import('../people/sign').then((m) => m.RecoverPage));
const ConfirmPage = lazy(() => import('../people/sign').then((m) => m.ConfirmPage));
const AccountPage = lazy(() => import('../people/account').then((m) => m.AccountPage));
const SecurityPage = lazy(() => import('../people/security').then((m) => m.SecurityPage));
const NotificationsPage = lazy(() =>
  import('../notifications/notifications').then((m) => m.NotificationsPage),
);
const ProfilePage = lazy(() => import('../people/profile').then((m) => m.ProfilePage));
const StatisticsPage = lazy(() => styled(import('../ratings/statistics')).then((m) => m.StatisticsPage));
const FriendsPage = lazy(() => styled(import('../community/friends')).then((m) => m.FriendsPage));
const InboxPage = lazy(() => import('../community/inbox').then((m) => m.InboxPage));
const TeamsPage = lazy(() => styled(import('../community/teams')).then((m) => m.TeamsPage));
const TeamPage = lazy(() => styled(import('../community/team')).then((m) => m.TeamPage));
const RankingPage = lazy(() => import('../ratings/ranking').then((m) => m.RankingPage));
const AnnulledPage = lazy(() => import('../parts/annulled').then((m) => m.AnnulledPage));
const TournamentsPage = lazy(() => import('../tournaments/tournaments').then((m) => m.TournamentsPage));
const NewTournamentPage = lazy(() => import('../tournaments/newtournament').then((m) => m.NewTournamentPage));
const TournamentPage = lazy(() => import('../tournaments/tournament').then((m) => m.TournamentPage));
const SimulsPage = lazy(() => import('../tournaments/simuls').then((m) => m.SimulsPage));
const NewSimulPage = lazy(() => import('../tournaments/simuls').then((m) => m.NewSimulPage));
const SimulPage = lazy(() => styled(import('../tournaments/simul')).then((m) => m.SimulPage));
const ArchivePage = lazy(() => import('../matches/archive').then((m) => m.ArchivePage));
const AdminPage = lazy(() => import('../people/admin').then((m) => m.AdminPage));
const StudyPage = lazy(() => import('../analysis/page').then((m) => m.StudyPage));
const KeptPage = lazy(() => import('../studies/keptpage').then((m) => m.KeptPage));
const ExplorerPage = lazy(() => import('../analysis/explorerpage').then((m) => m.ExplorerPage));
const StudiesPage = lazy(() => import('../studies/studies').then((m) => m.StudiesPage));
const LearnPage = lazy(() => import('../learn/page').then((m) => m.LearnPage));
const OpponentsPage = lazy(() => styled(import('../opponents/page')).then((m) => m.OpponentsPage));
const PuzzlesPage = lazy(() => import('../puzzles/page').then((m) => m.PuzzlesPage));
const ComposePage = lazy(() => import('../puzzles/compose').then((m) => m.ComposePage));
const PuzzleModerationPage = lazy(() => import('../puzzles/moderation').then((m) => m.PuzzleModerationPage));
const ApiPage = lazy(() => import('../manual/page').then((m) => m.ApiPage));
const CommandPage = lazy(() => import('../matches/command').then((m) => m.CommandPage));

interface Address {
  /** The second and the third word of the path. */
  what: string;
  more: string;
  url: URL;
  query: URLSearchParams;
}

/** Null: there is no such page. */
type Page = (address: Address) => JSX.Element | null;

const isNumber = (word: string): boolean => /^\d+$/.test(word);

const PAGES: Record<string, Page> = {
  '': () => <HomePage />,
  account: () => <AccountPage />,
  admin: ({ what }) => (what === 'puzzles' ? <PuzzleModerationPage /> : what === '' ? <AdminPage /> : null),
  analysis: ({ query }) => <StudyPage query={query} />,
  annulled: () => <AnnulledPage />,
  archive: ({ url, query }) => <ArchivePage key={url.search} query={query} />,
  command: () => <CommandPage />,
  confirm: () => <ConfirmPage />,
  developers: () => <ApiPage />,
  explorer: ({ what, url, query }) =>
    what === '' || isGame(what) ? (
      <ExplorerPage key={url.pathname} game={isGame(what) ? what : FIRST_GAME} query={query} />
    ) : null,
  friends: () => <FriendsPage />,
  inbox: ({ what, more }) =>
    more === '' ? <InboxPage name={what === '' ? null : decodeURIComponent(what)} /> : null,
  learn: ({ what, query }) =>
    what === '' || isGame(what) ? (
      <LearnPage key={what} game={isGame(what) ? what : null} query={query} />
    ) : null,
  lobby: () => <LobbyPage />,
  local: ({ what, url, query }) =>
    isGame(what) ? <LocalPage key={url.pathname + url.search} game={what} query={query} /> : null,
  m: ({ what, query }) =>
    isNumber(what) ? <MatchPage key={what} id={Number(what)} invite={query.get('invite')} /> : null,
  mine: () => <MinePage />,
  more: () => <MorePage />,
  new: ({ what, url, query }) =>
    what === '' || isGame(what) ? (
      <NewPage key={url.search} game={isGame(what) ? what : null} query={query} />
    ) : null,
  notifications: () => <NotificationsPage />,
  opponents: ({ what }) => {
    const level = LEVELS.find((l) => String(l) === what) ?? null;
    return what !== '' && level === null ? null : <OpponentsPage key={what} level={level} />;
  },
  p: ({ what, more }) => {
    if (what === '' || (more !== '' && more !== 'statistics')) return null;
    const name = decodeURIComponent(what);
    return more === '' ? <ProfilePage key={what} name={name} /> : <StatisticsPage key={what} name={name} />;
  },
  puzzles: ({ what, url, query }) =>
    what === 'compose' ? <ComposePage key={url.search} query={query} /> : <PuzzlesPage query={query} />,
  ranking: ({ what }) => <RankingPage key={what} game={isGame(what) ? what : FIRST_GAME} />,
  recover: () => <RecoverPage />,
  rules: ({ what }) => <RulesPage key={what} game={isGame(what) ? what : FIRST_GAME} />,
  search: () => <SearchPage />,
  security: () => <SecurityPage />,
  signin: ({ query }) => <SignInPage query={query} />,
  signup: ({ query }) => <SignUpPage query={query} />,
  simuls: ({ what, more }) => {
    if (more !== '') return null;
    if (isNumber(what)) return <SimulPage key={what} id={Number(what)} />;
    return what === 'new' ? <NewSimulPage /> : what === '' ? <SimulsPage /> : null;
  },
  studies: () => <StudiesPage />,
  study: ({ what, more, query }) =>
    isNumber(what) && more === '' ? <KeptPage key={what} id={Number(what)} query={query} /> : null,
  t: ({ what, more }) =>
    isNumber(what) && more === '' ? <TournamentPage key={what} id={Number(what)} /> : null,
  teams: ({ what, more }) =>
    what === '' ? (
      <TeamsPage />
    ) : isNumber(what) && more === '' ? (
      <TeamPage key={what} id={Number(what)} />
    ) : null,
  tournaments: ({ what, query }) => {
    if (what === 'new') return <NewTournamentPage team={query.get('team') ?? ''} />;
    if (isNumber(what)) return <TournamentPage key={what} id={Number(what)} />;
    return what === '' ? <TournamentsPage /> : null;
  },
  watch: () => <WatchPage />,
};

/** Former first words of addresses that mails, bookmarks and other sites may have. */
const RENAMED: Record<string, string> = { notices: 'notifications' };

/** The first word of an address. */
function wordOf(path: string): string {
  const word = path.split('/')[1] ?? '';
  return Object.hasOwn(RENAMED, word) ? (RENAMED[word] ?? '') : word;
}

/** Whether this page has such a part: the header leads only to places that are there. */
export const pageExists = (path: string): boolean => Object.hasOwn(PAGES, wordOf(path));

export function Page({ url }: { url: URL }): JSX.Element {
  const [, , what = '', more = ''] = url.pathname.split('/');
  const word = wordOf(url.pathname);
  const page = Object.hasOwn(PAGES, word) ? PAGES[word] : undefined;
  return page?.({ what, more, url, query: url.searchParams }) ?? <NoPage />;
}

/** The games for a new visitor, the lobby for returning ones. */
let stranger: boolean | null = null;

function HomePage(): JSX.Element {
  // It stays what it was while the page is open: the first click makes a guest of a stranger.
  stranger ??= me.value === null;
  return stranger ? <FrontPage /> : <LobbyPage />;
}

function NoPage(): JSX.Element {
  return (
    <div class="page">
      <Heading title={t('error.page')} />
      <p>
        <Link href="/">{t('error.home')}</Link>
      </p>
    </div>
  );
}
