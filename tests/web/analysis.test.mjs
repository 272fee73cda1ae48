// What the analysis asks of the WebAssembly module: set-ups and why they cannot be, and the engine in
// slices.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, wasmBytes } from './helper.mjs';

const { Rules } = await load('wasm/wasm.ts');
const bytes = await wasmBytes();
const rules = await Rules.load(bytes);

const setupOf = (game, size, options = 0) => ({ game, width: size, height: size, players: 2, options });
const cellsOf = (size, stones) => {
  const cells = Array.from({ length: size * size }, () => ({ owner: 0, height: 0, flags: 0 }));
  for (const [point, owner] of Object.entries(stones)) {
    const at = (Number(point.slice(1)) - 1) * size + point.charCodeAt(0) - 97;
    cells[at] = { owner, height: 1, flags: 0 };
  }
  return cells;
};
const points = (size, names) =>
  names.map((n) => (Number(n.slice(1)) - 1) * size + n.charCodeAt(0) - 97).sort((a, b) => a - b);

test('a set-up that can be is taken', () => {
  const cells = cellsOf(5, { a1: 1, b1: 2, c3: 5 });
  assert.equal(rules.place(0, setupOf('redstone', 5), cells, 2), null);
  assert.deepEqual(rules.cells(0), cells);
  assert.equal(rules.state(0).side, 2);
});

test('a set-up that cannot be names its rule and just the stones that forbid it', () => {
  const cases = [
    ['palisade', { a1: 1, e5: 1, b1: 1 }, 'P1', ['b1']],
    ['palisade', { b2: 1, c3: 1, d2: 1, c1: 1, c2: 2, a2: 2 }, 'P4', ['b2', 'c3', 'd2', 'c1', 'c2']],
    ['redstone', { a1: 1, a2: 2, b1: 2, e5: 1 }, 'R4', ['a1', 'a2', 'b1']],
    // The last stone of a colour that does not matter to the group, and one that does.
    ['redstone', { a1: 1, a2: 5, b1: 5, e5: 2 }, 'R4', ['a1', 'a2', 'b1']],
    ['redstone', { a1: 1, a2: 2, b1: 5, e5: 1 }, 'R4', ['a1', 'a2', 'b1']],
    ['redstone', { b2: 1, d2: 1 }, 'R5', ['b2', 'd2']],
    ['redstone', { a1: 5 }, 'R5', ['a1']],
    ['levee', { c3: 5, a1: 5 }, 'L3a', ['c3']],
    ['levee', { b3: 5, c4: 5, d3: 5, c2: 5, a5: 5 }, 'L3b', ['b3', 'c4', 'd3', 'c2']],
  ];
  for (const [game, stones, rule, names] of cases) {
    rules.start(0, setupOf(game, 5));
    const why = rules.place(0, setupOf(game, 5), cellsOf(5, stones), 1);
    assert.deepEqual(why, { rule, points: points(5, names) }, JSON.stringify(stones));
    assert.equal(rules.cells(0).filter((c) => c.owner !== 0).length, 0, 'the slot stays');
  }
});

test('a stack that no play makes names its rule', () => {
  const cells = cellsOf(5, { a1: 1, c3: 2 });
  cells[0].height = 40;
  assert.deepEqual(rules.place(0, setupOf('claims', 5), cells, 1), { rule: 'C2', points: [0] });
});

test('stones that the game has not are refused', () => {
  assert.throws(() => rules.place(0, setupOf('palisade', 5), cellsOf(5, { a1: 3 }), 1), RangeError);
  assert.throws(() => rules.place(0, setupOf('palisade', 5), cellsOf(5, {}), 3), RangeError);
});

