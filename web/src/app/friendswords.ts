// The texts about following and friends, apart from those of the page: they are loaded with what shows them,
// in one language.
import { useEffect, useState } from 'preact/hooks';

import { language } from '../i18n';
import type { Language, Values } from '../i18n';
import { friendsEn } from '../i18n/en/friends';
import { fill } from '../i18n/fill';

export type FriendsKey = keyof typeof friendsEn;
export type FriendsWords = Record<FriendsKey, string>;

let words: FriendsWords = friendsEn;
let spoken: Language = 'en';

const loaders: Record<Language, () => Promise<FriendsWords>> = {
  en: () => Promise.resolve(friendsEn),
  de: () => import('../i18n/de/friends').then((m) => m.friendsDe),
  fr: () => import('../i18n/fr/friends').then((m) => m.friendsFr),
};

/** True when the texts are there in the language that the page speaks. */
export function useFriendsWords(): boolean {
  const [ready, setReady] = useState(spoken === language());
  useEffect(() => {
    const wanted = language();
    loaders[wanted]().then(
      (loaded) => {
        words = loaded;
        spoken = wanted;
        setReady(true);
      },
      () => setReady(true), // then in English
    );
  }, []);
  return ready;
}

/** The text of a key, with {name} replaced by the values given. */
export function ft(key: FriendsKey, values: Values = {}): string {
  return fill(words[key], values);
}
