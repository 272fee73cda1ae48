// The one reader of src/wasm/api.h: typed calls into the WebAssembly build of the rules.

export const GAMES = ['palisade', 'redstone', 'levee', 'claims'] as const;
export type GameName = (typeof GAMES)[number];
/** The game before the person has chosen one. */
export const FIRST_GAME: GameName = GAMES[0];

export function isGame(name: string): name is GameName {
  return GAMES.some((g) => g === name);
}

/** A side is a colour or place in turn order, 1 … 4; 0 no one; 5 neutral stones. */
export type Side = number;
/** y * width + x from the lower left. */
export type Point = number;
/** A move as in src/rules/move.h. */
export type Move = number;

export const MOVE_SWAP: Move = 1022;
export const MOVE_PASS: Move = 1023;
export const MOVE_RED = 1024;
export const MOVE_NONE: Move = 0xffff;

/** The point of a placement; null for pass and swap. */
export function pointOf(move: Move): Point | null {
  return move === MOVE_NONE || (move & (MOVE_RED - 1)) >= MOVE_SWAP ? null : move & (MOVE_RED - 1);
}

export const OPTION_SWAP = 1;
export const OPTION_JACKED = 2;
export const CELL_JACKED = 1;
export const CELL_DOUBLED = 2;
export const OWNER_NEUTRAL = 5;

export interface Setup {
  game: GameName;
  width: number;
  height: number;
  players: number;
  options: number;
}

export interface GameInfo {
  name: GameName;
  title: string;
  designer: string;
  year: string;
  summary: string;
  sizeMin: number;
  sizeMax: number;
  sizeStep: number;
  sizeDefault: number;
  playersMin: number;
  playersMax: number;
  options: number;
  optionsDefault: number;
  rectangular: boolean;
  hasRed: boolean;
  hasPass: boolean;
  hasSwap: boolean;
  hasScore: boolean;
  /** The smallest and the largest side of the boards on which the game's net judges. */
  netLeast: number;
  netMost: number;
}

export interface Cell {
  owner: Side;
  height: number;
  flags: number;
}

export interface GameState {
  side: Side;
  winner: Side;
  over: boolean;
  ply: number;
  last: Move;
  swapped: boolean;
  /** Plays that the side to move has after this one in the same turn (C9). */
  more: number;
  /** Seat of each side, by side - 1. */
  seats: number[];
}

export interface Explanation {
  legal: boolean;
  rule: string;
  text: string;
  alternative: Move | null;
  points: Point[];
}

export interface Outcome {
  over: boolean;
  winner: Side;
  points: number[];
  owner: Side[];
  channels: [Point[], Point[]];
}

/** A link of two diagonal neighbours; the ring lies outside of the board, at -1 and size (P2). */
export interface Link {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  side: Side;
  loop: boolean;
}

/** Why no play leads to a position: these stones alone forbid it. */
export interface Unlawful {
  rule: string;
  points: Point[];
}

export interface Candidate {
  move: Move;
  visits: number;
  /** 0 … 1 for the side to move. */
  winrate: number;
  /** Expected points ahead of the best other. */
  score: number;
  /** +1 it wins, -1 it loses, 0 open, or with `exact` a draw. */
  proven: number;
  exact: boolean;
  /** The proved bounds of the points. */
  low: number;
  high: number;
  line: Move[];
}

/** The engine's judgement of a position, for the side to move. */
export interface Report {
  /** Rounds of this slice. */
  rounds: number;
  winrate: number;
  proven: number;
  exact: boolean;
  low: number;
  high: number;
  /** Memory ran out: the least visited nodes were pruned. */
  full: boolean;
  /** A net judged; else playouts did. */
  net: boolean;
  /** It was not trained on boards of this size. */
  unseen: boolean;
  candidates: Candidate[];
}

/** The proved facts about a position of two players, for the side to move. */
export interface Proved {
  /** +1 it reaches the goal, -1 it does not, 0 the bound was not enough. */
  value: number;
  /** Nothing more needs to be played. */
  settled: boolean;
  /** `plies` is the distance; else the distance is at least that. */
  exact: boolean;
  plies: number;
  /** The shortest way to the goal, or the longest resistance; null if settled. */
  move: Move | null;
  nodes: number;
}

