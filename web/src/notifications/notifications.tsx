// The list of notifications in the page: the events while one was away, newest first.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { date, t, wordsNow } from '../i18n';
import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { Heading } from '../parts/heading';
import { MoreButton } from '../parts/loading';
import { get, me, post } from '../core/net';
import { unread } from '../core/people';
import type { PageNotification, NotificationAnswer } from '../core/people';
import { Link } from '../core/router';
import { pathOf, saidOf } from './said';

const PAGE = 30;

export function NotificationsPage(): JSX.Element {
  const player = useStore(me);
  const fresh = useStore(unread);
  const [list, setList] = useState<PageNotification[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const load = async (before: number | null): Promise<void> => {
    const more = before === null ? '' : `&before=${before}`;
    const answer = await get<NotificationAnswer>(`/notifications?limit=${PAGE}${more}`);
    setList((known) =>
      before === null ? answer.notifications : [...(known ?? []), ...answer.notifications],
    );
    setNext(answer.next);
    unread.set(answer.unread);
  };
  useEffect(() => {
    if (!player) return;
    const again = (): void => void load(null).catch(() => setList((known) => known ?? []));
    again();
    return events.subscribe('me', FROM_NOW, (e) => {
      if (e.type === 'notification') again();
    });
  }, [player?.id]);
  const readAll = async (): Promise<void> => {
    const newest = list?.[0];
    if (!newest) return;
    await post('/notifications/read', { upto: newest.id });
    await load(null);
  };
  return (
    <div class="page narrow">
      <div class="page-head">
        <Heading title={t('notifications.title')} />
        {fresh > 0 && (
          <button type="button" onClick={() => void readAll()}>
            {t('notifications.read')}
          </button>
        )}
      </div>
      <section class="panel">
        {list !== null && list.length === 0 && <p class="soft">{t('notifications.none')}</p>}
        <ul class="plain-list">
          {list?.map((n) => (
            <li key={n.id} class={n.read ? 'row' : 'row fresh'}>
              <span class="grow">
                <Link href={pathOf(n)}>{say(n)}</Link>
              </span>
              <span class="soft">{date(n.at, true)}</span>
            </li>
          ))}
        </ul>
        <MoreButton next={next} more={() => void load(next)} />
      </section>
      <p>
        <Link href="/account">{t('notifications.settings')}</Link>
      </p>
    </div>
  );
}

const say = (n: PageNotification): string => saidOf(n, wordsNow());
