// The texts of blind mode. They are not part of the page's texts: they are loaded with it, in one
// language.
import { blindEn } from '../i18n/en/blind';
import { ownWords } from '../i18n/own';

export type BlindKey = keyof typeof blindEn;
export type BlindWords = Record<BlindKey, string>;
/** The name of a command: the rest of a key that begins with "cmd.". */
export type CommandName = BlindKey extends infer K ? (K extends `cmd.${infer N}` ? N : never) : never;

export const {
  loadWords,
  useWords,
  say: bt,
  counted,
} = ownWords<BlindKey>(blindEn, {
  en: () => Promise.resolve(blindEn),
  de: () => import('../i18n/de/blind').then((m) => m.blindDe),
  fr: () => import('../i18n/fr/blind').then((m) => m.blindFr),
});

/** The words of a command: in the language of the page, and in English. */
export const commandWords = (name: CommandName): string[] => [bt(`cmd.${name}`), blindEn[`cmd.${name}`]];
