// The browsers of the walk, each with the same few methods: goto, evaluate, click, keys, resize, close. Chromium is
// driven by Playwright, Firefox by WebDriver BiDi, WebKit by WebDriver over HTTP.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { connect } from './websocket.mjs';

const START_MS = 90_000;

/** What a browser needs that is not there: the walk says so and fails. */
export class Missing extends Error {}

function need(file, debianPackage) {
  if (!existsSync(file)) throw new Missing(`${file} is missing. Install the Debian package ${debianPackage}.`);
  return file;
}

/** Starts a program in a process group of its own; resolves with what `ready` finds in its output. */
async function start(file, args, ready, env = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, detached: true });
  let said = '';
  const found = await new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error(`${file} does not start: ${said}`)), START_MS);
    const hear = (data) => {
      said += data;
      const match = ready.exec(said);
      if (!match) return;
      clearTimeout(late);
      done(match[1] ?? '');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`${file} ended (${code}): ${said}`)));
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  };
  return { found, stop };
}

/** A press and release at a place of the viewport, as WebDriver and BiDi both write it. */
const pressAt = (x, y) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

const typed = (keys) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

/** WebDriver's names of keys. */
const KEYS = { Enter: '\uE007', ArrowLeft: '\uE012' };

async function startChromium() {
  const executablePath = need(process.env.HOSHI_CHROMIUM ?? '/usr/bin/chromium-headless-shell', 'chromium-headless-shell');
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  return {
    goto: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    keys: async (keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  };
}

async function startFirefox() {
  const file = need('/usr/bin/firefox-esr', 'firefox-esr');
  const profile = await mkdtemp(path.join(os.tmpdir(), 'hoshi-firefox-'));
  const preferences = ['ui.prefersReducedMotion', 1, 'datareporting.policy.dataSubmissionEnabled', false];
  const lines = [];
  for (let i = 0; i < preferences.length; i += 2)
    lines.push(`user_pref(${JSON.stringify(preferences[i])}, ${JSON.stringify(preferences[i + 1])});`);
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const { found, stop } = await start(file, args, /WebDriver BiDi listening on (ws:\S+)/, { HOME: profile });
  const asked = new Map();
  let last = 0;
  const socket = await connect(`${found}/session`, (text) => {
    const answer = JSON.parse(text);
    const question = asked.get(answer.id);
    asked.delete(answer.id);
    if (answer.type === 'error') question?.failed(new Error(`${answer.error}: ${answer.message}`));
    else question?.done(answer.result);
  });
  const ask = (method, params) =>
    new Promise((done, failed) => {
      asked.set(++last, { done, failed });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await ask('session.new', { capabilities: {} });
  const { contexts } = await ask('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    goto: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const wrapped = `Promise.resolve(${expression}).then((v) => JSON.stringify(v ?? null))`;
      const target = { context };
      const answer = await ask('script.evaluate', { expression: wrapped, target, awaitPromise: true });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    click: (x, y) => ask('input.performActions', { context, actions: pressAt(Math.round(x), Math.round(y)) }),
    keys: (keys) => ask('input.performActions', { context, actions: typed(keys.map((k) => KEYS[k] ?? k)) }),
    resize: (width, height) => ask('browsingContext.setViewport', { context, viewport: { width, height } }),
    close: async () => {
      socket.close();
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** WebKit's own small browser, wherever this version of it lies. */
async function miniBrowser() {
  const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  for (const name of (await readdir(libraries)).filter((n) => /^webkit(2)?gtk-/.test(n)).sort().reverse()) {
    const file = path.join(libraries, name, 'MiniBrowser');
    if (existsSync(file)) return file;
  }
  throw new Missing(`There is no MiniBrowser in ${libraries}. Install the Debian package webkit2gtk-driver.`);
}

async function startWebKit() {
  const driver = need('/usr/bin/WebKitWebDriver', 'webkit2gtk-driver');
  const binary = await miniBrowser();
  const home = await mkdtemp(path.join(os.tmpdir(), 'hoshi-webkit-'));
  // It has no way to be without a display.
  const screen = await start(need('/usr/bin/Xvfb', 'xvfb'), ['-displayfd', '1', '-screen', '0', '1600x1200x24'], /(\d+)\n/);
  const port = 20_000 + (process.pid % 20_000);
  const env = {
    DISPLAY: `:${screen.found}`,
    HOME: home,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env: { ...process.env, ...env }, detached: true });
  const at = `http://127.0.0.1:${port}`;
  const ask = async (method, what, body) => {
    const answer = await fetch(at + what, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${what}: ${value.error}: ${value.message}`);
    return value;
  };
  const stop = async () => {
    process.kill(-child.pid, 'SIGKILL');
    await screen.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const end = Date.now() + START_MS; ; ) {
    const status = await ask('GET', '/status').catch(() => null);
    if (status?.ready) break;
    if (Date.now() > end) {
      await stop();
      throw new Error(`${driver} does not start`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  const browserOptions = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = await ask('POST', '/session', { capabilities }).catch(async (e) => {
    await stop();
    throw e;
  });
  const session = `/session/${sessionId}`;
  const evaluate = async (expression) => {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then((v) => done(JSON.stringify(v ?? null)), (e) => done(JSON.stringify({ walkError: String(e) })));`;
    const value = JSON.parse(await ask('POST', `${session}/execute/async`, { script, args: [] }));
    if (value?.walkError) throw new Error(value.walkError);
    return value;
  };
  return {
    goto: (url) => ask('POST', `${session}/url`, { url }),
    evaluate,
    click: (x, y) => ask('POST', `${session}/actions`, { actions: pressAt(Math.round(x), Math.round(y)) }),
    keys: (keys) => ask('POST', `${session}/actions`, { actions: typed(keys.map((k) => KEYS[k] ?? k)) }),
    resize: async (width, height) => {
      // The window is larger than the page in it by the bars of the browser.
      await ask('POST', `${session}/window/rect`, { width, height });
      const [w, h] = await evaluate('[innerWidth, innerHeight]');
      await ask('POST', `${session}/window/rect`, { width: 2 * width - w, height: 2 * height - h });
    },
    close: async () => {
      await ask('DELETE', session).catch(() => undefined);
      await stop();
    },
  };
}

export const ENGINES = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
