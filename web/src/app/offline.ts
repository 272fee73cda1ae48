// The page without a connection: a service worker (sw.ts) keeps it.
import { Store } from '../core/env';

/** A newer build of the page is there than the one that runs in this tab. */
export const outdated = new Store(false);

/** Long enough for the first visit to show its page before the rest is fetched for later. */
const SETTLED_MS = 1500;

/** Asks for the service worker, once the page has what it needs itself. */
export function keepPage(): void {
  if (!('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  // The first worker is as old as this page; each that follows belongs to another build.
  let known = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    outdated.set(known);
    known = true;
  });
  const register = (): void => {
    // Without one the page needs its server to open.
    workers.register('/sw.js').catch(() => undefined);
  };
  if (document.readyState === 'complete') setTimeout(register, SETTLED_MS);
  else addEventListener('load', () => setTimeout(register, SETTLED_MS));
}
