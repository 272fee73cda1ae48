// The matches that wait for us: how many, and the way to the next, also by a key.
import { useEffect } from 'preact/hooks';

import { Store, useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { listMatches, me } from '../core/net';
import type { MatchHead } from '../core/net';
import { matchHere, navigate, setTitleCount } from '../core/router';
import { settings } from '../core/settings';
import { nextWaiting } from './urgency';

const ASK_MAX = 50;
const GATHER_MS = 600;

export const waiting = new Store<MatchHead[]>([]);

/** The present state of a match: it leaves the list when another player must move. */
export function noteTurn(m: MatchHead): void {
  if (m.state === 'running' && m.turn !== null && m.you.includes(m.turn.seat)) return;
  if (waiting.value.some((w) => w.id === m.id)) waiting.set(waiting.value.filter((w) => w.id !== m.id));
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
    let begun: number | null = null; // the event with which the stream began
    let seen: number | null = null; // the event up to which the answer has everything
    const ask = (): void => {
      later = undefined;
      listMatches(`mine=1&turn=me&limit=${ASK_MAX}`).then(
        (answer) => {
          waiting.set(answer.matches);
          seen = answer.event ?? FROM_NOW;
          if (begun !== null && seen < begun) later ??= window.setTimeout(ask, GATHER_MS);
          begun = null;
        },
        () => undefined,
      );
    };
    ask();
    const stop = events.subscribe('me', FROM_NOW, (e) => {
      if (e.type === 'hello') {
        begun = e.data.event;
        if (seen === null || seen >= begun) return;
      }
      later ??= window.setTimeout(ask, GATHER_MS);
    });
    return () => {
      clearTimeout(later);
      stop();
    };
  }, [player?.id]);
  return list.length;
}

/** Title and icon of the tab say how many matches and requests wait. */
export function useWaitingSeen(n: number): void {
  useEffect(() => {
    setTitleCount(n);
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (link) link.href = n === 0 ? '/icon.svg' : iconWith(n);
  }, [n]);
}

/** The icon of the site with a number on it. */
function iconWith(n: number): string {
  const said = n > 9 ? '9+' : String(n);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#ecd9ae"/>' +
    '<circle cx="24" cy="40" r="15" fill="#c43a2f"/><circle cx="44" cy="20" r="20" fill="#2f6f5e"/>' +
    '<text x="44" y="29" font-family="sans-serif" font-size="26" font-weight="700" text-anchor="middle" ' +
    `fill="#fff">${said}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The key N opens the next match, unless the person is writing or has switched it off. */
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
