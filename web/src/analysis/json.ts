// Studies as hoshi JSON, the form of docs/record.schema.json: the main line, and variations as a flat list.
// Marks and glyphs are SGF properties there as well.
import { isGame } from '../wasm/wasm';
import type { Cell } from '../wasm/wasm';
import {
  BadRecord,
  JACKED,
  SWAP,
  emptyCells,
  nameOf,
  pointNamed,
  propertiesOf,
  setupFrom,
  takeMarks,
  placeOf,
  plainText,
} from './record';
import type { InfoOf, Properties } from './record';
import { NODES_MAX, ROOT, count, grow, newStudy, nodeOf } from './tree';
import type { NodeId, RecordResult, Study, StudyNode } from './tree';

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object all of whose members are known. */
function object(value: unknown, where: string, members: readonly string[]): Json {
  if (!isObject(value)) throw new BadRecord('import.bad.json', { where });
  const stranger = Object.keys(value).find((name) => !members.includes(name));
  if (stranger !== undefined) throw new BadRecord('import.bad.member', { where, name: stranger });
  return value;
}

function text(value: unknown, where: string): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') throw new BadRecord('import.bad.json', { where });
  return plainText(value);
}

function integer(value: unknown, where: string, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new BadRecord('import.bad.json', { where });
  return value;
}

function list(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw new BadRecord('import.bad.json', { where });
  return value;
}

function propertiesFrom(value: unknown, where: string): Properties {
  if (value === undefined) return [];
  if (!isObject(value)) throw new BadRecord('import.bad.json', { where });
  return Object.entries(value).map(([name, values]) => [
    name,
    list(values, where).map((v) => text(v, where)),
  ]);
}

function resultFrom(value: unknown): RecordResult | null {
  if (value === undefined) return null;
  const r = object(value, 'result', ['reason', 'winner_side', 'margin', 'text']);
  const reasons = ['rules', 'resign', 'time', 'forfeit', 'draw', 'abort'] as const;
  return {
    reason: reasons.find((known) => known === r['reason']) ?? '',
    winner: integer(r['winner_side'], 'result', 0),
    margin: r['margin'] === undefined ? null : integer(r['margin'], 'result', 0),
    text: text(r['text'], 'result'),
  };
}

function startFrom(value: unknown, s: Study): Study['from'] {
  if (value === undefined) return null;
  const start = object(value, 'start', ['side', 'cells']);
  const cells = emptyCells(s.setup);
  for (const given of start['cells'] === undefined ? [] : list(start['cells'], 'start')) {
    const c = object(given, 'start', ['point', 'owner', 'height', 'jacked', 'doubled']);
    const point = pointNamed(text(c['point'], 'start'), s.setup);
    if (point < 0) throw new BadRecord('import.bad.point', { point: String(c['point']) });
    cells[point] = {
      owner: c['owner'] === 'neutral' ? 5 : integer(c['owner'], 'start', 0),
      height: integer(c['height'], 'start', 1),
      flags: (c['jacked'] === true ? 1 : 0) | (c['doubled'] === true ? 2 : 0),
    };
  }
  return { cells, side: integer(start['side'], 'start', 1) };
}

const NODE_MEMBERS = ['move', 'side', 'at', 'left', 'name', 'comment', 'properties'];

function nodeFrom(value: unknown, s: Study, where: string): Partial<StudyNode> {
  const n = object(value, where, NODE_MEMBERS);
  const left = n['left'] === undefined ? [] : list(n['left'], where);
  return {
    move: text(n['move'], where).toLowerCase(),
    side: integer(n['side'], where, 0),
    at: n['at'] === undefined ? null : integer(n['at'], where, 0),
    left: left.map((v) => (v === null ? null : integer(v, where, 0))),
    name: text(n['name'], where),
    comment: text(n['comment'], where),
    ...takeMarks(propertiesFrom(n['properties'], where), s.setup),
  };
}

