// Everything that has no tab of its own, for narrow screens: places, account, settings.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { Icon } from '../parts/icon';
import { LookFields } from '../parts/lookfields';
import { me } from '../core/net';
import { InboxLink } from '../parts/writelink';
import { pageExists } from './pages';
import { account } from '../core/people';
import { GROUPS } from '../core/places';
import type { Place } from '../core/places';
import { Link } from '../core/router';

const known = (place: Place): boolean => pageExists(place.href);

export function MorePage(): JSX.Element {
  const player = useStore(me);
  const own = useStore(account);
  return (
    <div class="page narrow">
      <Heading title={t('nav.more')} />
      {GROUPS.map(([place, ...below]) => (
        <section class="panel" key={place.href}>
          <h2>{t(place.name)}</h2>
          <ul class="place-list">
            {(below.length > 0 ? below : [place]).filter(known).map((p) => (
              <li key={p.href}>
                <Link href={p.href}>
                  <Icon path={p.icon} line />
                  {t(p.name)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p class="row">
        {player?.kind === 'member' ? (
          <>
            <Link class="button" href="/account">
              {t('account.title')}
            </Link>
            <InboxLink />
          </>
        ) : (
          <>
            <Link class="button" href="/signin">
              {t('sign.in.do')}
            </Link>
            <Link class="button" href="/signup">
              {t('sign.up.do')}
            </Link>
          </>
        )}
        {own && own.role !== 'player' && (
          <Link class="button" href="/admin">
            {t('nav.admin')}
          </Link>
        )}
      </p>
      <section class="panel form menu-fields">
        <h2>{t('settings.title')}</h2>
        <LookFields />
      </section>
    </div>
  );
}
