// Which match is the most urgent: those whose time runs out first, then those that have waited longest.
import type { MatchHead } from '../core/net';

/** By deadline, then by the time of the last move. */
export function byUrgency(a: MatchHead, b: MatchHead): number {
  const end = (m: MatchHead): number => m.clock?.deadline ?? Number.MAX_SAFE_INTEGER;
  return end(a) - end(b) || a.updated_at - b.updated_at;
}

/** The match after `here` by urgency, or null; after the last match comes the first. */
export function nextWaiting(list: MatchHead[], here: number | null): number | null {
  const ids = [...list].sort(byUrgency).map((m) => m.id);
  const at = here === null ? -1 : ids.indexOf(here);
  const next = ids[(at + 1) % ids.length];
  return next === undefined || next === here ? null : next;
}
