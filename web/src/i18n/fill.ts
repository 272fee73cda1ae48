// Texts with values in them, for the page and for its workers.

export type Values = Record<string, string | number>;

/** The text with {name} replaced by the values given. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}
