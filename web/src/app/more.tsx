// Everything that has no tab of its own, for narrow screens: places, account, settings.
import type { JSX } from 'preact';

import { t } from '../i18n';
import type { TextKey } from '../i18n';
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

/** Paths in a square of 24, drawn as lines, by the name of the place. */
const ICONS: Partial<Record<TextKey, string>> = {
  'nav.learn': 'M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2Zm0 0v14',
  'nav.rules': 'M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2Zm0 0v14',
  'nav.live':
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  'nav.players':
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5c0-3.5 3-5 6.5-5s6.5 1.5 6.5 5M16 5.5a3.2 3.2 0 0 1 0 6.2M17.5 14.8c2.5.5 4 2 4 4.7',
  'nav.friends': 'M12 20s-7.5-4.7-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.3-7.5 10-7.5 10Z',
  'nav.teams':
    'M12 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM5 8a2.3 2.3 0 1 0 0 4.6M19 8a2.3 2.3 0 1 1 0 4.6M6.5 19.5c0-4 2.3-6 5.5-6s5.5 2 5.5 6M2 18c0-2 1-3.2 3-3.2M22 18c0-2-1-3.2-3-3.2',
  'nav.opponents': 'M5 8h14v11H5zM12 8V4M9 13h.01M15 13h.01M2 12v3M22 12v3',
  'nav.tournaments': 'M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5M12 14v4M8 20h8',
  'nav.archive': 'M4 8h16v12H4zM3 4h18v4H3zM10 12h4',
  'nav.explorer': 'M12 4v6m0 0L6 14m6-4 6 4M6 14v6m12-6v6M12 10v10',
  'nav.lobby':
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5c0-3.5 3-5 6.5-5s6.5 1.5 6.5 5M16 5.5a3.2 3.2 0 0 1 0 6.2M17.5 14.8c2.5.5 4 2 4 4.7',
  'new.title': 'M12 5v14M5 12h14',
  'nav.studies': 'M5 4h14v16H5zM9 8h6M9 12h6M9 16h3',
  'nav.simuls': 'M12 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM4 20v-5h4v5M10 20v-5h4v5M16 20v-5h4v5',
};

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
                  <Icon path={p.icon ?? ICONS[p.name] ?? ''} line />
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
