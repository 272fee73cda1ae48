// The engine for analysis, in a worker: it thinks about one position in slices, reports its findings
// after each, and listens between two. The page (engine.ts) decides which position, and for how long.
import { setUp } from '../games/replay';
import type { Game } from '../games/replay';
import { netLoaded } from '../wasm/nets';
import { Rules, pointOf } from '../wasm/wasm';
import type { Candidate, Move, Point, Report } from '../wasm/wasm';

export interface ThinkAbout {
  id: number;
  game: Game;
  /** What if this side were to move instead? */
  side?: number;
  /** Bound on the engine's memory, and how many threads it has: the same for all questions to one analyst. */
  memoryMib: number;
  threads: number;
  /** Ends after this many rounds; 0: only when stopped. */
  rounds: number;
  ownership: boolean;
}

export interface Line extends Omit<Candidate, 'move' | 'line'> {
  move: string;
  line: string[];
  /** The point of each move of the line; null: a pass or a swap. */
  points: (Point | null)[];
}

export interface Thought extends Omit<Report, 'candidates' | 'rounds'> {
  id: number;
  lines: Line[];
  /** Since the position was given. */
  rounds: number;
  ms: number;
  /** The side to move. */
  side: number;
  /** 1: side 1's, -1: another's; empty if it was not asked for. */
  ownership: number[];
  /** That were at work. */
  threads: number;
  /** The last report on this question. */
  done: boolean;
  /** The search knows the result of each move, so more rounds change nothing. */
  settled: boolean;
}

export type Answer = Thought | { id: number; failed: true };

const SLOT = 0;
/** The length of a slice: short at first, so that the first report comes soon. */
const FIRST_MS = 30;
const LATER_MS = 200;
const OWNERSHIP_GAMES = 200;
/** The page draws each report, so there are at most ten a second. */
const REPORT_MS = 100;

let wasm: Promise<Rules> | null = null;
let latest = 0;

async function bytesOf(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

/** The module for several threads, and workers that become them as soon as they have started. */
async function loadThreads(memoryMib: number, threads: number): Promise<Rules> {
  const rules = await Rules.loadThreads(await bytesOf('/hoshi-threads.wasm'), memoryMib, threads - 1);
  for (let i = 1; i < threads; i++) new Worker('/helper.js').postMessage(rules.callHelper());
  rules.engine(memoryMib, threads);
  return rules;
}

async function loadOne(memoryMib: number): Promise<Rules> {
  const rules = await Rules.load(await bytesOf('/hoshi.wasm'));
  rules.engine(memoryMib);
  return rules;
}

/** If several threads cannot start, for example without a connection or memory, there is one. */
function load({ memoryMib, threads }: ThinkAbout): Promise<Rules> {
  if (threads === 1) return loadOne(memoryMib);
  return loadThreads(memoryMib, threads).catch((why: unknown) => {
    console.warn('the engine has one thread', why);
    return loadOne(memoryMib);
  });
}

/** Puts the position into the slot; false if that fails. */
function prepare(r: Rules, wish: ThinkAbout): boolean {
  setUp(r, SLOT, wish.game);
  for (const word of wish.game.moves) {
    const move = r.parse(SLOT, word);
    if (move === null || !r.play(SLOT, move)) return false;
  }
  if (wish.side === undefined) return true;
  return r.place(SLOT, wish.game.setup, r.cells(SLOT), wish.side) === null;
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

async function think(r: Rules, wish: ThinkAbout): Promise<void> {
  if (!prepare(r, wish) || r.state(SLOT).over) {
    self.postMessage({ id: wish.id, failed: true } satisfies Answer);
    return;
  }
  const side = r.state(SLOT).side;
  const begun = performance.now();
  const words = (moves: Move[]): string[] => moves.map((m) => r.print(SLOT, m));
  let told = -REPORT_MS;
  let ticks = 4;
  let rounds = 0;
  let wanted = FIRST_MS;
  for (let slice = 1; latest === wish.id; slice++) {
    const at = performance.now();
    const threads = Math.min(wish.threads, r.threads());
    const { candidates, rounds: fresh, ...head } = r.analyze(SLOT, ticks, slice);
    const ms = performance.now() - at;
    rounds += fresh;
    const settled = fresh < ticks * 8;
    const done = settled || (wish.rounds > 0 && rounds >= wish.rounds);
    const after = performance.now();
    if (done || after - told >= REPORT_MS) {
      told = after;
      const lines = candidates.map((c): Line => {
        const path = c.line.length > 0 ? c.line : [c.move];
        return { ...c, move: r.print(SLOT, c.move), line: words(path), points: path.map(pointOf) };
      });
      const ownership = wish.ownership ? r.ownership(SLOT, OWNERSHIP_GAMES, slice) : [];
      const ms = performance.now() - begun;
      const answer: Answer = {
        ...head,
        id: wish.id,
        lines,
        rounds,
        ms,
        side,
        ownership,
        threads,
        done,
        settled,
      };
      self.postMessage(answer);
    }
    if (done) return;
    ticks = Math.max(1, Math.min(4 * ticks, Math.round((ticks * wanted) / Math.max(1, ms))));
    if (wish.rounds > 0)
      ticks = Math.min(ticks, Math.max(1, Math.ceil((wish.rounds - rounds) / (16 * threads))));
    wanted = LATER_MS;
    await pause();
  }
}

self.onmessage = async (event: MessageEvent<ThinkAbout | { stop: true }>) => {
  const wish = event.data;
  latest = 'stop' in wish ? 0 : wish.id;
  if ('stop' in wish) return;
  try {
    const r = await (wasm ??= load(wish));
    await netLoaded(r, wish.game.setup);
    if (latest === wish.id) await think(r, wish);
  } catch {
    self.postMessage({ id: wish.id, failed: true } satisfies Answer);
  }
};