/** What a worker needs to become a thread of the engine (src/wasm/helpers.c). */
export interface HelperCall {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  number: number;
  /** The top of its stack. */
  stack: number;
}

interface Exports {
  memory: WebAssembly.Memory;
  hoshi_numbers(): number;
  hoshi_text(): number;
  hoshi_game(game: number): number;
  hoshi_new(slot: number, game: number, w: number, h: number, players: number, opts: number): number;
  hoshi_set(
    slot: number,
    game: number,
    w: number,
    h: number,
    players: number,
    opts: number,
    side: number,
  ): number;
  hoshi_look(game: number, w: number, h: number, players: number): number;
  hoshi_place(
    slot: number,
    game: number,
    w: number,
    h: number,
    players: number,
    opts: number,
    side: number,
  ): number;
  hoshi_copy(to: number, from: number): number;
  hoshi_play(slot: number, move: number): number;
  hoshi_state(slot: number): number;
  hoshi_cells(slot: number): number;
  hoshi_legal(slot: number): number;
  hoshi_explain(slot: number, move: number): number;
  hoshi_reasons(slot: number, move: number): number;
  hoshi_result(slot: number): number;
  hoshi_links(slot: number): number;
  hoshi_water(slot: number): number;
  hoshi_claims(slot: number): number;
  hoshi_groups(slot: number): number;
  hoshi_hash(slot: number): bigint;
  hoshi_perft(slot: number, depth: number): bigint;
  hoshi_diagram(slot: number): number;
  hoshi_parse(slot: number): number;
  hoshi_print(slot: number, move: number): number;
  hoshi_random(slot: number, seed: number): number;
  hoshi_think(slot: number, level: number, seed: number): number;
  hoshi_engine(memoryMib: number, threads: number): number;
  hoshi_analyze(slot: number, ticks: number, seed: number): number;
  hoshi_ownership(slot: number, games: number, seed: number): number;
  hoshi_prove(slot: number, goal: number, nodes: number, positions: number): number;
  hoshi_signature(number: number): bigint;
  hoshi_net_room(game: number, bytes: number): number;
  hoshi_net(game: number, bytes: number): number;
  hoshi_net_check(game: number, path: number): bigint;
}

/** Further exports of hoshi-threads.wasm. It imports its memory and does not export it. */
interface HelperExports {
  __stack_pointer: WebAssembly.Global<'i32'>;
  hoshi_helper_room(): number;
  hoshi_helper(number: number): void;
  hoshi_helpers(): number;
}

const PAGES_A_MIB = 16;
/** The memory of hoshi-threads.wasm at first (src/wasm/meson.build). */
const SHARED_MIB = 16;

/** The call for a thread, in a worker of its own. It does not return. */
export async function beHelper(call: HelperCall): Promise<void> {
  const instance = await WebAssembly.instantiate(call.module, { env: { memory: call.memory } });
  const wasm = instance.exports as unknown as HelperExports;
  wasm.__stack_pointer.value = call.stack;
  wasm.hoshi_helper(call.number);
}

const TEXT_BYTES = 4096;

export class Rules {
  private readonly wasm: Exports;
  /** Of hoshi-threads.wasm alone. */
  private shared: { module: WebAssembly.Module; helpers: HelperExports; called: number } | null = null;
  private readonly infos = new Map<GameName, GameInfo>();

  private constructor(wasm: Exports) {
    this.wasm = wasm;
  }

  static async of(module: WebAssembly.Module): Promise<Rules> {
    const instance = await WebAssembly.instantiate(module, {});
    return new Rules(instance.exports as unknown as Exports);
  }

  static async load(bytes: BufferSource): Promise<Rules> {
    return Rules.of(await WebAssembly.compile(bytes));
  }

