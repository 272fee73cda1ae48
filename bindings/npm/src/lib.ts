// The reader of hoshi-lib.wasm: libhoshi (include/hoshi.h) with 32-bit pointers. src/wasm/lib_text.c checks the layout
// of the structs that this file relies on.

export const GAME_NAMES = ["palisade", "redstone", "levee", "claims"] as const;
export type GameName = (typeof GAME_NAMES)[number];

/** What is agreed before the first ply; what is not named has the game's default. */
export interface Setup {
  game: GameName;
  /** Of a square board. */
  size?: number;
  width?: number;
  height?: number;
  players?: number;
  /** By name, such as { swap: 0 }. */
  options?: Readonly<Record<string, number | boolean>>;
}

export interface Game {
  name: GameName;
  title: string;
  designer: string;
  year: string;
  summary: string;
  sizes: { min: number; max: number; step: number; usual: number };
  players: { min: number; max: number };
  /** The value of each option without a word about it. */
  options: Record<string, number>;
}

/** Why a move is refused, or something else fails. */
export interface Why {
  /** The name of the failure, such as HOSHI_ERR_ILLEGAL. */
  code: string;
  /** The rule that forbids it, or ''. */
  rule: string;
  sentence: string;
  /** A legal move on the same point, or ''. */
  alternative: string;
  /** The points that prove it: row * width + column, from below. */
  points: number[];
  /** In the text that was read, from 1; 0: no place. */
  line: number;
  column: number;
}

export class HoshiError extends Error implements Why {
  readonly code: string;
  readonly rule: string;
  readonly sentence: string;
  readonly alternative: string;
  readonly points: number[];
  readonly line: number;
  readonly column: number;

  constructor(why: Why) {
    const place =
      why.line > 0 ? `line ${why.line}, column ${why.column}: ` : "";
    super(`${why.rule ? `${why.rule}: ` : ""}${place}${why.sentence}`);
    this.name = "HoshiError";
    this.code = why.code;
    this.rule = why.rule;
    this.sentence = why.sentence;
    this.alternative = why.alternative;
    this.points = why.points;
    this.line = why.line;
    this.column = why.column;
  }
}

type Call = (...args: (number | bigint)[]) => number;
type Exports = { memory: WebAssembly.Memory } & Record<string, Call>;

const WHY = {
  bytes: 1800,
  error: 4,
  line: 8,
  column: 12,
  rule: 16,
  alternative: 24,
  sentence: 32,
  n: 544,
  points: 548,
};
const GAME = { bytes: 80, texts: 4, numbers: 24, options: 48 };
const OPTION = { bytes: 24, name: 4, value: 12 };
const SETUP_BYTES = 28;
const WORD_BYTES = 8;
const POINTS_MAX = 625;

