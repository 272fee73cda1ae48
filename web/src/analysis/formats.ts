// Every form in which a game comes in: SGF, hoshi JSON, or a list of moves. The rules judge its moves
// before it is shown: a study never holds a move that is not allowed.
import { fold } from '../core/blanks';
import type { Rules, Setup } from '../wasm/wasm';
import { BadRecord, INPUT_MAX, UnknownGame, nameOf } from './record';
import type { Mended } from './record';
import type { Records } from './records';
import { ROOT, grow, newStudy, nodeOf, pathTo, without } from './tree';
import type { NodeId, Study, StudyNode } from './tree';

/** Where a game cannot go on. */
export interface Refused {
  ply: number;
  /** '': a node without a move. */
  move: string;
  /** The rule that forbids the move; or no rule does, but the other side is to move, or stones are put down or
   * taken away there. */
  rule: string;
  stops: '' | 'turn' | 'edits';
  text: string;
  more: number;
}

export interface Read {
  study: Study;
  /** A move that the rules forbid, if there is one; it and what follows it are not in the study. */
  refused: Refused | null;
  /** What could not be read as it stands. */
  mended: Mended[];
}

/** What a list of moves is played on. */
export interface Chosen {
  setup: Setup;
}

/** A list of moves: words parted by blanks and commas; numbers with a point are only counted. */
function readMoves(text: string, chosen: Chosen | null): Study {
  const words = fold(text)
    .replace(/\b\d+\s*(\.+|\))/g, ' ')
    .toLowerCase()
    .split(/[\s,;/-]+/)
    .filter((w) => w !== '');
  const stranger = words.find((w) => !/^([a-y]([1-9]|1\d|2[0-5])r?|pass|swap)$/.test(w));
  if (stranger !== undefined || words.length === 0)
    throw new BadRecord(words.length === 0 ? 'import.bad.nothing' : 'import.bad.word', {
      word: stranger ?? '',
    });
  if (!chosen) throw new UnknownGame();
  const study = newStudy(chosen.setup);
  words.reduce<NodeId>((at, move) => grow(study, at, { move }), ROOT);
  return study;
}

/** Three slots of the rules that no page uses. */
const START = 4;
const HERE = 5;

/** Properties that change the board (src/record/record.h). */
const EDITS: ReadonlySet<string> = new Set(['AB', 'AW', 'AE', 'PL', 'ADDRED', 'STACK']);

type Why = Pick<Refused, 'rule' | 'stops' | 'text'>;

/** Why a game cannot go on here, whatever its rules say. A node may say that the side to move is to move. */
function whyStopped(node: StudyNode, side: number): Why | null {
  const says = (value = ''): boolean => (side === 1 ? /^\s*[bB1]/ : /^\s*[wW2]/).test(value);
  const edits = node.properties.some(
    ([name, values]) => EDITS.has(name) && !(name === 'PL' && node.move === '' && says(values[0])),
  );
  if (edits) return { rule: '', stops: 'edits', text: '' };
  const isOther = node.move !== '' && node.side !== 0 && node.side !== side;
  return isOther ? { rule: '', stops: 'turn', text: '' } : null;
}

/** Judges each move; sides that the record does not say are filled in. */
export function judged(study: Study, rules: Rules): Read {
  begin(study, rules);
  let kept = study;
  let refused: Read['refused'] = null;
  // Down one line after the other; the position at a fork is replayed from the start.
  const todo: NodeId[] = [...nodeOf(study, ROOT).children].reverse();
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    rules.copy(HERE, START);
    const before = pathTo(study, id).slice(0, -1);
    for (const n of before) playIn(rules, nodeOf(study, n).move);
    for (let at: NodeId | undefined = id; at !== undefined;) {
      const node = nodeOf(study, at);
      const { side, ply } = rules.state(HERE);
      const why = whyStopped(node, side) ?? (node.move === '' ? null : whyNot(rules, node.move));
      if (why) {
        refused ??= { ply: ply + 1, move: node.move, ...why, more: 0 };
        refused.more++;
        kept = without(kept, at);
        break;
      }
      if (node.move !== '') Object.assign(node, { side });
      todo.push(...node.children.slice(1).reverse());
      at = node.children[0];
    }
  }
  return { study: kept, refused, mended: [] };
}

