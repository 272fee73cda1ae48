// What a person has chosen for this browser; kept in local storage, never sent anywhere.
import { LANGUAGES, bestLanguage } from '../i18n';
import type { Language } from '../i18n';
import { Store } from './env';

export type Theme = 'auto' | 'light' | 'dark';
export type Confirm = 'auto' | 'always' | 'never';

export interface Settings {
  theme: Theme;
  sound: boolean;
  confirm: Confirm;
  coordinates: boolean;
  language: 'auto' | Language;
  /** Single keys lead to places (waiting.ts). */
  keys: boolean;
}

const KEY = 'hoshi-settings';
const DEFAULTS: Settings = {
  theme: 'auto',
  sound: false,
  confirm: 'auto',
  coordinates: true,
  language: 'auto',
  keys: true,
};

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((a) => a === value) ?? otherwise;
}

/** Reads what an older version, or somebody's hand, may have written. */
export function readSettings(text: string | null): Settings {
  let raw: unknown = null;
  try {
    raw = JSON.parse(text ?? 'null');
  } catch {
    return DEFAULTS;
  }
  if (typeof raw !== 'object' || raw === null) return DEFAULTS;
  const r = raw as Record<string, unknown>;
  return {
    theme: oneOf(r['theme'], ['auto', 'light', 'dark'], DEFAULTS.theme),
    sound: r['sound'] === true,
    confirm: oneOf(r['confirm'], ['auto', 'always', 'never'], DEFAULTS.confirm),
    coordinates: r['coordinates'] !== false,
    language: oneOf(r['language'], ['auto', ...LANGUAGES], DEFAULTS.language),
    keys: r['keys'] !== false,
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be forbidden
  }
}

export const settings = new Store<Settings>(
  typeof localStorage === 'undefined' ? DEFAULTS : readSettings(stored()),
);

export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings.value, ...change };
  settings.set(next);
  applyTheme(next.theme);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // The choice then holds until the page is left.
  }
}

/** The language that the settings mean in this browser. */
export function languageOf(wish: Settings['language']): Language {
  return wish === 'auto' ? bestLanguage(navigator.languages) : wish;
}

/** Shows the theme; "auto" is what the system asks for now (see followSystemTheme). */
export function applyTheme(theme: Theme): void {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-theme', theme === 'auto' ? system : theme);
}

/** From now on the page changes with the system, unless the reader chose a theme. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    applyTheme(settings.value.theme),
  );
}