/** Reads a line of moves; its first node becomes a child of `parent`. Returns its nodes. */
function growLine(s: Study, parent: NodeId, value: unknown, where: string): NodeId[] {
  const ids: NodeId[] = [];
  list(value, where).forEach((move, i) => {
    if (count(s) + i > 2 * NODES_MAX) throw new BadRecord('import.bad.many', { n: NODES_MAX });
    ids.push(grow(s, ids[ids.length - 1] ?? parent, nodeFrom(move, s, `${where}[${i}]`)));
  });
  return ids;
}

const MEMBERS = [
  'hoshi',
  'game',
  'width',
  'height',
  'options',
  'players',
  'date',
  'result',
  'start',
  'name',
  'comment',
  'properties',
  'moves',
  'variations',
];

/** Where JSON is broken, as far as the browser says it: V8 by a position, Firefox by line and column. */
function placeOfError(message: string, source: string): Partial<ReturnType<typeof placeOf>> {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return { line: Number(line), column: Number(column) };
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return placeOf(source, Number(position));
  return /end of/i.test(message) ? placeOf(source, source.length) : {};
}

export function readJson(source: string, infoOf: InfoOf): Study {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (e) {
    throw new BadRecord('import.bad.syntax', placeOfError(String(e), source));
  }
  const r = object(value, 'record', MEMBERS);
  if (typeof r['hoshi'] !== 'number') throw new BadRecord('import.bad.json', { where: 'hoshi' });
  if (r['hoshi'] !== 1) throw new BadRecord('import.bad.version', { version: r['hoshi'] });
  const name = r['game'];
  if (typeof name !== 'string') throw new BadRecord('import.bad.json', { where: 'game' });
  if (!isGame(name)) throw new BadRecord('import.bad.unknown', { game: name });
  const info = infoOf(name);
  const said = r['options'] === undefined ? {} : object(r['options'], 'options', ['swap', 'jacked']);
  const bit = (option: string, mask: number): number =>
    (said[option] === undefined ? info.optionsDefault & mask : said[option] === true ? mask : 0) &
    info.options;
  const players = r['players'] === undefined ? null : list(r['players'], 'players');
  const width = integer(r['width'], 'width', info.sizeDefault);
  const setup = setupFrom(
    info,
    width,
    integer(r['height'], 'height', width),
    players?.length ?? 2,
    bit('swap', SWAP) | bit('jacked', JACKED),
  );
  const s = newStudy(setup);
  if (players)
    s.players = players.map((p) => text(object(p, 'players', ['seat', 'name'])['name'], 'players'));
  s.date = text(r['date'], 'date');
  s.result = resultFrom(r['result']);
  s.from = startFrom(r['start'], s);
  const notes = nodeFrom({ name: r['name'] ?? '', comment: r['comment'] ?? '' }, s, 'record');
  const marks = takeMarks(propertiesFrom(r['properties'], 'properties'), setup);
  Object.assign(nodeOf(s, ROOT), { ...notes, ...marks });
  const lines = [growLine(s, ROOT, r['moves'], 'moves')];
  const variations = r['variations'] === undefined ? [] : list(r['variations'], 'variations');
  variations.forEach((given, i) => {
    const where = `variations[${i}]`;
    const v = object(given, where, ['line', 'index', 'moves']);
    const left = lines[integer(v['line'], where, -1)]?.[integer(v['index'], where, -1)];
    if (left === undefined) throw new BadRecord('import.bad.line', { where });
    lines.push(growLine(s, nodeOf(s, left).parent ?? ROOT, v['moves'], `${where}.moves`));
  });
  if (count(s) > NODES_MAX) throw new BadRecord('import.bad.many', { n: NODES_MAX });
  return s;
}

/* ---- writing: byte for byte as src/record/record_json_write.c ---- */

function quoted(value: string): string {
  return JSON.stringify(value)
    .replace(/\\[tbfr]/g, (c) => `\\u00${{ t: '09', b: '08', f: '0c', r: '0d' }[c[1] ?? 't'] ?? ''}`)
    .replace(/\u007f/g, '\\u007f');
}

function notesOf(n: StudyNode, s: Study): string[] {
  const properties = propertiesOf(n, s.setup);
  return [
    ...(n.name === '' ? [] : [`"name": ${quoted(n.name)}`]),
    ...(n.comment === '' ? [] : [`"comment": ${quoted(n.comment)}`]),
    ...(properties.length === 0
      ? []
      : [
          `"properties": {${properties.map(([name, v]) => `"${name}": [${v.map(quoted).join(', ')}]`).join(', ')}}`,
        ]),
  ];
}

