// page_bench.mjs [load|study|offline] [--runs N] [--seconds S] - measures the page in a headless Chromium, as JSON.
//   load   How soon the page is ready, from a fresh server: bytes, requests, first paint and a board to play on.
//          Measures an undisturbed page, then DevTools' "Fast 3G" with a processor four times as slow. Prints
//          medians of the runs (5). Then it shows where the time goes: each request of one slow run (when it was
//          sent, when its answer began and ended, in ms since the start), and the page's processor time until the
//          board is ready. A busy machine hardly changes that time.
//   study  The engine for some seconds (10) with one thread and with two: first evaluation, rounds a second, the
//          longest frame, the number of frames above 50 ms, the processor time of the main thread's longest task,
//          and memory. Then a tree of 991 nodes, stepped through and scrolled.
//   offline  How soon a page that was opened before shows a board without a connection, from its copies: in ms, all
//          runs in order of size.
// Needs a build (make). Nothing else should run on the machine.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { ISOLATED, Server, WITH_COPIES, newPerson, post, startBrowser, startStatic, until } from '../tests/web/helper.mjs';

const FAST_3G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const SLOWER = 4;
const GAMES = [
  ['palisade', 9],
  ['redstone', 9],
  ['levee', 9],
  ['claims', 8],
];
const PAGES = { front: '/', board: '/local/levee?size=9&seats=me,me', match: '/m/N', study: '/analysis?game=levee&size=9' };
/** The elements that show that the person can begin. */
const READY = {
  front: "document.querySelectorAll('.card .board').length >= 4",
  board: "document.querySelector('.board.interactive .target.legal')",
  match: "document.querySelector('.board.interactive .target.legal')",
  study: "document.querySelector('.board.interactive .target.legal')",
};

const options = { runs: { type: 'string', default: '5' }, seconds: { type: 'string', default: '10' }, help: { type: 'boolean', short: 'h' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [runs, seconds] = [Number(values.runs), Number(values.seconds)];
const MODES = { load, study, offline };
const modes = positionals.length > 0 ? positionals : ['load', 'study'];
const right = [runs, seconds].every((n) => Number.isInteger(n) && n > 0) && modes.every((m) => m in MODES);
if (values.help || !right) {
  console.error('usage: node tools/page_bench.mjs [load] [study] [offline] [--runs N] [--seconds S]');
  process.exit(values.help ? 0 : 2);
}

const ends = [];
const t = { after: (end) => ends.push(end) };
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Records the requests of a page, in a Map by their ids, until the caller asks for them. */
async function watchRequests(wire) {
  const all = new Map();
  let from = null;
  const ms = (time) => Math.round(1000 * (time - from));
  await wire.send('Network.enable');
  wire.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('http')) return;
    from ??= timestamp;
    all.set(requestId, { path: new URL(request.url).pathname, sent: ms(timestamp) });
  });
  const note = (id, what) => all.has(id) && Object.assign(all.get(id), what);
  wire.on('Network.responseReceived', ({ requestId, timestamp }) => note(requestId, { begun: ms(timestamp) }));
  wire.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) =>
    note(requestId, { ended: ms(timestamp), bytes }),
  );
  return all;
}

/** The page's processor time until now, in ms. */
async function work(wire) {
  const { metrics } = await wire.send('Performance.getMetrics');
  const of = (name) => Math.round(1000 * (metrics.find((m) => m.name === name)?.value ?? 0));
  return { all: of('TaskDuration'), script: of('ScriptDuration'), layout: of('LayoutDuration') + of('RecalcStyleDuration') };
}

async function loadOnce(browser, server, place, slow) {
  const page = await newPerson(browser);
  page.setDefaultTimeout(120_000);
  let address = PAGES[place];
  if (place === 'match') {
    const data = { game: 'levee', width: 9, height: 9, seats: ['me', { bot: 1 }] };
    await post(page, server.url, '/guest');
    address = `/m/${(await post(page, server.url, '/matches', data)).id}`;
  }
  const wire = await page.context().newCDPSession(page);
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' });
  const all = await watchRequests(wire);
  if (slow) {
    await wire.send('Network.emulateNetworkConditions', FAST_3G);
    await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  }
  const from = performance.now();
  void page.goto(server.url + address).catch(() => undefined);
  for (;;) {
    try {
      if (await page.evaluate(`Boolean(${READY[place]})`)) break;
    } catch {
      // The document is being replaced.
    }
    if (performance.now() - from > 120_000) throw new Error(`${place} did not appear within two minutes`);
    await new Promise((done) => setTimeout(done, 10));
  }
  const usable = performance.now() - from;
  const used = await work(wire);
  const requests = [...all.values()];
  const bytes = requests.reduce((n, one) => n + (one.bytes ?? 0), 0);
  const paint = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1");
  await page.context().close();
  return { bytes, requests: requests.length, paint, usable, work: used.all, used, waterfall: requests };
}