/** The calls into one instance of the module, and what lies in its memory. */
export class Lib {
  private readonly wasm: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.wasm = instance.exports as unknown as Exports;
  }

  call(name: string, ...args: (number | bigint)[]): number {
    const f = this.wasm[name];
    if (!f) throw new Error(`this module has no ${name}`);
    return f(...args);
  }

  view(): DataView {
    return new DataView(this.wasm.memory.buffer);
  }

  bytes(at: number, n: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, at, n);
  }

  take(n: number): number {
    const at = this.call("malloc", n);
    if (at === 0) throw new RangeError("hoshi: out of memory");
    this.bytes(at, n).fill(0);
    return at;
  }

  free(at: number): void {
    this.call("free", at);
  }

  /** Memory for the time of a call. */
  with<T>(n: number, use: (at: number) => T): T {
    const at = this.take(n);
    try {
      return use(at);
    } finally {
      this.free(at);
    }
  }

  withText<T>(text: string, use: (at: number, bytes: number) => T): T {
    const bytes = new TextEncoder().encode(text);
    return this.with(bytes.length + 1, (at) => {
      this.bytes(at, bytes.length).set(bytes);
      return use(at, bytes.length);
    });
  }

  /** The text at an address, up to its NUL. */
  text(at: number): string {
    const all = new Uint8Array(this.wasm.memory.buffer);
    return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
  }

  /** A text that the library gave away. */
  takeText(at: number): string {
    if (at === 0) throw new RangeError("hoshi: out of memory");
    const text = this.text(at);
    this.call("hoshi_text_free", at);
    return text;
  }

  private why(at: number): Why {
    const v = this.view();
    const points = Array.from(
      { length: v.getInt32(at + WHY.n, true) },
      (_, i) => v.getInt16(at + WHY.points + 2 * i, true),
    );
    return {
      code: this.text(
        this.call("hoshi_error_name", v.getInt32(at + WHY.error, true)),
      ),
      rule: this.text(at + WHY.rule),
      sentence: this.text(at + WHY.sentence),
      alternative: this.text(at + WHY.alternative),
      points,
      line: v.getInt32(at + WHY.line, true),
      column: v.getInt32(at + WHY.column, true),
    };
  }

  /** The reason that a call tells in its last argument; null: it succeeded. */
  reason(use: (why: number) => number): Why | null {
    return this.with(WHY.bytes, (at) => {
      this.view().setUint32(at, WHY.bytes, true);
      return use(at) < 0 ? this.why(at) : null;
    });
  }

  /** The same for calls that must succeed. */
  must(use: (why: number) => number): void {
    const why = this.reason(use);
    if (why) throw new HoshiError(why);
  }

  /** A result of 0 or more; a failure throws. */
  check(result: number): number {
    if (result >= 0) return result;
    throw new HoshiError({
      code: this.text(this.call("hoshi_error_name", result)),
      rule: "",
      sentence: this.text(this.call("hoshi_error_text", result)),
      alternative: "",
      points: [],
      line: 0,
      column: 0,
    });
  }

  /** The object that a call hands out. */
  made(use: (out: number, why: number) => number): number {
    return this.with(4, (out) => {
      this.must((why) => use(out, why));
      return this.view().getUint32(out, true);
    });
  }

  withSetup<T>(s: Setup, use: (at: number) => T): T {
    const options = Object.entries(s.options ?? {});
    const names = options.map(([name]) =>
      new TextEncoder().encode(`${name}\0`),
    );
    const room = names.reduce((n, name) => n + name.length, 0);
    return this.withText(s.game, (game) =>
      this.with(SETUP_BYTES + 8 * options.length + room, (at) => {
        const v = this.view();
        const choices = at + SETUP_BYTES;
        const fields = [
          SETUP_BYTES,
          game,
          s.width ?? s.size ?? 0,
          s.height ?? s.size ?? 0,
          s.players ?? 0,
        ];
        [...fields, options.length, choices].forEach((n, i) =>
          v.setInt32(at + 4 * i, n, true),
        );
        let name = choices + 8 * options.length;
        options.forEach(([, value], i) => {
          v.setUint32(choices + 8 * i, name, true);
          v.setInt32(choices + 8 * i + 4, Number(value), true);
          const bytes = names[i] ?? new Uint8Array(1);
          this.bytes(name, bytes.length).set(bytes);
          name += bytes.length;
        });
        return use(at);
      }),
    );
  }
}

/** The games, positions and records of one instance of the module. */
export class Hoshi {
  readonly lib: Lib;

  constructor(instance: WebAssembly.Instance) {
    this.lib = new Lib(instance);
  }

  get version(): string {
    return this.lib.text(this.lib.call("hoshi_version"));
  }

  games(): Game[] {
    const { lib } = this;
    return Array.from({ length: lib.call("hoshi_games") }, (_, game) =>
      lib.with(GAME.bytes, (at) => {
        lib.view().setUint32(at, GAME.bytes, true);
        lib.check(lib.call("hoshi_game_get", game, at));
        const v = lib.view();
        const number = (i: number): number =>
          v.getInt32(at + GAME.numbers + 4 * i, true);
        const text = (i: number): string =>
          lib.text(v.getUint32(at + GAME.texts + 4 * i, true));
        const options: Record<string, number> = {};
        for (let i = 0; i < v.getInt32(at + GAME.options, true); i++)
          lib.with(OPTION.bytes, (o) => {
            lib.view().setUint32(o, OPTION.bytes, true);
            lib.check(lib.call("hoshi_game_option", game, i, o));
            const name = lib.text(lib.view().getUint32(o + OPTION.name, true));
            options[name] = lib.view().getInt32(o + OPTION.value, true);
          });
        return {
          name: text(0) as GameName,
          title: text(1),
          designer: text(2),
          year: text(3),
          summary: text(4),
          sizes: {
            min: number(0),
            max: number(1),
            step: number(2),
            usual: number(3),
          },
          players: { min: number(4), max: number(5) },
          options,
        };
      }),
    );
  }

