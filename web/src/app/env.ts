// Shared by every page: the rules, loaded once, and small stores that components listen to.
import { useEffect, useState } from 'preact/hooks';

import { Rules } from '../wasm';

let loaded: Rules | null = null;

/** The module, which first.ts has asked for. */
export async function takeRules(module: Promise<WebAssembly.Module>): Promise<void> {
  loaded = await Rules.of(await module);
}

/** The rules; pages are drawn only when they are there. */
export function rules(): Rules {
  if (!loaded) throw new Error('the rules are not loaded yet');
  return loaded;
}

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
