// Puzzles in a real browser, without a server: solved to the end, refuted and tried again, hints and the answer,
// what is kept, the study, runs, offline, phone, axe.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { PHONE, WITH_COPIES, axeViolations, clickPoint, load, newPerson, root, soon, startBrowser, startStatic, steps, until } from './helper.mjs';
import { collection, prompt, records, settled, solve, wrongMove } from './puzzlehelper.mjs';

const { nextOf } = await load('puzzles/collection.ts');
const { startRating } = await load('puzzles/strength.ts');
const NOTHING = { lessons: 0, results: [] };

async function open(t, address, options) {
  const page = await newPerson(t.browser, options);
  await page.goto(t.base + address);
  await page.locator('.prompt').waitFor();
  return page;
}

test('puzzles', async (t) => {
  const base = await startStatic(t);
  const browser = await startBrowser(t);
  const levee = await collection('levee');
  const palisade = await collection('palisade');
  const first = nextOf(levee.map((p) => ({ ...p, setup: p })), new Set(), '', startRating('levee', levee.map((p) => p.rating), NOTHING));
  const step = steps(t, browser, { base, browser });

  await step('themes have a sentence and an example, a ladder its positions; a phone shows both', async (s) => {
    const page = await newPerson(browser, { viewport: PHONE });
    await page.goto(`${base}/puzzles?mode=themes&game=levee`);
    const circuit = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'circuit' }) });
    await soon.match(() => circuit.textContent(), /circuits forbid at least two more points.*not tried yet/);
    assert.deepEqual(await axeViolations(page), []);
    await circuit.getByRole('link', { name: 'Train' }).click();
    await soon.equal(() => page.getByLabel('Theme').inputValue(), 'circuit');
    await page.goto(`${base}/puzzles?mode=ladders&game=levee`);
    const ladder = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Double threat' }) });
    await soon.match(() => ladder.textContent(), /0 of 10 solved/);
    assert.deepEqual(await axeViolations(page), []);
    await ladder.getByRole('link', { name: 'Start' }).click();
    await page.locator('.prompt').waitFor();
    const ids = JSON.parse(await readFile(path.join(root, 'puzzles/ladders.json'), 'utf8')).levee[0].puzzles;
    await solve(page, (await records('levee')).find((p) => p.id === ids[0]));
    await soon.match(() => prompt(page), /Right: [a-i][1-9] wins/);
    await page.getByRole('button', { name: 'Position 1, solved' }).waitFor();
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await soon.equal(() => page.getByRole('button', { name: 'Position 2' }).getAttribute('aria-pressed'), 'true');
    await page.getByRole('link', { name: 'All ladders' }).click();
    await soon.match(() => ladder.textContent(), /1 of 10 solved/);
  });

  await step('the analysis board begins with the board that was played last', async (s) => {
    for (const [width, cells] of [[7, 49], [8, 169]]) {
      const page = await newPerson(browser);
      await page.addInitScript(`localStorage['hoshi-new'] = '{"game":"levee","games":{"levee":{"width":${width},"height":${width}}}}'`);
      await page.goto(`${base}/analysis`);
      await soon.equal(() => page.locator('.study-board [role=gridcell]').count(), cells, `${width}: Levee has odd sizes`);
      await page.context().close();
    }
  });

  await step('a puzzle is solved to its end, and the next one comes', async (s) => {
    const page = await open(s, '/puzzles?game=levee');
    await solve(page, first);
    await soon.match(() => prompt(page), /Right: [a-i][1-9] wins/);
    await soon.match(() => page.locator('.puzzle-facts').textContent(), new RegExp(`${first.rating}`));
    await soon.equal(() => page.locator('.puzzle-today .right').count(), 1);
    await page.keyboard.press('Enter');
    await soon.match(() => prompt(page), /to move and win/);
    await soon.match(() => page.locator('.puzzle-words .learn-keys').textContent(), /F turn the board$/);
    const corner = page.locator('.board [role=gridcell]').first();
    const named = await corner.getAttribute('aria-label');
    await page.keyboard.press('f');
    await soon.notEqual(() => corner.getAttribute('aria-label'), named, 'the board is turned');
    await page.reload();
    await page.locator('.puzzle-today .right').waitFor();
    const kept = await page.evaluate("JSON.parse(localStorage.getItem('hoshi-puzzles'))");
    assert.deepEqual(kept.attempts.map((a) => [a.id, a.solved]), [[first.id, true]]);
  });

  await step('a wrong move is refuted on the board; solving it later does not count', async (s) => {
    const page = await open(s, '/puzzles?game=levee');
    const wrong = wrongMove(first);
    await clickPoint(page, wrong);
    await settled(page);
    await soon.match(() => prompt(page), new RegExp(`${wrong} does not win`));
    await soon.match(() => page.locator('.prompt').textContent(), /answers [a-i][1-9]\. That is proved/);
    await soon.match(() => page.locator('.puzzle-why').textContent(), /answers [a-i][1-9]: \w+/);
    await soon.match(() => page.locator('.puzzle-steps').textContent(), /Move 1 of/);
    await page.keyboard.press('ArrowRight');
    await soon.match(() => page.locator('.puzzle-steps').textContent(), /Move 2 of/);
    await page.keyboard.press('ArrowLeft');
    await soon.match(() => page.locator('.puzzle-steps').textContent(), /Move 1 of/);
    await soon.equal(async () => (await page.locator('.board .refused').count()) > 0, true, 'the move is under a cross');
    await page.getByRole('button', { name: 'Try again' }).click();
    await solve(page, first);
    await soon.match(() => prompt(page), /Right/);
    const kept = await page.evaluate("JSON.parse(localStorage.getItem('hoshi-puzzles'))");
    assert.deepEqual(kept.attempts.map((a) => a.solved), [false]);
  });

  await step('after a wrong move one may go on, and all attempts of the day count', async (s) => {
    const page = await newPerson(browser);
    await page.addInitScript(() => {
      const attempts = Array.from({ length: 19 }, (_, i) => ({ id: `p${i}`, at: Date.now(), solved: i % 2 === 0 }));
      localStorage['hoshi-puzzles'] ??= JSON.stringify({ attempts, best: {} });
    });
    await page.goto(`${s.base}/puzzles?game=levee`);
    await page.locator('.board.interactive').waitFor();
    await soon.match(() => page.locator('.puzzle-today p').textContent(), /10 of 19/);
    await soon.equal(() => page.locator('.puzzle-today li').count(), 12, 'the last ones as marks');
    await page.locator('.target.legal').first().click();
    await settled(page);
    const asked = await page.locator('.board').getAttribute('aria-label');
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await soon.match(() => prompt(page), /to move and win/);
    assert.ok(asked !== null);
  });

  await step('the reply to a right move is told in words', async (s) => {
    const page = await open(s, '/puzzles?game=levee');
    await clickPoint(page, first.solution);
    const words = new RegExp(`${first.solution} is right\\. \\S+ answers [a-i][1-9]\\. Go on\\.`);
    await page.locator('.prompt', { hasText: words }).waitFor();
  });

  await step('a point that the rules forbid is explained and costs nothing', async (s) => {
    const page = await open(s, '/puzzles?game=levee');
    const spring = 'abcdefghi'[(first.width - 1) / 2] + (first.width + 1) / 2;
    await clickPoint(page, spring);
    await soon.match(() => page.locator('.prompt').textContent(),
      new RegExp(`${spring} is not allowed here \\(L3a\\)`),
    );
    await soon.equal(() => page.evaluate("localStorage.getItem('hoshi-puzzles')"), null);
  });

  await step('three hints: the idea, legal points near the move, the move; the answer is played through', async (s) => {
    const page = await open(s, '/puzzles?game=levee');
    await page.keyboard.press('h');
    await soon.match(() => page.locator('.prompt').textContent(), /Hint: (circuit|double threat).*With a hint/);
    assert.equal(await page.locator('.learn-mark').count(), 0, 'the first hint names no point');
    await page.keyboard.press('h');
    await until(page, "document.querySelectorAll('.learn-mark').length > 1", 'the region');
    const named = /one of these: (.*)\. With/.exec(await page.locator('.prompt').textContent())[1].split(', ');
    assert.ok(named.includes(first.solution));
    for (const point of named)
      assert.equal(await page.locator(`.board [role=gridcell].legal[aria-label^="${point},"]`).count(), 1, point);
    await page.getByRole('button', { name: 'Hint' }).click();
    await until(page, "document.querySelectorAll('.learn-mark').length === 1", 'the point');
    await soon.match(() => page.locator('.prompt').textContent(), new RegExp(`Hint: ${first.solution}\\. With a hint`));
    await page.keyboard.press('a');
    await until(page, "/answer/.test(document.querySelector('.prompt h2').textContent)", 'the answer');
    const n = first.plies;
    await soon.match(() => page.locator('.puzzle-steps').textContent(), new RegExp(`Move 1 of ${n}`));
    await page.getByRole('button', { name: 'Forward' }).click();
    await soon.match(() => page.locator('.puzzle-steps').textContent(), new RegExp(`Move 2 of ${n}`));
    // Keys step as well, after a click on the board too, and stop at both ends.
    const shows = (k) => soon.match(() => page.locator('.puzzle-steps').textContent(), new RegExp(`Move ${k} of ${n}`));
    await clickPoint(page, first.solution);
    for (const [key, times, at] of [['ArrowLeft', 1, 1], ['ArrowRight', n + 3, n], ['ArrowLeft', n + 3, 0]]) {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
      await shows(at);
    }
    await page.keyboard.press('Tab');
    await page.locator('.board [role=gridcell][tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await shows(0); // who came by Tab moves the cursor
    await page.getByRole('link', { name: 'Analyse' }).click();
    await until(page, "document.querySelector('.study')", 'the study');
    await soon.equal(() => page.locator('.study-move:not(.study-start)').count(), first.moves.length);
  });

  await step('a hint tells of a pass, which has no point to mark', async (s) => {
    const page = await open(s, '/puzzles?game=claims');
    await page.locator('.puzzle-filter').getByLabel('Theme').selectOption('pass');
    await page.locator('.board.interactive').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.prompt', { hasText: /Hint: .*With a hint/ }).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.prompt', { hasText: 'Hint: Pass. With a hint' }).waitFor();
    await soon.equal(() => page.getByRole('button', { name: 'Hint' }).isDisabled(), true, 'there is nothing more to tell');
  });

  await step('a streak ends at the first mistake', async (s) => {
    const page = await open(s, '/puzzles?game=levee&mode=streak');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.board.interactive').waitFor();
    for (let n = 0; n < 40; n++) {
      if (/You solved/.test(await prompt(page))) break;
      if (await page.locator('.board.interactive').count())
        await page.locator('.target.legal').nth(n % 3).click().catch(() => undefined);
      await new Promise((done) => setTimeout(done, 250));
    }
    await soon.match(() => prompt(page), /You solved \d+/);
  });

  await step('a guest begins with easy puzzles, and the next ones follow what they solve', async (s) => {
    const page = await newPerson(browser);
    const rating = async (solved, n) => {
      await page.goto(`${s.base}/puzzles?game=palisade`);
      await page.evaluate(
        ([ids, is]) => {
          const attempts = ids.map((id) => ({ id, at: Date.now(), solved: is }));
          localStorage['hoshi-puzzles'] = JSON.stringify({ attempts, best: {} });
        },
        [palisade.filter((p) => p.rating > 1300).slice(0, n).map((p) => p.id), solved],
      );
      await page.goto(`${s.base}/puzzles?game=palisade`);
      await page.locator('.board.interactive').waitFor();
      await page.keyboard.press('a');
      await page.locator('.puzzle-facts b').waitFor();
      return Number(await page.locator('.puzzle-facts b').first().textContent());
    };
    const middle = palisade[Math.floor(palisade.length / 2)].rating;
    assert.ok((await rating(false, 0)) < middle, 'the first is easier than the middle');
    assert.ok((await rating(true, 8)) > middle, 'after eight hard ones that were solved');
  });

  await step('what was failed comes again on a later day', async (s) => {
    const page = await newPerson(browser);
    await page.addInitScript((id) => {
      const day = 24 * 3600 * 1000;
      const attempts = [{ id, at: Date.now() - 2 * day, solved: false }];
      const again = [{ id, due: Date.now() - day, step: 0 }];
      localStorage['hoshi-puzzles'] ??= JSON.stringify({ attempts, best: {} });
      localStorage['hoshi-puzzles-again'] ??= JSON.stringify(again);
    }, first.id);
    await page.goto(`${s.base}/puzzles?game=levee`);
    await page.getByText(/You failed this puzzle before/).waitFor();
    await solve(page, first);
    await soon.match(() => prompt(page), /Right/);
    const again = await page.evaluate("JSON.parse(localStorage['hoshi-puzzles-again'])");
    assert.equal(again[0].step, 1);
    assert.ok(again[0].due > Date.now() + 2 * 24 * 3600 * 1000);
  });

  await step('what must be counted can be seen', async (s) => {
    const page = await open(s, '/puzzles?game=levee');
    assert.equal(await page.locator('.board .wet, .board .water').count(), 0);
    await page.getByRole('button', { name: 'Channels' }).click();
    await soon.ok(async () => (await page.locator('.puzzle-switches [aria-pressed=true]').count()) === 1);
    await page.reload();
    await page.locator('.puzzle-switches [aria-pressed=true]').waitFor();
    await page.goto(s.base + '/puzzles?game=claims');
    await soon.match(() => page.locator('.puzzle-points').textContent(), /^Black \d+ · White \d+$/);
    await page.getByRole('button', { name: 'Claims', exact: true }).click();
  });

  await step('a storm says what it is, costs time for an error and keeps its bests', async (s) => {
    const page = await open(s, '/puzzles?game=levee&mode=storm');
    await soon.match(() => page.locator('.prompt').textContent(), /An error costs 10 seconds.*Best today/);
    await page.clock.install();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.board.interactive').waitFor();
    await page.clock.fastForward(1000);
    const left = async () => {
      const [, min, sec] = /(\d):(\d\d) left/.exec(await page.locator('.puzzle-run').textContent());
      return 60 * Number(min) + Number(sec);
    };
    const before = await left();
    for (let n = 0; n < 8 && (await left()) > before - 9; n++) {
      await page.locator('.target.legal').nth(n).click();
      await settled(page);
      await page.clock.fastForward(1000);
    }
    assert.ok((await left()) <= before - 9, 'an error has cost ten seconds');
    await page.clock.fastForward(200_000);
    await page.getByText(/^You solved \d+\.$/).waitFor();
    await soon.equal(() => page.evaluate("JSON.parse(localStorage['hoshi-puzzles-runs'] ?? '[]').length"), 1);
  });

  await step('a storm counts down', async (s) => {
    const page = await open(s, '/puzzles?game=levee&mode=storm');
    await page.getByRole('button', { name: 'Start' }).click();
    await until(page, "/2:5\\d left/.test(document.querySelector('.puzzle-run').textContent)", 'the clock');
  });

  for (const [name, options] of [
    ['desktop', {}],
    ['phone', { viewport: PHONE, hasTouch: true }],
    ['dark', { viewport: PHONE, colorScheme: 'dark' }],
  ])
    await step(`axe finds nothing before and after a wrong move on a ${name}, and nothing is cut off`, async (s) => {
      const page = await open(s, '/puzzles?game=levee', options);
      assert.deepEqual(await axeViolations(page), []);
      await page.locator('.target.legal').first().click();
      await settled(page);
      assert.deepEqual(await axeViolations(page), []);
      await soon.ok(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
      if (process.env.HOSHI_SHOTS) await page.screenshot({ path: `${process.env.HOSHI_SHOTS}/puzzle-${name}.png` });
    });

  await step('puzzles that were loaded open without a connection', async (s) => {
    const page = await open(s, '/puzzles?game=levee', WITH_COPIES);
    await until(
      page,
      "caches.match('/puzzles-levee-0.json').then((r) => r !== undefined)",
      'the copies',
    );
    await until(page, 'navigator.serviceWorker.controller !== null', 'the worker');
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.prompt').waitFor();
    await solve(page, first);
    await soon.match(() => prompt(page), /Right/);
  });
});
