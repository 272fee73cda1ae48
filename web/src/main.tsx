// The page starts here: the rules first, then everything else.
import { render } from 'preact';

import { loadRules } from './app/env';
import { whoAmI } from './app/net';
import { applyTheme, settings } from './app/settings';
import { Shell } from './app/shell';
import { t } from './i18n';

applyTheme(settings.value.theme);
const root = document.getElementById('root');
if (root) {
  const known = whoAmI();
  loadRules().then(
    async () => {
      await known;
      render(<Shell />, root);
    },
    () => {
      root.textContent = t('status.broken');
    },
  );
}
