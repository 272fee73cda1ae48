// Studies as SGF, as src/record/sgf.h writes and reads it (docs/RECORDS.md): the whole tree, with marks and
// glyphs in SGF's own properties.
import { GAME_PAGES } from '../games';
import type { GameName, Setup } from '../wasm/wasm';
import {
  BadRecord,
  UnknownGame,
  emptyCells,
  escaped,
  gameFromWords,
  lettersOf,
  nameOf,
  pointNamed,
  pointOfLetters,
  propertiesOf,
  rectangle,
  setupFrom,
  takeMarks,
  unescaped,
  wordsOfGame,
  placeOf,
} from './record';
import type { InfoOf, Mended, Properties } from './record';
import { NODES_MAX, ROOT, grow, newStudy, nodeOf, seatsBySide } from './tree';
import type { NodeId, RecordResult, Study, StudyNode } from './tree';

/** A node that begins beyond this many characters gets a line of its own. */
const LINE_MAX = 76;

/* ---- reading ---- */

interface RawNode {
  parent: number | null;
  properties: Properties;
  /** Its moves, in the order of the text. */
  moves: { side: number; value: string }[];
  at: number;
}

/** Notes what was mended or left out, and where. */
type Warn = (what: string, at: number) => void;

/** Where the first game at or after `from` begins: at "(;" with a property behind it, because people write ";-)",
 * too. -1: there is none. */
