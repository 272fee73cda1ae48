// The texts about opponents and of the first games, apart from those of the page: they are loaded with what shows
// them, in one language.
import { opponentsEn } from '../i18n/en/opponents';
import { ownWords } from '../i18n/own';

export type OpponentKey = keyof typeof opponentsEn;
export type OpponentWords = Record<OpponentKey, string>;

export const { useWords, say: ot } = ownWords<OpponentKey>(opponentsEn, {
  en: () => Promise.resolve(opponentsEn),
  de: () => import('../i18n/de/opponents').then((m) => m.opponentsDe),
  fr: () => import('../i18n/fr/opponents').then((m) => m.opponentsFr),
});
