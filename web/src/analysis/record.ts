// What the page knows of records: failures with their place, points and cells by their names, and the properties of
// SGF that are marks and glyphs here.
import { fold } from '../core/blanks';
import type { Cell, GameInfo, GameName, Setup } from '../wasm/wasm';
import type { Glyph, Mark, Shape, StudyNode } from './tree';

/** Largest text that is read, as in src/record/record.h. */
export const INPUT_MAX = 16 * 1024 * 1024;

/** Why a record cannot be read: a key of the study's texts, with its values. */
export class BadRecord extends Error {
  readonly key: string;
  readonly values: Record<string, string | number>;

  constructor(key: string, values: Record<string, string | number> = {}) {
    super(`${key} ${JSON.stringify(values)}`);
    this.key = key;
    this.values = values;
  }
}

/** The record does not say which game it is, as every plain file of Go. */
export class UnknownGame extends BadRecord {
  constructor() {
    super('import.bad.game');
  }
}

/** Something in a record that was mended or left out: its words, and its place. */
export interface Mended {
  what: string;
  line: number;
  column: number;
}

/** The facts about a game that a reader needs; the page asks the rules for them. */
export type InfoOf = (game: GameName) => GameInfo;

export const SWAP = 1;
export const JACKED = 2;

/** A setup that a record asks for; sizes that the game has not are refused. */
export function setupFrom(
  info: GameInfo,
  width: number,
  height: number,
  players: number,
  options: number,
): Setup {
  const fits = (n: number): boolean =>
    Number.isInteger(n) && n >= info.sizeMin && n <= info.sizeMax && (n - info.sizeMin) % info.sizeStep === 0;
  if (!fits(width) || !fits(height) || (width !== height && !info.rectangular))
    throw new BadRecord('import.bad.size', { width, height });
  if (players < info.playersMin || players > info.playersMax)
    throw new BadRecord('import.bad.players', { n: players });
  return { game: info.name, width, height, players, options };
}

/** "e5" of a point, and back; -1: no point of this board. */
export function nameOf(point: number, setup: Pick<Setup, 'width'>): string {
  return String.fromCharCode(97 + (point % setup.width)) + String(Math.floor(point / setup.width) + 1);
}

export function pointNamed(name: string, setup: Pick<Setup, 'width' | 'height'>): number {
  const x = name.toLowerCase().charCodeAt(0) - 97;
  const y = /^[a-y][1-9]\d?$/i.test(name) ? Number(name.slice(1)) - 1 : -1;
  return x >= 0 && x < setup.width && y >= 0 && y < setup.height ? y * setup.width + x : -1;
}

/** SGF's two letters from the top left. */
function lettersOf(point: number, setup: Setup): string {
  const y = setup.height - 1 - Math.floor(point / setup.width);
  return String.fromCharCode(97 + (point % setup.width), 97 + y);
}

function pointOfLetters(text: string, setup: Setup): number {
  const x = text.charCodeAt(0) - 97;
  const y = text.charCodeAt(1) - 97;
  if (text.length !== 2 || !(x >= 0 && x < setup.width && y >= 0 && y < setup.height)) return -1;
  return (setup.height - 1 - y) * setup.width + x;
}

export function emptyCells(setup: Setup): Cell[] {
  return Array.from({ length: setup.width * setup.height }, () => ({ owner: 0, height: 0, flags: 0 }));
}

/** Enough for a file's name; in UTF-8, with its ending, it stays below 255 bytes. */
const FILE_NAME_MAX = 60;
/** Names that are devices on Windows, whatever their ending. */
const DEVICES = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/;

/** A text as the name of a file that every system takes: letters and digits of all scripts, and hyphens; `otherwise`
 * if it has none. */
export function fileNameOf(text: string, otherwise: string): string {
  const plain = fold(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const cut = Array.from(plain.replace(/^-/, '')).slice(0, FILE_NAME_MAX).join('').replace(/-$/, '');
  return cut === '' || DEVICES.test(cut) ? [otherwise, cut].filter((part) => part !== '').join('-') : cut;
}

/* ---- marks and glyphs ---- */

const SHAPE_NAMES: readonly (readonly [string, Shape])[] = [
  ['CR', 'circle'],
  ['TR', 'triangle'],
  ['SQ', 'square'],
  ['MA', 'cross'],
];

/** Glyphs as SGF says them: a good or bad move, very much so with 2; interesting, doubtful. */
const GLYPH_NAMES: readonly (readonly [Glyph, string, string])[] = [
  ['!', 'TE', '1'],
  ['?', 'BM', '1'],
  ['!!', 'TE', '2'],
  ['??', 'BM', '2'],
  ['!?', 'IT', ''],
  ['?!', 'DO', ''],
];

export type Properties = (readonly [string, readonly string[]])[];

function escaped(text: string): string {
  return text.replace(/[\]\\:]/g, '\\$&');
}

