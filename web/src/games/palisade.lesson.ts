// The lesson of Palisade: rules P1 to P6, then cutting, the ring and parity.
import type { Lesson, Step } from './lesson';
import { asks } from './quiz';
import type { Told } from './facts';

type Rest = Omit<Step, 'id' | 'setup' | 'moves'>;

function step(id: string, size: number, rows: string, side: number, rest: Rest): Step {
  const setup = { game: 'palisade', width: size, height: size, players: 2, options: 0 } as const;
  return { id: `palisade.${id}`, setup, from: { diagram: rows, side }, moves: [], ...rest };
}

function after(id: string, size: number, moves: string, rest: Rest): Step {
  const setup = { game: 'palisade', width: size, height: size, players: 2, options: 0 } as const;
  return { id: `palisade.${id}`, setup, moves: moves.split(' '), ...rest };
}

const EMPTY = '..... ..... ..... ..... .....';
const owned = (points: string, side: number, moves: string): Told[] =>
  points.split(' ').map((point) => ({ kind: 'owned', point, side, after: moves }));

const ask = asks('palisade', 5);

export const palisade: Lesson = {
  game: 'palisade',
  steps: [
    step('place', 5, EMPTY, 1, {
      task: { kind: 'place' },
      answer: 'c3',
      wrong: 'b1',
      facts: [
        { kind: 'choices', n: 13 },
        { kind: 'legal', move: 'c3' },
      ],
    }),
    step('colours', 5, EMPTY, 1, {
      task: { kind: 'forbidden', rule: 'P1' },
      answer: 'b1',
      wrong: 'c3',
      facts: [{ kind: 'illegal', move: 'b1', rule: 'P1' }],
    }),
    step('loop', 7, '....... ....... ..x.... ...x... ..x.... ....... .......', 1, {
      task: { kind: 'loop' },
      answer: 'b4',
      wrong: 'e5',
      marks: ['c5', 'd4', 'c3'],
      facts: owned('b4 c5 d4 c3 c4', 1, 'b4'),
    }),
    step('cross', 5, '..... ..... ..xo. ...x. .....', 2, {
      task: { kind: 'cross' },
      answer: 'c2',
      wrong: 'a2',
      marks: ['c3', 'd2'],
    }),
    step('capture', 7, '....... ...x... ..xox.. ..o.ox. ..xox.. ...x... .......', 1, {
      task: { kind: 'capture', stones: 4 },
      answer: 'b4',
      wrong: 'a1',
      marks: ['d5', 'c4', 'e4', 'd3'],
      facts: [
        ...owned('d5 c4 e4 d3 d4', 2, ''),
        { kind: 'takes', move: 'b4', n: 4, own: 0 },
        { kind: 'points', first: 13, second: 0, after: 'b4' },
      ],
    }),
    step('inside', 7, '....... ...x... ..x.x.. .x...x. ..x.x.. ...xo.. .......', 2, {
      task: { kind: 'forbidden', rule: 'P5' },
      answer: 'd3',
      wrong: 'a2',
      facts: [{ kind: 'illegal', move: 'd3', rule: 'P5' }],
    }),
    step('ring', 5, '..... ..... ...o. ox... x....', 1, {
      task: { kind: 'capture', stones: 1 },
      answer: 'a3',
      wrong: 'c5',
      marks: ['a2'],
      facts: [{ kind: 'takes', move: 'a3', n: 1, own: 0 }, ...owned('a1 a2 a3 b2', 1, 'a3')],
    }),
    after('end', 5, 'e3 d5 d4 b1 c1 a2 d2 b5 e5 b3 e1 c4 b2 a4', {
      task: { kind: 'win' },
      answer: 'c3',
      wrong: 'b2',
      facts: [
        { kind: 'choices', n: 1 },
        { kind: 'points', first: 13, second: 12, after: 'c3' },
        { kind: 'won', side: 1, after: 'c3' },
      ],
    }),
    step('cheap', 5, '..... ..... ..... .x... x....', 1, {
      task: { kind: 'loop' },
      answer: 'a3',
      wrong: 'e5',
      facts: [...owned('a2', 1, 'a3'), ...owned('b1', 1, 'c1')],
    }),
    after(
      'cut',
      7,
      'g5 b5 a5 a2 f2 e2 c1 f7 c5 d3 e1 d1 g3 f1 b6 e4 e3 f3 f4 b3 b4 b1 e7 f5 e5 g6 f6 d5 d4',
      {
        task: { kind: 'prove' },
        answer: 'c4',
        wrong: 'e6',
        facts: [
          { kind: 'takes', move: 'c4', n: 2, own: 0 },
          { kind: 'points', first: 12, second: 14 },
          { kind: 'points', first: 12, second: 23, after: 'c4' },
        ],
      },
    ),
    after(
      'parity',
      7,
      'e1 a6 a7 d5 g3 a4 c3 f5 b4 c4 d4 g2 c5 e6 e3 f1 d6 e4 f2 b7 e7 g4 a3 f3 c1 f7 c7 e2 a5 d1',
      {
        task: { kind: 'prove' },
        answer: 'd2',
        wrong: 'g7',
        facts: [{ kind: 'points', first: 12, second: 19 }],
      },
    ),
  ],
  quiz: [
    ...ask('..... ..... ..x.. ..... .....', 1, { kind: 'legal', move: 'b1' }),
    ...ask('..... ..... ..x.. .x.x. ..x..', 2, { kind: 'legal', move: 'c2' }),
    ...ask('..... ..... ..x.. .x.x. ..x..', 1, { kind: 'owned', point: 'c2', side: 1 }),
    ...ask('..... ..... ..x.. .xox. .....', 1, { kind: 'takes', move: 'c1', n: 1, own: 0 }),
    ...ask('..... ..... x.... ox... .....', 1, { kind: 'takes', move: 'a1', n: 1, own: 0 }),
    ...ask('..... ..... x.... ox... .....', 1, { kind: 'owned', point: 'b1', side: 1, after: 'a1' }),
  ],
};
