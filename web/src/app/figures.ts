// The figures of the rules pages: a position, a point to try, and what happens there. The tests ask
// the rules whether each is true.
import { OPTION_SWAP } from '../wasm';
import type { GameName } from '../wasm';
import type { Game } from './game';

export interface RuleFigure extends Game {
  /** The paragraph that it belongs to, by its rules as in i18n/en/rules.ts. */
  rule: string;
  /** The end of the key of its caption: 'figure.P1'. */
  caption:
    | 'P1'
    | 'P2'
    | 'P3'
    | 'P5'
    | 'P6'
    | 'R2'
    | 'R3'
    | 'R5'
    | 'R7'
    | 'L1'
    | 'L2'
    | 'L3'
    | 'L4'
    | 'C1'
    | 'C3'
    | 'C4'
    | 'C5'
    | 'C6';
  /** The move to try, and the rule that forbids it if one does. */
  tried: string;
  refused?: string;
  show?: 'water' | 'claims';
}

function figure(
  game: GameName,
  size: number,
  rows: string,
  side: number,
  rest: Omit<RuleFigure, 'setup' | 'from' | 'moves'>,
): RuleFigure {
  const setup = { game, width: size, height: size, players: 2, options: 0 };
  return { setup, from: { diagram: rows, side }, moves: [], ...rest };
}

const PALISADE: RuleFigure[] = [
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

const REDSTONE: RuleFigure[] = [
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

const LEVEE: RuleFigure[] = [
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

const EMPTY_ROW = '.. .. .. .. ..';

const CLAIMS: RuleFigure[] = [
  figure('claims', 5, `${EMPTY_ROW}\n${EMPTY_ROW}\n.. .. x1 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 1, {
    rule: 'C1, C2',
    caption: 'C1',
    tried: 'c3',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n${EMPTY_ROW}\n.. .. x3 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 2, {
    rule: 'C3',
    caption: 'C3',
    tried: 'c4',
    refused: 'C5',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n${EMPTY_ROW}\nx3 .. o1 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 2, {
    rule: 'C4',
    caption: 'C4',
    tried: 'b3',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n.. .. x1 .. ..\n.. x1 .. o1 ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 2, {
    rule: 'C5',
    caption: 'C5',
    tried: 'c3',
    refused: 'C5',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n.. .. x1 .. ..\n.. x1 o1 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 1, {
    rule: 'C6',
    caption: 'C6',
    tried: 'c3',
    show: 'claims',
  }),
];

export const FIGURES: Record<GameName, RuleFigure[]> = {
  palisade: PALISADE,
  redstone: REDSTONE,
  levee: LEVEE,
  claims: CLAIMS,
};
