// The frame of every page: header, problems with the connection, the page itself.
import { Fragment } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { language, setLanguage, t } from '../i18n';
import type { Language } from '../i18n';
import { useStore } from '../core/env';
import { online } from '../core/events';
import { Header } from './header';
import { outdated } from './offline';
import { Page } from './pages';
import { Guard, PageGuard } from '../parts/guard';
import { me, signedOut } from '../core/net';
import { Link, usePath } from '../core/router';
import { changeSettings, languageOf, settings } from '../core/settings';
import { useNextKey, useWaitingSeen, waiting } from '../matches/waiting';
import { announced, useRequests } from '../notifications/requests';
import { lazy } from '../parts/lazy';

const RequestBar = lazy(() => import('../notifications/requestbar').then((m) => m.RequestBar), true);

export function Shell(): JSX.Element {
  const url = usePath();
  const connected = useStore(online);
  const ended = useStore(signedOut);
  const old = useStore(outdated);
  const spoken = useLanguage();
  useNextKey();
  const count = useRequests();
  const told = useStore(announced);
  useWaitingSeen(useStore(waiting).length + count);
  return (
    <Fragment key={spoken}>
      <BlindSwitch />
      <a class="skip" href="#content">
        {t('site.skip')}
      </a>
      <Guard of={url.pathname} otherwise={() => <PlainHeader />}>
        <Header path={url.pathname} />
      </Guard>
      {ended && <SignedOut />}
      {!connected && !ended && (
        <p class="banner" role="status">
          {t('status.offline')}
        </p>
      )}
      {old && (
        <p class="banner" role="status">
          {t('status.outdated')}{' '}
          <button type="button" class="plain" onClick={() => location.reload()}>
            {t('status.reload')}
          </button>
        </p>
      )}
      {count > 0 && <RequestBar />}
      <p class="visually-hidden" role="status">
        {told}
      </p>
      <main id="content">
        <PageGuard of={url.pathname}>
          <Page url={url} />
        </PageGuard>
      </main>
      <footer class="soft">
        <p>{t('footer.credit')}</p>
        <Link href="/command">{t('nav.command')}</Link> <Link href="/developers">{t('nav.api')}</Link>{' '}
        <a href="/licences.txt">{t('footer.licences')}</a>
      </footer>
    </Fragment>
  );
}

/** That the session has ended: moves wait until the person has signed in again. */
function SignedOut(): JSX.Element {
  const guest = useStore(me)?.kind === 'guest';
  const here = encodeURIComponent(location.pathname + location.search);
  const signing = location.pathname.startsWith('/signin');
  return (
    <p class="banner" role="alert">
      {t(guest ? 'status.signedout.guest' : 'status.signedout')}{' '}
      {!signing && <Link href={`/signin?next=${here}`}>{t('sign.in.do')}</Link>}
    </p>
  );
}

/** Instead of a header that cannot be shown: the way home. */
function PlainHeader(): JSX.Element {
  return (
    <header>
      <Link href="/">hoshi</Link>
    </header>
  );
}

/** The first thing that a screen reader comes to; it is seen only while it has the keyboard. */
function BlindSwitch(): JSX.Element {
  const { blind } = useStore(settings);
  return (
    <button type="button" class="skip" onClick={() => changeSettings({ blind: !blind })}>
      {t(blind ? 'blind.off' : 'blind.on')}
    </button>
  );
}

/** Loads the language that the settings ask for; the frame is redrawn when it is there. */
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
