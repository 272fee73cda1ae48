// The engine as a part of the page: asked again when the position or a choice changes, ended when the
// page is left.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { useStore } from '../app/env';
import type { Game } from '../app/replay';
import type { Thought } from './analyst';
import { Engine, recalled } from './engine';
import type { Preferences } from './keep';
import { threadsOf } from './threads';

export function useEngine(
  on: boolean,
  game: Game,
  side: number | undefined,
  choices: Preferences,
): { thought: Thought | null; broken: boolean } {
  const threads = threadsOf(choices.threads);
  const held = useRef<Engine | null>(null);
  held.current ??= new Engine();
  const engine = held.current;
  const thought = useStore(engine.thought);
  const broken = useStore(engine.broken);
  useEffect(() => () => engine.end(), []);
  // At once, so that what is stopped reports nothing more.
  useLayoutEffect(() => {
    if (!on) {
      engine.stop();
      return;
    }
    const question = { game, memoryMib: choices.memoryMib, threads, ownership: choices.ownership };
    engine.ask(side === undefined ? question : { ...question, side });
  }, [on, game, side, choices.memoryMib, threads, choices.ownership]);
  const known = { game, memoryMib: choices.memoryMib, threads, ownership: choices.ownership };
  const here = recalled(side === undefined ? known : { ...known, side });
  // What was thought of another position is never shown for this one.
  return { thought: here && thought && thought.id === here.id ? thought : here, broken };
}
