// Blind mode in a real browser: turned on by the first link, a match with the server and a game on this device
// played by typing alone, and what a screen reader is told of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, load, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';
import { records } from './puzzlehelper.mjs';

const { LESSONS } = await load('games/explain.ts');

/** Types a line, as a person does who does not look for the field. */
async function type(page, line) {
  await until(page, "document.activeElement?.closest('.blind') !== null", 'the field has the keyboard');
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

/** Waits until the log says something as a line of its own. */
const hears = (page, text) =>
  until(
    page,
    `[...document.querySelectorAll('[role=log].blind-log p:not([aria-hidden])')].some((p) => p.textContent === ${JSON.stringify(text)})`,
    `it says: ${text}`,
  );

const blindly = (page) =>
  page.addInitScript(() => {
    localStorage['hoshi-settings'] = '{"pace":"instant","blind":true}';
  });

test('blind mode', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('the first stop of the keyboard turns it on and off, and the settings show it', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/local/levee?size=5&seats=me,me`);
    await page.locator('.board').waitFor();
    await soon.equal(() => page.getByLabel('Move or command').count(), 0);
    await page.keyboard.press('Tab');
    await soon.equal(() => page.evaluate('document.activeElement.textContent'), 'Turn on blind mode');
    await page.keyboard.press('Enter');
    await page.getByLabel('Move or command').waitFor();
    await until(page, "document.activeElement.closest('.blind') !== null", 'one can type at once');
    await accessible(page, 'a game in blind mode');
    await page.getByText('Settings').or(page.getByLabel('Settings')).first().click();
    await soon.ok(() => page.getByLabel(/Blind mode/).isChecked());
    await page.reload();
    await page.getByLabel('Move or command').waitFor();
    await page.setViewportSize(PHONE);
    await accessible(page, 'a game in blind mode on a phone');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Turn off blind mode' }).press('Enter');
    await until(page, "document.querySelector('.blind') === null", 'it is off');
  });

  await step('a game on this device is played to its end by typing', async () => {
    const page = await newPerson(browser);
    await blindly(page);
    await page.goto(`${base}/local/levee?size=3&seats=me,me`);
    await hears(page, 'Levee, 3 by 3. Your move · Bottom–Top.');
    await type(page, 'help');
    await hears(page, 'channels: the shortest channel of each side.');
    await type(page, 'b2');
    await hears(page, 'Not allowed: The centre, b2, stays empty: all channels begin there.');
    await type(page, 'a2');
    await hears(page, '1. Bottom–Top: a2.');
    await hears(page, 'Your move · Left–Right.');
    await type(page, 'row 2');
    await hears(page, 'Row 2: a2.');
    await type(page, 'b1');
    await hears(page, '2. Left–Right: b1.');
    await type(page, 'c2');
    await hears(page, '3. Bottom–Top: c2.');
    await hears(page, 'Bottom–Top won.');
    await type(page, 'a1');
    await hears(page, 'It is not your move.');
  });

  await step('a match on the server: both type, each hears the other, the clocks and the end', async () => {
    const [ann, bob] = [await newPerson(browser), await newPerson(browser)];
    await post(ann, base, '/guest');
    await post(bob, base, '/guest');
    const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 0 };
    const { id } = await post(ann, base, '/matches', { game: 'redstone', width: 5, height: 5, seats: ['me', 'open'], clock });
    await post(bob, base, `/matches/${id}/join`);
    for (const page of [ann, bob]) {
      await blindly(page);
      await page.goto(`${base}/m/${id}`);
    }
    await type(bob, 'a1');
    await hears(bob, 'It is not your move.');
    await type(ann, 'a1');
    await hears(ann, '1. Black: a1.');
    await hears(bob, '1. Black: a1.');
    await type(bob, 'a2');
    await hears(ann, '2. White: a2.');
    await type(ann, 'c3');
    await hears(bob, '3. Black: c3.');
    await type(bob, 'b1');
    const refused = 'Not allowed: A white stone on b1 would leave the black group at a1';
    await until(bob, `document.querySelector('.blind-log').textContent.includes('${refused}')`, 'why it is refused');
    await type(bob, 'b1 red');
    await hears(ann, '4. White: b1 red.');
    await hears(ann, 'Captured: Black, 1: a1.');
    await type(ann, 'captures');
    await hears(ann, 'So far: Black 1, White 0.');
    await type(ann, 'liberties');
    await hears(ann, 'White at a2: Group of 1 stone, 3 liberties.');
    await type(ann, 'clock');
    await until(ann, "/: (\\d+ min( \\d+ s)?)\\./.test(document.querySelector('.blind-log').textContent)", 'the clocks');
    await post(ann, base, `/matches/${id}/resign`);
    await hears(bob, 'You won by resignation.');
    await hears(ann, 'You lost by resignation.');
    await accessible(bob, 'the end of a match in blind mode');
  });

  await step('a clock that runs low is said at once', async () => {
    const [ann, bob] = [await newPerson(browser), await newPerson(browser)];
    await post(ann, base, '/guest');
    await post(bob, base, '/guest');
    const clock = { kind: 'fischer', main_ms: 120_000, add_ms: 0 };
    const { id } = await post(ann, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', 'open'], clock });
    await post(bob, base, `/matches/${id}/join`);
    await blindly(ann);
    // Their browser's time is set on instead of waited for.
    await ann.clock.install();
    await ann.goto(`${base}/m/${id}`);
    await ann.getByLabel('Move or command').waitFor();
    await type(ann, 'c3');
    await post(bob, base, `/matches/${id}/moves`, { ply: 2, move: 'd5' });
    await hears(ann, '2. Left–Right: d5.');
    const warning = (seconds) =>
      until(ann, `document.querySelector('.blind [role=alert]').textContent === '${seconds} seconds left.'`, `at ${seconds}`);
    await ann.clock.fastForward(62_000);
    await warning(60);
    await ann.clock.fastForward(30_000);
    await warning(30);
  });

  await step('a study is gone through and played on by typing', async () => {
    const page = await newPerson(browser);
    await blindly(page);
    await page.goto(`${base}/analysis?game=claims&size=5`);
    await page.getByLabel('Move or command').waitFor();
    await page.getByLabel('Move or command').focus();
    await type(page, 'c3');
    await hears(page, '1. Black: c3.');
    await type(page, 'point d3');
    await hears(page, 'Claims: Black 1.');
    await accessible(page, 'a study in blind mode');
  });

  await step('a puzzle and a lesson are solved by typing', async () => {
    const page = await newPerson(browser);
    await blindly(page);
    const p = (await records('levee')).find((one) => one.plies === 3);
    await page.goto(`${base}/puzzles?game=levee&puzzle=${p.id}`);
    await type(page, p.moves[0]); // taken: said, and not tried
    await soon.match(() => page.locator('.blind-log').textContent(), /Not allowed|occupied|stone/i);
    await type(page, p.solution);
    await soon.match(() => page.locator('.prompt').textContent(), new RegExp(`${p.solution} (is right|wins)`));
    // A lesson may ask for a point where nobody may play.
    const lesson = LESSONS.levee.steps.find((one) => one.id === 'levee.circuit');
    await page.goto(`${base}/learn/levee?step=circuit`);
    await type(page, lesson.answer);
    await page.locator('.learn-right').waitFor();
    await accessible(page, 'a lesson in blind mode');
  });

  await step('it speaks the language of the page', async () => {
    for (const [language, line, said] of [['de', 'reihe 1', 'Reihe 1 ist leer.'], ['fr', 'rangee 1', 'La rangée 1 est vide.']]) {
      const page = await newPerson(browser);
      await page.addInitScript((l) => {
        localStorage['hoshi-settings'] = JSON.stringify({ blind: true, language: l });
      }, language);
      await page.goto(`${base}/local/levee?size=5&seats=me,me`);
      await page.locator('.blind input').waitFor();
      await type(page, line);
      await hears(page, said);
    }
  });
});
