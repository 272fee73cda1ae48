// What the page does for each report of the engine, counted and not timed: V8 counts the calls of the functions
// that render its parts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { distDir, newPerson, startBrowser, startStatic, until } from './helper.mjs';

/** The parts, each by a class that only its function writes. */
const PARTS = {
  card: 'study-engine-count',
  bar: 'study-half',
  overlay: 'study-overlay',
  desk: 'study-tabs',
  board: 'board-host',
  moves: 'study-moves',
  tree: 'study-start',
  toolbar: 'study-ply',
  notes: 'study-notes',
  review: 'study-review',
};
const RENDERED = ['card', 'bar', 'overlay'];
const REPORTS = 4;

/** Counts the reports of the engine. */
const countReports = () => {
  globalThis.reports = 0;
  globalThis.Worker = class extends Worker {
    set onmessage(heard) {
      super.onmessage = (event) => {
        if (event.data?.lines) globalThis.reports++;
        heard(event);
      };
    }
  };
};

/** How often each part was rendered since the last call. */
async function rendered(wire) {
  const { result } = await wire.send('Profiler.takePreciseCoverage');
  const found = new Map(Object.keys(PARTS).map((part) => [part, { calls: 0, length: Infinity }]));
  for (const { url, functions } of result) {
    if (!url.startsWith('http')) continue;
    const text = await readFile(path.join(distDir, path.basename(new URL(url).pathname)), 'utf8');
    for (const { ranges } of functions) {
      const [{ startOffset, endOffset, count }] = ranges;
      const body = text.slice(startOffset, endOffset);
      for (const [part, name] of Object.entries(PARTS)) {
        const known = found.get(part);
        // The innermost function that holds the class.
        if (!new RegExp(`["'\` ]${name}\\b`).test(body) || body.length >= known.length) continue;
        found.set(part, { calls: count, length: body.length });
      }
    }
  }
  return Object.fromEntries([...found].map(([part, { calls }]) => [part, calls]));
}

test('a report of the engine renders what shows it, and neither the desk nor the board nor the tree', async (t) => {
  const base = await startStatic(t);
  const page = await newPerson(await startBrowser(t));
  await page.addInitScript(countReports);
  const wire = await page.context().newCDPSession(page);
  await wire.send('Profiler.enable');
  await wire.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.goto(`${base}/analysis?game=levee&size=9&moves=d4.e5.f6.c3`);
  await page.locator('.study .board').waitFor();
  const first = await rendered(wire);
  for (const part of Object.keys(PARTS)) assert.ok(first[part] > 0, `${part} is found: ${JSON.stringify(first)}`);
  await page.keyboard.press('e');
  await until(page, 'globalThis.reports >= 2', 'the engine thinks');
  await rendered(wire);
  const before = await page.evaluate('globalThis.reports');
  await until(page, `globalThis.reports >= ${before + REPORTS}`, 'it goes on');
  const after = await rendered(wire);
  const most = (await page.evaluate('globalThis.reports')) - before;
  for (const [part, calls] of Object.entries(after))
    if (RENDERED.includes(part))
      assert.ok(calls >= REPORTS - 1 && calls <= most + 1, `${part}: ${calls} times in ${most} reports`);
    else assert.equal(calls, 0, `${part} is rendered by a report`);
  assert.deepEqual(page.problems, []);
});
