// Records of other programs, read and written by src/record in records.wasm (src/wasm/records.c), which is fetched
// when it is first wanted.
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { studyOf, textOf } from './json';
import type { RecordJson } from './json';
import { BadRecord, INPUT_MAX, UnknownGame } from './record';
import type { InfoOf, Mended } from './record';
import { NODES_MAX, count } from './tree';
import type { Study } from './tree';

interface Exports {
  memory: WebAssembly.Memory;
  malloc: (n: number) => number;
  free: (at: number) => void;
  records_answer: () => number;
  records_read: (text: number, n: number, index: number, game: number) => number;
  records_write: (json: number, n: number, asSgf: number) => number;
  records_titles: (text: number, n: number) => number;
}

interface Place {
  line: number;
  column: number;
}

interface Refused {
  error: string;
  /** The text does not name its game. */
  unnamed: boolean;
  at: Place;
}

type Answer = Refused | { record: RecordJson; warnings: Place[] };

/** Enough of a text to find it by. */
const PIECE_MAX = 20;

/** What stands at a place: a value of SGF with the name of its property, or a value of JSON. */
function pieceAt(text: string, { line, column }: Place): { name: string; value: string } {
  const letters = Array.from(text.split(/\r\n|\n|\r/)[line - 1] ?? '');
  const before = letters.slice(0, Math.max(column - 1, 0)).join('');
  const rest = letters.slice(before === '' ? 0 : column - 1).join('');
  const value = /^\[([^\]]*)/.exec(rest)?.[1] ?? /^"([^"]*)/.exec(rest)?.[1] ?? /^[^,\s}\]]*/.exec(rest)?.[0];
  return {
    name: (rest.startsWith('[') && /[A-Za-z]*$/.exec(before)?.[0]) || '',
    value: Array.from(value ?? '')
      .slice(0, PIECE_MAX)
      .join(''),
  };
}

/** JSON begins with a brace, which no SGF does. */
export function isJsonRecord(text: string): boolean {
  return /^\s*\{/.test(text);
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** Why a record cannot be read, in the words of the page. */
function badRecord(text: string, { error, unnamed, at }: Refused): BadRecord {
  const { name, value } = pieceAt(text, at);
  const values = at.line > 0 ? { ...at, value } : { value };
  if (unnamed) return new UnknownGame();
  if (error === 'ERR_TOO_BIG') return new BadRecord('import.bad.many', { n: NODES_MAX });
  if (error === 'ERR_UNKNOWN' && !value.startsWith('{'))
    return new BadRecord('import.bad.unknown', { game: value });
  if (isJsonRecord(text))
    return new BadRecord(isJson(text) ? 'import.bad.json' : 'import.bad.syntax', values);
  if (name === 'SZ') return new BadRecord('import.bad.sized', { size: value });
  if (name === 'HOSHI' || name === 'RU') return new BadRecord('import.bad.option', { word: value });
  if (name !== '') return new BadRecord('import.bad.point', { ...at, point: value });
  return new BadRecord(value.startsWith(';') ? 'import.bad.start' : 'import.bad.nothing', { rule: 'range' });
}

export class Records {
  private constructor(private readonly wasm: Exports) {}

  static async of(module: WebAssembly.Module): Promise<Records> {
    const { exports } = await WebAssembly.instantiate(module, {});
    return new Records(exports as unknown as Exports);
  }

  /** The answer of a call that takes a text. */
  private ask(text: string, call: (at: number, n: number) => number): string {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > INPUT_MAX) throw new BadRecord('import.bad.big');
    const at = this.wasm.malloc(bytes.length + 1);
    try {
      const memory = (): Uint8Array => new Uint8Array(this.wasm.memory.buffer);
      memory().set(bytes, at);
      memory()[at + bytes.length] = 0;
      const n = Math.abs(call(at, bytes.length));
      const from = this.wasm.records_answer();
      return new TextDecoder().decode(memory().slice(from, from + n));
    } finally {
      this.wasm.free(at);
    }
  }

  /** Game number `index` of a text, SGF or JSON; null: it is neither. A text that names no game is read as `game`. */
  read(text: string, index: number, game: GameName | null): { study: Study; mended: Mended[] } | null {
    const as = game === null ? -1 : GAMES.indexOf(game);
    const said = this.ask(text, (at, n) => this.wasm.records_read(at, n, index, as));
    const answer = JSON.parse(said) as Answer;
    if ('error' in answer) {
      if (answer.error === 'ERR_NOT_FOUND') return null;
      throw badRecord(text, answer);
    }
    const study = studyOf(answer.record);
    if (count(study) > NODES_MAX) throw new BadRecord('import.bad.many', { n: NODES_MAX });
    const mended = answer.warnings.map((place) => {
      const { name, value } = pieceAt(text, place);
      return { what: name === '' ? value : `${name}[${value}]`, ...place };
    });
    return { study, mended };
  }

  /** The whole tree; SGF has two players only. */
  write(s: Study, format: 'sgf' | 'json', infoOf: InfoOf): string {
    if (format === 'sgf' && s.setup.players !== 2) throw new BadRecord('export.bad.players');
    const text = textOf(s, infoOf);
    const said = this.ask(text, (at, n) => this.wasm.records_write(at, n, format === 'sgf' ? 1 : 0));
    if (said.startsWith('{"error"')) throw badRecord(text, JSON.parse(said) as Refused);
    return said;
  }

  /** The players or the name of each game of an SGF file; none of other text. */
  titles(text: string): string[] {
    if (isJsonRecord(text)) return [];
    return this.ask(text, (at, n) => this.wasm.records_titles(at, n))
      .split('\n')
      .slice(0, -1);
  }
}

let loading: Promise<Records> | null = null;

/** Fetches the module once; after a failure it is tried again. */
export function records(): Promise<Records> {
  loading ??= WebAssembly.compileStreaming(fetch('/records.wasm'))
    .then((module) => Records.of(module))
    .catch((why: unknown) => {
      loading = null;
      throw why;
    });
  return loading;
}
