// Every page fits its window: nothing is wider than it, no text is cut off, nothing that one presses lies on
// something else or touches it, all text can be read, and by night or with forced colours nothing else is lost
// (fits.mjs). The small form looks at each page in one language, by day. HOSHI_FIT=all looks in three languages, by
// day, by night and with forced colours; HOSHI_FIT_PAGES=/m/,/lobby only at addresses that begin so, and
// HOSHI_FIT_PICTURES=FOLDER leaves pictures of what it saw.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FAULTY, SEEN, SEEN_FORCED, SOUND, faults } from './fits.mjs';
import { axeViolations, newMember, newPerson, post, startBrowser, startServer, steps } from './helper.mjs';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
const ALL = process.env.HOSHI_FIT === 'all';
const LANGUAGES = ALL ? ['en', 'de', 'fr'] : ['fr'];
const DAY = { colorScheme: 'light', forcedColors: 'none' };
const NIGHT = { colorScheme: 'dark', forcedColors: 'none' };
const FORCED = { colorScheme: 'dark', forcedColors: 'active' };
const LOOKS = ALL ? { day: DAY, night: NIGHT, forced: FORCED } : { day: DAY };
const ONLY = (process.env.HOSHI_FIT_PAGES ?? '').split(',').filter(Boolean);

/** Two frames: styles and observers have had their say. */
const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Lets a test wait until the page has all that it has asked for; its stream of events never ends. */
function watchRequests(page) {
  const asked = new Set();
  page.on('request', (request) => {
    if (!request.url().includes('/api/events')) asked.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asked.delete(request));
  page.on('framenavigated', () => asked.clear());
  page.settled = async () => {
    for (let quiet = 0, n = 0; quiet < 6; quiet = asked.size === 0 ? quiet + 1 : 0) {
      await page.waitForTimeout(25);
      if (n++ > 400) throw new Error(`waits for ${[...asked].map((r) => r.url()).join(' ')}`);
    }
  };
}

/** A server on which there is something to see on every page; the addresses of all pages. */
async function furnished(browser, base) {
  const ann = await newMember(browser, base, 'ann');
  const bob = await newMember(browser, base, 'Bartholomew_the_Long');
  const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 5000 };
  const begin = async (more) => {
    const { id } = await post(ann, base, '/matches', { seats: ['me', 'open'], ...more });
    await post(bob, base, `/matches/${id}/join`);
    return id;
  };
  const play = async (id, words) => {
    for (const [i, move] of words.entries())
      await post(i % 2 === 0 ? ann : bob, base, `/matches/${id}/moves`, { ply: i + 1, move });
  };
  const live = await begin({ game: 'claims', width: 8, height: 8, options: { jacked: true }, rated: true, clock });
  const over = await begin({ game: 'levee', width: 7, height: 7, rated: true });
  await play(over, ['b2', 'c3', 'd2', 'e5', 'f2', 'b5']);
  await post(ann, base, `/matches/${over}/chat`, { text: 'Well played, and thank you for the match.' });
  await post(bob, base, `/matches/${over}/resign`);
  const palisade = await begin({ game: 'palisade', width: 9, height: 9 });
  await play(palisade, ['e5', 'e4', 'd4', 'd5']);
  const { id: open } = await post(ann, base, '/matches', { game: 'redstone', seats: ['me', 'open'], options: { swap: false } });
  await post(bob, base, '/matches', { game: 'redstone', seats: ['me', { player: 'ann' }], clock });
  const cup = { name: 'The Spring Tournament of Levee', game: 'levee', width: 7, height: 7 };
  const { id: robin } = await post(ann, base, '/tournaments', { ...cup, kind: 'roundrobin', players_max: 2, clock: { kind: 'days', move_ms: 86_400_000 } });
  for (const page of [ann, bob]) await post(page, base, `/tournaments/${robin}/join`);
  const { id: coming } = await post(ann, base, '/tournaments', { ...cup, kind: 'swiss', clock });
  const { id: simul } = await post(bob, base, '/simuls', { game: 'levee', width: 5, height: 5, clock, guests_max: 2 });
  await post(ann, base, `/simuls/${simul}/join`);
  const { id: team } = await post(ann, base, '/teams', { name: 'Friends of the Levee', access: 'open' });
  const { id: study } = await post(ann, base, '/studies', { name: 'Openings of Redstone', access: 'public' });
  await post(bob, base, '/conversations/ann', { text: 'Would you like to play a match of Redstone on a large board?' });
  const state = await ann.context().storageState();
  await ann.context().close();
  await bob.context().close();
  return {
    state,
    member: ['/', '/lobby', '/watch', '/mine', '/new', '/new/redstone', `/m/${live}`, `/m/${over}`, `/m/${palisade}`, `/m/${open}`,
      '/local/palisade', '/local/claims', '/local/levee', '/local/redstone', '/rules/levee', '/rules/redstone', '/learn', '/learn/palisade', '/puzzles',
      '/puzzles/compose', '/opponents', '/opponents/3', '/analysis', `/analysis?match=${over}&review=1`, '/explorer', '/archive',
      '/ranking', '/p/ann', '/p/ann/statistics', '/p/Bartholomew_the_Long', '/tournaments', `/t/${robin}`, `/t/${coming}`,
      '/tournaments/new', '/simuls', `/simuls/${simul}`, '/simuls/new', '/teams', `/teams/${team}`, '/friends', '/studies',
      `/study/${study}`, '/notifications', '/inbox', '/inbox/Bartholomew_the_Long', '/account', '/security', '/annulled', '/command', '/developers', '/more', '/search', '/nowhere'],
    stranger: ['/', '/signin', '/signup', '/recover', `/m/${over}`, `/embed/m/${over}`],
  };
}

