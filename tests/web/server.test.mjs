// The page against the real server: matches with the engine, between two browsers, reloads, restarts.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { AXE_ALL, LARGE, PHONE, WITH_COPIES, axeViolations, clickPoint, load, newPerson, playSomething, playToTheEnd, root, shownMoves, situation, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const { GAME_PAGES } = await load('games/index.ts');
const PICTURES = process.env.HOSHI_PICTURES === '1' ? path.join(root, 'docs/pictures') : null;

async function picture(page, name) {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

/** What README.md shows: a sample of the front page, so far, with this on top. */
const PICTURE_LIST = [
  { name: 'match-light', game: 'redstone', plies: 57, refused: 'i1' },
  { name: 'match-dark', game: 'redstone', plies: 84, refused: 'h9', colorScheme: 'dark' },
  { name: 'palisade', game: 'palisade', plies: 40 },
  { name: 'levee', game: 'levee', plies: 17, toggle: 'Channels' },
  { name: 'claims', game: 'claims', plies: 60, toggle: 'Claims' },
];

/** Two people play the sample up to a ply; returns the page of the one who is to move. */
async function playSample(browser, base, { game, plies, colorScheme = 'light' }) {
  const people = [];
  for (let i = 0; i < 2; i++) {
    people.push(await newPerson(browser, { colorScheme, viewport: { width: 1280, height: 800 } }));
  }
  const [ann, bob] = people;
  const swap = () =>
    game === 'redstone' ? ann.getByLabel(/Pie rule/).uncheck() : Promise.resolve();
  const address = await newMatch(ann, base, game, GAME_PAGES[game].sample.size, 'me,invite', swap);
  await bob.goto(await ann.locator('#invite-link').inputValue());
  await bob.getByRole('button', { name: 'Take this seat' }).click();
  await bob.locator('.seat.to-move').waitFor();
  const words = GAME_PAGES[game].sample.moves.flatMap((line) => line.split(' ')).slice(0, plies);
  const id = address.split('/').pop();
  for (const person of people) await person.goto('about:blank'); // nobody looks on while it is played
  for (const [i, move] of words.entries()) {
    const answer = await people[i % 2].request.post(`${base}/api/matches/${id}/moves`, {
      data: { ply: i + 1, move },
    });
    assert.equal(answer.status(), 200, `${game} ${i + 1} ${move}`);
  }
  const page = people[plies % 2];
  await page.goto(address);
  await until(page, `document.querySelectorAll('.move').length === ${plies}`, 'all moves are shown');
  await people[(plies + 1) % 2].close();
  return page;
}

/** Makes a match by the form of the page and returns its address. */
async function newMatch(page, base, game, size, seats, more = async () => undefined) {
  await page.goto(`${base}/new/${game}?seats=${seats}`);
  const field = game === 'claims' ? 'Columns' : 'Board size';
  await page.getByLabel(field).selectOption(String(size));
  if (game === 'claims') await page.getByLabel('Rows').selectOption(String(size));
  await page.getByText('More options').click();
  await more();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/m\/\d+/);
  await page.locator('.board').waitFor();
  return page.url();
}

const seatText = (page, seat) => page.locator(`[data-seat="${seat}"]`).textContent();

