// What the server knows of finished matches: reviews that its engine makes and keeps, asked for by a member
// and seen at once by everybody else, and the openings; languages, phone, axe.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, clickPoint, newMember, newPerson, post, soon, startBrowser, startServer, until } from './helper.mjs';

const FROM = /^Reviewed by the server’s engine \(hoshi .*kept with the match\.$/;

test('what the server knows of finished matches', async (t) => {
  const server = await startServer(t);
  const base = server.url;
  const browser = await startBrowser(t);
  const member = await newMember(browser, base, 'reviewer');
  const played = async (plies) => {
    const moves = Array.from({ length: plies }, (_, i) => 'abcde'[i % 5] + (1 + Math.floor(i / 5)));
    const { id } = await post(member, base, '/matches', { game: 'palisade', width: 5, seats: ['me', 'me'] });
    for (const [i, move] of moves.entries()) await post(member, base, `/matches/${id}/moves`, { ply: i + 1, move });
    await post(member, base, `/matches/${id}/resign`);
    return id;
  };
  const match = await played(4);

  await t.test('a member asks; it is shown when it is done', async () => {
    await member.goto(`${base}/analysis?match=${match}`);
    await member.getByRole('tab', { name: 'Review' }).click();
    await member.getByRole('button', { name: 'Ask the server’s engine' }).click();
    await member.getByText(FROM).waitFor({ timeout: 60000 });
    await soon.equal(() => member.locator('.study-accuracy').count(), 2);
    await accessible(member, 'a review by the server');
  });

  await t.test('framed by another site, the match says how it ended', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/embed/m/${match}`);
    await page.getByRole('status').filter({ hasText: /^4\. d1 · .* won by resignation$/ }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('status').filter({ hasText: /^3\. c1 · White to move$/ }).waitFor();
    await page.context().close();
  });

  await t.test('a visitor without an account sees it at once, and nothing is computed', async () => {
    const page = await newPerson(browser, { viewport: PHONE });
    let engines = 0;
    page.on('worker', (w) => (engines += w.url().includes('analyst') ? 1 : 0));
    await page.goto(`${base}/analysis?match=${match}&review=1`);
    await page.getByText(FROM).waitFor();
    await soon.equal(() => page.locator('.study-accuracy').count(), 2);
    assert.equal(engines, 0);
    await accessible(page, 'the same on a phone');
    // Their own review does not replace it.
    await page.getByLabel('Depth').selectOption('quick');
    await page.getByRole('button', { name: 'Review again' }).click();
    await page.getByText('Reviewed in this browser and kept on this device.').waitFor({ timeout: 60000 });
    await page.getByRole('button', { name: 'Show the review by the server’s engine' }).click();
    await page.getByText(FROM).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Show the review by the server’s engine' }).waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  await t.test('the page tells a guest that members may ask', async () => {
    const other = await played(2);
    const page = await newPerson(browser, { locale: 'de' });
    await page.goto(`${base}/analysis?match=${other}`);
    await page.getByRole('tab', { name: 'Rückschau' }).click();
    await page.getByText('Mitglieder können die Engine des Servers').waitFor();
    await soon.equal(() => page.getByRole('button', { name: 'Engine des Servers fragen' }).count(), 0);
    await page.context().close();
  });

  await t.test('a request is cancelled by the member who made it', async () => {
    const long = await played(18);
    await member.goto(`${base}/analysis?match=${long}`);
    await member.getByRole('tab', { name: 'Review' }).click();
    await member.getByRole('button', { name: 'Ask the server’s engine' }).click();
    await member.getByRole('button', { name: 'Cancel the request' }).click();
    await member.getByRole('button', { name: 'Ask the server’s engine' }).waitFor();
    assert.deepEqual(member.problems, []);
  });

  await t.test('the openings of finished matches are shown, and played by a click', async () => {
    const page = await newPerson(browser, { viewport: PHONE });
    await page.goto(`${base}/analysis?game=palisade&size=5&moves=c3`);
    await page.getByRole('tab', { name: 'Openings' }).click();
    await page.getByText('This position did not occur').waitFor();
    await page.goto(`${base}/analysis?game=palisade&size=5`);
    await page.getByRole('tab', { name: 'Openings' }).click();
    const rows = page.locator('.study-explorer tbody tr');
    await rows.first().waitFor();
    await soon.equal(() => rows.count(), 1);
    // Three matches have begun in a corner, which is any corner.
    await soon.match(() => rows.first().textContent(), /a1 \+33/);
    await accessible(page, 'the openings on a phone');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const top = await page.evaluate(() => document.querySelector('.study-board').getBoundingClientRect().top);
    assert.ok(top >= 0, 'the board stays in sight');
    await rows.first().getByRole('button', { name: 'a1' }).click();
    await until(page, "document.querySelector('.study-explorer tbody')?.textContent.includes('b1')", 'what followed');
    await page.getByText('Which matches to count').click();
    await page.getByLabel('Kind').selectOption('1');
    await page.getByText('This position did not occur').waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  await t.test('the openings have a page: played with mouse and keys, filtered, sent as a link', async () => {
    for (const [language, words] of [
      ['en', ['Openings of Palisade', 'Open in analysis', 'Which matches to count', 'Kind']],
      ['de', ['Eröffnungen: Palisade', 'In der Analyse öffnen', 'Welche Partien zählen', 'Art']],
      ['fr', ['Ouvertures : Palisade', 'Ouvrir dans l’analyse', 'Quelles parties compter', 'Type']],
    ]) {
      const page = await newPerson(browser, { locale: language, ...(language === 'de' ? { viewport: PHONE } : {}) });
      await page.goto(`${base}/archive?game=palisade`);
      await page.locator('.page-head a[href="/explorer/palisade"]').click();
      await page.getByRole('heading', { name: words[0] }).waitFor();
      await page.goto(`${base}/explorer/palisade?size=5`);
      const rows = page.locator('.study-explorer tbody tr');
      await rows.first().waitFor();
      await soon.match(() => rows.first().textContent(), /^a1/);
      await soon.equal(() => page.locator('.spot').count(), 1, 'the move is marked on the board');
      await soon.ok(async () => (await page.locator('.explorer-bar .won').count()) > 0);
      await accessible(page, `the openings as a page in ${language}`);
      await soon.equal(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      await clickPoint(page, 'a1');
      await until(page, "document.querySelector('.study-explorer tbody')?.textContent.includes('b1')", 'what followed');
      assert.match(page.url(), /\/explorer\/palisade\?size=5&moves=a1$/);
      await page.keyboard.press('ArrowLeft');
      await until(page, "!location.search.includes('moves')", 'one move back');
      await page.keyboard.press('End');
      await until(page, "location.search.includes('moves=a1')", 'to the end of the line');
      await page.reload();
      await until(page, "document.querySelector('.study-explorer tbody')?.textContent.includes('b1')", 'after reloading');
      await page.getByText(words[2]).click();
      await page.locator('.explorer-filters label', { hasText: new RegExp(`^${words[3]}`) }).locator('select').selectOption('1');
      await until(page, "location.search.includes('rated=1')", 'the filter in the address');
      await until(page, "document.querySelector('.study-explorer tbody') === null", 'nothing rated');
      await page.getByRole('link', { name: words[1] }).click();
      await page.locator('.study').waitFor();
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  });

  await t.test('a new server has openings of the engine, marked; they can be left out', async () => {
    for (const [language, every, named] of [
      ['en', 'All of them are games of the engine against itself.', 'Games of'],
      ['de', 'Alle sind Partien der Engine gegen sich selbst.', 'Partien von'],
      ['fr', 'Ce sont toutes des parties du moteur contre lui-même.', 'Parties'],
    ]) {
      const page = await newPerson(browser, { locale: language, ...(language === 'fr' ? { viewport: PHONE } : {}) });
      await page.goto(`${base}/explorer/palisade`);
      await page.getByText(every).waitFor();
      await soon.ok(async () => (await page.locator('.study-explorer tbody tr').count()) > 3);
      await page.locator('details:has(.explorer-filters) summary').click();
      const source = page.locator('.explorer-filters label', { hasText: named }).locator('select');
      await source.selectOption('engine');
      await until(page, "location.search.includes('source=engine')", 'the filter in the address');
      await soon.equal(() => page.locator('.explorer-filters select:disabled').count(), 5, 'they have no ratings');
      await accessible(page, `openings of the engine in ${language}`);
      await source.selectOption('players');
      await until(page, "document.querySelector('.study-explorer tbody') === null", 'players have not played there');
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  });

  await t.test('a running match of one’s own: no engine, and a line becomes conditional moves', async () => {
    const other = await newMember(browser, base, 'opponent');
    const { id } = await post(member, base, '/matches', { game: 'palisade', width: 5, seats: ['me', 'open'] });
    await post(other, base, `/matches/${id}/join`);
    for (const [i, move] of ['a1', 'b1', 'c1', 'd1', 'e1'].entries())
      await post(i % 2 === 0 ? member : other, base, `/matches/${id}/moves`, { ply: i + 1, move });
    await member.goto(`${base}/m/${id}`);
    await member.getByRole('link', { name: 'Analyse' }).click();
    const barred = member.getByText(`This line is part of your match ${id}`).first();
    await barred.waitFor();
    await soon.equal(() => member.locator('.study-engine').count(), 0);
    await member.keyboard.press('e');
    await soon.equal(() => member.locator('.study-lines').count(), 0);
    const closed = member.getByText(`This line is part of your match ${id}, which is still running. Until it is over, the openings stay closed here.`);
    await member.getByRole('tab', { name: 'Openings' }).click();
    await closed.waitFor();
    await member.getByRole('tab', { name: 'Moves' }).click();
    await clickPoint(member, 'a2');
    await clickPoint(member, 'b2');
    await member.getByRole('button', { name: `Add a2 b2 to your conditional moves in match ${id}` }).click();
    await member.getByText(`Saved with your conditional moves in match ${id}.`).waitFor();
    const kept = await member.request.get(`${base}/api/matches/${id}/conditional`);
    await soon.deepEqual(async () => (await kept.json()).lines, [['a2', 'b2']]);
    await accessible(member, 'a running match in analysis');
    // Turned by half a turn, it is the same position.
    await member.goto(`${base}/analysis?game=palisade&size=5&moves=e5.d5.c5.b5.a5`);
    await barred.waitFor();
    await member.keyboard.press('Home');
    await member.locator('.study-engine').waitFor();
    await member.goto(`${base}/explorer/palisade?size=5&moves=a1.b1.c1.d1.e1`);
    await closed.waitFor();
    await soon.equal(() => member.locator('.spot').count(), 0);
    await member.keyboard.press('Home');
    await until(member, "document.querySelector('.study-explorer tbody') !== null", 'the beginning is open');
    // Nobody else may open it: a spectator has an engine for their own board instead.
    const page = await newPerson(browser);
    await page.goto(`${base}/analysis?match=${id}`);
    await soon.match(() => page.getByRole('alert').textContent(), /still running/);
    await page.goto(`${base}/analysis?game=palisade&size=5&moves=a1.b1.c1.d1.e1`);
    await page.locator('.study-engine').waitFor();
    assert.deepEqual([...member.problems, ...page.problems], []);
    await page.context().close();
  });
});
