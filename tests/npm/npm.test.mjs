// The npm package as its users get it: packed, unpacked into node_modules, imported by name, typed, and in a browser.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const top = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const built = path.join(process.env.HOSHI_BUILD, 'bindings/npm/package');
let folder;
let home;
let index;
let engine;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hoshi-npm-'));
  const npm = ['pack', built, '--pack-destination', folder, '--offline', '--silent', '--cache', path.join(folder, 'cache')];
  execFileSync('npm', npm, { env: { ...process.env, HOME: folder, npm_config_update_notifier: 'false' } });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', path.join(folder, archive), '-C', folder]);
  home = path.join(folder, 'node_modules/hoshi-games');
  await mkdir(path.dirname(home));
  await cp(path.join(folder, 'package'), home, { recursive: true });
  const user = path.join(folder, 'user.mjs');
  await writeFile(user, "export * as index from 'hoshi-games';\nexport * as engine from 'hoshi-games/engine';\n");
  ({ index, engine } = await import(pathToFileURL(user)));
});

after(() => rm(folder, { recursive: true, force: true }));

test('the package has what it names, and the version of hoshi', async () => {
  const about = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
  const meson = await readFile(path.join(top, 'meson.build'), 'utf8');
  assert.equal(about.version, /^  version: '(.*)',$/m.exec(meson)[1]);
  assert.equal(about.dependencies, undefined);
  const files = await readdir(home, { recursive: true });
  for (const entry of Object.values(about.exports))
    for (const file of Object.values(entry)) assert.ok(files.includes(path.normalize(file)), file);
  for (const file of ['LICENSE', 'README.md', 'nets/levee.net']) assert.ok(files.includes(file), file);
});

test('a board for a page is 100 kB at most', async () => {
  let bytes = 0;
  for (const name of await readdir(home))
    if (/^(board|index|chunk-.*)\.js$|^rules\.wasm$/.test(name))
      bytes += brotliCompressSync(await readFile(path.join(home, name))).length;
  assert.ok(bytes > 10_000 && bytes <= 100_000, `${bytes} bytes`);
});

test('games and setups', async () => {
  const hoshi = await index.load();
  const games = hoshi.games();
  assert.deepEqual(
    games.map((g) => g.name),
    [...index.GAME_NAMES],
  );
  assert.deepEqual(games[1].options, { swap: 1 });
  assert.deepEqual(games[3].players, { min: 2, max: 4 });
  assert.throws(() => hoshi.position({ game: 'levee', size: 4 }), /odd sizes from 3 to 25/);
  assert.throws(() => hoshi.position({ game: 'go' }), { code: 'HOSHI_ERR_UNKNOWN' });
  assert.throws(() => hoshi.position({ game: 'levee', options: { komi: 1 } }), /no option komi/);
  const claims = hoshi.position({ game: 'claims', width: 3, height: 4, players: 3, options: { jacked: true } });
  assert.deepEqual([claims.width, claims.height, claims.players], [3, 4, 3]);
});

test('moves and verdicts', async () => {
  const hoshi = await index.load();
  const p = hoshi.position({ game: 'levee', size: 5 });
  assert.equal(p.explain('a1'), null);
  assert.equal(p.explain('c3').rule, 'L3a');
  assert.throws(() => p.play('c3'), { name: 'HoshiError', rule: 'L3a' });
  assert.throws(() => p.play('z9'), { code: 'HOSHI_ERR_RANGE' });
  assert.equal(p.ply, 0);
  assert.equal(p.legal().length, 24);
  p.play('a1');
  assert.equal(p.cells()[0], 5);
  const q = p.copy();
  q.play('b1');
  assert.deepEqual([p.ply, q.ply], [1, 2]);
  p.free();
  assert.throws(() => p.ply, /has been freed/);
  assert.match(q.text(), /a b c d e/);
  assert.match(q.svg('dark'), /^<svg/);
  assert.equal(hoshi.position({ game: 'levee', size: 5 }, q.diagram(), q.side).diagram(), q.diagram());
  assert.throws(() => hoshi.position({ game: 'levee', size: 5 }, '?'), { code: 'HOSHI_ERR_SYNTAX' });
});

test('the winner is told by seat, after a swap too', async () => {
  const hoshi = await index.load();
  const p = hoshi.position({ game: 'redstone', size: 2 });
  p.play('a1').play('swap');
  while (!p.over) p.play(p.legal()[0]);
  assert.equal(p.returns()[p.winner - 1], 1);
  assert.equal(p.points(3 - p.winner), 1); // the winner's side is the other number
});