test('the check sees every fault', async (t) => {
  const page = await newPerson(await startBrowser(t));
  await page.setContent(FAULTY);
  const said = (await page.evaluate(faults)).join('\n');
  for (const one of SEEN) assert.ok(said.includes(one), `${one}\n${said}`);
  await page.emulateMedia({ forcedColors: 'active' });
  const forced = (await page.evaluate(faults)).join('\n');
  for (const one of SEEN_FORCED) assert.ok(forced.includes(one), `${one}\n${forced}`);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setContent(SOUND);
  assert.deepEqual(await page.evaluate(faults), []);
});

test('every page fits', async (t) => {
  const server = await startServer(t, ['--no-exhibitions', '--no-limits']);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);
  const { state, member, stranger } = await furnished(browser, base);

  /** What is wrong with a page in each look and size. */
  async function wrongOf(page, path, language) {
    const wrong = [];
    await page.emulateMedia(DAY);
    await page.setViewportSize(SIZES[0]);
    await page.goto(base + path);
    await page.locator('main h1, main .board').first().waitFor();
    await page.settled();
    for (const [name, look] of Object.entries(LOOKS)) {
      await page.emulateMedia(look);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await drawn(page);
        for (const fault of await page.evaluate(faults)) wrong.push(`${path} ${language} ${name} ${size.width}: ${fault}`);
        if (process.env.HOSHI_FIT_PICTURES)
          await page.screenshot({
            path: `${process.env.HOSHI_FIT_PICTURES}/${path.replaceAll(/[/?&=]/g, '_')}-${size.width}-${language}-${name}.png`,
            fullPage: size.width !== 720,
          });
        if (look !== FORCED && (ALL ? size.width !== 720 : size.width === 390 && path.length % 3 === 0))
          for (const fault of await axeViolations(page, ['color-contrast'])) wrong.push(`${path} ${language} ${name} ${size.width}: ${fault}`);
      }
    }
    return wrong;
  }

  await step('on paper a match is its board, its players and its moves', async () => {
    const page = await newPerson(browser, { storageState: state });
    await page.goto(base + member[7]);
    await page.locator('.size-handle').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 1000 });
    await drawn(page);
    const shown = await page.evaluate(() =>
      ['header', 'footer', '.chat', '.toggles', '.actions', '.steps', '.size-handle', '.match-title', '.board', '.seat', '.move'].filter((what) =>
        document.querySelector(what)?.checkVisibility(),
      ),
    );
    assert.deepEqual(shown, ['.match-title', '.board', '.seat', '.move']);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  });

  await step('there is an icon for telephones, and a file for robots', async () => {
    const page = await newPerson(browser);
    const robots = await page.request.get(`${base}/robots.txt`);
    assert.equal(robots.status(), 200);
    assert.match(await robots.text(), /^User-agent: \*/m);
    await page.goto(`${base}/nowhere`);
    const href = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    const icon = await page.request.get(new URL(href, base).href);
    assert.equal(icon.status(), 200);
    assert.match(icon.headers()['content-type'], /^image\/png/);
  });

  const wanted = (path) => ONLY.length === 0 || ONLY.some((one) => path.startsWith(one));
  for (const language of LANGUAGES)
    for (const [who, paths] of Object.entries({ member, stranger }))
      await step(`${who}, ${language}`, async (s) => {
        const page = await newPerson(browser, who === 'member' ? { storageState: state } : {});
        watchRequests(page);
        await page.addInitScript((l) => {
          localStorage['hoshi-settings'] = JSON.stringify({ pace: 'instant', language: l });
        }, language);
        for (const path of paths.filter(wanted))
          await s.test(path, async () => assert.deepEqual(await wrongOf(page, path, language), []));
      });
});
