// The texts of the lessons, apart from those of the page: they are loaded with them, in one language.
import { useEffect, useState } from 'preact/hooks';

import { language, number } from '../i18n';
import type { Language, Values } from '../i18n';
import { learnEn } from '../i18n/en/learn';

export type LearnKey = keyof typeof learnEn;
export type LearnWords = Record<LearnKey, string>;

let words: LearnWords = learnEn;
let spoken: Language = 'en';

const loaders: Record<Language, () => Promise<LearnWords>> = {
  en: () => Promise.resolve(learnEn),
  de: () => import('../i18n/de/learn').then((m) => m.learnDe),
  fr: () => import('../i18n/fr/learn').then((m) => m.learnFr),
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
export function lt(key: LearnKey, values: Values = {}): string {
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Counted = LearnKey extends infer K ? (K extends `${infer P}.other` ? P : never) : never;

/** The form that the number asks for: 'x.one' or 'x.other'. */
export function counted(key: Counted, n: number): string {
  const one = new Intl.PluralRules(language()).select(n) === 'one';
  return lt(`${key}.${one ? 'one' : 'other'}`, { n: number(n) });
}

/** One text of a step. A test checks that each step has all five. */
export function stepText(id: string, part: 'title' | 'task' | 'more' | 'hint' | 'done'): string {
  const key = `${id}.${part}`;
  return key in learnEn ? words[key as LearnKey] : '';
}
