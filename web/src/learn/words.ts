// The texts of the lessons. They are not part of the page's texts: they are loaded with the lessons, in
// one language.
import { learnEn } from '../i18n/en/learn';
import { ownWords } from '../i18n/own';
import type { GameName } from '../wasm/wasm';

export type LearnKey = keyof typeof learnEn;
export type LearnWords = Record<LearnKey, string>;

export const {
  useWords,
  say: lt,
  counted,
} = ownWords<LearnKey>(learnEn, {
  en: () => Promise.resolve(learnEn),
  de: () => import('../i18n/de/learn').then((m) => m.learnDe),
  fr: () => import('../i18n/fr/learn').then((m) => m.learnFr),
});

/** What the board of a game shows, a sentence each. */
export function legendOf(game: GameName): string[] {
  return [1, 2, 3].flatMap((i) => {
    const key = `${game}.legend.${i}`;
    return key in learnEn ? [lt(key as LearnKey)] : [];
  });
}

/** One text of a step. A test checks that each step has all five. */
export function stepText(id: string, part: 'title' | 'task' | 'more' | 'hint' | 'done'): string {
  const key = `${id}.${part}`;
  return key in learnEn ? lt(key as LearnKey) : '';
}
