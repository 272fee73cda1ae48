// The page's side of the proof search: one worker for all questions, which are answered in order.
import type { Game } from '../games/replay';
import type { Judgement, ProveAnswer, ProveRequest } from './prover.worker';

export type { Judgement };

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, (judgement: Judgement | null) => void>();

function stop(): void {
  worker?.terminate();
  worker = null;
  for (const tell of waiting.values()) tell(null);
  waiting.clear();
}

function start(): Worker {
  const started = new Worker('/prover.js');
  started.onmessage = (event: MessageEvent<ProveAnswer>) => {
    waiting.get(event.data.id)?.(event.data.judgement);
    waiting.delete(event.data.id);
  };
  started.onerror = stop;
  return started;
}

/** Whether the side to move reaches the goal; null when that could not be found out. */
export function prove(game: Game, goal: number, nodes: number, positions: number): Promise<Judgement | null> {
  worker ??= start();
  const id = ++last;
  const request: ProveRequest = { id, game, goal, nodes, positions };
  return new Promise((done) => {
    waiting.set(id, done);
    worker?.postMessage(request);
  });
}
