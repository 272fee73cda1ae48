// The smoke walk of the page in one browser: a match of each game against the server's engine, a study, a puzzle,
// and the size of a phone. HOSHI_ENGINE names the browser: chromium, firefox or webkit (`make browsers`).
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startServer } from '../helper.mjs';
import { ENGINES } from './engines.mjs';

const engine = process.env.HOSHI_ENGINE ?? 'chromium';
const WAIT_MS = 60_000;
const MATCHES = [
  ['palisade', 5],
  ['redstone', 4],
  ['levee', 5],
  ['claims', 4],
];

test(`the walk in ${engine}`, async (t) => {
  const launch = ENGINES[engine];
  assert.ok(launch, `there is no browser ${engine}: ${Object.keys(ENGINES).join(', ')}`);
  const server = await startServer(t);
  const page = await launch();
  t.after(() => page.close());
  const base = server.url;

  const until = async (expression, what) => {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; ) {
      if (await page.evaluate(`Boolean(${expression})`)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`waited in vain: ${what}. The page says: ${await page.evaluate("document.body.innerText.slice(0, 600)")}`);
  };
  /** Clicks what an expression finds, where it lies on the screen. */
  const click = async (expression, what) => {
    await until(expression, what);
    const at = await page.evaluate(`(() => {
      const e = ${expression};
      e.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = e.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`);
    await page.click(...at);
  };
  const open = async (path) => {
    await page.goto(base + path);
    await page.evaluate("(() => { window.walkErrors = []; addEventListener('error', (e) => window.walkErrors.push(e.message)); })()");
  };
  const moves = () => page.evaluate("document.querySelectorAll('.move').length");
  const button = (text) =>
    `[...document.querySelectorAll('button')].find((b) => b.textContent.trim() === ${JSON.stringify(text)} && b.offsetParent)`;
  const calm = async () => {
    assert.deepEqual(await page.evaluate('window.walkErrors'), [], 'no script has failed');
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  };
  /** A move for the person: a legal point, or a pass. */
  const move = async (turn) => {
    const before = await moves();
    const legal = await page.evaluate("document.querySelectorAll('.target.legal').length");
    if (legal === 0) await click(button('Pass'), 'the button Pass');
    else {
      await click(`document.querySelectorAll('.target.legal')[${(turn * 7) % legal}]`, 'a legal point');
      await until(`document.querySelector('.stone-choice') || document.querySelectorAll('.move').length > ${before}`, 'the click counts');
      if (await page.evaluate("Boolean(document.querySelector('.stone-choice'))"))
        await click("[...document.querySelectorAll('.stone-choice button')].find((b) => b.textContent.trim() === 'Red')", 'the red stone');
    }
    await until(`document.querySelectorAll('.move').length > ${before} || document.querySelector('.outcome')`, 'the move is shown');
  };
  const match = async (game, size) => {
    const data = JSON.stringify({ game, width: size, height: size, seats: ['me', { bot: 1 }] });
    const id = await page.evaluate(`(async () => {
      const send = (path, body) => fetch('/api' + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
      await send('/guest', '{}');
      return (await (await send('/matches', ${JSON.stringify(data)})).json()).id;
    })()`);
    await open(`/m/${id}`);
  };

  await t.test('the front page shows the four games', async () => {
    await page.resize(1280, 900);
    await open('/');
    await page.evaluate(`localStorage.setItem('hoshi-settings', '{"confirm":"never","language":"en"}')`);
    await open('/');
    await until("document.querySelectorAll('.card .board').length === 4", 'four boards');
    await calm();
  });

  for (const [game, size] of MATCHES)
    await t.test(`${game}: a match against the server's engine comes to its end`, async () => {
      await match(game, size);
      for (let turn = 0; turn < 200; turn++) {
        await until("document.querySelector('.outcome') || document.querySelector('.board.interactive')", 'a turn or the end');
        if (await page.evaluate("Boolean(document.querySelector('.outcome'))")) break;
        await move(turn);
      }
      assert.match(await page.evaluate("document.querySelector('.outcome h2').textContent"), /won|lost|draw/i);
      await calm();
    });

  await t.test('a study: moves by pointer and keys, and the engine thinks', async () => {
    await open('/analysis?game=levee&size=7');
    await until("document.querySelector('.board.interactive')", 'the board');
    const shown = "document.querySelectorAll('.study-move:not(.study-start)').length";
    for (const [n, point] of ['c3', 'e5'].entries()) {
      await click(`document.querySelector('.target[aria-label^="${point},"]')`, point);
      await until(`${shown} === ${n + 1}`, `${point} is played`);
    }
    await page.keys(['ArrowLeft']);
    await until(`document.querySelector('.study-move[aria-current]')?.textContent.includes('c3')`, 'one move back');
    await page.keys(['e']);
    await until("document.querySelectorAll('.study-line-row').length > 0", 'the engine says something');
    await calm();
  });

  await t.test('a puzzle: a move is judged', async () => {
    await open('/puzzles?game=levee');
    await until("document.querySelector('.board.interactive')", 'the puzzle');
    await click("document.querySelector('.target.legal')", 'a legal point');
    await until("/does not win|Right|wins/.test(document.querySelector('.prompt')?.textContent)", 'the verdict');
    await calm();
  });

  await t.test('on a phone: a match is played, and nothing is cut off', async () => {
    await page.resize(390, 844);
    await match('levee', 7);
    // The bars of WebKit's small browser let its window be no narrower than 447 px.
    const width = await page.evaluate('innerWidth');
    assert.ok(width === 390 || (engine === 'webkit' && width < 450), `${width} px wide`);
    await until("document.querySelector('.board.interactive')", 'the board');
    await move(3);
    await calm();
    await open('/lobby');
    await until("document.querySelector('.tab-bar a')?.offsetParent", 'the tabs below');
    await calm();
  });
});
