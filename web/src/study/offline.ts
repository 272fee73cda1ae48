// The study, the lessons and the puzzles without a connection: the service worker keeps copies of what this
// page has loaded and will need, so that it opens again offline.

/** What is loaded only when it is asked for. */
const LATER = [
  '/analysis',
  '/analyst.js',
  '/prover.js',
  '/hoshi.wasm',
  '/rules.wasm',
  '/learn.css',
  '/study.css',
  '/style.css',
  '/app.js',
];

export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const loaded = performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name))
    .filter((url) => url.origin === location.origin && !url.pathname.startsWith('/api/'))
    .map((url) => url.pathname);
  const keep = [...new Set([...loaded, ...LATER])];
  void navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then((registration) => registration.active?.postMessage({ keep }))
    .catch(() => undefined); // Then the page needs its server to open.
}