/** Brings the position that the study begins from into a slot, or tells why no game can reach it. */
function begin(study: Study, rules: Rules): void {
  const { setup, from } = study;
  try {
    if (!from) rules.start(START, setup);
    const why = from && rules.place(START, setup, from.cells, from.side);
    if (!why) return;
    const points = why.points.map((p) => nameOf(p, setup)).join(', ');
    throw new BadRecord('import.bad.start', { rule: why.rule, points });
  } catch (e) {
    throw e instanceof BadRecord ? e : new BadRecord('import.bad.start', { rule: 'range' });
  }
}

function playIn(rules: Rules, word: string): void {
  const move = word === '' ? null : rules.parse(HERE, word);
  if (move !== null) rules.play(HERE, move);
}

/** Plays the word, or tells why not. */
function whyNot(rules: Rules, word: string): Why | null {
  const move = rules.parse(HERE, word);
  if (move === null) return { rule: '', stops: '', text: '' };
  const why = rules.explain(HERE, move);
  if (!why.legal) return { rule: why.rule, stops: '', text: why.text };
  rules.play(HERE, move);
  return null;
}

/** Reads whatever it is. `chosen`: the game of a record that does not say; `index`: which game of several. */
export function readAny(
  text: string,
  rules: Rules,
  records: Records,
  chosen: Chosen | null,
  index = 0,
): Read {
  if (text.length > INPUT_MAX) throw new BadRecord('import.bad.big');
  const found = records.read(text.replace(/^\ufeff/, ''), index, chosen?.setup.game ?? null);
  if (!found) return judged(readMoves(text, chosen), rules);
  return { ...judged(found.study, rules), mended: found.mended };
}

/* ---- bytes of a file, as src/record/reading/decode.h reads them: UTF-8 if it is UTF-8, else the charset of CA by
 * the names of the web, else windows-1252, or a charset of East Asia if the brackets of an SGF fit only then ---- */

/** A text, and what a reader should know about its charset. */
export interface Decoded {
  text: string;
  /** The charset that is not known, was guessed, or does not fit all letters; empty: nothing to say. */
  doubt: string;
}

/** How well bytes are UTF-8. */
interface Fit {
  /** Characters beyond ASCII, and pieces that are none. */
  good: number;
  bad: number;
  /** Bytes of a character that the end has cut. */
  tail: number;
}

function fitUtf8(b: Uint8Array): Fit {
  const fit = { good: 0, bad: 0, tail: 0 };
  for (let i = 0; i < b.length;) {
    const c = b[i] ?? 0;
    const n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    let k = 1;
    for (; k < n; k++) {
      const low = k > 1 ? 0x80 : c === 0xe0 ? 0xa0 : c === 0xf0 ? 0x90 : 0x80;
      const high = k > 1 ? 0xbf : c === 0xed ? 0x9f : c === 0xf4 ? 0x8f : 0xbf;
      const next = b[i + k];
      if (next === undefined || next < low || next > high) break;
    }
    if (n > 0 && k === n) {
      if (n > 1) fit.good++;
    } else if (n > 0 && i + k === b.length) fit.tail = k;
    else fit.bad++;
    i += Math.max(k, 1);
  }
  return fit;
}

type Wide = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** The byte order marks. */
const MARKS: readonly (readonly [Wide, ...number[]])[] = [
  ['utf-32le', 0xff, 0xfe, 0, 0],
  ['utf-32be', 0, 0, 0xfe, 0xff],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

const SAMPLE_BYTES = 512;

/** UTF-16 or UTF-32 without a mark: nearly every other byte is zero, or three of four. */
function wideName(bytes: Uint8Array): Wide | null {
  const n = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  const sample = bytes.subarray(0, n);
  const zeros = (from: number): number => sample.filter((byte, i) => i % 4 === from && byte === 0).length;
  const [a, b, c, d] = [zeros(0), zeros(1), zeros(2), zeros(3)];
  if (c * 8 > n && d * 8 > n && a * 16 < n) return 'utf-32le';
  if (a * 8 > n && b * 8 > n && d * 16 < n) return 'utf-32be';
  if ((b + d) * 4 > n && (a + c) * 16 < n) return 'utf-16le';
  if ((a + c) * 4 > n && (b + d) * 16 < n) return 'utf-16be';
  return null;
}

/** What TextDecoder does not know. */
function decode32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let i = 0; i + 4 <= bytes.length; i += 4) {
    const code = view.getUint32(i, little);
    const bad = code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
    parts.push(bad ? '\ufffd' : String.fromCodePoint(code));
  }
  return parts.join('') + (bytes.length % 4 === 0 ? '' : '\ufffd');
}