test('the engine continues where it was and proves a small position', () => {
  rules.engine(16);
  rules.start(0, setupOf('redstone', 3));
  let visits = 0;
  let report = rules.analyze(0, 8, 1);
  assert.equal(report.rounds, 128);
  assert.ok(report.candidates.length > 1 && report.candidates.length <= 5);
  for (let slice = 2; slice < 400 && !report.exact; slice++) {
    report = rules.analyze(0, 40, slice);
    const now = report.candidates.reduce((sum, c) => sum + c.visits, 0);
    if (slice < 6) assert.ok(now > visits, 'visits add up');
    visits = now;
  }
  assert.ok(report.exact);
  assert.equal(report.winrate, report.proven > 0 ? 1 : 0);
});

test('moves that mirror each other are one candidate', () => {
  const size = 7;
  for (const [game, moves] of [['levee', []], ['redstone', []], ['redstone', ['d4']]]) {
    rules.engine(16);
    rules.start(0, setupOf(game, size, 0));
    for (const word of moves) rules.play(0, rules.parse(0, word));
    let report = rules.analyze(0, 8, 1);
    for (let slice = 2; slice < 20; slice++) report = rules.analyze(0, 40, slice);
    // Folded at the middle row and the middle column, in Redstone at the diagonal too, no two are the same point.
    const names = report.candidates.map((c) => rules.print(0, c.move));
    const folded = names.map((word) => {
      const at = [word.charCodeAt(0) - 97, Number(word.slice(1)) - 1].map((n) => Math.min(n, size - 1 - n));
      return (game === 'redstone' ? at.sort() : at).join();
    });
    assert.ok(names.length >= 3, `${game}: other moves take the places: ${names}`);
    assert.equal(new Set(folded).size, names.length, `${game}: ${names}`);
  }
});

test('ownership tells whose the points will be', () => {
  rules.engine(16);
  const size = 5;
  const cells = cellsOf(size, { b2: 1, c3: 1, d2: 1, c1: 1 });
  assert.equal(rules.place(0, setupOf('palisade', size), cells, 2), null);
  rules.analyze(0, 20, 1);
  const owner = rules.ownership(0, 200, 1);
  assert.equal(owner.length, size * size);
  assert.equal(owner[size + 2], 1, 'c2 lies in the black loop');
  assert.ok(owner.every((v) => v >= -1 && v <= 1));
});

test('a quick answer is not called solved, and a deep question asks further', async (t) => {
  const asked = [];
  const { Worker } = globalThis;
  globalThis.Worker = class {
    terminate() {}
    postMessage(wish) {
      if (wish.stop) return;
      asked.push(wish);
      const { id, rounds } = wish;
      const settled = wish.game.moves.length > 1;
      const answer = { id, rounds: rounds || 5, lines: [], ownership: wish.ownership ? [1] : [], done: true, settled };
      queueMicrotask(() => this.onmessage({ data: answer }));
    }
  };
  t.after(() => (globalThis.Worker = Worker));
  const { Engine, recalled } = await load('analysis/engine.ts');
  const engine = new Engine();
  const game = { setup: setupOf('levee', 5), moves: ['b4'] };
  const question = { game, memoryMib: 32, threads: 1, ownership: false };
  const first = await engine.answer(question, 600);
  assert.deepEqual([first.rounds, first.settled], [600, false]);
  assert.equal((await engine.answer(question, 10_000)).rounds, 10_000, 'it looks further');
  assert.equal((await engine.answer(question, 2500)).rounds, 10_000, 'what is known is enough');
  assert.equal(asked.length, 2);
  // A new look begins with few rounds: the lines of the long one stay, the owners are shown at once.
  engine.ask({ ...question, ownership: true }, 0);
  await Promise.resolve();
  assert.deepEqual([recalled(question).rounds, recalled(question).ownership], [10_000, [1]]);
  // Nothing more can be found out of a position that is settled.
  const solved = { ...question, game: { ...game, moves: ['b4', 'd2'] } };
  await engine.answer(solved, 600);
  await engine.answer(solved, 10_000);
  assert.equal(asked.length, 4);
});
