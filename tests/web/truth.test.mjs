// What a page says of a match is so: for both players and for spectators, at once and after a reload, and in every
// place that tells of it. Against the real server, two and three people at once.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { PASSWORD, clickPoint, newMember, newPerson, post, situation, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const seatText = async (page, seat) => (await page.locator(`.seat[data-seat="${seat}"]`).textContent()) ?? '';
const verdict = (page) => page.locator('.outcome h2').textContent();

/** A match of Redstone on its smallest board: Ann has the first seat, Bob the second. */
const redstone = (base, ann, bob, more = {}) =>
  begin(base, ann, bob, { game: 'redstone', width: 2, height: 2, seats: ['me', 'open'], ...more });

/** A stone of one's own, also where a red one is possible. */
async function place(page, point) {
  await page.locator('.board.interactive').waitFor();
  await clickPoint(page, point);
  if ((await situation(page)) !== 'choice') return;
  await page.locator('.stone-choice').getByRole('button', { name: /Black|White/ }).click();
}

/** Two players and a spectator, in browsers of their own. */
async function people(browser, base) {
  const [ann, bob, eve] = await Promise.all([0, 1, 2].map(() => newPerson(browser)));
  for (const page of [ann, bob]) await post(page, base, '/guest');
  return { ann, bob, eve };
}

async function begin(base, ann, bob, wish) {
  const { id } = await post(ann, base, '/matches', wish);
  await post(bob, base, `/matches/${id}/join`);
  return id;
}

