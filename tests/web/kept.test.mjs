// Studies that the server keeps, in a real browser: two people write one at the same time, also over a line
// that loses messages; reload, history, sharing, languages, phone, axe.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';

import { PHONE, accessible, clickPoint, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const moves = (page) => page.locator('.study-moves [data-node]').allTextContents();
const kept = (page) => until(page, "document.querySelector('.kept-status [role=status]')?.textContent.includes('All changes')", 'all is kept');
const shows = (page, move) => page.locator('.study-moves [data-node]', { hasText: move }).first().waitFor();

async function newStudy(page, base, name = 'Openings') {
  await page.goto(`${base}/studies`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'New study' }).click();
  await page.getByRole('button', { name: 'Start the study' }).click();
  await page.locator('.study .board').waitFor();
  await kept(page);
  return Number(/study\/(\d+)/.exec(page.url())[1]);
}

async function comment(page, text) {
  const box = page.getByLabel('Comment');
  if (!(await box.isVisible())) await page.getByRole('button', { name: 'Notes on the move' }).click();
  await box.fill(text);
  await box.blur();
}

/** A line that loses requests on the way there, and answers on the way back, in turn. */
async function lossy(page) {
  let n = 0;
  await page.route('**/api/chapters/*/edits', async (route) => {
    n++;
    if (n % 3 === 1) await route.abort();
    else if (n % 3 === 2) {
      await route.fetch().catch(() => undefined); // it arrives; the answer does not
      await route.abort();
    } else await route.continue();
  });
}

