// The pages about a player, as links between them.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { Link } from '../core/router';

export const profilePath = (name: string): string => `/p/${encodeURIComponent(name)}`;

interface TabsProps {
  name: string;
  page: 'profile' | 'statistics';
}

export function ProfileTabs({ name, page }: TabsProps): JSX.Element {
  return (
    <nav class="row tabs" aria-label={t('profile.pages', { name })}>
      <Link class="tab" href={profilePath(name)} current={page === 'profile'}>
        {t('profile.title')}
      </Link>
      <Link class="tab" href={`${profilePath(name)}/statistics`} current={page === 'statistics'}>
        {t('profile.statistics')}
      </Link>
    </nav>
  );
}