function decoder(label: string, fatal = false): TextDecoder | null {
  try {
    const d = new TextDecoder(label, { fatal });
    return d.encoding === 'x-user-defined' ? null : d;
  } catch {
    return null;
  }
}

/** How many values a text has as SGF, and whether everything outside of them is as it must be. */
function shapeOf(text: string): { values: number; sane: boolean } {
  const shape = { values: 0, sane: true };
  const from = text.search(/\([ \t\n\r\v\f]*;[ \t\n\r\v\f;(]*[A-Za-z]+[ \t\n\r\v\f]*\[/);
  if (from < 0) return { values: 0, sane: false };
  let value = false;
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const c = text[i] ?? '';
    if (value) {
      if (c === '\\') i++;
      else if (c === ']') value = false;
    } else if (c === '[') {
      value = true;
      shape.values++;
    } else if (c === '(') depth++;
    else if (c === ')') {
      if (--depth === 0) break;
    } else if (!/[;A-Za-z \t\n\r\v\f]/.test(c)) shape.sane = false;
  }
  shape.sane &&= !value;
  return shape;
}

/** A charset of East Asia whose characters may end in what looks like a bracket, if the text makes sense only in it. */
function guess(bytes: Uint8Array, plain: string): { text: string; name: string } | null {
  const was = shapeOf(plain);
  for (const name of ['shift_jis', 'gb18030', 'big5', 'euc-kr']) {
    try {
      const text = decoder(name, true)?.decode(bytes) ?? '';
      const shape = shapeOf(text);
      if (shape.sane && (!was.sane || shape.values > was.values)) return { text, name };
    } catch {
      // Not in this charset.
    }
  }
  return null;
}

function byLabel(bytes: Uint8Array, label: string, fit: Fit): Decoded {
  const said = label === '' ? null : decoder(label);
  // A text in which CA can be read is not UTF-16.
  if (said && said.encoding !== 'utf-8' && !said.encoding.startsWith('utf-16')) {
    const text = said.decode(bytes);
    return { text, doubt: text.includes('\ufffd') ? label : '' };
  }
  if (fit.good > fit.bad)
    return {
      text: new TextDecoder().decode(bytes.subarray(0, bytes.length - fit.tail)),
      doubt: 'UTF-8',
    };
  const text = new TextDecoder('latin1').decode(bytes);
  const other = guess(bytes, text);
  return { text: other?.text ?? text, doubt: label !== '' && !said ? label : (other?.name ?? '') };
}

export function decode(bytes: Uint8Array): Decoded {
  const mark = MARKS.find(([, ...m]) => m.every((b, i) => bytes[i] === b));
  const wide = mark?.[0] ?? (bytes.includes(0) ? wideName(bytes) : null);
  if (wide === 'utf-32le' || wide === 'utf-32be') {
    const text = decode32(bytes.subarray(mark ? 4 : 0), wide === 'utf-32le');
    return { text, doubt: text.includes('\ufffd') ? 'UTF-32' : '' };
  }
  if (wide !== null) {
    const text = new TextDecoder(wide).decode(bytes);
    return { text, doubt: text.includes('\ufffd') ? 'UTF-16' : '' };
  }
  const plain = new TextDecoder('latin1').decode(bytes);
  const label = (/(?<![A-Za-z])CA[ \t\n\r\v\f]*\[([^\]]{0,63})\]/.exec(plain)?.[1] ?? '').trim();
  const fit = fitUtf8(bytes);
  const isJp = bytes.includes(0x1b) && decoder(label)?.encoding === 'iso-2022-jp';
  if (isJp) return { text: new TextDecoder(label).decode(bytes), doubt: '' };
  if (fit.bad === 0)
    return { text: new TextDecoder().decode(bytes.subarray(0, bytes.length - fit.tail)), doubt: '' };
  return byLabel(bytes, label, fit);
}
