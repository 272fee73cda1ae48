// The texts about where the players of a match are. They are loaded with the component, in one language.
import { presenceEn } from '../i18n/en/presence';
import { ownWords } from '../i18n/own';

export type PresenceKey = keyof typeof presenceEn;
export type PresenceWords = Record<PresenceKey, string>;

export const { useWords: usePresenceWords, say: pt } = ownWords<PresenceKey>(presenceEn, {
  en: () => Promise.resolve(presenceEn),
  de: () => import('../i18n/de/presence').then((m) => m.presenceDe),
  fr: () => import('../i18n/fr/presence').then((m) => m.presenceFr),
});
