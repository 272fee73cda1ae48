// How boards look, move and sound: themes, dots, animations, sounds.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible, clickPoint, newPerson, soon, startBrowser, startStatic, steps, until } from './helper.mjs';

/** Contrast (WCAG 2) of two colours of the board as the browser has computed them. */
const CONTRAST = `(a, b) => {
  const light = (colour) => {
    const [r, g, bl] = colour.match(/[\\d.]+/g).map(Number).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}`;

/** A stone there; a red one where both are possible. */
async function choose(page, point) {
  await clickPoint(page, point);
  const red = page.locator('.stone-choice').getByRole('button', { name: 'Red' });
  if (await red.count()) await red.click();
}

const set = (page, settings) =>
  page.evaluate((s) => localStorage.setItem('hoshi-settings', JSON.stringify(s)), settings);

test('how boards look, move and sound', async (t) => {
  const base = await startStatic(t);
  const browser = await startBrowser(t);
  const step = steps(t, browser);

  await step('every theme keeps stones, links and names apart from the ground, by day and by night', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/local/palisade?size=7&seats=me,me`);
    await page.locator('.board.interactive').waitFor();
    for (const point of ['b2', 'c2', 'c3', 'd3']) await clickPoint(page, point);
    const grounds = new Set();
    for (const theme of ['light', 'dark'])
      for (const board of ['wood', 'paper', 'slate', 'contrast']) {
        await set(page, { theme, board });
        await page.reload();
        await page.locator('.board .stone.side-2').first().waitFor();
        const found = await page.evaluate(`(() => {
          const of = (what, name) => getComputedStyle(document.querySelector(what))[name];
          const contrast = ${CONTRAST};
          const ground = of('.wood', 'fill');
          const best = (...colours) => Math.max(...colours.map((c) => contrast(c, ground)));
          return {
            ground,
            black: best(of('.stone.side-1', 'fill'), of('.stone.side-1', 'stroke')),
            white: best(of('.stone.side-2', 'fill'), of('.stone.side-2', 'stroke')),
            link: best(of('.link.side-2', 'stroke'), of('.link.thin-rim.side-2', 'stroke')),
            dot: best(of('.may', 'fill')),
            name: best(of('.name', 'fill')),
          };
        })()`);
        grounds.add(found.ground);
        for (const part of ['black', 'white', 'link', 'dot'])
          assert.ok(found[part] >= 3, `${theme} ${board}: ${part} ${found[part]}`);
        assert.ok(found.name >= 4.5, `${theme} ${board}: names ${found.name}`);
      }
    assert.equal(grounds.size, 5, 'four grounds, and wood by night');
    await accessible(page, 'a board of high contrast');
  });

  await step('stones have a quiet light from one side, and none at high contrast', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/local/palisade?size=7&seats=me,me`);
    await page.locator('.board.interactive').waitFor();
    for (const point of ['b2', 'c2']) await clickPoint(page, point);
    for (const [board, lit] of [['wood', true], ['paper', true], ['slate', true], ['contrast', false]]) {
      await set(page, { theme: 'light', board });
      await page.reload();
      await page.locator('.board .stone.side-2').first().waitFor();
      const ends = await page.evaluate(`[1, 2].map((side) =>
        [...document.querySelectorAll('.light.side-' + side + ' stop')].map((s) => getComputedStyle(s).stopColor))`);
      for (const [near, far] of ends) assert.equal(near !== far, lit, `${board}: ${near} ${far}`);
      const filled = await page.evaluate(`[...document.querySelectorAll('.layer-stones .shine')]
        .map((e) => document.querySelector(e.getAttribute('fill').slice(4, -1)) !== null)`);
      assert.deepEqual(filled, [true, true]);
    }
  });

  await step('the coordinates stand on the board, left and below, at any size', async () => {
    const page = await newPerson(browser);
    for (const [game, size] of [['palisade', 7], ['redstone', 19], ['claims', 5], ['levee', 25]]) {
      await page.goto(`${base}/local/${game}?size=${size}&seats=me,me`);
      await page.locator('.board.interactive').waitFor();
      const { wood, cell, names } = await page.evaluate(`(() => {
        const box = (e) => { const { left, right, top, bottom, width } = e.getBoundingClientRect(); return { left, right, top, bottom, width }; };
        return {
          wood: box(document.querySelector('.wood')),
          cell: box(document.querySelector('.target')).width,
          names: [...document.querySelectorAll('.name')].map(box),
        };
      })()`);
      assert.equal(names.length, 2 * size);
      for (const name of names) {
        assert.ok(name.left >= wood.left && name.bottom <= wood.bottom + 1, `${game} ${size}: on the wood`);
        const far = Math.min(name.left - wood.left, wood.bottom - name.bottom);
        assert.ok(far < cell, `${game} ${size}: close to the edge`);
      }
    }
  });

  await step('dots show where one may play, unless they are switched off', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/local/levee?size=7&seats=me,me`);
    await page.locator('.board.interactive').waitFor();
    await page.locator('.board').hover();
    const opacity = () => page.evaluate("Number(getComputedStyle(document.querySelector('.may')).opacity)");
    await soon.equal(() => opacity(), 0.5);
    await page.getByRole('button', { name: 'Mark legal moves' }).click();
    await soon.equal(() => page.locator('.may').first().isVisible(), false);
    await page.reload();
    await page.locator('.board.interactive').waitFor();
    await soon.equal(() => page.locator('.may').first().isVisible(), false, 'the choice is kept');
    await clickPoint(page, 'c3');
    await until(page, "document.querySelectorAll('.move').length === 1", 'one plays all the same');
  });

  await step('stones land, taken ones fade, dams and links draw themselves; reduced motion has none of it', async () => {
    for (const reducedMotion of ['no-preference', 'reduce']) {
      const page = await newPerson(browser, { reducedMotion });
      await page.addInitScript(() => {
        globalThis.seen = new Set();
        addEventListener('animationstart', (e) => globalThis.seen.add(e.animationName));
      });
      // White takes the stone in the corner.
      await page.goto(`${base}/local/redstone?size=7&seats=me,me&swap=0`);
      await page.locator('.board.interactive').waitFor();
      for (const point of ['a1', 'b1', 'd4', 'a2']) await choose(page, point);
      await until(page, "document.querySelectorAll('.move').length === 4", 'four moves');
      await until(page, "document.querySelectorAll('.layer-stones .stone').length === 3", 'the stone is gone');
      const taken = await page.evaluate('[...globalThis.seen]');
      await page.goto(`${base}/local/levee?size=7&seats=me,me`);
      await page.locator('.board.interactive').waitFor();
      for (const point of ['b2', 'c2']) await clickPoint(page, point);
      await page.locator('.dam').first().waitFor({ state: 'attached' });
      if (reducedMotion === 'reduce') await page.waitForTimeout(100);
      else await until(page, "globalThis.seen.has('grow')", 'the dam draws itself');
      const drawn = await page.evaluate('[...globalThis.seen]');
      const all = reducedMotion === 'reduce' ? [] : ['grow', 'land', 'leave'];
      assert.deepEqual([...new Set([...taken, ...drawn])].sort(), all);
    }
  });

  await step('moves, captures and the end sound, as loud as one likes', async () => {
    const page = await newPerson(browser);
    await page.addInitScript(() => {
      globalThis.tones = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...args) {
        globalThis.tones.push('tone');
        return start.apply(this, args);
      };
      const set = AudioParam.prototype.setValueAtTime;
      AudioParam.prototype.setValueAtTime = function (value, at) {
        if (value < 1) globalThis.tones.push(value);
        return set.call(this, value, at);
      };
    });
    await page.goto(`${base}/local/redstone?size=7&seats=me,me&swap=0`);
    const heard = async () => {
      const tones = await page.evaluate('globalThis.tones.splice(0)');
      return { n: tones.filter((x) => x === 'tone').length, loud: Math.max(0, ...tones.filter((x) => x !== 'tone')) };
    };
    await page.locator('.board.interactive').waitFor();
    await soon.equal(async () => (await heard()).n, 0, 'silent before the first click');
    await clickPoint(page, 'a1');
    await until(page, 'globalThis.tones.length > 0', 'and heard after it');
    await set(page, { sound: false });
    await page.goto(`${base}/local/levee?size=7&seats=me,me`);
    await page.locator('.board.interactive').waitFor();
    await clickPoint(page, 'b2');
    await until(page, "document.querySelectorAll('.move').length === 1", 'a move');
    await soon.equal(async () => (await heard()).n, 0, 'silent if one likes');
    await set(page, { sound: true, volume: 50 });
    await page.goto(`${base}/local/redstone?size=7&seats=me,me&swap=0`);
    await page.locator('.board.interactive').waitFor();
    await soon.equal(async () => (await heard()).n, 0, 'what was there makes no sound');
    await choose(page, 'b1');
    await until(page, 'globalThis.tones.length > 0', 'a knock');
    const knock = await heard();
    assert.equal(knock.n, 1);
    assert.ok(Math.abs(knock.loud - 0.18) < 0.001, 'half as loud as it can be');
    await choose(page, 'd4');
    await until(page, 'globalThis.tones.length > 0', 'a knock');
    await heard();
    await choose(page, 'a2');
    await until(page, 'globalThis.tones.length > 0', 'a capture');
    await soon.equal(async () => (await heard()).n, 3, 'a capture sounds otherwise');
    await page.getByLabel('Settings').click();
    await page.getByLabel('Volume').fill('0');
    await heard();
    await choose(page, 'd5');
    await until(page, "document.querySelectorAll('.move').length === 5", 'a move');
    await soon.equal(async () => (await heard()).n, 0, 'no volume, no sound');
    await accessible(page, 'the menu with a volume');
  });
});
