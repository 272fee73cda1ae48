// The texts of the bar with requests. They are loaded with it, in one language.
import { requestsEn } from '../i18n/en/requests';
import { ownWords } from '../i18n/own';

export type RequestsKey = keyof typeof requestsEn;

export const {
  useWords: useRequestsWords,
  say: qt,
  counted: qn,
} = ownWords<RequestsKey>(requestsEn, {
  en: () => Promise.resolve(requestsEn),
  de: () => import('../i18n/de/requests').then((m) => m.requestsDe),
  fr: () => import('../i18n/fr/requests').then((m) => m.requestsFr),
});
