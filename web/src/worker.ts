// The engine in a worker: the page sends a game and its moves and gets the engine's move back.
import { Rules } from './wasm';
import type { Setup } from './wasm';

export interface ThinkRequest {
  id: number;
  setup: Setup;
  moves: string[];
  level: number;
  seed: number;
}

export interface ThinkAnswer {
  id: number;
  /** Null when the game is over or a move could not be replayed. */
  move: string | null;
}

const SLOT = 0;
const rules = fetch('/hoshi.wasm')
  .then((response) => response.arrayBuffer())
  .then((bytes) => Rules.load(bytes));

function answer(r: Rules, request: ThinkRequest): ThinkAnswer {
  r.start(SLOT, request.setup);
  for (const word of request.moves) {
    const move = r.parse(SLOT, word);
    if (move === null || !r.play(SLOT, move)) return { id: request.id, move: null };
  }
  const best = r.think(SLOT, request.level, request.seed);
  return { id: request.id, move: best === null ? null : r.print(SLOT, best) };
}

self.onmessage = async (event: MessageEvent<ThinkRequest>) => {
  self.postMessage(answer(await rules, event.data));
};
