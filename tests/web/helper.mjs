// What the tests of the page share: the build folder, TypeScript modules in Node, and later a server
// and a browser. Meson sets HOSHI_BUILD and HOSHI_TESTS; by hand the defaults do.
import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, '../..');
export const testsDir = process.env.HOSHI_TESTS ?? path.join(root, 'tests');
export const buildDir = process.env.HOSHI_BUILD ?? path.join(root, 'build');
export const distDir = path.join(buildDir, 'web/dist');

/** A temporary folder that is gone when the test is over. */
export async function temporaryFolder(t) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hoshi-web-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Bundles a module of web/src and imports it. */
export async function load(module) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hoshi-web-'));
  try {
    const result = await build({
      entryPoints: [path.join(root, 'web/src', module)],
      bundle: true,
      format: 'esm',
      platform: 'node',
      write: false,
      logLevel: 'warning',
    });
    const file = path.join(folder, 'module.mjs');
    await writeFile(file, result.outputFiles[0].text);
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function wasmBytes(name = 'hoshi.wasm') {
  return readFile(path.join(buildDir, 'src/wasm', name));
}

/** The lines of a conformance file, as objects. */
export async function conformance(name) {
  const text = await readFile(path.join(testsDir, 'conformance', `${name}.jsonl`), 'utf8');
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

const CSP =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";

/** What the server sends so that workers may share memory. */
export const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Serves the built page without any API: what is played on this device needs none. */
export async function startStatic(t, { folder = distDir, headers = {} } = {}) {
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://127.0.0.1');
    if (pathname.startsWith('/api/')) {
      response.writeHead(404, { 'Content-Type': 'application/problem+json' });
      response.end('{"detail":"There is no server here."}');
      return;
    }
    const name = path.extname(pathname) === '' ? 'index.html' : path.basename(pathname);
    try {
      const body = await readFile(path.join(folder, name));
      const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': CSP, ...headers });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** What Chromium is without its windows: a page takes it a third of the time. It shows no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell';
export const CHROMIUM = '/usr/bin/chromium';

/** A headless browser; its pages fail the test when a script fails or the policy is broken. */
export async function startBrowser(t, executablePath = process.env.HOSHI_CHROMIUM ?? SHELL) {
  // Six megabytes of code, which the tests without a browser need not read; `import` would read them twice.
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  t.after(() => browser.close());
  return browser;
}

/** Steps of one test that share its browser: each has contexts of its own, in which no script may have failed. */
export function steps(t, browser, own = {}) {
  return (name, run) =>
    t.test(name, async (s) => {
      await run(Object.assign(s, own));
      for (const context of browser.contexts()) {
        for (const page of context.pages()) assert.deepEqual(page.problems ?? [], []);
        await context.close();
      }
    });
}

/** Long enough for a busy machine; nothing waits for it that succeeds. */
const WAIT_MS = 15000;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const LARGE = { width: 2560, height: 1440 };

/** For a page that is to work without a connection: its service worker keeps copies of the whole page. The
 * pages of the other tests load what they need and no more. */
export const WITH_COPIES = { serviceWorkers: 'allow' };

/** A page of its own context: another person's browser. */
export async function newPerson(browser, options = {}) {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  // The engine answers at once, unless a test is about its pace.
  await context.addInitScript(() => {
    try {
      localStorage['hoshi-settings'] ??= '{"pace":"instant"}';
    } catch {
      // A page without storage.
    }
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // Requests that fail are part of some tests, as is a service worker that cannot be asked for while its
    // server is down; a refused style or script is of none.
    if (message.type() === 'error' && !/Failed to load resource|error occurred when fetching the script/.test(text))
      page.problems.push(text);
  });
  return page;
}

/** Clicks a point of the board by its name. */
export async function clickPoint(page, point) {
  await page.locator(`.board [role=gridcell][aria-label^="${point},"]`).click();
}

/** What the person in front of the page can do now. */
export function situation(page) {
  return page.evaluate(() => {
    if (document.querySelector('.outcome')) return 'over';
    if (document.querySelector('.stone-choice')) return 'choice';
    if (!document.querySelector('.board.interactive')) return 'wait';
    return document.querySelector('.target.legal') ? 'place' : 'pass';
  });
}

/** A page that is just loading another cannot answer; it is asked again. */
const LOADING = /Execution context was destroyed|Cannot find context/;

/** Calls a check until it no longer fails. Only failed assertions and a page that loads are tried again. */
async function retry(check) {
  for (const end = Date.now() + WAIT_MS; ; ) {
    try {
      return await check();
    } catch (error) {
      const again = error instanceof assert.AssertionError || LOADING.test(String(error));
      if (!again || Date.now() > end) throw error;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** The assertions about what a page shows, which it may do a moment later: `await soon.equal(() => moves(page), 3)`. */
export const soon = Object.fromEntries(
  ['deepEqual', 'doesNotMatch', 'equal', 'match', 'notEqual', 'ok'].map((name) => [
    name,
    (read, ...rest) => retry(async () => assert[name](await read(), ...rest)),
  ]),
);

/** Waits for an expression to hold in the page. The page's policy forbids Playwright's own waiting. */
export function until(page, wanted, what) {
  return retry(async () => assert.ok(await page.evaluate(wanted), `waited in vain: ${what}`));
}

/** How many moves the page shows. */
export function shownMoves(page) {
  return page.locator('.move').count();
}

/** Plays one move for the person: a legal point somewhere, or a pass. */
export async function playSomething(page, turn) {
  const before = await shownMoves(page);
  if ((await situation(page)) === 'pass') {
    await page.getByRole('button', { name: 'Pass', exact: true }).click();
  } else {
    const legal = page.locator('.target.legal');
    const n = await legal.count();
    await legal.nth((turn * 7) % n).click();
    // Where both stones are possible the red one brings the end nearer.
    if ((await situation(page)) === 'choice')
      await page.locator('.stone-choice').getByRole('button', { name: 'Red' }).click();
  }
  await until(page, `document.querySelectorAll('.move').length > ${before}`, 'a move is shown');
}

/** Plays for the person whenever it is their turn, until the game is over. */
export async function playToTheEnd(page, plyCap = 400) {
  for (let turn = 0; turn < plyCap; turn++) {
    await until(
      page,
      "document.querySelector('.outcome') || document.querySelector('.board.interactive')",
      'it is our turn or over',
    );
    if ((await situation(page)) === 'over') return turn;
    await playSomething(page, turn);
  }
  throw new Error('the game does not end');
}

export const AXE_ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations that axe finds, as short texts; of all rules or, sooner, of some. */
export async function axeViolations(page, runOnly = AXE_ALL) {
  // Evaluated by the debugger, so the page's own policy stays as it is.
  if (!(await page.evaluate('Boolean(globalThis.axe)')))
    await page.evaluate(await readFile(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  // Only of what is wrong are the elements looked for and named, which takes most of the time.
  const found = await page.evaluate(
    (only) => globalThis.axe.run(document, { runOnly: only, resultTypes: ['violations'] }),
    runOnly,
  );
  return found.violations.map((v) => `${v.id}: ${v.help} (${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join('; ')})`);
}

/** The real server with a store of its own on a free port; it may be killed and started again. */
export class Server {
  constructor(store) {
    this.store = store;
    /** More words of its command line. */
    this.words = ['--no-exhibitions'];
    this.port = 0;
    this.child = null;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    const args = ['serve', '--listen', `127.0.0.1:${this.port}`, '--store', this.store, ...this.words];
    const shim = process.env.HOSHI_PASSWORD_SHIM; // tests/server/quick_passwords.c
    const env = shim ? { ...process.env, LD_PRELOAD: shim } : process.env;
    this.child = spawn(path.join(buildDir, 'hoshi'), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    this.child.stderr.on('data', (data) => (said += data));
    await new Promise((done, failed) => {
      this.child.stdout.on('data', (data) => {
        said += data;
        const at = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
        if (!at) return;
        this.port = Number(at[1]);
        done();
      });
      this.child.once('exit', (code) => failed(new Error(`the server ended (${code}): ${said}`)));
    });
  }

  /** SIGKILL by default: what it has told anybody must be on disk. */
  async stop(signal = 'SIGKILL') {
    if (!this.child || this.child.exitCode !== null) return;
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await gone;
  }
}

/** With more words for its command line. */
export async function startServer(t, words = ['--no-exhibitions']) {
  const folder = await temporaryFolder(t);
  const server = new Server(path.join(folder, 'hoshi.db'));
  server.words = words;
  await server.start();
  t.after(() => server.stop('SIGTERM'));
  return server;
}

/** Signs up by the API: a person's browser that is a member. */
export async function newMember(browser, base, name, options = {}) {
  const page = await newPerson(browser, options);
  const answer = await page.request.post(`${base}/api/signup`, { data: { name, password: PASSWORD } });
  if (answer.status() !== 201) throw new Error(`${name} cannot sign up: ${await answer.text()}`);
  return page;
}

export const PASSWORD = 'a horse, a battery';

/** A match by the API; the answer. */
export async function post(page, base, path, data = {}) {
  const answer = await page.request.post(`${base}/api${path}`, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** No violation on this page, in light and in the dark. */
export async function accessible(page, what) {
  await page.locator('h1').first().waitFor();
  const found = await axeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await axeViolations(page, ['color-contrast'])));
  await page.emulateMedia({ colorScheme: 'light' });
  if (found.length > 0) throw new Error(`${what}: ${found.join('; ')}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) throw new Error(`${what} is ${wide} px too wide`);
}