test('kept studies', async (t) => {
  const server = await startServer(t);
  const base = server.url;
  const browser = await startBrowser(t);
  let people = 0;
  const member = (options) => newMember(browser, base, `writer${++people}`, options);
  const step = steps(t, browser);
  const together = async (writes = true) => {
    const a = await member();
    const b = await member();
    const study = await newStudy(a, base);
    await post(a, base, `/studies/${study}/members`, { player: `writer${people}`, writes });
    await b.goto(`${base}/study/${study}`);
    await b.locator('.study .board').waitFor();
    return { a, b, study };
  };

  await step('moves, comments and marks of two appear with both, and stay', async () => {
    const { a, b, study } = await together();
    await until(a, "document.querySelector('.kept-here').textContent.includes('writer2')", 'b is here');
    await clickPoint(a, 'c3');
    await shows(b, 'c3');
    await b.locator('.study-moves [data-node]').first().click();
    await clickPoint(b, 'g6');
    await comment(b, 'Far from the corner.');
    await shows(a, 'g6');
    await a.getByText('Far from the corner.').first().waitFor();
    await a.locator('.study-moves [data-node]', { hasText: 'c3' }).click();
    await a.keyboard.press('1');
    await b.locator('.study-moves .glyph', { hasText: '!' }).waitFor();
    await kept(a);
    await kept(b);
    await a.reload();
    await shows(a, 'g6');
    await soon.deepEqual(() => moves(a), await moves(b));
    await b.keyboard.press('Escape');
    await b.keyboard.press('Control+z'); // only what b has done
    await until(a, "!document.querySelector('.study-side').textContent.includes('Far from')", 'the comment is gone');
    await soon.match(async () => (await moves(a))[0], /c3!/);
    assert.ok(study > 0);
  });

  await step('two who write at once over a bad line lose nothing', async () => {
    const { a, b } = await together();
    await lossy(a);
    await lossy(b);
    const start = (page) => page.locator('.study-start').click();
    for (const [i, [ours, theirs]] of [['a1', 'a3'], ['b2', 'b4'], ['c1', 'c3'], ['d2', 'd4']].entries()) {
      await Promise.all([start(a), start(b)]);
      await Promise.all([clickPoint(a, ours), clickPoint(b, theirs)]);
      if (i === 1) await b.context().setOffline(true);
      if (i === 2) await b.context().setOffline(false);
    }
    await Promise.all([kept(a), kept(b)]);
    for (const page of [a, b])
      await until(page, "document.querySelectorAll('.study-moves [data-node]').length === 8", 'all eight moves');
    await soon.deepEqual(() => moves(a), await moves(b));
    await a.unroute('**/api/chapters/*/edits');
    await b.unroute('**/api/chapters/*/edits');
    a.problems.length = b.problems.length = 0; // the browser notes what was lost
  });

  await step('what was written without a connection is sent after a reload', async () => {
    const a = await member();
    const study = await newStudy(a, base);
    await a.route('**/api/chapters/*/edits', (route) => route.abort());
    await clickPoint(a, 'd4');
    await until(a, "document.querySelector('.kept-status').textContent.includes('Waiting')", 'it waits');
    await a.unroute('**/api/chapters/*/edits');
    a.problems.length = 0;
    await a.goto(`${base}/study/${study}`);
    await shows(a, 'd4');
    await kept(a);
    a.problems.length = 0;
  });

  await step('a reader plays on a board of their own; a stranger sees nothing', async () => {
    const { a, b, study } = await together(false);
    await clickPoint(a, 'c3');
    await shows(b, 'c3');
    await b.getByText('Changes that you make here are not saved.').waitFor();
    await clickPoint(b, 'e5');
    await shows(b, 'e5');
    await b.reload();
    await shows(b, 'c3');
    await soon.deepEqual(() => moves(b), ['c3']);
    const c = await newPerson(browser);
    await c.goto(`${base}/study/${study}`);
    await c.getByText('There is no such study.').waitFor();
    c.problems.length = 0;
    await a.getByRole('tab', { name: 'Study' }).click();
    await a.getByLabel('Visible to').selectOption('link');
    const link = await a.getByLabel('Link to the study').inputValue();
    await c.goto(link);
    await shows(c, 'c3');
    await accessible(c, 'a study by its link');
    await a.getByLabel('Visible to').selectOption('private');
    await c.getByText('There is no such study.').waitFor();
    c.problems.length = 0;
  });

  await step('chapters are added, named and ordered; the history brings back what was', async () => {
    const a = await member();
    await newStudy(a, base);
    await clickPoint(a, 'c3');
    await clickPoint(a, 'd5');
    await kept(a);
    await a.getByRole('tab', { name: 'Moves' }).click();
    await a.locator('.study-moves [data-node]').first().click();
    await a.keyboard.press('Delete');
    await until(a, "document.querySelectorAll('.study-moves [data-node]').length === 0", 'deleted');
    await kept(a);
    await a.getByRole('tab', { name: 'Study' }).click();
    await accessible(a, 'the part of a kept study');
    await a.getByText('History').click();
    await a.getByRole('button', { name: 'Restore the state before this' }).first().click();
    await a.getByRole('button', { name: 'Undo this change and all later ones?' }).click();
    await a.getByRole('tab', { name: 'Moves' }).click();
    await shows(a, 'd5');
    await kept(a);
    await a.getByRole('tab', { name: 'Study' }).click();
    await a.getByRole('button', { name: 'New chapter' }).click();
    await a.getByRole('button', { name: 'Start the study' }).click();
    await until(a, "document.querySelector('.study-title')?.textContent.endsWith('Chapter 2')", 'the second chapter');
    await a.getByRole('tab', { name: 'Study' }).click();
    await a.getByRole('button', { name: 'Rename Chapter 2' }).click();
    await a.locator('.kept-chapters input').fill('Corners');
    await a.keyboard.press('Enter');
    await a.getByRole('button', { name: 'Move Corners up' }).click();
    await until(a, "document.querySelector('.kept-chapters li a').textContent === 'Corners'", 'it is the first');
  });

  await step('another site frames the board of a public study, and nothing else', async () => {
    const a = await member();
    const study = await newStudy(a, base);
    await clickPoint(a, 'c3');
    await clickPoint(a, 'd5');
    await comment(a, 'See https://example.org/ring(1), or not.');
    await kept(a);
    // A link in a comment can be followed, in a window of its own.
    const link = (page) => page.getByRole('link', { name: 'https://example.org/ring(1)', exact: true });
    await link(a).first().waitFor();
    assert.deepEqual(
      await link(a).first().evaluate((e) => [e.target, e.rel.includes('noopener'), e.href]),
      ['_blank', true, 'https://example.org/ring(1)'],
    );
    await accessible(a, 'a comment with a link');
    await post(a, base, `/studies/${study}`, { access: 'public' });
    const b = await newPerson(browser);
    const frames = `<title>x</title><iframe id="e" src="${base}/embed/study/${study}" width="480" height="560"></iframe>
      <iframe id="s" src="${base}/study/${study}"></iframe>`;
    const elsewhere = http.createServer((_, answer) => answer.end(frames)).listen(0, '127.0.0.1');
    t.after(() => elsewhere.close());
    await once(elsewhere, 'listening');
    await b.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
    const board = b.frameLocator('#e');
    await board.getByText('2. d5').waitFor();
    const tops = await board.locator('.embed-keys > *').evaluateAll((keys) => keys.map((k) => k.getBoundingClientRect()));
    assert.ok(tops.every((k) => k.top < tops[0].bottom && k.bottom > tops[0].top), 'the keys stand in one row');
    assert.match(await board.locator('h1').textContent(), /^Openings · Chapter 1$/);
    await board.getByRole('button', { name: 'Back' }).click();
    await board.getByText('1. c3').waitFor();
    await soon.equal(() => board.locator('header, nav, input, textarea').count(), 0);
    await soon.equal(() => b.frameLocator('#s').locator('main').count(), 0);
    b.problems.length = 0; // the browser says that it was refused
    await b.goto(`${base}/embed/study/${study}`);
    await b.getByText('2. d5').waitFor();
    await accessible(b, 'a board to be framed');
  });

  await step('an analysis is kept on the server; found by its name; deleted', async () => {
    const a = await member({ viewport: PHONE });
    await a.goto(`${base}/analysis?game=redstone&size=9&moves=c3.d4.e5`);
    await a.locator('.study .board').waitFor();
    await a.getByRole('tab', { name: 'My studies' }).click();
    await a.getByRole('button', { name: 'Keep on the server' }).click();
    await a.waitForURL(/\/study\/\d+/);
    await soon.equal(() => a.locator('h1').textContent(), 'Untitled study · Chapter 1');
    await shows(a, 'e5');
    await accessible(a, 'a kept study on a phone');
    await a.goto(`${base}/studies`);
    await a.getByRole('searchbox').fill('UNTITLED');
    await a.getByRole('button', { name: 'Search' }).click();
    await a.getByRole('link', { name: 'Untitled study' }).click();
    await a.locator('.study .board').waitFor();
    await a.getByRole('tab', { name: 'Study' }).click();
    await a.getByRole('button', { name: 'Delete the study' }).click();
    await a.getByRole('button', { name: 'Delete it for everyone? This cannot be undone.' }).click();
    await a.waitForURL(/\/studies$/);
    await a.getByText('No studies found.').waitFor();
    await accessible(a, 'the list of studies');
    a.problems.length = 0;
  });

  await step('members chat live, remove and report lines; readers see them', async () => {
    const { a, b, study } = await together(false);
    await post(a, base, `/studies/${study}`, { access: 'public' });
    for (const page of [a, b]) {
      await page.getByRole('tab', { name: 'Study' }).click();
      await page.locator('.kept-chat').waitFor();
    }
    const say = async (page, text) => {
      await page.locator('.kept-chat').getByLabel('Message').fill(text);
      await page.locator('.kept-chat').getByRole('button', { name: 'Send' }).click();
    };
    await say(a, 'Look at the corner.');
    await b.locator('.kept-chat').getByText('Look at the corner.').waitFor();
    await say(b, 'I see it.');
    await a.locator('.kept-chat').getByText('I see it.').waitFor();
    await soon.equal(() => b.locator('.kept-chat').getByLabel('Message').inputValue(), '');
    // What cannot be sent stays in the field.
    await b.route('**/api/studies/*/chat', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await say(b, 'Lost?');
    await b.locator('.kept-chat').getByRole('alert').waitFor();
    await soon.equal(() => b.locator('.kept-chat').getByLabel('Message').inputValue(), 'Lost?');
    await b.unroute('**/api/studies/*/chat');
    await say(b, 'Lost?');
    await a.locator('.kept-chat').getByText('Lost?').waitFor();
    await accessible(a, 'the chat of a study');
    await b.setViewportSize(PHONE);
    await accessible(b, 'the chat of a study on a phone');
    await b.getByRole('button', { name: 'Report this line: Look at the corner.' }).click();
    await b.getByLabel('What is wrong?').fill('Only a test.');
    await b.getByRole('button', { name: 'Send the report' }).click();
    await b.locator('.kept-chat').getByRole('status').waitFor();
    await a.getByRole('button', { name: 'Remove this line: I see it.' }).click();
    await b.locator('.kept-chat').getByText('(removed)').waitFor();
    const page = await newPerson(browser, { locale: 'fr' });
    await page.goto(`${base}/study/${study}`);
    await page.getByRole('tab', { name: 'Étude' }).click();
    await page.locator('.kept-chat').getByText('Look at the corner.').waitFor();
    await page.getByText('Les membres de cette étude peuvent écrire ici.').waitFor();
    await soon.equal(() => page.locator('.kept-chat input').count(), 0);
    b.problems.splice(0); // the request that was cut off
  });
});
