// The page in a real browser, without a server: whole games on this device, refusals, keyboard, axe.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, axeViolations, clickPoint, newPerson, playToTheEnd, shownMoves, situation, soon, startBrowser, startStatic, steps, until } from './helper.mjs';

/** One browser and one server for the file; each test has its own context. */
async function open(t, address, options) {
  const page = await newPerson(t.browser, options);
  await page.goto(t.base + address);
  await page.locator('.board').first().waitFor();
  return page;
}

test('the page on this device', async (t) => {
  const base = await startStatic(t);
  const browser = await startBrowser(t);
  const step = steps(t, browser, { base, browser });

  for (const [game, size] of [['palisade', 5], ['redstone', 4], ['levee', 5], ['claims', 4]]) {
    await step(`${game}: a game against the engine in the worker comes to its end`, async (s) => {
      const page = await open(s, `/local/${game}?size=${size}&seats=me,e1`);
      await playToTheEnd(page);
      await soon.match(() => page.locator('.outcome h2').textContent(), /won|lost|draw/i);
      const moves = await shownMoves(page);
      await page.reload();
      await page.locator('.outcome').waitFor();
      await soon.equal(() => shownMoves(page), moves, 'a reload keeps the game');
    });
  }

  await step('a click on an illegal point says the rule and shows the points', async (s) => {
    const page = await open(s, '/local/levee?size=5');
    await clickPoint(page, 'c3');
    await soon.match(() => page.getByRole('alert').textContent(), /Not allowed here \(L3a\)/);
    for (const point of ['b2', 'a1', 'c2', 'a2', 'd2', 'a3', 'b3', 'a4', 'd3', 'a5', 'b4', 'e1'])
      await clickPoint(page, point);
    await clickPoint(page, 'c4');
    await soon.match(() => page.getByRole('alert').textContent(), /Not allowed here \(L3b\)/);
    // The circuit is b3, c2, d3 and the new stone itself.
    await soon.equal(() => page.locator('.proof').count(), 3);
    await soon.equal(() => shownMoves(page), 12);
  });

  await step('a move is kept before it is painted, for a reload right after it', async (s) => {
    const page = await open(s, '/local/levee?size=5&seats=me,me');
    await page.locator('.board.interactive').waitFor();
    const kept = await page.evaluate(async () => {
      const before = JSON.stringify({ ...localStorage });
      document.querySelector('.board [role=gridcell][aria-label^="b2,"]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
      // What is rendered is rendered in microtasks; nothing is painted while they run.
      for (let i = 0; i < 50; i++) await Promise.resolve();
      return [before, JSON.stringify({ ...localStorage })];
    });
    assert.ok(!kept[0].includes('b2') && kept[1].includes('b2'), kept[1]);
  });

  await step('redstone plays red without a question where only red is legal', async (s) => {
    const page = await open(s, '/local/redstone?size=5&swap=0');
    for (const point of ['a1', 'b1', 'c5']) await clickPoint(page, point);
    // Black's stone on a1 has one liberty left: White may take it in red, and in no other way.
    await clickPoint(page, 'a2');
    await until(page, "document.querySelectorAll('.move').length === 4", 'red is played at once');
    await soon.match(() => page.locator('.move').nth(3).textContent(), /a2 red/);
    await soon.equal(() => page.locator('.layer-stones .stone.red').count(), 1);
  });

  await step('redstone asks which stone where both are legal', async (s) => {
    const page = await open(s, '/local/redstone?size=5&swap=0');
    // Black on a2 joins a1 to a3 and bounds nothing; red on a2 takes a1 (figure 4 of the sheet).
    for (const point of ['a1', 'b1', 'a3', 'e5']) await clickPoint(page, point);
    await clickPoint(page, 'a2');
    const choice = page.getByRole('group', { name: 'Which stone on a2?' });
    await choice.waitFor();
    await page.keyboard.press('Escape');
    await soon.equal(() => choice.count(), 0);
    await clickPoint(page, 'a2');
    await choice.getByRole('button', { name: 'Black' }).click();
    await soon.equal(() => shownMoves(page), 5);
    await soon.equal(() => page.locator('.layer-stones .stone.red').count(), 0);
  });

  await step('the pie rule is offered on ply 2 and exchanges the seats', async (s) => {
    const page = await open(s, '/local/redstone?size=5');
    await clickPoint(page, 'c3');
    await page.getByRole('button', { name: 'Swap colours' }).click();
    await soon.equal(() => shownMoves(page), 2);
    const first = page.locator('[data-seat="1"]');
    await soon.match(() => first.textContent(), /White/);
    await soon.match(() => page.locator('.status').textContent(), /White/);
  });

  await step('stepping back and forth works, and play continues from the end', async (s) => {
    const page = await open(s, '/local/palisade?size=7');
    for (const point of ['c3', 'd3', 'd4']) await clickPoint(page, point);
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await soon.equal(() => page.locator('.layer-stones .stone').count(), 1);
    await soon.equal(() => situation(page), 'wait');
    await page.keyboard.press('End');
    await soon.equal(() => page.locator('.layer-stones .stone').count(), 3);
    await page.keyboard.press('Home');
    await soon.equal(() => page.locator('.layer-stones .stone').count(), 0);
    await page.locator('.move').nth(1).click();
    await soon.equal(() => page.locator('.layer-stones .stone').count(), 2);
    await page.getByRole('button', { name: 'Go to the latest' }).click();
    await clickPoint(page, 'e4');
    await soon.equal(() => shownMoves(page), 4);
  });

  await step('the keyboard alone plays a whole game', async (s) => {
    const page = await open(s, '/local/levee?size=3');
    // Tab until the board has the focus.
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) break;
    }
    const at = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await soon.match(() => at(), /^b2, the centre/);
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
    await soon.equal(() => shownMoves(page), 1);
    await soon.match(() => at(), /^b3, stone, last move/);
    for (const key of ['ArrowLeft', 'ArrowDown', 'Enter', 'ArrowDown', 'ArrowRight', ' '])
      await page.keyboard.press(key);
    await until(page, "document.querySelectorAll('.move').length >= 3", 'three moves by keyboard');
    for (let i = 0; i < 60 && (await situation(page)) !== 'over'; i++) {
      const key = ['ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowLeft'][i % 6];
      await page.keyboard.press(key);
      await page.keyboard.press('Enter');
    }
    await soon.equal(() => situation(page), 'over');
  });

  await step('small points on a phone are confirmed before they are played', async (s) => {
    const page = await open(s, '/local/palisade?size=19', { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.locator('.board [role=gridcell][aria-label^="d4,"]').tap();
    await soon.equal(() => shownMoves(page), 0);
    await page.getByRole('button', { name: 'Play d4' }).tap();
    await soon.equal(() => shownMoves(page), 1);
    const box = await page.locator('.board').boundingBox();
    assert.ok(box.width > 340 && box.x >= 0 && box.x + box.width <= PHONE.width);
  });

  await step('the question which stone stays on a phone’s screen', async (s) => {
    const page = await open(s, '/local/redstone?size=7&swap=0', { viewport: PHONE });
    for (const point of ['a1', 'b1', 'a3', 'e5', 'a2']) await clickPoint(page, point);
    const box = await page.getByRole('group', { name: 'Which stone on a2?' }).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width, JSON.stringify(box));
  });

  await step('a wide board is turned on a phone', async (s) => {
    const page = await open(s, '/local/claims?width=9&height=4', { viewport: PHONE });
    const box = await page.locator('.board').boundingBox();
    assert.ok(box.height > box.width);
  });

  await step('the sides of levee are called by where they are seen', async (s) => {
    const page = await open(s, '/local/levee?size=5');
    const first = page.locator('[data-seat="1"]');
    await soon.match(() => first.textContent(), /Bottom–Top/);
    await page.getByRole('button', { name: 'Turn the board' }).click();
    await soon.match(() => first.textContent(), /Left–Right/);
    await soon.match(() => page.locator('.status').textContent(), /Left–Right/);
  });

  await step('claims, channels and owned points are shown on request', async (s) => {
    const page = await open(s, '/local/claims?size=4');
    await clickPoint(page, 'b2');
    await soon.equal(() => page.locator('.claim').count(), 0);
    await page.getByRole('button', { name: 'Claims', exact: true }).click();
    await soon.equal(() => page.locator('.claim').count(), 4);
    await page.goto(`${s.base}/local/levee?size=7`);
    await page.getByRole('button', { name: 'Channels' }).click();
    await soon.equal(() => page.locator('.channel').count(), 2);
    await soon.ok(async () => (await page.locator('.water rect').count()) > 40);
  });

  await step('the page speaks German and French, by the browser and by choice', async (s) => {
    const page = await newPerson(s.browser, { locale: 'de-AT' });
    await page.goto(`${s.base}/local/levee?size=5`);
    await page.getByRole('heading', { name: 'Levee auf diesem Gerät' }).waitFor();
    await soon.equal(() => page.evaluate(() => document.documentElement.lang), 'de');
    await clickPoint(page, 'c3');
    await soon.match(() => page.getByRole('alert').textContent(), /Hier nicht erlaubt \(L3a\).*Mitte bleibt leer/);
    await page.locator('summary').click();
    await page.getByLabel('Sprache').selectOption('fr');
    await page.getByRole('heading', { name: 'Levee sur cet appareil' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Levee sur cet appareil' }).waitFor();
    await soon.equal(() => page.title(), 'Levee sur cet appareil · hoshi');
  });

  await step('the figures of the rules can be played and say why not', async (s) => {
    const page = await open(s, '/rules/redstone');
    const figure = page.locator('figure').nth(1);
    await figure.locator('[role=gridcell][aria-label^="d3,"]').click();
    await soon.equal(() => figure.locator('.layer-stones .stone.red').count(), 1);
    await figure.getByRole('button', { name: 'Again' }).click();
    await soon.equal(() => figure.locator('.layer-stones .stone.red').count(), 0);
    const first = page.locator('figure').first();
    await first.locator('[role=gridcell][aria-label^="b1,"]').click();
    await soon.match(() => first.getByRole('alert').textContent(), /Not allowed here/);
  });

  await step('axe finds nothing to complain about', async (s) => {
    for (const address of [
      '/',
      '/local/claims?size=5&seats=me,me,me,me',
      '/rules/levee',
      '/new/claims',
      '/lobby',
      '/mine',
      '/nowhere',
    ]) {
      const page = await newPerson(s.browser);
      await page.goto(s.base + address);
      await page.locator('h1').first().waitFor();
      if (address.startsWith('/local')) await clickPoint(page, 'c3');
      assert.deepEqual(await axeViolations(page), [], address);
    }
  });

  await step('the page follows the theme of the system until the reader chooses one', async (s) => {
    const page = await newPerson(s.browser, { colorScheme: 'light' });
    await page.goto(s.base);
    const shows = (theme) => page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
    await shows('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shows('dark');
    await page.evaluate(() => localStorage.setItem('hoshi-settings', JSON.stringify({ theme: 'light' })));
    await page.reload();
    await shows('light');
  });

  await step('the contrasts hold in the dark as well', async (s) => {
    for (const address of ['/', '/local/redstone?size=5', '/rules/palisade']) {
      const page = await newPerson(s.browser, { colorScheme: 'dark' });
      await page.goto(s.base + address);
      await page.locator('.board').first().waitFor();
      if (address.startsWith('/local')) for (const point of ['c3', 'c3']) await clickPoint(page, point);
      assert.deepEqual(await axeViolations(page, ['color-contrast']), [], address);
    }
  });
});
