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

/** What the server needs to reach this browser; fails with a sentence when it may not. */
export async function subscribe(serverKey: string): Promise<PushSubscriptionJSON> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window))
    throw new Error(t('notifications.push.denied'));
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(t('notifications.push.denied'));
  const registration = await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const made =
    known ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: keyBytes(serverKey),
    }));
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', keys: keys ?? {} };
}
