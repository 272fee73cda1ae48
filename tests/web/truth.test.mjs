// What a page says of a match is so: for both players and for spectators, at once and after a reload, and in every
// place that tells of it. Against the real server, two and three people at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clickPoint, newMember, newPerson, post, situation, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const seatText = async (page, seat) => (await page.locator(`.seat[data-seat="${seat}"]`).textContent()) ?? '';
const verdict = (page) => page.locator('.outcome h2').textContent();

/** A match of Redstone on its smallest board: Ann has the first seat, Bob the second. */
async function redstone(base, ann, bob, more = {}) {
  const wish = { game: 'redstone', width: 2, height: 2, seats: ['me', 'open'], ...more };
  const { id } = await post(ann, base, '/matches', wish);
  await post(bob, base, `/matches/${id}/join`);
  return id;
}

/** A stone of one's own, also where a red one is possible. */
async function place(page, point) {
  await page.locator('.board.interactive').waitFor();
  await clickPoint(page, point);
  if ((await situation(page)) !== 'choice') return;
  await page.locator('.stone-choice').getByRole('button', { name: /Black|White/ }).click();
}

const move = (page, base, id, ply, word) => post(page, base, `/matches/${id}/moves`, { ply, move: word });

test('what the page says is so', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a match with swapped colours names the same winner to everybody', async () => {
    const ann = await newMember(browser, base, 'ann');
    const bob = await newMember(browser, base, 'bob');
    const eve = await newPerson(browser);
    const id = await redstone(base, ann, bob);
    for (const page of [ann, bob, eve]) await page.goto(`${base}/m/${id}`);
    await place(ann, 'a2');
    await bob.getByRole('button', { name: 'Swap colours' }).click();
    for (const page of [ann, bob, eve]) {
      await soon.match(() => seatText(page, 1), /White/);
      await soon.match(() => seatText(page, 2), /Black/);
    }
    await place(ann, 'a1');
    await place(bob, 'b2');
    await place(ann, 'b1'); // red: it bounds both groups, nothing is left, and Ann has moved (R5)
    const says = async () => {
      await soon.match(() => verdict(ann), /^You won/);
      await soon.match(() => verdict(bob), /^You lost/);
      await soon.match(() => verdict(eve), /^White won/);
    };
    await says();
    for (const page of [ann, bob, eve]) await page.reload();
    await says();

    // Every other place that tells of it.
    const head = await (await ann.request.get(`${base}/api/matches/${id}`)).json();
    assert.deepEqual(head.seats.map((s) => s.side), [2, 1]);
    assert.deepEqual([head.result.winner_seat, head.result.winner_side], [1, 2]);
    const sgf = await (await ann.request.get(`${base}/api/matches/${id}/record?format=sgf`)).text();
    assert.match(sgf, /PB\[bob\]PW\[ann\]SWAPPED\[\]/);
    assert.match(sgf, /RE\[W\+/);
    await eve.goto(`${base}/p/bob`);
    await eve.locator('.match-row', { hasText: 'ann won' }).waitFor();
    await eve.goto(`${base}/archive?game=redstone`);
    await eve.locator('.match-row', { hasText: 'ann won' }).waitFor();
    const { sides } = await (await eve.request.get(`${base}/api/players/ann/statistics`)).json();
    assert.deepEqual(sides.map((s) => [s.side, s.won]), [[2, 1]]);
    // The analysis board: the names stand beside the colours that they hold in the end.
    await eve.goto(`${base}/analysis?match=${id}`);
    await soon.equal(() => eve.locator('.study-players').innerText(), 'bob – ann');
    const [black] = await eve.locator('.study-players .study-side-dot').evaluateAll((all) => all.map((d) => d.className));
    assert.match(black, /stone-1/);
  });

  await step('a swap that is taken back gives the colours back, also after a reload', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    const eve = await newPerson(browser);
    for (const page of [ann, bob]) await post(page, base, '/guest');
    const id = await redstone(base, ann, bob, { width: 5, height: 5 });
    await move(ann, base, id, 1, 'c3');
    await move(bob, base, id, 2, 'swap');
    // Bob reads the match after the swap, the others see it come.
    for (const page of [ann, bob, eve]) await page.goto(`${base}/m/${id}`);
    for (const page of [ann, bob, eve]) await soon.match(() => seatText(page, 1), /White/);
    await bob.getByRole('button', { name: 'Take back' }).click();
    await ann.getByRole('button', { name: 'Accept' }).click();
    for (const page of [ann, bob, eve]) {
      await soon.match(() => seatText(page, 1), /Black/);
      await soon.match(() => seatText(page, 2), /White/);
    }
    await bob.getByRole('button', { name: 'Swap colours' }).waitFor();
    await place(bob, 'd4');
    await until(ann, "document.querySelectorAll('.move').length === 2", 'Ann sees the stone');
    await ann.getByRole('button', { name: 'Resign' }).click();
    await ann.getByRole('button', { name: 'Yes, resign' }).click();
    const says = async () => {
      await soon.match(() => verdict(ann), /^You lost/);
      await soon.match(() => verdict(bob), /^You won/);
      await soon.match(() => verdict(eve), /^White won/);
    };
    await says();
    for (const page of [ann, bob, eve]) await page.reload();
    await says();
  });
});