/** "  562   1124   1180  4.2 kB  /app.js" */
const lineOf = ({ path: where, sent, begun = '', ended = '', bytes = 0 }) =>
  [sent, begun, ended].map((n) => String(n).padStart(5)).join(' ') + `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${where}`;

async function load(browser) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hoshi-page-'));
  const server = new Server(path.join(folder, 'hoshi.db'));
  server.words = ['--no-exhibitions', '--no-bot'];
  t.after(() => rm(folder, { recursive: true, force: true }));
  t.after(() => server.stop('SIGTERM'));
  await server.start();
  const found = {};
  for (const slow of [false, true])
    for (const place of Object.keys(PAGES)) {
      const all = [];
      for (let i = 0; i <= runs; i++) {
        const one = await loadOnce(browser, server, place, slow);
        if (i > 0) all.push(one); // the first warms the browser and the server
      }
      const of = (name) => Math.round(median(all.map((one) => one[name])));
      found[slow ? `${place}, Fast 3G, processor / ${SLOWER}` : place] = {
        kB: Math.round(of('bytes') / 1000),
        requests: of('requests'),
        first_paint_ms: of('paint'),
        usable_ms: of('usable'),
        processor_ms: of('work'),
        ...(slow ? { of_one_run: { processor_ms: all[0].used, requests: all[0].waterfall.map(lineOf) } } : {}),
      };
    }
  return found;
}

/** Records the time between frames until it is read. */
const watchFrames = () => {
  globalThis.frames_ms = [];
  let last = performance.now();
  const see = (now) => {
    globalThis.frames_ms.push(now - last);
    last = now;
    requestAnimationFrame(see);
  };
  requestAnimationFrame(see);
};

/** The rate a second that a text like "158 k playouts · 10 s" states. */
function rate(text) {
  const [, n, unit, time] = /([\d.,]+)\s?([kM]?)\b\D*?([\d.,]+) s/.exec(text);
  return Math.round((Number(n.replace(',', '')) * { '': 1, k: 1e3, M: 1e6 }[unit]) / Number(time));
}

/** The memory of the browser's largest process, which is the page's, in MB. */
async function largestProcess(browser) {
  const wire = await browser.newBrowserCDPSession();
  const { processInfo } = await wire.send('SystemInfo.getProcessInfo');
  await wire.detach();
  const sizes = processInfo
    .filter((one) => one.type === 'renderer')
    .map((one) => Number(readFileSync(`/proc/${one.id}/statm`, 'utf8').split(' ')[1]) * 4096);
  return Math.round(Math.max(...sizes) / 1e6);
}

const FRAME_MAX = 50;
const TASKS = 'disabled-by-default-devtools.timeline';

/** The processor time of the longest task of a page's main thread in a trace. Unlike the length of a frame, it
 * does not depend on other programs of the machine. */
function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const threads = traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain');
  const main = new Set(threads.map((e) => `${e.pid} ${e.tid}`));
  const tasks = traceEvents.filter((e) => e.name === 'RunTask' && main.has(`${e.pid} ${e.tid}`));
  return tasks.reduce((most, e) => Math.max(most, e.tdur ?? 0), 0) / 1000;
}

async function think(browser, base, game, size, threads) {
  const page = await newPerson(browser);
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 }));
  await page.goto(`${base}/analysis?game=${game}&size=${size}`);
  await page.locator('.study .board.interactive').waitFor();
  await page.locator('.study-engine-options summary').click();
  await page.getByLabel('Threads').selectOption(String(threads));
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.evaluate(watchFrames);
  await browser.startTracing(page, { categories: [TASKS] });
  const from = performance.now();
  await page.keyboard.press('e');
  await page.locator('.study-line-row.best').waitFor();
  const first = performance.now() - from;
  await page.waitForTimeout(seconds * 1000);
  await page.keyboard.press('e');
  const frames = await page.evaluate('globalThis.frames_ms');
  const task = longestTask(await browser.stopTracing());
  const text = await page.locator('.study-engine-count').textContent();
  const memory = await largestProcess(browser);
  await page.context().close();
  return {
    first_evaluation_ms: Math.round(first),
    rounds_per_s: rate(text),
    longest_frame_ms: Math.round(Math.max(...frames)),
    frames_over_50_ms: frames.filter((ms) => ms > FRAME_MAX).length,
    longest_task_cpu_ms: Math.round(10 * task) / 10,
    memory_MB: memory,
  };
}

