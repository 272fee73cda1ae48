// A player whom a tournament with a live clock has paired comes to the match by themselves. Wherever else they
// are, notifications/requests.ts tells them.
import { useEffect } from 'preact/hooks';

import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { me } from '../core/net';
import { navigate } from '../core/router';

/** Stops a listener that outlives its page: it waits until the match to which it has led is there
 * and listens itself, because the next pairing may come before. */
let stopOnTheWay: (() => void) | null = null;

/** Takes the player to the match when the tournament has paired them. */
export function usePairing(tournament: number | null): void {
  const player = useStore(me);
  const id = player?.kind === 'member' ? tournament : null;
  useEffect(() => {
    if (id === null) return undefined;
    let led = '';
    const stop = events.subscribe('me', FROM_NOW, (e) => {
      if (e.type !== 'paired' || e.data['tournament'] !== id || e.data['live'] !== true) return;
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
