// An arena in the page, against the real server: it is made, joined, paired, paused and watched.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, newMember, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const api = async (page, base, path) => (await page.request.get(`${base}/api${path}`)).json();

/** The arena as the page's player sees it, when they play or no longer do. */
async function playing(page, base, id, plays) {
  for (let tries = 0; tries < 300; tries++) {
    const tour = await api(page, base, `/tournaments/${id}`);
    if ((tour.me.match !== null) === plays) return tour;
    await page.waitForTimeout(100);
  }
  return assert.fail(plays ? 'nobody is paired' : 'the match does not end');
}

test('an arena in the page', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('the form for a tournament offers an arena with short clocks', async () => {
    const ann = await newMember(browser, base, 'ann');
    await ann.goto(`${base}/tournaments/new`);
    await ann.getByLabel('Name of the tournament').fill('Friday Arena');
    await ann.getByLabel(/^Kind/).first().selectOption('arena');
    await ann.getByLabel('Game').selectOption('levee');
    await ann.getByLabel('Board size').selectOption('5');
    await ann.getByLabel('Length in minutes').fill('45');
    await ann.getByText('After two wins in a row', { exact: false }).waitFor();
    await soon.equal(() => ann.getByLabel('Rounds').count(), 0);
    await accessible(ann, 'a new arena');
    await ann.getByRole('button', { name: 'Create the tournament' }).click();
    await ann.getByRole('heading', { name: 'Friday Arena' }).waitFor();
    const id = Number(ann.url().split('/').pop());
    const made = await api(ann, base, `/tournaments/${id}`);
    assert.deepEqual([made.kind, made.minutes, made.clock.main_ms], ['arena', 45, 300000]);
    await ann.getByText(/^Starts in 1\d:\d\d$/).waitFor();
  });

  await step('a player is led from match to match, sees streaks, pauses and comes back', async () => {
    const bob = await newMember(browser, base, 'bob');
    const cleo = await newMember(browser, base, 'cleo');
    const { id } = await post(bob, base, '/tournaments', {
      name: 'Friday Arena',
      kind: 'arena',
      game: 'levee',
      width: 5,
      height: 5,
      clock: { kind: 'fischer', main_ms: 300000, add_ms: 3000 },
      minutes: 45,
      starts_at: Date.now() + 3600000,
    });
    for (const page of [bob, cleo]) {
      await page.goto(`${base}/t/${id}`);
      await page.getByRole('button', { name: 'Take part' }).click();
      await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    }
    await bob.getByRole('button', { name: 'Start now' }).click();
    for (const page of [bob, cleo]) await page.waitForURL(/\/m\/\d+$/);
    assert.equal(bob.url(), cleo.url());
    await bob.getByRole('link', { name: 'Arena', exact: true }).waitFor();

    // Half the time for a point more: it is asked for once, and both see it.
    const half = bob.getByRole('button', { name: 'Play with half the time' });
    await half.click();
    await soon.equal(() => half.count(), 0);
    for (const page of [bob, cleo]) await soon.equal(() => page.locator('.berserk').count(), 1);
    const { clock, seats } = await api(bob, base, `/matches/${Number(bob.url().split('/').pop())}`);
    const own = seats.findIndex((s) => s.player.name === 'bob');
    assert.deepEqual(clock.seats.map((s) => s.berserk === true), [own === 0, own === 1]);

    // From a match that is over to the next one.
    for (let round = 0; round < 2; round++) {
      await bob.getByRole('link', { name: 'Arena', exact: true }).waitFor(); // the match is shown
      const before = bob.url();
      const { me } = await playing(cleo, base, id, true);
      await post(cleo, base, `/matches/${me.match}/resign`);
      await until(bob, `location.href !== '${before}'`, 'the next match begins');
    }

    // And on, when the next match ends before its page is there.
    await bob.getByRole('link', { name: 'Arena', exact: true }).waitFor();
    const held = new Promise((done) => void bob.route(/\/api\/matches\/\d+$/, done, { times: 1 }));
    const { me: third } = await playing(cleo, base, id, true);
    await post(cleo, base, `/matches/${third.match}/resign`);
    const route = await held;
    const { me: fourth } = await playing(cleo, base, id, true);
    assert.ok(bob.url().endsWith(`/m/${fourth.match}`));
    await post(cleo, base, `/matches/${fourth.match}/resign`);
    await until(bob, `!location.href.endsWith('/m/${fourth.match}')`, 'the match after it begins');
    await route.continue();

    await bob.goto(`${base}/t/${id}`);
    await bob.getByText(/^4\d:\d\d left$/).waitFor();
    const first = bob.locator('.data tbody tr').first();
    await soon.match(() => first.textContent(), /1st.*bob.*12.*4 wins in a row: points count double/);
    await soon.equal(() => bob.locator('.flame').count(), 1);
    await bob.getByRole('link', { name: 'Go to your match' }).waitFor();
    await bob.getByRole('link', { name: /cleo – bob|bob – cleo/ }).waitFor();
    await accessible(bob, 'an arena');
    await bob.setViewportSize(PHONE);
    await accessible(bob, 'an arena on a phone');
    await soon.equal(() => bob.evaluate('document.documentElement.scrollWidth'), PHONE.width);

    await bob.getByRole('button', { name: 'Pause' }).click();
    const { me } = await playing(cleo, base, id, true);
    await post(cleo, base, `/matches/${me.match}/resign`);
    await bob.getByText('You are taking a break.', { exact: false }).waitFor();
    await soon.match(() => first.textContent(), /bob.*paused/);
    assert.match(bob.url(), /\/t\/\d+$/);
    await bob.getByRole('button', { name: 'Come back' }).click();
    await bob.waitForURL(/\/m\/\d+$/);
  });
});
