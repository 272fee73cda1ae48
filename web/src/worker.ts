// The engine in a worker: the page sends a game and its moves and gets the engine's move back.
import { netLoaded } from './nets';
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
/** From this level on a net judges where the game has one. */
const LEVEL_NET = 8;
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
  const { level, setup } = event.data;
  const r = await rules;
  if (level >= LEVEL_NET) await netLoaded(r, setup.game);
  self.postMessage(answer(r, event.data));
};
