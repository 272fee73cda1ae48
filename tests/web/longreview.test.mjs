// The review of a long game in a real browser: its progress, cancelled and continued, also after a reload,
// and an engine that does not answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { newPerson, soon, startBrowser, startStatic, steps, until } from './helper.mjs';

/** Palisade 17 × 17, 200 plies: more than games of players usually have. That size has no net, so the engine
 * reviews each position quickly. */
const GAME =
  'k13 g16 b10 n11 i7 j9 o3 k8 i17 h5 c3 f11 d4 o10 k7 c16 k17 h1 o13 b1 m11 l11 p2 a8 m5 l15 i11 f17 l10 e12 ' +
  'q7 g10 d14 o8 e7 n1 h12 g2 f14 n3 m15 h13 f10 n15 k5 d5 p16 j15 e11 n9 i13 d15 j6 l9 n6 j5 i5 q4 m3 k16 ' +
  'q15 c14 j16 b11 b2 d13 c17 c8 e17 p1 j4 i4 d10 d17 j14 d9 q17 l5 p6 k4 q9 b3 p8 e8 n10 f13 c15 i2 q3 p7 a3 ' +
  'q10 c1 e10 d12 p15 i15 p13 a11 n7 a13 g6 o11 d7 n14 i16 i3 i10 h16 f15 j8 c6 i9 q14 k1 b15 m17 m4 a7 m12 ' +
  'c13 l17 m1 m8 d2 i12 n2 a4 q11 o12 f6 d1 k15 e6 b6 b9 o5 q12 g1 i14 h4 g4 k11 f5 i1 q6 c11 k2 a17 m16 e13 ' +
  'j3 h10 d3 l6 f7 c7 l1 k3 c12 h8 h3 m9 e2 g17 o2 l8 c4 b12 p9 b4 k12 c9 n5 b16 p17 e3 b7 a1 e16 m13 h7 f12 ' +
  'h9 e5 j13 q1 o14 m7 f9 j2 a16 n4 j11 g13 e4 l12 g12 g9 e14';
const PLIES = GAME.split(' ').length;
const LONG_MS = 240000;

test('the review of a long game', async (t) => {
  const base = await startStatic(t);
  const browser = await startBrowser(t);
  const step = steps(t, browser);
  const open = async (page, address) => {
    page.setDefaultTimeout(60000);
    await page.goto(base + address);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByLabel('Depth').selectOption('quick');
  };
  const rows = (page) => page.locator('.study-table tbody tr').count();
  const progress = (page) => page.evaluate("document.querySelector('.study-progress progress')?.value ?? -1");
  const past = async (page, n) => {
    const end = Date.now() + 120000;
    while ((await progress(page)) < n) {
      assert.ok(Date.now() < end, `the review is not past position ${n}`);
      await page.waitForTimeout(50);
    }
  };
  const going = (page) => page.getByRole('button', { name: /^Continue the review/ });

  await step('it is cancelled, continued after a reload where it was, and kept', async () => {
    assert.equal(PLIES, 200);
    const page = await newPerson(browser);
    await open(page, `/analysis?game=palisade&size=17&moves=${GAME.replaceAll(' ', '.')}`);
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('progressbar').waitFor();
    await soon.equal(() => page.evaluate("document.querySelector('.study-progress progress').max"), PLIES + 1);
    await past(page, 12);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await soon.equal(() => page.getByRole('progressbar').count(), 0);
    const asked = await going(page).textContent();
    const found = Number(/\((\d+) of 201\)/.exec(asked)[1]);
    assert.ok(found >= 12, asked);
    await soon.equal(() => rows(page), found - 1, 'what was found is shown');
    await page.reload();
    await page.getByRole('tab', { name: 'Review' }).click();
    await soon.equal(() => going(page).textContent(), asked);
    await going(page).click();
    await page.getByRole('progressbar').waitFor();
    await soon.ok(async () => (await progress(page)) >= found, 'it does not begin anew');
    // The page is reloaded while the engine thinks: nothing that was found is lost.
    await past(page, found + 10);
    await page.reload();
    await page.getByRole('tab', { name: 'Review' }).click();
    await soon.ok(async () => (await rows(page)) >= found + 9);
    await going(page).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: LONG_MS });
    await soon.equal(() => going(page).count(), 0);
    await soon.equal(() => rows(page), PLIES);
    const before = await page.locator('.study-table tbody').textContent();
    // Another one that is cancelled does not replace it.
    await page.getByLabel('Depth').selectOption('deep');
    await page.getByRole('button', { name: 'Review again' }).click();
    await past(page, 1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await going(page).waitFor();
    await soon.equal(() => page.locator('.study-table tbody').textContent(), before);
    await page.reload();
    await page.getByRole('tab', { name: 'Review' }).click();
    await soon.equal(() => page.locator('.study-table tbody').textContent(), before);
  });

  await step('the page says that the engine cannot be loaded, and makes nothing up', async () => {
    const page = await newPerson(browser);
    await open(page, '/analysis?game=levee&size=5&moves=b3.c4.d2');
    await page.route('**/hoshi.wasm', (route) => route.abort());
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByText('The engine does not answer.').waitFor();
    await soon.equal(() => page.locator('.study-table').count(), 0);
    await page.unroute('**/hoshi.wasm');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await until(page, "document.querySelectorAll('.study-table tbody tr').length === 3", 'it is reviewed');
    page.problems.length = 0; // the browser notes what was refused
  });
});
