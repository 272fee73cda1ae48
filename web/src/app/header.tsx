// The frame around every page: one row above, and on narrow screens a bar of tabs below.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { useStore } from '../core/env';
import { Dropdown } from '../parts/dropdown';
import { Icon } from '../parts/icon';
import { lazy } from '../parts/lazy';
import { SettingsMenu } from '../parts/menu';
import { me } from '../core/net';
import { pageExists } from './pages';
import { account, readAccount } from '../core/people';
import { GROUPS, MINE, MORE, PLAY, PUZZLES, STUDY, isAt } from '../core/places';
import type { Place } from '../core/places';
import { Link, navigate } from '../core/router';
import { settings } from '../core/settings';
import { useUnread } from '../core/unread';
import { useWaiting } from '../matches/waiting';

const UserMenu = lazy(() => import('./usermenu').then((m) => m.UserMenu), true);

const known = (place: Place): boolean => pageExists(place.href);

/** The keys of a match or a study stand where the tabs are elsewhere. */
const TABLES = ['m', 'local', 'analysis', 'study'];

export function Header({ path }: { path: string }): JSX.Element {
  const turns = useWaiting();
  useSearchKey();
  const tabs = [PLAY, MINE, PUZZLES, STUDY, MORE].filter(known);
  const table = TABLES.includes(path.split('/')[1] ?? '');
  return (
    <>
      <header>
        <Link href="/" class="brand">
          <span class="brand-dot" aria-hidden="true" />
          {t('site.name')}
        </Link>
        <nav class="places" aria-label={t('nav.main')}>
          {GROUPS.filter(([p]) => known(p)).map(([p, ...below]) => (
            <div class="place" key={p.href}>
              <Link href={p.href} current={isAt(p, path)}>
                {t(p.name)}
              </Link>
              {below.length > 0 && (
                <div class="panel place-menu">
                  {below.filter(known).map((one) => (
                    <Link key={one.href} href={one.href}>
                      {t(one.name)}
                    </Link>
                  ))}
                </div>
              )}
            </div>
          ))}
        </nav>
        <div class="who">
          <Link href="/search" class="icon-button" label={t('nav.search')} keys="/">
            <Icon path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20.5 20.5" line />
          </Link>
          <Link
            href={MINE.href}
            class="icon-button own-matches"
            current={isAt(MINE, path)}
            label={turns > 0 ? `${t(MINE.name)}, ${plural('nav.turns', turns)}` : t(MINE.name)}
          >
            <Icon path={MINE.icon ?? ''} line />
            {turns > 0 && (
              <span class="badge" aria-hidden="true">
                {turns}
              </span>
            )}
          </Link>
          <Notifications />
          <SettingsMenu />
          <Who />
        </div>
      </header>
      {!table && (
        <nav class="tab-bar" aria-label={t('nav.tabs')}>
          {tabs.map((p) => (
            <Link key={p.href} href={p.href} current={isAt(p, path)}>
              <span class="tab-icon">
                {p === MORE ? <span aria-hidden="true">•••</span> : <Icon path={p.icon ?? ''} line />}
                {p === MINE && turns > 0 && <Badge n={turns} said={plural('nav.turns', turns)} />}
              </span>
              <span>{t(p === MINE ? 'nav.matches' : p.name)}</span>
            </Link>
          ))}
        </nav>
      )}
    </>
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

function Notifications(): JSX.Element | null {
  const player = useStore(me);
  const fresh = useUnread();
  if (!player) return null;
  const said = fresh > 0 ? `, ${plural('notifications.unread', fresh)}` : '';
  return (
    <Link href="/notifications" class="icon-button" label={t('nav.notifications') + said}>
      <Icon
        path="M12 3.5A5.5 5.5 0 0 0 6.5 9v4l-2 3.5h15l-2-3.5V9A5.5 5.5 0 0 0 12 3.5ZM10 19.5a2 2 0 0 0 4 0"
        line
      />
      {fresh > 0 && <span class="news" aria-hidden="true" />}
    </Link>
  );
}

/** The player's name with their menu, or the link to sign in. */
function Who(): JSX.Element {
  const player = useStore(me);
  const own = useStore(account);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    void readAccount().catch(() => undefined);
  }, [player?.id, player?.kind]);
  if (player?.kind !== 'member')
    return (
      <Link href="/signin" class="sign-in">
        {t('sign.in.do')}
      </Link>
    );
  return (
    <>
      {own && own.role !== 'player' && (
        <Link href="/admin" class="admin">
          {t('nav.admin')}
        </Link>
      )}
      <Dropdown
        class="user-menu"
        onOpen={() => setOpened(true)}
        button={
          <span class="own-name">
            <span class="initial" aria-hidden="true">
              {player.name.slice(0, 1).toUpperCase()}
            </span>
            <span class="who-name">{player.name}</span>
            <span class="visually-hidden">{t('nav.user')}</span>
          </span>
        }
      >
        {opened && <UserMenu />}
      </Dropdown>
    </>
  );
}

/** The key / opens the search, unless the person is writing or has switched keys off. */
function useSearchKey(): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const target = event.target as Element | null;
      if (!settings.value.keys || target?.closest('input, textarea, select, dialog')) return;
      if (TABLES.includes(location.pathname.split('/')[1] ?? '')) return;
      event.preventDefault();
      navigate('/search');
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
}
