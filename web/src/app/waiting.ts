// The matches that wait for us: how many, and the way to the next, also by a key.
import { useEffect } from 'preact/hooks';

import { Store, useStore } from './env';
import { FROM_NOW, events } from './events';
import { listMatches, me } from './net';
import type { MatchHead } from './net';
import { navigate } from './router';
import { settings } from './settings';
import { nextWaiting } from './urgency';

const ASK_MAX = 50;
const GATHER_MS = 600;

export const waiting = new Store<MatchHead[]>([]);

/** The match whose page is open. */
export function matchHere(): number | null {
  const id = /^\/m\/(\d+)$/.exec(location.pathname)?.[1];
  return id === undefined ? null : Number(id);
}

export function goNext(): void {
  const next = nextWaiting(waiting.value, matchHere());
  if (next !== null) navigate(`/m/${next}`);
}

/** Keeps the list current; the header calls it once. */
export function useWaiting(): number {
  const player = useStore(me);
  const list = useStore(waiting);
  useEffect(() => {
    if (!player) {
      waiting.set([]);
      return;
    }
    let later: number | undefined;
    const ask = (): void => {
      later = undefined;
      listMatches(`mine=1&turn=me&limit=${ASK_MAX}`).then(
        (answer) => waiting.set(answer.matches),
        () => undefined,
      );
    };
    ask();
    const stop = events.subscribe('me', FROM_NOW, () => {
      later ??= window.setTimeout(ask, GATHER_MS);
    });
    return () => {
      clearTimeout(later);
      stop();
    };
  }, [player?.id]);
  return list.length;
}

/** The key N leads to the next match, unless somebody is writing or has switched it off. */
export function useNextKey(): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (!settings.value.keys || target?.closest('input, textarea, select, dialog')) return;
      event.preventDefault();
      goNext();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
}