  /** hoshi-threads.wasm, with a memory for an engine of this size and this many helpers. */
  static async loadThreads(bytes: BufferSource, memoryMib: number, helpers: number): Promise<Rules> {
    const memory = new WebAssembly.Memory({
      initial: SHARED_MIB * PAGES_A_MIB,
      maximum: (SHARED_MIB + helpers + memoryMib) * PAGES_A_MIB,
      shared: true,
    });
    const { module, instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
    const rules = new Rules({ ...(instance.exports as unknown as Exports), memory });
    rules.shared = { module, helpers: instance.exports as unknown as HelperExports, called: 0 };
    return rules;
  }

  /** Views are recreated for each call: growing memory detaches the old ones. */
  private numbers(n: number): number[] {
    return Array.from(new Int32Array(this.wasm.memory.buffer, this.wasm.hoshi_numbers(), n));
  }

  private text(): string {
    const bytes = new Uint8Array(this.wasm.memory.buffer, this.wasm.hoshi_text(), TEXT_BYTES);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  private giveText(text: string): void {
    const bytes = new TextEncoder().encode(text).slice(0, TEXT_BYTES - 1);
    const area = new Uint8Array(this.wasm.memory.buffer, this.wasm.hoshi_text(), TEXT_BYTES);
    area.set(bytes);
    area[bytes.length] = 0;
  }

  info(game: GameName): GameInfo {
    const known = this.infos.get(game);
    if (known) return known;
    check(this.wasm.hoshi_game(GAMES.indexOf(game)));
    const [title = '', designer = '', year = '', summary = ''] = this.text().split('\n').slice(1);
    const n = this.numbers(15);
    const at = (i: number): number => n[i] ?? 0;
    const info: GameInfo = {
      name: game,
      title,
      designer,
      year,
      summary,
      sizeMin: at(0),
      sizeMax: at(1),
      sizeStep: at(2),
      sizeDefault: at(3),
      playersMin: at(4),
      playersMax: at(5),
      options: at(6),
      optionsDefault: at(7),
      rectangular: at(8) !== 0,
      hasRed: at(9) !== 0,
      hasPass: at(10) !== 0,
      hasSwap: at(11) !== 0,
      hasScore: at(12) !== 0,
      netLeast: at(13),
      netMost: at(14),
    };
    this.infos.set(game, info);
    return info;
  }

  start(slot: number, s: Setup): void {
    const game = GAMES.indexOf(s.game);
    check(this.wasm.hoshi_new(slot, game, s.width, s.height, s.players, s.options));
  }

  set(slot: number, s: Setup, diagram: string, side: Side): void {
    this.giveText(diagram);
    const game = GAMES.indexOf(s.game);
    check(this.wasm.hoshi_set(slot, game, s.width, s.height, s.players, s.options, side));
  }

  /** Sets up a position of cells; null: done, else why no play leads there, and the slot stays. */
  place(slot: number, s: Setup, cells: Cell[], side: Side): Unlawful | null {
    const area = new Int32Array(this.wasm.memory.buffer, this.wasm.hoshi_numbers(), 3 * cells.length);
    cells.forEach((c, i) => area.set([c.owner, c.height, c.flags], 3 * i));
    const game = GAMES.indexOf(s.game);
    const n = check(this.wasm.hoshi_place(slot, game, s.width, s.height, s.players, s.options, side));
    return n === 0 ? null : { rule: this.text(), points: this.numbers(n) };
  }

  copy(to: number, from: number): void {
    check(this.wasm.hoshi_copy(to, from));
  }

  /** True if the move was legal and is played now. */
  play(slot: number, move: Move): boolean {
    return this.wasm.hoshi_play(slot, move) === 0;
  }

  state(slot: number): GameState {
    const n = this.numbers(check(this.wasm.hoshi_state(slot)));
    return {
      side: n[0] ?? 0,
      winner: n[1] ?? 0,
      over: n[2] !== 0,
      ply: n[3] ?? 0,
      last: n[4] ?? MOVE_NONE,
      swapped: n[5] !== 0,
      more: n[6] ?? 0,
      seats: n.slice(7),
    };
  }

  cells(slot: number): Cell[] {
    return this.cellsRead(check(this.wasm.hoshi_cells(slot)));
  }

  /** The stones of a diagram, also of one from which no game can go on. */
  look(s: Setup, diagram: string): Cell[] {
    this.giveText(diagram);
    return this.cellsRead(check(this.wasm.hoshi_look(GAMES.indexOf(s.game), s.width, s.height, s.players)));
  }

  private cellsRead(count: number): Cell[] {
    const n = this.numbers(3 * count);
    return Array.from({ length: count }, (_, i) => ({
      owner: n[3 * i] ?? 0,
      height: n[3 * i + 1] ?? 0,
      flags: n[3 * i + 2] ?? 0,
    }));
  }

  legal(slot: number): Move[] {
    return this.numbers(check(this.wasm.hoshi_legal(slot)));
  }

  explain(slot: number, move: Move): Explanation {
    const count = check(this.wasm.hoshi_explain(slot, move));
    const n = this.numbers(2 + count);
    const [rule = '', text = ''] = this.text().split('\n');
    const alternative = n[1] ?? MOVE_NONE;
    return {
      legal: n[0] === 0,
      rule,
      text,
      alternative: alternative === MOVE_NONE ? null : alternative,
      points: n.slice(2),
    };
  }

  /** Of a legal move, as games/reasonkinds.ts reads it. */
  reasons(slot: number, move: Move): [string, number[]] {
    const n = check(this.wasm.hoshi_reasons(slot, move));
    return [this.text(), this.numbers(3 * n)];
  }

  result(slot: number): Outcome {
    const n = this.numbers(check(this.wasm.hoshi_result(slot)));
    const squares = this.wasm.hoshi_cells(slot);
    const first = 6 + squares;
    const firstN = n[first] ?? 0;
    const second = first + 1 + firstN;
    return {
      over: n[0] !== 0,
      winner: n[1] ?? 0,
      points: n.slice(2, 6),
      owner: n.slice(6, first),
      channels: [n.slice(first + 1, second), n.slice(second + 1)],
    };
  }

  links(slot: number): Link[] {
    const count = check(this.wasm.hoshi_links(slot));
    const n = this.numbers(5 * count);
    return Array.from({ length: count }, (_, i) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, kind = 0] = n.slice(5 * i, 5 * i + 5);
      return { x1, y1, x2, y2, side: kind & 7, loop: (kind & 8) !== 0 };
    });
  }

