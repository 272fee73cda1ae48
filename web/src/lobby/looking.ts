// The wish for an opponent: one for the whole lobby, whatever part of it made it. While there is one, the server
// hears it again and again; the match that begins is opened.
import { useEffect } from 'preact/hooks';

import type { GameName } from '../wasm/wasm';
import { Store } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { beSomebody, post, sentence } from '../core/net';
import type { ClockWish } from '../core/net';
import { navigate } from '../core/router';

/** The wish is sent again this often, also to a restarted server. */
const AGAIN_MS = 8000;

export interface Wish {
  game: GameName;
  width: number;
  height: number;
  clock: ClockWish;
  /** Any game and any board will do. */
  any: boolean;
}

export const looking = new Store<Wish | null>(null);

export const samePace = (a: ClockWish, b: ClockWish): boolean =>
  a.kind === b.kind &&
  (a.main_ms ?? 0) === (b.main_ms ?? 0) &&
  (a.add_ms ?? 0) === (b.add_ms ?? 0) &&
  (a.move_ms ?? 0) === (b.move_ms ?? 0);

/** Whether two players want the same. */
export const sameWish = (a: Wish, b: Wish): boolean =>
  samePace(a.clock, b.clock) &&
  a.any === b.any &&
  (a.any || (a.game === b.game && a.width === b.width && a.height === b.height));

/** Looks for an opponent as long as there is a wish, and goes to the match that begins. */
export function useLooking(wish: Wish | null, fail: (problem: string) => void): void {
  const key = JSON.stringify(wish);
  useEffect(() => {
    if (wish === null) return;
    let left = false;
    let found = false;
    const go = (match: number): void => {
      if (left || found) return;
      found = true;
      navigate(`/m/${match}`);
    };
    const ask = (): void => {
      beSomebody()
        .then(() => (left ? null : post<{ match: number | null }>('/pairing', wish)))
        .then(
          (answer) => {
            if (answer?.match != null) go(answer.match);
          },
          (e: unknown) => {
            if (!left) fail(sentence(e));
          },
        );
    };
    let stop = (): void => undefined;
    void beSomebody().then(
      () => {
        if (left) return;
        stop = events.subscribe('me', FROM_NOW, (e) => {
          // Tournaments and exhibitions pair, too (paired.ts); the wish continues then.
          const other = e.data['tournament'] ?? e.data['simul'];
          if (e.type === 'paired' && other === undefined) go(Number(e.data['match']));
        });
      },
      () => undefined,
    );
    ask();
    const again = setInterval(ask, AGAIN_MS);
    return () => {
      left = true;
      stop();
      clearInterval(again);
      if (!found) post('/pairing/end').catch(() => undefined);
    };
  }, [key]);
}