test('the page with its server', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const step = steps(t, browser);

  await step('one click on the front page starts a game against the engine', async () => {
    const page = await newPerson(browser, WITH_COPIES);
    const foreign = [];
    const loud = [];
    let bytes = 0;
    page.on('console', (m) => {
      if (m.type() === 'error') loud.push(m.text());
    });
    page.on('request', (r) => {
      if (!r.url().startsWith(server.url)) foreign.push(r.url());
    });
    page.on('response', (r) => {
      if (!r.url().includes('/api/')) bytes += Number(r.headers()['content-length'] ?? 0);
    });
    await page.goto(server.url);
    await page.locator('.card .board').nth(3).waitFor();
    await picture(page, 'front-light');
    await page.locator('.card').nth(2).getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL(/\/m\/\d+$/);
    await page.locator('.board.interactive').waitFor();
    await clickPoint(page, 'c3');
    await until(page, "document.querySelectorAll('.move').length === 2", 'the engine answers');
    assert.deepEqual(loud, [], 'a first visit is no error');
    assert.deepEqual(foreign, [], 'no request leaves the site');
    assert.ok(bytes > 10_000 && bytes < 150 * 1024, `first load ${bytes} bytes`);
    await soon.match(() => seatText(page, 2), /Pebble \(level 1\)/);
  });

  for (const [game, size] of [['palisade', 5], ['redstone', 4], ['levee', 5], ['claims', 4]]) {
    await step(`${game}: a whole match against the engine`, async () => {
      const page = await newPerson(browser);
      await newMatch(page, server.url, game, size, 'me,e1');
      await playToTheEnd(page);
      await soon.match(() => page.locator('.outcome h2').textContent(), /won|lost|draw/i);
      const moves = await shownMoves(page);
      await page.reload();
      await page.locator('.outcome').waitFor();
      await soon.equal(() => shownMoves(page), moves);
      await page.getByRole('button', { name: 'Rematch' }).click();
      await until(page, `document.querySelectorAll('.move').length < ${moves}`, 'a new match');
    });
  }

  await step('two browsers play by an invitation link, a third watches', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    const eve = await newPerson(browser);
    const address = await newMatch(ann, server.url, 'redstone', 5, 'me,invite');
    const link = await ann.locator('#invite-link').inputValue();
    assert.match(link, /invite=/);
    await eve.goto(address);
    await eve.locator('.board').waitFor();
    await bob.goto(link);
    await bob.getByRole('button', { name: 'Take this seat' }).click();
    await until(ann, "document.querySelector('.board.interactive')", 'the match begins for Ann');
    let reads = 0;
    ann.on('request', (q) => (reads += q.method() === 'GET' && /\/api\/matches\/\d+$/.test(q.url())));
    await clickPoint(ann, 'c3');
    await until(bob, "document.querySelectorAll('.move').length === 1", 'Bob sees the move');
    await until(ann, "document.querySelectorAll('.move').length === 1", 'Ann sees her move');
    assert.equal(reads, 0, 'an own move does not read the match again');
    await bob.getByRole('button', { name: 'Swap colours' }).click();
    await until(ann, "document.querySelectorAll('.move').length === 2", 'Ann sees the swap');
    await soon.match(() => seatText(ann, 1), /White/);
    await clickPoint(ann, 'd4');
    await until(bob, "document.querySelector('.board.interactive')", 'Bob is to move');
    await until(eve, "document.querySelectorAll('.move').length === 3", 'Eve sees all moves');
    await soon.equal(() => situation(eve), 'wait');
    await until(ann, "document.querySelector('h1').textContent.includes('1 watching')", 'Eve is seen');

    await ann.reload();
    await until(ann, "document.querySelectorAll('.move').length === 3", 'the reload shows all');
    await clickPoint(bob, 'b2');
    await until(ann, "document.querySelector('.board.interactive')", 'Ann is to move after a reload');

    await bob.getByLabel('Message').fill('well played <b>&');
    await bob.keyboard.press('Enter');
    await until(ann, "document.querySelector('.lines')?.textContent.includes('well played <b>&')", 'chat');

    await ann.getByRole('button', { name: 'Take back' }).click();
    await bob.getByRole('button', { name: 'Accept' }).click();
    await until(ann, "document.querySelectorAll('.move').length === 2", 'the move is taken back');
    await until(eve, "document.querySelectorAll('.move').length === 2", 'also for Eve');

    await bob.getByRole('button', { name: 'Resign' }).click();
    await bob.getByRole('button', { name: 'Yes, resign' }).click();
    await until(ann, "document.querySelector('.outcome')?.textContent.includes('You won')", 'Ann has won');
    await until(eve, "document.querySelector('.outcome')?.textContent.includes('White won')", 'Eve sees it');
    await until(bob, "document.querySelector('.outcome')?.textContent.includes('You lost')", 'Bob has lost');
    await eve.getByText('Only the players can write here.').waitFor();
    await soon.equal(() => eve.getByLabel('Message').count(), 0);
  });

  await step('only a person with its link sees a private match, and sees it live', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    const eve = await newPerson(browser);
    const secret = () => ann.getByLabel(/Private/).check();
    const address = await newMatch(ann, server.url, 'levee', 7, 'me,invite', secret);
    const link = await ann.locator('#invite-link').inputValue();
    await bob.goto(link);
    await eve.goto(link);
    await bob.getByRole('button', { name: 'Take this seat' }).click();
    await until(eve, "!document.body.textContent.includes('Take this seat')", 'Eve sees him sit down');
    await clickPoint(ann, 'b2');
    await until(bob, "document.querySelectorAll('.move').length === 1", 'Bob sees the move');
    await until(eve, "document.querySelectorAll('.move').length === 1", 'Eve sees the move');
    await soon.equal(async () => await bob.locator('.banner').count() + (await eve.locator('.banner').count()), 0);
    const record = await eve.getByRole('link', { name: 'json' }).getAttribute('href');
    assert.equal((await eve.request.get(server.url + record)).status(), 200);
    const zoe = await newPerson(browser);
    await zoe.goto(address);
    await zoe.getByRole('heading', { name: 'There is no such match.' }).waitFor();
    await soon.equal(() => zoe.title(), 'There is no such match. · hoshi');
    await soon.match(() => bob.title(), /^(\(1\) )?Levee · match \d+ · hoshi$/);
  });

  await step('an address written by hand leads to a page that works', async () => {
    const page = await newPerson(browser);
    await page.goto(`${server.url}/new/redstone?seats=me,me,e9,you,me`);
    await soon.ok(() => page.getByRole('radio', { name: 'Two at this screen' }).isChecked());
    await page.goto(`${server.url}/local/palisade?size=8&width=40`);
    await page.locator('.board').waitFor();
    await page.goto(`${server.url}/m/none`);
    await page.getByRole('heading', { name: 'There is no page at this address.' }).waitFor();
  });

  await step('a server that is killed and started again loses no move', async () => {
    const ann = await newPerson(browser, WITH_COPIES);
    const bob = await newPerson(browser, WITH_COPIES);
    await newMatch(ann, server.url, 'levee', 7, 'me,invite');
    await bob.goto(await ann.locator('#invite-link').inputValue());
    await bob.getByRole('button', { name: 'Take this seat' }).click();
    await until(ann, "document.querySelector('.board.interactive')", 'the match begins');
    await clickPoint(ann, 'b2');
    await until(bob, "document.querySelector('.board.interactive')", 'Bob is to move');
    await server.stop();
    await until(bob, "document.querySelector('.banner')", 'the page says that the server is away');
    await clickPoint(bob, 'c2');
    await server.start();
    await until(ann, "document.querySelectorAll('.move').length === 2", 'the move sent meanwhile arrives');
    await until(bob, "!document.querySelector('.banner')", 'the connection is back');
    await until(ann, "document.querySelector('.board.interactive')", 'Ann is to move');
    await playSomething(ann, 3);
    await until(bob, "document.querySelectorAll('.move').length === 3", 'play goes on');
  });

  await step('a seat from the lobby, and four seats at one board', async () => {
    const ann = await newPerson(browser);
    const bob = await newPerson(browser);
    await bob.goto(`${server.url}/lobby`);
    await bob.locator('h1').waitFor();
    await newMatch(ann, server.url, 'claims', 5, 'me,open,e1,e1');
    await bob.getByRole('button', { name: /Claims.*Join/ }).click();
    await until(ann, "document.querySelector('.board.interactive')", 'the match begins');
    await soon.equal(() => ann.locator('.seat').count(), 4);
    const marks = await ann.evaluate(`[1, 3, 4].map((side) => {
      const mark = getComputedStyle(document.querySelector('.seat .dot.side-' + side), '::after');
      return mark.content + mark.clipPath;
    })`);
    assert.equal(new Set(marks).size, 3, 'marks distinguish the sides, not colours alone');
    await playSomething(ann, 0);
    await until(bob, "document.querySelector('.board.interactive')", 'Bob is to move');
    await playSomething(bob, 2);
    await until(ann, "document.querySelectorAll('.move').length >= 4", 'both engines have moved');
    await until(ann, "document.querySelector('.board.interactive')", 'it is Ann’s turn again');
  });

  await step('two tabs of one browser share what happens', async () => {
    const ann = await newPerson(browser);
    const address = await newMatch(ann, server.url, 'levee', 7, 'me,me');
    const tab = await ann.context().newPage();
    await tab.goto(address);
    await tab.locator('.board.interactive').waitFor();
    await clickPoint(ann, 'b2');
    await until(tab, "document.querySelectorAll('.move').length === 1", 'the other tab follows');
    await clickPoint(tab, 'c3');
    await until(ann, "document.querySelectorAll('.move').length === 2", 'and the other way round');
    await ann.close();
    await clickPoint(tab, 'd2');
    const third = await tab.context().newPage();
    await third.goto(address);
    await until(third, "document.querySelectorAll('.move').length === 3", 'a third tab sees all');
    await clickPoint(third, 'e2');
    await until(tab, "document.querySelectorAll('.move').length === 4", 'a new tab reads the stream');
  });

  await step('a game of each kind is shown well, axe has no complaint, and pictures are taken', async () => {
    for (const shot of PICTURE_LIST) {
      const page = await playSample(browser, server.url, shot);
      if (shot.toggle) await page.getByRole('button', { name: shot.toggle, exact: true }).click();
      if (shot.refused) await clickPoint(page, shot.refused);
      const rules = shot.colorScheme === 'dark' ? ['color-contrast'] : AXE_ALL;
      assert.deepEqual(await axeViolations(page, rules), [], shot.name);
      await picture(page, shot.name);
    }
  });

  await step('the page fits a phone and fills a large screen', async () => {
    const phone = await newPerson(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
    await phone.goto(`${server.url}/local/levee?size=9`);
    await phone.locator('.board').waitFor();
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `the page is ${wide} px wide on a phone`);
    await phone.setViewportSize({ width: PHONE.height, height: PHONE.width });
    const lying = await phone.locator('.board').boundingBox();
    assert.ok(lying.y + lying.height <= PHONE.width, 'a phone on its side shows the whole board');
    const large = await newPerson(browser, { viewport: LARGE });
    await large.goto(`${server.url}/local/palisade?size=19`);
    const board = await large.locator('.board').boundingBox();
    assert.ok(board.height > 0.8 * LARGE.height && board.y + board.height <= LARGE.height);
  });
});
