// Puzzles of a member in a real browser with a real server: an attempt counts once, whatever is done to it;
// retry, hint, answer, study, vote, report; what the profile tells.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, WITH_COPIES, accessible, clickPoint, load, newMember, soon, startBrowser, startServer, until } from './helper.mjs';
import { collection, prompt, records, settled, solve, wrongMove } from './puzzlehelper.mjs';

const { daily } = await load('puzzles/collection.ts');
const { dayOf } = await load('puzzles/log.ts');

const NOON = Date.parse('2026-11-23T12:00:00Z');

test('the puzzles of a member', async (t) => {
  const server = await startServer(t);
  const base = server.url;
  const browser = await startBrowser(t);
  const all = await records('levee');

  const api = async (page, path) => {
    const answer = await page.request.get(`${base}/api${path}`);
    assert.equal(answer.status(), 200, path);
    return answer.json();
  };
  /** The member as a solver of Levee. */
  const solver = async (page, name) =>
    (await api(page, `/players/${name}/puzzles`)).games.find((g) => g.game === 'levee') ?? { tries: 0, solved: 0 };
  const attempts = async (page) => (await api(page, '/account/puzzles')).attempts;
  /** Opens the training; the puzzle on the board is the first that the server offers. */
  const train = async (page) => {
    const offered = page.waitForResponse((r) => r.url().includes('/api/puzzles?'));
    await page.goto(`${base}/puzzles?game=levee`);
    const { puzzles } = await (await offered).json();
    await page.locator('.board.interactive').waitFor();
    return all.find((p) => p.id === puzzles[0].id);
  };
  const rated = (page) => page.getByText(/^Your puzzle rating: \d+ \(/);
  const end = async (page) => {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  };

  await t.test('a failed attempt counts once: tried again, after a reload, and sent anew', async () => {
    const page = await newMember(browser, base, 'once');
    await page.clock.setFixedTime(NOON);
    const puzzle = daily(await collection('levee'), dayOf(NOON));
    const today = `${base}/puzzles?game=levee&mode=daily`;
    await page.goto(today);
    await page.locator('.board.interactive').waitFor();
    await clickPoint(page, wrongMove(puzzle));
    await rated(page).waitFor();
    const before = await solver(page, 'once');
    assert.deepEqual([before.tries, before.solved], [1, 0]);
    await soon.match(() => rated(page).textContent(), new RegExp(`${before.rating} \\(−`));

    await page.getByRole('button', { name: 'Try again' }).click();
    await solve(page, puzzle);
    await soon.match(() => prompt(page), /Right/);
    await soon.deepEqual(() => solver(page, 'once'), before);

    await page.reload();
    await page.locator('.board.interactive').waitFor();
    const sent = page.waitForResponse((r) => r.url().endsWith(`/api/puzzles/${puzzle.id}/attempt`));
    await solve(page, puzzle);
    await soon.equal(async () => (await (await sent).json()).first, false);
    await rated(page).waitFor();
    await soon.deepEqual(() => solver(page, 'once'), before);
    await soon.deepEqual(async () => (await attempts(page)).map((a) => [a.puzzle, a.solved]), [[puzzle.id, false]]);
    await end(page);
  });

  await t.test('what is left before it is decided does not count', async () => {
    const page = await newMember(browser, base, 'leaver');
    const puzzle = await train(page);
    await page.keyboard.press('n');
    await page.locator('.board.interactive').waitFor();
    await soon.equal(async () => (await train(page)).id, puzzle.id);
    // A puzzle that was passed over does not come back at once.
    const place = () => page.evaluate(() => [...document.querySelectorAll('.board [role=gridcell]')].map((c) => c.getAttribute('aria-label')).join());
    const seen = new Set([await place()]);
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('n');
      await soon.ok(async () => !seen.has(await place()));
      seen.add(await place());
    }
    const long = all.find((p) => p.plies >= 5 && p.width === 7);
    await page.route('**/api/puzzles?*', (route) => route.fulfill({ json: { puzzles: [long], you: null } }));
    await page.goto(`${base}/puzzles?game=levee`);
    await page.locator('.board.interactive').waitFor();
    await clickPoint(page, long.solution);
    await settled(page);
    await page.reload();
    await page.locator('.board.interactive').waitFor();
    await soon.deepEqual(() => attempts(page), []);
    await end(page);
  });

  await t.test('one puzzle in two tabs is rated once, as it was tried first', async () => {
    const page = await newMember(browser, base, 'tabs');
    const puzzle = await train(page);
    const other = await page.context().newPage();
    await soon.equal(async () => (await train(other)).id, puzzle.id);
    await clickPoint(page, wrongMove(puzzle));
    await rated(page).waitFor();
    await solve(other, puzzle);
    await rated(other).waitFor();
    await soon.equal(() => rated(other).textContent(), await rated(page).textContent());
    const { tries, solved } = await solver(page, 'tabs');
    assert.deepEqual([tries, solved], [1, 0]);
    await soon.notEqual(async () => (await train(other)).id, puzzle.id, 'another one is offered');
    await end(page);
  });

  await t.test('without a connection an attempt waits, and counts once when it is back', async () => {
    const page = await newMember(browser, base, 'tunnel', WITH_COPIES);
    const puzzle = await train(page);
    await until(page, 'navigator.serviceWorker.controller !== null', 'the worker');
    await until(page, "caches.match('/puzzles-levee-0.json').then((r) => r !== undefined)", 'the copies');
    await page.context().setOffline(true);
    await clickPoint(page, wrongMove(puzzle));
    await page.getByText('Your attempt will be sent when there is a connection.').waitFor();
    await soon.deepEqual(() => page.evaluate("JSON.parse(localStorage['hoshi-puzzles-unsent']).length"), 1);
    await page.context().setOffline(false);
    await rated(page).waitFor();
    await soon.equal(async () => (await solver(page, 'tunnel')).tries, 1);
    await train(page);
    await soon.equal(async () => (await solver(page, 'tunnel')).tries, 1);
    await end(page);
  });

  await t.test('a hint and the answer make it a failed attempt; analysing opens the study', async () => {
    const page = await newMember(browser, base, 'curious');
    const puzzle = await train(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText(/^Hint: /).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await until(page, "document.querySelectorAll('.learn-mark').length > 1", 'the region');
    await solve(page, puzzle);
    await rated(page).waitFor();
    await soon.deepEqual(async () => (await attempts(page)).map((a) => [a.puzzle, a.solved]), [[puzzle.id, false]]);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await rated(page).waitFor();
    await soon.deepEqual(async () => (await attempts(page)).map((a) => a.solved), [false, false]);
    // The curve has both attempts at once, and the same again from the server.
    const { rating } = await solver(page, 'curious');
    const curve = page.locator('.puzzle-curve');
    await soon.match(() => curve.textContent(), new RegExp(`^Rating, 30 days \\d+ → ${rating}$`));
    const told = await curve.textContent();
    await accessible(page, 'puzzles with the curve of the rating');
    await train(page);
    await curve.waitFor();
    await soon.equal(() => curve.textContent(), told);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByRole('link', { name: 'Analyse' }).click();
    await until(page, "document.querySelector('.study')", 'the study');
    await end(page);
  });

  await t.test('solving, a vote, a report; the profile shows rating, curve and weak themes', async () => {
    const page = await newMember(browser, base, 'solver');
    const first = await train(page);
    await solve(page, first);
    await rated(page).waitFor();
    await soon.match(() => rated(page).textContent(), /\(\+\d+/);
    await accessible(page, 'a rated puzzle');
    const good = page.getByRole('button', { name: 'Good puzzle' });
    await good.click();
    await until(page, "document.querySelector('.puzzle-opinion [aria-pressed=true]')", 'the vote');
    await soon.equal(async () => (await api(page, `/puzzles/${first.id}`)).up, 1);
    await good.click();
    await until(page, "!document.querySelector('.puzzle-opinion [aria-pressed=true]')", 'no vote');
    await soon.equal(async () => (await api(page, `/puzzles/${first.id}`)).up, 0);
    await page.getByText('Report this puzzle').click();
    await page.getByLabel('What is wrong with it?').fill('Two moves win.');
    await page.getByRole('button', { name: 'Send the report' }).click();
    await page.getByText('Thank you').waitFor();
    await soon.equal(async () => (await attempts(page))[0].report, 'Two moves win.');

    const theme = 'double-threat';
    const four = all.filter((p) => p.themes.includes(theme) && p.id !== first.id).slice(0, 4);
    for (const p of four)
      await page.request.post(`${base}/api/puzzles/${p.id}/attempt`, { data: { solved: false, moves: '' } });
    await page.goto(`${base}/p/solver`);
    await page.getByRole('heading', { name: 'Puzzles' }).waitFor();
    const { rating, tries } = await solver(page, 'solver');
    assert.equal(tries, 5);
    await page.getByRole('row', { name: new RegExp(`Levee ${rating} .*5 20 %`) }).waitFor();
    await page.getByRole('img', { name: new RegExp(`to ${rating}`) }).waitFor();
    await page.getByText(/double threat in Levee \(\d+% solved\)/).waitFor();
    const history = page.locator('.puzzle-history');
    await soon.equal(() => history.getByRole('listitem').count(), 5);
    const oldest = history.getByRole('listitem').last();
    await soon.match(() => oldest.textContent(), new RegExp(`Levee ${first.id}: solved, rating from 1630 to \\d+`));
    await accessible(page, 'a solver’s profile');
    await page.setViewportSize(PHONE);
    await accessible(page, 'the same on a phone');
    const cell = page.getByRole('cell', { name: `${rating} ±` });
    const lines = await cell.evaluate((td) => td.getBoundingClientRect().height);
    assert.ok(lines < 60, `the rating stands on one line: ${lines} px`);
    if (process.env.HOSHI_SHOTS) await page.screenshot({ path: `${process.env.HOSHI_SHOTS}/history.png`, fullPage: true });
    const before = await solver(page, 'solver');
    await oldest.getByRole('link').click();
    await page.locator('.board.interactive').waitFor();
    await solve(page, first);
    await soon.match(() => prompt(page), /Right/);
    await soon.deepEqual(() => solver(page, 'solver'), before, 'a puzzle of the history changes no rating again');
    const other = await newMember(browser, base, 'passerby');
    await other.goto(`${base}/p/solver`);
    await other.getByRole('heading', { name: 'Puzzles' }).waitFor();
    await soon.equal(() => other.locator('.puzzle-history').count(), 0, 'others do not see it');
    await end(other);
    await end(page);
  });

  await t.test('moderators see a reported puzzle and withdraw it; its reporter gets a notification', async () => {
    const boss = await newMember(browser, base, 'boss');
    await server.stop('SIGTERM');
    server.words.push('--admin', 'boss');
    await server.start();
    const page = await newMember(browser, base, 'reporter');
    const puzzle = await train(page);
    await page.request.post(`${base}/api/puzzles/${puzzle.id}/attempt`, { data: { solved: false, moves: '' } });
    await page.request.post(`${base}/api/puzzles/${puzzle.id}/report`, { data: { text: 'It is ugly.' } });
    await page.goto(`${base}/admin/puzzles`);
    await page.getByText('This page is for moderators.').waitFor();

    await boss.goto(`${base}/admin`);
    await boss.getByRole('link', { name: 'Reported puzzles' }).click();
    const row = boss.locator('.puzzle-case', { hasText: puzzle.id });
    await row.getByText('It is ugly.').waitFor();
    await soon.match(() => row.textContent(), new RegExp(`Solution: ${puzzle.solution}\\..*Reports: 1`));
    await soon.equal(() => row.getByRole('button', { name: 'Withdraw it' }).isDisabled(), true, 'without a reason');
    await accessible(boss, 'reported puzzles');
    if (process.env.HOSHI_SHOTS) await boss.screenshot({ path: `${process.env.HOSHI_SHOTS}/moderation.png`, fullPage: true });
    await boss.setViewportSize(PHONE);
    await accessible(boss, 'the same on a phone');
    await row.getByLabel('Reason').fill('It is indeed.');
    await row.getByRole('button', { name: 'Withdraw it' }).click();
    await row.waitFor({ state: 'detached' });

    await page.goto(`${base}/notifications`);
    await page.getByText(`Puzzle ${puzzle.id}, which you reported, was withdrawn: It is indeed.`).waitFor();
    const other = await newMember(browser, base, 'late');
    await soon.notEqual(async () => (await train(other)).id, puzzle.id);
    await end(other);
    await end(boss);
    await end(page);
  });
});
