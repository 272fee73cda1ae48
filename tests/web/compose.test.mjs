// A puzzle that a member makes, in a real browser with the real engine: from the analysis board over its proof
// and the moderators to somebody who solves it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, load, newMember, soon, startBrowser, startServer } from './helper.mjs';
import { solve } from './puzzlehelper.mjs';

const LINE = ['e5', 'e3', 'd3', 'e1', 'c4', 'a1', 'e2'];
const PUZZLE = { game: 'levee', width: 5, height: 5, options: 0, moves: LINE, solution: 'c2' };
const { placedFrom } = await load('puzzles/start.ts');

/** Red stones are placed only where they take something: no mere placements lead here. One move wins. */
const SET = {
  game: 'redstone',
  size: '5',
  start:
    'a1:n,b1:n,d1:n,e1:n,a2:1,b2:1,c2:2,e2:1,a3:1,b3:1,c3:1,d3:1,e3:1,b4:2,c4:n,d4:1,e4:n,a5:n,b5:1,c5:1,d5:1,e5:1',
  side: '2',
};

/** The puzzle as it is offered to somebody: an answer has 20 of the 24 nearest, and others after each attempt. */
async function offeredTo(person, wish, { puzzle, rating }) {
  for (let attempt = 0; attempt < 12; attempt++) {
    const { puzzles } = await (await person.request.get(`${wish}&limit=20&rating=${rating}`)).json();
    const offered = puzzles.find((p) => p.id === puzzle);
    if (offered) return offered;
    const tried = await person.request.post(`${base(wish)}/api/puzzles/${puzzles[0].id}/attempt`, { data: { solved: false } });
    assert.equal(tried.status(), 200);
  }
  return undefined;
}

const base = (url) => new URL(url).origin;

test('a member makes a puzzle', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const boss = await newMember(browser, base, 'boss');
  await server.stop('SIGTERM');
  server.words.push('--admin', 'boss');
  await server.start();
  const author = await newMember(browser, base, 'author');

  await t.test('of a position of the analysis board; the engine proves it', async () => {
    await author.goto(`${base}/analysis?game=levee&size=5&moves=${LINE.join('.')}`);
    await author.getByRole('button', { name: 'More' }).click();
    await author.getByRole('link', { name: 'Make a puzzle' }).click();
    await author.getByRole('heading', { name: 'Make a puzzle' }).waitFor();
    await accessible(author, 'making a puzzle');
    await author.getByRole('button', { name: 'Send the puzzle' }).click();
    await author.getByText('Proved: only c2 wins. Waiting for the moderators.').waitFor({ timeout: 60000 });
    await author.setViewportSize(PHONE);
    await accessible(author, 'the same on a phone');
    if (process.env.HOSHI_SHOTS) await author.screenshot({ path: `${process.env.HOSHI_SHOTS}/compose.png`, fullPage: true });
  });

  await t.test('moderators publish it', async () => {
    await boss.goto(`${base}/admin/puzzles`);
    const row = boss.locator('.puzzle-case', { hasText: 'By author.' });
    await row.waitFor();
    await soon.match(() => row.textContent(), /Levee 5 × 5.*Solution: c2/);
    await accessible(boss, 'a puzzle that waits for moderators');
    await row.getByRole('button', { name: 'Publish it', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await author.reload();
    await author.getByText(/Published as l[0-9a-f]{8}\./).waitFor();
  });

  await t.test('another member gets it, with the author’s name, and is rated', async () => {
    const { composed } = await (await author.request.get(`${base}/api/puzzles/composed`)).json();
    const solver = await newMember(browser, base, 'solver');
    const offered = await offeredTo(solver, `${base}/api/puzzles?game=levee&size=5`, composed[0]);
    assert.equal(offered?.author, 'author');
    await solver.route('**/api/puzzles?*', (route) => route.fulfill({ json: { puzzles: [offered], you: null } }));
    await solver.goto(`${base}/puzzles?game=levee`);
    await solver.locator('.board.interactive').waitFor();
    await solver.locator('.puzzle-facts').getByRole('link', { name: 'author' }).waitFor();
    await solve(solver, PUZZLE);
    await solver.getByText(/^Your puzzle rating: \d+ \(\+/).waitFor();
    await solver.close();
  });

  await t.test('a position that was set up, to which only captures lead, is one, too', async () => {
    await author.setViewportSize({ width: 1280, height: 800 });
    await author.goto(`${base}/analysis?${new URLSearchParams(SET)}`);
    await author.getByRole('button', { name: 'More' }).click();
    await author.getByRole('link', { name: 'Make a puzzle' }).click();
    await author.getByRole('button', { name: 'Send the puzzle' }).click();
    await author.getByText('Proved: only a4 red wins. Waiting for the moderators.').waitFor({ timeout: 60000 });
    await accessible(author, 'a puzzle from a set-up');
    if (process.env.HOSHI_SHOTS) await author.screenshot({ path: `${process.env.HOSHI_SHOTS}/compose-setup.png`, fullPage: true });
    await boss.goto(`${base}/admin/puzzles`);
    const row = boss.locator('.puzzle-case', { hasText: 'By author.' });
    const study = await row.getByRole('link', { name: 'Open in analysis' }).getAttribute('href');
    assert.equal(new URLSearchParams(study.split('?')[1]).get('start'), SET.start);
    await row.getByRole('button', { name: 'Publish it', exact: true }).click();
    await row.waitFor({ state: 'detached' });

    const solver = await newMember(browser, base, 'finder');
    const { composed } = await (await author.request.get(`${base}/api/puzzles/composed`)).json();
    const offered = await offeredTo(solver, `${base}/api/puzzles?game=redstone&size=5`, composed[0]);
    assert.deepEqual(offered?.start, composed[0].start);
    await solver.route('**/api/puzzles?*', (route) => route.fulfill({ json: { puzzles: [offered], you: null } }));
    await solver.goto(`${base}/puzzles?game=redstone`);
    await solver.locator('.board.interactive').waitFor();
    const { game, width, height, options } = offered;
    await solve(solver, { ...offered, ...placedFrom({ game, width, height, players: 2, options }, offered.start, []) });
    await solver.getByText(/^Your puzzle rating: \d+ \(\+/).waitFor();
    const analyse = await solver.getByRole('link', { name: 'Analyse' }).getAttribute('href');
    assert.equal(new URLSearchParams(analyse.split('?')[1]).get('start'), SET.start);
    for (const page of [author, boss, solver]) assert.deepEqual(page.problems, []);
  });
});
