// A match as this browser knows it, and how events change it. Plain data and functions: the tests
// run it without a browser.
import type {
  ChatLine,
  Clock,
  Match,
  MatchHead,
  MatchResult,
  MatchState,
  Offers,
  PlayedMove,
  RatingChange,
  Seat,
  Turn,
} from '../core/net';

interface Base {
  event: number;
  match: number;
}

export type MatchEvent =
  | (Base & {
      type: 'move';
      ply: number;
      seat: number;
      side: number;
      move: string;
      at: number;
      state: MatchState;
      turn: Turn | null;
      result: MatchResult | null;
      clock?: Clock | null;
    })
  | (Base & { type: 'takeback'; ply: number; turn: Turn | null; clock?: Clock | null })
  | (Base & { type: 'clock'; clock: Clock | null; given?: { by: number; ms: number } })
  | (Base & { type: 'offer'; offers: Offers })
  | (Base & {
      type: 'finished';
      result: MatchResult | null;
      state: MatchState;
      ratings: RatingChange[] | null;
    })
  | (Base & { type: 'chat'; line: ChatLine })
  | (Base & { type: 'watchers'; watchers: number })
  | (Base & { type: 'match'; state: MatchState; value: MatchHead });

/** 'stale': the event does not fit what we know; read the match again. */
export type Applied = Match | 'stale';

/** The clock of an event, where it tells one. */
function clockOf(e: { clock?: Clock | null }): { clock?: Clock | null } {
  return e.clock === undefined ? {} : { clock: e.clock };
}

/** A seat with the rating that the match has left. */
function ratedSeat(s: Seat, changes: RatingChange[] | null): Seat {
  const change = changes?.find((r) => r.seat === s.seat);
  return s.rating && change ? { ...s, rating: { ...s.rating, points: Math.round(change.after) } } : s;
}

const NO_OFFERS: Offers = { draw: null, takeback: null, pause: null };

/** After a move: an offer of a draw ends when another seat moves instead of answering; a request to take back, when
 * its asker moves again. */
function agedOffers(o: Offers, mover: number): Offers {
  return {
    ...o,
    draw: o.draw === mover ? o.draw : null,
    takeback: o.takeback?.seat === mover ? null : o.takeback,
  };
}

/** The seats with the sides that they hold after these moves: a swap exchanges those of its two seats (R7). Events
 * tell moves, so the sides follow from them, whoever else is told of the match and however it goes back and forth. */
function seatsAfter(seats: readonly Seat[], moves: readonly PlayedMove[]): Seat[] {
  const swapped = moves.some((played) => played.move === 'swap');
  return seats.map((s) => ({ ...s, side: swapped ? seats.length + 1 - s.seat : s.seat }));
}

export function applyEvent(m: Match, e: MatchEvent): Applied {
  if (e.match !== m.id) return m;
  // Not an event of the match: it has no number and is never repeated.
  if (e.type === 'watchers') return { ...m, watchers: e.watchers };
  if (e.event <= m.event) return m;
  const next: Match = { ...m, event: e.event };
  switch (e.type) {
    case 'move': {
      if (e.ply <= m.moves.length) return next;
      if (e.ply !== m.moves.length + 1) return 'stale';
      const played = { ply: e.ply, seat: e.seat, side: e.side, move: e.move, at: e.at };
      const moves = [...m.moves, played];
      return {
        ...next,
        moves,
        seats: seatsAfter(m.seats, moves),
        ply: e.ply,
        state: e.state,
        turn: e.turn,
        given: null,
        result: e.result,
        ...clockOf(e),
        offers: agedOffers(m.offers, e.seat),
      };
    }
    case 'takeback': {
      const moves = m.moves.slice(0, e.ply);
      return {
        ...next,
        moves,
        seats: seatsAfter(m.seats, moves),
        ply: e.ply,
        turn: e.turn,
        ...clockOf(e),
        offers: NO_OFFERS,
      };
    }
    case 'clock':
      // A pause that has begun is no longer asked for.
      return {
        ...next,
        clock: e.clock,
        given: e.given ?? m.given ?? null,
        offers: e.clock?.paused ? { ...m.offers, pause: null } : m.offers,
      };
    case 'offer':
      return { ...next, offers: e.offers };
    case 'finished':
      return {
        ...next,
        state: e.state,
        result: e.result,
        ratings: e.ratings,
        seats: m.seats.map((s) => ratedSeat(s, e.ratings)),
        turn: null,
        offers: NO_OFFERS,
      };
    case 'chat':
      // A line that moderators removed comes again, without its text.
      if (e.line.deleted) return { ...next, chat: m.chat.map((l) => (l.id === e.line.id ? e.line : l)) };
      return m.chat.some((line) => line.id === e.line.id) ? next : { ...next, chat: [...m.chat, e.line] };
    case 'match':
      // The event does not say which seat is ours, so we ask the server.
      return 'stale';
  }
}
