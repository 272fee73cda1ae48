// hoshi-games/engine: the same with the engine. It thinks in the calling thread, so call it in a worker.
import { Hoshi, fileOf, instanceOf } from "./lib.js";
import type { GameName, Lib, Position } from "./lib.js";

export { GAME_NAMES, GameRecord, Hoshi, HoshiError, Position } from "./lib.js";
export type { Game, GameName, Setup, Why } from "./lib.js";

export interface Limits {
  /** 1 (beginner) … 8; 0: full strength within nodes. */
  level?: number;
  /** Random games, or a net's judgements, at most. */
  nodes?: number;
}

export interface Candidate {
  move: string;
  visits: number;
  /** 0 … 1 for the side to move. */
  winrate: number;
  /** +1 it wins, -1 it loses, 0 open. */
  proven: number;
}

export interface Thought {
  /** '' when the game is over. */
  move: string;
  winrate: number;
  proven: number;
  nodes: number;
  /** A net judged; else random games did. */
  net: boolean;
  candidates: Candidate[];
}

const OPTIONS = { bytes: 32, memory: 8, seed: 16, threads: 24 };
const LIMITS = { bytes: 24, level: 4, nodes: 8 };
const THOUGHT = {
  bytes: 72 + 16 * 224,
  move: 4,
  proven: 16,
  net: 32,
  winrate: 40,
  nodes: 48,
  n: 64,
  first: 72,
};
const CANDIDATE = { bytes: 224, proven: 12, visits: 32, winrate: 40 };

export class Engine {
  private readonly lib: Lib;
  private readonly at: number;
  private net = 0;

  constructor(lib: Lib, memoryMib: number, seed: number) {
    this.lib = lib;
    this.at = lib.with(OPTIONS.bytes, (o) => {
      const v = lib.view();
      v.setUint32(o, OPTIONS.bytes, true);
      v.setBigUint64(o + OPTIONS.memory, BigInt(memoryMib) << 20n, true);
      v.setBigUint64(o + OPTIONS.seed, BigInt(seed), true);
      v.setInt32(o + OPTIONS.threads, 1, true);
      return lib.with(4, (out) => {
        lib.check(lib.call("hoshi_engine_new", o, out));
        return lib.view().getUint32(out, true);
      });
    });
  }

  /** Lets a net judge its game: the file of this package, or bytes. */
  async loadNet(game: GameName, source?: ArrayBuffer): Promise<void> {
    const file = new Uint8Array(
      source ?? (await fileOf(`./nets/${game}.net`, import.meta.url)),
    );
    const at = this.lib.take(file.length);
    this.lib.bytes(at, file.length).set(file);
    const result = this.lib.call("hoshi_engine_net", this.at, at, file.length);
    if (result < 0) this.lib.free(at);
    this.lib.check(result);
    if (this.net !== 0) this.lib.free(this.net);
    this.net = at;
  }

  /** The engine's judgement of a position of the same module. */
  think(p: Position, limits: Limits): Thought {
    if (p.lib !== this.lib)
      throw new Error("the position is of another module");
    if (!limits.level && !limits.nodes)
      throw new RangeError("say a level or a number of nodes");
    return this.lib.with(LIMITS.bytes, (l) =>
      this.lib.with(THOUGHT.bytes, (t) => {
        const v = this.lib.view();
        v.setUint32(l, LIMITS.bytes, true);
        v.setInt32(l + LIMITS.level, limits.level ?? 0, true);
        v.setBigInt64(l + LIMITS.nodes, BigInt(limits.nodes ?? 0), true);
        v.setUint32(t, THOUGHT.bytes, true);
        this.lib.check(
          this.lib.call("hoshi_engine_think", this.at, p.pointer, l, 0, 0, t),
        );
        return this.thought(t);
      }),
    );
  }

  private thought(t: number): Thought {
    const v = this.lib.view();
    return {
      move: this.lib.text(t + THOUGHT.move),
      winrate: v.getFloat64(t + THOUGHT.winrate, true),
      proven: v.getInt32(t + THOUGHT.proven, true),
      nodes: Number(v.getBigInt64(t + THOUGHT.nodes, true)),
      net: v.getUint32(t + THOUGHT.net, true) !== 0,
      candidates: Array.from(
        { length: v.getInt32(t + THOUGHT.n, true) },
        (_, i) => {
          const c = t + THOUGHT.first + i * CANDIDATE.bytes;
          return {
            move: this.lib.text(c),
            visits: Number(v.getBigInt64(c + CANDIDATE.visits, true)),
            winrate: v.getFloat64(c + CANDIDATE.winrate, true),
            proven: v.getInt32(c + CANDIDATE.proven, true),
          };
        },
      ),
    };
  }

  free(): void {
    this.lib.call("hoshi_engine_free", this.at);
    if (this.net !== 0) this.lib.free(this.net);
  }
}

export class HoshiWithEngine extends Hoshi {
  /** An engine with so much memory. The same seed and limits give the same answers. */
  engine(memoryMib = 64, seed = 0): Engine {
    return new Engine(this.lib, memoryMib, seed);
  }
}

export async function load(source?: BufferSource): Promise<HoshiWithEngine> {
  return new HoshiWithEngine(
    await instanceOf(source, "./engine.wasm", import.meta.url),
  );
}
