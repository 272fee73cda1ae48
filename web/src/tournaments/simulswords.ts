// The texts about simultaneous exhibitions. They are loaded with their pages, in one language.
import { simulsEn } from '../i18n/en/simuls';
import { ownWords } from '../i18n/own';

export type SimulsKey = keyof typeof simulsEn;
export type SimulsWords = Record<SimulsKey, string>;

export const { useWords: useSimulsWords, say: xt } = ownWords<SimulsKey>(simulsEn, {
  en: () => Promise.resolve(simulsEn),
  de: () => import('../i18n/de/simuls').then((m) => m.simulsDe),
  fr: () => import('../i18n/fr/simuls').then((m) => m.simulsFr),
});
