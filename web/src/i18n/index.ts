// The words of the page in the chosen language: texts, numbers, dates. English is there at once; the
// other languages are chunks of their own, loaded when somebody reads them.
import { en } from './en/main';
import { rulesEn } from './en/rules';
import type { RulesText } from './en/rules';
import { fill } from './fill';
import type { Values } from './fill';
import type { Language } from './languages';
import type { GameName } from '../wasm/wasm';

export type TextKey = keyof typeof en;
export type Words = Record<TextKey, string>;
export { LANGUAGES, bestLanguage } from './languages';
export type { Language } from './languages';
export type { Values };

/** A key that has a form for one and a form for many: 'lobby.moves' for 'lobby.moves.one' and '.other'. */
export type PluralKey = TextKey extends infer K ? (K extends `${infer P}.other` ? P : never) : never;

/** Each language by its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/** Forms besides one and other that a language needs for some numbers (the categories of the CLDR). */
export type MoreForms = Partial<Record<`${PluralKey}.${'zero' | 'two' | 'few' | 'many'}`, string>>;

/** What a file of a language holds. */
export interface Tongue {
  words: Words;
  forms?: MoreForms;
  rules: Record<GameName, RulesText>;
}

const english: Tongue = { words: en, rules: rulesEn };
const loaders: Record<Language, () => Promise<Tongue>> = {
  en: () => Promise.resolve(english),
  de: () => import('./de/main').then((m) => m.de),
  fr: () => import('./fr/main').then((m) => m.fr),
};

let tongue: Tongue = english;
let current: Language = 'en';

export function language(): Language {
  return current;
}

/** Loads a language and makes it the one that t() speaks; on failure the old one stays. */
export async function setLanguage(wanted: Language): Promise<void> {
  tongue = await loaders[wanted]();
  current = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

/** All texts in the language that is spoken now. */
export const wordsNow = (): Words => tongue.words;

/** The text of a key, with {name} replaced by the values given. */
export function t(key: TextKey, values: Values = {}): string {
  return fill(tongue.words[key], values);
}

/** The form of a text that the number n asks for in this language; {n} is the number. */
export function plural(key: PluralKey, n: number, values: Values = {}): string {
  const form = new Intl.PluralRules(current).select(n);
  const own = form === 'one' || form === 'other' ? undefined : tongue.forms?.[`${key}.${form}`];
  const text = own ?? tongue.words[`${key}.${form === 'one' ? 'one' : 'other'}` as TextKey];
  return fill(text, { ...values, n: number(n) });
}

/** A place in an order: 1st, 2nd; 1., 2.; 1er, 2e. */
export function ordinal(n: number): string {
  const form = new Intl.PluralRules(current, { type: 'ordinal' }).select(n);
  const key = form === 'one' || form === 'two' || form === 'few' ? form : 'other';
  return t(`ordinal.${key}`, { n });
}

/** Making one takes as long as rendering a panel; the engine's reports have dozens of numbers. */
const formats = new Map<string, Intl.NumberFormat>();

export function number(n: number, digits = 0): string {
  const key = `${current} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(current, {
      maximumFractionDigits: digits,
      minimumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format.format(n);
}

/** A day, and on request the time of the day, as people here write it. */
export function date(at: number, time = false): string {
  const style = time
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(current, style).format(at);
}

/** The time of a day, as people here write it. */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(current, { timeStyle: 'short' }).format(at);
}

export function rulesText(game: GameName): RulesText {
  return tongue.rules[game];
}
