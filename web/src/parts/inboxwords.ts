// The texts of the messages between members. They are loaded with them, in one language.
import { inboxEn } from '../i18n/en/inbox';
import { ownWords } from '../i18n/own';

export type InboxKey = keyof typeof inboxEn;

export const {
  loadWords: loadInboxWords,
  useWords: useInboxWords,
  say: it,
  counted: itn,
} = ownWords<InboxKey>(inboxEn, {
  en: () => Promise.resolve(inboxEn),
  de: () => import('../i18n/de/inbox').then((m) => m.inboxDe),
  fr: () => import('../i18n/fr/inbox').then((m) => m.inboxFr),
});

export const inboxPath = (name: string): string => `/inbox/${encodeURIComponent(name)}`;
