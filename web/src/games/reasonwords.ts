// The texts about what a move does; they are loaded with the first page that says why.
import { reasonsEn } from '../i18n/en/reasons';
import { ownWords } from '../i18n/own';

export type ReasonKey = keyof typeof reasonsEn;
export type ReasonWords = Record<ReasonKey, string>;

export const {
  useWords: useReasonWords,
  loadWords,
  say: rt,
  counted: countedReason,
} = ownWords<ReasonKey>(reasonsEn, {
  en: () => Promise.resolve(reasonsEn),
  de: () => import('../i18n/de/reasons').then((m) => m.reasonsDe),
  fr: () => import('../i18n/fr/reasons').then((m) => m.reasonsFr),
});
