// The texts of a tournament's chat. They are loaded with it, in one language.
import { tournamentChatEn } from '../i18n/en/tournamentchat';
import { ownWords } from '../i18n/own';

export type ChatKey = keyof typeof tournamentChatEn;

export const { useWords: useChatWords, say: ct } = ownWords<ChatKey>(tournamentChatEn, {
  en: () => Promise.resolve(tournamentChatEn),
  de: () => import('../i18n/de/tournamentchat').then((m) => m.tournamentChatDe),
  fr: () => import('../i18n/fr/tournamentchat').then((m) => m.tournamentChatFr),
});
