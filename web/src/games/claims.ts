// Barrie Evans's game: stacks on squares, and the claims that they lay.
import { circle, label, sideMark, stone } from '../board/pen';
import type { Spot } from '../board/pen';
import type { BoardCell } from '../board/state';
import type { GamePage } from './game';

const STACK_STEP = 4;
const STACK_SHOWN = 5;

function stack(at: Spot, cell: BoardCell): SVGElement[] {
  const layers = Math.min(cell.height, STACK_SHOWN);
  const foot: Spot = { x: at.x, y: at.y + 3 };
  const parts: SVGElement[] = [];
  for (let i = 0; i < layers; i++) {
    const level: Spot = { x: foot.x, y: foot.y - i * STACK_STEP };
    if (i + 1 < layers) parts.push(circle(level, 15, `stone side-${cell.owner} under`));
    else
      parts.push(
        ...(cell.height === 1
          ? stone(level, cell.owner, 15)
          : [circle(level, 15, `stone side-${cell.owner}`)]),
      );
  }
  const top: Spot = { x: foot.x, y: foot.y - (layers - 1) * STACK_STEP };
  if (cell.height > 1) {
    // Below the number: the corners belong to the claims.
    parts.push(...sideMark({ x: top.x, y: top.y + 9.5 }, cell.owner, cell.owner > 2 ? 7 : 12));
    parts.push(label(String(cell.height), { x: top.x, y: top.y + 5, class: `height side-${cell.owner}` }));
  }
  if (cell.flags & 1) parts.push(circle(top, 12, `jacked side-${cell.owner}`));
  if (cell.flags & 2) parts.push(circle({ x: top.x, y: top.y - 10.5 }, 2, `doubled side-${cell.owner}`));
  return parts;
}

export const claims: GamePage = {
  look: {
    ring: false,
    squares: true,
    centre: false,
    common: false,
    ghostRadius: 15,
    stone: stack,
  },
  firstSize: 6,
  line: { colour: '--edge-2', dash: [10, 3, 2, 3] },
  sample: {
    size: 8,
    pause: 44,
    moves: [
      'c3 g6 e6 e3 d2 d5 e5 d4 f2 e3 c4 e5 f6 e5 g6 c6 c8 c6 c4 c8 b7 e6 f5 b2 e2 b3 c3',
      'b4 f3 e6 g6 c4 h4 g1 a1 c3 h4 f3 f5 g2 f8 h8 d2 h3 a1 c1 g4 f2 a3 a8 a5 e8 f8 a6',
      'h8 a5 e1 a3 b7 a4 d7 d8 g4 d6 e2 c1 h8 f3 e1 f2 d1 f5 f7 g3 e7 c4 g5 d7 e8 g4 h5',
      'a2 f7 a2 e7 pass h5 e2 g5 a6 e8 f6 d1 c8 g7 c7 g7 pass g8 b6 g8 d5 h6 f4 h6 b5',
      'h7 g1 h7 pass pass',
    ],
  },
  ladder: {
    size: 8,
    nodes: [1, 1, 1, 1, 1, 17, 130, 4000],
    sure: 8,
    shares: [89, 86, 88, 86, 90, 86, 96],
  },
  playouts: [12, 20, 50, 110, 270, 900, 3800, 40000],
  tells: { links: false, water: false, claims: true, groups: false },
  owners: 'table.show.scored',
  edges: false,
  neutral: null,
  stacks: true,
  pie: false,
  draws: true,
  note: 'rules.noname',
};
