// How the study uses the window: on a desktop all of it is in sight, on a phone the board and the keys stay there; the
// graph below the moves, the notes, and the bar of evaluation.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, clickPoint, newPerson, startBrowser, startStatic, steps, until } from './helper.mjs';

const AT = '/analysis?game=palisade&size=9&moves=e3.d7.b6.e8.d6.c6';

test('how the study uses the window', async (t) => {
  const base = await startStatic(t);
  const browser = await startBrowser(t);
  const step = steps(t, browser);
  const open = async (address, options) => {
    const page = await newPerson(browser, options);
    await page.goto(base + address);
    await page.locator('.study-board .board').waitFor();
    return page;
  };
  const bottom = (page, selector) =>
    page.evaluate((s) => Math.round(document.querySelector(s).getBoundingClientRect().bottom), selector);
  const ply = (page) => page.locator('.study-ply').textContent();
  const reviewed = async (page) => {
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByLabel('Depth').selectOption('quick');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60000 });
  };

  await step('a reviewed game is in sight as a whole, and its graph below the moves steps through it', async () => {
    const page = await open(AT);
    await reviewed(page);
    assert.equal(await page.locator('.study-graph-card').count(), 0, 'the tab of the review has its own');
    const tall = await page.locator('.study-review .study-graph-box').boundingBox();
    assert.equal(Math.round(tall.height), 200, 'in its own tab the graph is large');
    await page.getByRole('tab', { name: 'Moves' }).click();
    const card = page.locator('.study-graph-card');
    assert.match(await card.textContent(), /accuracy.*Black \d+.*White \d+/);
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
    ]) {
      await page.setViewportSize({ width, height });
      for (const part of ['.study-board', '.study-toolbar', '.study-moves', '.study-graph-card'])
        assert.ok((await bottom(page, part)) <= height, `${part} at ${width} × ${height}`);
    }
    // A press goes to a move, and dragging goes on from there.
    const box = await page.locator('.study-graph-card .study-graph-box').boundingBox();
    const at = (n) => [box.x + 1 + ((box.width - 2) * n) / 6, box.y + box.height / 2];
    await page.mouse.move(...at(2));
    assert.match(await page.locator('.study-readout').textContent(), /^2\. d7 · \d+ % · [+−][\d.]+$/);
    await page.mouse.down();
    assert.equal(await ply(page), '2 / 6');
    await page.mouse.move(...at(5));
    assert.equal(await ply(page), '5 / 6');
    await page.mouse.up();
    await page.mouse.move(...at(1));
    assert.equal(await ply(page), '5 / 6', 'after the press the pointer only looks');
    // Looks of a bounded length have solved nothing.
    assert.match(await page.locator('.study-engine-count').textContent(), /\d/);
    assert.doesNotMatch(await page.locator('.study-engine-count').textContent(), /solved/);
    await accessible(page, 'the graph below the moves');
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Try it again' }).first().click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    assert.equal(await card.count(), 0, 'the graph gives nothing away');
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Stop trying' }).click();
    assert.equal(await page.locator('.study-trial').textContent(), '');
  });

  await step('the notes open by key and by button, and the choice is kept', async () => {
    const page = await open(AT);
    assert.equal(await page.getByLabel('Comment').isVisible(), false);
    await page.keyboard.press('/');
    await page.keyboard.type('first words');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.study-moves .study-comment').textContent(), 'first words');
    await page.reload();
    await page.locator('.study-board .board').waitFor();
    assert.equal(await page.getByLabel('Comment').isVisible(), true);
    const button = page.getByRole('button', { name: 'Notes on the move' });
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    await accessible(page, 'the notes');
    await button.click();
    assert.equal(await page.getByLabel('Comment').isVisible(), false);
    await clickPoint(page, 'g7');
    await page.keyboard.press('n');
    await page.keyboard.type('a name');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.study-moves .study-name').textContent(), 'a name');
  });

  await step('the options of the engine say who judges the positions', async () => {
    for (const [game, words] of [['palisade', /A neural net that was trained/], ['redstone', /^Random games judge/]]) {
      const page = await open(`/analysis?game=${game}&size=9`);
      await page.getByText('Options', { exact: true }).click();
      assert.equal(await page.locator('.study-judge').count(), 0, 'nothing has been judged');
      await page.keyboard.press('e');
      await page.locator('.study-judge', { hasText: words }).waitFor();
      await page.keyboard.press('e');
    }
  });

  await step('pens open in sight, beside the other tools', async () => {
    const page = await open(AT);
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [900, 800],
    ]) {
      await page.setViewportSize({ width, height });
      await page.keyboard.press('d');
      await page.locator('.study-pens').waitFor();
      assert.ok((await bottom(page, '.study-pens')) <= height, `pens at ${width} × ${height}`);
      await page.keyboard.press('d');
    }
  });

  await step('in blind mode the board keeps its place', async () => {
    const page = await newPerson(browser);
    await page.addInitScript(() => (localStorage['hoshi-settings'] = '{"pace":"instant","blind":true}'));
    await page.goto(base + AT);
    await page.locator('.study-board .board').waitFor();
    for (const width of [1440, 1100, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const { width: board } = await page.locator('.study-board').boundingBox();
      const { width: field } = await page.locator('.study-main > .blind').boundingBox();
      assert.ok(board >= 280 && field >= 280, `${board} and ${field} at ${width}`);
    }
  });

  await step('in the dark the bars of Levee have the colours of its shores', async () => {
    const page = await open('/analysis?game=levee&size=5&moves=b3', { colorScheme: 'dark' });
    const colours = await page.evaluate(() => {
      const style = getComputedStyle(document.querySelector('.study'));
      return [style.getPropertyValue('--bar-1'), style.getPropertyValue('--bar-2')].map((c) =>
        c.match(/[0-9a-f]{2}/g).map((n) => parseInt(n, 16)),
      );
    });
    const grey = ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) < 40;
    assert.ok(!colours.some(grey), JSON.stringify(colours));
  });

  await step('on a phone the verdict on another try is in sight', async () => {
    const page = await open(AT, { viewport: PHONE, hasTouch: true, isMobile: true });
    await reviewed(page);
    await page.getByRole('button', { name: 'Try it again' }).first().click();
    const seen = async () => {
      const board = await page.locator('.study-board').boundingBox();
      const said = await page.locator('.study-trial').boundingBox();
      const keys = await page.locator('.study-toolbar').first().boundingBox();
      return said.y >= board.y + board.height - 1 && said.y + said.height <= keys.y;
    };
    await until(page, "document.querySelector('.study-trial').textContent !== ''", 'what is asked');
    assert.ok(await seen(), 'what is asked');
    await page.locator('.target.legal').last().tap();
    await until(page, "/[%\u00a0]|good|best|better/.test(document.querySelector('.study-trial').textContent)", 'the verdict');
    assert.ok(await seen(), 'the verdict');
  });

  await step('a proof fills the bar', async () => {
    const page = await open('/analysis?game=levee&size=5&moves=b3');
    assert.equal(await page.locator('.study-bar.proved').count(), 0);
    await page.keyboard.press('e');
    await page.locator('.study-prover').waitFor();
    await page.locator('.study-bar.proved').waitFor();
    await page.getByText('Options', { exact: true }).click();
    await page.locator('.study-judge', { hasText: /found out the result/ }).waitFor();
    await page.locator('.study-engine .why summary').click();
    await page.locator('.study-engine .why li', { hasText: /^[a-e][1-5]: \w/ }).first().waitFor();
    await until(page, "document.querySelector('.study-bar .tall rect').getAttribute('height') === '100'", 'it is full');
    await page.keyboard.press('e');
  });

  await step('on a phone the board and the keys stay in sight', async () => {
    const page = await open(AT, { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.keyboard.press('e');
    await page.locator('.study-line-row.best').waitFor();
    assert.equal(await page.locator('.study-lines li').count(), 2, 'as many lines as there is room for');
    await page.keyboard.press('e');
    const keys = page.locator('.study-toolbar').first();
    for (const where of [0, 250, 100000]) {
      await page.evaluate((y) => scrollTo(0, y), where);
      const board = await page.locator('.study-board').boundingBox();
      assert.ok(board.y >= 0 && board.y + board.height < PHONE.height - 300, JSON.stringify([where, board]));
      const { y, height } = await keys.boundingBox();
      assert.ok(Math.abs(y + height - PHONE.height) <= 1, JSON.stringify([where, y, height]));
    }
    const current = await page.locator('.study-moves [aria-current]').boundingBox();
    const list = await page.locator('.study-moves').boundingBox();
    assert.ok(current.y >= list.y && current.y + current.height <= list.y + list.height, 'the current move is shown');
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    assert.match(await page.locator('.study-moves [aria-current]').textContent(), /d6/);
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('button', { name: 'Import' }).tap();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await accessible(page, 'the study with its keys');
    await page.context().close();
    // Long words on the narrowest phone: nothing is too wide, and no key is out of reach.
    for (const locale of ['de', 'fr']) {
      const narrow = await open(AT, { viewport: { width: 320, height: 640 }, locale });
      await narrow.keyboard.press('e');
      await narrow.locator('.study-line-row.best').waitFor();
      await narrow.keyboard.press('e');
      const wide = await narrow.evaluate(() =>
        [...document.querySelectorAll('.study-toolbar button, .study-side > *')].map((e) => e.getBoundingClientRect().right),
      );
      assert.ok(Math.max(...wide) <= 320, `${locale}: ${Math.max(...wide)}`);
      assert.equal(await narrow.evaluate(() => document.documentElement.scrollWidth), 320, locale);
    }
  });
});
