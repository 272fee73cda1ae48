// The service worker: shows what comes in by web push, and leads a click to its page. Of what the study,
// lessons and puzzles have loaded it keeps copies, which are used only when the server does not answer, so nobody sees an old page.

interface PushNews {
  title?: string;
  body?: string;
  url?: string;
  tag?: string;
}

/** The few things of a worker's scope that are used; TypeScript's own description excludes the page's. */
interface PushScope {
  addEventListener(type: 'push', listener: (event: PushArrival) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Click) => void): void;
  addEventListener(type: 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'message', listener: (event: Waiting & { data: unknown }) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowSeen[]>;
    openWindow(url: string): Promise<WindowSeen | null>;
  };
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushArrival extends Waiting {
  data: { json(): unknown } | null;
}
interface Click extends Waiting {
  notification: Notification;
}
interface WindowSeen {
  url: string;
  focus(): Promise<WindowSeen>;
}

const scope = self as unknown as PushScope;

/** What a message says, whatever it is. */
function read(event: PushArrival): PushNews {
  try {
    const news: unknown = event.data?.json();
    return typeof news === 'object' && news !== null ? news : {};
  } catch {
    return {};
  }
}

/** A page of this site; anything else leads home. */
function ownPage(url: unknown): string {
  const page = new URL(typeof url === 'string' ? url : '/', scope.location.origin);
  return page.origin === scope.location.origin ? page.href : scope.location.origin;
}

scope.addEventListener('push', (event) => {
  const { title = 'hoshi', body = '', url, tag } = read(event);
  const options = { body, icon: '/icon.svg', data: ownPage(url), ...(tag === undefined ? {} : { tag }) };
  event.waitUntil(scope.registration.showNotification(title, options));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = ownPage(event.notification.data);
  const show = async (): Promise<void> => {
    const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = open.find((w) => w.url === url);
    if (there) await there.focus();
    else await scope.clients.openWindow(url);
  };
  event.waitUntil(show());
});

const COPIES = 'hoshi-copies';
/** Where the page of all addresses that open offline is kept. */
const PAGE = '/analysis';
const OFFLINE = /^\/(analysis|puzzles|learn)(\/|$)/;

/** Fetches the files anew, and with them what was kept before; what the server has no more is dropped. */
async function keepCopies(paths: string[]): Promise<void> {
  const kept = await caches.open(COPIES);
  const before = (await kept.keys()).map((old) => new URL(old.url).pathname);
  await Promise.all(
    [...new Set([...paths, ...before])].map(async (path) => {
      const answer = await fetch(path).catch(() => null);
      if (answer?.ok) await kept.put(path, answer);
      else if (answer) await kept.delete(path);
    }),
  );
}

/** The server's answer, or without one the copy. */
async function answerTo(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (e) {
    const copy = await (await caches.open(COPIES)).match(path);
    if (copy) return copy;
    throw e;
  }
}

scope.addEventListener('message', (event) => {
  const { keep } = (event.data ?? {}) as { keep?: unknown };
  if (!Array.isArray(keep)) return;
  const paths = keep.filter(
    (p): p is string => typeof p === 'string' && p.startsWith('/') && !p.startsWith('/api/'),
  );
  event.waitUntil(keepCopies(paths));
});

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== scope.location.origin) return;
  if (url.pathname.startsWith('/api/')) return;
  if (event.request.mode !== 'navigate') event.respondWith(answerTo(event.request, url.pathname));
  else if (OFFLINE.test(url.pathname)) event.respondWith(answerTo(event.request, PAGE));
});

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
void scope.skipWaiting();