  /** The empty board, or the position of a diagram with a side to move. */
  position(setup: Setup, diagram?: string, side = 1): Position {
    const { lib } = this;
    return lib.withSetup(setup, (s) => {
      if (diagram === undefined)
        return new Position(
          lib,
          lib.made((out, why) => lib.call("hoshi_position_new", s, out, why)),
        );
      return lib.withText(
        diagram,
        (d) =>
          new Position(
            lib,
            lib.made((out, why) =>
              lib.call("hoshi_position_set", s, d, side, out, why),
            ),
          ),
      );
    });
  }

  /** A record without moves. */
  record(setup: Setup): GameRecord {
    const { lib } = this;
    return lib.withSetup(
      setup,
      (s) =>
        new GameRecord(
          lib,
          lib.made((out, why) => lib.call("hoshi_record_new", s, out, why)),
        ),
    );
  }

  /** Reads SGF. */
  read(text: string): GameRecord {
    const { lib } = this;
    return lib.withText(
      text,
      (at, n) =>
        new GameRecord(
          lib,
          lib.made((out, why) =>
            lib.call("hoshi_record_read", at, n, out, why),
          ),
        ),
    );
  }
}

/** An object of the library, until it is freed. */
class Owned {
  readonly lib: Lib;
  private at: number;

  constructor(lib: Lib, at: number) {
    this.lib = lib;
    this.at = at;
  }

  /** Its address; a freed object has none. */
  get pointer(): number {
    if (this.at === 0) throw new Error("this object has been freed");
    return this.at;
  }

  protected gone(): number {
    const { at } = this;
    this.at = 0;
    return at;
  }
}

export class Position extends Owned {
  private ask(name: string, ...args: number[]): number {
    return this.lib.call(`hoshi_position_${name}`, this.pointer, ...args);
  }

  get game(): GameName {
    return GAME_NAMES[this.ask("game")] ?? "palisade";
  }
  get width(): number {
    return this.ask("width");
  }
  get height(): number {
    return this.ask("height");
  }
  get players(): number {
    return this.ask("players");
  }
  /** Plies played. */
  get ply(): number {
    return this.ask("ply");
  }
  /** The side (colour) to move, 1, 2, …. */
  get side(): number {
    return this.ask("side");
  }
  /** The seat (player) to move. */
  get seat(): number {
    return this.ask("seat");
  }
  get over(): boolean {
    return this.ask("over") !== 0;
  }
  /** The seat that has won; 0: none yet, or a draw. */
  get winner(): number {
    return this.ask("winner_seat");
  }

  /** Points of a side now, in games with points; else 1 for the winner. */
  points(side: number): number {
    return this.ask("points", side);
  }

  play(move: string): this {
    this.lib.withText(move, (at) =>
      this.lib.must((why) => this.ask("play", at, why)),
    );
    return this;
  }

  /** Why a move is refused; null: it is legal. Nothing is played. */
  explain(move: string): Why | null {
    return this.lib.withText(move, (at) =>
      this.lib.reason((why) => this.ask("explain", at, why)),
    );
  }

  /** The legal moves. */
  legal(): string[] {
    const n = this.ask("legal", 0, 0);
    return this.lib.with(n * WORD_BYTES + 1, (at) => {
      this.ask("legal", at, n);
      return Array.from({ length: n }, (_, i) =>
        this.lib.text(at + i * WORD_BYTES),
      );
    });
  }

  /** The side on each point, row by row from below: 0 empty, 5 a stone of nobody. */
  cells(): number[] {
    return this.lib.with(POINTS_MAX, (at) =>
      Array.from(this.lib.bytes(at, this.ask("cells", at))),
    );
  }

