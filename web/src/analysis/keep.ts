// Studies kept in this browser: each is a record in its storage, written at every change, so that a reload,
// a crash or a lost connection loses nothing. The names of all are in one list, the latest first.
import { rules } from '../wasm/loaded';
import { studyOf, textOf } from './json';
import type { RecordJson } from './json';
import { ROOT, nodeOf } from './tree';
import type { NodeId, Study } from './tree';

export interface Kept {
  id: string;
  name: string;
  game: string;
  /** Milliseconds since 1970. */
  changed: number;
}

const LIST = 'hoshi-studies';
const KEPT_MAX = 100;
const keyOf = (id: string): string => `hoshi-study-${id}`;
/** A review of the whole line, and one that was cancelled or that the browser did not bring to its end. */
type ReviewPart = 'whole' | 'part';
const reviewKey = (id: string, what: ReviewPart): string =>
  what === 'whole' ? `hoshi-study-review-${id}` : `hoshi-study-reviewing-${id}`;
const matchKey = (id: string): string => `hoshi-study-match-${id}`;
const placeKey = (id: string): string => `hoshi-study-at-${id}`;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  const k = value as Partial<Kept> | null;
  return (
    typeof k?.id === 'string' &&
    typeof k.name === 'string' &&
    typeof k.game === 'string' &&
    typeof k.changed === 'number'
  );
}

export function keptStudies(): Kept[] {
  const list = read(LIST);
  return Array.isArray(list) ? list.filter(isKept) : [];
}

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(36).padStart(2, '0')).join(
    '',
  );
}

const infoOf = (game: Parameters<ReturnType<typeof rules>['info']>[0]) => rules().info(game);

/** State that a record does not hold: the folded lines. A node is named by the places of its moves
 * among their siblings. */
function placesOf(s: Study, id: NodeId): number[] {
  const places: number[] = [];
  for (let at = id; at !== ROOT;) {
    const parent = nodeOf(s, at).parent ?? ROOT;
    places.unshift(nodeOf(s, parent).children.indexOf(at));
    at = parent;
  }
  return places;
}

