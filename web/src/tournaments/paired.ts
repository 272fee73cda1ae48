// A player of an arena who is paired comes to the match by themselves (arena.tsx).
import { useEffect } from 'preact/hooks';

import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { me } from '../core/net';
import { navigate } from '../core/router';

/** Stops a listener that outlives its page: it waits until the match to which it has led is there
 * and listens itself, because the next pairing may come before. */
let stopOnTheWay: (() => void) | null = null;

/** Takes the player to the match when the arena has paired them. */
export function usePairing(arena: number | null): void {
  const player = useStore(me);
  const id = player?.kind === 'member' ? arena : null;
  useEffect(() => {
    if (id === null) return undefined;
    let led = '';
    const stop = events.subscribe('me', FROM_NOW, (e) => {
      if (e.type !== 'paired' || e.data['tournament'] !== id) return;
      if (led !== '' && location.pathname !== led) return; // the player has gone elsewhere
      led = `/m/${Number(e.data['match'])}`;
      navigate(led);
    });
    stopOnTheWay?.();
    stopOnTheWay = null;
    return () => {
      if (location.pathname === led) stopOnTheWay = stop;
      else stop();
    };
  }, [id]);
}
