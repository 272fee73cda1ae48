// Words of other people in a real browser: whatever stands in chat, in a profile or in an address is shown as text,
// and nothing of it runs, loads or leaves the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { newMember, newPerson, post, startBrowser, startServer } from './helper.mjs';

const ATTACKS = [
  '<script>window.taken = 1</script>',
  '<img src="/nothing" onerror="window.taken = 1">',
  '"><svg onload="window.taken = 1">',
  "';window.taken=1;'",
  '</textarea><iframe srcdoc="<script>parent.taken = 1</script>"></iframe>',
  'javascript:window.taken=1',
  '<a href="javascript:window.taken=1">here</a>',
];

test('words of others are text in the page', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const ann = await newMember(browser, base, 'ann');
  const match = await post(ann, base, '/matches', { game: 'levee', seats: ['me', 'me'] });
  for (const text of ATTACKS) await post(ann, base, `/matches/${match.id}/chat`, { text });
  await post(ann, base, '/account/profile', { about: ATTACKS.join('\n') });

  const bob = await newPerson(browser);
  const requested = [];
  bob.on('request', (r) => requested.push(r.url()));
  for (const path of [
    `/m/${match.id}`,
    '/players/ann',
    '/players/%3Cimg%20src%3Dx%20onerror%3D%22window.taken%3D1%22%3E',
    '/lobby?game=%3Cscript%3Ewindow.taken%3D1%3C%2Fscript%3E',
    '/signin?next=javascript:window.taken=1',
    '/%22%3E%3Cscript%3Ewindow.taken=1%3C/script%3E',
  ]) {
    await bob.goto(base + path);
    await bob.waitForTimeout(500); // a stream is open: the network is never idle
    const seen = await bob.evaluate(() => ({
      taken: window.taken ?? 0,
      scripts: [...document.scripts].filter((s) => s.src === '' && s.textContent.includes('taken')).length,
      frames: document.querySelectorAll('iframe').length,
      links: [...document.querySelectorAll('a')].filter((a) => a.href.startsWith('javascript:')).length,
      handlers: document.querySelectorAll('[onerror], [onload]').length,
    }));
    assert.deepEqual(seen, { taken: 0, scripts: 0, frames: 0, links: 0, handlers: 0 }, path);
  }
  await bob.goto(`${base}/m/${match.id}`);
  await bob.waitForFunction(
    (texts) => texts.every((text) => document.querySelector('.lines')?.textContent.includes(text)),
    ATTACKS,
  );
  assert.deepEqual(requested.filter((url) => !url.startsWith(base)), []);

  // Even a script that got into the page could not be run, nor call home: the policy forbids both.
  const blocked = await bob.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.taken = 1';
    document.body.append(script);
    let left = true;
    await fetch('https://evil.invalid/', { mode: 'no-cors' }).catch((e) => (left = !/Failed/.test(e)));
    return { taken: window.taken ?? 0, left };
  });
  assert.deepEqual(blocked, { taken: 0, left: false });
});