function nodeAt(s: Study, places: unknown): NodeId {
  let at = ROOT;
  if (!Array.isArray(places)) return at;
  for (const place of places) {
    const next = nodeOf(s, at).children[Number(place)];
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** Returns false when the browser has no room or allows no storage, or the shelf is full: nothing
 * is removed from it without the person's choice. */
export function keep(id: string, s: Study): boolean {
  try {
    const others = keptStudies().filter((k) => k.id !== id);
    if (others.length >= KEPT_MAX) return false;
    localStorage.setItem(keyOf(id), textOf(s, infoOf));
    const entry = { id, name: nodeOf(s, ROOT).name, game: s.setup.game, changed: Date.now() };
    const list = [entry, ...others];
    localStorage.setItem(LIST, JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}

/** Whether both would be kept as the same record. */
export function same(a: Study, b: Study): boolean {
  return textOf(a, infoOf) === textOf(b, infoOf);
}

/** The study on the shelf that is kept as the same record; null: there is none. */
export function keptAs(s: Study): string | null {
  const text = textOf(s, infoOf);
  try {
    const equal = (k: Kept): boolean => JSON.stringify(read(keyOf(k.id))) === text;
    return keptStudies().find((k) => k.game === s.setup.game && equal(k))?.id ?? null;
  } catch {
    return null;
  }
}

/** The selected node and the folded lines; losing them loses no work. */
export function keepPlace(id: string, s: Study, at: NodeId): void {
  const folded = Object.keys(s.nodes)
    .map(Number)
    .filter((n) => nodeOf(s, n).folded);
  try {
    const place = { at: placesOf(s, at), folded: folded.map((n) => placesOf(s, n)) };
    localStorage.setItem(placeKey(id), JSON.stringify(place));
  } catch {
    // Then one begins at the start.
  }
}

export function open(id: string): { study: Study; at: NodeId } | null {
  try {
    const text = localStorage.getItem(keyOf(id));
    if (text === null) return null;
    const study = studyOf(JSON.parse(text) as RecordJson);
    const place = read(placeKey(id)) as { at?: unknown; folded?: unknown } | null;
    for (const places of Array.isArray(place?.folded) ? place.folded : [])
      Object.assign(nodeOf(study, nodeAt(study, places)), { folded: true });
    return { study, at: nodeAt(study, place?.at) };
  } catch {
    return null;
  }
}

/** Tells when another tab of this browser has changed the study. Returns what ends it. */
export function watch(id: string, changed: () => void): () => void {
  const stored = (event: StorageEvent): void => {
    if (event.key === keyOf(id) && event.newValue !== null) changed();
  };
  // A page that was left and is shown again by Back was told of nothing.
  const shown = (event: PageTransitionEvent): void => {
    if (event.persisted) changed();
  };
  addEventListener('storage', stored);
  addEventListener('pageshow', shown);
  return () => {
    removeEventListener('storage', stored);
    removeEventListener('pageshow', shown);
  };
}

/** The results of a review, stored under its moves, as text in its own format. Null removes them. */
export function keepReview(id: string, what: ReviewPart, review: unknown): void {
  try {
    if (review === null) localStorage.removeItem(reviewKey(id, what));
    else localStorage.setItem(reviewKey(id, what), JSON.stringify(review));
  } catch {
    // Then it is made again.
  }
}

export function keptReview(id: string, what: ReviewPart): unknown {
  return read(reviewKey(id, what));
}

/** The match on the server that was opened as this study. */
export function keepMatch(id: string, match: number): void {
  try {
    localStorage.setItem(matchKey(id), String(match));
  } catch {
    // Then its review is not found by it.
  }
}

export function keptMatch(id: string): number | null {
  const match = read(matchKey(id));
  return typeof match === 'number' && Number.isInteger(match) && match > 0 ? match : null;
}

/** The studies that are kept of a match, the latest first. */
export function keptOfMatch(match: number): string[] {
  return keptStudies()
    .map((k) => k.id)
    .filter((id) => keptMatch(id) === match);
}

export function forget(id: string): void {
  try {
    localStorage.removeItem(matchKey(id));
    localStorage.removeItem(reviewKey(id, 'whole'));
    localStorage.removeItem(reviewKey(id, 'part'));
    localStorage.removeItem(keyOf(id));
    localStorage.removeItem(placeKey(id));
    localStorage.setItem(LIST, JSON.stringify(keptStudies().filter((k) => k.id !== id)));
  } catch {
    // It was not kept then.
  }
}

/** What a person has chosen for the study. */
export interface Preferences {
  memoryMib: number;
  /** 0: as many as are usual here (threads.ts). */
  threads: number;
  lines: number;
  candidates: boolean;
  ownership: boolean;
  /** The fields for comment, name and glyph are open below the moves. */
  notes: boolean;
}

export const MEMORIES = [32, 64, 128, 256, 512] as const;

/** A phone has room for two lines of the engine beside the board. */
const isNarrow = (): boolean => matchMedia('(max-width: 40rem)').matches;

export function preferences(): Preferences {
  const p = (read('hoshi-study-preferences') ?? {}) as Partial<Preferences>;
  return {
    memoryMib: MEMORIES.find((m) => m === p.memoryMib) ?? 128,
    threads: Number.isInteger(p.threads) ? (p.threads ?? 0) : 0,
    lines:
      typeof p.lines === 'number' && p.lines >= 1 && p.lines <= 5 ? Math.floor(p.lines) : isNarrow() ? 2 : 3,
    candidates: p.candidates !== false,
    ownership: p.ownership === true,
    notes: p.notes === true,
  };
}

export function keepPreferences(p: Preferences): void {
  try {
    localStorage.setItem('hoshi-study-preferences', JSON.stringify(p));
  } catch {
    // The choice then holds until the page is left.
  }
}
