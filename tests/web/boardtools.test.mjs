// The tools of a board: a move chosen before the other side has moved, marks for one's own eyes, the size of the
// board, zen mode, sets of stones.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, clickPoint, load, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const CLOCK = { kind: 'fischer', main_ms: 600_000, add_ms: 5000 };
const cell = (page, point) => page.locator(`.board [role=gridcell][aria-label^="${point},"]`);
const planned = (page) => page.locator('.board .planned').count();
const words = (page) => page.locator('.move').allTextContents();

/** Two members with their pages open at a live match; the second is to move after the first has played. */
async function atTable(browser, base, names, wish) {
  const [one, two] = await Promise.all(names.map((name) => newMember(browser, base, name)));
  const { id } = await post(one, base, '/matches', { seats: ['me', 'open'], clock: CLOCK, ...wish });
  await post(two, base, `/matches/${id}/join`);
  for (const page of [one, two]) {
    await page.goto(`${base}/m/${id}`);
    await page.locator('.size-handle').waitFor();
  }
  await one.locator('.board.interactive').waitFor();
  return [one, two, id];
}

test('the tools of a board', async (t) => {
  const server = await startServer(t, ['--no-exhibitions', '--no-limits']);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a premove is shown, taken back, and played at once when it is legal', async () => {
    const [ann, bob] = await atTable(browser, base, ['ann', 'bob'], { game: 'levee', width: 7, height: 7 });
    const notice = bob.getByText('Premove: f6');
    // Bob chooses while Ann thinks, and takes it back in each way.
    for (const back of [
      () => bob.keyboard.press('Escape'),
      () => cell(bob, 'c5').click({ button: 'right' }),
      () => bob.getByRole('button', { name: 'Take the premove back' }).click(),
      () => clickPoint(bob, 'f6'),
    ]) {
      await clickPoint(bob, 'f6');
      await notice.waitFor();
      await soon.equal(() => planned(bob), 1);
      await back();
      await soon.equal(() => planned(bob), 0);
      await soon.equal(() => bob.locator('.own-marks *').count(), 0, 'a right click that takes it back draws nothing');
    }
    assert.deepEqual(await words(bob), [], 'and nothing was played');
    await clickPoint(bob, 'b6');
    await clickPoint(bob, 'f6'); // instead of the other
    await soon.equal(() => planned(bob), 1);
    await accessible(bob, 'a match with a premove');
    await clickPoint(ann, 'b2');
    for (const page of [ann, bob]) await soon.deepEqual(() => words(page), ['b2', 'f6']);
    await soon.equal(() => planned(bob), 0);
  });

  await step('one that is not legal any more is dropped with a mark, and the player moves as ever', async () => {
    const [cat, dan] = await atTable(browser, base, ['cat', 'dan'], { game: 'levee', width: 7, height: 7 });
    await clickPoint(dan, 'b2');
    await soon.equal(() => planned(dan), 1);
    await clickPoint(cat, 'b2');
    await dan.getByRole('alert').getByText('Your premove b2 is not legal now').waitFor();
    await soon.equal(() => dan.locator('.board .refused').count(), 3, 'a cross in a ring');
    await dan.locator('.board.interactive').waitFor();
    assert.deepEqual(await words(dan), ['b2']);
    await clickPoint(dan, 'c3');
    await soon.deepEqual(() => words(cat), ['b2', 'c3']);
    await soon.equal(() => dan.getByText('is not legal now').count(), 0);
  });

  await step('of two stones one chooses which, with the keyboard too; a swap takes the premove away', async () => {
    const [eve, fay] = await atTable(browser, base, ['eve', 'fay'], { game: 'redstone', width: 5, height: 5 });
    await clickPoint(eve, 'c3');
    await soon.deepEqual(() => words(eve), ['c3']);
    await cell(eve, 'd4').focus();
    await eve.keyboard.press('Enter');
    await eve.locator('.stone-choice').getByRole('button', { name: 'Red' }).click();
    await eve.getByText('Premove: d4 red').waitFor();
    await eve.keyboard.press('Escape');
    await soon.equal(() => planned(eve), 0);
    await cell(eve, 'd4').click();
    await eve.locator('.stone-choice').getByRole('button', { name: 'Black' }).click();
    await fay.getByRole('button', { name: 'Swap colours' }).click();
    await eve.getByText('The colours were swapped').waitFor();
    await soon.deepEqual(() => words(fay), ['c3', 'Swap colours']);
  });

  await step('where time does not press, the board waits for its turn', async () => {
    const [gil, hal] = await Promise.all(['gil', 'hal'].map((name) => newMember(browser, base, name)));
    const { id } = await post(gil, base, '/matches', { game: 'levee', width: 5, height: 5, seats: ['me', 'open'] });
    await post(hal, base, `/matches/${id}/join`);
    await hal.goto(`${base}/m/${id}`);
    await hal.locator('.size-handle').waitFor();
    await cell(hal, 'b2').click();
    await soon.equal(() => planned(hal), 0);
  });

  await step('arrows and circles are for one’s own eyes, and a click clears them', async () => {
    const [ida, jon] = await atTable(browser, base, ['ida', 'jon'], { game: 'claims', width: 6, height: 6 });
    const drag = async (from, to) => {
      await cell(ida, from).hover();
      await ida.mouse.down({ button: 'right' });
      await cell(ida, to).hover();
      await ida.mouse.up({ button: 'right' });
    };
    await cell(ida, 'b2').click({ button: 'right' });
    await drag('b2', 'e5');
    await soon.equal(() => ida.locator('.own-marks circle').count(), 1);
    await soon.equal(() => ida.locator('.own-marks line').count(), 1);
    await cell(ida, 'b2').click({ button: 'right' });
    await soon.equal(() => ida.locator('.own-marks circle').count(), 0, 'the same again takes it away');
    assert.equal(await jon.locator('.own-marks *').count(), 0);
    // With keys.
    await cell(ida, 'c3').focus();
    await ida.keyboard.press('o');
    await ida.getByText('Circle on c3').waitFor({ state: 'attached' });
    await ida.keyboard.press('a');
    await ida.keyboard.press('ArrowRight');
    await ida.keyboard.press('a');
    await soon.equal(() => ida.locator('.own-marks line').count(), 2);
    await clickPoint(ida, 'd4');
    await soon.equal(() => ida.locator('.own-marks > *').count(), 0);
    await soon.deepEqual(() => words(jon), ['d4'], 'and plays');
  });

  await step('the board has the size that one gives it, by pointer or key, and keeps it', async () => {
    const kim = await newPerson(browser);
    await kim.goto(`${base}/local/levee?size=7&seats=me,me`);
    const handle = kim.getByRole('slider', { name: 'Size of the board' });
    await handle.waitFor();
    const width = () => kim.locator('.table-board .board').evaluate((e) => Math.round(e.getBoundingClientRect().width));
    const whole = await width();
    await handle.focus();
    for (let n = 0; n < 4; n++) await kim.keyboard.press('ArrowLeft');
    await soon.ok(async () => Math.abs((await width()) - 0.8 * whole) < 3);
    assert.equal(await handle.getAttribute('aria-valuenow'), '80');
    const box = await handle.boundingBox();
    await kim.mouse.move(box.x + 12, box.y + 12);
    await kim.mouse.down();
    await kim.mouse.move(box.x - 88, box.y - 88, { steps: 4 });
    await kim.mouse.up();
    await soon.ok(async () => Math.abs((await width()) - 0.8 * whole + 100) < 12, 'it follows the pointer');
    const small = await width();
    await kim.reload();
    await handle.waitFor();
    await soon.equal(width, small, 'remembered');
    await handle.dblclick();
    await soon.equal(width, whole);
    await accessible(kim, 'a board with a handle');
  });

  await step('zen mode leaves the board and the clocks, and what a move needs', async () => {
    const [lea, max, id] = await atTable(browser, base, ['lea', 'max'], { game: 'claims', width: 6, height: 6 });
    const seen = (page) =>
      page.evaluate(() =>
        ['header', 'footer', '.moves', '.chat', '.match-title', '.table-board .board', '.clock'].filter((what) => {
          const e = document.querySelector(what);
          return e?.checkVisibility() && e.getBoundingClientRect().width > 1 && !e.closest('.match-head');
        }),
      );
    await lea.keyboard.press('z');
    await soon.deepEqual(() => seen(lea), ['.table-board .board', '.clock']);
    await lea.getByRole('button', { name: 'Pass' }).waitFor();
    await accessible(lea, 'zen mode');
    await lea.setViewportSize(PHONE);
    await accessible(lea, 'zen mode on a phone');
    await soon.deepEqual(() => seen(lea), ['.table-board .board', '.clock']);
    await lea.getByRole('button', { name: 'Leave zen mode' }).click();
    await soon.ok(async () => (await seen(lea)).includes('header'));
    await max.getByRole('button', { name: 'Zen mode' }).click();
    await soon.equal(async () => (await seen(max)).length, 2);
    await post(lea, base, `/matches/${id}/resign`);
    await soon.ok(async () => (await seen(max)).includes('header'), 'it ends with the match');
  });

  await step('Share offers the link, its QR code, and the board for other pages; an invitation has a QR code too', async () => {
    const { qrRows } = await load('parts/qr.ts');
    const codeOf = (page) => page.locator('.qr-code path').getAttribute('d');
    /** The dark modules of a drawn code, as rows. */
    const drawn = (d, size) => {
      const rows = Array.from({ length: size }, () => Array(size).fill('0'));
      for (const [, x, y, n] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
        rows[y - 4].fill('1', Number(x) - 4, Number(x) - 4 + Number(n));
      return rows.map((row) => row.join(''));
    };
    const [nia, oli, id] = await atTable(browser, base, ['nia', 'oli'], { game: 'levee', width: 5, height: 5 });
    await clickPoint(nia, 'b2');
    await nia.getByRole('button', { name: 'Share' }).click();
    const panel = nia.getByRole('region', { name: 'Share' });
    assert.equal(await panel.getByLabel('Link', { exact: true }).inputValue(), `${base}/m/${id}`);
    await panel.getByText('Show a QR code').click();
    const rows = qrRows(`${base}/m/${id}`);
    assert.deepEqual(drawn(await codeOf(nia), rows.length), rows);
    await accessible(nia, 'sharing');
    const code = await panel.getByLabel('Put this board into another web page').inputValue();
    assert.match(code, /^<iframe src="[^"]+" width="480" height="560" title="[^"]+"><\/iframe>$/);
    await oli.goto(/src="([^"]+)"/.exec(code)[1]);
    await oli.locator('.embed .board').waitFor();
    // A private match is not for other pages.
    const hidden = await post(nia, base, '/matches', { game: 'levee', width: 5, height: 5, private: true, seats: ['me', 'invite'] });
    await nia.goto(`${base}/m/${hidden.id}`);
    const link = await nia.locator('#invite-link').inputValue();
    await nia.getByRole('img', { name: 'QR code of the link' }).waitFor();
    const invitation = qrRows(link);
    assert.deepEqual(drawn(await codeOf(nia), invitation.length), invitation);
    await accessible(nia, 'an invitation with a QR code');
    await nia.getByRole('button', { name: 'Share' }).click();
    await nia.getByRole('region', { name: 'Share' }).getByLabel('Link', { exact: true }).waitFor();
    assert.equal(await nia.getByLabel('Put this board into another web page').count(), 0);
  });

  await step('three sets of stones tell the sides apart in all four games, by day, by night and without colours', async () => {
    const page = await newPerson(browser);
    const looks = new Set();
    for (const [game, size] of [['palisade', 7], ['redstone', 5], ['levee', 5], ['claims', 5]]) {
      await page.goto(`${base}/local/${game}?size=${size}&seats=me,me&swap=0`);
      await page.locator('.board.interactive').waitFor();
      await clickPoint(page, game === 'levee' ? 'b2' : 'c3');
      await clickPoint(page, game === 'palisade' ? 'c4' : 'd4');
      await until(page, "document.querySelectorAll('.move').length === 2", 'two stones');
      for (const [stones, media] of [['classic', {}], ['flat', {}], ['marked', {}], ['flat', { colorScheme: 'dark' }], ['marked', { forcedColors: 'active' }]]) {
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media });
        await page.getByLabel('Settings').first().click();
        await page.getByLabel(/^Stones/).selectOption(stones);
        await page.keyboard.press('Escape');
        if (stones !== 'classic') await until(page, "[...document.styleSheets].some((s) => s.href?.endsWith('/stones.css'))", 'the stones are here');
        const found = await page.evaluate(() => {
          const shown = (what) => [...document.querySelectorAll(`.layer-stones ${what}`)].filter((e) => getComputedStyle(e).display !== 'none').length;
          const stone = (side) => document.querySelector(`.layer-stones .stone.side-${side}`);
          const of = (side) => stone(side) && [getComputedStyle(stone(side)).fill, getComputedStyle(stone(side)).stroke].join();
          return { light: shown('.shine'), shade: shown('.shade'), marks: shown('.own-mark'), one: of(1), two: of(2), edge: getComputedStyle(stone(1)).strokeWidth };
        });
        looks.add(`${found.light > 0} ${found.marks} ${found.edge}`);
        if (game !== 'levee') assert.notEqual(found.one, found.two, `${game} ${stones}`);
        assert.equal(found.light > 0, stones !== 'flat', `${game} ${stones}: light`);
        assert.equal(found.shade > 0, stones !== 'flat', `${game} ${stones}: shadow`);
        assert.equal(found.marks, stones === 'marked' && game !== 'levee' ? 2 : 0, `${game} ${stones}: marks`);
      }
    }
    assert.ok(looks.size >= 3);
    await page.emulateMedia({ forcedColors: 'none' });
    await accessible(page, 'marked stones');
  });
});
