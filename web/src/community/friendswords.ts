// The texts about following and friends. They are not part of the page's texts: they are loaded with the
// components that need them, in one language.
import { friendsEn } from '../i18n/en/friends';
import { ownWords } from '../i18n/own';

export type FriendsKey = keyof typeof friendsEn;
export type FriendsWords = Record<FriendsKey, string>;

export const { useWords: useFriendsWords, say: ft } = ownWords<FriendsKey>(friendsEn, {
  en: () => Promise.resolve(friendsEn),
  de: () => import('../i18n/de/friends').then((m) => m.friendsDe),
  fr: () => import('../i18n/fr/friends').then((m) => m.friendsFr),
});
