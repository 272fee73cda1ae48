// Finding things and people: the navigation, tournaments in the lobby, and everybody who waits in one list.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, newMember, newPerson, post, soon, startBrowser, startServer, steps } from './helper.mjs';

const DAY = 24 * 3600 * 1000;
const BLITZ = { kind: 'fischer', main_ms: 300000, add_ms: 3000 };

const cup = (page, base, more) =>
  post(page, base, '/tournaments', {
    name: 'Spring Cup',
    kind: 'swiss',
    game: 'levee',
    width: 5,
    height: 5,
    clock: { kind: 'days', move_ms: 3 * DAY },
    ...more,
  });

test('finding things and people', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('every part of the site is one or two clicks away, on a desktop and on a phone', async () => {
    const ann = await newMember(browser, base, 'ann');
    await ann.goto(`${base}/rules/levee`);
    const main = ann.getByRole('navigation', { name: 'Main', exact: true });
    await main.waitFor();
    // Not the menus below: those are there only for a pointer or the keyboard.
    assert.deepEqual(await main.getByRole('link').allTextContents(), [
      'Play', 'Puzzles', 'Learn', 'Study', 'Watch', 'Community', 'Tournaments',
    ]);
    assert.equal(await main.getByRole('link', { name: 'Learn' }).getAttribute('aria-current'), 'page');
    for (const [place, one, address] of [
      ['Community', 'Teams', /\/teams$/],
      ['Community', 'Friends', /\/friends$/],
      ['Tournaments', 'Simultaneous exhibitions', /\/simuls$/],
      ['Study', 'My studies', /\/studies$/],
    ]) {
      await main.getByRole('link', { name: place, exact: true }).first().hover();
      await main.getByRole('link', { name: one, exact: true }).click();
      await ann.waitForURL(address);
    }
    // By keyboard, too.
    await ann.goto(`${base}/rules/levee`);
    await ann.getByRole('heading', { level: 1 }).waitFor();
    await main.getByRole('link', { name: 'Watch', exact: true }).focus();
    await ann.keyboard.press('Tab');
    await ann.keyboard.press('Tab');
    await ann.keyboard.press('Enter');
    await ann.waitForURL(/\/archive$/);

    for (const [name, address] of [['Profile', /\/p\/ann$/], ['My matches', /\/mine$/], ['Security', /\/security$/], ['Settings of the account', /\/account$/]]) {
      await ann.locator('.user-menu summary').click();
      await ann.locator('.user-menu').getByRole('link', { name, exact: true }).click();
      await ann.waitForURL(address);
      await soon.equal(() => ann.locator('.user-menu[open]').count(), 0);
    }
    await ann.locator('.user-menu summary').click();
    await accessible(ann, 'the menu of the player');
    await ann.setViewportSize(PHONE);
    await accessible(ann, 'the menu of the player on a phone');
    await ann.keyboard.press('Escape');
    await soon.equal(() => ann.locator('.user-menu[open]').count(), 0);
    await ann.locator('.tab-bar').getByRole('link', { name: 'More' }).click();
    await ann.getByRole('heading', { name: 'Community' }).waitFor();
    await accessible(ann, 'more on a phone');
    await ann.getByRole('link', { name: 'Simultaneous exhibitions' }).click();
    await ann.waitForURL(/\/simuls$/);
    await ann.locator('.user-menu summary').click();
    await ann.getByRole('button', { name: 'Sign out' }).click();
    await ann.getByRole('link', { name: 'Sign in' }).first().waitFor();
  });

  await step('running and coming tournaments stand in the lobby, the planned ones in a calendar', async () => {
    const bob = await newMember(browser, base, 'bob');
    const now = Date.now();
    await cup(bob, base, { name: 'Later Cup', starts_at: now + 9 * DAY });
    await cup(bob, base, { name: 'Sooner Cup', starts_at: now + 2 * DAY });
    await cup(bob, base, { name: 'When Full Cup' });
    await bob.goto(`${base}/lobby`);
    const panel = bob.locator('.lobby-tournaments');
    await soon.deepEqual(() => panel.locator('b').allTextContents(), ['Sooner Cup', 'Later Cup', 'When Full Cup']);
    await accessible(bob, 'the lobby with tournaments');
    await panel.getByRole('link', { name: 'Calendar' }).click();
    const calendar = bob.getByRole('region', { name: 'Calendar' });
    await soon.deepEqual(() => calendar.locator('.match-who b').allTextContents(), ['Sooner Cup', 'Later Cup']);
    assert.equal(await calendar.getByRole('heading', { level: 3 }).count(), 2);
    await accessible(bob, 'the calendar');
    await bob.setViewportSize(PHONE);
    await accessible(bob, 'the calendar on a phone');
    await calendar.getByRole('link', { name: /Sooner Cup/ }).click();
    await bob.getByRole('heading', { name: 'Sooner Cup' }).waitFor();
  });

  await step('a player who looks for an opponent is seen by everybody who may meet them, whatever they chose', async () => {
    const cleo = await newMember(browser, base, 'cleo');
    const dan = await newMember(browser, base, 'dan');
    const guest = await newPerson(browser);
    await post(guest, base, '/guest');
    for (const page of [cleo, dan, guest]) {
      await page.goto(`${base}/lobby`);
      await page.getByRole('heading', { name: 'People waiting' }).waitFor();
    }
    const list = (page) => page.locator('.people-waiting');
    await cleo.getByRole('radiogroup', { name: 'Game', exact: true }).getByRole('radio', { name: 'Redstone' }).check();
    await cleo.getByRole('button', { name: /^5 \+ 3/ }).click();
    await list(dan).getByRole('button', { name: /1 looking now.*Redstone.*5 \+ 3/ }).waitFor();
    await accessible(dan, 'the lobby with people who wait');
    // Not one's own wish, and no member for a guest.
    assert.equal(await list(cleo).locator('.pool').count(), 0);
    assert.equal(await list(guest).locator('.pool').count(), 0);
    await list(dan).getByRole('radiogroup', { name: 'Filter: game' }).getByRole('radio', { name: 'Levee' }).check();
    await soon.equal(() => list(dan).locator('.pool').count(), 0);
    await list(dan).getByRole('radiogroup', { name: 'Filter: game' }).getByRole('radio', { name: 'All games' }).check();
    await list(dan).getByLabel('Filter: pace').selectOption('days');
    await soon.equal(() => list(dan).locator('.pool').count(), 0);
    await list(dan).getByLabel('Filter: pace').selectOption('live');
    await list(dan).locator('.pool').click();
    for (const page of [cleo, dan]) await page.waitForURL(/\/m\/\d+$/);
    assert.equal(cleo.url(), dan.url());
    await soon.match(() => cleo.locator('h1').textContent(), /Redstone/);
  });

  await step('to whom any game will do meets the first who waits at the pace', async () => {
    const eve = await newMember(browser, base, 'eve');
    const fay = await newMember(browser, base, 'fay');
    for (const page of [eve, fay]) await page.goto(`${base}/lobby`);
    const game = eve.getByRole('radiogroup', { name: 'Game', exact: true });
    await game.getByRole('radio', { name: 'Any', exact: true }).check();
    assert.equal(await eve.getByLabel('Board size').count(), 0);
    await eve.getByRole('button', { name: /^5 \+ 3/ }).click();
    await fay.locator('.people-waiting').getByRole('button', { name: /Any game, any size.*5 \+ 3/ }).waitFor();
    await fay.getByRole('radiogroup', { name: 'Game', exact: true }).getByRole('radio', { name: 'Claims' }).check();
    await soon.match(() => fay.getByRole('button', { name: /^5 \+ 3/ }).textContent(), /1 waiting/);
    await fay.getByRole('button', { name: /^5 \+ 3/ }).click();
    for (const page of [eve, fay]) await page.waitForURL(/\/m\/\d+$/);
    await soon.match(() => eve.locator('h1').textContent(), /Claims/);
    assert.deepEqual((await (await eve.request.get(`${base}/api/matches/${eve.url().split('/').pop()}`)).json()).clock.main_ms, BLITZ.main_ms);
  });

  await step('a seat in the list is taken with one click', async () => {
    const gus = await newMember(browser, base, 'gus');
    const hal = await newMember(browser, base, 'hal');
    await hal.goto(`${base}/lobby`);
    await post(gus, base, '/matches', { game: 'levee', width: 5, height: 5, clock: BLITZ, seats: ['me', 'open'] });
    await hal.locator('.people-waiting').getByRole('button', { name: /gus.*Levee/ }).click();
    await hal.waitForURL(/\/m\/\d+$/);
  });

  await step('the search finds players by the beginning of their name, teams, tournaments and studies', async () => {
    const spring = await newMember(browser, base, 'springer');
    const ivy = await newMember(browser, base, 'ivy');
    await post(spring, base, '/teams', { name: 'Spring Team', access: 'open' });
    await cup(spring, base);
    await post(spring, base, '/studies', { name: 'A spring study', access: 'public' });
    await ivy.goto(`${base}/search`);
    const find = async (word) => {
      await ivy.getByRole('textbox').or(ivy.getByRole('searchbox')).first().fill(word);
      await ivy.getByRole('button', { name: 'Search' }).click();
    };
    await find('SPRI');
    await soon.deepEqual(() => ivy.locator('.found a').allTextContents(), ['springer', 'Spring Team', 'Spring Cup', 'A spring study']);
    await accessible(ivy, 'the search');
    await find('pring'); // the beginning of a player's name, any part of the others
    await soon.deepEqual(() => ivy.locator('.found a').allTextContents(), ['Spring Team', 'Spring Cup', 'A spring study']);
    await find('nothing at all');
    await ivy.getByText('Nothing here is called nothing at all.').waitFor();
    await find('SPRI');
    await ivy.getByRole('link', { name: 'springer' }).click();
    await ivy.waitForURL(/\/p\/springer$/);
  });

  await step('lists leave out what nobody played, and say when a match ended; notifications name their tournament', async () => {
    const jon = await newMember(browser, base, 'jon');
    const kay = await newMember(browser, base, 'kay');
    const played = async (moves) => {
      const { id } = await post(jon, base, '/matches', { game: 'levee', width: 5, height: 5, seats: ['me', { player: 'kay' }] });
      await post(kay, base, `/matches/${id}/accept`);
      for (const [n, move] of moves.entries())
        await post(n % 2 === 0 ? jon : kay, base, `/matches/${id}/moves`, { ply: n + 1, move });
      await post(jon, base, `/matches/${id}/resign`);
      return id;
    };
    const real = await played(['b2', 'c4', 'd2', 'd4']);
    await played(['a1', 'b1']); // a resignation after two moves
    const { id } = await cup(jon, base, { name: 'Named Cup', kind: 'roundrobin', players_max: 2 });
    for (const page of [jon, kay]) await post(page, base, `/tournaments/${id}/join`);
    await kay.goto(`${base}/watch`);
    const finished = kay.locator('section', { has: kay.getByRole('heading', { name: 'Finished' }) });
    await finished.locator(`a[href="/m/${real}"]`).waitFor();
    await soon.deepEqual(
      () => finished.locator('.match-row', { hasText: 'jon' }).evaluateAll((rows) => rows.map((row) => row.getAttribute('href'))),
      [`/m/${real}`],
    );
    const day = await finished.locator(`a[href="/m/${real}"] time`).getAttribute('datetime');
    assert.ok(Math.abs(Date.now() - Date.parse(day)) < 600000);
    await kay.locator('.watch-boards .tv').first().waitFor();
    await accessible(kay, 'matches to watch');
    await kay.goto(`${base}/notifications`);
    await kay.getByRole('link', { name: 'Named Cup: round 1 begins.' }).waitFor();
    await kay.goto(`${base}/notices`); // an address of before
    await kay.getByRole('link', { name: 'Named Cup: round 1 begins.' }).waitFor();
  });
});
