// The texts of the study, apart from those of the page: they are loaded with it, in one language.
import { useEffect, useState } from 'preact/hooks';

import { language, number } from '../i18n';
import type { Language, Values } from '../i18n';
import { studyEn } from '../i18n/en/study';

export type StudyKey = keyof typeof studyEn;
export type StudyWords = Record<StudyKey, string>;

let words: StudyWords = studyEn;
let spoken: Language = 'en';

const loaders: Record<Language, () => Promise<StudyWords>> = {
  en: () => Promise.resolve(studyEn),
  de: () => import('../i18n/de/study').then((m) => m.studyDe),
  fr: () => import('../i18n/fr/study').then((m) => m.studyFr),
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

export function isStudyKey(key: string): key is StudyKey {
  return key in studyEn;
}

/** The text of a key, with {name} replaced by the values given. */
export function st(key: StudyKey, values: Values = {}): string {
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Counted = StudyKey extends infer K ? (K extends `${infer P}.other` ? P : never) : never;

/** The form that the number asks for: 'x.one' or 'x.other'. */
export function counted(key: Counted, n: number): string {
  const one = new Intl.PluralRules(language()).select(n) === 'one';
  return st(`${key}.${one ? 'one' : 'other'}`, { n: number(n) });
}
