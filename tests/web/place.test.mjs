// The place around the games: header and tabs, a new match, what a server without mail says, lists that are
// read once, seats that are taken with one click.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, clickPoint, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

test('the place around the games', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a server without mail offers no mail', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/recover`);
    await page.getByText('This server sends no mail, so it cannot send you a link.').waitFor();
    await page.getByLabel('The code that you were given').waitFor();
    await soon.equal(() => page.getByLabel('The code from the mail').count(), 0);
    await soon.equal(() => page.getByLabel('Name or e-mail address').count(), 0);
    await accessible(page, 'a lost password');
    await page.goto(`${base}/signup`);
    await page.getByText('This server sends no mail. Keep your password safe').waitFor();
    await soon.equal(() => page.getByLabel(/E-mail/).count(), 0);
  });

  await step('the front page asks for each list once and for little else', async () => {
    const quiet = await startServer(t, ['--no-exhibitions', '--no-bot']);
    const page = await newPerson(browser);
    const asked = [];
    page.on('request', (r) => asked.push(r.url().slice(quiet.url.length)));
    await page.goto(quiet.url);
    await page.locator('.card .board').nth(3).waitFor();
    await until(page, "document.querySelectorAll('.empty').length === 2", 'both lists are there');
    await page.waitForTimeout(800);
    const lists = asked.filter((path) => path.startsWith('/api/matches?'));
    assert.equal(new Set(lists).size, lists.length, 'no list is read twice');
    assert.ok(asked.length <= 15, `${asked.length} requests: ${asked.join(' ')}`);
  });

  await step('at 200 % zoom and on a phone the places are one row above and tabs below', async () => {
    const mara = await newMember(browser, base, 'mara');
    for (const size of [{ width: 720, height: 450 }, PHONE, { width: 844, height: 390 }]) {
      await mara.setViewportSize(size);
      await mara.goto(`${base}/mine`);
      const head = await mara.locator('header').boundingBox();
      assert.ok(head.height <= 52, `the header is ${head.height} px high`);
      const tabs = mara.getByRole('navigation', { name: 'Main sections' });
      for (const tab of await tabs.getByRole('link').all()) {
        const box = await tab.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height);
        assert.ok(box.height >= 40 && box.width >= 44, 'large enough for a thumb');
      }
      await accessible(mara, 'my matches on a small screen');
    }
    await mara.getByRole('navigation', { name: 'Main sections' }).getByRole('link', { name: 'More' }).click();
    await mara.getByRole('main').getByLabel('Theme').waitFor();
    await accessible(mara, 'more');
    await mara.getByRole('link', { name: 'Search' }).click();
    await mara.getByLabel(/^Name of a player/).fill('nobody');
    await mara.keyboard.press('Enter');
    await mara.getByText('Nothing here is called nobody.').waitFor();
    await mara.getByLabel(/^Name of a player/).fill('mara');
    await mara.keyboard.press('Enter');
    await mara.getByRole('status').getByRole('link', { name: 'mara' }).click();
    await mara.waitForURL('**/p/mara');
  });

  await step('a new match is one click, and the next time begins where the last one ended', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/new`);
    await page.getByRole('radio', { name: 'Levee' }).check();
    await page.getByRole('radio', { name: '7 × 7' }).check();
    await page.getByRole('radio', { name: /Willow/ }).check();
    await page.getByRole('radio', { name: '5 + 3' }).check();
    await page.getByText('Levee 7 × 7, against Willow (level 4), 5 min + 3 s per move').waitFor();
    await accessible(page, 'a new match');
    const start = await page.getByRole('button', { name: 'Start' }).boundingBox();
    assert.ok(start.y + start.height <= 900, 'everything is in sight');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/m\/\d+$/);
    await page.goto(`${base}/new`);
    await soon.ok(() => page.getByRole('radio', { name: 'Levee' }).isChecked());
    await soon.ok(() => page.getByRole('radio', { name: /Willow/ }).isChecked());
    await page.getByRole('button', { name: 'Same again' }).click();
    await page.waitForURL(/\/m\/\d+$/);
    await page.locator('.seat', { hasText: 'Willow (level 4)' }).waitFor();
    await page.setViewportSize(PHONE);
    await page.goto(`${base}/new/claims`);
    await page.getByRole('button', { name: 'Start' }).waitFor();
    await accessible(page, 'a new match on a phone');
    const low = await page.getByRole('button', { name: 'Start' }).boundingBox();
    assert.ok(low.y + low.height <= PHONE.height, 'Start is in sight');
  });

  await step('a seat is taken with one click; the tab counts the matches that wait', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    await post(ann, base, '/guest');
    const match = await post(ann, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['open', 'me'] });
    await bob.goto(`${base}/lobby`);
    const seat = bob.getByRole('button', { name: /Levee.*Join/ });
    assert.match((await seat.textContent()).replaceAll('\u00a0', ' '), /You play Bottom–Top\..*7 × 7.*No clock.*unrated/);
    await seat.click();
    await bob.waitForURL(`**/m/${match.id}`);
    await until(bob, "document.title.startsWith('(1) ')", 'the title says that a match waits');
    await until(bob, "document.querySelector('link[rel=icon]').href.startsWith('data:')", 'and so does the icon');
    await clickPoint(bob, 'b2');
    await until(bob, "document.title.startsWith('Levee')", 'nothing waits any more');
    await bob.getByRole('button', { name: 'Plan answers' }).click();
    await bob.locator('.status', { hasText: 'Plan: a move of Left–Right' }).waitFor();
    await soon.ok(async () => !(await bob.locator('.status').textContent()).includes('Your move'));
  });

  await step('a plan keeps the clocks in sight', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    await post(ann, base, '/guest');
    await post(bob, base, '/guest');
    const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 0 };
    const { id } = await post(ann, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', 'open'], clock });
    await post(bob, base, `/matches/${id}/join`);
    await post(ann, base, `/matches/${id}/moves`, { ply: 1, move: 'c3' });
    await ann.goto(`${base}/m/${id}`);
    await ann.getByRole('button', { name: 'Plan answers' }).click();
    await ann.getByRole('heading', { name: 'Conditional moves' }).waitFor();
    await soon.equal(() => ann.getByRole('timer').count(), 2);
  });

  await step('the lobby shows first what waits, with its board, and marks a deadline that is near', async () => {
    const ann = await newMember(browser, base, 'ada');
    const bob = await newPerson(browser);
    await post(bob, base, '/guest');
    const begin = async (clock) => {
      const { id } = await post(ann, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['open', 'me'], clock });
      await post(bob, base, `/matches/${id}/join`);
      await post(bob, base, `/matches/${id}/moves`, { ply: 1, move: 'c3' });
      return id;
    };
    const late = await begin({ kind: 'days', move_ms: 3 * 86_400_000 });
    const soonest = await begin({ kind: 'simple', move_ms: 3 * 3_600_000 });
    for (const size of [{ width: 1440, height: 900 }, PHONE]) {
      await ann.setViewportSize(size);
      await ann.goto(`${base}/lobby`);
      const turns = ann.locator('.turn');
      await until(ann, "document.querySelectorAll('.turn .levee .stone').length >= 2", 'the boards are there');
      assert.deepEqual(await turns.evaluateAll((all) => all.map((a) => a.pathname)), [`/m/${soonest}`, `/m/${late}`]);
      assert.deepEqual(await turns.evaluateAll((all) => all.map((a) => a.querySelector('.soon') !== null)), [true, false]);
      const top = async (what) => (await ann.locator(what).boundingBox()).y;
      assert.ok((await top('.turns')) < (await top('.pace-cards')), 'what waits stands above');
      await accessible(ann, 'the lobby with matches that wait');
    }
    await ann.getByRole('link', { name: 'Puzzle of the day' }).click();
    await ann.waitForURL('**/puzzles?mode=daily&game=*');
  });

  await step('two guests who want the same pace are paired; everybody sees their board live', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    const eve = await newPerson(browser);
    await eve.goto(`${base}/lobby`);
    const wish = async (page) => {
      await page.goto(`${base}/lobby`);
      await page.getByRole('radiogroup', { name: 'Game', exact: true }).getByRole('radio', { name: 'Redstone' }).check();
      await page.getByRole('button', { name: /^5 \+ 3/ }).click();
    };
    await wish(ann);
    await ann.getByText(/looking… 0:0\d/).waitFor();
    await accessible(ann, 'the lobby while looking');
    await eve.getByRole('radiogroup', { name: 'Game', exact: true }).getByRole('radio', { name: 'Redstone' }).check();
    await eve.getByText('Blitz · 1 waiting').waitFor();
    await wish(bob);
    await bob.waitForURL(/\/m\/\d+$/);
    await ann.waitForURL(bob.url());
    await ann.locator('.seat').nth(1).waitFor();
    const [first, second] = (await ann.locator('.board.interactive').count()) > 0 ? [ann, bob] : [bob, ann];
    await clickPoint(first, 'c3');
    await until(second, "document.querySelectorAll('.move').length === 1", 'they play');
    const tv = eve.locator('.tv', { has: eve.locator(`a[href="${new URL(ann.url()).pathname}"]`) });
    await tv.waitFor();
    await until(eve, "document.querySelectorAll('.tv .redstone .stone').length > 0", 'the stone is on television');
    await accessible(eve, 'the lobby');
    await ann.getByRole('link', { name: 'hoshi' }).click();
    await ann.getByRole('button', { name: /^5 \+ 3/ }).waitFor();
    await ann.getByRole('button', { name: /^1 day/ }).click();
    await ann.getByText('looking…').waitFor();
    await ann.getByRole('button', { name: /^1 day/ }).click();
    await until(ann, "!document.body.textContent.includes('looking…')", 'nobody is looked for');
  });

  await step('notifications of the browser are offered once, to members who have moved in a match of days', async () => {
    const other = await startServer(t, ['--no-exhibitions', '--push', 'mailto:admin@example.org']);
    const people = [await newMember(browser, other.url, 'ann'), await newMember(browser, other.url, 'bob')];
    await people[0].addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'default' })");
    const start = async (clock) => {
      const { id } = await post(people[0], other.url, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', 'open'], ...clock });
      await post(people[1], other.url, `/matches/${id}/join`);
      await people[0].goto(`${other.url}/m/${id}`);
      await people[0].locator('.board.interactive').waitFor();
      await soon.equal(() => people[0].getByText('Show a notification').count(), 0, 'not before a move');
      await clickPoint(people[0], 'c3');
      await until(people[0], "document.querySelectorAll('.move').length === 1", 'it is played');
    };
    await start({ clock: { kind: 'fischer', main_ms: 600_000, add_ms: 0 } });
    await people[0].waitForTimeout(500);
    await soon.equal(() => people[0].getByText('Show a notification').count(), 0, 'not in a live match');
    await start({});
    await people[0].getByText('Show a notification in this browser when it is your turn?').waitFor();
    await accessible(people[0], 'the offer of notifications');
    await people[0].getByRole('button', { name: 'No, thanks' }).click();
    await start({});
    await people[0].waitForTimeout(500);
    await soon.equal(() => people[0].getByText('Show a notification').count(), 0, 'not again');
  });

  await step('when nobody plays the engine does, for those who look on, and says so', async () => {
    const other = await startServer(t, ['--no-limits']);
    const page = await newPerson(browser);
    await page.goto(`${other.url}/lobby`);
    const tv = page.locator('.tv').first();
    await tv.getByText('Exhibition').waitFor({ timeout: 60000 }); // it thinks with what others leave
    await until(page, "document.querySelectorAll('.tv .layer-stones .stone').length >= 2", 'they play');
    await accessible(page, 'the lobby with an exhibition');
    await tv.getByRole('link').click();
    await page.getByRole('heading', { name: /Exhibition/ }).waitFor();
    const shown = await page.locator('.move').count();
    await until(page, `document.querySelectorAll('.move').length > ${shown}`, 'it goes on for spectators alone');
    await page.goto(`${other.url}/`);
  });

  await step('the end tells both, and leads to review, rematch and the next match', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    await post(ann, base, '/guest');
    await post(bob, base, '/guest');
    const begin = async () => {
      const { id } = await post(ann, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['open', 'me'] });
      await post(bob, base, `/matches/${id}/join`);
      await post(bob, base, `/matches/${id}/moves`, { ply: 1, move: 'c3' });
      return id;
    };
    const [first, second] = [await begin(), await begin()];
    for (const page of [ann, bob]) {
      await page.goto(`${base}/m/${first}`);
      await page.locator('.move').waitFor();
    }
    await post(bob, base, `/matches/${first}/moves`, { ply: 2, move: 'd5' }).catch(() => undefined);
    await post(bob, base, `/matches/${first}/resign`);
    for (const [page, said] of [[ann, 'You won'], [bob, 'You lost']]) {
      const end = page.locator('.outcome');
      await end.getByRole('heading', { name: said }).waitFor();
      await end.getByRole('link', { name: 'Review' }).waitFor();
      await end.getByRole('button', { name: 'Rematch' }).waitFor();
      await accessible(page, 'the end of a match');
    }
    await ann.locator('.outcome').getByRole('button', { name: /Next match/ }).click();
    await ann.waitForURL(`**/m/${second}`);
  });

  await step('records are files to keep', async () => {
    const ann = await newPerson(browser);
    await post(ann, base, '/guest');
    const { id } = await post(ann, base, '/matches', { game: 'claims', width: 4, height: 4, seats: ['me', 'me'] });
    for (const format of ['sgf', 'json', 'svg', 'text']) {
      const answer = await ann.request.get(`${base}/api/matches/${id}/record?format=${format}`);
      assert.match(answer.headers()['content-disposition'], /^attachment; filename="claims-/, format);
    }
  });

  await step('a refusal calls the sides as the page does, in each language', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/local/claims?size=5&seats=me,me`);
    for (const point of ['c4', 'd3', 'b3', 'c3']) await clickPoint(page, point);
    const said = page.locator('.refusal');
    await said.waitFor();
    await soon.match(() => said.textContent(), /Black|White/);
    await soon.doesNotMatch(() => said.textContent(), /player \d/i);
    for (const [language, sum] of [['de', 'Spalte 2 + Reihe 1 = 3 ist ungerade'], ['fr', 'colonne 2 + rangée 1 = 3']]) {
      await page.evaluate((l) => localStorage.setItem('hoshi-settings', JSON.stringify({ language: l })), language);
      await page.goto(`${base}/local/palisade?size=5&seats=me,me`);
      await clickPoint(page, 'b1');
      await page.getByText(sum).waitFor();
    }
  });
});