export function beginOf(text: string, from: number): number {
  const beginning = /\([ \t\n\r\v\f]*;[ \t\n\r\v\f;(]*[A-Za-z]+[ \t\n\r\v\f]*\[/g;
  beginning.lastIndex = from;
  return beginning.exec(text)?.index ?? -1;
}

/** A game of a file that holds several. */
export interface SgfGame {
  /** Where it begins in the text. */
  at: number;
  /** Its players or its name, as the file has them; empty: it has none. */
  name: string;
}

/** The value of a property in the first node, in text that begins there. */
function valueIn(text: string, name: string): string {
  const found = new RegExp(`${name}\\s*\\[((?:\\\\[^]|[^\\]\\\\])*)\\]`).exec(text);
  return unescaped(found?.[1] ?? '').trim();
}

/** Long enough for the first node of a game. */
const HEAD_MAX = 2000;

/** The games of the text, in the order of the file. */
export function gamesOf(text: string): SgfGame[] {
  const games: SgfGame[] = [];
  for (let begin = beginOf(text, 0), at = 0; begin >= 0; begin = beginOf(text, at)) {
    let depth = 0;
    at = begin;
    do {
      const c = text[at++];
      if (c === '(') depth++;
      else if (c === ')') depth--;
      else if (c === '[') while (at < text.length && text[at++] !== ']') if (text[at - 1] === '\\') at++;
    } while (depth > 0 && at < text.length);
    const head = text.slice(begin, Math.min(at, begin + HEAD_MAX));
    const players = ['PB', 'PW'].map((name) => valueIn(head, name)).filter((name) => name !== '');
    games.push({ at: begin, name: players.join(' – ') || valueIn(head, 'GN') || valueIn(head, 'EV') });
  }
  return games;
}

/** The nodes of the first game in the text from there on, each with its parent, in the order of the file. */
function parse(text: string, from: number, warn: Warn): RawNode[] {
  const nodes: RawNode[] = [];
  const starts: (number | null)[] = [];
  let at = beginOf(text, from);
  let last: number | null = null;
  // A variation has ended: another one should follow.
  let closed = false;
  // A variation begins: a node should follow.
  let opened = false;
  // "(;(GM[1]": the first node may go on behind a parenthesis too many.
  let first = true;
  const begin = (): void => {
    if (nodes.length >= NODES_MAX) throw new BadRecord('import.bad.many', { n: NODES_MAX });
    nodes.push({ parent: last, properties: [], moves: [], at });
    last = nodes.length - 1;
    first = last === 0;
    if (closed) warn(';', at);
    closed = opened = false;
  };
  if (at < 0) throw new BadRecord('import.bad.nothing');
  for (;;) {
    const c = text[at];
    if (c === undefined) {
      warn(')', text.length);
      return nodes;
    } else if (c === '(') {
      starts.push(last);
      closed = false;
      opened = true;
    } else if (c === ')') {
      last = starts.pop() ?? null;
      closed = true;
      opened = first = false;
      if (starts.length === 0) return nodes;
    } else if (c === ';') begin();
    else if (/[A-Za-z[]/.test(c)) {
      if (opened && c !== '[') {
        if (first && nodes[0]?.properties.length === 0) opened = false;
        else begin();
        warn(c, at);
      }
      if (opened) first = false;
      at = property(text, at, closed || opened ? undefined : nodes[nodes.length - 1], warn);
      continue;
    } else if (!/\s/.test(c)) {
      warn(c, at);
      if (opened) first = false;
    }
    at++;
  }
}

/** One property from its name on; returns where it ends. */
function property(text: string, from: number, node: RawNode | undefined, warn: Warn): number {
  let at = from;
  while (/[A-Za-z]/.test(text[at] ?? '')) at++;
  // FF[1] to FF[3] have small letters in names, which mean nothing.
  const name = text.slice(from, at).replace(/[a-z]/g, '');
  const values: string[] = [];
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (text[at] !== '[') break;
    const start = ++at;
    while (at < text.length && text[at] !== ']') at += text[at] === '\\' ? 2 : 1;
    if (at >= text.length) {
      warn(`${name}[`, start - 1);
      // What there is of a comment is kept; half a move or name is left out.
      const rest = text.slice(start).replace(/(?<!\\)((?:\\\\)*)\\$/, '$1');
      if (name === 'C') values.push(rest);
      break;
    }
    values.push(text.slice(start, at));
    at++;
  }
  if (!node || name === '' || values.length === 0) {
    if (at < text.length) warn(text.slice(from, at).trim(), from);
    return at;
  }
  if (name === 'B' || name === 'W')
    node.moves.push(...values.map((value) => ({ side: name === 'B' ? 1 : 2, value: value.trim() })));
  const known = node.properties.findIndex(([n]) => n === name);
  if (known < 0) node.properties.push([name, values]);
  else node.properties[known] = [name, [...(node.properties[known]?.[1] ?? []), ...values]];
  return at;
}

/** Takes a property out of a node's. */
function takeAll(properties: Properties, name: string): readonly string[] {
  const i = properties.findIndex(([n]) => n === name);
  return i < 0 ? [] : (properties.splice(i, 1)[0]?.[1] ?? []);
}

/** The same for a property with one value: of several the first counts. */
function take(properties: Properties, name: string, warn?: (what: string) => void): string | null {
  const [first, second] = takeAll(properties, name);
  if (second !== undefined) warn?.(`${name}[${second}]`);
  return first ?? null;
}

/** A text; several values follow each other, so that none is lost. */
function takeText(properties: Properties, name: string, warn: (what: string) => void, lines = false): string {
  const values = takeAll(properties, name);
  for (const value of values.slice(1)) warn(`${name}[${value}]`);
  return values
    .map((value) => unescaped(value).replace(/\r\n|\n\r|\r/g, '\n'))
    .join('\n')
    .replace(lines ? /[\t\v\f]/g : /[\t\v\f\n]/g, ' ');
}

const REASONS: Record<string, RecordResult['reason']> = {
  r: 'resign',
  resign: 'resign',
  t: 'time',
  time: 'time',
  f: 'forfeit',
  forfeit: 'forfeit',
  '': 'rules',
};

function resultFrom(text: string): RecordResult | null {
  const result = (
    reason: RecordResult['reason'],
    winner = 0,
    margin: number | null = null,
  ): RecordResult => ({
    reason,
    winner,
    margin,
    text: '',
  });
  if (text === '') return null;
  if (/^(0|draw)$/i.test(text)) return result('draw');
  if (/^void$/i.test(text)) return result('abort');
  const [, who = '', how = ''] = /^([BW])\+(.*)$/i.exec(text) ?? [];
  const winner = who.toLowerCase() === 'b' ? 1 : 2;
  if (who !== '' && /^\d{1,9}$/.test(how)) return result('rules', winner, Number(how));
  const reason = REASONS[how.toLowerCase()];
  return who !== '' && reason !== undefined ? result(reason, winner) : { ...result(''), text };
}

function resultText(r: RecordResult): string {
  if (r.reason === '') return r.text;
  if (r.reason === 'draw') return '0';
  if (r.reason === 'abort') return 'Void';
  const how = r.reason === 'rules' ? String(r.margin ?? '') : r.reason.slice(0, 1).toUpperCase();
  return `${r.winner === 1 ? 'B' : 'W'}+${how}`;
}

/** The setup that the root speaks of; `otherwise` is the game of a file that does not say. */
function takeSetup(
  root: Properties,
  infoOf: InfoOf,
  otherwise: GameName | null,
  warn: (what: string) => void,
): Setup {
  const said = take(root, 'HOSHI');
  const rules = root.find(([n]) => n === 'RU')?.[1][0] ?? '';
  const chosen = otherwise ? { info: infoOf(otherwise), options: infoOf(otherwise).optionsDefault } : null;
  const named = gameFromWords(said ?? rules, infoOf);
  if (said !== null && !named) throw new BadRecord('import.bad.unknown', { game: said });
  const game = named ?? chosen;
  if (!game) throw new UnknownGame();
  if (said !== null || gameFromWords(rules, infoOf)) take(root, 'RU');
  const stated = take(root, 'SZ', warn);
  const given = (stated ?? '').trim();
  if (stated !== null && given === '') warn('SZ[]');
  const size = given !== '' ? given : chosen && said === null ? '19' : String(game.info.sizeDefault);
  if (!/^\d+(:\d+)?$/.test(size)) throw new BadRecord('import.bad.sized', { size });
  const [width = 0, height = width] = size.split(':').map(Number);
  return setupFrom(game.info, width, height, 2, game.options);
}

/** `begins`: the side of the first move, for a file that does not say whose turn it is. */
function takeStart(
  root: Properties,
  setup: Setup,
  begins: number,
  warn: (what: string) => void,
): Study['from'] {
  const names = ['AB', 'AW', 'ADDRED', 'STACK', 'AE'];
  const said = take(root, 'PL');
  const turn = (said ?? '').trim().toLowerCase();
  const first = /^[w2]/.test(turn) ? 2 : /^[b1]/.test(turn) ? 1 : null;
  if (said !== null && first === null) warn(`PL[${said}]`);
  if (first === null && !root.some(([n]) => names.includes(n))) return null;
  const cells = emptyCells(setup);
  const { common } = GAME_PAGES[setup.game].look;
  const owners: Record<string, number> = { AB: common ? 5 : 1, AW: common ? 5 : 2, ADDRED: 5, AE: 0 };
  for (const [name, owner] of Object.entries(owners)) {
    const i = root.findIndex(([n]) => n === name);
    if (i < 0) continue;
    for (const value of root.splice(i, 1)[0]?.[1] ?? []) {
      if (value.trim() === '') {
        warn(`${name}[]`);
        continue;
      }
      const [a = '', b = a] = value.trim().split(':');
      const from = pointOfLetters(a, setup);
      const to = pointOfLetters(b, setup);
      if (from < 0 || to < 0) throw new BadRecord('import.bad.point', { point: value });
      for (const point of rectangle(from, to, setup.width))
        cells[point] = { owner, height: owner === 0 ? 0 : 1, flags: 0 };
    }
  }
  const stacks = root.findIndex(([n]) => n === 'STACK');
  for (const value of stacks < 0 ? [] : (root.splice(stacks, 1)[0]?.[1] ?? [])) {
    const [, letters = '', height = '', flags = ''] = /^(..):(\d+)([jd]*)$/.exec(value) ?? [];
    const cell = cells[pointOfLetters(letters, setup)];
    if (!cell || cell.owner === 0) throw new BadRecord('import.bad.point', { point: value });
    cell.height = Number(height);
    cell.flags = (flags.includes('j') ? 1 : 0) | (flags.includes('d') ? 2 : 0);
  }
  return { cells, side: first ?? begins };
}

/** A number, in thousandths if it may have a fraction; a comma is read as a point. */
function number(text: string, fraction: boolean): number | null {
  const [all, sign = '', whole = '', rest = ''] =
    (fraction ? /^([+-]?)(\d*)(?:[.,](\d*))?$/ : /^([+-]?)(\d+)$/).exec(text.trim()) ?? [];
  if (all === undefined || whole + rest === '') return null;
  const n = Number(whole + (fraction ? rest.slice(0, 3).padEnd(3, '0') : ''));
  return n > 9e15 ? null : sign === '-' ? -n : n;
}

/** What a node says, taken out of its properties; its moves, and what stands beside them. */
function nodeFrom(
  node: RawNode,
  setup: Setup,
  at: () => { line: number; column: number },
  warn: (what: string) => void,
): { notes: Partial<StudyNode>; moves: Partial<StudyNode>[] } {
  const { properties } = node;
  const notes = {
    name: takeText(properties, 'N', warn),
    comment: takeText(properties, 'C', warn, true),
  };
  takeAll(properties, 'B');
  takeAll(properties, 'W');
  const red = take(properties, 'RED') !== null;
  const swap = take(properties, 'SWAP') !== null;
  const moves = node.moves.map(({ side, value }, i): Partial<StudyNode> => {
    const point = pointOfLetters(value, setup);
    const pass = value === '' || (value === 'tt' && point < 0);
    if (point < 0 && !pass) throw new BadRecord('import.bad.move', { ...at(), move: value });
    if (i > 0) warn(`${side === 1 ? 'B' : 'W'}[${value}]`);
    else if (point < 0 && red) warn('RED');
    else if (point >= 0 && swap) warn('SWAP');
    const move = pass
      ? swap && i === 0
        ? 'swap'
        : 'pass'
      : nameOf(point, setup) + (red && i === 0 ? 'r' : '');
    return { move, side };
  });
  const last = moves[moves.length - 1];
  if (last) {
    const numbered = (name: string, fraction: boolean): number | null => {
      const text = take(properties, name, warn);
      const n = text === null ? null : number(text, fraction);
      if (text !== null && n === null) warn(`${name}[${text}]`);
      return n;
    };
    const left = [numbered('BL', true), numbered('WL', true)];
    last.at = numbered('TIMESTAMP', false);
    last.left = left.some((v) => v !== null) ? left : [];
  } else for (const name of ['RED', 'SWAP']) if (name === 'RED' ? red : swap) warn(name);
  return { notes: { ...notes, ...takeMarks(properties, setup) }, moves };
}

/** What a reader should know beside the game: what was mended or left out, and whether the file is of Go and does
 * not name its game. */
export interface Told {
  mended: Mended[];
  plain: boolean;
}

/** Reads the first game of the text from there on; `otherwise`: the game as which a file of Go is read. */
export function readSgf(
  text: string,
  infoOf: InfoOf,
  otherwise: GameName | null = null,
  from = 0,
  told: Told = { mended: [], plain: false },
): Study {
  const warn: Warn = (what, at) => told.mended.push({ what, ...placeOf(text, at) });
  const raw = parse(text, from, warn);
  const first = raw[0]?.properties ?? [];
  const inRoot = (what: string): void => warn(what, raw[0]?.at ?? 0);
  const format = (take(first, 'FF', inRoot) ?? '').trim();
  if (format !== '' && !/^[1-4]$/.test(format)) inRoot(`FF[${format}]`);
  for (const name of ['CA', 'AP']) take(first, name);
  const words = (name: string): string | null => first.find(([n]) => n === name)?.[1][0] ?? null;
  told.plain = words('HOSHI') === null && !gameFromWords(words('RU') ?? '', infoOf);
  const setup = takeSetup(first, infoOf, otherwise, inRoot);
  // Files of Go with a handicap say by the first move alone that White begins.
  const begins = raw.find(({ moves }) => moves.length > 0)?.moves[0]?.side ?? 1;
  const study = newStudy(setup, takeStart(first, setup, begins, inRoot));
  const players = ['PB', 'PW'].map((name) => takeText(first, name, inRoot));
  // After a swap the names stand with the colours (docs/RECORDS.md).
  study.players = take(first, 'SWAPPED') === null ? players : players.reverse();
  study.date = takeText(first, 'DT', inRoot);
  study.result = resultFrom(takeText(first, 'RE', inRoot));
  const ids: NodeId[] = [];
  raw.forEach((node, i) => {
    const { notes, moves } = nodeFrom(
      node,
      setup,
      () => placeOf(text, node.at),
      (what) => warn(what, node.at),
    );
    const parent = node.parent === null ? ROOT : (ids[node.parent] ?? ROOT);
    // A move in the first node, as FF[1] has it, and each further move gets a node of its own.
    let id = i > 0 ? grow(study, parent, { ...notes, ...moves.shift() }) : ROOT;
    if (i === 0) Object.assign(nodeOf(study, ROOT), notes);
    for (const move of moves) id = grow(study, id, move);
    ids.push(id);
  });
  return study;
}

/* ---- writing ---- */

function textProperty(name: string, text: string): string {
  return text === '' ? '' : `${name}[${escaped(text)}]`;
}

function startText(s: Study): string {
  if (!s.from) return '';
  const { cells, side } = s.from;
  const { common } = GAME_PAGES[s.setup.game].look;
  const points = (name: string, owner: number): string => {
    const letters = cells.flatMap((c, p) => (c.owner === owner ? `[${lettersOf(p, s.setup)}]` : []));
    return letters.length === 0 ? '' : name + letters.join('');
  };
  const stacks = cells.flatMap((c, p) => {
    if (c.owner === 0 || (c.height === 1 && c.flags === 0)) return [];
    return `[${lettersOf(p, s.setup)}:${c.height}${c.flags & 1 ? 'j' : ''}${c.flags & 2 ? 'd' : ''}]`;
  });
  return (
    points('AB', common ? 5 : 1) +
    (common ? '' : points('AW', 2) + points('ADDRED', 5)) +
    (stacks.length > 0 ? `STACK${stacks.join('')}` : '') +
    `PL[${side === 2 ? 'W' : 'B'}]`
  );
}

function headText(s: Study, infoOf: InfoOf): string {
  const info = infoOf(s.setup.game);
  const options = wordsOfGame(info, s.setup);
  const { width, height } = s.setup;
  const [first, second] = seatsBySide(s);
  return (
    `FF[4]CA[UTF-8]AP[hoshi]HOSHI[${info.name}${options}]RU[${info.title}${options}]` +
    `SZ[${width}${height === width ? '' : `:${height}`}]` +
    textProperty('PB', s.players[(first ?? 1) - 1] ?? '') +
    textProperty('PW', s.players[(second ?? 2) - 1] ?? '') +
    (first === 2 ? 'SWAPPED[]' : '') +
    textProperty('DT', s.date) +
    (s.result ? textProperty('RE', resultText(s.result)) : '') +
    startText(s)
  );
}

function seconds(ms: number): string {
  return String(ms / 1000);
}

function moveText(node: StudyNode, side: number, setup: Setup): string {
  const red = /\dr$/i.test(node.move);
  const point = pointNamed(red ? node.move.slice(0, -1) : node.move, setup);
  return (
    `${side === 1 ? 'B' : 'W'}[${point < 0 ? '' : lettersOf(point, setup)}]` +
    (node.move === 'swap' ? 'SWAP[]' : red ? 'RED[]' : '') +
    node.left.map((ms, i) => (ms === null ? '' : `${i === 0 ? 'BL' : 'WL'}[${seconds(ms)}]`)).join('') +
    (node.at === null ? '' : `TIMESTAMP[${node.at}]`)
  );
}

/** The whole tree as SGF; of two players only, as SGF has no more. */
export function writeSgf(s: Study, infoOf: InfoOf): string {
  if (s.setup.players !== 2) throw new BadRecord('export.bad.players');
  const parts: string[] = [];
  // Lines are broken between nodes alone, counted from the last break of ours.
  let sinceBreak = 0;
  const put = (text: string): void => {
    parts.push(text);
    sinceBreak += bytes(text);
  };
  const node = (id: NodeId, side: number): void => {
    const n = nodeOf(s, id);
    if (sinceBreak > LINE_MAX) {
      parts.push('\n');
      sinceBreak = 0;
    }
    const text =
      ';' +
      (id === ROOT ? headText(s, infoOf) : '') +
      (n.move === '' ? '' : moveText(n, side, s.setup)) +
      textProperty('N', n.name) +
      textProperty('C', n.comment) +
      propertiesOf(n, s.setup)
        .map(([name, values]) => name + values.map((v) => `[${v}]`).join(''))
        .join('');
    put(text);
  };
  // A stack instead of recursion: records may be deep.
  const todo: ({ id: NodeId; side: number } | string)[] = [{ id: ROOT, side: s.from?.side ?? 1 }];
  put('(');
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === 'string') {
      put(next);
      continue;
    }
    const n = nodeOf(s, next.id);
    const side = n.side || next.side;
    node(next.id, side);
    const after = n.move === '' ? next.side : 3 - side;
    if (n.children.length === 1) todo.push({ id: n.children[0] ?? ROOT, side: after });
    else for (const child of [...n.children].reverse()) todo.push(')', { id: child, side: after }, '(');
  }
  put(')\n');
  return parts.join('');
}

const encoder = new TextEncoder();

function bytes(text: string): number {
  return encoder.encode(text).length;
}
