// Levee: shores, a spring in the middle, dams and channels.
import { RADIUS, circle, line, stone } from '../board/pen';
import type { Geometry } from '../board/pen';
import type { BoardState } from '../board/state';
import type { GamePage } from './game';

function drawShores(b: BoardState, g: Geometry): SVGElement[] {
  const n = b.width - 1;
  const centre = g.xy(n / 2, n / 2);
  const parts: SVGElement[] = [];
  // Side 1 owns bottom and top, side 2 left and right: a full line, and a line of dashes.
  for (const v of [0, n]) {
    parts.push(line(g.xy(1, v), g.xy(n - 1, v), 'edge edge-1'));
    parts.push(line(g.xy(v, 1), g.xy(v, n - 1), 'edge edge-2'));
  }
  parts.push(circle(centre, 13, 'spring ring'), circle(centre, 8, 'spring'));
  return parts;
}

/** Stones that hold together; a diagonal is drawn only where no stone makes it needless. */
function drawDams(b: BoardState, g: Geometry): SVGElement[] {
  const has = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < b.width && y < b.height && (b.cells[y * b.width + x]?.owner ?? 0) !== 0;
  const parts: SVGElement[] = [];
  for (let y = 0; y < b.height; y++) {
    for (let x = 0; x < b.width; x++) {
      if (!has(x, y)) continue;
      if (has(x + 1, y)) parts.push(line(g.xy(x, y), g.xy(x + 1, y), 'dam'));
      if (has(x, y + 1)) parts.push(line(g.xy(x, y), g.xy(x, y + 1), 'dam'));
      if (has(x + 1, y + 1) && !has(x + 1, y) && !has(x, y + 1))
        parts.push(line(g.xy(x, y), g.xy(x + 1, y + 1), 'dam'));
      if (has(x - 1, y + 1) && !has(x - 1, y) && !has(x, y + 1))
        parts.push(line(g.xy(x, y), g.xy(x - 1, y + 1), 'dam'));
    }
  }
  return parts;
}

export const levee: GamePage = {
  look: {
    ring: false,
    squares: false,
    centre: true,
    common: true,
    ghostRadius: RADIUS - 1,
    stone: (at) => stone(at, 1, RADIUS - 2),
    ground: drawShores,
    joins: drawDams,
  },
  firstSize: 7,
  line: { colour: '--edge-1', dash: [2, 3] },
  sample: {
    size: 9,
    pause: 14,
    moves: ['f3 c7 g5 e7 a6 d8 c5 f7 h4 e3 h6 d3 c6 g8 b4 g2 i7 c2 i8 g7 i3 h1 g3 b1'],
  },
  ladder: {
    size: 9,
    nodes: [1, 1, 1, 1, 1, 1, 1, 5000],
    sure: 8,
    shares: [75, 75, 77, 77, 75, 75, 78],
  },
  playouts: [1, 4, 9, 21, 55, 220, 950, 80000],
  tells: { links: false, water: true, claims: false, groups: false },
  owners: null,
  edges: true,
  neutral: 'stone',
  stacks: false,
  pie: false,
  draws: false,
};
