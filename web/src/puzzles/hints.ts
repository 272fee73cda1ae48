// Three hints at a move: the idea, the region, the move itself.
import type { Point } from '../wasm/wasm';

/** A region has so many points, fewer where only a few moves are legal. */
const REGION_MOST = 6;
const REGION_SHARE = 3;

/** The legal points nearest to the key, the key among them; null when that would give the move away or says nothing. */
export function regionOf(key: Point, legal: readonly Point[], width: number): Point[] | null {
  const n = Math.min(REGION_MOST, Math.ceil(legal.length / REGION_SHARE));
  if (n < 2 || n >= legal.length || !legal.includes(key)) return null;
  const far = (p: Point): number => {
    const dx = Math.abs((p % width) - (key % width));
    const dy = Math.abs(Math.floor(p / width) - Math.floor(key / width));
    return Math.max(dx, dy) * 64 + dx + dy;
  };
  return [...legal]
    .sort((a, b) => far(a) - far(b) || a - b)
    .slice(0, n)
    .sort((a, b) => a - b);
}
