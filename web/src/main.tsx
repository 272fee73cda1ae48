// The page starts here: the rules first, then everything else.
import { render } from 'preact';

import { takeRules } from './wasm/loaded';
import { watchSession } from './core/session';
import { me, takeEarly, whoAmI } from './core/net';
import { keepPage } from './app/offline';
import { applyLook, followSystemTheme, languageOf, noteHere, settings } from './core/settings';
import { Shell } from './app/shell';
import type { Early } from './first';
import { setLanguage, t } from './i18n';

/** first.ts has already requested the data that is needed now. */
export async function start(early: Early): Promise<void> {
  applyLook(settings.value);
  followSystemTheme();
  const root = document.getElementById('root');
  if (!root) return;
  takeEarly(early.api);
  // A language that cannot be loaded leaves the page in English.
  const spoken = setLanguage(languageOf(settings.value.language)).catch(() => undefined);
  const known = whoAmI();
  try {
    await takeRules(early.rules);
  } catch {
    root.textContent = t('status.broken');
    return;
  }
  await Promise.all([known, spoken]);
  noteHere(me.value !== null);
  watchSession();
  // A board in a page of another site has nothing else.
  if (location.pathname.startsWith('/embed/')) {
    const { Embed } = await import('./studies/embed');
    render(<Embed />, root);
  } else {
    render(<Shell />, root);
    keepPage();
  }
}
