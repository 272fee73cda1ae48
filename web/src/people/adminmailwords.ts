// The texts of the administrator's panel about mail, loaded with it, in one language.
import { adminmailEn } from '../i18n/en/adminmail';
import { ownWords } from '../i18n/own';

export type AdminMailKey = keyof typeof adminmailEn;
export type AdminMailWords = Record<AdminMailKey, string>;

export const { useWords: useAdminMailWords, say: mt } = ownWords<AdminMailKey>(adminmailEn, {
  en: () => Promise.resolve(adminmailEn),
  de: () => import('../i18n/de/adminmail').then((m) => m.adminmailDe),
  fr: () => import('../i18n/fr/adminmail').then((m) => m.adminmailFr),
});
