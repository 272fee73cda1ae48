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

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    setValue(() => store.value);
    return store.listen((next) => setValue(() => next));
  }, [store]);
  return value;
}
