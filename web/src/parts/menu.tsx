// The menu of this browser's settings in the header.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { Dropdown } from './dropdown';
import { Icon } from './icon';
import { lazy } from './lazy';

const LookFields = lazy(() => import('./lookfields').then((m) => m.LookFields), true);

export function SettingsMenu(): JSX.Element {
  const [opened, setOpened] = useState(false);
  return (
    <Dropdown
      class="look-menu"
      label={t('settings.title')}
      button={<Icon path="M4 7h9m4 0h3M4 17h3m4 0h9M15 4v6M9 14v6" line />}
      onOpen={() => setOpened(true)}
    >
      {opened && <LookFields />}
    </Dropdown>
  );
}
