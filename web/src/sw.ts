// The service worker: keeps the page for when there is no connection, shows notifications of web push, and leads
// a click to its page.
//
// The files of one build of the page are kept together in a cache that is named by their contents.
// They are used only when the server does not answer, so no one sees an old page with a new server;
// a new build takes the place of the old one as a whole, and a page that is open then offers to be
// loaded again (app/offline.ts). Nets and most puzzles are kept once they have been used. What a
// player has read of their own matches is kept apart from that, and is deleted when someone signs
// in or out.

import { pathOf, saidOf } from './notifications/said';
import type { NotificationData, PageNotification } from './core/people';
import { notificationsDe } from './i18n/de/notifications';
import { notificationsEn } from './i18n/en/notifications';
import { notificationsFr } from './i18n/fr/notifications';

/** The few things of a worker's scope that are used; TypeScript's own description excludes the page's. */
interface PushScope {
  addEventListener(type: 'push', listener: (event: PushArrival) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Click) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  location: Location;
  navigator: { languages: readonly string[] };
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

/** A message that waited since the server was of a former version has no data. */
type Arrived = Omit<PageNotification, 'data'> & { data?: NotificationData };

/** The notification of a message (docs/api/notifications.md); null if the message has another
 * form. */
function read(event: PushArrival): PageNotification | null {
  try {
    const news = event.data?.json() as Arrived | null | undefined;
    if (typeof news !== 'object' || news === null || typeof news.kind !== 'string') return null;
    return { ...news, data: news.data ?? {} };
  } catch {
    return null;
  }
}

/** Texts in the first of the reader's languages that there is. */
function wordsOf(languages: readonly string[]): typeof notificationsEn {
  const spoken: Record<string, typeof notificationsEn> = {
    en: notificationsEn,
    de: notificationsDe,
    fr: notificationsFr,
  };
  const best = languages.map((wish) => spoken[wish.slice(0, 2).toLowerCase()]).find(Boolean);
  return best ?? notificationsEn;
}

/** A page of this site; anything else leads home. */
function ownPage(url: unknown): string {
  const page = new URL(typeof url === 'string' ? url : '/', scope.location.origin);
  return page.origin === scope.location.origin ? page.href : scope.location.origin;
}

scope.addEventListener('push', (event) => {
  const news = read(event);
  const path = news ? pathOf(news) : '/notifications';
  const options = {
    body: news ? saidOf(news, wordsOf(scope.navigator.languages)) : '',
    icon: '/icon.svg',
    data: ownPage(path),
    // A later notification about the same match replaces the earlier one.
    tag: path,
  };
  event.waitUntil(scope.registration.showNotification('hoshi', options));
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

/** Set by web/build.mjs: the files of this build, those that are kept only when they were used, and a word that
 * changes with their contents. */
declare const FILES: string[];
declare const LATER: string[];
declare const BUILD: string;

const COPIES = `hoshi-${BUILD}`;
const OWN = 'hoshi-own';
const OWN_MAX = 80;
/** A server that has not answered by then counts as away, where there is a copy. */
const PATIENCE_MS = 4000;

/** The player's own data as last read: the player, their lists of matches, single matches. */
const isOwn = (url: URL): boolean =>
  url.pathname === '/api/me' ||
  (url.pathname === '/api/matches' && url.searchParams.get('mine') === '1') ||
  /^\/api\/matches\/\d+$/.test(url.pathname);

/** Requests after which another player may use the browser. */
const CHANGES_PLAYER = ['/api/signin', '/api/signup', '/api/signout', '/api/account/delete'];

/** Past the browser's own cache: the files of one build belong together. */
const anew = (path: string): Request => new Request(path, { cache: 'reload' });

async function keepBuild(): Promise<void> {
  const used: string[] = [];
  for (const path of LATER) if (await caches.match(path)) used.push(path);
  const kept = await caches.open(COPIES);
  await kept.addAll([...FILES, ...used].map(anew));
}

async function forgetOldBuilds(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('hoshi-') && name !== COPIES && name !== OWN) await caches.delete(name);
}

/** Counts the requests after which another player may use the browser: what was asked before one is not kept. */
let players = 0;

async function keepOwn(request: Request, answer: Response, asked: number): Promise<void> {
  // The server knows no player here any more: nothing may be left of what they read.
  if (new URL(request.url).pathname === '/api/me' && (await answer.clone().text()).trim() === 'null') {
    await caches.delete(OWN);
    return;
  }
  if (asked !== players) return;
  const kept = await caches.open(OWN);
  await kept.put(request, answer);
  const known = await kept.keys();
  for (const old of known.slice(0, Math.max(0, known.length - OWN_MAX))) await kept.delete(old);
}

/** The server's answer, or without one in time the copy. */
async function answerTo(request: Request, copy: () => Promise<Response | undefined>): Promise<Response> {
  const server = fetch(request);
  server.catch(() => undefined);
  let timer = 0;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    const answer = await Promise.race([server, late]);
    if (answer) return answer;
  } catch {
    // There is no connection.
  } finally {
    clearTimeout(timer);
  }
  return (await copy()) ?? server;
}

/** A net or puzzles: what the server gives is there the next time, too. */
async function answerLater(request: Request, path: string): Promise<Response> {
  const answer = await answerTo(request, copyOf(path));
  if (answer.status === 200) {
    const copy = answer.clone();
    void caches
      .open(COPIES)
      .then((kept) => kept.put(path, copy))
      .catch(() => undefined);
  }
  return answer;
}

async function answerOwn(request: Request): Promise<Response> {
  const asked = players;
  const answer = await answerTo(request, () => caches.open(OWN).then((kept) => kept.match(request)));
  if (answer.ok && answer.type !== 'opaque') {
    const copy = answer.clone();
    void keepOwn(request, copy, asked).catch(() => undefined);
  }
  return answer;
}

const copyOf = (path: string) => (): Promise<Response | undefined> =>
  caches.open(COPIES).then((kept) => kept.match(path));

scope.addEventListener('install', (event) => event.waitUntil(keepBuild().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) =>
  event.waitUntil(forgetOldBuilds().then(() => scope.clients.claim())),
);

scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== scope.location.origin) return;
  if (event.request.method !== 'GET') {
    if (CHANGES_PLAYER.includes(url.pathname)) {
      players++;
      void caches.delete(OWN);
    }
    return;
  }
  if (url.pathname.startsWith('/api/')) {
    if (isOwn(url)) event.respondWith(answerOwn(event.request));
    return;
  }
  // Every address of the page is the same file; the text of the licences is another one.
  const path = event.request.mode === 'navigate' && url.pathname !== '/licences.txt' ? '/' : url.pathname;
  if (LATER.includes(path)) event.respondWith(answerLater(event.request, path));
  else event.respondWith(answerTo(event.request, copyOf(path)));
});
