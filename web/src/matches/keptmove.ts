// A move that the server has not confirmed yet, kept in this browser: it outlives a reload, a lost connection and a
// session that has ended, and is sent when the match is opened again.

export interface KeptMove {
  match: number;
  ply: number;
  word: string;
}

const KEY = 'hoshi-unsent';

function read(): KeptMove[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptMove {
  const kept = value as Partial<KeptMove> | null;
  return typeof kept?.match === 'number' && typeof kept.ply === 'number' && typeof kept.word === 'string';
}

function write(list: KeptMove[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Without storage the move lives as long as the page.
  }
}

export function keepMove(move: KeptMove): void {
  write([...read().filter((k) => k.match !== move.match), move]);
}

export function forgetMove(match: number): void {
  const list = read();
  if (list.some((k) => k.match === match)) write(list.filter((k) => k.match !== match));
}

export function keptMove(match: number): KeptMove | null {
  return read().find((k) => k.match === match) ?? null;
}
