// Real people, from the sign-up on: two play a rated game with a swap and its rematch; in the long form
// (HOSHI_TOGETHER=long) four play a round robin with live clocks, and three a simultaneous exhibition. Nobody misses or
// misreads anything: both browsers name the same winner, and each match finds its players. HOSHI_TOGETHER_PICTURES
// names a folder for pictures of what they see.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { PASSWORD, clickPoint, newPerson, situation, soon, startBrowser, startServer, steps } from './helper.mjs';

const LONG = process.env.HOSHI_TOGETHER === 'long';
const PICTURES = process.env.HOSHI_TOGETHER_PICTURES ?? '';
let pictures = 0;

/** A picture of what each person sees. */
async function picture(name, ...pages) {
  if (PICTURES === '') return;
  await mkdir(PICTURES, { recursive: true });
  pictures++;
  for (const [i, page] of pages.entries())
    await page.screenshot({ path: path.join(PICTURES, `${String(pictures).padStart(2, '0')}-${name}-${i + 1}.png`) });
}

/** A person who signs up in the page. */
async function signUp(browser, base, name) {
  const page = await newPerson(browser);
  await page.goto(`${base}/signup`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign up' }).click();
  await soon.equal(async () => (await (await page.request.get(`${base}/api/me`)).json())?.kind, 'member');
  return page;
}

const bar = (page) => page.getByRole('region', { name: 'Waiting for your answer' });
const verdict = (page) => page.locator('.outcome h2').textContent();
const matchOf = (page) => Number(/\/m\/(\d+)/.exec(page.url())?.[1]);

/** A stone where the person clicks; a red one is not wanted. */
async function place(page, point) {
  await page.locator('.board.interactive').waitFor();
  await clickPoint(page, point);
  if ((await situation(page)) === 'choice')
    await page.locator('.stone-choice').getByRole('button', { name: /Black|White/ }).click();
}

/** The person resigns, after the question whether they are sure. */
async function resign(page) {
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('alert').getByRole('button', { name: /resign/i }).click();
}

/** What the server says of a match. */
const told = async (page, base, id) => (await page.request.get(`${base}/api/matches/${id}`)).json();

/** One of the two gives up after each has moved; both pages say who won. */
async function playLevee(base, id, pages) {
  const m = await told(pages[0], base, id);
  const names = await Promise.all(pages.map(async (p) => (await (await p.request.get(`${base}/api/me`)).json()).name));
  const seats = m.seats.map((s) => pages[names.indexOf(s.player.name)]);
  await place(seats[0], 'b2');
  await place(seats[1], 'd4');
  // One who leads several games looks at each.
  if (!seats[0].url().endsWith(`/m/${id}`)) await seats[0].goto(`${base}/m/${id}`);
  await seats[0].locator('.board.interactive').waitFor();
  await resign(seats[0]);
  await soon.equal(() => told(seats[1], base, id).then((now) => now.result?.winner_seat), 2);
  return seats;
}

test('people play together', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('two sign up, play a rated game with a swap, and its rematch', async () => {
    const [ann, bob] = [await signUp(browser, base, 'ann'), await signUp(browser, base, 'bob')];
    // Ann challenges Bob from his profile.
    await ann.goto(`${base}/p/bob`);
    await ann.getByRole('link', { name: /Challenge/ }).first().click();
    await ann.waitForURL(/\/new/);
    await picture('challenge', ann, bob);
    const { id } = await (
      await ann.request.post(`${base}/api/matches`, {
        data: {
          game: 'redstone',
          width: 5,
          height: 5,
          rated: true,
          seats: ['me', { player: 'bob' }],
          clock: { kind: 'fischer', main_ms: 600000, add_ms: 5000 },
        },
      })
    ).json();
    await ann.goto(`${base}/m/${id}`);
    await bar(bob).getByText('ann challenges you').waitFor();
    await soon.match(() => bar(bob).textContent(), /Redstone 5 × 5 · 10 \+ 5 · rated · If you win \+\d+, if you lose −\d+/);
    await picture('challenged', ann, bob);
    await bar(bob).getByRole('button', { name: 'Accept' }).click();
    await bob.waitForURL(new RegExp(`/m/${id}$`));
    await place(ann, 'c3');
    await bob.getByRole('button', { name: 'Swap colours' }).click();
    // Each reads the colour that they play now, and the opponent's rating.
    await soon.match(() => bob.locator('.seat[data-seat="2"]').textContent(), /bob.*1500\?.*Black/);
    await soon.match(() => ann.locator('.seat[data-seat="2"]').textContent(), /bob.*1500\?.*Black/);
    await soon.match(() => ann.locator('.seat[data-seat="2"]').textContent(), /is here/);
    await place(ann, 'd2');
    await place(bob, 'b4');
    await picture('swapped', ann, bob);
    for (let ply = 5; ply <= 10; ply++) {
      const page = ply % 2 === 1 ? ann : bob;
      await page.locator('.board.interactive').waitFor();
      await page.locator('.target.legal').first().click();
      if ((await situation(page)) === 'choice')
        await page.locator('.stone-choice').getByRole('button', { name: /Black|White/ }).click();
      await soon.ok(async () => (await told(page, base, id)).ply >= ply);
      if ((await told(page, base, id)).state !== 'running') break;
    }
    if ((await told(ann, base, id)).state === 'running') await resign(ann);
    await soon.equal(() => told(ann, base, id).then((m) => m.state), 'finished');
    const { result } = await told(ann, base, id);
    for (const [page, seat] of [[ann, 1], [bob, 2]])
      await soon.match(() => verdict(page), result.winner_seat === seat ? /^You won/ : /^You lost/);
    await picture('over', ann, bob);
    // The rematch exchanges the seats and reaches the other one in the bar.
    await ann.getByRole('button', { name: /rematch/i }).click();
    await ann.waitForURL((url) => !url.pathname.endsWith(`/m/${id}`));
    await bar(bob).getByText('ann asks for a rematch').waitFor();
    await bar(bob).getByRole('button', { name: 'Accept' }).click();
    await bob.waitForURL(ann.url());
    const again = await told(ann, base, matchOf(ann));
    assert.deepEqual(again.seats.map((s) => s.player.name), ['bob', 'ann']);
    await place(bob, 'c3');
    await picture('rematch', ann, bob);
  });

  if (!LONG) return;

  await step('four play a round robin with live clocks, and nobody misses a match', async () => {
    const names = ['cora', 'dave', 'elly', 'finn'];
    const pages = [];
    for (const name of names) pages.push(await signUp(browser, base, name));
    const [cora] = pages;
    const tour = await (
      await cora.request.post(`${base}/api/tournaments`, {
        data: {
          name: 'Evening Cup',
          kind: 'roundrobin',
          game: 'levee',
          width: 5,
          height: 5,
          rated: true,
          pause_s: 1,
          clock: { kind: 'fischer', main_ms: 300000, add_ms: 3000 },
        },
      })
    ).json();
    for (const page of pages) {
      await page.goto(`${base}/t/${tour.id}`);
      await page.getByRole('button', { name: 'Take part' }).click();
      await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    }
    await cora.getByRole('button', { name: 'Start now' }).click();
    for (let round = 1; round <= 3; round++) {
      // Everybody is taken to the board of their match.
      await Promise.all(
        pages.map((page) => soon.ok(async () => {
          const m = matchOf(page);
          return m > 0 && (await told(page, base, m)).tournament?.round === round;
        })),
      );
      await picture(`round-${round}`, ...pages);
      for (const id of new Set(pages.map(matchOf))) {
        const two = pages.filter((page) => matchOf(page) === id);
        assert.equal(two.length, 2, `match ${id} of round ${round}`);
        // The server calls no match of a tournament off, so the page offers it to nobody.
        assert.equal(await two[0].getByRole('button', { name: 'Call off' }).count(), 0);
        await two[0].getByRole('button', { name: 'Resign', exact: true }).waitFor();
        const seats = await playLevee(base, id, two);
        if (round === 3) await soon.match(() => verdict(seats[1]), /^You won/);
      }
    }
    await soon.equal(async () => (await (await cora.request.get(`${base}/api/tournaments/${tour.id}`)).json()).state, 'finished');
    await cora.goto(`${base}/t/${tour.id}`);
    await cora.getByRole('region', { name: 'Podium' }).waitFor();
    await soon.match(() => cora.getByRole('row', { name: /^1st/ }).textContent(), /\d{4}\?/);
    await picture('podium', cora);
  });

  await step('a host plays two guests at once', async () => {
    const [host, gil, hal] = [];
    const people = [host, gil, hal];
    for (const [i, name] of ['host', 'gil', 'hal'].entries()) people[i] = await signUp(browser, base, name);
    const simul = await (
      await people[0].request.post(`${base}/api/simuls`, {
        data: { game: 'levee', width: 5, height: 5, clock: { kind: 'fischer', main_ms: 300000, add_ms: 3000 } },
      })
    ).json();
    for (const page of people.slice(1)) {
      await page.goto(`${base}/simuls/${simul.id}`);
      await page.getByRole('button', { name: 'Ask to play' }).click();
    }
    await people[0].goto(`${base}/simuls/${simul.id}`);
    for (const name of ['gil', 'hal']) await people[0].getByRole('button', { name: `Accept ${name}`, exact: true }).click();
    await picture('simul', ...people);
    await people[0].request.post(`${base}/api/simuls/${simul.id}/start`, { data: {} });
    for (const page of people.slice(1)) {
      await page.getByRole('link', { name: 'Go to the board' }).first().click();
      await page.waitForURL(/\/m\/\d+$/);
      const id = matchOf(page);
      await people[0].goto(`${base}/m/${id}`);
      await picture('board', people[0], page);
      await playLevee(base, id, [people[0], page]);
    }
  });
});
