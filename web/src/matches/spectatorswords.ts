// The texts about spectators. They are loaded with the component that needs them, in one language.
import { spectatorsEn } from '../i18n/en/spectators';
import { ownWords } from '../i18n/own';

export type SpectatorsKey = keyof typeof spectatorsEn;
export type SpectatorsWords = Record<SpectatorsKey, string>;

export const { useWords: useSpectatorsWords, say: st } = ownWords<SpectatorsKey>(spectatorsEn, {
  en: () => Promise.resolve(spectatorsEn),
  de: () => import('../i18n/de/spectators').then((m) => m.spectatorsDe),
  fr: () => import('../i18n/fr/spectators').then((m) => m.spectatorsFr),
});
