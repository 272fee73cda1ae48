// The proof search in a worker, for puzzles and lessons: it takes a position and answers which side
// reaches the goal.
import { setUp } from '../games/replay';
import type { Game } from '../games/replay';
import { Rules } from '../wasm/wasm';
import type { Proved } from '../wasm/wasm';

export interface ProveRequest {
  id: number;
  game: Game;
  /** Margin that the side to move must reach; 1: a win. */
  goal: number;
  nodes: number;
  positions: number;
}

export interface Judgement extends Omit<Proved, 'move'> {
  move: string | null;
}

export interface ProveAnswer {
  id: number;
  /** Null when the position could not be set up, or the question is too deep. */
  judgement: Judgement | null;
}

const SLOT = 0;
let rules: Promise<Rules> | null = null;

function load(): Promise<Rules> {
  rules ??= fetch('/hoshi.wasm')
    .then((response) => response.arrayBuffer())
    .then((bytes) => Rules.load(bytes));
  return rules;
}

function prove(r: Rules, q: ProveRequest): Judgement | null {
  setUp(r, SLOT, q.game);
  for (const word of q.game.moves) {
    const move = r.parse(SLOT, word);
    if (move === null || !r.play(SLOT, move)) return null;
  }
  const { move, ...rest } = r.prove(SLOT, q.goal, q.nodes, q.positions);
  return { ...rest, move: move === null ? null : r.print(SLOT, move) };
}

self.onmessage = async (event: MessageEvent<ProveRequest>) => {
  let judgement: Judgement | null = null;
  try {
    judgement = prove(await load(), event.data);
  } catch {
    rules = null; // a later question may find the module
  }
  self.postMessage({ id: event.data.id, judgement } satisfies ProveAnswer);
};