function unescaped(text: string): string {
  return text.replace(/\\(\r\n|\n\r|\n|\r)/g, '').replace(/\\([\s\S])/g, '$1');
}

type Marked = Pick<StudyNode, 'glyph' | 'marks' | 'properties' | 'order'>;

/** Marks and glyph of a node as SGF properties, in the order of the file, if it has one; else before those
 * that mean nothing here. */
export function propertiesOf(node: Marked, setup: Setup): Properties {
  const found: Properties = [];
  const glyph = GLYPH_NAMES.find(([g]) => g === node.glyph);
  if (glyph) found.push([glyph[1], [glyph[2]]]);
  for (const [name, kind] of SHAPE_NAMES) {
    const points = node.marks.flatMap((m) => (m.kind === kind ? lettersOf(m.point, setup) : []));
    if (points.length > 0) found.push([name, points]);
  }
  const labels = node.marks.flatMap((m) =>
    m.kind === 'label' ? `${lettersOf(m.point, setup)}:${escaped(m.text)}` : [],
  );
  if (labels.length > 0) found.push(['LB', labels]);
  const arrows = node.marks.flatMap((m) =>
    m.kind === 'arrow' ? `${lettersOf(m.point, setup)}:${lettersOf(m.to, setup)}` : [],
  );
  if (arrows.length > 0) found.push(['AR', arrows]);
  const all = [...found, ...node.properties];
  const { order } = node;
  if (!order) return all;
  const place = ([name]: Properties[number]): number => order.indexOf(name);
  return all.sort((a, b) => place(a) - place(b));
}

/** The points of a rectangle, whichever two of its corners are given. */
function rectangle(a: number, b: number, width: number): number[] {
  const points: number[] = [];
  const [low, high] = [Math.min(a % width, b % width), Math.max(a % width, b % width)];
  for (let y = Math.floor(Math.min(a, b) / width); y <= Math.floor(Math.max(a, b) / width); y++)
    for (let x = low; x <= high; x++) points.push(y * width + x);
  return points;
}

/** The points of a list, "aa:cc" being a rectangle; null: one is no point of this board. */
function pointsOf(values: readonly string[], setup: Setup): number[] | null {
  const points: number[] = [];
  for (const value of values) {
    const [a = '', b = a] = value.split(':');
    const from = pointOfLetters(a, setup);
    const to = pointOfLetters(b, setup);
    if (from < 0 || to < 0) return null;
    points.push(...rectangle(from, to, setup.width));
  }
  return points;
}

function marksOf(name: string, values: readonly string[], setup: Setup): Mark[] | null {
  const shape = SHAPE_NAMES.find(([n]) => n === name)?.[1];
  if (shape) return pointsOf(values, setup)?.map((point) => ({ kind: shape, point })) ?? null;
  const marks = values.map((value): Mark | null => {
    const point = pointOfLetters(value.slice(0, 2), setup);
    if (point < 0 || value[2] !== ':') return null;
    if (name === 'LB') return { kind: 'label', point, text: unescaped(value.slice(3)) };
    const to = pointOfLetters(value.slice(3), setup);
    return to < 0 ? null : { kind: 'arrow', point, to };
  });
  return marks.every((m): m is Mark => m !== null) ? marks : null;
}

/** Takes marks and glyph out of a node's properties; what cannot be drawn here stays as it is. */
export function takeMarks(all: Properties, setup: Setup): Marked {
  let glyph: Glyph | '' = '';
  const marks: Mark[] = [];
  const properties: Properties = [];
  for (const [name, values] of all) {
    const said = GLYPH_NAMES.find(([, n, v]) => n === name && values.length === 1 && v === values[0]);
    if (said && glyph === '') glyph = said[0];
    else if (/^(CR|TR|SQ|MA|LB|AR)$/.test(name)) {
      const found = marksOf(name, values, setup);
      if (found) marks.push(...found);
      else properties.push([name, values]);
    } else properties.push([name, values]);
  }
  const order = all.map(([name]) => name);
  const usual = propertiesOf({ glyph, marks, properties }, setup);
  return usual.every(([name], i) => name === order[i])
    ? { glyph, marks, properties }
    : { glyph, marks, properties, order };
}
