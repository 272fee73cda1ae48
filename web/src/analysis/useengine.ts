// The engine as a part of the page: asked again when the position or a choice changes, ended when the
// page is left.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { useStore } from '../core/env';
import type { Game } from '../games/replay';
import type { Thought } from './analyst';
import { Engine, recalled } from './engine';
import type { Subject } from './engine';
import type { Preferences } from './keep';
import { threadsOf } from '../wasm/threads';

/** An engine of the component's own. Its reports do not render the component: those that show them call useThought. */
export function useEngine(on: boolean, game: Game, side: number | undefined, choices: Preferences): Engine {
  const threads = threadsOf(choices.threads);
  const held = useRef<Engine | null>(null);
  held.current ??= new Engine();
  const engine = held.current;
  useEffect(() => () => engine.end(), []);
  // At once, so that a stopped search reports nothing more.
  useLayoutEffect(() => {
    if (!on) {
      engine.stop();
      return;
    }
    const question = { game, memoryMib: choices.memoryMib, threads, ownership: choices.ownership };
    engine.ask(side === undefined ? question : { ...question, side });
  }, [on, game, side, choices.memoryMib, threads, choices.ownership]);
  return engine;
}

/** The results for a position, rendered again at each report. */
export function useThought(engine: Engine, subject: Subject): Thought | null {
  useStore(engine.thought);
  return recalled(subject);
}
