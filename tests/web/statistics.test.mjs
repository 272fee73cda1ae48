// The statistics of a player against the real server: tables, the chart of months, openings that lead into the
// explorer, best wins; by keyboard, on a phone, in other languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DESKTOP, PHONE, accessible, load, newMember, newPerson, post, soon, startBrowser, startServer, steps } from './helper.mjs';

const { score, withGaps } = await load('ratings/results.ts');

// Enough plies of Levee 5×5 that a match is rated though somebody resigns.
const RATED = 'a1 e5 b1 d5 a2 e4 b2 d4 a3 e3 b3 d3';

/** A match of two members that the loser resigns. */
async function over(base, [a, b], moves, loser, more = {}) {
  const seats = ['me', { player: b.name }];
  const match = await post(a.page, base, '/matches', { game: 'levee', width: 5, seats, ...more });
  await post(b.page, base, `/matches/${match.id}/accept`);
  for (const [i, move] of moves.split(' ').entries())
    await post((i % 2 === 0 ? a : b).page, base, `/matches/${match.id}/moves`, { ply: i + 1, move });
  await post(loser.page, base, `/matches/${match.id}/resign`);
  return match.id;
}

test('a chart shows the months without matches, too', () => {
  const month = (name, won) => ({ month: name, won, drawn: 0, lost: 0 });
  assert.deepEqual(
    withGaps([month('2025-11', 1), month('2026-02', 2)]).map((m) => [m.month, m.won]),
    [
      ['2025-11', 1],
      ['2025-12', 0],
      ['2026-01', 0],
      ['2026-02', 2],
    ],
  );
  assert.deepEqual(withGaps([]), []);
});

test('a draw is half a point', () => {
  assert.equal(score({ won: 1, drawn: 2, lost: 1 }), 50);
  assert.equal(score({ won: 0, drawn: 0, lost: 0 }), 0);
});

test('statistics of a player', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('results, openings and best wins are there, and lead on', async () => {
    const ann = { name: 'ann', page: await newMember(browser, base, 'ann') };
    const bob = { name: 'bob', page: await newMember(browser, base, 'bob') };
    const { page } = ann;
    await page.goto(`${base}/p/bob/statistics`);
    await page.getByText('No finished matches yet.').waitFor();
    await accessible(page, 'statistics without matches');
    await over(base, [ann, bob], 'b2 c4', bob);
    await over(base, [ann, bob], 'd4 c2', ann); // the same opening, turned
    const best = await over(base, [bob, ann], RATED, bob, { rated: true });
    await page.goto(`${base}/p/ann`);
    await page.getByRole('link', { name: 'Statistics' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/p/ann/statistics');
    await page.getByRole('link', { name: 'Statistics', exact: true }).and(page.locator('[aria-current]')).waitFor();
    await page.getByText('Longest winning streak: 1. Current streak: 1.').waitFor();
    const row = (section, name) =>
      page.locator('section', { has: page.getByRole('heading', { name: section, exact: true }) }).getByRole('row', { name });
    await soon.match(() => row('By game', /^Levee/).textContent(), /Levee21067\s%/);
    await soon.match(() => row('By side', /Bottom–Top/).textContent(), /11050\s%/);
    await soon.match(() => row('By size', /5 × 5/).textContent(), /21067\s%/);
    await row('Most frequent opponents', /bob/).getByRole('link', { name: 'bob' }).waitFor();
    await page.getByRole('img', { name: /Won, drawn and lost matches from/ }).waitFor();
    await page.getByText('As a table').click();
    await row('By month', /67 %/).waitFor();
    await row('Best wins', /bob/).getByRole('link', { name: new RegExp(`^${best} `) }).waitFor();
    await accessible(page, 'statistics');
    await page.setViewportSize(PHONE);
    await accessible(page, 'statistics on a phone');
    await page.setViewportSize(DESKTOP);

    // The most frequent opening comes first, as it was played last.
    const opening = page.getByRole('link', { name: /Openings after d4 c2/ });
    await soon.match(() => opening.textContent(), /1 won, 0 drawn, 1 lost/);
    await opening.click();
    await page.waitForURL(/\/explorer\/levee\?.*moves=d4\.c2/);
    await page.getByText('d4 c2').first().waitFor();
  });

  await step('a stranger reads them in German and French', async () => {
    for (const [locale, heading] of [
      ['de', 'Lieblingseröffnungen'],
      ['fr', 'Ouvertures préférées'],
    ]) {
      const page = await newPerson(browser, { locale });
      await page.goto(`${base}/p/ann/statistics`);
      await page.getByRole('heading', { name: heading }).waitFor();
      await accessible(page, `statistics, ${locale}`);
    }
  });
});
