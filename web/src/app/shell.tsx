// The frame of every page: header, settings, which page the path means, what goes wrong with the
// connection.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { t } from '../i18n';
import type { TextKey } from '../i18n';
import { useStore } from './env';
import { FROM_NOW, events, online } from './events';
import { FrontPage } from './front';
import { LobbyPage } from './lobby';
import { LocalPage, isGame } from './local';
import { MatchPage } from './match';
import { MinePage } from './mine';
import { listMatches, me } from './net';
import { NewPage } from './new';
import { Link, setTitle, usePath } from './router';
import { RulesPage } from './rules';
import { changeSettings, settings } from './settings';
import type { Confirm, Theme } from './settings';

export function Shell(): JSX.Element {
  const url = usePath();
  const connected = useStore(online);
  const first = useRef(true);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('h1');
    // A match names the tab itself when it is there (match.tsx).
    if (heading && !/^\/m\/\d+$/.test(url.pathname)) setTitle(heading.textContent ?? '');
    // A screen reader starts at the new page's heading, but not at the first load.
    if (!first.current) heading?.focus({ preventScroll: true });
    first.current = false;
  }, [url.pathname]);
  return (
    <>
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
    </>
  );
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
      <h1 tabIndex={-1}>{t('error.page')}</h1>
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
          <span class="visually-hidden">{t('nav.turns', { n: badge })}</span>
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

function SettingsMenu(): JSX.Element {
  const chosen = useStore(settings);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      if (!menu.current?.open) return;
      const outside = event instanceof PointerEvent && !menu.current.contains(event.target as Node);
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape';
      if (outside || escaped) menu.current.open = false;
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
  const themes: Theme[] = ['auto', 'light', 'dark'];
  const confirms: Confirm[] = ['auto', 'always', 'never'];
  return (
    <details class="settings" ref={menu}>
      <summary>{t('settings.title')}</summary>
      <div class="panel menu">
        <label>
          {t('settings.theme')}
          <select
            value={chosen.theme}
            onChange={(e) => changeSettings({ theme: e.currentTarget.value as Theme })}
          >
            {themes.map((theme) => (
              <option key={theme} value={theme}>
                {t(`settings.theme.${theme}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('settings.confirm')}
          <select
            value={chosen.confirm}
            onChange={(e) => changeSettings({ confirm: e.currentTarget.value as Confirm })}
          >
            {confirms.map((confirm) => (
              <option key={confirm} value={confirm}>
                {t(`settings.confirm.${confirm}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.sound}
            onChange={(e) => changeSettings({ sound: e.currentTarget.checked })}
          />
          {t('settings.sound')}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.coordinates}
            onChange={(e) => changeSettings({ coordinates: e.currentTarget.checked })}
          />
          {t('settings.coordinates')}
        </label>
      </div>
    </details>
  );
}