function nodeText(n: StudyNode, s: Study): string {
  const parts: string[] = [];
  if (n.move !== '') {
    parts.push(`"move": ${quoted(n.move)}`);
    if (n.side !== 0) parts.push(`"side": ${n.side}`);
    if (n.at !== null) parts.push(`"at": ${n.at}`);
    if (n.left.some((v) => v !== null)) parts.push(`"left": [${n.left.map((v) => v ?? 'null').join(', ')}]`);
  }
  return `{${[...parts, ...notesOf(n, s)].join(', ')}}`;
}

function cellText(c: Cell, point: number, s: Study): string {
  return (
    `{"point": "${nameOf(point, s.setup)}", "owner": ${c.owner === 5 ? '"neutral"' : c.owner}` +
    (c.height === 1 ? '' : `, "height": ${c.height}`) +
    (c.flags & 1 ? ', "jacked": true' : '') +
    (c.flags & 2 ? ', "doubled": true' : '') +
    '}'
  );
}

function resultText(r: RecordResult): string {
  const parts = r.reason === '' ? [`"text": ${quoted(r.text)}`] : [`"reason": "${r.reason}"`];
  if (r.winner !== 0) parts.push(`"winner_side": ${r.winner}`);
  if (r.margin !== null) parts.push(`"margin": ${r.margin}`);
  return `{${parts.join(', ')}}`;
}

function headText(s: Study, infoOf: InfoOf): string {
  const { game, width, height, options } = s.setup;
  const has = infoOf(game).options;
  const option = (name: string, bit: number): string =>
    has & bit ? `, "options": {"${name}": ${(options & bit) !== 0}}` : '';
  const players = s.players.map((name, i) => `{"seat": ${i + 1}, "name": ${quoted(name)}}`).join(', ');
  let head = `{"hoshi": 1, "game": "${game}", "width": ${width}, "height": ${height}`;
  head += `${option('swap', SWAP)}${option('jacked', JACKED)},\n "players": [${players}]`;
  if (s.date !== '') head += `,\n "date": ${quoted(s.date)}`;
  if (s.result && (s.result.reason !== '' || s.result.text !== ''))
    head += `,\n "result": ${resultText(s.result)}`;
  if (s.from) {
    const cells = s.from.cells.flatMap((c, p) => (c.owner === 0 ? [] : `\n  ${cellText(c, p, s)}`));
    head += `,\n "start": {"side": ${s.from.side}, "cells": [${cells.join(',')}]}`;
  }
  const notes = notesOf(nodeOf(s, ROOT), s);
  return notes.length > 0 ? `${head},\n ${notes.join(', ')}` : head;
}

/** The whole tree as hoshi JSON. */
export function writeJson(s: Study, infoOf: InfoOf): string {
  interface Branch {
    first: NodeId;
    line: number;
    index: number;
  }
  const queue: Branch[] = [];
  const lineText = (first: NodeId | undefined, line: number): string => {
    const moves: string[] = [];
    for (let at = first, index = 0; at !== undefined; at = nodeOf(s, at).children[0], index++) {
      const n = nodeOf(s, at);
      moves.push(`\n  ${nodeText(n, s)}`);
      const siblings = nodeOf(s, n.parent ?? ROOT).children;
      if (siblings[0] !== at) continue;
      for (const other of siblings.slice(1)) queue.push({ first: other, line, index });
    }
    return `"moves": [${moves.join(',')}]`;
  };
  let all = `${headText(s, infoOf)},\n ${lineText(nodeOf(s, ROOT).children[0], 0)}`;
  const variations: string[] = [];
  for (let i = 0; i < queue.length; i++) {
    const { first, line, index } = queue[i] ?? { first: ROOT, line: 0, index: 0 };
    variations.push(`\n  {"line": ${line}, "index": ${index}, ${lineText(first, i + 1)}}`);
  }
  if (variations.length > 0) all += `,\n "variations": [${variations.join(',')}]`;
  return `${all}}\n`;
}
