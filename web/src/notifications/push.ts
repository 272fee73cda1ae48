// Web push: asks the browser for permission and for its push address, to which the server then sends.
// The service worker (sw.ts) shows the messages, also when no page is open.
import { t } from '../i18n';

/** A key in base64url as bytes. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const padded = key
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .padEnd(Math.ceil(key.length / 4) * 4, '=');
  return Uint8Array.from(atob(padded), (c) => c.charCodeAt(0));
}

function isKey(known: ArrayBuffer | null, key: Uint8Array): boolean {
  if (known === null) return true; // This browser does not tell.
  const bytes = new Uint8Array(known);
  return bytes.length === key.length && bytes.every((byte, i) => byte === key[i]);
}

/** What the server needs to reach this browser; fails with a sentence when it may not. */
export async function subscribe(serverKey: string): Promise<PushSubscriptionJSON> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window))
    throw new Error(t('notifications.push.denied'));
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(t('notifications.push.denied'));
  const registration = await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  const key = keyBytes(serverKey);
  let known = await registration.pushManager.getSubscription();
  // One to a former key of the server reaches nobody any more.
  if (known && !isKey(known.options.applicationServerKey, key)) {
    await known.unsubscribe();
    known = null;
  }
  const made =
    known ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    }));
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', keys: keys ?? {} };
}
