// The study in a real browser, without a server: edits by mouse and keys, records in and out, the engine,
// the review, reloads without a connection, phone, languages, axe.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { ISOLATED, PHONE, WITH_COPIES, accessible, clickPoint, load, newPerson, post, soon, startBrowser, startServer, startStatic, steps, until } from './helper.mjs';

const { GAME_PAGES } = await load('games/index.ts');

const LINE = 'e3.d7.b6.e8.d6.c6.e7.e6.e5.d5';
const AT = `/analysis?game=palisade&size=9&moves=${LINE}`;

async function open(t, address, options) {
  const page = await newPerson(t.browser, options);
  await page.goto(t.base + address);
  await page.locator('.study .board').waitFor();
  return page;
}

const moves = (page) => page.locator('.study-moves [data-node]').count();
const current = async (page) => (await page.locator('.study-moves [aria-current]').textContent()).trim();
const stones = (page) => page.locator('.study-board .layer-stones .stone').count();
const tree = (page) =>
  page.evaluate(() => {
    const { id } = JSON.parse(localStorage.getItem('hoshi-studies'))[0];
    return localStorage.getItem(`hoshi-study-${id}`);
  });

/** The engine counts no more rounds; a report may still be on its way when it has been stopped. */
async function standsStill(page) {
  const count = () => page.locator('.study-engine-count').textContent();
  await soon.ok(async () => {
    const before = await count();
    await page.waitForTimeout(600);
    return (await count()) === before;
  }, 'it stands still');
}

/** Opens the import, and the text in it. */
async function importText(page, text) {
  await page.keyboard.press('i');
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Open as a study' }).click();
}

/** What a button of the export saves. */
async function exported(page, button) {
  await page.keyboard.press('s');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click(),
  ]);
  const bytes = await readFile(await saved.path());
  await page.keyboard.press('Escape');
  await until(page, "!document.querySelector('dialog')", 'the dialog is closed');
  return { name: saved.suggestedFilename(), bytes };
}

/** A tree of 500 nodes as SGF: a main line, and variations of variations. */
function largeSgf() {
  let sgf = '(;FF[4]CA[UTF-8]AP[hoshi]HOSHI[redstone swap=0]RU[Redstone swap=0]SZ[13]';
  const letters = (n) => String.fromCharCode(97 + (n % 13)) + String.fromCharCode(97 + Math.floor(n / 13));
  const node = (n, colour) => `;${colour}[${letters(n)}]C[move ${n}]CR[${letters(n)}]`;
  let open = 0;
  let nodes = 1;
  for (let n = 0; nodes + 2 <= 500 && n < 160; n += 2, nodes += 4) {
    sgf += `\n(${node(n, n % 4 === 0 ? 'B' : 'W')}`;
    open++;
    sgf = `${sgf})(${node(n + 1, n % 4 === 0 ? 'B' : 'W')}`;
    nodes -= 2;
  }
  return { sgf: sgf + ')'.repeat(open + 1), nodes };
}

