// The texts about puzzles that members make and moderators review: they are loaded with their pages, in one
// language.
import { useEffect, useState } from 'preact/hooks';

import { language } from '../i18n';
import type { Language, Values } from '../i18n';
import { composeEn } from '../i18n/en/compose';
import { fill } from '../i18n/fill';

export type ComposeKey = keyof typeof composeEn;
export type ComposeWords = Record<ComposeKey, string>;

let words: ComposeWords = composeEn;
let spoken: Language = 'en';

const loaders: Record<Language, () => Promise<ComposeWords>> = {
  en: () => Promise.resolve(composeEn),
  de: () => import('../i18n/de/compose').then((m) => m.composeDe),
  fr: () => import('../i18n/fr/compose').then((m) => m.composeFr),
};

/** True when the texts are there in the language that the page speaks. */
export function useComposeWords(): boolean {
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
export function ct(key: ComposeKey, values: Values = {}): string {
  return fill(words[key], values);
}
