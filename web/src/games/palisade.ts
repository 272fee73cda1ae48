// Palisade: a ring of stones around the board, connections and loops.
import { RADIUS, stone } from '../board/pen';
import type { GamePage } from './game';

export const palisade: GamePage = {
  look: {
    ring: true,
    squares: false,
    centre: false,
    common: false,
    ghostRadius: RADIUS - 1,
    stone: (at, cell) => stone(at, cell.owner, RADIUS - 0.5),
  },
  firstSize: 7,
  line: { colour: '--go', dash: [] },
  sample: {
    size: 9,
    pause: 33,
    moves: [
      'e3 d7 b6 e8 d6 c6 e7 e6 e5 d5 f6 f7 d4 f5 f4 g6 g1 c2 h4 b5 b2 c4 c1 e2 e1 d1 d2',
      'i2 i3 h1 h2 g2 g5 a6 c3 a8 h8 i8 i7 h9 a7 b7 h6 a2 a1 f9 g7 b3 a3 a4 e9 d9 c7 b9',
      'f8 g8 i5',
    ],
  },
  ladder: {
    size: 9,
    nodes: [1, 1, 1, 1, 5, 52, 320, 6000],
    sure: 8,
    shares: [86, 86, 81, 78, 82, 88, 88],
  },
  playouts: [75, 150, 330, 750, 1000, 3000, 10000, 100000],
  tells: { links: true, water: false, claims: false, groups: false },
  owners: 'table.show.owned',
  edges: false,
  neutral: null,
  stacks: false,
  pie: false,
  draws: false,
};
