// A game as a setup and moves in words, and the way to bring a slot of the rules to its start.
import type { Cell, Rules, Setup } from '../wasm/wasm';

export interface Game {
  setup: Setup;
  /** A position to begin from instead of the empty board. */
  from?: { diagram: string; side: number } | { cells: Cell[]; side: number };
  moves: string[];
}

/** Puts the position in which the game begins into a slot. */
export function setUp(r: Rules, slot: number, game: Pick<Game, 'setup' | 'from'>): void {
  const { setup, from } = game;
  if (!from) r.start(slot, setup);
  else if ('diagram' in from) r.set(slot, setup, from.diagram, from.side);
  else if (r.place(slot, setup, from.cells, from.side)) throw new RangeError('no such position');
}
