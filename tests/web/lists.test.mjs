// What the lists of a small server say: matches to watch beside many of one's own, and a ranking in which all
// ratings are provisional.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, newMember, newPerson, post, soon, startBrowser, startServer, steps } from './helper.mjs';

test('lists say what there is', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a match of others is offered although the newest ones are one’s own', async () => {
    const [ann, bob, eve] = [await newPerson(browser), await newPerson(browser), await newPerson(browser)];
    // The front page is what a stranger sees; it stays while their first matches make a guest of them.
    await ann.goto(base);
    await ann.getByRole('heading', { name: 'Matches to watch' }).waitFor();
    for (const page of [ann, bob, eve]) await post(page, base, '/guest');
    const levee = { game: 'levee', width: 5, height: 5 };
    const begin = async (one, two) => {
      const { id } = await post(one, base, '/matches', { ...levee, seats: ['me', 'open'] });
      await post(two, base, `/matches/${id}/join`);
      return id;
    };
    const id = await begin(bob, eve);
    const own = [];
    for (let n = 0; n < 6; n++) own.push(await begin(ann, bob));
    const list = ann.locator('section', { has: ann.getByRole('heading', { name: 'Matches to watch' }) });
    await list.locator(`a[href="/m/${id}"]`).waitFor();
    for (const match of own) await soon.equal(() => list.locator(`a[href="/m/${match}"]`).count(), 0, 'not one’s own');
    await soon.equal(() => list.getByRole('button', { name: 'Show more' }).count(), 0, 'there is nothing more');
  });

  await step('rows of finished matches have their date, their ratings and a small board, without more requests', async () => {
    const [fox, owl] = [await newMember(browser, base, 'fox'), await newMember(browser, base, 'owl')];
    const { id } = await post(fox, base, '/matches', {
      ...{ game: 'levee', width: 5, height: 5, rated: true },
      seats: ['me', { player: 'owl' }],
    });
    await post(owl, base, `/matches/${id}/accept`);
    for (const [i, move] of ['b2', 'c4', 'd2', 'd4'].entries())
      await post(i % 2 === 0 ? fox : owl, base, `/matches/${id}/moves`, { ply: i + 1, move });
    await post(owl, base, `/matches/${id}/resign`);
    for (const path of [`/archive?player=fox`, '/p/fox', '/mine', '/watch', '/lobby']) {
      const asked = [];
      fox.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await fox.goto(base + path);
      const row = fox.locator(`a.match-row[href="/m/${id}"]`).first();
      await row.locator('.row-board .board').waitFor();
      await soon.equal(() => row.locator('.row-board .stone').count(), 4, `${path}: the final position`);
      await soon.equal(() => row.locator('.row-board .last').count(), 1);
      await row.locator('time').waitFor();
      await soon.match(() => row.locator('.match-who').textContent(), /fox \(\d+ ?\?\).*owl \(\d+ ?\?\)/);
      assert.equal(asked.filter((p) => p === `/api/matches/${id}`).length, 0, 'the row brings it');
      fox.removeAllListeners('request');
    }
  });

  await step('a ranking without sure ratings says so, and shows the provisional ones when asked', async () => {
    const [cat, dog] = [await newMember(browser, base, 'cat'), await newMember(browser, base, 'dog')];
    await cat.goto(`${base}/ranking/levee`);
    await cat.getByText('Nobody has a settled rating here yet.').waitFor();
    const { id } = await post(cat, base, '/matches', {
      ...{ game: 'levee', width: 5, height: 5, rated: true },
      seats: ['me', { player: 'dog' }],
    });
    await post(dog, base, `/matches/${id}/accept`);
    for (const [i, move] of ['b2', 'c4', 'd2', 'd4'].entries())
      await post(i % 2 === 0 ? cat : dog, base, `/matches/${id}/moves`, { ply: i + 1, move });
    await post(dog, base, `/matches/${id}/resign`);
    await cat.reload();
    await cat.getByText('Nobody has a settled rating here yet.').waitFor();
    await cat.getByLabel('With provisional ratings').check();
    for (const name of ['cat', 'dog']) await cat.getByRole('main').getByRole('link', { name }).waitFor();
  });
});

test('what is played now and by better players comes first', async () => {
  const { byInterest, goesOn } = await load('parts/worth.ts');
  const now = Date.now();
  const match = (name, minutes, points, kind = 'member') => ({
    name,
    updated_at: now - minutes * 60_000,
    seats: points.map((p) => ({ player: { kind }, rating: p === null ? null : { points: p, provisional: false } })),
  });
  const list = [
    match('left by guests', 30, [null, null], 'guest'),
    match('still, of masters', 30, [2100, 2000]),
    match('of guests', 1, [null, null], 'guest'),
    match('of beginners', 1, [1500, 1400]),
    match('of strong players', 2, [1900, 1800]),
  ];
  assert.deepEqual(
    list.filter(goesOn).sort(byInterest).map((m) => m.name),
    ['of strong players', 'of beginners', 'of guests', 'still, of masters'],
  );
});
