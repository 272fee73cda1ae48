// A first game in a real browser: the opponent that is suggested, the goal, hints with reasons, and what follows.
// And the pages of the opponents.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, clickPoint, newMember, newPerson, playToTheEnd, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

test('a first game and the opponents', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('first visit: Play now, the goal, a good move and why, the end, a puzzle', async () => {
    const page = await newPerson(browser);
    await page.goto(base);
    const card = page.locator('.card').nth(2);
    await card.getByText('against Pebble').waitFor();
    await card.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL(/\/m\/\d+$/);
    await page.locator('.board.interactive').waitFor();
    await soon.match(() => page.locator('.first-goal').textContent(), /^Goal: /);
    await page.locator('.seat', { hasText: 'Pebble (level 1)' }).locator('img.portrait').waitFor();
    const show = page.getByRole('button', { name: 'Show a good move' });
    await show.focus();
    await page.keyboard.press('Enter');
    const said = page.locator('.coach [role=status]', { hasText: 'A good move:' });
    await said.waitFor();
    await soon.equal(() => page.locator('.learn-mark').count(), 1, 'it is marked');
    const move = /: (\S+)$/.exec(await said.textContent())[1];
    await page.getByRole('button', { name: 'Why?' }).click();
    await until(page, "document.querySelectorAll('.why li').length >= 2", 'there are reasons');
    await soon.match(() => page.locator('.why li').first().textContent(), new RegExp(`\\b${move}\\b`));
    await accessible(page, 'a hint with its reasons');
    await clickPoint(page, move);
    await until(page, "document.querySelectorAll('.learn-mark').length === 0", 'the mark goes with the position');
    await until(page, "document.querySelectorAll('.move').length >= 2", 'the opponent answers');
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.locator('.red-button').click();
    const outcome = page.locator('.outcome');
    await outcome.waitFor();
    await outcome.getByRole('button', { name: 'Rematch' }).waitFor();
    await outcome.getByRole('link', { name: 'A puzzle of Levee' }).waitFor();
    await soon.equal(() => outcome.getByRole('button', { name: /Easier|Next/ }).count(), 0, 'nobody is below the first');
    await accessible(page, 'the end of a first game');
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('hoshi-results')));
    assert.deepEqual(kept.map(({ game, level, score, helped }) => [game, level, score, helped]), [['levee', 1, 0, true]]);
    await page.goto(`${base}/opponents/1`);
    await page.getByText('Levee: 0 won, 1 lost, 0 drawn').waitFor();
  });

  await step('a loss leads one level down, on the server and on this device', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/new/levee?seats=me,e2`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.board.interactive').waitFor();
    await clickPoint(page, 'b2');
    await until(page, "document.querySelectorAll('.move').length >= 2", 'the opponent answers');
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.locator('.red-button').click();
    await page.getByRole('button', { name: 'Easier: Pebble (level 1)' }).click();
    await page.locator('.seat', { hasText: 'Pebble (level 1)' }).waitFor();
    await page.goto(`${base}/local/levee?size=5&seats=me,e2`);
    await playToTheEnd(page);
    const won = /You won/.test(await page.locator('.outcome h2').textContent());
    await page.getByRole('button', { name: won ? 'Next: Wren (level 3)' : 'Easier: Pebble (level 1)' }).click();
    await page.locator('.seat', { hasText: won ? 'Wren (level 3)' : 'Pebble (level 1)' }).waitFor();
    await page.locator('.board.interactive').waitFor();
  });

  await step('the opponent answers at a human pace, unless the settings say “at once”', async () => {
    for (const pace of ['human', 'instant']) {
      const page = await newPerson(browser);
      await page.goto(base);
      await page.evaluate((p) => localStorage.setItem('hoshi-settings', JSON.stringify({ pace: p })), pace);
      await page.goto(`${base}/local/levee?size=5&seats=me,e1`);
      await page.locator('.board.interactive').waitFor();
      // No time passes, and what waits as long as an opponent does is kept back.
      await page.evaluate(() => {
        const { setTimeout } = window;
        window.held = [];
        performance.now = () => 0;
        window.setTimeout = (then, ms, ...more) =>
          ms >= 400 && ms <= 2200 ? window.held.push(then) : setTimeout(then, ms, ...more);
      });
      await clickPoint(page, 'b2');
      if (pace === 'human') {
        await until(page, 'window.held.length > 0', 'the answer waits');
        await soon.equal(() => page.locator('.move').count(), 1);
        await page.evaluate(() => window.held.forEach((then) => then()));
      }
      await until(page, "document.querySelectorAll('.move').length >= 2", 'the opponent answers');
    }
  });

  await step('no help in rated matches and against people', async () => {
    const page = await newMember(browser, base, 'mara');
    const seats = ['me', { bot: 1 }];
    const board = { game: 'levee', width: 7, height: 7 };
    const rated = await post(page, base, '/matches', { ...board, seats, rated: true });
    const free = await post(page, base, '/matches', { ...board, seats });
    const bob = await newPerson(browser);
    await post(bob, base, '/guest');
    const open = await post(bob, base, '/matches', { ...board, seats: ['me', 'open'] });
    await post(page, base, `/matches/${open.id}/join`, {});
    for (const [match, n] of [[free, 1], [rated, 0], [open, 0]]) {
      await page.goto(`${base}/m/${match.id}`);
      await page.locator('.seat').nth(1).waitFor();
      if (n === 1) await page.locator('.coach').waitFor();
      await soon.equal(() => page.locator('.coach').count(), n);
    }
  });

  await step('the opponents: a list, a page each, in three languages, in the dark and on a phone', async () => {
    const page = await newPerson(browser, { viewport: PHONE, colorScheme: 'dark' });
    await page.goto(`${base}/opponents`);
    await page.getByRole('heading', { level: 2, name: /Star/ }).waitFor();
    await soon.equal(() => page.locator('.opponent').count(), 8);
    await accessible(page, 'the opponents');
    await page.getByRole('link', { name: 'Heron', exact: true }).click();
    await page.getByRole('heading', { name: /^Heron/ }).waitFor();
    await page.getByText('from games between the levels').first().waitFor();
    await accessible(page, 'an opponent');
    await page.goto(`${base}/opponents/1`);
    const here = page.locator('.panel', { hasText: 'Matches on this server' });
    await here.locator('tbody tr').first().waitFor();
    await soon.deepEqual(async () => (await here.locator('tbody tr').first().locator('td').allTextContents()).slice(0, 4), ['1', '1', '0', '0']);
    await accessible(page, 'an opponent with results');
    await page.goto(`${base}/opponents/6`);
    await page.getByText('Nobody has finished a public match against').waitFor();
    for (const [language, show, name] of [['de', 'Einen guten Zug zeigen', 'Kiesel'], ['fr', 'Montrer un bon coup', 'Galet']]) {
      await page.evaluate((l) => localStorage.setItem('hoshi-settings', JSON.stringify({ language: l })), language);
      await page.goto(`${base}/local/levee?size=5&seats=me,e1`);
      await page.getByRole('button', { name: show }).waitFor();
      await page.locator('.seat', { hasText: name }).waitFor();
    }
    await accessible(page, 'a first game on a phone');
    await page.goto(`${base}/opponents/9`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await soon.equal(() => page.locator('.opponent-head').count(), 0);
  });
});
