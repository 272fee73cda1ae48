// The review that the server keeps with a match: a member asks for it, the server's engine computes
// it once, and anyone who may see the match may see it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { get, me, post, sentence } from '../core/net';
import { number } from '../i18n';
import type { Judged } from './review';
import { counted, st } from './words';

/** GET /api/matches/N/review. */
interface Answer {
  state: 'none' | 'waiting' | 'done' | 'failed' | 'dropped';
  done?: number;
  total?: number;
  ahead?: number | null;
  yours?: boolean;
  engine?: string;
  playouts?: number;
  positions?: { side: number; share: number; points: number | null; line: string }[];
}

export interface ServerReview {
  /** Null until the server has answered, or when it cannot be asked. */
  answer: Answer | null;
  /** The server has answered, or cannot. */
  settled: boolean;
  error: string;
  ask: () => void;
  cancel: () => void;
}

const POLL_MS = 2000;

export function judgedOf(answer: Answer): Judged[] {
  return (answer.positions ?? []).map((p) => {
    const line = p.line === '' ? [] : p.line.split(' ');
    return { share: p.share, side: p.side, best: line[0] ?? '', line, points: p.points };
  });
}

/** The review of a match, asked for again while it waits; null: of none. */
export function useServerReview(match: number | null): ServerReview {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [settled, setSettled] = useState(match === null);
  const [error, setError] = useState('');
  const hear = (asked: Promise<Answer>): void => {
    asked
      .then((a) => {
        setAnswer(a);
        setError('');
      })
      .catch((e: unknown) => setError(sentence(e)))
      .finally(() => setSettled(true));
  };
  const look = (): void => {
    get<Answer>(`/matches/${match}/review`)
      .then(setAnswer, () => undefined)
      .finally(() => setSettled(true));
  };
  useEffect(() => {
    if (match !== null) look();
  }, [match]);
  const waits = answer?.state === 'waiting';
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), POLL_MS);
    return () => clearInterval(timer);
  }, [waits, match]);
  return {
    answer,
    settled,
    error,
    ask: () => hear(post<Answer>(`/matches/${match}/review`)),
    cancel: () => hear(post<Answer>(`/matches/${match}/review/cancel`)),
  };
}

/** How far the server's engine is, and the button that asks for it. */
export function ServerReviewRow({ review }: { review: ServerReview }): JSX.Element | null {
  const known = useStore(me);
  const { answer, error, ask, cancel } = review;
  const said = error !== '' && (
    <p class="refusal" role="alert">
      {error}
    </p>
  );
  if (answer === null || answer.state === 'done') return said || null;
  if (answer.state === 'failed') return <p class="soft">{st('server.failed')}</p>;
  if (answer.state === 'none' || answer.state === 'dropped')
    return (
      <>
        {answer.state === 'dropped' && <p class="soft">{st('server.dropped')}</p>}
        <p class="soft">
          {known?.kind === 'member' ? (
            <button type="button" onClick={ask}>
              {st('server.ask')}
            </button>
          ) : (
            st('server.members')
          )}{' '}
          {known?.kind === 'member' && st('server.hint')}
        </p>
        {said}
      </>
    );
  const { done = 0, total = 1, ahead, yours } = answer;
  return (
    <div class="row">
      <label class="study-progress">
        {done === 0
          ? ahead
            ? counted('server.waiting', ahead)
            : st('server.next')
          : st('server.running', { n: number(done), of: number(total) })}
        <progress value={done} max={total} />
      </label>
      {yours && (
        <button type="button" onClick={cancel}>
          {st('server.cancel')}
        </button>
      )}
      {said}
    </div>
  );
}
