// How many round trips it takes until there is a board, counted: the requests of the page are held back and let go
// together, in waves, each of them once the page asks for nothing more. Nothing here measures time.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';

import { distDir, newMember, newPerson, post, soon, startBrowser, startServer, steps } from './helper.mjs';

/** Requests that come one after the other without an answer in between are no further than this apart. */
const QUIET_MS = 700;
const REQUESTS_MAX = 15;
/** Nothing waits for it that succeeds. */
const PATIENCE_MS = 60_000;
/** The browser asks for these when it likes, and the page does not wait for them. */
const ASIDE = ['/icon.svg', '/manifest.webmanifest'];
const BOARD = 'Boolean(document.querySelector(".board.interactive .target.legal"))';

/** Opens an address; the waves of requests until `ready` holds, as lists of paths. */
async function wavesUntil(page, url, ready) {
  const waves = [];
  let held = [];
  let last = 0;
  await page.route('**', (route) => {
    if (ASIDE.includes(new URL(route.request().url()).pathname)) return route.continue();
    held.push(route);
    last = Date.now();
    return undefined;
  });
  void page.goto(url).catch(() => undefined);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (waves.length > 0 && (await page.evaluate(ready).catch(() => false))) return waves;
    if (held.length === 0 || Date.now() - last < QUIET_MS) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    const wave = held;
    held = [];
    waves.push(wave.map((route) => new URL(route.request().url()).pathname));
    await Promise.all(wave.map((route) => route.continue().catch(() => undefined)));
  }
  throw new Error(`nothing to play on after ${JSON.stringify(waves)}`);
}

test('how the page is loaded', async (t) => {
  const browser = await startBrowser(t);
  const server = await startServer(t);
  const base = server.url;
  const step = steps(t, browser);
  const stranger = (options = {}) => newPerson(browser, { serviceWorkers: 'block', ...options });

  async function checked(page, address, ready = BOARD) {
    const waves = await wavesUntil(page, base + address, ready);
    assert.ok(waves.length <= 3, `${address} takes ${waves.length} round trips: ${JSON.stringify(waves)}`);
    const asked = waves.flat();
    assert.ok(asked.length <= REQUESTS_MAX, `${address} takes ${asked.length} requests: ${asked.join(' ')}`);
    assert.equal(new Set(asked).size, asked.length, `${address} asks twice: ${asked.join(' ')}`);
  }

  await step('a board on this device is there after three round trips', async () => {
    await checked(await stranger(), '/local/levee?size=9&seats=me,me');
  });

  await step('in German, too', async () => {
    const page = await stranger({ locale: 'de-DE' });
    await checked(page, '/local/levee?size=9&seats=me,me');
    await soon.equal(() => page.evaluate('document.documentElement.lang'), 'de');
  });

  await step('a match is there after three round trips', async () => {
    const page = await newMember(browser, base, 'ann', { serviceWorkers: 'block' });
    const { id } = await post(page, base, '/matches', { game: 'levee', width: 9, height: 9, seats: ['me', { bot: 1 }] });
    await checked(page, `/m/${id}`);
  });

  await step('so is an invitation to one, for a stranger', async () => {
    const ann = await newMember(browser, base, 'beth', { serviceWorkers: 'block' });
    const match = await post(ann, base, '/matches', {
      game: 'claims',
      width: 8,
      height: 8,
      seats: ['me', 'invite'],
      private: true,
    });
    const page = await stranger();
    await checked(page, match.invite, 'Boolean(document.querySelector(".board"))');
  });

  await step('so are the four games of the front page', async () => {
    await checked(await stranger(), '/', 'document.querySelectorAll(".card .board").length === 4');
  });

  await step('so is the board of a study', async () => {
    await checked(await stranger(), '/analysis?game=levee&size=9');
  });

  await step('and the lobby, for people who have been here', async () => {
    const page = await newMember(browser, base, 'cora', { serviceWorkers: 'block' });
    await page.goto(base);
    await page.locator('.lobby').waitFor();
    await page.goto('about:blank'); // what the first page still asks for is not the second's
    await checked(page, '/', 'Boolean(document.querySelector(".lobby"))');
  });

  await step('files come in brotli where the browser takes it', async () => {
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['br;q=0.5', 'br'],
      ['broken', null],
    ]) {
      const answer = await fetch(`${base}/rules.wasm`, { method: 'HEAD', headers: { 'Accept-Encoding': accepted } });
      assert.equal(answer.headers.get('content-encoding'), coding, accepted);
    }
    for (const name of await readdir(distDir)) {
      if (path.extname(name) !== '.br') continue;
      const packed = await readFile(path.join(distDir, name));
      assert.deepEqual(brotliDecompressSync(packed), await readFile(path.join(distDir, path.basename(name, '.br'))), name);
      assert.equal((await fetch(`${base}/${name}`)).status, 404, `${name} is no file of its own`);
    }
  });
});
