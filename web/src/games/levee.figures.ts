// The figures of the rules of Levee. The tests ask the rules whether each is true.
import { figure } from './figure';
import type { RuleFigure } from './figure';

export const leveeFigures: RuleFigure[] = [
  figure('levee', 7, '....... ....... ..#.... ...+.#. ....... ..#.... .......', 1, {
    rule: 'L1',
    caption: 'L1',
    tried: 'd5',
  }),
  figure('levee', 7, '....... ....... ...#... ...+#.. ....... ....... .......', 1, {
    rule: 'L2',
    caption: 'L2',
    tried: 'd3',
    show: 'water',
  }),
  figure('levee', 5, '..... ..... .#+#. ..#.. .....', 2, {
    rule: 'L3',
    caption: 'L3',
    tried: 'c4',
    refused: 'L3b',
  }),
  figure('levee', 5, '..... .#... .#+#. .#.#. .....', 1, {
    rule: 'L4',
    caption: 'L4',
    tried: 'd4',
    show: 'water',
  }),
];
