// Puzzles without a browser: every move is judged by proof, what is kept of attempts, and how puzzles are chosen.
import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { distDir, load, root, wasmBytes } from './helper.mjs';

const { GAMES, Rules } = await load('wasm/wasm.ts');
const { NODES, POSITIONS, bestLine, judgeMove } = await load('learn/solve.ts');
const { readLog, rowOf, withAttempt } = await load('puzzles/log.ts');
const { dueOf, readAgain, withAgain } = await load('puzzles/repeat.ts');
const { bestsOf, readRuns } = await load('puzzles/bests.ts');
const { BANDS, bandOf, ratingAfter, startRating } = await load('puzzles/strength.ts');
const { regionOf } = await load('puzzles/hints.ts');
const { ANY, THEMES, daily, fitting, ideasOf, isTheme, nextOf, rising } = await load('puzzles/collection.ts');
const { placedFrom, startOf } = await load('puzzles/start.ts');
const rules = await Rules.load(await wasmBytes());
const EACH = 4;

async function collection(game) {
  const text = await readFile(path.join(root, 'puzzles', `${game}.jsonl`), 'utf8');
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/** Puts the position after the puzzle's moves and these into slot 0. */
function setUp(p, line) {
  rules.start(0, { game: p.game, width: p.width, height: p.height, players: 2, options: p.options });
  for (const word of [...p.moves, ...line]) assert.ok(rules.play(0, rules.parse(0, word)), `${p.id}: ${word}`);
}

function asker(p) {
  return (line, goal) => {
    setUp(p, line);
    const { move, ...rest } = rules.prove(0, goal, NODES, POSITIONS);
    return Promise.resolve({ ...rest, move: move === null ? null : rules.print(0, move) });
  };
}

for (const game of GAMES) {
  test(`${game}: the page knows how long the defender can hold out in the longest puzzles`, async () => {
    const all = (await collection(game)).sort((a, b) => b.plies - a.plies || b.nodes - a.nodes);
    for (const p of all.slice(0, EACH)) {
      setUp(p, []);
      const { value, exact, plies } = rules.prove(0, p.goal, NODES, POSITIONS);
      assert.deepEqual({ value, exact, plies }, { value: 1, exact: true, plies: p.plies }, p.id);
    }
  });

  test(`${game}: the solution is accepted to its end, and every other first move is refuted`, async () => {
    const all = (await collection(game)).sort((a, b) => a.plies - b.plies);
    for (const p of all.slice(0, EACH)) {
      const ask = asker(p);
      setUp(p, []);
      const words = rules.legal(0).map((m) => rules.print(0, m));
      for (const word of words.filter((w) => w !== p.solution)) {
        const step = await judgeMove(ask, p.goal, [], word);
        assert.equal(step.kind, 'wrong', `${p.id} ${word}`);
        assert.equal(step.line[0], word);
      }
      let line = [];
      for (let solved = false; !solved; ) {
        const { move } = await ask(line, p.goal);
        if (line.length === 0) assert.equal(move, p.solution, p.id);
        const step = await judgeMove(ask, p.goal, line, move);
        assert.equal(step.kind, 'right', `${p.id} ${move}`);
        ({ line, solved } = step);
      }
      assert.equal(line.length, p.plies, p.id);
      assert.deepEqual((await bestLine(ask, [], p.goal, 40)).length, p.plies);
    }
  });

  test(`${game}: records have ids and themes of their own, and the shards of the page have all of them`, async () => {
    const all = await collection(game);
    assert.equal(new Set(all.map((p) => p.id)).size, all.length);
    for (const p of all) for (const theme of p.themes) assert.ok(THEMES.includes(theme), theme);
    const names = (await readdir(distDir)).filter((n) => n.startsWith(`puzzles-${game}-`) && n.endsWith('.json'));
    const ids = [];
    for (const name of names) {
      assert.ok((await stat(path.join(distDir, name))).size <= 100_000, name);
      const shard = JSON.parse(await readFile(path.join(distDir, name), 'utf8'));
      assert.equal(shard.shards, names.length);
      for (const p of shard.puzzles) assert.equal(p.solution, undefined);
      ids.push(...shard.puzzles.map((p) => p.id));
    }
    assert.deepEqual(ids.sort(), all.map((p) => p.id).sort());
  });
}

test('a move that cannot be judged is neither right nor wrong', async () => {
  const nothing = () => Promise.resolve(null);
  assert.deepEqual(await judgeMove(nothing, 1, [], 'a1'), { kind: 'unclear' });
  const open = { value: 0, settled: false, exact: false, plies: 0, move: null, nodes: 1 };
  assert.deepEqual(await judgeMove(() => Promise.resolve(open), 1, [], 'a1'), { kind: 'unclear' });
});

test('only the first attempt at a puzzle counts', () => {
  let log = readLog(null);
  log = withAttempt(log, { id: 'p1', at: 1, solved: true });
  log = withAttempt(log, { id: 'p2', at: 2, solved: true });
  assert.equal(rowOf(log.attempts), 2);
  const again = withAttempt(log, { id: 'p1', at: 3, solved: false });
  assert.equal(again, log);
  log = withAttempt(log, { id: 'p3', at: 4, solved: false });
  assert.equal(rowOf(log.attempts), 0);
  assert.equal(log.best.row, 2);
  assert.deepEqual(readLog(JSON.stringify(log)), log);
});

test('a damaged log is read as far as it is sound', () => {
  assert.deepEqual(readLog('{"attempts":[{"id":1},7,{"id":"p1","at":1,"solved":true}],"best":{"row":-3}}'), {
    attempts: [{ id: 'p1', at: 1, solved: true }],
    best: { row: 0, streak: 0, storm: 0 },
  });
  assert.deepEqual(readLog('{{').attempts, []);
  assert.deepEqual(readLog('[]').attempts, []);
});

const puzzle = (n, themes = [], width = 5) => ({
  id: `p${n}`,
  setup: { game: 'levee', width, height: width, players: 2, options: 0 },
  moves: [],
  goal: 1,
  plies: 3,
  themes,
  rating: 1000 + n,
});
for (const game of GAMES)
  test(`${game}: the themes sort the puzzles: none is that of nearly all or of nearly none`, async () => {
    const all = await collection(game);
    const counts = new Map();
    for (const theme of all.flatMap((p) => p.themes)) counts.set(theme, (counts.get(theme) ?? 0) + 1);
    assert.ok(counts.size >= 8, `${counts.size} themes`);
    for (const [theme, n] of counts) {
      const share = n / all.length;
      assert.ok(share >= 0.03 && share <= 0.6, `${theme}: ${(100 * share).toFixed(1)} %`);
    }
    assert.ok(all.every((p) => p.themes.length > 0));
  });

test('the hint of a puzzle is an idea, not its length', () => {
  assert.deepEqual(ideasOf({ themes: ['threat', 'count', 'short', 'long'] }), ['threat']);
  assert.ok(isTheme('capture') && !isTheme('cut'), 'a theme of another version');
});

const many = Array.from({ length: 60 }, (_, n) => puzzle(n, n % 2 ? ['threat'] : [], n % 3 ? 5 : 7));

test('a filter keeps theme, size and difficulty', () => {
  assert.equal(fitting(many, ANY).length, 60);
  assert.ok(fitting(many, { ...ANY, theme: 'threat' }).every((p) => p.themes.includes('threat')));
  assert.ok(fitting(many, { ...ANY, size: 7 }).every((p) => p.setup.width === 7));
  assert.deepEqual(fitting(many, { ...ANY, level: 'easy' }), many, 'ratings from 900 to 1199 have this name');
  assert.deepEqual(fitting(many, { ...ANY, level: 'expert' }), []);
});

test('what was tried does not come again while there is something new', () => {
  const tried = new Set();
  let last = '';
  for (let n = 0; n < 60; n++) {
    const next = nextOf(many, tried, last, 1030);
    assert.ok(!tried.has(next.id));
    tried.add((last = next.id));
  }
  assert.notEqual(nextOf(many, tried, last, 1030).id, last);
  assert.equal(nextOf([], tried, last, 1030), null);
});

test('of ten puzzles one at most is on a small board, unless there are no others', () => {
  const mixed = Array.from({ length: 100 }, (_, n) => puzzle(n, [], n < 80 ? 4 : 7));
  const tried = new Set();
  let small = 0;
  for (let n = 0; n < 20; n++) {
    const next = nextOf(mixed, tried, '', 1010);
    small += next.setup.width < 5 ? 1 : 0;
    tried.add(next.id);
  }
  assert.ok(small <= 2, `${small} of 20`);
  const only = mixed.filter((p) => p.setup.width < 5);
  assert.equal(nextOf(only, new Set(), '', 1010).setup.width, 4);
});

test('the next puzzle is near the rating', () => {
  for (const rating of [900, 1020, 1200])
    assert.ok(Math.abs(nextOf(many, new Set(), '', rating).rating - Math.max(1000, Math.min(1059, rating))) <= 12);
});

test('difficulty has the same names in all games', () => {
  assert.deepEqual([400, 899, 900, 1199, 1200, 1500, 1800, 2800].map(bandOf), [
    'beginner', 'beginner', 'easy', 'easy', 'middle', 'advanced', 'expert', 'expert',
  ]);
  assert.equal(BANDS.length, 5);
});

test('a solver begins by lessons and results, and the estimate follows the attempts', () => {
  const ratings = Array.from({ length: 100 }, (_, i) => 600 + 10 * i);
  const done = { lessons: 0, results: [] };
  const first = startRating('levee', ratings, done);
  const taught = startRating('levee', ratings, { ...done, lessons: 10 });
  assert.ok(first >= 600 && first < taught && taught < 1100);
  const results = Array.from({ length: 6 }, () => ({ level: 5, score: 1, helped: false }));
  assert.ok(startRating('levee', ratings, { ...done, results }) > taught);
  const known = new Map([['a', 1000], ['b', 1000]]);
  const solved = ratingAfter(1000, [{ id: 'a', at: 1, solved: true }], known);
  const failed = ratingAfter(1000, [{ id: 'a', at: 1, solved: false }], known);
  assert.ok(solved > 1050 && failed < 950);
  assert.equal(ratingAfter(1000, [{ id: 'x', at: 1, solved: true }], known), 1000, 'of another game');
  const second = ratingAfter(1000, [{ id: 'a', at: 1, solved: true }, { id: 'b', at: 2, solved: true }], known);
  assert.ok(second > solved && second - solved < solved - 1000, 'later attempts move it less');
});

test('what was failed comes again after 1, 3, 7 and 21 days, and then no more', () => {
  const day = 24 * 3600 * 1000;
  let list = withAgain([], 'p', 0, false);
  let at = 0;
  for (const days of [1, 3, 7, 21]) {
    assert.deepEqual(dueOf(list, at + days * day - 1), []);
    at += days * day;
    assert.deepEqual(dueOf(list, at).map((a) => a.id), ['p']);
    assert.equal(withAgain(list, 'p', at - 1, true), list, 'too early it does not count');
    list = withAgain(list, 'p', at, true);
  }
  assert.deepEqual(list, []);
  list = withAgain(withAgain([], 'p', 0, false), 'p', day, true);
  list = withAgain(list, 'p', 4 * day, false);
  assert.deepEqual(list, [{ id: 'p', due: 5 * day, step: 0 }], 'a failure begins anew');
  assert.deepEqual(readAgain(JSON.stringify([...list, { id: 1 }, 7])), list);
  assert.deepEqual(readAgain('{{'), []);
});

test('the bests of a day, a week and of all', () => {
  const now = new Date(2026, 1, 20, 15).getTime();
  const ago = (days) => now - days * 24 * 3600 * 1000;
  const runs = [
    { kind: 'storm', at: ago(30), n: 40 },
    { kind: 'storm', at: ago(3), n: 20 },
    { kind: 'storm', at: ago(0), n: 10 },
    { kind: 'streak', at: ago(0), n: 99 },
  ];
  assert.deepEqual(bestsOf(runs, 40, 'storm', now), { day: 10, week: 20, all: 40 });
  assert.deepEqual(readRuns(JSON.stringify([...runs, { kind: 'row', at: 1, n: 1 }])), runs);
});

test('the region of a hint has legal points only, the key among them, and never all of them', () => {
  const legal = Array.from({ length: 20 }, (_, i) => i * 2);
  for (const key of legal) {
    const region = regionOf(key, legal, 7);
    assert.ok(region.includes(key) && region.length >= 2 && region.length <= 6);
    assert.ok(region.every((p) => legal.includes(p)));
  }
  assert.equal(regionOf(4, [4, 6], 7), null, 'nothing would be left to find');
  assert.equal(regionOf(5, legal, 7), null, 'the key is no legal point');
});

test('a day has one puzzle, and days differ', () => {
  const days = Array.from({ length: 28 }, (_, i) => `2026-02-${String(i + 1).padStart(2, '0')}`);
  assert.equal(daily(many, days[0]).id, daily(many, days[0]).id);
  assert.ok(new Set(days.map((d) => daily(many, d).id)).size > 10);
  assert.equal(daily([], days[0]), null);
});

test('a run gets harder', () => {
  const ratings = Array.from({ length: 25 }, (_, n) => rising(many, n, 20, 7).rating);
  for (let n = 1; n < 20; n++) assert.ok(ratings[n] > ratings[n - 1]);
  assert.ok(ratings.slice(19).every((r) => r >= 1057));
});

test('a position that was set up goes to the server and comes back', async () => {
  for (const game of GAMES) {
    for (const p of (await collection(game)).filter((_, i) => i % 200 === 0)) {
      setUp(p, []);
      const from = { cells: rules.cells(0), side: rules.state(0).side };
      const placed = { setup: { game, width: p.width, height: p.height, players: 2, options: p.options }, from, moves: [] };
      const start = startOf(placed);
      assert.deepEqual(placedFrom(placed.setup, JSON.parse(JSON.stringify(start)), []), placed, p.id);
      assert.equal(rules.place(1, placed.setup, from.cells, from.side), null);
      assert.deepEqual(rules.cells(1), from.cells);
    }
  }
  const setup = { game: 'levee', width: 5, height: 5, players: 2, options: 0 };
  assert.deepEqual(placedFrom(setup, null, ['a1']), { setup, moves: ['a1'] });
  assert.equal(startOf({ setup, moves: ['a1'] }), null);
});
