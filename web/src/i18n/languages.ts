// The languages of the page, without their texts.

export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first language of a reader's list that the page speaks. */
export function bestLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((l) => wish.toLowerCase().split('-')[0] === l);
    if (found) return found;
  }
  return 'en';
}
