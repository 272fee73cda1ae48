// pageload.mjs [--runs N] - how soon the page is there: bytes, requests, first paint and a board that can be
// played on, in a fresh headless Chromium and a fresh server, as it is and as DevTools' "Fast 3G" with a
// processor four times as slow. Prints medians as JSON. Needs a build (make) and nothing else that runs.
import path from 'node:path';
import { parseArgs } from 'node:util';

import { Server, newPerson, startBrowser } from '../tests/web/helper.mjs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';

const FAST_3G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const SLOWER = 4;
const PAGES = { front: '/', board: '/local/levee?size=9&seats=me,me', study: '/analysis?game=levee&size=9' };
/** What shows that the person can do something. */
const READY = {
  front: "document.querySelectorAll('.card .board').length >= 4",
  board: "document.querySelector('.board.interactive .target.legal')",
  study: "document.querySelector('.board.interactive .target.legal')",
};

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, help: { type: 'boolean', short: 'h' } } });
const runs = Number(values.runs);
if (values.help || !Number.isInteger(runs) || runs < 1) {
  console.error('usage: node tools/pageload.mjs [--runs N]');
  process.exit(values.help ? 0 : 2);
}

const ends = [];
const t = { after: (end) => ends.push(end) };
const folder = await mkdtemp(path.join(os.tmpdir(), 'hoshi-pageload-'));
const server = new Server(path.join(folder, 'hoshi.db'));
server.words = ['--no-exhibitions', '--no-bot'];
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function load(browser, place, slow) {
  const page = await newPerson(browser);
  page.setDefaultTimeout(120_000);
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  wire.on('Network.loadingFinished', (e) => (bytes += e.encodedDataLength));
  wire.on('Network.requestWillBeSent', (e) => (requests += e.request.url.startsWith('http') ? 1 : 0));
  if (slow) {
    await wire.send('Network.emulateNetworkConditions', FAST_3G);
    await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  }
  const from = performance.now();
  void page.goto(server.url + PAGES[place]).catch(() => undefined);
  for (;;) {
    try {
      if (await page.evaluate(`Boolean(${READY[place]})`)) break;
    } catch {
      // The document is being replaced.
    }
    if (performance.now() - from > 120_000) throw new Error(`${place} is not there after two minutes`);
    await new Promise((done) => setTimeout(done, 10));
  }
  const usable = performance.now() - from;
  const paint = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1");
  await page.context().close();
  return { bytes, requests, paint, usable };
}

try {
  await server.start();
  const browser = await startBrowser(t);
  const found = {};
  for (const slow of [false, true])
    for (const place of Object.keys(PAGES)) {
      const all = [];
      for (let i = 0; i <= runs; i++) {
        const one = await load(browser, place, slow);
        if (i > 0) all.push(one); // the first warms the browser and the server
      }
      const of = (name) => Math.round(median(all.map((one) => one[name])));
      found[slow ? `${place}, Fast 3G, processor / ${SLOWER}` : place] = {
        kB: Math.round(of('bytes') / 1000),
        requests: of('requests'),
        first_paint_ms: of('paint'),
        usable_ms: of('usable'),
      };
    }
  console.log(JSON.stringify(found, null, 2));
} finally {
  for (const end of ends.reverse()) await end();
  await server.stop('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
