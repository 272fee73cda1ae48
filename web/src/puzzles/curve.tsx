// How a solver's rating went: a line, with words for where it begins and ends.
import type { JSX } from 'preact';

import { date } from '../i18n';
import { lt } from '../learn/words';
import type { GameName } from '../wasm/wasm';

export interface Point {
  game: GameName;
  at: number;
  rating: number;
}

const WIDTH = 320;
const HEIGHT = 80;

/** The oldest point first. */
export function Curve({ points }: { points: readonly Point[] }): JSX.Element | null {
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last || points.length < 2) return null;
  const low = Math.min(...points.map((p) => p.rating));
  const high = Math.max(...points.map((p) => p.rating), low + 1);
  const path = points
    .map((p, i) => {
      const x = (i * WIDTH) / (points.length - 1);
      const y = HEIGHT - 4 - ((p.rating - low) * (HEIGHT - 8)) / (high - low);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  const label = lt('puzzle.profile.curve', { from: first.rating, to: last.rating, date: date(first.at) });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="160"
      height="40"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline
        points={path}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  );
}
