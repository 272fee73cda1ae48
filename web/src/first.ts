// The first script of the page, small and without imports that are loaded: it asks at once for what the address
// needs, so that all of it travels together. Else each would be asked for when the one before has arrived: the
// frame of the page, then a part of it, then its texts and styles, then the match.
import { LANGUAGES, bestLanguage } from './i18n/languages';
import type { EarlyAnswer } from './core/early';
import type { Language } from './i18n/languages';

/** The first requests: answers of the API by their paths, and the rules. */
export interface Early {
  api: Map<string, Promise<EarlyAnswer>>;
  rules: Promise<WebAssembly.Module>;
}

/** If the browser had a player the last time, their home is the lobby. */
const HERE_KEY = 'hoshi-here';

/** Set by web/build.mjs: the script with the frame of the page; by the first word of an address and the language
 * the files that it needs besides, "*" for all languages. */
declare const START: string;
declare const PARTS: Record<string, Partial<Record<Language | '*', string[]>>>;

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be forbidden
  }
}

/** As settings.ts reads it. */
function languageHere(): Language {
  try {
    const { language } = JSON.parse(kept('hoshi-settings') ?? '{}') as { language?: unknown };
    const chosen = LANGUAGES.find((l) => l === language);
    if (chosen) return chosen;
  } catch {
    // A person has edited it.
  }
  return bestLanguage(navigator.languages);
}

function hint(file: string): void {
  const link = document.createElement('link');
  if (file.endsWith('.js')) {
    link.rel = 'modulepreload';
  } else {
    link.rel = 'preload';
    link.as = 'style';
  }
  link.href = file;
  document.head.append(link);
}

/** Which row of the table an address means. */
function rowOf(url: URL): string {
  const word = url.pathname.split('/')[1] ?? '';
  return word === '' && kept(HERE_KEY) !== null ? 'lobby' : word;
}

/** The match that an address shows, as useMatch asks for it. */
function matchAsked(url: URL): string | null {
  const id = /^\/m\/(\d+)$/.exec(url.pathname)?.[1];
  if (id === undefined) return null;
  const invite = url.searchParams.get('invite');
  return `/matches/${id}${invite === null ? '' : `?invite=${encodeURIComponent(invite)}`}`;
}

async function ask(path: string): Promise<EarlyAnswer> {
  const response = await fetch(`/api${path}`, { headers: { Accept: 'application/json' } });
  return { response, at: Date.now() };
}

function begin(url: URL): Early {
  const language = languageHere();
  for (const row of [PARTS['*'], PARTS[rowOf(url)]])
    for (const file of [...(row?.['*'] ?? []), ...(row?.[language] ?? [])]) hint(file);
  const match = matchAsked(url);
  const api = new Map(['/me', ...(match === null ? [] : [match])].map((path) => [path, ask(path)]));
  const rules = WebAssembly.compileStreaming(fetch('/rules.wasm'));
  // The reader of the answer gets the error.
  for (const one of [...api.values(), rules]) one.catch(() => undefined);
  return { api, rules };
}

const early = begin(new URL(location.href));
void (import(START) as Promise<typeof import('./main')>).then((page) => page.start(early));
