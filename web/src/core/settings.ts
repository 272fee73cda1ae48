// A person's settings for this browser; kept in local storage, never sent anywhere.
import { LANGUAGES, bestLanguage } from '../i18n';
import type { Language } from '../i18n';
import { Store, keep, kept } from './env';
import { loadStyles } from './styles';

export type Theme = 'auto' | 'light' | 'dark';
export const BOARDS = ['wood', 'paper', 'slate', 'contrast'] as const;
export type BoardTheme = (typeof BOARDS)[number];
export const STONES = ['classic', 'flat', 'marked'] as const;
/** How stones are drawn: with light and shadow, flat with a strong edge, or with a mark for each side. */
export type Stones = (typeof STONES)[number];
/** The size of the board in hundredths of what fits the window. */
export const BOARD_SIZE = { min: 50, max: 150, step: 5 } as const;
/** How soon the engine of this device answers. */
export type Pace = 'human' | 'instant';
export type Confirm = 'auto' | 'always' | 'never';

export interface Settings {
  theme: Theme;
  /** The theme of the board; wood also has a dark variant. */
  board: BoardTheme;
  stones: Stones;
  boardSize: number;
  /** Dots on the points where one may place something. */
  hints: boolean;
  sound: boolean;
  /** 0 … 100 */
  volume: number;
  confirm: Confirm;
  pace: Pace;
  coordinates: boolean;
  language: 'auto' | Language;
  /** Single keys lead to places (waiting.ts). */
  keys: boolean;
  /** Do not disturb: requests make no sound and are not read out. */
  quiet: boolean;
  /** Requests of guests make a sound, too. */
  guestSounds: boolean;
  /** Moves are typed and boards are spoken (web/src/blind). */
  blind: boolean;
}

const KEY = 'hoshi-settings';
const DEFAULTS: Settings = {
  theme: 'auto',
  board: 'wood',
  stones: 'classic',
  boardSize: 100,
  hints: true,
  sound: true,
  volume: 60,
  confirm: 'auto',
  pace: 'human',
  coordinates: true,
  language: 'auto',
  keys: true,
  quiet: false,
  guestSounds: false,
  blind: false,
};

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((a) => a === value) ?? otherwise;
}

function percent(value: unknown, otherwise: number, min = 0, max = 100): number {
  return typeof value === 'number' && value >= min && value <= max ? Math.round(value) : otherwise;
}

/** Reads settings that an older version, or a person, may have written. */
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
    board: oneOf(r['board'], BOARDS, DEFAULTS.board),
    stones: oneOf(r['stones'], STONES, DEFAULTS.stones),
    boardSize: percent(r['boardSize'], DEFAULTS.boardSize, BOARD_SIZE.min, BOARD_SIZE.max),
    hints: r['hints'] !== false,
    sound: r['sound'] !== false,
    volume: percent(r['volume'], DEFAULTS.volume),
    confirm: oneOf(r['confirm'], ['auto', 'always', 'never'], DEFAULTS.confirm),
    pace: oneOf(r['pace'], ['human', 'instant'], DEFAULTS.pace),
    coordinates: r['coordinates'] !== false,
    language: oneOf(r['language'], ['auto', ...LANGUAGES], DEFAULTS.language),
    keys: r['keys'] !== false,
    quiet: r['quiet'] === true,
    guestSounds: r['guestSounds'] === true,
    blind: r['blind'] === true,
  };
}

export const settings = new Store<Settings>(readSettings(kept(KEY)));

export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings.value, ...change };
  settings.set(next);
  applyLook(next);
  keep(KEY, next);
}

/** The language that the settings mean in this browser. */
export function languageOf(wish: Settings['language']): Language {
  return wish === 'auto' ? bestLanguage(navigator.languages) : wish;
}

/** The browser has a player now: the next time first.ts requests their home, the lobby. */
export function noteHere(known: boolean): void {
  try {
    if (known) localStorage.setItem('hoshi-here', '1');
    else localStorage.removeItem('hoshi-here');
  } catch {
    // Without storage the page asks for the lobby a little later.
  }
}

/** Shows the colours of page and board; "auto" is what the system asks for now (see followSystemTheme). */
export function applyLook({ theme, board, stones, boardSize, hints }: Settings): void {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const root = document.documentElement;
  root.setAttribute('data-theme', theme === 'auto' ? system : theme);
  root.setAttribute('data-board', board);
  root.setAttribute('data-stones', stones);
  if (stones !== 'classic') void loadStyles('/stones.css');
  root.style.setProperty('--board-size', String(boardSize / 100));
  root.setAttribute('data-hints', hints ? 'on' : 'off');
}

/** From now on the page changes with the system, unless the reader chose a theme. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyLook(settings.value));
}
