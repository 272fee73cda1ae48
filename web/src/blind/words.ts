// The texts of blind mode, apart from those of the page: they are loaded with it, in one language.
import { useEffect, useState } from 'preact/hooks';

import { language, number } from '../i18n';
import type { Language, Values } from '../i18n';
import { blindEn } from '../i18n/en/blind';
import { fill } from '../i18n/fill';

export type BlindKey = keyof typeof blindEn;
export type BlindWords = Record<BlindKey, string>;
/** The name of a command: the rest of a key that begins with "cmd.". */
export type CommandName = BlindKey extends infer K ? (K extends `cmd.${infer N}` ? N : never) : never;

let words: BlindWords = blindEn;
let spoken: Language = 'en';

const loaders: Record<Language, () => Promise<BlindWords>> = {
  en: () => Promise.resolve(blindEn),
  de: () => import('../i18n/de/blind').then((m) => m.blindDe),
  fr: () => import('../i18n/fr/blind').then((m) => m.blindFr),
};

/** Loads the texts in the language that the page speaks. */
export async function loadWords(): Promise<void> {
  const wanted = language();
  words = await loaders[wanted]();
  spoken = wanted;
}

/** True when the texts are there in the language that the page speaks. */
export function useWords(): boolean {
  const [ready, setReady] = useState(spoken === language());
  useEffect(() => {
    const done = (): void => setReady(true);
    loadWords().then(done, done); // then in English
  }, []);
  return ready;
}

/** The text of a key, with {name} replaced by the values given. */
export function bt(key: BlindKey, values: Values = {}): string {
  return fill(words[key], values);
}

type Counted = BlindKey extends infer K ? (K extends `${infer P}.other` ? P : never) : never;

/** The form that the number asks for: 'x.one' or 'x.other'. */
export function counted(key: Counted, n: number, values: Values = {}): string {
  const one = new Intl.PluralRules(language()).select(n) === 'one';
  return bt(`${key}.${one ? 'one' : 'other'}`, { ...values, n: number(n) });
}

/** The words of a command: in the language of the page, and in English. */
export const commandWords = (name: CommandName): string[] => [words[`cmd.${name}`], blindEn[`cmd.${name}`]];
