// The texts about puzzles that members make and moderators review: they are loaded with their pages, in one
// language.
import { composeEn } from '../i18n/en/compose';
import { ownWords } from '../i18n/own';

export type ComposeKey = keyof typeof composeEn;
export type ComposeWords = Record<ComposeKey, string>;

export const { useWords: useComposeWords, say: ct } = ownWords<ComposeKey>(composeEn, {
  en: () => Promise.resolve(composeEn),
  de: () => import('../i18n/de/compose').then((m) => m.composeDe),
  fr: () => import('../i18n/fr/compose').then((m) => m.composeFr),
});
