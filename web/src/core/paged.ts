// A list of the server's that continues with `before`.
import { useEffect, useRef, useState } from 'preact/hooks';

import { FROM_NOW, events } from './events';
import { get, sentence } from './net';

interface Paged<T> {
  /** null until the first page is here. */
  rows: T[] | null;
  next: number | null;
  error: string;
  more: () => void;
  /** Reads the shown pages again. */
  again: () => void;
}

interface Pages<T> {
  rows: T[];
  next: number | null;
  n: number;
}

export function usePaged<T>(path: string, rowsOf: (answer: unknown) => T[]): Paged<T> {
  const [pages, setPages] = useState<Pages<T> | null>(null);
  const [error, setError] = useState('');
  const asked = useRef(0); // an answer to an older question comes too late
  const read = async (from: Pages<T>, n: number): Promise<void> => {
    asked.current++;
    const mine = asked.current;
    let found = from;
    try {
      do {
        const sign = path.includes('?') ? '&' : '?';
        const page = found.next === null ? path : `${path}${sign}before=${found.next}`;
        const answer = await get<{ next: number | null }>(page);
        found = { rows: [...found.rows, ...rowsOf(answer)], next: answer.next, n: found.n + 1 };
      } while (found.n < n && found.next !== null);
      if (mine !== asked.current) return;
      setPages(found);
      setError('');
    } catch (e) {
      if (mine === asked.current) setError(sentence(e));
    }
  };
  const begin = (n: number): void => void read({ rows: [], next: null, n: 0 }, n);
  useEffect(() => {
    begin(1);
    return () => {
      asked.current++;
    };
  }, [path]);
  return {
    rows: pages?.rows ?? null,
    next: pages?.next ?? null,
    error,
    more: () => pages && void read(pages, pages.n + 1),
    again: () => begin(pages?.n ?? 1),
  };
}

/** A list that the lobby's events of a type keep current: with each, it is read from its beginning. */
export function useLobbyList<T>(
  path: string,
  rowsOf: (answer: unknown) => T[],
  type: string,
): { rows: T[] | null; next: number | null; more: () => void } {
  const [rows, setRows] = useState<T[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const load = async (before: number | null): Promise<void> => {
    const answer = await get<{ next: number | null }>(before === null ? path : `${path}&before=${before}`);
    const found = rowsOf(answer);
    setRows((known) => (before === null ? found : [...(known ?? []), ...found]));
    setNext(answer.next);
  };
  useEffect(() => {
    const again = (): void => void load(null).catch(() => setRows((known) => known ?? []));
    again();
    return events.subscribe('lobby', FROM_NOW, (e) => {
      if (e.type === type || e.type === 'hello') again();
    });
  }, [path]);
  return { rows, next, more: () => void load(next) };
}
