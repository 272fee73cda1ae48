// The page's side of the proof search: one worker for all questions, which are answered in order.
import type { Game } from '../games/replay';
import type { Judgement, ProveAnswer, ProveRequest, Said, WhyAnswer, WhyRequest } from './prover.worker';

export type { Judgement, Said };

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, (judgement: Judgement | null) => void>();
const asking = new Map<number, (reasons: Said[][] | null) => void>();

function stop(): void {
  worker?.terminate();
  worker = null;
  for (const tell of waiting.values()) tell(null);
  waiting.clear();
  for (const tell of asking.values()) tell(null);
  asking.clear();
}

function start(): Worker {
  const started = new Worker('/prover.js');
  started.onmessage = (event: MessageEvent<ProveAnswer | WhyAnswer>) => {
    if ('reasons' in event.data) {
      asking.get(event.data.id)?.(event.data.reasons);
      asking.delete(event.data.id);
      return;
    }
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

/** What these moves do after the game's moves; null when that could not be found out. */
export function whyOf(game: Game, why: readonly string[]): Promise<Said[][] | null> {
  worker ??= start();
  const id = ++last;
  const request: WhyRequest = { id, game, why };
  return new Promise((done) => {
    asking.set(id, done);
    worker?.postMessage(request);
  });
}
