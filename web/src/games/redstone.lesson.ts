// The lesson of Redstone: rules R1 to R7, then red stones last, capturing races and zugzwang.
import { OPTION_SWAP } from '../wasm/wasm';
import type { Lesson, Step } from './lesson';
import { asks } from './quiz';

type Rest = Omit<Step, 'id' | 'setup' | 'moves'>;

function step(id: string, rows: string, side: number, rest: Rest): Step {
  const setup = { game: 'redstone', width: 5, height: 5, players: 2, options: 0 } as const;
  return { id: `redstone.${id}`, setup, from: { diagram: rows, side }, moves: [], ...rest };
}

function after(id: string, size: number, moves: string, rest: Rest): Step {
  const setup = { game: 'redstone', width: size, height: size, players: 2, options: OPTION_SWAP } as const;
  return { id: `redstone.${id}`, setup, moves: moves.split(' '), ...rest };
}

const ask = asks('redstone', 5);

export const redstone: Lesson = {
  game: 'redstone',
  steps: [
    step('place', '..... ..... ..w.. ..b.. .....', 1, {
      task: { kind: 'place' },
      answer: 'd3',
      wrong: 'c3',
      facts: [
        { kind: 'choices', n: 23 },
        { kind: 'liberties', point: 'c2', n: 3 },
      ],
    }),
    step('liberties', '..... ..... ..... ..... bw...', 2, {
      task: { kind: 'forbidden', rule: 'R2' },
      answer: 'a2',
      wrong: 'd4',
      marks: ['a1'],
      facts: [
        { kind: 'liberties', point: 'a1', n: 1 },
        { kind: 'illegal', move: 'a2', rule: 'R2' },
      ],
    }),
    step('red', '..... ..bw. .bw.w ..bw. .....', 1, {
      task: { kind: 'capture', stones: 1 },
      answer: 'd3r',
      wrong: 'a1',
      marks: ['c3'],
      facts: [
        { kind: 'liberties', point: 'c3', n: 1 },
        { kind: 'takes', move: 'd3r', n: 1, own: 0 },
        { kind: 'stone', point: 'd3', side: 'red', after: 'd3r' },
        { kind: 'illegal', move: 'a1r', rule: 'R3' },
      ],
    }),
    step('both', '..... ..... ..... w.b.. b.wb.', 1, {
      task: { kind: 'capture', stones: 1, own: 1 },
      answer: 'b1r',
      wrong: 'e5',
      marks: ['a1', 'c1'],
      facts: [
        { kind: 'liberties', point: 'a1', n: 1 },
        { kind: 'liberties', point: 'c1', n: 1 },
        { kind: 'takes', move: 'b1r', n: 1, own: 1 },
      ],
    }),
    step('choice', '....b ..... ..... wbw.. .w...', 1, {
      task: { kind: 'breathe', point: 'b2', least: 3 },
      answer: 'b3',
      wrong: 'b3r',
      marks: ['b2'],
      facts: [
        { kind: 'liberties', point: 'b2', n: 1 },
        { kind: 'legal', move: 'b3' },
        { kind: 'legal', move: 'b3r' },
        { kind: 'takes', move: 'b3r', n: 0, own: 1 },
        { kind: 'liberties', point: 'b2', n: 3, after: 'b3' },
      ],
    }),
    step('closed', '..... ...w. ..b.. r.... .r...', 1, {
      task: { kind: 'tap', what: 'closed' },
      answer: 'a1',
      wrong: 'e5',
      facts: [
        { kind: 'illegal', move: 'a1', rule: 'R2' },
        { kind: 'illegal', move: 'a1r', rule: 'R3' },
      ],
    }),
    step('win', '..... ..... b.... ..... wb...', 1, {
      task: { kind: 'win' },
      answer: 'a2r',
      wrong: 'd4',
      marks: ['a1'],
      facts: [
        { kind: 'liberties', point: 'a1', n: 1 },
        { kind: 'won', side: 1, after: 'a2r' },
      ],
    }),
    step('vanish', '..... ..... ..... r.r.. b.wr.', 1, {
      task: { kind: 'win' },
      answer: 'b1r',
      wrong: 'd4',
      marks: ['a1', 'c1'],
      facts: [
        { kind: 'takes', move: 'b1r', n: 1, own: 1 },
        { kind: 'stone', point: 'a1', side: 'none', after: 'b1r' },
        { kind: 'won', side: 1, after: 'b1r' },
      ],
    }),
    after('swap', 5, 'c3', {
      task: { kind: 'word', word: 'swap' },
      answer: 'swap',
      wrong: 'd4',
      facts: [{ kind: 'stone', point: 'c3', side: 1, after: 'swap' }],
    }),
    after('race', 4, 'd4 c3 d1 c4 a3 c1 c2 b2 b3 b1 a1', {
      task: { kind: 'prove' },
      answer: 'd2r',
      wrong: 'a4',
      facts: [
        { kind: 'takes', move: 'd2r', n: 2, own: 0 },
        { kind: 'liberties', point: 'c2', n: 1 },
        { kind: 'liberties', point: 'd1', n: 1 },
        { kind: 'liberties', point: 'c1', n: 3, after: 'd2r' },
        { kind: 'liberties', point: 'c3', n: 3, after: 'd2r' },
      ],
    }),
    after('last', 4, 'b3 b4 a3 c2 b2 c3 b1 d2 d3 c4 d4r', {
      task: { kind: 'prove' },
      answer: 'c1',
      wrong: 'a4',
    }),
    after('zugzwang', 4, 'c4 c2 d2 d3 b2 c3 b3 b4 d1 b1 a3 d4r c1r a1', {
      task: { kind: 'prove' },
      answer: 'd1',
      wrong: 'a4',
    }),
  ],
  quiz: [
    ...ask('..... ..... ..w.. .bb.. .....', 2, { kind: 'liberties', point: 'b2', n: 5 }),
    ...ask('..... ..... ..... w.... b...b', 2, { kind: 'legal', move: 'b1' }, { kind: 'legal', move: 'b1r' }),
    ...ask('..... ..... ..... w.b.. b.wb.', 1, { kind: 'takes', move: 'b1r', n: 1, own: 0 }),
    ...ask('....w ..... ..... r.... .r..b', 1, { kind: 'legal', move: 'a1' }, { kind: 'legal', move: 'd4r' }),
    ...ask('..... ..... ..... r.r.. b.wr.', 2, { kind: 'won', side: 2, after: 'b1r' }),
  ],
};
