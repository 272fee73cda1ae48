// The page starts here: the rules first, then everything else.
import { render } from 'preact';

import { loadRules } from './app/env';
import { whoAmI } from './app/net';
import { keepPage } from './app/offline';
import { applyLook, followSystemTheme, languageOf, settings } from './app/settings';
import { Shell } from './app/shell';
import { setLanguage, t } from './i18n';

applyLook(settings.value);
followSystemTheme();
const root = document.getElementById('root');
if (root) {
  // A language that cannot be loaded leaves the page in English.
  const spoken = setLanguage(languageOf(settings.value.language)).catch(() => undefined);
  const known = whoAmI();
  loadRules().then(
    async () => {
      await Promise.all([known, spoken]);
      // A board in a page of another site has nothing else.
      if (location.pathname.startsWith('/embed/')) {
        const { Embed } = await import('./study/embed');
        render(<Embed />, root);
      } else {
        render(<Shell />, root);
        keepPage();
      }
    },
    () => {
      root.textContent = t('status.broken');
    },
  );
}
