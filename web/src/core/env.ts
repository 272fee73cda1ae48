// Shared by every page: small stores that components listen to.
import { useEffect, useState } from 'preact/hooks';

/** A value that components can listen to. */
export class Store<T> {
  private readonly listeners = new Set<(value: T) => void>();
  private current: T;

  constructor(first: T) {
    this.current = first;
  }

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const tell of [...this.listeners]) tell(value);
  }

  listen(tell: (value: T) => void): () => void {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  }
}

/** What this browser keeps under a name; null: nothing, or it forbids storage. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value. Where there is no room, or storage is forbidden, it is known until the page is closed. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}

/** Reads a list that was kept; a person by hand may have written it. */
export function readList<T>(text: string | null, is: (one: unknown) => one is T): T[] {
  try {
    const raw: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(raw) ? raw.filter(is) : [];
  } catch {
    return [];
  }
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    setValue(() => store.value);
    return store.listen((next) => setValue(() => next));
  }, [store]);
  return value;
}
