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
  view: 'study-tabs',
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

/** The calls since the last time. */
const take = async (wire) => (await wire.send('Profiler.takePreciseCoverage')).result;

/** How often each part was rendered. */
async function rendered(result) {
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

test('a report of the engine renders what shows it, and neither the view nor the board nor the tree', async (t) => {
  const base = await startStatic(t);
  const page = await newPerson(await startBrowser(t));
  await page.addInitScript(countReports);
  const wire = await page.context().newCDPSession(page);
  await wire.send('Profiler.enable');
  await wire.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await page.goto(`${base}/analysis?game=levee&size=9&moves=d4.e5.f6.c3`);
  await page.locator('.study .board').waitFor();
  const first = await rendered(await take(wire));
  for (const part of Object.keys(PARTS)) assert.ok(first[part] > 0, `${part} is found: ${JSON.stringify(first)}`);
  await page.keyboard.press('e');
  await until(page, 'globalThis.reports >= 2', 'the engine thinks');
  // Reports come while one asks: those that surely fall between the two counts, and those that may.
  const reports = () => page.evaluate('globalThis.reports');
  const early = await reports();
  await take(wire);
  const begun = await reports();
  await until(page, `globalThis.reports >= ${begun + REPORTS}`, 'it goes on');
  const least = (await reports()) - begun;
  const calls = await take(wire);
  const most = (await reports()) - early;
  const after = await rendered(calls);
  for (const [part, n] of Object.entries(after))
    if (!RENDERED.includes(part)) assert.equal(n, 0, `${part} is rendered by a report`);
    else assert.ok(n > 0 && n <= most + 1, `${part}: ${n} times in ${least} to ${most} reports`);
  assert.deepEqual(page.problems, []);
});
