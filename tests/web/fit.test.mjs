// Every page fits its window: nothing is wider than it, no text is cut off, nothing that one presses lies on
// something else or touches it, and all text can be read. The small form looks at each page in one language, by day;
// HOSHI_FIT=all looks in three languages, by day, by night and with forced colours.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeViolations, newMember, newPerson, post, startBrowser, startServer, steps } from './helper.mjs';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
const ALL = process.env.HOSHI_FIT === 'all';
const LANGUAGES = ALL ? ['en', 'de', 'fr'] : ['fr'];
const LOOKS = ALL
  ? [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { colorScheme: 'light', forcedColors: 'active' }]
  : [{ colorScheme: 'light' }];

/** What does not fit, as short texts. Evaluated in the page. */
function faults() {
  const found = [];
  const said = (e) => {
    const text = (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `${e.tagName.toLowerCase()}${e.classList.length > 0 ? `.${[...e.classList].join('.')}` : ''} "${text}"`;
  };
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) {
    const far = [...document.querySelectorAll('main *, header *, footer *')].filter(
      (e) => e.getBoundingClientRect().right > innerWidth + 0.5 && e.children.length === 0,
    );
    found.push(`${wide} px too wide: ${far.slice(0, 2).map(said).join(', ')}`);
  }
  const shown = (e) => {
    const box = e.getBoundingClientRect();
    const seen = e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true });
    return seen && box.width > 1 && box.height > 1;
  };
  /** The part of an element that the boxes around it leave in sight; bars that stay in sight lie over the page. */
  const seenBox = (e) => {
    let { left, right, top, bottom } = e.getBoundingClientRect();
    for (let at = e.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (['fixed', 'sticky'].includes(style.position)) return null;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const clip = at.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    return right > left && bottom > top ? { left, right, top, bottom } : null;
  };
  const hidden = (e) => e.closest('.visually-hidden, .skip, [hidden], [inert]') !== null;
  // Text that its own box cuts off, and that no scrolling brings back.
  for (const e of document.querySelectorAll('button, a, b, h1, h2, h3, label, legend, th, td, dt, dd, summary, .chip, option')) {
    if (!shown(e) || hidden(e) || e.tagName === 'OPTION') continue;
    const { overflowX, textOverflow } = getComputedStyle(e);
    const cut = overflowX === 'hidden' || overflowX === 'clip';
    if (cut && textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1) found.push(`cut off: ${said(e)}`);
  }
  // Words that stick out of what one presses.
  for (const e of document.querySelectorAll('main button, main .chip, main label, main a.button, header button')) {
    if (!shown(e) || hidden(e)) continue;
    const whole = e.getBoundingClientRect();
    for (const part of e.querySelectorAll('b, span')) {
      const box = part.getBoundingClientRect();
      if (part.children.length > 0 || !shown(part) || hidden(part)) continue;
      const width = Math.max(box.width, part.scrollWidth);
      if (getComputedStyle(part).overflowX === 'visible' && box.left + width > whole.right + 1.5) found.push(`sticks out: ${said(e)}`);
    }
  }
  // Things that are pressed and lie on each other.
  const pressed = [...document.querySelectorAll('main button, main select, main input, main a.button, header button, header a')]
    .filter((e) => shown(e) && !hidden(e) && e.closest('.board, .study-board, .chat-mark') === null)
    .filter((e) => !['radio', 'checkbox', 'hidden', 'range'].includes(e.type) && getComputedStyle(e).position !== 'fixed');
  const boxes = pressed.map(seenBox);
  for (let i = 0; i < pressed.length; i++)
    for (let k = i + 1; k < pressed.length; k++) {
      if (pressed[i].contains(pressed[k]) || pressed[k].contains(pressed[i])) continue;
      const [a, b] = [boxes[i], boxes[k]];
      if (!a || !b) continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 1 && y > 1) found.push(`overlap: ${said(pressed[i])} and ${said(pressed[k])}`);
    }
  // The whole board of a match is in sight at once.
  for (const board of document.querySelectorAll('.match-page .table-board .board')) {
    const { top, bottom } = board.getBoundingClientRect();
    const low = innerWidth > innerHeight ? bottom + scrollY : bottom - top;
    if (low > innerHeight) found.push(`a board ends ${Math.round(low - innerHeight)} px below the window`);
  }
  return [...new Set(found)];
}

test('every page fits', async (t) => {
  const server = await startServer(t, ['--no-exhibitions', '--no-limits']);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);
  const ann = await newMember(browser, base, 'ann');
  const bob = await newMember(browser, base, 'bob');
  const wish = { game: 'claims', width: 8, height: 8, seats: ['me', 'open'], options: { jacked: true }, rated: true };
  const clock = { kind: 'fischer', main_ms: 600_000, add_ms: 5000 };
  const { id } = await post(ann, base, '/matches', { ...wish, clock });
  await post(bob, base, `/matches/${id}/join`);
  const over = await post(ann, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', 'open'] });
  await post(bob, base, `/matches/${over.id}/join`);
  for (const [i, word] of ['b2', 'c3'].entries())
    await post(i === 0 ? ann : bob, base, `/matches/${over.id}/moves`, { ply: i + 1, move: word });
  await post(bob, base, `/matches/${over.id}/resign`);
  const open = await post(ann, base, '/matches', { game: 'redstone', seats: ['me', 'open'], options: { swap: false } });
  const state = await ann.context().storageState();
  await ann.context().close();
  await bob.context().close();
  const paths = ['/', '/lobby', '/watch', '/mine', '/new', '/new/redstone', `/m/${id}`, `/m/${over.id}`, `/m/${open.id}`,
    '/local/palisade', '/local/claims', '/rules/levee', '/learn', '/puzzles', '/opponents', '/opponents/3', '/analysis',
    '/explorer', '/archive', '/ranking', '/p/ann', '/p/ann/statistics', '/tournaments', '/simuls', '/teams', '/friends',
    '/studies', '/notifications', '/account', '/command', '/more', '/search'];

  for (const language of LANGUAGES)
    for (const look of LOOKS)
      await step(`${language}, ${Object.values(look).join(', ')}`, async () => {
        const page = await newPerson(browser, { storageState: state, ...look });
        await page.addInitScript((l) => {
          localStorage['hoshi-settings'] = JSON.stringify({ pace: 'instant', language: l });
        }, language);
        const wrong = [];
        for (const path of paths) {
          await page.setViewportSize(SIZES[0]);
          await page.goto(base + path);
          await page.locator('main h1').first().waitFor();
          for (const size of SIZES) {
            await page.setViewportSize(size);
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            for (const fault of await page.evaluate(faults)) wrong.push(`${path} at ${size.width}: ${fault}`);
            if (process.env.HOSHI_FIT_PICTURES)
              await page.screenshot({
                path: `${process.env.HOSHI_FIT_PICTURES}/${path.replaceAll('/', '_')}-${size.width}-${language}-${Object.values(look).join('-')}.png`,
                fullPage: size.width !== 720,
              });
          }
          if (ALL && look.forcedColors === undefined)
            for (const fault of await axeViolations(page, ['color-contrast'])) wrong.push(`${path}: ${fault}`);
        }
        assert.deepEqual(wrong, []);
      });
});
