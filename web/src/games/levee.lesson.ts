// The lesson of Levee: rules L1 to L4, then channels, double threats and the distance from the spring.
import type { Told } from './facts';
import type { Lesson, Step } from './lesson';
import { asks } from './quiz';

type Rest = Omit<Step, 'id' | 'setup' | 'moves'>;
const SETUP = { game: 'levee', width: 5, height: 5, players: 2, options: 0 } as const;

function step(id: string, rows: string, side: number, rest: Rest): Step {
  return {
    id: `levee.${id}`,
    setup: SETUP,
    from: { diagram: rows, side },
    moves: [],
    show: 'water',
    ...rest,
  };
}

function after(id: string, moves: string, rest: Rest): Step {
  return { id: `levee.${id}`, setup: SETUP, moves: moves.split(' '), show: 'water', ...rest };
}

const EMPTY = '..... ..... ..+.. ..... .....';
const all = (kind: 'wet' | 'dry', points: string, moves = ''): Told[] =>
  points.split(' ').map((point) => ({ kind, point, after: moves }));

const ask = asks('levee', 5, 'water');

export const levee: Lesson = {
  game: 'levee',
  steps: [
    step('place', EMPTY, 1, {
      task: { kind: 'place' },
      answer: 'c4',
      wrong: 'c3',
      facts: [{ kind: 'choices', n: 24 }],
    }),
    step('spring', EMPTY, 1, {
      task: { kind: 'forbidden', rule: 'L3a' },
      answer: 'c3',
      wrong: 'c4',
      facts: [{ kind: 'illegal', move: 'c3', rule: 'L3a' }],
    }),
    step('corner', EMPTY, 1, {
      task: { kind: 'tap', what: 'dry' },
      answer: 'a1',
      wrong: 'a3',
      facts: [
        ...all('dry', 'a1 a5 e1 e5'),
        ...all('wet', 'a2 a3 a4 b1 c1 d1 b2'),
        { kind: 'legal', move: 'a1' },
      ],
    }),
    step('edge', '..... ..... .#+.. .#... .....', 1, {
      task: { kind: 'tap', what: 'dry', among: ['a2', 'a3', 'a4'] },
      answer: 'a2',
      wrong: 'a4',
      marks: ['a3'],
      facts: [...all('wet', 'a3 a4 b1'), ...all('dry', 'a2')],
    }),
    step('diagonal', '..... ..... .#+.. ..... .....', 1, {
      task: { kind: 'dry', point: 'b2' },
      answer: 'c2',
      wrong: 'd3',
      marks: ['b2'],
      facts: [...all('wet', 'b2'), ...all('wet', 'a3 c1', 'c2'), ...all('dry', 'b2', 'c2')],
    }),
    step('circuit', '..... ..... .#+#. ..#.. .....', 2, {
      task: { kind: 'forbidden', rule: 'L3b' },
      answer: 'c4',
      wrong: 'a1',
      facts: [{ kind: 'illegal', move: 'c4', rule: 'L3b' }],
    }),
    step('win', '..... .#... .#+#. .#.#. .....', 1, {
      task: { kind: 'win' },
      answer: 'd4',
      wrong: 'c2',
      facts: [
        ...all('wet', 'd4'),
        ...all('dry', 'a2 a3 a4 e2 e3 e4', 'd4'),
        { kind: 'channel', side: 2, has: true },
        { kind: 'channel', side: 2, has: false, after: 'd4' },
        { kind: 'channel', side: 1, has: true, after: 'd4' },
        { kind: 'won', side: 1, after: 'd4' },
      ],
    }),
    after('finish', 'c4 b1 c2 e4 a1 e2 b3 c1', {
      task: { kind: 'win' },
      answer: 'e3',
      wrong: 'a5',
      facts: [
        ...all('wet', 'e3 d4 d2'),
        ...all('dry', 'a2 a3 a4'),
        ...all('dry', 'a2 a3 a4', 'e3'),
        { kind: 'won', side: 1, after: 'e3' },
      ],
    }),
    after('channels', 'c4 b1 c2 e4 a1 e2', {
      task: { kind: 'prove' },
      answer: 'b3',
      wrong: 'a5',
      facts: [...all('wet', 'a2 a3 a4'), ...all('dry', 'a2 a3 a4', 'b3'), ...all('wet', 'e3 d5 c1 d1', 'b3')],
    }),
    after('double', 'b5 a5 d3 c4 a2', {
      task: { kind: 'prove' },
      answer: 'c2',
      wrong: 'e5',
      facts: [
        ...all('wet', 'b1 c1 d1'),
        ...all('dry', 'c5 d5'),
        ...all('wet', 'b1 c1', 'c2'),
        ...all('dry', 'd1', 'c2'),
        { kind: 'threats', n: 2, after: 'c2' },
        { kind: 'won', side: 2, after: 'c2 e5 b1' },
        { kind: 'won', side: 2, after: 'c2 e5 b2' },
      ],
    }),
    after('distance', 'd3 c2 a1 e3 e4', {
      task: { kind: 'prove' },
      answer: 'c4',
      wrong: 'a5',
      facts: all('wet', 'a2 a3 a4', 'c4'),
    }),
  ],
  quiz: [
    ...ask('..... ..... ..+.. .#... .....', 1, { kind: 'wet', point: 'a1' }, { kind: 'legal', move: 'a1' }),
    ...ask('..... ..... .#+.. .#... .....', 1, { kind: 'wet', point: 'a2' }),
    ...ask('..... ..... .#+.. ..#.. .....', 2, { kind: 'wet', point: 'b2' }),
    ...ask('..... .#.#. .#+#. .#... .....', 1, { kind: 'channel', side: 2, has: true }),
    ...ask('..... ..... .#+#. ..#.. .....', 2, { kind: 'legal', move: 'c4' }),
    ...ask('..... .#... .#+#. .#.#. .....', 2, { kind: 'won', side: 1, after: 'd4' }),
  ],
};
