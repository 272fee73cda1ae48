// The lesson of Redstone: rules R1 to R7, then red stones last, capturing races and zugzwang.
import { OPTION_SWAP } from '../wasm/wasm';
import type { Lesson, Step } from './lesson';

function step(id: string, rows: string, side: number, rest: Omit<Step, 'id' | 'setup' | 'moves'>): Step {
  const setup = { game: 'redstone', width: 5, height: 5, players: 2, options: 0 } as const;
  return { id: `redstone.${id}`, setup, from: { diagram: rows, side }, moves: [], ...rest };
}

function after(id: string, size: number, moves: string, rest: Omit<Step, 'id' | 'setup' | 'moves'>): Step {
  const setup = { game: 'redstone', width: size, height: size, players: 2, options: OPTION_SWAP } as const;
  return { id: `redstone.${id}`, setup, moves: moves.split(' '), ...rest };
}

export const redstone: Lesson = {
  game: 'redstone',
  steps: [
    step('place', '..... ..... ..w.. ..b.. .....', 1, { task: { kind: 'place' }, answer: 'd3', wrong: 'c3' }),
    step('liberties', '..... ..... ..... ..... bw...', 2, {
      task: { kind: 'forbidden', rule: 'R2' },
      answer: 'a2',
      wrong: 'd4',
      marks: ['a1'],
    }),
    step('red', '..... ..bw. .bw.w ..bw. .....', 1, {
      task: { kind: 'capture', stones: 1 },
      answer: 'd3r',
      wrong: 'a1',
      marks: ['c3'],
    }),
    step('both', '..... ..... ..... w.b.. b.wb.', 1, {
      task: { kind: 'capture', stones: 1, own: 1 },
      answer: 'b1r',
      wrong: 'e5',
      marks: ['a1', 'c1'],
    }),
    step('win', '..... ..... b.... ..... wb...', 1, {
      task: { kind: 'win' },
      answer: 'a2r',
      wrong: 'd4',
      marks: ['a1'],
    }),
    after('swap', 5, 'c3', { task: { kind: 'word', word: 'swap' }, answer: 'swap', wrong: 'd4' }),
    after('race', 4, 'd4 c3 d1 c4 a3 c1 c2 b2 b3 b1 a1', {
      task: { kind: 'prove' },
      answer: 'd2r',
      wrong: 'a4',
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
};
