// A player of an arena who is paired comes to the match by themselves (arena.tsx).
import { useEffect } from 'preact/hooks';

import { useStore } from './env';
import { FROM_NOW, events } from './events';
import { me } from './net';
import { navigate } from './router';

/** Takes the player to the match when the arena has paired them. */
export function usePairing(arena: number | null): void {
  const player = useStore(me);
  const id = player?.kind === 'member' ? arena : null;
  useEffect(() => {
    if (id === null) return undefined;
    return events.subscribe('me', FROM_NOW, (e) => {
      if (e.type === 'paired' && e.data['tournament'] === id) navigate(`/m/${Number(e.data['match'])}`);
    });
  }, [id]);
}
