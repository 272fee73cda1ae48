// How long an opponent takes for a move at a human pace: a moment where nothing is to be decided, longer where two
// moves are nearly as good.

/** The only move there is. */
const FORCED_MS = 400;
const LEAST_MS = 700;
const MOST_MS = 2200;

/** `doubt`: 0 the best move is clear, 1 the second is as good. `legal`: how many moves there are. */
export function paceMs(doubt: number, legal: number): number {
  if (legal <= 1) return FORCED_MS;
  const hard = Math.min(1, Math.max(0, doubt));
  return Math.round(LEAST_MS + hard * (MOST_MS - LEAST_MS));
}
