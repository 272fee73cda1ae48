// The lesson of Claims: rules C1 to C8, then tall stacks, jacking and the right time to pass.
import type { Lesson, Step } from './lesson';

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

export const claims: Lesson = {
  game: 'claims',
  steps: [
    step('place', [ROW, ROW, '.. .. x3 .. ..', ROW, ROW], 1, {
      task: { kind: 'place' },
      answer: 'c4',
      wrong: 'pass',
    }),
    step('reach', [ROW, ROW, '.. .. x3 .. ..', ROW, ROW], 2, {
      task: { kind: 'forbidden', rule: 'C5' },
      answer: 'c4',
      wrong: 'a1',
    }),
    after('second', 5, 'c3 a1', { task: { kind: 'stack', on: 'own' }, answer: 'c3', wrong: 'e5' }),
    after('third', 5, 'c3 a1 c3 a1', {
      task: { kind: 'forbidden', rule: 'C2' },
      answer: 'c3',
      wrong: 'e5',
    }),
    step('block', [ROW, ROW, 'x3 .. o1 .. ..', ROW, ROW], 2, {
      task: { kind: 'block', point: 'c3' },
      answer: 'b3',
      wrong: 'e5',
      marks: ['c3'],
    }),
    step('attack', [ROW, '.. .. x1 .. ..', '.. x1 o1 .. ..', ROW, ROW], 1, {
      task: { kind: 'stack', on: 'other' },
      answer: 'c3',
      wrong: 'a1',
      marks: ['c3'],
    }),
    after('pass', 3, 'b2 pass', { task: { kind: 'win' }, answer: 'pass', wrong: 'b2' }),
    after('tall', 3, 'c3 c1 c3 b1 a2 b2 a2 b3 a3', { task: { kind: 'prove' }, answer: 'b3', wrong: 'pass' }),
    after('jack', 3, 'c3 a1 a3 b2 c1 a1 c1', { task: { kind: 'prove' }, answer: 'a3', wrong: 'b3' }),
    after('again', 3, 'b1 b3 b1', { task: { kind: 'prove' }, answer: 'b2', wrong: 'a1' }),
  ],
};
