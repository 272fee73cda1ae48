// How many threads the engine may use. More than one need memory that workers share, which browsers allow on
// pages that are isolated from others (Cross-Origin-Embedder-Policy) and came over a safe connection.

/** As many as the module has room for (src/wasm/api.h), and the one that calls. */
const THREADS_MAX = 8;

export function sharesMemory(): boolean {
  return globalThis.crossOriginIsolated;
}

/** How many a person may choose here. */
export function mostThreads(): number {
  return sharesMemory() ? Math.max(1, Math.min(THREADS_MAX, navigator.hardwareConcurrency)) : 1;
}

/** A choice that is possible here; 0: all processors but one, which is for the page and whatever else runs. */
export function threadsOf(choice: number): number {
  const most = mostThreads();
  const usual = Math.max(1, Math.min(THREADS_MAX, navigator.hardwareConcurrency - 1));
  return Math.min(most, choice > 0 ? choice : usual);
}
