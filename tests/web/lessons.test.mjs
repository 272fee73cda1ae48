// Every step of every lesson, played with the real rules and proofs: the answer is accepted, the wrong try is
// refused, and every step has its texts in each language.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, wasmBytes } from './helper.mjs';

const { GAMES, Rules } = await load('wasm/wasm.ts');
const { LESSONS } = await load('games/explain.ts');
const lesson = await load('games/lesson.ts');
const { holds, setAfter } = await load('games/facts.ts');
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

    test(`${step.id}: what its texts say of the position is so`, () => {
      for (const fact of step.facts ?? []) assert.ok(holds(rules, 0, step, fact), JSON.stringify(fact));
    });

    if (step.task.kind === 'prove')
      test(`${step.id}: no other move keeps the win`, () => {
        lesson.setStep(rules, step);
        const legal = rules.legal(0).map((m) => rules.print(0, m));
        assert.ok(legal.length >= 4);
        assert.deepEqual(legal.filter((word) => tried(step, word).right), [step.answer]);
      });
  }

  test(`${game}: the quiz asks for true and false things, which the rules decide`, () => {
    const answers = LESSONS[game].quiz.map((q) => holds(rules, 0, q, q.fact));
    assert.ok(answers.length >= 6);
    for (const is of [true, false]) assert.ok(answers.filter((a) => a === is).length >= 2, `${is}`);
  });

  test(`${game}: the first step says the aim, the sides and what the board shows`, () => {
    for (const words of [learnEn, learnDe, learnFr])
      for (const part of ['aim', 'sides', 'legend.1', 'legend.2']) assert.ok(words[`${game}.${part}`].length > 20, part);
  });

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

test('a fact that is not so is denied', () => {
  const levee = LESSONS.levee.steps.find((s) => s.id === 'levee.edge');
  const race = LESSONS.redstone.steps.find((s) => s.id === 'redstone.race');
  const attack = LESSONS.claims.steps.find((s) => s.id === 'claims.attack');
  const loop = LESSONS.palisade.steps.find((s) => s.id === 'palisade.capture');
  for (const [step, fact] of [
    [levee, { kind: 'wet', point: 'a2' }],
    [levee, { kind: 'dry', point: 'a3' }],
    [levee, { kind: 'dry', point: 'b3' }], // a stone is neither
    [levee, { kind: 'channel', side: 1, has: false }],
    [levee, { kind: 'legal', move: 'c3' }],
    [levee, { kind: 'illegal', move: 'c3', rule: 'L3b' }],
    [levee, { kind: 'choices', n: 25 }],
    [levee, { kind: 'won', side: 1 }],
    [levee, { kind: 'threats', n: 1 }],
    [race, { kind: 'liberties', point: 'c2', n: 2 }],
    [race, { kind: 'takes', move: 'd2r', n: 1, own: 0 }],
    [race, { kind: 'stone', point: 'd2', side: 'red' }],
    [attack, { kind: 'claims', point: 'c3', side: 1, n: 1 }],
    [attack, { kind: 'height', point: 'c3', n: 2 }],
    [attack, { kind: 'points', first: 5, second: 3 }],
    [loop, { kind: 'owned', point: 'd5', side: 1 }],
  ])
    assert.equal(holds(rules, 0, step, fact), false, JSON.stringify(fact));
});

test('White would win the lesson of zugzwang by a pass', () => {
  const step = LESSONS.redstone.steps.find((s) => s.id === 'redstone.zugzwang');
  setAfter(rules, 0, step, step.answer);
  rules.set(PROOF, step.setup, rules.diagram(0), 3 - rules.state(0).side);
  assert.equal(rules.prove(PROOF, 1, lesson.LESSON_NODES, lesson.LESSON_POSITIONS).value, -1);
});

test('Redstone: where an own stone is legal, a red one takes own stones only', () => {
  let both = 0;
  for (let seed = 0; seed < 60; seed++) {
    rules.start(0, { game: 'redstone', width: 5, height: 5, players: 2, options: 0 });
    for (let ply = 0; ply < 30 && !rules.state(0).over; ply++) {
      const { side } = rules.state(0);
      const legal = new Set(rules.legal(0));
      for (const red of [...legal].filter((m) => m & 1024 && legal.has(m & 1023))) {
        both++;
        const before = rules.cells(0);
        rules.copy(1, 0);
        rules.play(1, red);
        const lost = before.filter((c, p) => c.owner === 3 - side && rules.cells(1)[p].owner !== 3 - side);
        assert.equal(lost.length, 0);
      }
      rules.play(0, rules.random(0, 100 * seed + ply));
    }
  }
  assert.ok(both > 20, `${both}`);
});

test('every language has the same texts', () => {
  for (const words of [learnDe, learnFr]) assert.deepEqual(Object.keys(words), Object.keys(learnEn));
});

test('a forbidden move names its rule and the points that prove it', () => {
  const step = LESSONS.levee.steps.find((s) => s.id === 'levee.circuit');
  const verdict = tried(step, 'c4');
  assert.equal(verdict.rule, 'L3b');
  assert.ok(verdict.points.length >= 3);
});
