// The service worker: shows what comes in by web push, and leads a click to its page. It keeps no
// copies of pages, so there is never an old one.

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

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
void scope.skipWaiting();
