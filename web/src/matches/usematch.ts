// A running match: read once, kept current by events; moves are resent until the server has them.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { events, matchTopic } from '../core/events';
import type { ServerEvent } from '../core/events';
import { applyEvent } from './matchstate';
import type { MatchEvent } from './matchstate';
import { Problem, get, post, sentence, signedOut } from '../core/net';
import { forgetMove, keepMove, keptMove } from './keptmove';
import type { Match } from '../core/net';
import { noteTurn } from './waiting';

const RESEND_MS = 1000;
/** The stream tells of an accepted move; if it does not within this time, the match is read
 * again. */
const EVENT_WAIT_MS = 2000;

export interface Sending {
  ply: number;
  word: string;
}

export interface LiveMatch {
  match: Match | null;
  /** A move on its way: the server has not confirmed its ply yet. */
  sending: Sending | null;
  error: string;
  clearError: () => void;
  play: (word: string) => void;
  /** Another request about this match ("resign", {…}); its answer may be the match. False if it was refused. */
  ask: (what: string, body?: unknown) => Promise<boolean>;
}

export function useMatch(id: number, invite: string | null): LiveMatch {
  const [match, setMatch] = useState<Match | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [error, setError] = useState('');
  const current = useRef<Match | null>(null);
  const gone = useRef(false);

  const take = useCallback(
    (next: Match) => {
      if (gone.current || next.id !== id) return;
      // Events may have overtaken this answer: then the page already shows something newer.
      if (current.current && next.event < current.current.event) return;
      current.current = next;
      setMatch(next);
      noteTurn(next);
      setSending((now) => (now && now.ply <= next.moves.length ? null : now));
      const kept = keptMove(id);
      if (kept && (kept.ply <= next.moves.length || next.state !== 'running')) forgetMove(id);
    },
    [id],
  );

  const query = invite === null ? '' : `?invite=${encodeURIComponent(invite)}`;
  const read = useCallback(async (): Promise<void> => {
    try {
      take(await get<Match>(`/matches/${id}${query}`));
    } catch (e) {
      if (!gone.current && (!(e instanceof Problem) || e.status !== 0 || !current.current))
        setError(sentence(e));
    }
  }, [id, query]);

  const play = useCallback(
    (word: string): void => {
      const known = current.current;
      if (!known) return;
      const ply = known.moves.length + 1;
      setSending({ ply, word });
      setError('');
      keepMove({ match: id, ply, word });
      // The server plays a repeated move only once, so we resend it until there is an answer.
      const send = async (): Promise<void> => {
        try {
          await post(`/matches/${id}/moves`, { ply, move: word });
          forgetMove(id);
          setTimeout(() => {
            if (!gone.current && (current.current?.moves.length ?? 0) < ply) void read();
          }, EVENT_WAIT_MS);
          return;
        } catch (e) {
          const status = e instanceof Problem ? e.status : -1;
          if (status === 0 || status === 503) {
            if (!gone.current) setTimeout(() => void send(), RESEND_MS);
            return;
          }
          if (status === 401 && signedOut.value) {
            // It is sent when the session is there again, in this page or in the next.
            const stop = signedOut.listen(() => {
              if (signedOut.value) return;
              stop();
              if (!gone.current) void send();
            });
            return;
          }
          forgetMove(id);
          if (!gone.current) setError(sentence(e));
          await read();
        }
        if (!gone.current) setSending((now) => (now?.ply === ply ? null : now));
      };
      void send();
    },
    [id],
  );

  useEffect(() => {
    gone.current = false;
    current.current = null;
    setMatch(null);
    setSending(null);
    setError('');
    let stop = (): void => undefined;
    void read().then(() => {
      const known = current.current;
      if (gone.current || known === null) return;
      // A move that could not be sent when this match was last open.
      const kept = keptMove(id);
      const turn = known.turn !== null && known.you.includes(known.turn.seat);
      if (kept && turn && kept.ply === known.moves.length + 1) play(kept.word);
      stop = events.subscribe(matchTopic(id, invite), known.event, (e) => hear(e));
    });
    const hear = (e: ServerEvent): void => {
      const known = current.current;
      if (!known) return;
      const next =
        e.type === 'reset' ? 'stale' : applyEvent(known, { ...e.data, type: e.type } as MatchEvent);
      if (next === 'stale') void read();
      else take(next);
    };
    return () => {
      gone.current = true;
      stop();
    };
  }, [id, query]);

  const ask = useCallback(
    async (what: string, body: unknown = {}): Promise<boolean> => {
      setError('');
      try {
        const answer = await post<Match | { id: number }>(`/matches/${id}/${what}`, body);
        if ('moves' in answer) take(answer);
        return true;
      } catch (e) {
        if (!gone.current) setError(sentence(e));
        await read();
        return false;
      }
    },
    [id],
  );

  // The event may be here before the answer: the move is then one of the match's own.
  const pending = sending !== null && match !== null && sending.ply > match.moves.length;
  return { match, sending: pending ? sending : null, error, clearError: () => setError(''), play, ask };
}