  /** The height of the stack on each point, where there are stacks; else 1 for a stone. */
  heights(): number[] {
    return this.lib.with(POINTS_MAX, (at) =>
      Array.from(this.lib.bytes(at, this.ask("heights", at, 0))),
    );
  }

  /** For each seat 1 for a win, 0 for a draw or a game that lasts; the losers share -1. */
  returns(): number[] {
    return this.lib.with(16, (at) => {
      this.ask("returns", at);
      return Array.from({ length: this.players }, (_, i) =>
        this.lib.view().getFloat32(at + 4 * i, true),
      );
    });
  }

  /** The board for terminals and mail. */
  text(): string {
    return this.lib.takeText(this.ask("text"));
  }
  diagram(): string {
    return this.lib.takeText(this.ask("diagram"));
  }
  svg(theme: "light" | "dark" = "light"): string {
    return this.lib.takeText(
      this.lib.withText(theme, (at) => this.ask("svg", at)),
    );
  }

  copy(): Position {
    return new Position(this.lib, this.ask("copy"));
  }
  free(): void {
    this.lib.call("hoshi_position_free", this.gone());
  }
}

export class GameRecord extends Owned {
  private ask(name: string, ...args: number[]): number {
    return this.lib.call(`hoshi_record_${name}`, this.pointer, ...args);
  }

  get plies(): number {
    return this.ask("plies");
  }

  moves(): string[] {
    return this.lib.with(WORD_BYTES, (at) =>
      Array.from({ length: this.plies }, (_, i) => {
        this.lib.check(this.ask("move", i + 1, at));
        return this.lib.text(at);
      }),
    );
  }

  /** The position after so many plies of the main line, the last without a number. */
  position(ply = this.plies): Position {
    const at = this.lib.made((out, why) => this.ask("position", ply, out, why));
    return new Position(this.lib, at);
  }

  append(move: string): this {
    this.lib.withText(move, (at) =>
      this.lib.must((why) => this.ask("append", at, why)),
    );
    return this;
  }

  comment(ply: number): string {
    const at = this.ask("comment", ply);
    return at === 0 ? "" : this.lib.text(at);
  }
  setComment(ply: number, text: string): void {
    this.lib.withText(text, (at) =>
      this.lib.check(this.ask("set_comment", ply, at)),
    );
  }
  player(seat: number): string {
    const at = this.ask("player", seat);
    return at === 0 ? "" : this.lib.text(at);
  }
  setPlayer(seat: number, name: string): void {
    this.lib.withText(name, (at) =>
      this.lib.check(this.ask("set_player", seat, at)),
    );
  }
  /** As in SGF: "B+R", "W+12", "0"; "" if there is none. */
  get result(): string {
    return this.lib.with(64, (at) => {
      this.lib.check(this.ask("result", at, 64));
      return this.lib.text(at);
    });
  }

  sgf(): string {
    return this.written("sgf");
  }

  /** The record as hoshi JSON (docs/RECORDS.md), which holds games of three and four players, too. */
  json(): string {
    return this.written("json");
  }

  private written(as: string): string {
    return this.lib.withText(as, (format) =>
      this.lib.with(4, (out) => {
        this.lib.check(this.ask("write", format, out));
        return this.lib.takeText(this.lib.view().getUint32(out, true));
      }),
    );
  }
  free(): void {
    this.lib.call("hoshi_record_free", this.gone());
  }
}

/** The bytes of a file of this package, in Node or a browser. */
export async function fileOf(name: string, base: string): Promise<ArrayBuffer> {
  const url = new URL(name, base);
  if (url.protocol === "file:") {
    const fs = "node:fs/promises"; // not for bundlers of pages
    const { readFile } = (await import(/* @vite-ignore */ fs)) as {
      readFile: (url: URL) => Promise<Uint8Array>;
    };
    return new Uint8Array(await readFile(url)).buffer;
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** An instance of a module of this package, or of the bytes that the caller has. */
export async function instanceOf(
  source: BufferSource | undefined,
  name: string,
  base: string,
): Promise<WebAssembly.Instance> {
  const { instance } = await WebAssembly.instantiate(
    source ?? (await fileOf(name, base)),
    {},
  );
  return instance;
}
