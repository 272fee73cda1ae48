// Which matches are worth a look in lists for everybody: not those that guests have left, nor those that ended
// before they had begun.
import { serverNow } from '../core/net';
import type { MatchHead } from '../core/net';

/** A match without moves for this long is still, */
const STILL_MS = 10 * 60 * 1000;
/** and one that ended sooner was none. */
const PLIES_MIN = 4;

/** A running match that goes on: guests who have not moved for a while have left. */
export function goesOn(m: MatchHead): boolean {
  const guests = m.seats.some((s) => s.player?.kind === 'guest');
  return !guests || serverNow() - m.updated_at < STILL_MS;
}

/** A finished match that was played. */
export const wasPlayed = (m: MatchHead): boolean =>
  m.result?.reason === 'rules' || m.ply - (m.start_ply ?? 0) >= PLIES_MIN;

const ratingOf = (m: MatchHead): number => {
  const known = m.seats.map((s) => s.rating?.points ?? 0);
  return known.reduce((sum, points) => sum + points, 0) / known.length;
};

/** What is played now comes first, then what better players play. */
export function byInterest(a: MatchHead, b: MatchHead): number {
  const now = serverNow();
  const still = (m: MatchHead): number => (now - m.updated_at < STILL_MS ? 0 : 1);
  return still(a) - still(b) || ratingOf(b) - ratingOf(a) || b.updated_at - a.updated_at;
}
