// Triangles over the board, on the points that a lesson or a puzzle speaks of.
import type { JSX } from 'preact';

import { fractionOf } from '../board/api';
import { frameOf } from '../board/render';
import type { BoardState } from '../board/state';

const UNIT = 40;

export function Marks({ board, points }: { board: BoardState; points: readonly number[] }): JSX.Element {
  const frame = frameOf(board);
  const width = frame.width * UNIT;
  const height = frame.height * UNIT;
  return (
    <svg class="learn-marks" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {points.map((p) => {
        const f = fractionOf(board, p);
        const x = f.x * width;
        const y = f.y * height;
        const a = UNIT * 0.2;
        const d = `M${x} ${y - a}L${x + a} ${y + 0.75 * a}H${x - a}Z`;
        return (
          <g key={p}>
            <path d={d} class="learn-mark-edge" />
            <path d={d} class="learn-mark" />
          </g>
        );
      })}
    </svg>
  );
}
