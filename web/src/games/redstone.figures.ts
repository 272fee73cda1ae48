// The figures of the rules of Redstone. The tests ask the rules whether each is true.
import { OPTION_SWAP } from '../wasm';
import { figure } from './figure';
import type { RuleFigure } from './figure';

export const redstoneFigures: RuleFigure[] = [
  figure('redstone', 5, '..... ..... ..... ..... bw...', 2, {
    rule: 'R2',
    caption: 'R2',
    tried: 'a2',
    refused: 'R2',
  }),
  figure('redstone', 5, '..... ..bw. .bw.w ..bw. .....', 1, { rule: 'R3, R4', caption: 'R3', tried: 'd3r' }),
  figure('redstone', 5, '..... ..... b.... ..... wb...', 1, { rule: 'R5, R6', caption: 'R5', tried: 'a2r' }),
  {
    setup: { game: 'redstone', width: 5, height: 5, players: 2, options: OPTION_SWAP },
    moves: ['c3'],
    rule: 'R7',
    caption: 'R7',
    tried: 'swap',
  },
];
