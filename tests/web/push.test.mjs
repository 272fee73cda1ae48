// Web push in the whole Chromium: its shell without windows shows no notifications.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CHROMIUM, WITH_COPIES, newPerson, startBrowser, startServer, until } from './helper.mjs';

test('web push is shown by the service worker, also when no page is open', async (t) => {
  const base = (await startServer(t)).url;
  const browser = await startBrowser(t, process.env.HOSHI_CHROMIUM_WHOLE ?? CHROMIUM);
  const page = await newPerson(browser, WITH_COPIES);
  await page.context().grantPermissions(['notifications'], { origin: base });
  await page.goto(`${base}/`);
  await page.locator('h1').waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise((done) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', (e) => {
      if (e.registrations[0]) done(e.registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const shown = `navigator.serviceWorker.ready.then((r) => r.getNotifications()).then((all) => all.map(
    (n) => [n.title, n.body, n.tag, n.data].join('|')).join())`;
  // A busy browser may lose what its own tools deliver: as a push service does, it is sent again.
  const deliver = async (data, wanted, what) => {
    const registrationId = await registered;
    for (let left = 3; left > 0; left--) {
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: base, registrationId, data });
      try {
        return await until(page, `${shown}.then((all) => ${wanted})`, what);
      } catch (e) {
        if (left === 1) throw e;
      }
    }
  };
  // As the server sends it; a newer one of the same match takes the place of the older.
  const ann = { id: 3, name: 'ann', kind: 'member' };
  const turn = { id: 1, kind: 'turn', at: 1, read: false, match: 12, tournament: null, player: ann, ply: 7, text: '' };
  const said = (text) => `all === 'hoshi|${text}|/m/12|${base}/m/12'`;
  await deliver(JSON.stringify(turn), said('It is your turn against ann (match 12).'), 'it is shown');
  // One that waited since a former version has no data.
  const former = { ...turn, id: 4, kind: 'over', text: 'won resign levee 8' };
  await deliver(JSON.stringify(former), said('A match is over (match 12).'), 'a former one is told, too');
  const over = { ...former, id: 2, data: { how: 'won', reason: 'resign', game: 'levee', width: 7, height: 7, rating: 8 } };
  await deliver(JSON.stringify(over), said('ann resigned. You won (Levee 7 × 7). Rating +8.'), 'the end is told');
  // What is no notification at all does no harm.
  await deliver('no json', `all.includes('hoshi||')`, 'something is said');
  assert.deepEqual(page.problems, []);
});
