// The review of a long game in a real browser: its progress, cancelled and continued, also after a reload,
// and an engine that does not answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { newPerson, startBrowser, startStatic, steps, until } from './helper.mjs';

/** Redstone 8 × 8, 200 plies: more than games of players usually have. */
const GAME =
  'c4 b1 f2 e3 f3 c7 g7 b3 g8 d5 d1 e8 d3 a4 b7 h5 a7 f8 b4 g5 g6 f1 b2 h1 d7 h2 d4 b5 g4 b8 h3 c2 f5 c6 f6 ' +
  'e6 a8 d6 e4 a1 e5 g1 a3 c3r a5r h7 e2r a6 d2 h6 b6r f7 h8 c1r c5r e7 d8 a7 a2r g2 c8r d7 e1 b7 e3 a8 a4 ' +
  'a1 b3 b1r b5 d8 f4 h4r g5 g3r f1 h1 h5 g1 g2 h6 c2 h2r h7r h1 a6r d6 e8 e7 b8 f8 e6 c7 h6 g1r d8 f7 d5r ' +
  'b4 d4 a7 g2 d3 f5 b2 g6 g4 a4 e3 e1 g7 b7 e5 f6 e6 f2 h6 d7r h5r d2 e8 a8r e4 f3 g8 a3 b3r c2r a4 f1 b5 ' +
  'd1 b8 f4 b7 g5r d8 g4 h6r f4 g2 f5 a3 g6 d2 f3 f6r f1 h8 d1 a7 c4r a3 a4r b4 e1 c6r c7 a7 b5r b7r g4 d4 ' +
  'g6r e7 d8 d4 e8 g7 f8r e3 e6 e5 f2r d3 h8 e4r d2r e1 g8r f5 e8 d1 d8r g4 f7r f1r f3r d1 d4 e3 e5 d6r e5 ' +
  'f4r d3r e6 e8r e1r';
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
    await open(page, `/analysis?game=redstone&size=8&moves=${GAME.replaceAll(' ', '.')}`);
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('progressbar').waitFor();
    assert.equal(await page.evaluate("document.querySelector('.study-progress progress').max"), PLIES + 1);
    await past(page, 12);
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByRole('progressbar').count(), 0);
    const asked = await going(page).textContent();
    const found = Number(/\((\d+) of 201\)/.exec(asked)[1]);
    assert.ok(found >= 12, asked);
    assert.equal(await rows(page), found - 1, 'what was found is shown');
    await page.reload();
    await page.getByRole('tab', { name: 'Review' }).click();
    assert.equal(await going(page).textContent(), asked);
    await going(page).click();
    await page.getByRole('progressbar').waitFor();
    assert.ok((await progress(page)) >= found, 'it does not begin anew');
    // The page is reloaded while the engine thinks: nothing that was found is lost.
    await past(page, found + 10);
    await page.reload();
    await page.getByRole('tab', { name: 'Review' }).click();
    assert.ok((await rows(page)) >= found + 9);
    await going(page).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: LONG_MS });
    assert.equal(await going(page).count(), 0);
    assert.equal(await rows(page), PLIES);
    const before = await page.locator('.study-table tbody').textContent();
    // Another one that is cancelled does not replace it.
    await page.getByLabel('Depth').selectOption('deep');
    await page.getByRole('button', { name: 'Review again' }).click();
    await past(page, 1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await going(page).waitFor();
    assert.equal(await page.locator('.study-table tbody').textContent(), before);
    await page.reload();
    await page.getByRole('tab', { name: 'Review' }).click();
    assert.equal(await page.locator('.study-table tbody').textContent(), before);
  });

  await step('an engine that cannot be loaded is told, and nothing is made up', async () => {
    const page = await newPerson(browser);
    await open(page, '/analysis?game=levee&size=5&moves=b3.c4.d2');
    await page.route('**/hoshi.wasm', (route) => route.abort());
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByText('The engine does not answer.').waitFor();
    assert.equal(await page.locator('.study-table').count(), 0);
    await page.unroute('**/hoshi.wasm');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await until(page, "document.querySelectorAll('.study-table tbody tr').length === 3", 'it is reviewed');
    page.problems.length = 0; // the browser notes what was refused
  });
});
