// The pages about playing with others against the real server: challenges, clocks, conditional moves,
// ratings, tournaments, start positions, the archive.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, clickPoint, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

/** Ann and Bob play a match of Levee; the named player resigns. */
async function ratedMatch(base, ann, bob, moves, loser) {
  const name = (await (await bob.request.get(`${base}/api/me`)).json()).name;
  const match = await post(ann, base, '/matches', {
    game: 'levee',
    width: 5,
    height: 5,
    rated: true,
    seats: ['me', { player: name }],
  });
  await post(bob, base, `/matches/${match.id}/accept`);
  for (const [i, move] of moves.entries())
    await post(i % 2 === 0 ? ann : bob, base, `/matches/${match.id}/moves`, { ply: i + 1, move });
  if (loser) await post(loser, base, `/matches/${match.id}/resign`);
  return match.id;
}

/** Holds the page's next question for the lines that are kept: `held` is done when it is asked, and it is
 * answered after `release`. */
async function holdConditional(page) {
  let release;
  let asked;
  const released = new Promise((done) => (release = done));
  const held = new Promise((done) => (asked = done));
  await page.route(
    '**/conditional',
    async (route) => {
      asked();
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return { held, release };
}

test('the pages about playing with others', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a challenge by name, with a clock that ticks, a pause, and a rematch', async () => {
    const ann = await newMember(browser, base, 'ann');
    const bob = await newMember(browser, base, 'bob');
    await bob.goto(`${base}/mine`);
    await bob.locator('h1').waitFor();
    await ann.goto(`${base}/p/bob`);
    await ann.getByRole('link', { name: 'Challenge bob' }).click();
    await ann.getByRole('radio', { name: 'Levee' }).check();
    await ann.getByLabel('Name of the player').waitFor();
    await ann.getByLabel('Board size').selectOption('7');
    await ann.getByRole('radio', { name: '5 + 3' }).check();
    await ann.getByLabel('rated', { exact: true }).check();
    await ann.getByText('More options').click();
    await accessible(ann, 'a new match');
    await ann.getByRole('button', { name: 'Start' }).click();
    await ann.getByText('Waiting for bob to accept.').waitFor();

    const asked = bob.locator('section', { hasText: 'Challenges for you' });
    await asked.getByRole('link', { name: /Levee.*Answer/ }).click();
    await bob.getByText('ann challenges you to a match of Levee.').waitFor();
    await accessible(bob, 'a challenge');
    await bob.getByRole('button', { name: 'Accept' }).click();
    await ann.locator('.board.interactive').waitFor();
    await clickPoint(ann, 'c3');
    await bob.locator('.board.interactive').waitFor();
    await clickPoint(bob, 'e3');
    await ann.locator('.board.interactive').waitFor();
    await ann.getByText(/rated from move 4 on/).waitFor();
    await clickPoint(ann, 'a1');
    await bob.locator('.board.interactive').waitFor();
    await clickPoint(bob, 'a7');
    await ann.locator('.board.interactive').waitFor();
    const timer = ann.getByRole('timer', { name: 'Time left for ann' });
    const before = await timer.textContent();
    await until(ann, `document.querySelector('.clock.running').textContent !== '${before}'`, 'the clock ticks');
    await accessible(ann, 'a match with clocks');
    await ann.setViewportSize(PHONE);
    await accessible(ann, 'a match with clocks on a phone');

    await ann.getByRole('button', { name: 'Pause' }).click();
    await bob.getByText('ann asks for a pause.').waitFor();
    await bob.getByRole('button', { name: 'Accept' }).click();
    await ann.getByText('The clocks are stopped.').waitFor();
    await bob.getByRole('button', { name: 'Resume the clocks' }).click();
    await until(ann, "!document.body.textContent.includes('The clocks stand still')", 'the clocks go on');
    await ann.getByRole('button', { name: 'Resign' }).click();
    await ann.getByRole('button', { name: 'Yes, resign' }).click();
    await ann.locator('.outcome').getByText(/ann: 1500/).waitFor();

    await bob.getByRole('button', { name: 'Rematch' }).click();
    await bob.getByText('Waiting for ann to accept.').waitFor();
    const next = bob.url();
    await ann.goto(`${base}/mine`);
    await ann.getByRole('link', { name: /Levee.*Answer/ }).click();
    await ann.getByLabel('Message to send with it (optional)').fill('not today');
    await ann.getByRole('button', { name: 'Decline' }).click();
    await bob.getByText('not today').waitFor();
    assert.equal(bob.url(), next);
  });

  await step('the key N leads from one match that waits to the next', async () => {
    const kim = await newMember(browser, base, 'kim');
    const ids = [];
    for (const move_ms of [3, 1, 2].map((days) => days * 24 * 3600 * 1000)) {
      const clock = { kind: 'days', move_ms };
      const match = await post(kim, base, '/matches', { game: 'levee', width: 5, height: 5, clock, seats: ['me', 'me'] });
      ids.push(match.id);
    }
    await kim.goto(`${base}/mine`);
    await kim.getByRole('button', { name: 'Next match' }).waitFor();
    const rows = await kim.locator('.match-list').first().locator('a').evaluateAll((links) => links.map((a) => a.pathname));
    assert.deepEqual(rows, [ids[1], ids[2], ids[0]].map((id) => `/m/${id}`), 'the most urgent first');
    await accessible(kim, 'my matches');
    const seen = [];
    for (let i = 0; i < 4; i++) {
      await kim.keyboard.press('n');
      await until(kim, `location.pathname !== ${JSON.stringify(new URL(i === 0 ? `${base}/mine` : seen[i - 1]).pathname)}`, 'another match');
      await kim.locator('.board').waitFor();
      seen.push(kim.url());
    }
    assert.deepEqual(seen.map((url) => Number(url.split('/').pop())), [ids[1], ids[2], ids[0], ids[1]]);
    await kim.getByLabel('Message').fill('nn');
    assert.equal(kim.url(), seen[3], 'who writes goes nowhere');
    await kim.locator('summary[aria-label="Settings"]').click();
    await kim.getByLabel(/Keys N/).uncheck();
    await kim.locator('h1').click();
    await kim.keyboard.press('n');
    assert.equal(kim.url(), seen[3], 'who does not want keys goes nowhere');
  });

  await step('a player plans conditional moves on the board; they are kept and played, and only this player sees them', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    await post(ann, base, '/guest');
    await post(bob, base, '/guest');
    const { id } = await post(ann, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', 'open'] });
    await post(bob, base, `/matches/${id}/join`);
    await post(ann, base, `/matches/${id}/moves`, { ply: 1, move: 'c3' });
    await ann.goto(`${base}/m/${id}`);
    await bob.goto(`${base}/m/${id}`);
    const { held, release } = await holdConditional(ann);
    await ann.getByRole('button', { name: 'Plan answers' }).click();
    await ann.getByRole('heading', { name: 'Conditional moves' }).waitFor();
    const keep = ann.getByRole('button', { name: 'Keep this line' });
    await clickPoint(ann, 'e3');
    await soon.ok(() => keep.isDisabled(), 'a line ends with one’s own move');
    await clickPoint(ann, 'e5');
    await held;
    await soon.ok(() => keep.isDisabled(), 'what the server has would take the line away again');
    release();
    await keep.click();
    await ann.getByText('If e3, then e5').first().waitFor();
    await clickPoint(ann, 'e3');
    await clickPoint(ann, 'b2');
    await soon.ok(() => keep.isDisabled(), 'one answer to the same move');
    await ann.getByRole('button', { name: 'One move back' , exact: true }).first().click();
    await ann.getByRole('button', { name: 'One move back' , exact: true }).first().click();
    await clickPoint(ann, 'b5');
    await clickPoint(ann, 'b3');
    await keep.click();
    await ann.getByText(/The server plays these moves/).waitFor();
    await soon.deepEqual(async () => (await (await ann.request.get(`${base}/api/matches/${id}/conditional`)).json()).lines.length, 2);
    await accessible(ann, 'planning');
    const told = await (await bob.request.get(`${base}/api/matches/${id}`)).text();
    assert.ok(!told.includes('e5'), 'the opponent is told nothing');
    await bob.locator('.board.interactive').waitFor();
    await clickPoint(bob, 'e3');
    await until(bob, "document.querySelectorAll('.move').length === 3", 'the answer is there at once');
    await ann.getByRole('button', { name: 'Back to the match' }).click();
    await until(ann, "document.querySelectorAll('.move').length === 3", 'and here');
  });

  await step('ratings: a graph, and the ranking', async () => {
    const cat = await newMember(browser, base, 'cat');
    const dog = await newMember(browser, base, 'dog');
    await cat.goto(`${base}/ranking/levee`);
    await cat.getByText('Nobody has a settled rating here yet.').waitFor();
    await ratedMatch(base, cat, dog, ['b2', 'c4', 'd2', 'd4'], dog);
    await ratedMatch(base, dog, cat, ['a1', 'c4', 'd2', 'd4'], cat);
    // Both see what the match did to their ratings, without a reload, also the player who moved last.
    const watched = await ratedMatch(base, cat, dog, ['b2', 'c4', 'd2', 'd4'], null);
    for (const page of [cat, dog]) await page.goto(`${base}/m/${watched}`);
    await cat.locator('.board').first().waitFor();
    await dog.locator('.board').first().waitFor();
    await post(dog, base, `/matches/${watched}/resign`);
    await until(cat, "/You won.*rating \\+\\d/.test(document.querySelector('.outcome h2')?.textContent)", 'cat sees it');
    await until(dog, "/You lost.*rating −\\d/.test(document.querySelector('.outcome h2')?.textContent)", 'dog sees it');
    await cat.goto(`${base}/p/cat`);
    await cat.locator('.graph canvas').waitFor();
    await cat.getByText('The numbers').click();
    await soon.equal(() => cat.locator('.graph-table tbody tr').count(), 3);
    await accessible(cat, 'a profile with ratings');
    await cat.goto(`${base}/ranking/levee`);
    await cat.getByLabel('With provisional ratings').check();
    await cat.getByRole('link', { name: 'cat' }).last().waitFor();
    await accessible(cat, 'the ranking');
  });

  await step('who runs out of time loses when the other claims it', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    await post(ann, base, '/guest');
    await post(bob, base, '/guest');
    const clock = { kind: 'simple', move_ms: 1000, timeout: 'claim' };
    const seats = ['me', 'open'];
    const { id } = await post(ann, base, '/matches', { game: 'levee', width: 5, height: 5, clock, seats });
    await post(bob, base, `/matches/${id}/join`);
    for (const [i, move] of ['b2', 'c4', 'd2'].entries())
      await post(i % 2 === 0 ? ann : bob, base, `/matches/${id}/moves`, { ply: i + 1, move });
    await ann.goto(`${base}/m/${id}`);
    await ann.getByRole('button', { name: 'Claim the win on time' }).click();
    await ann.getByText('You won on time').waitFor();
  });

  await step('a match begins where the form says: after moves on its board, or from a record', async () => {
    const ann = await newPerson(browser);
    await post(ann, base, '/guest');
    await ann.goto(`${base}/new/levee?seats=me,me`);
    await ann.getByLabel('Board size').selectOption('7');
    await ann.getByText('More options').click();
    await ann.getByLabel('Start position').selectOption('moves');
    await clickPoint(ann, 'b2');
    await clickPoint(ann, 'c5');
    await accessible(ann, 'a start position');
    await ann.getByRole('button', { name: 'Start', exact: true }).click();
    await ann.waitForURL(/\/m\/\d+$/);
    await until(ann, "document.querySelectorAll('.move').length === 2", 'both moves are played');
    const id = ann.url().split('/').pop();
    const text = await (await ann.request.get(`${base}/api/matches/${id}/record?format=sgf`)).text();
    await ann.goto(`${base}/new/palisade?seats=me,me`);
    await ann.getByText('More options').click();
    await ann.getByLabel('Start position').selectOption('record');
    await ann.getByLabel('or paste it').fill(text);
    await ann.getByLabel(/Only the first … moves/).fill('1');
    await ann.getByRole('button', { name: 'Start', exact: true }).click();
    await ann.waitForURL(/\/m\/\d+$/);
    await until(ann, "document.querySelectorAll('.move').length === 1", 'one move is played');
    await soon.match(() => ann.locator('h1').textContent(), /^Levee/);
  });

  await step('a tournament is made, joined and played to its end without anybody’s help', async () => {
    const tom = await newMember(browser, base, 'tom');
    const una = await newMember(browser, base, 'una');
    await tom.goto(`${base}/tournaments`);
    await tom.getByRole('link', { name: 'New tournament' }).click();
    await tom.getByLabel('Name of the tournament').fill('Winter Cup');
    await tom.getByLabel(/^Kind/).first().selectOption('roundrobin');
    await tom.getByLabel('Game').selectOption('levee');
    await tom.getByLabel('Board size').selectOption('5');
    await tom.getByLabel('Maximum number of players').fill('2');
    await tom.getByLabel('What players should know').fill('One match each.');
    await accessible(tom, 'a new tournament');
    await tom.getByRole('button', { name: 'Create the tournament' }).click();
    await tom.getByRole('heading', { name: 'Winter Cup' }).waitFor();
    const address = tom.url();
    await tom.getByRole('button', { name: 'Take part' }).click();
    await tom.getByRole('button', { name: 'Withdraw' }).waitFor();
    await una.goto(`${base}/tournaments`);
    await una.getByRole('link', { name: /Winter Cup/ }).click();
    await una.getByRole('button', { name: 'Take part' }).click();
    await tom.getByRole('link', { name: /tom .*– una|una .*– tom/ }).waitFor();
    await accessible(tom, 'a tournament');
    await tom.setViewportSize(PHONE);
    await accessible(tom, 'a tournament on a phone');
    await una.getByRole('link', { name: /tom .*– una|una .*– tom/ }).click();
    await una.getByRole('link', { name: 'Tournament, round 1' }).waitFor();
    const match = una.url().split('/').pop();
    for (const [i, move] of ['b2', 'c4', 'd2', 'd4'].entries()) {
      const { turn, you } = await (await una.request.get(`${base}/api/matches/${match}`)).json();
      const mover = you.includes(turn.seat) ? una : tom;
      await post(mover, base, `/matches/${match}/moves`, { ply: i + 1, move });
    }
    await post(tom, base, `/matches/${match}/resign`);
    await tom.goto(address);
    await tom.getByText('finished', { exact: true }).waitFor();
    await soon.match(() => tom.locator('.data tbody tr').first().textContent(), /1st.*una/);
    await tom.goto(`${base}/tournaments`);
    await tom.getByRole('link', { name: /Winter Cup.*finished/ }).waitFor();
    await accessible(tom, 'tournaments');
  });

  await step('in a ladder one challenges who stands a little above', async () => {
    const people = [];
    for (const name of ['lea', 'max', 'noa']) people.push(await newMember(browser, base, name));
    const [lea, , noa] = people;
    const ladder = await post(lea, base, '/tournaments', {
      name: 'Long Ladder',
      kind: 'ladder',
      game: 'levee',
      width: 5,
      height: 5,
      rated: false,
      clock: { kind: 'days', move_ms: 3 * 24 * 3600 * 1000 },
      players_min: 2,
      players_max: 8,
      steps: 1,
    });
    for (const page of people) await post(page, base, `/tournaments/${ladder.id}/join`);
    await lea.goto(`${base}/t/${ladder.id}`);
    await lea.getByRole('button', { name: 'Start now' }).click();
    await noa.goto(`${base}/t/${ladder.id}`);
    await noa.getByRole('button', { name: /^Challenge.*max/ }).waitFor();
    await soon.equal(() => noa.getByRole('button', { name: /^Challenge/ }).count(), 1, 'one step above only');
    await accessible(noa, 'a ladder');
    await noa.getByRole('button', { name: /^Challenge.*max/ }).click();
    await noa.waitForURL(/\/m\/\d+$/);
  });

  await step('the archive finds matches by player, and by an opening played on a board', async () => {
    const cat = await newMember(browser, base, 'cleo');
    const dog = await newMember(browser, base, 'dora');
    const first = await ratedMatch(base, cat, dog, ['b2', 'c4', 'd2', 'd4'], dog);
    await ratedMatch(base, dog, cat, ['a1', 'c4', 'd2', 'd4'], dog);
    await cat.goto(`${base}/archive`);
    // A finished match is entered under its opening a moment later.
    const found = '/api/matches?game=levee&size=5&player=dora&opening=a1,c4';
    for (let tries = 0; tries < 100; tries++) {
      if (await cat.evaluate((u) => fetch(u).then((r) => r.json()).then((r) => r.matches.length), found)) break;
      await cat.waitForTimeout(100);
    }
    await cat.getByRole('searchbox', { name: 'Player' }).fill('dora');
    await cat.getByLabel('Game').selectOption('levee');
    await cat.getByText('Opening', { exact: true }).click();
    await cat.getByLabel('Board size').selectOption('5');
    // The same corner of the board, seen from the other side.
    await clickPoint(cat, 'd4');
    await clickPoint(cat, 'c2');
    await cat.getByRole('button', { name: 'Search' }).click();
    await cat.waitForURL(/opening=d4/);
    await until(cat, "document.querySelectorAll('.match-row').length === 1", 'one match has this opening');
    await soon.equal(() => cat.locator('.match-row').getAttribute('href'), `/m/${first}`);
    await accessible(cat, 'the archive');
  });

  await step('the archive has games of the engine, and each opens as a study', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/archive?game=redstone&size=9`);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Games of the engine' }) });
    await section.getByRole('link').first().waitFor();
    await soon.equal(() => section.getByRole('link').count(), 10);
    await section.getByRole('button', { name: 'Show more' }).click();
    await until(page, "document.querySelectorAll('a[href^=\"/analysis?collection=\"]').length === 20", 'more are shown');
    await accessible(page, 'the archive with games of the engine');
    await page.setViewportSize(PHONE);
    await accessible(page, 'the archive with games of the engine on a phone');
    const game = section.getByRole('link').first();
    await soon.match(() => game.textContent(), /Redstone.*engine game.*level 4.*won/);
    await game.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/analysis\?id=/);
    await page.getByText(/Redstone, engine game \d+/).first().waitFor();
    // A search for what only players have leaves them out.
    await page.goto(`${base}/archive?game=redstone&rated=1`);
    await page.getByText('No match found.').waitFor();
    await soon.equal(() => page.getByRole('heading', { name: 'Games of the engine' }).count(), 0);
  });
});