/** A tree of 991 nodes: 90 moves of Redstone that never touch, and at each five alternatives with an answer. */
function largeTree() {
  const point = (n, odd) => String.fromCharCode(97 + 2 * (n % 9) + odd) + String.fromCharCode(97 + 2 * Math.floor(n / 9) + odd);
  let inside = '';
  for (let ply = 89; ply >= 0; ply--) {
    const [mine, other] = ply % 2 === 0 ? ['B', 'W'] : ['W', 'B'];
    const sides = [0, 1, 2, 3, 4].map((i) => `(;${mine}[${point(i, 1)}];${other}[${point(i + 9, 1)}])`);
    inside = `(;${mine}[${point(ply, 0)}]${inside})${sides.join('')}`;
  }
  return `(;FF[4]HOSHI[redstone swap=0]SZ[19]${inside})`;
}

async function walk(browser, base) {
  const page = await newPerson(browser);
  await page.goto(`${base}/analysis?game=levee&size=5`);
  await page.locator('.study .board').waitFor();
  await page.evaluate((sgf) => {
    const files = new DataTransfer();
    files.items.add(new File([sgf], 'tree.sgf'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
  }, largeTree());
  await page.getByRole('dialog', { name: 'Import' }).waitFor();
  await page.getByRole('button', { name: 'Open as a study' }).click();
  await page.locator('.study-redstone').waitFor();
  const nodes = await page.locator('.study-moves [data-node]').count();
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  const steps = [];
  for (let i = 0; i < 40; i++) {
    await page.evaluate(() => {
      globalThis.stepped = new Promise((done) =>
        addEventListener('keydown', (e) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - e.timeStamp))), { once: true, capture: true }),
      );
    });
    await page.keyboard.press('ArrowRight');
    steps.push(await page.evaluate('globalThis.stepped'));
  }
  const frames = await page.evaluate(async () => {
    const box = document.querySelector('.study-moves');
    const all = [];
    let last = await new Promise(requestAnimationFrame);
    for (let i = 0; i < 240; i++) {
      box.scrollTop = (box.scrollHeight - box.clientHeight) * Math.abs(Math.sin(i / 40));
      const now = await new Promise(requestAnimationFrame);
      all.push(now - last);
      last = now;
    }
    return all;
  });
  await page.context().close();
  const sorted = [...frames].sort((a, b) => a - b);
  return {
    nodes,
    step_ms: Math.round(median(steps)),
    slowest_step_ms: Math.round(Math.max(...steps)),
    scrolled_frame_ms: Math.round(10 * median(frames)) / 10,
    scrolled_frame_p95_ms: Math.round(10 * sorted[Math.floor(0.95 * sorted.length)]) / 10,
    longest_frame_ms: Math.round(sorted.at(-1)),
  };
}

async function study(browser) {
  const base = await startStatic(t, { headers: ISOLATED });
  const found = {};
  for (const [game, size] of GAMES)
    for (const threads of [1, 2]) found[`${game} ${size}, ${threads} thread${threads > 1 ? 's' : ''}`] = await think(browser, base, game, size, threads);
  found['tree of 991 nodes'] = await walk(browser, base);
  return found;
}

async function offline(browser) {
  const base = await startStatic(t);
  const page = await newPerson(browser, WITH_COPIES);
  await page.goto(base);
  await until(page, 'navigator.serviceWorker.controller !== null', 'the worker answers');
  await until(page, "caches.keys().then((names) => names.some((name) => name !== 'hoshi-own'))", 'the page is kept');
  await page.context().setOffline(true);
  const found = {};
  for (const path of ['/', '/local/levee?size=7&seats=me,e1', '/puzzles', '/learn']) {
    found[path] = [];
    for (let run = 0; run < runs; run++) {
      await page.goto('about:blank');
      await page.goto(base + path, { waitUntil: 'commit' });
      await page.locator('.board').first().waitFor();
      found[path].push(Math.round(await page.evaluate('performance.now()')));
    }
    found[path].sort((a, b) => a - b);
  }
  return found;
}

try {
  const browser = await startBrowser(t);
  const found = {};
  for (const mode of modes) found[mode] = await MODES[mode](browser);
  console.log(JSON.stringify(found, null, 2));
} finally {
  for (const end of ends.reverse()) await end();
}
