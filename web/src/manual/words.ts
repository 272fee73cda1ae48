// The texts of the page about the API. They are loaded with it, in one language.
import { manualEn } from '../i18n/en/manual';
import { ownWords } from '../i18n/own';

export type ManualKey = keyof typeof manualEn;

export const { useWords: useManualWords, say: mt } = ownWords<ManualKey>(manualEn, {
  en: () => Promise.resolve(manualEn),
  de: () => import('../i18n/de/manual').then((m) => m.manualDe),
  fr: () => import('../i18n/fr/manual').then((m) => m.manualFr),
});
