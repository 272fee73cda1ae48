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
  /** Null when the game is over, a move could not be replayed, or the engine could not be loaded. */
  move: string | null;
  /** How hard the choice was, 0 … 1 (pace.ts). */
  doubt: number;
}

const SLOT = 0;

async function load(): Promise<Rules> {
  const response = await fetch('/hoshi.wasm');
  if (!response.ok) throw new Error(`hoshi.wasm: ${response.status}`);
  return Rules.load(await response.arrayBuffer());
}

// At once, before anybody asks: the connection may be gone when they do.
let rules: Promise<Rules> | null = load();
rules.catch(() => undefined);

function answer(r: Rules, request: ThinkRequest): ThinkAnswer {
  r.start(SLOT, request.setup);
  for (const word of request.moves) {
    const move = r.parse(SLOT, word);
    if (move === null || !r.play(SLOT, move)) return { id: request.id, move: null, doubt: 0 };
  }
  const best = r.think(SLOT, request.level, request.seed);
  const doubt = r.doubt();
  return { id: request.id, move: best === null ? null : r.print(SLOT, best), doubt };
}

self.onmessage = async (event: MessageEvent<ThinkRequest>) => {
  const { id, setup } = event.data;
  rules ??= load();
  try {
    const r = await rules;
    await netLoaded(r, setup);
    self.postMessage(answer(r, event.data));
  } catch {
    rules = null; // the next question tries again
    self.postMessage({ id, move: null, doubt: 0 } satisfies ThinkAnswer);
  }
};
