// A list of the server's that continues with `before`.
import { useEffect, useState } from 'preact/hooks';

import { get, sentence } from './net';

interface Paged<T> {
  /** null until the first page is here. */
  rows: T[] | null;
  next: number | null;
  error: string;
  more: () => void;
  again: () => void;
}

export function usePaged<T>(path: string, rowsOf: (answer: unknown) => T[]): Paged<T> {
  const [rows, setRows] = useState<T[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [error, setError] = useState('');
  const load = (before: number | null): void => {
    const sign = path.includes('?') ? '&' : '?';
    get<{ next: number | null }>(before === null ? path : `${path}${sign}before=${before}`).then(
      (answer) => {
        setRows((known) => (before === null ? rowsOf(answer) : [...(known ?? []), ...rowsOf(answer)]));
        setNext(answer.next);
      },
      (e: unknown) => setError(sentence(e)),
    );
  };
  useEffect(() => load(null), [path]);
  return { rows, next, error, more: () => load(next), again: () => load(null) };
}
