// The review of a long game in a real browser: its progress, cancelled and continued, also after a reload,
// and an engine that does not answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { newPerson, soon, startBrowser, startStatic, steps, until } from './helper.mjs';

/** Levee 25 × 25, 200 plies: more than games of players usually have. That size has no net, so the engine
 * reviews each position quickly. */
const GAME =
  't7 u7 p13 h8 d6 t9 l2 x2 h23 d12 n21 i23 h15 i12 y14 b12 n2 w9 u18 u4 k3 m3 q13 o3 s6 y18 y11 c18 r5 y16 v14 ' +
  'h17 p22 u6 w1 v5 f9 s8 o19 k9 b24 x6 x14 i7 j14 q18 h7 g9 t19 v18 a1 b10 a6 i20 m6 j15 v11 v16 p7 f24 w20 u12 ' +
  'u17 v22 m16 j13 d5 q20 n16 p2 o10 g18 d24 e8 d23 v4 m7 h12 g15 p10 r16 l12 t8 n10 i25 c8 s14 f14 a24 g20 x20 ' +
  'k10 n25 o21 o11 o8 i8 b22 v7 i16 r21 j2 b19 t12 g12 t3 l1 a25 g4 u14 o2 g24 j8 n13 t6 t21 t18 l24 v10 g25 h11 ' +
  'x24 t15 m5 n20 e4 h20 p11 v12 l19 v8 c22 y7 d1 o16 h18 x1 k2 h4 b20 x22 r11 f5 k17 v17 e24 r25 r9 s17 c13 j1 ' +
  'f23 r6 a8 i17 q2 u21 a19 j18 e21 h25 f10 n12 o12 j3 k12 y24 r12 e1 o13 b16 w8 u3 m20 c4 p16 k20 c5 q9 m15 q6 ' +
  'c14 r15 s18 w11 f11 u16 t20 v15 q5 p20 j21 o9 e22 b7 g23 l6 p6 s3 p5';
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
    await open(page, `/analysis?game=levee&size=25&moves=${GAME.replaceAll(' ', '.')}`);
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
