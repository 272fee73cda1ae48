// The practice ladders without a browser: each position is judged by the module as the ladder says.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { distDir, load, root } from './helper.mjs';
import { prove, records, rules } from './puzzlehelper.mjs';

const { GAMES } = await load('wasm/wasm.ts');
const { IDEAS, doneOn, nextRung, readClimbed } = await load('puzzles/laddersdata.ts');
const { learnEn } = await load('i18n/en/learn.ts');
const RUNGS = 10;

const ladders = JSON.parse(await readFile(path.join(root, 'puzzles/ladders.json'), 'utf8'));

for (const game of GAMES)
  test(`${game}: each ladder has ten positions that get harder, each with one move that reaches the goal`, async () => {
    const known = new Map((await records(game)).map((p) => [p.id, p]));
    const ids = ladders[game].flatMap((l) => l.puzzles);
    assert.ok(ladders[game].length >= 4);
    assert.equal(new Set(ids).size, ids.length, 'no position is on two ladders');
    for (const { idea, puzzles } of ladders[game]) {
      assert.ok(IDEAS.includes(idea), idea);
      assert.match(learnEn[`ladder.${idea}.text`], /\w.*[.]$/);
      assert.equal(puzzles.length, RUNGS, idea);
      const rungs = puzzles.map((id) => known.get(id));
      rungs.reduce((before, p) => (assert.ok(before.rating <= p.rating, `${idea} ${p.id}`), p));
      for (const p of rungs) {
        const { value, exact, plies, word } = prove(p, [], p.goal);
        assert.deepEqual({ value, exact, plies, word }, { value: 1, exact: true, plies: p.plies, word: p.solution }, p.id);
        const others = rules.legal(0).map((m) => rules.print(0, m)).filter((m) => m !== p.solution);
        for (const move of others) assert.equal(prove(p, [move], 1 - p.goal).value, 1, `${p.id} ${move}`);
      }
    }
    const shown = JSON.parse(await readFile(path.join(distDir, `ladders-${game}.json`), 'utf8'));
    assert.deepEqual(shown.map((l) => l.idea), ladders[game].map((l) => l.idea));
    assert.deepEqual(shown.flatMap((l) => l.puzzles.map((p) => p.id)), ids);
    for (const p of shown.flatMap((l) => l.puzzles)) assert.equal(p.solution, undefined);
  });

test('the next rung is the first open one above, then the first of all', () => {
  const ladder = { idea: 'jack', rungs: ['a', 'b', 'c'].map((id) => ({ id })) };
  assert.equal(nextRung(ladder, [], -1), 0);
  assert.equal(nextRung(ladder, ['a', 'b'], 0), 2);
  assert.equal(nextRung(ladder, ['b', 'c'], 2), 0, 'one that was passed over');
  assert.equal(nextRung(ladder, ['a', 'b', 'c'], 2), 0);
  assert.equal(doneOn(ladder, ['b', 'x']), 1);
  assert.deepEqual(readClimbed('["a",1,"b"]'), ['a', 'b']);
  assert.deepEqual(readClimbed('{{'), []);
});
