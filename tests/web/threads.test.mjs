// The module for several threads: helpers in workers of Node, as the page's are in its own (analysis/helper.ts).
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { distDir, load, wasmBytes } from './helper.mjs';

const { Rules } = await load('wasm/wasm.ts');
const bytes = await wasmBytes('hoshi-threads.wasm');
const MEMORY_MIB = 16;
const HELPERS_MAX = 7;

/** The page's script of a helper, in the place of a worker's scope. */
const SCRIPT = `
const { workerData } = require('node:worker_threads');
globalThis.self = globalThis;
require('node:vm').runInThisContext(require('node:fs').readFileSync(workerData.script, 'utf8'));
self.onmessage({ data: workerData.call });`;

async function withThreads(t, n) {
  const rules = await Rules.loadThreads(bytes, MEMORY_MIB, n - 1);
  for (let i = 1; i < n; i++) {
    const workerData = { script: path.join(distDir, 'helper.js'), call: rules.callHelper() };
    const worker = new Worker(SCRIPT, { eval: true, workerData });
    t.after(() => worker.terminate());
  }
  while (rules.threads() < n) await new Promise((done) => setTimeout(done, 5));
  rules.engine(MEMORY_MIB, n);
  return rules;
}

const setup = (game, size) => ({ game, width: size, height: size, players: 2, options: 0 });
const visits = (report) => report.candidates.reduce((sum, c) => sum + c.visits, 0);

test('it imports its memory and nothing else', async () => {
  const imports = WebAssembly.Module.imports(await WebAssembly.compile(bytes));
  assert.deepEqual(imports, [{ module: 'env', name: 'memory', kind: 'memory' }]);
});

test('with one thread it searches as the other module does', async () => {
  const one = await Rules.load(await wasmBytes());
  const shared = await Rules.loadThreads(bytes, 2 * MEMORY_MIB, 0);
  for (const number of [0, 7]) assert.equal(shared.signature(number), one.signature(number));
});

test('helpers search the tree of the first thread', async (t) => {
  const rules = await withThreads(t, 3);
  rules.start(0, setup('palisade', 9));
  const before = new Map(); // the visits of a move; a report tells only the best five
  let told = 0;
  let rounds = 0;
  let more = 0;
  for (let slice = 1; slice <= 40; slice++) {
    const report = rules.analyze(0, 20, slice);
    // 16 rounds a tick are the first thread's; what comes on top helpers have done.
    more += report.rounds - 16 * 20;
    rounds += report.rounds;
    for (const c of report.candidates) {
      assert.ok(c.visits >= (before.get(c.move) ?? 0), 'visits add up');
      before.set(c.move, c.visits);
    }
    assert.ok(visits(report) > 0);
    told = visits(report);
  }
  assert.ok(more > 0, 'helpers have taken part');
  assert.ok(told <= rounds, 'all candidates together have the visits of all threads');
});

test('threads prune a full tree and prove a position together', async (t) => {
  const rules = await withThreads(t, 4);
  rules.engine(2, 4);
  rules.start(0, setup('levee', 9));
  let full = false;
  for (let slice = 1; slice < 400 && !full; slice++) full = rules.analyze(0, 100, slice).full;
  assert.ok(full, 'memory has run out');
  for (let slice = 1; slice < 20; slice++) assert.ok(rules.analyze(0, 100, slice).rounds > 0);

  rules.engine(MEMORY_MIB, 4);
  rules.start(0, setup('redstone', 3));
  let report = rules.analyze(0, 8, 1);
  for (let slice = 2; slice < 400 && !report.exact; slice++) report = rules.analyze(0, 40, slice);
  assert.ok(report.exact);
  assert.equal(report.winrate, report.proven > 0 ? 1 : 0);
});

test('a search begins without helpers that are not there yet', async () => {
  const rules = await Rules.loadThreads(bytes, MEMORY_MIB, 1);
  rules.callHelper();
  assert.equal(rules.threads(), 1);
  rules.engine(MEMORY_MIB, 2);
  rules.start(0, setup('claims', 8));
  assert.equal(rules.analyze(0, 4, 1).rounds, 64);
});

test('more helpers than there is room for, and more memory than was chosen, are refused', async () => {
  const rules = await Rules.loadThreads(bytes, MEMORY_MIB, HELPERS_MAX);
  for (let i = 0; i < HELPERS_MAX; i++) rules.callHelper();
  assert.throws(() => rules.callHelper(), RangeError);
  assert.throws(() => rules.engine(4 * MEMORY_MIB), RangeError);
  assert.throws(() => rules.engine(MEMORY_MIB, HELPERS_MAX + 2), RangeError);
  const one = await Rules.load(await wasmBytes());
  assert.throws(() => one.callHelper(), /one thread/);
  assert.equal(one.threads(), 1);
});
