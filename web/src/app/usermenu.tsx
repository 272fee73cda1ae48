// What stands in the menu of the player, loaded when it is first opened.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';
import { it, itn, useInboxWords } from '../parts/inboxwords';
import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { get, me } from '../core/net';
import { account, signOut } from '../core/people';
import { MINE, STUDIES } from '../core/places';
import { Link, navigate } from '../core/router';
import { profilePath } from '../parts/profiletabs';

/** How many conversations have messages that the player has not read. */
function useUnreadMessages(): number {
  const [n, setN] = useState(0);
  useEffect(() => {
    const ask = (): void =>
      void get<{ unread: number }>('/conversations?limit=1').then(
        (answer) => setN(answer.unread),
        () => undefined, // the next event asks again
      );
    ask();
    return events.subscribe('me', FROM_NOW, (e) => {
      if (e.type === 'conversation' || e.type === 'hello') ask();
    });
  }, []);
  return n;
}

export function UserMenu(): JSX.Element | null {
  const ready = useInboxWords();
  const player = useStore(me);
  const own = useStore(account);
  const fresh = useUnreadMessages();
  if (!ready || !player) return null;
  const leave = async (): Promise<void> => {
    await signOut();
    navigate('/');
  };
  return (
    <>
      <Link href={profilePath(player.name)}>{t('nav.profile')}</Link>
      <Link href="/inbox">
        {it('title')}
        {fresh > 0 && (
          <span class="badge">
            <span aria-hidden="true">{fresh}</span>
            <span class="visually-hidden">, {itn('unread', fresh)}</span>
          </span>
        )}
      </Link>
      <Link href={MINE.href}>{t(MINE.name)}</Link>
      <Link href={STUDIES.href}>{t(STUDIES.name)}</Link>
      <Link href="/security">{t('nav.security')}</Link>
      <Link href="/account">{t('nav.account')}</Link>
      {own && own.role !== 'player' && <Link href="/admin">{t('nav.admin')}</Link>}
      <button type="button" class="quiet" onClick={() => void leave()}>
        {t('sign.out')}
      </button>
    </>
  );
}
