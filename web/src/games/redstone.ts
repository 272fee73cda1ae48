// Redstone: red stones beside black and white ones.
import { RADIUS, circle, make, stone } from '../board/pen';
import type { Spot } from '../board/pen';
import type { GamePage } from './game';

/** Red stones are flat and bear a bar, so that they are not told by their colour alone. */
function redStone(at: Spot): SVGElement[] {
  const bar = { x: at.x - 6.5, y: at.y - 2, width: 13, height: 4, rx: 1.5, class: 'red-mark' };
  return [circle(at, RADIUS, 'stone red'), make('rect', bar)];
}

export const redstone: GamePage = {
  look: {
    ring: false,
    squares: false,
    centre: false,
    common: false,
    ghostRadius: RADIUS - 1,
    stone: (at, cell) => (cell.owner === 5 ? redStone(at) : stone(at, cell.owner, RADIUS - 0.5)),
  },
  firstSize: 7,
  line: { colour: '--red', dash: [8, 4] },
  sample: {
    size: 9,
    pause: 54,
    moves: [
      'b5 c7 f5 d6 e5 c5 d4 c4 c3 f6 e6 d3 e7 d5 e4 e3 d7 f3 b4 c6 b3 g4 g5 c8 d8 d9 h5',
      'h4 b6 i5 b7 c9 b8 f8 e9 g6 h6 h7 b9r i6 i4 i7 g7 c2 g8 d2 i3 b2 i2 h8 h9 i8 h1',
      'h2 g2 h3 i9r f4 i5 a3 g1 a2 i1 c7 f2 c6 c5 d6 c1 h8 e2 c8 h7 a4 i8r e8 a5 f1 b1',
      'g9 d1 a6 d5 h8r a1 f9 g3r a3 d9 b2 c2 h4 h3 i6 f3 a7r a4 a9 f7r g4 h9r d2 f9 d3',
      'c9r c7 c6 e8 h2 f6 c4 e1r f1 a2r b2 i7r a3 e3r d6 f8r d2 f4r h4 g6r a8r c8r',
    ],
  },
  ladder: {
    size: 9,
    nodes: [1, 1, 1, 1, 1, 1, 7, 4000],
    sure: 8,
    shares: [89, 87, 89, 84, 88, 90, 99],
  },
  playouts: [90, 120, 195, 350, 500, 1500, 6000, 24000],
  tells: { links: false, water: false, claims: false, groups: true },
  owners: null,
  edges: false,
  neutral: 'red',
  stacks: false,
  pie: true,
  draws: false,
};