test('the study', async (t) => {
  const base = await startStatic(t);
  const browser = await startBrowser(t);
  const step = steps(t, browser, { base, browser });

  await step('playing branches, and every edit is undone and done again', async (s) => {
    const page = await open(s, AT);
    await soon.equal(() => moves(page), 10);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await soon.equal(() => current(page), 'e6');
    await clickPoint(page, 'g7');
    await soon.equal(() => moves(page), 11);
    await soon.equal(() => current(page), 'g7');
    await page.keyboard.press('5');
    await soon.match(() => current(page), /^g7!!$/);
    await page.evaluate(() => {
      const locked = { key: 'P', modifierCapsLock: true, bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', locked));
    });
    await soon.equal(() => page.locator('.study-round [aria-current]').count(), 1, 'it is the main line now');
    await page.keyboard.press('Delete');
    await soon.equal(() => moves(page), 10);
    await soon.equal(() => current(page), 'e6');
    for (let i = 0; i < 4; i++) await page.keyboard.press('Control+z');
    await soon.equal(() => moves(page), 10);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+Shift+z');
    await soon.match(() => current(page), /^g7!!$/);
  });

  await step('comments, names, marks and arrows stay with their move over a reload', async (s) => {
    const page = await open(s, AT);
    await page.keyboard.press('/');
    await page.keyboard.type('Too slow: c7 was urgent.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.type('the right side');
    await page.keyboard.press('Escape');
    const at = async (point) => {
      const box = await page.locator(`.board [role=gridcell][aria-label^="${point},"]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.click(...(await at('c3')), { button: 'right' });
    await page.mouse.move(...(await at('a1')));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...(await at('c5')));
    await page.mouse.up({ button: 'right' });
    await soon.equal(() => page.locator('.study-overlay .mark.arrow').count(), 1);
    await page.keyboard.press('d');
    await page.getByRole('button', { name: 'Letter' }).click();
    await clickPoint(page, 'g7');
    await page.keyboard.press('d');
    await soon.equal(() => moves(page), 10, 'drawing plays nothing');
    const before = await tree(page);
    await page.reload();
    await page.locator('.study .board').waitFor();
    await soon.equal(() => tree(page), before);
    await soon.equal(() => page.locator('.study-overlay circle.mark').count(), 1);
    await soon.equal(() => page.locator('.study-overlay .mark-label').textContent(), 'A');
    const said = (point) => page.locator(`.board [role=gridcell][aria-label^="${point},"]`).getAttribute('aria-label');
    await soon.match(() => said('c3'), /, Circle$/, 'a screen reader reads the marks');
    await soon.match(() => said('a1'), /, Arrow to c5$/);
    await soon.match(() => said('g7'), /, Letter A$/);
    await soon.equal(() => page.locator('.study-moves .study-comment').textContent(), 'Too slow: c7 was urgent.');
    await soon.equal(() => page.locator('.study-moves .study-name').textContent(), 'the right side');
    await soon.equal(() => current(page), 'd5', 'also where one looked');
  });

  await step('a comment is kept while it is written, and is one step of undo', async (s) => {
    const page = await open(s, AT);
    await page.keyboard.press('/');
    await page.keyboard.type('half a');
    await until(page, "localStorage.getItem(`hoshi-study-${new URLSearchParams(location.search).get('id')}`).includes('half a')", 'a pause keeps it');
    await page.keyboard.type(' sentence');
    await page.reload();
    await page.locator('.study .board').waitFor();
    await soon.equal(() => page.locator('.study-moves .study-comment').textContent(), 'half a sentence');
    await page.keyboard.press('/');
    await page.keyboard.type(' and');
    await until(page, "document.querySelector('.study-moves .study-comment').textContent.endsWith('and')", 'it is in the tree');
    await page.keyboard.type(' more');
    await page.keyboard.press('Escape');
    await until(page, "document.querySelector('.study-moves .study-comment').textContent.endsWith('more')", 'and so is the rest');
    await page.keyboard.press('Control+z');
    await soon.equal(() => page.locator('.study-moves .study-comment').textContent(), 'half a sentence');
  });

  await step('two tabs that show one study lose nothing of each other', async (s) => {
    const page = await open(s, AT);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('.study .board').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await clickPoint(page, 'b1');
    await until(other, "document.querySelector('.study-moves').textContent.includes('b1')", 'the other tab shows it');
    await soon.equal(() => current(other), 'd5', 'and stays where it was');
    await clickPoint(other, 'g7');
    await until(page, "document.querySelector('.study-moves').textContent.includes('g7')", 'and the first what it plays');
    await soon.equal(() => current(page), 'b1');
    await page.reload();
    await page.locator('.study .board').waitFor();
    await soon.equal(() => moves(page), 12);
  });

  await step('? lists the keys, and they step through the tree', async (s) => {
    const page = await open(s, AT);
    await page.keyboard.press('Home');
    await soon.equal(() => stones(page), 0);
    await page.keyboard.press('ArrowRight');
    await clickPoint(page, 'b1');
    await page.keyboard.press('ArrowUp');
    await soon.equal(() => current(page), 'd7');
    await page.keyboard.press('ArrowDown');
    await soon.equal(() => current(page), 'b1');
    await page.keyboard.press('v');
    await soon.equal(() => page.locator('.study-line').count(), 0, 'variations are folded');
    await page.keyboard.press('v');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await soon.equal(() => page.getByRole('dialog').count(), 0);
  });

  await step('with Tab the board has the arrows, and Enter plays', async (s) => {
    const page = await open(s, AT);
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) break;
    }
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await soon.equal(() => moves(page), 11);
    await soon.equal(() => current(page), 'g3');
  });

  await step('a set-up position is explained until it is possible', async (s) => {
    const page = await open(s, AT);
    await page.keyboard.press('Shift+N');
    await page.getByLabel('Game').selectOption('redstone');
    await page.getByLabel('Start from a set-up position').check();
    await clickPoint(page, 'a1');
    await clickPoint(page, 'c1');
    await soon.match(() => page.getByRole('alert').textContent(), /R5.*Both colours need stones/);
    await clickPoint(page, 'c1');
    await page.getByRole('button', { name: 'White' }).click();
    await clickPoint(page, 'a2');
    await soon.match(() => page.locator('.study-verdict-line').textContent(), /possible/);
    await clickPoint(page, 'b1');
    await soon.match(() => page.getByRole('alert').textContent(), /R4.*a1, b1, a2/);
    await soon.equal(() => page.locator('.proof').count(), 3);
    await soon.ok(() => page.getByRole('button', { name: 'Start the study' }).isDisabled());
    await clickPoint(page, 'b1');
    await page.getByLabel('To move').selectOption('2');
    await page.getByRole('button', { name: 'Start the study' }).click();
    await page.locator('.study-redstone').waitFor();
    await soon.equal(() => stones(page), 2);
    await soon.match(() => page.locator('.study-head [role=status]').textContent(), /White/);
    await page.keyboard.press('s');
    const link = await page.getByLabel('Link to this position').inputValue();
    const other = await open(s, link.slice(s.base.length));
    await soon.equal(() => stones(other), 2);
  });

  await step('each form of a record is imported', async (s) => {
    const page = await open(s, AT);
    await importText(page, '(;HOSHI[levee]SZ[5];B[ba]N[first](;W[bb]BM[1])(;W[db]C[better]))');
    await page.locator('.study-levee').waitFor();
    await soon.equal(() => moves(page), 3);
    await importText(page, '{"hoshi": 1, "game": "claims", "width": 5, "players": [{"seat": 1}, {"seat": 2}, {"seat": 3}], "moves": [{"move": "c3"}]}');
    await page.locator('.study-claims').waitFor();
    await importText(page, '1. e5 swap 2. d4');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Game').selectOption('redstone');
    await page.getByLabel('Board size').fill('9');
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await page.locator('.study-redstone').waitFor();
    await soon.equal(() => moves(page), 3);
    // A plain file of Go, dropped on the page.
    await page.evaluate(() => {
      const files = new DataTransfer();
      files.items.add(new File(['(;GM[1]SZ[9];B[ee];W[dc])'], 'go.sgf'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
    });
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.waitFor();
    await until(page, "document.querySelector('dialog textarea').value.includes('GM[1]')", 'the file is read');
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await soon.match(() => page.getByRole('alert').textContent(), /Choose the game below/);
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await until(page, "!document.querySelector('dialog')", 'it is open');
    await soon.equal(() => moves(page), 2);
  });

  await step('a dropped file of several games of Go in an old charset is read', async (s) => {
    const page = await open(s, AT);
    await page.evaluate(() => {
      const files = new DataTransfer();
      const text = '(;GM[1]SZ[9]PB[one];B[ee])(;GM[1]CA[GB2312]SZ[9]PB[\xc4\xf4]PW[two];B[ee];W[dc])';
      files.items.add(new File([Uint8Array.from(text, (c) => c.charCodeAt(0))], 'go.sgf'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
    });
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await until(page, "document.querySelector('dialog textarea')?.value.includes('聂')", 'the file is read');
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await dialog.getByLabel('The file has 2 games').selectOption('2. 聂 – two');
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await soon.match(() => page.getByRole('alert').textContent(), /Choose the game below/);
    await dialog.getByRole('combobox', { name: /^Game/ }).selectOption('redstone');
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await until(page, "!document.querySelector('dialog')", 'it is open');
    await soon.equal(() => moves(page), 2);
    await soon.match(() => page.locator('.study-head').textContent(), /聂 – two/);
  });

  await step('what is wrong with a record is said, and the open study stays', async (s) => {
    const page = await open(s, AT);
    const before = await tree(page);
    await importText(page, '(;HOSHI[levee]SZ[5]\n;B[zz])');
    await soon.match(() => page.getByRole('alert').textContent(), /“zz” is not a point.*line 2, column 3/);
    await page.getByRole('dialog').getByRole('textbox').fill('(;HOSHI[levee]SZ[5];B[cc])');
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await soon.match(() => page.getByRole('alert').textContent(), /Move 1, c3, is not allowed \(L3a\)/);
    for (const [text, said] of [
      ['{"hoshi": 2, "game": "levee", "moves": []}', /not allowed at “2”\. \(line 1, column 11\)/],
      ['{"hoshi": 1, "game": "levee", ', /This is not valid JSON\. \(line 1, column 31\)/],
      [`(;HOSHI[redstone]SZ[25]${';B[aa]'.repeat(100_001)})`, /too many moves\. The limit is/],
    ]) {
      await page.getByRole('dialog').getByRole('textbox').fill(text);
      await page.getByRole('button', { name: 'Open as a study' }).click();
      await until(page, `${said}.test(document.querySelector('[role=alert]')?.textContent)`, String(said));
    }
    await page.getByRole('dialog').getByRole('textbox').fill('(;HOSHI[redstone]SZ[9]AB[aa]AW[ba][ab])');
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await until(page, `/start position.*no liberties left.*a8, a9, b9.*\\(R4\\)/.test(document.querySelector('[role=alert]')?.textContent)`, 'the rule and the stones');
    await page.keyboard.press('Escape');
    await soon.equal(() => tree(page), before);
  });

  await step('a tree of 500 nodes goes out and in, edited, byte by byte', async (s) => {
    const page = await open(s, AT);
    const large = largeSgf();
    await importText(page, large.sgf);
    await page.locator('.study-redstone').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('3');
    const sgf = await exported(page, 'SGF');
    const json = await exported(page, 'JSON');
    assert.match(sgf.name, /\.sgf$/);
    assert.match(sgf.bytes.toString(), /IT\[\]/);
    await importText(page, sgf.bytes.toString());
    await until(page, "!document.querySelector('dialog')", 'it is open');
    assert.deepEqual((await exported(page, 'SGF')).bytes, sgf.bytes);
    assert.deepEqual((await exported(page, 'JSON')).bytes, json.bytes);
    await importText(page, json.bytes.toString());
    await until(page, "!document.querySelector('dialog')", 'it is open');
    assert.deepEqual((await exported(page, 'SGF')).bytes, sgf.bytes);
  });

  await step('variations within variations stay in sight at any depth', async (s) => {
    // Stones on points of one colour of a chessboard: none touches another.
    const points = Array.from({ length: 625 }, (_, n) => [n % 25, Math.floor(n / 25)])
      .filter(([x, y]) => (x + y) % 2 === 0)
      .map(([x, y]) => String.fromCharCode(97 + x, 97 + y));
    let sgf = '(;HOSHI[redstone swap=0]SZ[25]';
    for (let n = 0; n < 250; n++) {
      const colour = n % 2 ? 'W' : 'B';
      sgf += `(;${colour}[${points[312 - (n % 40)]}])(;${colour}[${points[n]}]`;
    }
    for (const options of [{}, { viewport: PHONE }]) {
      const page = await open(s, AT, options);
      await importText(page, sgf + ')'.repeat(251));
      await until(page, "!document.querySelector('dialog')", 'it is open');
      await soon.equal(() => moves(page), 500);
      const last = page.locator('[data-node="500"]');
      await soon.equal(() => last.getAttribute('aria-level'), '251');
      await last.click();
      await soon.equal(() => current(page), 'x6');
      const list = await page.locator('.study-moves').boundingBox();
      const box = await last.boundingBox();
      assert.ok(box.x >= list.x && box.x + box.width <= list.x + list.width, JSON.stringify([box, list]));
      await page.locator('.study-fold').nth(100).click();
      await soon.ok(async () => (await moves(page)) < 250, 'a fold takes all below it away');
    }
  });

  await step('pictures, text and an animation of the line are saved', async (s) => {
    const page = await open(s, '/analysis?game=levee&size=5&moves=b4.d2.c4');
    const svg = (await exported(page, 'SVG')).bytes.toString();
    assert.match(svg, /^<svg[^>]*viewBox/);
    assert.doesNotMatch(svg, /var\(|class=/);
    const png = (await exported(page, 'PNG')).bytes;
    assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.match((await exported(page, 'Text')).bytes.toString(), /b4 d2 c4/);
    const gif = (await exported(page, 'GIF of the line')).bytes;
    assert.equal(gif.subarray(0, 6).toString(), 'GIF89a');
    const frames = await page.evaluate(async (bytes) => {
      const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' });
      await decoder.tracks.ready;
      await decoder.completed;
      const { image } = await decoder.decode({ frameIndex: decoder.tracks.selectedTrack.frameCount - 1 });
      return { n: decoder.tracks.selectedTrack.frameCount, width: image.displayWidth };
    }, [...gif]);
    assert.deepEqual(frames, { n: 4, width: 480 });
  });

  await step('the engine starts and stops by a key, and its lines can be played', async (s) => {
    const page = await open(s, AT);
    await page.keyboard.press('e');
    await page.locator('.study-line-row.best').waitFor();
    await soon.ok(async () => (await page.locator('.spot').count()) > 0);
    await soon.match(() => page.locator('.study-rate').first().textContent(), /%/);
    await page.locator('.study-line-row.best').hover();
    await soon.ok(async () => (await page.locator('.line-stone').count()) > 0, 'the line is shown on the board');
    await page.mouse.move(0, 0);
    await page.keyboard.press('o');
    await page.locator('.own').first().waitFor();
    const options = page.locator('.study-engine-options');
    await soon.match(() => options.textContent(), /1 thread: this browser does not allow shared memory/);
    await soon.equal(() => options.getByLabel('Threads').count(), 0);
    await page.keyboard.press('e');
    await standsStill(page);
    await page.keyboard.press('e');
    await page.locator('.spot.best').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press(' ');
    await until(page, "document.querySelectorAll('.study-moves [data-node]').length === 11", 'its move is played');
    await page.keyboard.press('e');
    await page.keyboard.press('ArrowLeft');
    await soon.match(() => page.locator('.study-rate').first().textContent(), /%/, 'what was seen is shown at once');
  });

  await step('a small position is solved, and the threat is another question', async (s) => {
    const page = await open(s, '/analysis?game=levee&size=3');
    await page.keyboard.press('e');
    await page.locator('.study-verdict').waitFor();
    await soon.match(() => page.locator('.study-verdict').textContent(), /Bottom–Top wins \(proved\)/);
    await soon.match(() => page.locator('.study-rate').first().textContent(), /✓ wins/);
    await soon.match(() => page.locator('.study-engine-count').textContent(), /solved/);
    await page.keyboard.press('x');
    await until(page, "/Left–Right wins/.test(document.querySelector('.study-verdict')?.textContent)", 'the other to move');
  });

  await step('where the proof search finds out who wins, it shows that every reply loses', async (s) => {
    const page = await open(s, '/analysis?game=levee&size=5&moves=b3');
    await page.keyboard.press('e');
    await page.locator('.study-prover').waitFor();
    await soon.match(() => page.locator('.study-proved').textContent(), /Bottom–Top wins \(proved\)/);
    await page.getByText('Every move loses').click();
    await page.locator('.study-answers li').first().waitFor();
    const replies = (await page.locator('.study-answers').textContent()).match(/[a-e][1-5](?=,| )/g);
    assert.ok(replies.length >= 20, `${replies.length} replies`);
    await accessible(page, 'the proof');
    await page.locator('.study-prover button').click();
    await until(page, "document.querySelectorAll('.study-moves [data-node]').length === 2", 'its move is played');
    await page.getByText(/Every reply to .* loses/).waitFor();
    await page.keyboard.press('e');
    await until(page, "!document.querySelector('.study-prover')", 'it is silent with the engine');
  });

  await step('a whole game is reviewed, and a turning point tried again', async (s) => {
    const sample = 'e3.d7.b6.e8.d6.c6.e7.e6.e5.d5.f6.f7.d4.f5.f4.g6.g1.c2.h4.b5.b2.c4.c1.e2';
    const page = await open(s, `/analysis?game=palisade&size=9&moves=${sample}`);
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByLabel('Depth').selectOption('deep');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await soon.equal(() => page.getByRole('progressbar').count(), 0);
    await page.getByLabel('Depth').selectOption('quick');
    await page.getByRole('button', { name: /^Continue the review|^Review the game/ }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 150_000 });
    await soon.equal(() => page.locator('.study-ring').count(), 2);
    await soon.equal(() => page.locator('.study-point').count(), 3);
    await page.getByText('As text').click();
    await soon.equal(() => page.locator('.study-table tbody tr').count(), 24);
    const margin = await page.locator('.study-graph path.margin').getAttribute('d');
    assert.ok(margin.split('L').length >= 24, 'the graph has the points of each position');
    await page.getByRole('columnheader', { name: 'Points' }).waitFor();
    // What the better move does, and the answer to the played one, in words from the rules.
    await soon.equal(() => page.locator('.study-point').first().locator('.study-reason').count(), 2);
    await soon.match(() => page.locator('.study-reason').nth(1).textContent(), /^(Black|White) answers [a-i][1-9]: /);
    const better = (await page.locator('.study-point .soft').first().textContent()).split(' ')[0];
    await page.getByRole('button', { name: 'Try it again' }).first().click();
    await soon.equal(() => page.locator('.study-engine').count(), 0, 'the engine is silent');
    await clickPoint(page, better);
    await until(page, "/best move/.test(document.querySelector('.study-trial').textContent)", 'the best move is found');
    await page.getByRole('button', { name: 'Stop trying' }).click();
    // Each other mistake can be tried again as well.
    const marked = await page.locator('.study-table tbody th').filter({ hasText: /[?]/ }).count();
    assert.ok(marked > 3, `${marked} doubtful moves`);
    // One player's mistakes only, and from one to the next.
    await page.getByLabel('Mistakes of').selectOption({ label: 'Black' });
    const plies = await page.locator('.study-point b').allTextContents();
    assert.ok(plies.length > 0 && plies.every((text) => Number(text.split('.')[0]) % 2 === 1), plies.join());
    const costs = await page.locator('.study-cost').allTextContents();
    assert.ok(costs.some((text) => /^−\d+ % · −\d+\.\d$/.test(text)), `the points that moves cost: ${costs}`);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Next mistake' }).click();
    const [one] = (await page.locator('.study-ply').textContent()).split(' ');
    await page.getByRole('button', { name: 'Next mistake' }).click();
    const [two] = (await page.locator('.study-ply').textContent()).split(' ');
    assert.ok(Number(one) % 2 === 1 && Number(two) % 2 === 1 && one !== two, `${one} and ${two}`);
    await page.getByLabel('Mistakes of').selectOption({ label: 'both players' });
    await page.getByText(/^Other moves to try again/).click();
    const further = page.locator('.study-further li');
    await soon.equal(() => further.count(), marked - 3);
    const [ply] = (await further.last().textContent()).split('.');
    await further.last().getByRole('button', { name: 'Try it again' }).click();
    await soon.equal(() => page.locator('.study-engine').count(), 0, 'the engine is silent');
    await soon.match(() => page.locator('.study-ply').textContent(), new RegExp(`^${ply - 1} /`));
    const best = await page.locator('.study-table tbody tr').nth(ply - 1).locator('td').last().textContent();
    await clickPoint(page, best);
    await until(page, "/best move/.test(document.querySelector('.study-trial').textContent)", 'and the best move found');
    await page.getByRole('button', { name: 'Stop trying' }).click();
    await page.getByRole('button', { name: /^Add marks/ }).click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    await soon.ok(async () => (await page.locator('.study-line').count()) >= 3, 'better lines are variations');
    await page.keyboard.press('Control+z');
    await soon.equal(() => page.locator('.study-line').count(), 0);
  });

  await step('it opens and thinks without a connection', async (s) => {
    const page = await open(s, AT, WITH_COPIES);
    await until(page, "caches.match('/hoshi.wasm').then(Boolean)", 'copies are kept');
    await until(page, 'navigator.serviceWorker.controller !== null', 'the worker answers');
    await clickPoint(page, 'g7');
    const before = await tree(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.study .board').waitFor();
    await soon.equal(() => tree(page), before);
    await page.keyboard.press('e');
    await page.locator('.study-line-row.best').waitFor();
    await page.context().setOffline(false);
  });

  await step('on a phone everything is in reach and nothing too wide', async (s) => {
    const page = await open(s, AT, { viewport: PHONE, hasTouch: true, isMobile: true });
    const board = await page.locator('.study-board').boundingBox();
    assert.ok(board.width > 340 && board.y + board.height < PHONE.height, JSON.stringify(board));
    const back = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox();
    assert.ok(back.width >= 44 && back.height >= 44 && back.y + back.height <= PHONE.height);
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await soon.equal(() => current(page), 'e5');
    // A long press marks the point; from there the finger draws an arrow.
    const touch = await page.context().newCDPSession(page);
    const at = async (point) => {
      const box = await page.locator(`.board [role=gridcell][aria-label^="${point},"]`).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const drag = async (from, to) => {
      const [a, b] = [await at(from), await at(to)];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [a] });
      await page.waitForTimeout(600);
      for (let i = 1; i <= 4; i++) {
        const part = { x: a.x + ((b.x - a.x) * i) / 4, y: a.y + ((b.y - a.y) * i) / 4 };
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [part] });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await drag('a1', 'a1');
    await page.locator('.study-overlay circle.mark').waitFor();
    await drag('a2', 'a4');
    await page.locator('.study-overlay .mark.arrow').waitFor();
    await soon.equal(() => moves(page), 10, 'nothing is played');
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('button', { name: 'Export and share' }).tap();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await accessible(page, 'the study on a phone');
  });

  await step('a link that is opened again is no second study, and a broken one says what is wrong', async (s) => {
    const page = await open(s, AT);
    await page.goto(s.base + AT);
    await until(page, "location.search.startsWith('?id=')", 'it is open');
    await soon.equal(() => page.evaluate(() => JSON.parse(localStorage.getItem('hoshi-studies')).length), 1);
    for (const [query, said] of [
      ['game=levee&size=9&moves=d4.d4.e6', /Move 2, d4, is not allowed \(L3\)/],
      ['game=levee&size=4', /cannot be played on 4 × 4/],
      ['game=chess', /no game called “chess”/],
      ['game=redstone&size=9&start=zz', /“zz” is not a point/],
    ]) {
      await page.goto(`${s.base}/analysis?${query}`);
      await soon.match(() => page.getByRole('alert').textContent(), said);
    }
  });

  await step('a full shelf says so and loses nothing', async (s) => {
    const page = await open(s, AT);
    await page.evaluate(() => {
      const list = JSON.parse(localStorage.getItem('hoshi-studies'));
      for (let i = 0; list.length < 100; i++)
        list.push({ id: `old${i}`, name: `old ${i}`, game: 'levee', changed: 1 });
      localStorage.setItem('hoshi-studies', JSON.stringify(list));
    });
    await page.goto(`${s.base}/analysis?game=levee&size=7&moves=a1`);
    await page.getByText('This browser has no room to save the last change.').waitFor();
    await soon.equal(() => page.evaluate(() => JSON.parse(localStorage.getItem('hoshi-studies')).length), 100);
    await page.getByRole('tab', { name: 'My studies' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await page.getByRole('button', { name: 'Delete for good?' }).click();
    await page.keyboard.press('ArrowLeft');
    await clickPoint(page, 'b2');
    await until(page, "JSON.parse(localStorage.getItem('hoshi-studies'))[0].game === 'levee'", 'it is kept');
  });

  await step('it speaks German and French', async (s) => {
    const german = await open(s, AT, { locale: 'de-AT' });
    await german.getByRole('tab', { name: 'Züge' }).waitFor();
    const french = await open(s, AT, { locale: 'fr-FR' });
    await french.getByRole('tab', { name: 'Coups' }).waitFor();
  });

  await step('axe finds nothing on the study, in its dialogs and in the set-up', async (s) => {
    const page = await open(s, AT);
    await page.keyboard.press('ArrowLeft');
    await clickPoint(page, 'g7');
    await page.keyboard.press('6');
    await page.keyboard.press('e');
    await page.locator('.study-line-row.best').waitFor();
    await page.keyboard.press('e');
    await accessible(page, 'the study');
    await page.getByRole('tab', { name: 'My studies' }).click();
    await accessible(page, 'the shelf');
    for (const key of ['i', 's', '?']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await accessible(page, `the dialog of ${key}`);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Shift+N');
    await page.getByLabel('Start from a set-up position').check();
    await clickPoint(page, 'b1');
    await accessible(page, 'the set-up');
  });
});

test('where the page is isolated, the engine has several threads', async (t) => {
  const base = await startStatic(t, { headers: ISOLATED });
  const page = await newPerson(await startBrowser(t), WITH_COPIES);
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 }));
  await page.goto(base + AT);
  await page.locator('.study .board').waitFor();
  const atWork = (n) =>
    until(page, `/Threads at work: ${n}$/.test(document.querySelector('.study-engine-options')?.textContent)`, `${n} threads`);
  await page.keyboard.press('e');
  await atWork(3);
  await page.keyboard.press('e'); // at rest, for three threads would slow down what follows
  await page.locator('.study-engine-options summary').click();
  await accessible(page, 'the choice of threads');
  await page.keyboard.press('e');
  await atWork(3);
  await page.getByLabel('Threads').selectOption('2');
  await atWork(2);
  await page.keyboard.press('e');
  await standsStill(page);
  // The copies that open without a connection are isolated as well, and the choice is kept.
  await until(page, "caches.match('/helper.js').then(Boolean)", 'copies are kept');
  await until(page, 'navigator.serviceWorker.controller !== null', 'the worker answers');
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.study .board').waitFor();
  await soon.ok(() => page.evaluate(() => crossOriginIsolated));
  await page.keyboard.press('e');
  await page.locator('.study-line-row.best').waitFor();
  assert.deepEqual(page.problems, []);
});

test('matches of a server', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const page = await newPerson(browser);
  await post(page, server.url, '/guest');
  const wish = { game: 'levee', width: 5, height: 5, seats: ['me', 'me'] };
  const match = await post(page, server.url, '/matches', wish);
  const played = ['b4', 'd2', 'c4'];
  for (const [i, move] of played.entries())
    await post(page, server.url, `/matches/${match.id}/moves`, { ply: i + 1, move });

  await t.test('one of others that is running is not opened', async () => {
    const visitor = await newPerson(browser);
    await visitor.goto(`${server.url}/analysis?match=${match.id}`);
    await soon.match(() => visitor.getByRole('alert').textContent(), /still running/);
    await visitor.context().close();
  });

  await t.test('one that is over is reviewed from its end, also by its link', async () => {
    await post(page, server.url, `/matches/${match.id}/resign`);
    await page.goto(`${server.url}/m/${match.id}`);
    await page.getByRole('link', { name: 'Review the match' }).click();
    await page.locator('.study-levee .board').waitFor();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60000 });
    await soon.equal(() => page.locator('.study-table tbody tr').count(), 3);
    await soon.equal(() => page.getByRole('heading', { level: 1 }).textContent(), `Levee · match ${match.id}`);
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('a note');
    await page.keyboard.press('Escape');
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('hoshi-studies')).length);
    await page.goto(`${server.url}/analysis?match=${match.id}`);
    await page.getByText('a note', { exact: true }).first().waitFor();
    await soon.equal(() => page.evaluate(() => JSON.parse(localStorage.getItem('hoshi-studies')).length), kept);
    await page.keyboard.press('i');
    await page.getByRole('dialog').getByRole('textbox').fill(`${server.url}/m/${match.id}`);
    await page.getByRole('button', { name: 'Open as a study' }).click();
    await until(page, "!document.querySelector('dialog')", 'it is open');
    await soon.equal(() => moves(page), 3);
  });

  await t.test('a game on this device is opened as a study', async () => {
    await page.goto(`${server.url}/local/levee?size=3`);
    await clickPoint(page, 'b3');
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.locator('.study-levee .board').waitFor();
    await soon.equal(() => moves(page), 1);
  });
  assert.deepEqual(page.problems, []);
});
