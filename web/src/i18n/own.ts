// Texts outside the page's own: a component that is loaded on demand brings its texts, in one language.
import { useEffect, useState } from 'preact/hooks';

import { fill } from './fill';
import { language, number } from './index';
import type { Language, Values } from './index';

/** The keys that have a form for one and a form for others. */
export type Counted<K extends string> = K extends `${infer P}.other` ? P : never;

/** Texts in English, and how those of each language are loaded. */
export function ownWords<K extends string>(
  english: Record<K, string>,
  loaders: Record<Language, () => Promise<Record<K, string>>>,
) {
  let words = english;
  let spoken: Language = 'en';

  /** Loads the texts in the language that the page speaks. */
  async function loadWords(): Promise<void> {
    const wanted = language();
    words = await loaders[wanted]();
    spoken = wanted;
  }

  /** True when the texts are there in the language that the page speaks. */
  function useWords(): boolean {
    const [ready, setReady] = useState(spoken === language());
    useEffect(() => {
      const done = (): void => setReady(true);
      loadWords().then(done, done); // then in English
    }, []);
    return ready;
  }

  /** The text of a key, with {name} replaced by the values given. */
  function say(key: K, values: Values = {}): string {
    return fill(words[key], values);
  }

  /** The form that the number asks for: 'x.one' or 'x.other'. */
  function counted(key: Counted<K>, n: number, values: Values = {}): string {
    const one = new Intl.PluralRules(language()).select(n) === 'one';
    return say(`${key}.${one ? 'one' : 'other'}` as K, { ...values, n: number(n) });
  }

  return { loadWords, useWords, say, counted };
}
