// The lesson of Levee: rules L1 to L4, then channels, double threats and the distance from the spring.
import type { Lesson, Step } from './lesson';

function step(id: string, rows: string, side: number, rest: Omit<Step, 'id' | 'setup' | 'moves'>): Step {
  const setup = { game: 'levee', width: 5, height: 5, players: 2, options: 0 } as const;
  return { id: `levee.${id}`, setup, from: { diagram: rows, side }, moves: [], show: 'water', ...rest };
}

function after(id: string, moves: string, rest: Omit<Step, 'id' | 'setup' | 'moves'>): Step {
  const setup = { game: 'levee', width: 5, height: 5, players: 2, options: 0 } as const;
  return { id: `levee.${id}`, setup, moves: moves.split(' '), show: 'water', ...rest };
}

export const levee: Lesson = {
  game: 'levee',
  steps: [
    step('place', '..... ..... ..+.. ..... .....', 1, { task: { kind: 'place' }, answer: 'c4', wrong: 'c3' }),
    step('spring', '..... ..... ..+.. ..... .....', 1, {
      task: { kind: 'forbidden', rule: 'L3a' },
      answer: 'c3',
      wrong: 'c4',
    }),
    step('diagonal', '..... ..... .#+.. ..... .....', 1, {
      task: { kind: 'dry', point: 'b2' },
      answer: 'c2',
      wrong: 'd3',
      marks: ['b2'],
    }),
    step('circuit', '..... ..... .#+#. ..#.. .....', 2, {
      task: { kind: 'forbidden', rule: 'L3b' },
      answer: 'c4',
      wrong: 'a1',
    }),
    step('win', '..... .#... .#+#. .#.#. .....', 1, { task: { kind: 'win' }, answer: 'd4', wrong: 'c2' }),
    after('finish', 'c4 b1 c2 e4 a1 e2 b3 c1', { task: { kind: 'win' }, answer: 'e3', wrong: 'a5' }),
    after('channels', 'c4 b1 c2 e4 a1 e2', { task: { kind: 'prove' }, answer: 'b3', wrong: 'a5' }),
    after('double', 'a4 a5 b3 b1 d1 e1 d3', { task: { kind: 'prove' }, answer: 'c4', wrong: 'e5' }),
    after('distance', 'd3 c2 a1 e3 e4', { task: { kind: 'prove' }, answer: 'c4', wrong: 'a5' }),
  ],
};
