// The texts about opponents and of the first games, apart from those of the page: they are loaded with what shows
// them, in one language.
import { useEffect, useState } from 'preact/hooks';

import { language } from '../i18n';
import type { Language, Values } from '../i18n';
import { opponentsEn } from '../i18n/en/opponents';
import { fill } from '../i18n/fill';

export type OpponentKey = keyof typeof opponentsEn;
export type OpponentWords = Record<OpponentKey, string>;

let words: OpponentWords = opponentsEn;
let spoken: Language = 'en';

const loaders: Record<Language, () => Promise<OpponentWords>> = {
  en: () => Promise.resolve(opponentsEn),
  de: () => import('../i18n/de/opponents').then((m) => m.opponentsDe),
  fr: () => import('../i18n/fr/opponents').then((m) => m.opponentsFr),
};

/** True when the texts are there in the language that the page speaks. */
export function useWords(): boolean {
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
export function ot(key: OpponentKey, values: Values = {}): string {
  return fill(words[key], values);
}
