// The figures of the rules of Palisade. The tests ask the rules whether each is true.
import { figure } from './figure';
import type { RuleFigure } from './figure';

export const palisadeFigures: RuleFigure[] = [
  figure('palisade', 5, '..... ..... ..... ..... .....', 1, {
    rule: 'P1',
    caption: 'P1',
    tried: 'b1',
    refused: 'P1',
  }),
  figure('palisade', 5, '..... ..... ...o. ox... x....', 1, { rule: 'P2', caption: 'P2', tried: 'a3' }),
  figure('palisade', 7, '....... ...x... ..xox.. ..o.ox. ..xox.. ...x... .......', 1, {
    rule: 'P3, P4',
    caption: 'P3',
    tried: 'b4',
  }),
  figure('palisade', 7, '....... ...x... ..x.x.. .x...x. ..x.x.. ...xo.. .......', 2, {
    rule: 'P5',
    caption: 'P5',
    tried: 'd3',
    refused: 'P5',
  }),
  {
    setup: { game: 'palisade', width: 5, height: 5, players: 2, options: 0 },
    moves: 'e3 d5 d4 b1 c1 a2 d2 b5 e5 b3 e1 c4 b2 a4'.split(' '),
    rule: 'P6',
    caption: 'P6',
    tried: 'c3',
  },
];
