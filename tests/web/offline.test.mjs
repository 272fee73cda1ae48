// The page without a connection: it opens, plays, and is never an old program with a new server.
import assert from 'node:assert/strict';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { WITH_COPIES, clickPoint, distDir, newMember, newPerson, post, soon, startBrowser, startServer, startStatic, temporaryFolder, until } from './helper.mjs';

const kept = "caches.keys().then((names) => names.filter((n) => n !== 'hoshi-own').join())";
const ready = async (page) => {
  await until(page, 'navigator.serviceWorker.controller !== null', 'the worker answers');
  await until(page, `${kept}.then((names) => names !== '')`, 'the page is kept');
};

test('the page without a connection', async (t) => {
  const browser = await startBrowser(t);
  const step = (name, run) =>
    t.test(name, async (s) => {
      await run(s);
      for (const context of browser.contexts()) await context.close();
    });

  await step('it opens without a server, and "Play now" plays on this device', async (s) => {
    const page = await newPerson(browser, WITH_COPIES);
    await page.goto(await startStatic(s));
    await ready(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.card').nth(2).getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL(/\/local\/levee/);
    await page.locator('.board.interactive').waitFor();
    await clickPoint(page, 'c3');
    await until(page, "document.querySelectorAll('.move').length === 2", 'the engine of the device answers');
    await page.goto(`${new URL(page.url()).origin}/rules/levee`);
    await page.getByRole('heading', { name: 'Rules of Levee' }).waitFor();
    await page.goBack();
    await until(page, "document.querySelectorAll('.move').length === 2", 'the moves are kept');
    assert.deepEqual(page.problems, []);
  });

  await step('a local game continues when the network goes away before the first move', async (s) => {
    const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${await startStatic(s)}/local/levee?size=7&seats=me,e1`);
    await page.locator('.board.interactive').waitFor();
    const loaded = "performance.getEntriesByType('resource').some((r) => r.name.endsWith('/hoshi.wasm'))";
    await soon.ok(() => page.workers()[0]?.evaluate(loaded), 'the engine is loaded');
    await context.setOffline(true);
    await clickPoint(page, 'c3');
    await until(page, "document.querySelectorAll('.move').length === 2", 'the engine answers');
  });

  await step('an engine that could not be loaded is asked for again', async (s) => {
    const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.route('**/hoshi.wasm', (route) => route.abort());
    await page.goto(`${await startStatic(s)}/local/levee?size=7&seats=me,e1`);
    await page.locator('.board.interactive').waitFor();
    await clickPoint(page, 'c3');
    await page.getByText('The engine did not answer.').waitFor();
    await page.unroute('**/hoshi.wasm');
    await page.getByRole('button', { name: 'Try again' }).click();
    await until(page, "document.querySelectorAll('.move').length === 2", 'the engine answers');
  });

  await step('a new build takes the place of the old one as a whole', async (s) => {
    const folder = await temporaryFolder(s);
    await cp(distDir, folder, { recursive: true });
    const page = await newPerson(browser, WITH_COPIES);
    const base = await startStatic(s, { folder });
    await page.goto(`${base}/rules/levee`);
    await ready(page);
    const old = await page.evaluate(kept);
    const style = path.join(folder, 'style.css');
    await writeFile(style, `${await readFile(style, 'utf8')}\nbody{--build:new}`);
    const worker = path.join(folder, 'sw.js');
    const name = old.slice('hoshi-'.length);
    await writeFile(worker, (await readFile(worker, 'utf8')).replaceAll(name, 'f'.repeat(name.length)));
    const build = "getComputedStyle(document.body).getPropertyValue('--build')";
    await page.reload();
    await soon.equal(() => page.evaluate(build), 'new', 'the new page is seen at once, not the copy');
    await until(page, `${kept}.then((names) => names === 'hoshi-${'f'.repeat(name.length)}')`, 'the old copies are gone');
    await page.getByText('There is a newer version of this page.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('There is a newer version of this page.').waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Rules of Levee' }).waitFor();
    await soon.equal(() => page.evaluate(build), 'new', 'also without a connection');
    const copies = await page.evaluate("caches.keys().then((names) => caches.open(names[0])).then((c) => c.keys()).then((all) => all.length)");
    // Nets, ladders, puzzles beyond the first of each game and the description of the API are kept when they are used; a browser never sees how files travel.
    const later = /(\.br|\.net|^hoshi-threads\.wasm|^openapi\.json|^ladders-.*\.json|^puzzles-.*-([1-9]|\d\d+)\.json|^sw\.js)$/;
    assert.equal(copies, (await readdir(folder)).filter((name) => !later.test(name)).length);
  });

  await step('a net that was used is kept, and fetched anew with the next build', async (s) => {
    const folder = await temporaryFolder(s);
    await cp(distDir, folder, { recursive: true });
    const page = await newPerson(browser, WITH_COPIES);
    const base = await startStatic(s, { folder });
    await page.goto(`${base}/rules/levee`);
    await ready(page);
    const size = "caches.match('/redstone.net').then((r) => r && r.text()).then((r) => (r ? r.length : 0))";
    await soon.equal(() => page.evaluate(size), 0, 'nobody has asked for it');
    await page.evaluate("fetch('/redstone.net').then((r) => r.text())");
    await until(page, `${size}.then((n) => n > 0)`, 'it is kept');
    await writeFile(path.join(folder, 'redstone.net'), 'new');
    const worker = path.join(folder, 'sw.js');
    const name = (await page.evaluate(kept)).slice('hoshi-'.length);
    await writeFile(worker, (await readFile(worker, 'utf8')).replaceAll(name, 'f'.repeat(name.length)));
    await page.evaluate('navigator.serviceWorker.getRegistration().then((r) => r.update())');
    await until(page, `${kept}.then((names) => names === 'hoshi-${'f'.repeat(name.length)}')`, 'the new build is there');
    await page.context().setOffline(true);
    assert.equal(await page.evaluate("fetch('/redstone.net').then((r) => r.text())"), 'new');
  });

  await step('one’s own matches can be read without a connection, and are forgotten when one signs out', async (s) => {
    const server = await startServer(s);
    const mara = await newMember(browser, server.url, 'mara', WITH_COPIES);
    const { id } = await post(mara, server.url, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', 'me'] });
    await post(mara, server.url, `/matches/${id}/moves`, { ply: 1, move: 'c3' });
    await mara.goto(`${server.url}/mine`);
    await ready(mara);
    await mara.reload();
    await mara.getByRole('link', { name: /Levee.*Play/ }).click();
    await mara.locator('.move').first().waitFor();
    await mara.context().setOffline(true);
    await mara.goto(`${server.url}/m/${id}`);
    await until(mara, "document.querySelectorAll('.move').length === 1", 'the match is shown');
    await mara.getByText('No connection to the server.').waitFor();
    await clickPoint(mara, 'd3');
    await mara.getByText('Your move d3 is saved').waitFor();
    await mara.context().setOffline(false);
    await until(mara, "!document.body.textContent.includes('Your move d3 is saved')", 'the move is sent');
    await mara.goto(`${server.url}/account`);
    await mara.getByRole('button', { name: 'Sign out', exact: true }).click();
    await until(mara, "caches.has('hoshi-own').then((is) => !is)", 'nothing is left of what was read');
  });
});
