// The page's side of the engine: asks the worker, keeps the findings for each position so that going
// back shows them at once, and drops the oldest when there are many.
import { Store } from '../core/env';
import type { Game } from '../games/replay';
import type { Answer, ThinkAbout, Thought } from './analyst';

/** A position that the engine is asked about. */
export interface Subject {
  game: Game;
  /** The side to move in this question, if it is not the real one. */
  side?: number | undefined;
}

export interface Question extends Subject {
  memoryMib: number;
  threads: number;
  ownership: boolean;
}

const CACHE_MAX = 3000;

function keyOf(q: Subject): string {
  const { setup, from, moves } = q.game;
  return JSON.stringify([setup, from ?? null, moves, q.side ?? 0]);
}

/** The results for positions, the least recently used first. */
const known = new Map<string, Thought>();

function remember(key: string, thought: Thought): void {
  const old = known.get(key);
  known.delete(key);
  // A short look does not replace a long one, but its ownership is the newer one.
  const longer = old !== undefined && old.rounds > thought.rounds && !thought.settled;
  const ownership = thought.ownership.length > 0 ? thought.ownership : (old?.ownership ?? []);
  known.set(key, { ...(longer ? old : thought), ownership });
  for (const first of known.keys()) {
    if (known.size <= CACHE_MAX) break;
    known.delete(first);
  }
}

/** The best that was found of a position so far. */
export function recalled(q: Subject): Thought | null {
  return known.get(keyOf(q)) ?? null;
}

export class Engine {
  /** Called at each report; a position always shows what `recalled` returns. */
  readonly thought = new Store<Thought | null>(null);
  /** The question that the last report answered: changes with the first report on it. */
  readonly heardOf = new Store(0);
  readonly broken = new Store(false);
  private worker: Worker | null = null;
  private memoryMib = 0;
  private threads = 0;
  private id = 0;
  private key = '';
  private heard: ((t: Thought | null) => void) | null = null;

  private post(wish: ThinkAbout): void {
    // A module never returns its memory or its threads, so another choice needs another worker.
    if (wish.memoryMib !== this.memoryMib || wish.threads !== this.threads) this.end();
    this.memoryMib = wish.memoryMib;
    this.threads = wish.threads;
    if (!this.worker) {
      this.worker = new Worker('/analyst.js');
      this.worker.onmessage = (event: MessageEvent<Answer>) => this.hear(event.data);
      this.worker.onerror = () => {
        this.broken.set(true);
        this.heard?.(null);
      };
    }
    this.worker.postMessage(wish);
  }

  private hear(answer: Answer): void {
    if (answer.id !== this.id) return;
    if ('failed' in answer) {
      this.heard?.(null);
      return;
    }
    remember(this.key, answer);
    this.heardOf.set(answer.id);
    this.thought.set(answer);
    if (answer.done) this.heard?.(answer);
  }

  /** Thinks until it is stopped or gets another position; rounds 0: no limit. */
  ask(q: Question, rounds = 0): void {
    this.id++;
    this.key = keyOf(q);
    this.heard = null;
    this.thought.set(recalled(q));
    const wish: ThinkAbout = {
      id: this.id,
      game: q.game,
      memoryMib: q.memoryMib,
      threads: q.threads,
      rounds,
      ownership: q.ownership,
    };
    this.post(q.side === undefined ? wish : { ...wish, side: q.side });
  }

  /** The answer after this many rounds; null if the game is over there. */
  answer(q: Question, rounds: number): Promise<Thought | null> {
    const before = recalled(q);
    if (before && (before.settled || before.rounds >= rounds)) return Promise.resolve(before);
    return new Promise((done) => {
      this.ask(q, rounds);
      this.heard = done;
    });
  }

  stop(): void {
    this.id++;
    this.worker?.postMessage({ stop: true });
  }

  end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}

/** The first side's expected share of the win, 0 … 1, in a position of two players. */
export function firstShare(t: Thought): number {
  const mine = t.exact && t.proven !== 0 ? (t.proven > 0 ? 1 : 0) : t.winrate;
  return t.side === 1 ? mine : 1 - mine;
}