  /** 0 dry, 1 water from the centre, 2 and 3 an edge point of side 1 and 2 that it reaches. */
  water(slot: number): number[] {
    return this.numbers(check(this.wasm.hoshi_water(slot)));
  }

  /** Claims of the sides on each square: four numbers a square. */
  claims(slot: number): number[] {
    return this.numbers(4 * check(this.wasm.hoshi_claims(slot)));
  }

  /** The group of each point's stone, from 1 (0: none), and its liberties: two numbers a point. */
  groups(slot: number): number[] {
    return this.numbers(2 * check(this.wasm.hoshi_groups(slot)));
  }

  hash(slot: number): bigint {
    return BigInt.asUintN(64, this.wasm.hoshi_hash(slot));
  }

  perft(slot: number, depth: number): bigint {
    return BigInt.asUintN(64, this.wasm.hoshi_perft(slot, depth));
  }

  diagram(slot: number): string {
    check(this.wasm.hoshi_diagram(slot));
    return this.text();
  }

  parse(slot: number, word: string): Move | null {
    this.giveText(word);
    const move = this.wasm.hoshi_parse(slot);
    return move < 0 ? null : move;
  }

  print(slot: number, move: Move): string {
    check(this.wasm.hoshi_print(slot, move));
    return this.text();
  }

  random(slot: number, seed: number): Move | null {
    const move = this.wasm.hoshi_random(slot, seed);
    return move === MOVE_NONE ? null : move;
  }

  /** The engine's move; takes its time, so only a worker calls this. */
  think(slot: number, level: number, seed: number): Move | null {
    const move = check(this.wasm.hoshi_think(slot, level, seed));
    return move === MOVE_NONE ? null : move;
  }