/** The page in another language, from its next address on. */
async function speak(page, base, language) {
  await page.goto(`${base}/command`);
  await page.evaluate((l) => {
    localStorage['hoshi-settings'] = JSON.stringify({ pace: 'instant', language: l });
  }, language);
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

  await step('the end names the side that lost, in three languages, and what did not count is not shown', async () => {
    const { ann, bob, eve } = await people(browser, base);
    const wish = { game: 'levee', width: 3, height: 3, seats: ['me', 'open'] };
    const lost = await begin(base, ann, bob, wish);
    await move(ann, base, lost, 1, 'a2');
    await move(bob, base, lost, 2, 'c2'); // Bob takes his own last channel
    const aborted = await begin(base, ann, bob, wish);
    await post(ann, base, `/matches/${aborted}/abort`);
    for (const [language, won, behind] of [
      ['en', 'Left–Right has no channel left.', 'You lost'],
      ['de', 'Links–Rechts hat keinen Kanal mehr.', 'Du hast verloren'],
      ['fr', 'Gauche–Droite n’a plus de canal.', 'Vous avez perdu'],
    ]) {
      await speak(bob, base, language);
      await bob.goto(`${base}/m/${lost}`);
      await bob.locator('.outcome h2', { hasText: behind }).waitFor();
      await soon.equal(() => bob.locator('.outcome > p').first().textContent(), won);
    }
    await eve.goto(`${base}/m/${aborted}`);
    await soon.equal(() => verdict(eve), 'The match was called off');
    assert.equal(await eve.locator('.outcome .scores').count(), 0, 'no channels of a match that was called off');
  });

  await step('a lost game of points says by how many, and a match says its options', async () => {
    const { ann, bob } = await people(browser, base);
    const wish = { game: 'palisade', width: 3, height: 3, seats: ['me', 'open'] };
    const id = await begin(base, ann, bob, wish);
    for (const [i, word] of ['c3', 'c2', 'a3', 'a2', 'b2', 'b1'].entries())
      await move(i % 2 === 0 ? ann : bob, base, id, i + 1, word);
    await speak(ann, base, 'de');
    await ann.goto(`${base}/m/${id}`);
    await soon.equal(() => verdict(ann), 'Du hast verloren mit 1 Punkt Rückstand');
    await bob.goto(`${base}/m/${id}`);
    await soon.equal(() => verdict(bob), 'You won by 1 point');
    const plain = await begin(base, ann, bob, { ...wish, game: 'redstone', options: { swap: false } });
    await bob.goto(`${base}/m/${plain}`);
    await soon.match(() => bob.locator('h1').innerText(), /3\s×\s3 · No pie rule/);
    const jacked = await begin(base, ann, bob, { ...wish, game: 'claims', width: 2, height: 2, options: { jacked: true } });
    // Ann takes a1 from Bob: the stack is jacked then, and counts (C6, C8).
    const words = 'b2 a1 b1 a1 a2 pass a1 pass a1 pass b2 pass a2 pass b1'.split(' ');
    for (const [i, word] of words.entries())
      await move(i % 2 === 0 ? ann : bob, base, jacked, i + 1, word);
    await bob.goto(`${base}/m/${jacked}`);
    await soon.match(() => bob.locator('h1').innerText(), /Jacked stacks count/);
    await bob.locator('.outcome .scores', { hasText: '1 of them for a jacked stack' }).waitFor();
  });

  await step('an additional play stands in the column of the player who made it', async () => {
    const [ann, bob, cat] = await Promise.all([0, 1, 2].map(() => newPerson(browser)));
    for (const page of [ann, bob, cat]) await post(page, base, '/guest');
    const wish = { game: 'claims', width: 3, height: 3, seats: ['me', 'open', 'open'] };
    const { id } = await post(ann, base, '/matches', wish);
    for (const page of [bob, cat]) await post(page, base, `/matches/${id}/join`);
    // Two attack Ann between her turns: she has a second play in the next one (C9), b1 after b1.
    const words = 'b2 a3 c3 c1 b3 c3 a1 b2 c1 b1 b1 pass pass pass'.split(' ');
    for (const [i, word] of words.entries())
      await move([ann, bob, cat][i < 11 ? (i === 10 ? 0 : i % 3) : (i - 10) % 3], base, id, i + 1, word);
    await ann.goto(`${base}/m/${id}`);
    const rounds = () =>
      ann.locator('.move-list .round').evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((c) => c.textContent)),
      );
    await soon.deepEqual(async () => (await rounds()).slice(3), [
      ['4', 'b1'],
      ['', 'b1', 'Pass', 'Pass'],
      ['5', 'Pass'],
    ]);
    await ann.goto(`${base}/analysis?match=${id}`);
    await soon.deepEqual(
      () =>
        ann.locator('.study-round').evaluateAll((rows) => rows.slice(3).map((row) => row.innerText.split(/\s+/).join(' '))),
      ['4 b1', '4 b1 Pass Pass', '5 Pass'],
    );
  });

  await step('a pause that was agreed is no longer asked for, and an offer lasts as long as on the server', async () => {
    const { ann, bob } = await people(browser, base);
    const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 0 };
    const id = await begin(base, ann, bob, { game: 'claims', width: 5, height: 5, seats: ['me', 'open'], clock });
    for (const page of [ann, bob]) await page.goto(`${base}/m/${id}`);
    await ann.getByRole('button', { name: 'Pause' }).click();
    await ann.getByText('You have asked for a pause.').waitFor();
    await bob.getByRole('button', { name: 'Accept' }).click();
    await ann.getByText('The clocks are stopped').first().waitFor();
    await soon.equal(() => ann.getByText('You have asked for a pause.').count(), 0);
    await bob.getByRole('button', { name: 'Resume' }).click();
    await soon.equal(() => ann.getByText('You have asked for a pause.').count(), 0);
    // A draw that is offered with a move stands until the other side has moved.
    await ann.getByRole('button', { name: /draw/i }).click();
    await bob.getByText(/offers a draw/).waitFor();
    await place(ann, 'c3');
    await until(bob, "document.querySelectorAll('.move').length === 1", 'Bob sees the move');
    await bob.getByText(/offers a draw/).waitFor();
  });

  await step('whoever is invited reads so, and a summary has no gaps', async () => {
    const { ann, bob } = await people(browser, base);
    const open = await post(ann, base, '/matches', { game: 'levee', seats: ['me', 'invite'] });
    const { name } = await (await ann.request.get(`${base}/api/me`)).json();
    await bob.goto(base + open.invite);
    await bob.getByRole('heading', { name: `${name} invites you to a match of Levee` }).waitFor();
    await ann.goto(`${base}/m/${open.id}`);
    await ann.getByRole('heading', { name: 'Waiting for a player' }).waitFor();
    await bob.goto(`${base}/new/claims`);
    await bob.getByRole('radio', { name: 'A player by name' }).check();
    await soon.equal(async () => (await bob.locator('.start-row p').innerText()).replaceAll('\u00a0', ' '), 'Claims 8 × 8, no clock');
  });

  await step('a session that ended elsewhere is told as such, and the move is sent after signing in', async () => {
    const ada = await newMember(browser, base, 'ada');
    const bob = await newPerson(browser);
    await post(bob, base, '/guest');
    const id = await begin(base, ada, bob, { game: 'levee', width: 7, height: 7, seats: ['me', 'open'] });
    await ada.goto(`${base}/m/${id}`);
    await ada.locator('.board.interactive').waitFor();
    // Ada ends all other sessions in another browser.
    const other = await newPerson(browser);
    await post(other, base, '/signin', { name: 'ada', password: PASSWORD });
    const { sessions } = await (await other.request.get(`${base}/api/account/sessions`)).json();
    for (const s of sessions.filter((s) => !s.current)) await post(other, base, '/account/sessions/end', { id: s.id });
    await ada.getByText('You are signed out on this device.').waitFor();
    await soon.equal(() => ada.getByText('No connection to the server').count(), 0);
    await place(ada, 'b2');
    await ada.getByText('Your move b2 is kept. It will be sent when you have signed in again.').waitFor();
    await soon.equal(() => ada.getByText(/cookie/).count(), 0);
    await ada.locator('.banner').getByRole('link', { name: 'Sign in' }).click();
    await ada.getByLabel('Name').fill('ada');
    await ada.getByLabel('Password').fill(PASSWORD);
    await ada.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await ada.waitForURL(`**/m/${id}`);
    await soon.equal(async () => (await (await bob.request.get(`${base}/api/matches/${id}`)).json()).ply, 1);
    await soon.equal(() => ada.locator('.banner').count(), 0);
    await soon.equal(() => ada.getByText('is kept').count(), 0);
    assert.equal(await ada.evaluate("localStorage['hoshi-unsent'] ?? ''"), '');
  });

  await step('a move that could not be sent outlives a reload', async () => {
    const { ann, bob } = await people(browser, base);
    const id = await begin(base, ann, bob, { game: 'levee', width: 7, height: 7, seats: ['me', 'open'] });
    await ann.goto(`${base}/m/${id}`);
    await ann.route('**/moves', (route) => route.abort());
    await place(ann, 'b2');
    await until(ann, "document.querySelectorAll('.move').length === 1", 'the move is shown');
    await ann.unroute('**/moves');
    await ann.route('**/moves', (route) => route.continue());
    await ann.reload();
    await soon.equal(async () => (await (await bob.request.get(`${base}/api/matches/${id}`)).json()).ply, 1);
    await until(ann, "document.querySelectorAll('.move').length === 1", 'and once');
  });

  await step('a plan loses nothing without a word, and ends when the opponent has moved', async () => {
    const { ann, bob } = await people(browser, base);
    const id = await begin(base, ann, bob, { game: 'levee', width: 7, height: 7, seats: ['me', 'open'] });
    await move(ann, base, id, 1, 'c3');
    await ann.goto(`${base}/m/${id}`);
    await ann.getByRole('button', { name: 'Plan answers' }).click();
    const lines = async () => (await (await ann.request.get(`${base}/api/matches/${id}/conditional`)).json()).lines;
    await ann.getByText('No lines yet.').waitFor();
    await place(ann, 'e3');
    await place(ann, 'e5');
    await ann.getByRole('button', { name: 'Keep this line' }).click();
    await ann.getByRole('button', { name: 'Back to the match' }).click();
    await ann.getByRole('button', { name: 'Plan answers' }).waitFor();
    await soon.deepEqual(lines, [['e3', 'e5']]);
    // A line that was played and not kept is asked about.
    await ann.getByRole('button', { name: 'Plan answers' }).click();
    await ann.getByText('If e3, then e5').first().waitFor();
    await place(ann, 'b5');
    await place(ann, 'b3');
    await ann.getByRole('button', { name: 'Back to the match' }).click();
    await ann.getByText('The line on the board is not kept.').waitFor();
    await ann.getByRole('button', { name: 'Keep it and go back' }).click();
    await ann.getByRole('button', { name: 'Plan answers' }).waitFor();
    await soon.equal(async () => (await lines()).length, 2);
    await ann.getByRole('button', { name: 'Plan answers' }).click();
    await ann.getByRole('heading', { name: 'Conditional moves' }).waitFor();
    await move(bob, base, id, 2, 'a2');
    await ann.getByText(/has played a2: it is your move/).waitFor();
    await soon.equal(() => ann.getByRole('heading', { name: 'Conditional moves' }).count(), 0);
    await place(ann, 'f6');
    await soon.equal(() => ann.getByText(/has played a2/).count(), 0);
  });

  await step('without a connection one’s own live clock runs on, and the clocks say that they are not sure', async () => {
    const { ann, bob } = await people(browser, base);
    await ann.addInitScript(() => {
      // The stream of a page that has lost its connection ends.
      const Source = EventSource;
      globalThis.EventSource = class extends Source {
        constructor(address) {
          super(address);
          addEventListener('offline', () => this.onerror?.(new Event('error')));
        }
      };
    });
    const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 0 };
    const id = await begin(base, ann, bob, { game: 'levee', width: 7, height: 7, seats: ['me', 'open'], clock });
    await move(ann, base, id, 1, 'b2');
    await move(bob, base, id, 2, 'c2');
    await move(ann, base, id, 3, 'd2');
    await ann.goto(`${base}/m/${id}`);
    const own = ann.locator('.seat[data-seat="1"] [role=timer]');
    const seconds = async () => {
      const [, m, s] = /(\d+):(\d\d)/.exec(await own.textContent());
      return 60 * Number(m) + Number(s);
    };
    await own.waitFor();
    const before = await seconds();
    await ann.context().setOffline(true);
    await own.getByText('No connection: at worst this much is left.').waitFor({ state: 'attached' });
    await soon.ok(async () => (await seconds()) <= before - 2, 'it runs');
    await ann.locator('.seat[data-seat="2"] [role=timer]').getByText('may have stopped').waitFor({ state: 'attached' });
    await ann.context().setOffline(false);
    await soon.equal(() => ann.getByText('No connection: at worst').count(), 0);
    await soon.equal(seconds, before);
  });

  await step('a rating stands beside each name, and a rated match says what it can win or lose', async () => {
    const eva = await newMember(browser, base, 'eva');
    const fox = await newMember(browser, base, 'fox');
    const wish = { game: 'palisade', width: 3, height: 3, seats: ['me', 'open'], rated: true };
    const { id } = await post(eva, base, '/matches', wish);
    // A guest who comes to the free seat is led to sign up, and back.
    const guest = await newPerson(browser);
    await guest.goto(`${base}/m/${id}`);
    await guest.getByText('Rated matches are for members.').waitFor();
    assert.match(await guest.locator('main').getByRole('link', { name: 'Sign up' }).getAttribute('href'), /next=%2Fm%2F/);
    await fox.goto(`${base}/m/${id}`);
    await fox.getByText('eva (1500?)').waitFor();
    await fox.getByText(/If you win \+\d+, if you lose −\d+/).waitFor();
    await fox.getByRole('button', { name: 'Take this seat' }).click();
    await soon.match(() => seatText(fox, 1), /eva.*1500\?/);
    const { stakes } = await (await fox.request.get(`${base}/api/matches/${id}`)).json();
    for (const [i, word] of ['c3', 'c2', 'a3', 'a2', 'b2', 'b1'].entries())
      await move(i % 2 === 0 ? eva : fox, base, id, i + 1, word);
    // Fox has won, by what was said.
    await fox.locator('.outcome h2', { hasText: `rating +${stakes.won}` }).waitFor();
    await fox.getByText(`fox: 1500 → ${1500 + stakes.won}?`).waitFor();
    await soon.match(() => seatText(fox, 2), new RegExp(`${1500 + stakes.won}\\?`));
    await fox.goto(`${base}/p/fox`);
    await fox.locator('.match-row', { hasText: `fox (${1500 + stakes.won}?)` }).first().waitFor();
  });

  await step('where a rated game is offered, it says so, and what it can win or lose', async () => {
    const gil = await newMember(browser, base, 'gil');
    const hal = await newMember(browser, base, 'hal');
    const wish = { game: 'levee', width: 5, height: 5, rated: true };
    await post(gil, base, '/matches', { ...wish, seats: ['me', 'open'] });
    await post(gil, base, '/matches', { ...wish, seats: ['me', { player: 'hal' }] });
    for (const [language, rated, stakes] of [
      ['de', /Die Partien werden gewertet\. Du spielst mit 1500\?\./, /Bei Sieg \+\d+, bei Niederlage −\d+/],
      ['fr', /Les parties sont classées\. Vous jouez avec 1500\s\?\./, /Victoire\s: \+\d+, défaite\s: −\d+/],
      ['en', /The matches are rated\. You play with 1500\?\./, /If you win \+\d+, if you lose −\d+/],
    ]) {
      await speak(hal, base, language);
      await hal.goto(`${base}/lobby`);
      await hal.locator('.requests').getByText(stakes).first().waitFor();
      await hal.getByText(rated).waitFor();
      await soon.match(() => hal.locator('.people-waiting .seek-rated').first().textContent(), stakes);
    }
    const guest = await newPerson(browser);
    await guest.goto(`${base}/lobby`);
    await guest.getByText('The matches are not rated, because you are not signed in.').waitFor();
    await soon.match(() => guest.locator('.people-waiting .seek-rated').first().textContent(), /^rated$/);
  });

  await step('the page about the API has every request of its description, in three languages', async () => {
    const reader = await newPerson(browser);
    const foreign = [];
    reader.on('request', (r) => !r.url().startsWith(base) && foreign.push(r.url()));
    for (const [language, title] of [['de', 'Die Schnittstelle (API)'], ['fr', 'L’API'], ['en', 'The API']]) {
      await speak(reader, base, language);
      await reader.reload();
      await reader.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
      await reader.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    const api = await (await reader.request.get(`${base}/openapi.json`)).json();
    const calls = Object.values(api.paths).flatMap((p) => ['get', 'post'].filter((m) => p[m]));
    await soon.equal(() => reader.locator('.api-call').count(), calls.length);
    await reader.getByRole('searchbox').fill('matches/{match}/give');
    await soon.equal(() => reader.locator('.api-call').count(), 1);
    await reader.locator('.api-call summary').click();
    await reader.locator('.api-call').getByText('match', { exact: true }).first().waitFor();
    assert.deepEqual(foreign, []);
  });

  await step('a match is called off after a question, and signing up leads back to where one came from', async () => {
    const { ann, bob } = await people(browser, base);
    const id = await begin(base, ann, bob, { game: 'levee', width: 7, height: 7, seats: ['me', 'open'] });
    await ann.goto(`${base}/m/${id}`);
    await ann.getByRole('button', { name: 'Call off', exact: true }).click();
    await ann.getByText('Call the match off?').waitFor();
    assert.equal((await (await ann.request.get(`${base}/api/matches/${id}`)).json()).state, 'running');
    await ann.getByRole('button', { name: 'Yes, call it off' }).click();
    await soon.equal(() => verdict(ann), 'The match was called off');
    await bob.goto(`${base}/ranking/levee`);
    await bob.getByRole('link', { name: 'Sign in' }).first().click();
    await bob.getByRole('link', { name: 'Sign up' }).last().click();
    await bob.getByLabel('Name').fill('newcomer');
    await bob.getByLabel('Password').fill(PASSWORD);
    await bob.locator('form').getByRole('button', { name: 'Sign up' }).click();
    await bob.waitForURL('**/ranking/levee');
  });

  await step('looking back is told of new moves, ← works after a click, and a message shows itself on a phone', async () => {
    const { ann, bob } = await people(browser, base);
    const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 0 };
    const id = await begin(base, ann, bob, { game: 'levee', width: 7, height: 7, seats: ['me', 'open'], clock });
    for (const [i, word] of ['b2', 'c2', 'd2'].entries()) await move(i % 2 === 0 ? ann : bob, base, id, i + 1, word);
    await ann.setViewportSize({ width: 390, height: 844 });
    await ann.goto(`${base}/m/${id}`);
    await ann.locator('.board').first().click({ position: { x: 5, y: 5 } });
    await ann.keyboard.press('ArrowLeft');
    await ann.getByText('You are looking at an earlier position.').waitFor();
    await ann.getByRole('button', { name: 'Move 1: b2' }).click();
    await ann.keyboard.press('ArrowLeft');
    await soon.equal(() => ann.locator('.steps .soft').textContent().then((s) => s.trim()), '0 / 3');
    await move(bob, base, id, 4, 'e2');
    await ann.getByText('1 new move has been played while you look back.').waitFor();
    await ann.evaluate('scrollTo(0, 0)');
    await post(bob, base, `/matches/${id}/chat`, { text: 'good evening' });
    await ann.locator('.chat-mark', { hasText: 'good evening' }).click();
    await soon.equal(() => ann.locator('.chat-mark').count(), 0);
    const size = await ann.locator('.seat .clock').first().evaluate((e) => parseFloat(getComputedStyle(e).fontSize));
    assert.ok(size >= 28, `a live clock of ${size} px`);
  });

  await step('the opponent is here, away, or has left; then the match can be claimed, in three languages', async () => {
    const { ann, bob } = await people(browser, base);
    const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 0 };
    const id = await begin(base, ann, bob, { game: 'claims', width: 5, height: 5, seats: ['me', 'open'], clock });
    await ann.goto(`${base}/m/${id}`);
    await bob.goto(`${base}/m/${id}`);
    await soon.match(() => seatText(ann, 2), /is here/);
    await soon.match(() => seatText(bob, 1), /is here/);
    // Time can be given, and the other one reads who gave it.
    await bob.getByRole('button', { name: 'Give 15 seconds' }).click();
    await ann.getByText(/gives 15 seconds\./).waitFor();
    await soon.match(() => ann.locator('.seat[data-seat="1"] [role=timer]').textContent(), /^10:1\d/);
    await bob.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await soon.match(() => seatText(ann, 2), /away/);
    // The page still hears of the match, and is here again when it is looked at.
    await move(ann, base, id, 1, 'a1');
    await soon.equal(() => bob.locator('.move').count(), 1);
    await bob.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await soon.match(() => seatText(ann, 2), /is here/);
    await bob.goto('about:blank');
    await ann.getByText(/has left the match\./).waitFor();
    await ann.getByText(/You can claim it in 0:[0-3]\d\./).waitFor();
    assert.equal(await ann.getByRole('button', { name: 'Claim the win' }).count(), 0);
    // Half a minute passes while the server is down.
    await server.stop('SIGTERM');
    const later = 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); ' +
      'd.execute("UPDATE absence SET at = at - 30000"); d.execute("UPDATE move SET at = at - 30000"); d.commit()';
    assert.equal(spawnSync('python3', ['-c', later, server.store]).status, 0);
    await server.start();
    for (const [language, left, win, draw] of [
      ['de', /hat die Partie verlassen/, 'Sieg beanspruchen', 'Remis beanspruchen'],
      ['fr', /a quitté la partie/, 'Réclamer la victoire', 'Réclamer la nulle'],
      ['en', /has left the match/, 'Claim the win', 'Claim a draw'],
    ]) {
      await speak(ann, base, language);
      await ann.goto(`${base}/m/${id}`);
      await ann.getByText(left).waitFor();
      for (const name of [win, draw]) await ann.getByRole('button', { name }).waitFor();
    }
    await ann.getByRole('button', { name: 'Claim the win' }).click();
    await soon.equal(() => verdict(ann), 'You won by forfeit');
    await bob.goto(`${base}/m/${id}`);
    await soon.equal(() => verdict(bob), 'You lost by forfeit');
    assert.equal(await ann.locator('.seat-presence').count(), 0);
  });
});
