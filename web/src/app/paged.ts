// A list of the server's that continues with `before`.
import { useEffect, useRef, useState } from 'preact/hooks';

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
