// The texts about opponents and first games. They are not part of the page's texts: they are loaded with
// the components that show them, in one language.
import { opponentsEn } from '../i18n/en/opponents';
import { ownWords } from '../i18n/own';

export type OpponentKey = keyof typeof opponentsEn;
export type OpponentWords = Record<OpponentKey, string>;

export const { useWords, say: ot } = ownWords<OpponentKey>(opponentsEn, {
  en: () => Promise.resolve(opponentsEn),
  de: () => import('../i18n/de/opponents').then((m) => m.opponentsDe),
  fr: () => import('../i18n/fr/opponents').then((m) => m.opponentsFr),
});
