// Every step of every lesson, played with the real rules and proofs: the answer is accepted, the wrong try is
// refused, and every step has its texts in each language.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, wasmBytes } from './helper.mjs';

const { GAMES, Rules } = await load('wasm/wasm.ts');
const { LESSONS } = await load('games/explain.ts');
const lesson = await load('games/lesson.ts');
const { learnEn } = await load('i18n/en/learn.ts');
const { learnDe } = await load('i18n/de/learn.ts');
const { learnFr } = await load('i18n/fr/learn.ts');
const rules = await Rules.load(await wasmBytes());
const PROOF = 2;

/** The verdict as the page comes to it: by the rules, and where they do not decide by proof. */
function tried(step, word) {
  const verdict = lesson.judge(rules, step, word);
  if (verdict) return verdict;
  rules.copy(PROOF, 1);
  const proved = rules.prove(PROOF, 0, lesson.LESSON_NODES, lesson.LESSON_POSITIONS);
  assert.notEqual(proved.value, 0, `${step.id}: ${word} is not decided within the bounds`);
  const answer = proved.move === null ? '' : rules.print(PROOF, proved.move);
  return lesson.judgeProof(proved, answer, proved.move);
}

for (const game of GAMES) {
  const { steps } = LESSONS[game];

  test(`${game}: 8 to 15 steps, each with its own name`, () => {
    assert.ok(steps.length >= 8 && steps.length <= 15);
    assert.equal(new Set(steps.map((s) => s.id)).size, steps.length);
    for (const step of steps) assert.ok(step.id.startsWith(`${game}.`), step.id);
  });

  for (const step of steps) {
    test(`${step.id}: ${step.answer} is right, ${step.wrong} is refused`, () => {
      lesson.setStep(rules, step);
      const right = tried(step, step.answer);
      assert.ok(right.right, JSON.stringify(right));
      const wrong = tried(step, step.wrong);
      assert.ok(!wrong.right, JSON.stringify(wrong));
      if (step.task.kind === 'forbidden') {
        assert.equal(right.rule, step.task.rule);
        assert.ok(right.text.length > 0);
      }
      // A move that throws the win away is answered.
      if (step.task.kind === 'prove' && wrong.rule === '') assert.notEqual(wrong.answer, '');
    });

    if (step.task.kind === 'prove')
      test(`${step.id}: no other move keeps the win`, () => {
        lesson.setStep(rules, step);
        const legal = rules.legal(0).map((m) => rules.print(0, m));
        assert.ok(legal.length >= 4);
        assert.deepEqual(legal.filter((word) => tried(step, word).right), [step.answer]);
      });
  }

  test(`${game}: every step has its texts in each language, translated`, () => {
    for (const step of steps) {
      for (const part of ['title', 'task', 'more', 'hint', 'done']) {
        const key = `${step.id}.${part}`;
        for (const words of [learnEn, learnDe, learnFr]) assert.ok(words[key]?.length > 3, key);
        if (part !== 'title') {
          assert.notEqual(learnDe[key], learnEn[key], key);
          assert.notEqual(learnFr[key], learnEn[key], key);
        }
      }
      assert.ok(learnEn[`${step.id}.task`].length <= 110, `${step.id}: one sentence`);
    }
  });
}

test('every language has the same texts', () => {
  for (const words of [learnDe, learnFr]) assert.deepEqual(Object.keys(words), Object.keys(learnEn));
});

test('a forbidden move names its rule and the points that prove it', () => {
  const step = LESSONS.levee.steps.find((s) => s.id === 'levee.circuit');
  const verdict = tried(step, 'c4');
  assert.equal(verdict.rule, 'L3b');
  assert.ok(verdict.points.length >= 3);
});