  /** How hard the choice of the last `think` was: 0 clear, 1 two moves are as good. Asked right after it. */
  doubt(): number {
    const [best = 0, second = 0] = this.numbers(2);
    return best === 0 ? 0 : Math.min(1, second / best);
  }

  /** What another worker needs to become one more thread, before there is an engine. */
  callHelper(): HelperCall {
    if (!this.shared) throw new Error('this module has one thread');
    const stack = check(this.shared.helpers.hoshi_helper_room());
    return { module: this.shared.module, memory: this.wasm.memory, number: this.shared.called++, stack };
  }

  /** Threads that are ready, with the one that calls. */
  threads(): number {
    return 1 + (this.shared?.helpers.hoshi_helpers() ?? 0);
  }

  /** Recreates the engine for analysis, with this much memory. Only a worker calls this and the
   * functions below. */
  engine(memoryMib: number, threads = 1): void {
    check(this.wasm.hoshi_engine(memoryMib, threads));
  }

  /** Thinks for this many ticks of 16 rounds; continues its search if the position is the same. */
  analyze(slot: number, ticks: number, seed: number): Report {
    const n = this.numbers(check(this.wasm.hoshi_analyze(slot, ticks, seed)));
    let at = 0;
    const next = (): number => n[at++] ?? 0;
    const head = {
      rounds: next(),
      winrate: next() / 1e6,
      proven: next(),
      exact: next() !== 0,
      low: next(),
      high: next(),
      full: next() !== 0,
    };
    const judge = next();
    const candidates = Array.from({ length: next() }, (): Candidate => {
      const c = {
        move: next(),
        visits: next() >>> 0,
        winrate: next() / 1e6,
        score: next() / 1000,
        proven: next(),
        exact: next() !== 0,
        low: next(),
        high: next(),
      };
      return { ...c, line: Array.from({ length: next() }, next) };
    });
    return { ...head, net: judge !== 0, unseen: judge === 2, candidates };
  }

  /** The expected owner of each point, from 1 (side 1) to -1 (another side), after `analyze` of the
   * same slot. */
  ownership(slot: number, games: number, seed: number): number[] {
    return this.numbers(check(this.wasm.hoshi_ownership(slot, games, seed))).map((v) => v / 1000);
  }

  /** Gives the module a game's net, once; false: it is no net of that game, and playouts judge as before. */
  net(game: GameName, file: Uint8Array): boolean {
    const number = GAMES.indexOf(game);
    const at = this.wasm.hoshi_net_room(number, file.length);
    if (at === 0) return false;
    new Uint8Array(this.wasm.memory.buffer, at, file.length).set(file);
    return this.wasm.hoshi_net(number, file.length) === 0;
  }

  /** What a game's net says of fixed positions, in one number; as `hoshi-bench net` prints it. 0: no net. */
  netCheck(game: GameName, path: number): bigint {
    return BigInt.asUintN(64, this.wasm.hoshi_net_check(GAMES.indexOf(game), path));
  }

  /**
   * Proves whether the side to move gets at least `goal` points ahead; only a worker asks. `nodes` bounds the
   * positions of each question, `positions` those that the distance takes.
   */
  prove(slot: number, goal: number, nodes: number, positions: number): Proved {
    const n = this.numbers(check(this.wasm.hoshi_prove(slot, goal, nodes, positions)));
    const move = n[4] ?? MOVE_NONE;
    return {
      value: n[0] ?? 0,
      settled: n[1] !== 0,
      exact: n[2] !== 0,
      plies: n[3] ?? 0,
      move: move === MOVE_NONE ? null : move,
      nodes: n[5] ?? 0,
    };
  }

  /** The signature of a fixed search, 0 past the last; equal to that of `hoshi-bench search`. */
  signature(number: number): bigint {
    return BigInt.asUintN(64, this.wasm.hoshi_signature(number));
  }
}

/** A negative number is an ERR_* value: a mistake of the page, never of the person. */
function check(n: number): number {
  if (n < 0) throw new RangeError(`the rules refuse the request (${n})`);
  return n;
}
