// The words of the page: t(key, values) in the chosen language.
import { en } from './en';

export type TextKey = keyof typeof en;
export type Words = Record<TextKey, string>;

const words: Words = en;

/** The text of a key, with {name} replaced by the values given. */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}
