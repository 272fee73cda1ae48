// Asks the server once, when a page is opened.
import { useEffect, useState } from 'preact/hooks';

import { get, sentence } from './net';

interface Asked<T> {
  value: T | null;
  error: string;
  /** For an answer that came another way. */
  set: (value: T) => void;
  again: () => void;
}

/** Requests a path, or nothing for null. The last answer stays until the new one arrives. */
export function useAsked<T>(path: string | null): Asked<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState('');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let left = false;
    if (path === null) return;
    setError('');
    get<T>(path).then(
      (answer) => {
        if (!left) setValue(() => answer);
      },
      (e: unknown) => {
        if (!left) setError(sentence(e));
      },
    );
    return () => {
      left = true;
    };
  }, [path, round]);
  return { value, error, set: (v) => setValue(() => v), again: () => setRound((n) => n + 1) };
}
