// Notices that the session of this browser has ended, and that it is there again: the stream tells of neither.
import { events, online, streamLost } from './events';
import { checkSession, signedOut } from './net';

/** From the start of the page on. */
export function watchSession(): void {
  streamLost.set(() => {
    if (navigator.onLine) void checkSession();
  });
  signedOut.listen(() => {
    if (!signedOut.value) events.wake();
  });
  // The person may have signed in in another tab.
  document.addEventListener('visibilitychange', () => {
    const back = document.visibilityState === 'visible';
    if (back && (signedOut.value || !online.value)) void checkSession();
  });
}