test('records are made, written and read', async () => {
  const hoshi = await index.load();
  const r = hoshi.record({ game: 'redstone', size: 9 });
  r.append('e5').append('swap').append('d4');
  r.setPlayer(1, 'Zoë');
  r.setComment(2, 'of course');
  assert.throws(() => r.append('d4'), { code: 'HOSHI_ERR_ILLEGAL' });
  const again = hoshi.read(r.sgf());
  assert.deepEqual(again.moves(), ['e5', 'swap', 'd4']);
  assert.deepEqual([again.player(1), again.comment(2), again.result], ['Zoë', 'of course', '']);
  assert.equal(again.position(1).ply, 1);
  assert.equal(hoshi.read(r.json()).sgf(), r.sgf());
  assert.equal(JSON.parse(r.json()).moves[1].move, 'swap');
  assert.throws(() => again.position(4), { code: 'HOSHI_ERR_NOT_FOUND' });
  assert.throws(() => hoshi.read('(;FF[4'), (e) => e.line === 1 && e.column > 0);
  for (let i = 0; i < 300; i++) hoshi.read(r.sgf()).free(); // memory is used again
  assert.ok(hoshi.lib.view().byteLength < 16 << 20);
});

test('the engine thinks, by a net if it has one', async () => {
  const hoshi = await engine.load();
  const think = async (net) => {
    const one = hoshi.engine(32, 3);
    if (net) await one.loadNet('levee');
    const t = one.think(hoshi.position({ game: 'levee', size: 9 }), { nodes: 60 });
    one.free();
    return t;
  };
  const [a, b, c] = [await think(false), await think(false), await think(true)];
  assert.deepEqual(a, b);
  assert.deepEqual([a.net, c.net], [false, true]);
  assert.equal(a.candidates[0].move, a.move);
  assert.ok(c.candidates.reduce((n, x) => n + x.visits, 0) > 0);
  const e = hoshi.engine();
  await assert.rejects(e.loadNet('levee', new ArrayBuffer(9)), { name: 'HoshiError' });
  assert.throws(() => e.think(hoshi.position({ game: 'levee' }), {}), RangeError);
  const other = await index.load();
  assert.throws(() => e.think(other.position({ game: 'levee' }), { nodes: 1 }), /another module/);
});

test('its types fit a program that imports it', async () => {
  const program = `import { load, HoshiError } from 'hoshi-games';
import { load as withEngine } from 'hoshi-games/engine';
const hoshi = await load();
const moves: string[] = hoshi.position({ game: 'claims', width: 3 }).legal();
const best: string = (await withEngine()).engine().think(hoshi.position({ game: 'levee' }), { nodes: 1 }).move;
// @ts-expect-error there is no such game
hoshi.position({ game: 'go' });
export { moves, best, HoshiError };
`;
  await writeFile(path.join(folder, 'program.mts'), program);
  const tsc = path.join(top, 'node_modules/typescript/bin/tsc');
  const options = { noEmit: true, strict: true, target: 'es2022', module: 'node16', lib: ['es2022', 'dom'], types: [] };
  const project = { compilerOptions: options, files: ['program.mts'] };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  const done = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  assert.equal(done.stdout, '');
  assert.equal(done.status, 0);
});

test('<hoshi-board> replays a record in any page', { skip: !process.env.HOSHI_CHROMIUM }, async (t) => {
  const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html; charset=utf-8' };
  const hoshi = await index.load();
  const sgf = hoshi.record({ game: 'redstone', size: 5 }).append('c3').append('swap').append('b2').sgf();
  const page = `<!doctype html><title>boards</title><script type="module" src="/board.js"></script>
<hoshi-board id="read" src="/game.sgf"></hoshi-board>
<hoshi-board id="made" game="levee" size="5" moves="a1 b1 c1" ply="2" theme="dark"></hoshi-board>
<hoshi-board id="bad" game="levee" size="5" moves="c3"></hoshi-board>`;
  const server = createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : request.url;
    const send = (body) => response.setHeader('Content-Type', types[path.extname(name)] ?? 'text/plain').end(body);
    if (name === '/index.html') return send(page);
    if (name === '/game.sgf') return send(sgf);
    readFile(path.join(home, path.normalize(name))).then(send, () => response.writeHead(404).end());
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: process.env.HOSHI_CHROMIUM, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const tab = await browser.newPage();
  const errors = [];
  tab.on('pageerror', (e) => errors.push(e));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  const read = tab.locator('#read');
  await read.locator('output').getByText('3/3 b2').waitFor();
  await tab.getByRole('img', { name: 'redstone 5x5, ply 3' }).waitFor();
  await read.getByRole('button', { name: 'first ply' }).click();
  await read.locator('output').getByText('0/3').waitFor();
  assert.equal(await read.evaluate((board) => board.shadowRoot.activeElement.textContent), '⏮');
  await tab.keyboard.press('ArrowRight');
  await read.locator('output').getByText('1/3 c3').waitFor();
  const made = tab.locator('#made');
  await made.locator('output').getByText('2/3 b1').waitFor();
  const told = await made.evaluate((board) => {
    const plies = [];
    board.addEventListener('ply', (event) => plies.push(event.detail));
    board.ply = 99;
    board.setAttribute('ply', '1');
    return plies;
  });
  assert.deepEqual(told, [3, 1]);
  await tab.locator('#bad').getByRole('alert').getByText('L3a').waitFor();
  await tab.locator('#bad').evaluate((board) => board.setAttribute('moves', 'a1'));
  await tab.locator('#bad').locator('output').getByText('1/1 a1').waitFor();
  assert.deepEqual(errors, []);
});
