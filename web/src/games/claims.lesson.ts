// The lesson of Claims: rules C1 to C8, then tall stacks, jacking and the right time to pass.
import type { Told } from './facts';
import type { Lesson, Step } from './lesson';
import { asks } from './quiz';

type Rest = Omit<Step, 'id' | 'setup' | 'moves'>;

function step(id: string, rows: string[], side: number, rest: Rest): Step {
  const setup = { game: 'claims', width: 5, height: 5, players: 2, options: 0 } as const;
  const diagram = rows.join('\n');
  return { id: `claims.${id}`, setup, from: { diagram, side }, moves: [], show: 'claims', ...rest };
}

function after(id: string, size: number, moves: string, rest: Rest): Step {
  const setup = { game: 'claims', width: size, height: size, players: 2, options: 0 } as const;
  return { id: `claims.${id}`, setup, moves: moves.split(' '), show: 'claims', ...rest };
}

const ROW = '.. .. .. .. ..';
const claimed = (points: string, side: number, n: number, moves = ''): Told[] =>
  points.split(' ').map((point) => ({ kind: 'claims', point, side, n, after: moves }));

const ask = asks('claims', 5, 'claims');

export const claims: Lesson = {
  game: 'claims',
  steps: [
    step('place', [ROW, ROW, ROW, ROW, ROW], 1, {
      task: { kind: 'place' },
      answer: 'c3',
      wrong: 'pass',
      facts: [{ kind: 'choices', n: 26 }], // and the pass
    }),
    step('neighbours', [ROW, ROW, '.. .. x1 .. ..', ROW, ROW], 1, {
      task: { kind: 'tap', what: 'claimed' },
      answer: 'c4',
      wrong: 'd4',
      marks: ['c3'],
      facts: [...claimed('c4 c2 b3 d3', 1, 1), ...claimed('b2 b4 d2 d4 c3 c5 a3', 1, 0)],
    }),
    step('enter', [ROW, ROW, '.. .. x1 .. ..', ROW, ROW], 2, {
      task: { kind: 'forbidden', rule: 'C5' },
      answer: 'c4',
      wrong: 'a1',
      facts: [
        { kind: 'illegal', move: 'c4', rule: 'C5' },
        { kind: 'legal', move: 'a1' },
        ...claimed('c4', 1, 1),
        ...claimed('c4', 2, 0),
      ],
    }),
    step('second', [ROW, '.. .. o1 .. ..', '.. o1 x1 .. ..', ROW, ROW], 1, {
      task: { kind: 'stack', on: 'own' },
      answer: 'c3',
      wrong: 'e1',
      marks: ['c3'],
      facts: [
        ...claimed('c3', 2, 2),
        ...claimed('c3', 1, 0),
        { kind: 'height', point: 'c3', n: 2, after: 'c3' },
        ...claimed('c2 c1 d3 e3', 1, 1, 'c3'),
      ],
    }),
    after('third', 5, 'c3 a1 c3 a1', {
      task: { kind: 'forbidden', rule: 'C2' },
      answer: 'c3',
      wrong: 'e5',
      facts: [
        { kind: 'height', point: 'c3', n: 2 },
        { kind: 'illegal', move: 'c3', rule: 'C2' },
      ],
    }),
    step('attack', [ROW, '.. .. x1 .. ..', '.. x1 o1 .. ..', ROW, ROW], 1, {
      task: { kind: 'stack', on: 'other' },
      answer: 'c3',
      wrong: 'a1',
      marks: ['c3'],
      facts: [
        ...claimed('c3', 1, 2),
        ...claimed('c3', 2, 0),
        { kind: 'height', point: 'c3', n: 1 },
        { kind: 'height', point: 'c3', n: 2, after: 'c3' },
        { kind: 'stone', point: 'c3', side: 1, after: 'c3' },
      ],
    }),
    step('reach', [ROW, ROW, ROW, ROW, 'x3 .. .. .. ..'], 1, {
      task: { kind: 'tap', what: 'claimed', among: ['b2', 'c3', 'd4', 'e5'] },
      answer: 'b2',
      wrong: 'c3',
      facts: [...claimed('a2 a3 a4 b1 c1 d1 b2', 1, 1), ...claimed('a5 e1 c3 d4', 1, 0)],
    }),
    step('block', [ROW, ROW, 'x3 .. o1 .. ..', ROW, ROW], 2, {
      task: { kind: 'block', point: 'c3' },
      answer: 'b3',
      wrong: 'e5',
      marks: ['c3'],
      facts: [...claimed('c3', 1, 1), ...claimed('c3', 1, 0, 'b3'), ...claimed('b3', 1, 1, 'b3')],
    }),
    after('pass', 3, 'b2 pass', {
      task: { kind: 'win' },
      answer: 'pass',
      wrong: 'b2',
      facts: [
        { kind: 'points', first: 4, second: 0 },
        { kind: 'won', side: 1, after: 'pass' },
      ],
    }),
    after('tall', 3, 'c3 c1 c3 b1 a2 b2 a2 b3 a3', {
      task: { kind: 'prove' },
      answer: 'b3',
      wrong: 'pass',
      facts: [
        { kind: 'stone', point: 'b3', side: 2 },
        { kind: 'height', point: 'b3', n: 2, after: 'b3' },
        { kind: 'points', first: 0, second: 1, after: 'b3' },
        ...claimed('c2', 1, 1, 'b3'),
        ...claimed('c2', 2, 2, 'b3'),
      ],
    }),
    after('jack', 3, 'c3 a1 a3 b2 c1 a1 c1', {
      task: { kind: 'prove' },
      answer: 'a3',
      wrong: 'b3',
      facts: [
        { kind: 'height', point: 'a3', n: 1 },
        ...claimed('a3', 2, 1),
        ...claimed('b3', 2, 2, 'a3'),
        ...claimed('b3', 1, 1, 'a3'),
        ...claimed('a2', 2, 3, 'a3'),
        { kind: 'points', first: 2, second: 2 },
        { kind: 'points', first: 1, second: 3, after: 'a3' },
      ],
    }),
    after('again', 3, 'b1 b3 b1', {
      task: { kind: 'prove' },
      answer: 'b2',
      wrong: 'a1',
      facts: [
        { kind: 'points', first: 2, second: 2 },
        { kind: 'points', first: 2, second: 4, after: 'b2' },
      ],
    }),
  ],
  quiz: [
    ...ask(
      [ROW, ROW, '.. .. x1 .. ..', ROW, ROW].join('\n'),
      2,
      {
        kind: 'claims',
        point: 'd4',
        side: 1,
        n: 1,
      },
      { kind: 'legal', move: 'c2' },
    ),
    ...ask([ROW, '.. .. o1 .. ..', '.. o1 x1 .. ..', ROW, ROW].join('\n'), 1, {
      kind: 'legal',
      move: 'c3',
    }),
    ...ask(
      [ROW, ROW, ROW, ROW, 'x3 .. .. .. ..'].join('\n'),
      2,
      {
        kind: 'claims',
        point: 'b2',
        side: 1,
        n: 1,
      },
      { kind: 'claims', point: 'c3', side: 1, n: 1 },
    ),
    ...ask([ROW, ROW, 'x3 o1 .. .. ..', ROW, ROW].join('\n'), 2, {
      kind: 'claims',
      point: 'c3',
      side: 1,
      n: 1,
    }),
    ...ask([ROW, '.. .. x1 .. ..', '.. .. o1 .. ..', ROW, ROW].join('\n'), 1, {
      kind: 'legal',
      move: 'c3',
    }),
  ],
};
