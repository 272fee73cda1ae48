// The proof search in a worker, for puzzles and lessons: it takes a position and answers which side
// reaches the goal.
import { reasonsOf } from '../games/reasonkinds';
import type { Reason } from '../games/reasonkinds';
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

/** Asks what moves do after the game's moves. */
export interface WhyRequest {
  id: number;
  game: Game;
  why: readonly string[];
}

/** A reason of the rules, with its move in words. */
export interface Said extends Omit<Reason, 'at'> {
  at: string;
}

export interface WhyAnswer {
  id: number;
  /** Of each move; null when they could not be found out. */
  reasons: Said[][] | null;
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

/** Puts the position after the game's moves into the slot. */
function replay(r: Rules, game: Game): boolean {
  setUp(r, SLOT, game);
  return game.moves.every((word) => {
    const move = r.parse(SLOT, word);
    return move !== null && r.play(SLOT, move);
  });
}

function why(r: Rules, q: WhyRequest): Said[][] | null {
  if (!replay(r, q.game)) return null;
  return q.why.map((word) => {
    const move = r.parse(SLOT, word);
    if (move === null || !r.explain(SLOT, move).legal) return [];
    const found = reasonsOf(r, SLOT, move);
    return found.map(({ at, ...rest }) => ({ ...rest, at: at === null ? '' : r.print(SLOT, at) }));
  });
}

function prove(r: Rules, q: ProveRequest): Judgement | null {
  if (!replay(r, q.game)) return null;
  const { move, ...rest } = r.prove(SLOT, q.goal, q.nodes, q.positions);
  return { ...rest, move: move === null ? null : r.print(SLOT, move) };
}

self.onmessage = async (event: MessageEvent<ProveRequest | WhyRequest>) => {
  if ('why' in event.data) {
    const { id } = event.data;
    const reasons = await load()
      .then((r) => why(r, event.data as WhyRequest))
      .catch(() => {
        rules = null;
        return null;
      });
    self.postMessage({ id, reasons } satisfies WhyAnswer);
    return;
  }
  let judgement: Judgement | null = null;
  try {
    judgement = prove(await load(), event.data);
  } catch {
    rules = null; // a later question may find the module
  }
  self.postMessage({ id: event.data.id, judgement } satisfies ProveAnswer);
};
