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
  setupFrom,
  takeMarks,
  unescaped,
  wordsOfGame,
  placeOf,
} from './record';
import type { InfoOf, Properties } from './record';
import { NODES_MAX, ROOT, grow, newStudy, nodeOf, seatsBySide } from './tree';
import type { NodeId, RecordResult, Study, StudyNode } from './tree';

/** A node that begins beyond this many characters gets a line of its own. */
const LINE_MAX = 76;

/* ---- reading ---- */

interface RawNode {
  parent: number | null;
  properties: Properties;
  at: number;
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
  const beginning = /\(\s*;/g;
  for (let begin = beginning.exec(text); begin; begin = beginning.exec(text)) {
    let depth = 0;
    let at = begin.index;
    do {
      const c = text[at++];
      if (c === '(') depth++;
      else if (c === ')') depth--;
      else if (c === '[') while (at < text.length && text[at++] !== ']') if (text[at - 1] === '\\') at++;
    } while (depth > 0 && at < text.length);
    const head = text.slice(begin.index, Math.min(at, begin.index + HEAD_MAX));
    const players = ['PB', 'PW'].map((name) => valueIn(head, name)).filter((name) => name !== '');
    games.push({ at: begin.index, name: players.join(' – ') || valueIn(head, 'GN') || valueIn(head, 'EV') });
    beginning.lastIndex = at;
  }
  return games;
}

/** The nodes of the first game in the text from there on, each with its parent, in the order of the file. */
function parse(text: string, from: number): RawNode[] {
  const nodes: RawNode[] = [];
  const starts: (number | null)[] = [];
  let at = from + text.slice(from).search(/\(\s*;/);
  let last: number | null = null;
  const fail = (key: string, where: number): never => {
    throw new BadRecord(key, placeOf(text, where));
  };
  if (at < from) throw new BadRecord('import.bad.nothing');
  for (;;) {
    const c = text[at];
    if (c === undefined) fail('import.bad.end', text.length);
    else if (c === '(') starts.push(last);
    else if (c === ')') {
      if (starts.length === 0) fail('import.bad.sign', at);
      last = starts.pop() ?? null;
      if (starts.length === 0) return nodes;
    } else if (c === ';') {
      if (nodes.length >= NODES_MAX) throw new BadRecord('import.bad.many', { n: NODES_MAX });
      nodes.push({ parent: last, properties: [], at });
      last = nodes.length - 1;
    } else if (/[A-Za-z]/.test(c)) {
      at = property(text, at, nodes[nodes.length - 1], fail);
      continue;
    } else if (!/\s/.test(c)) fail('import.bad.sign', at);
    at++;
  }
}

/** One property from its name on; returns where it ends. */
function property(
  text: string,
  from: number,
  node: RawNode | undefined,
  fail: (key: string, where: number) => never,
): number {
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
    if (at >= text.length) fail('import.bad.value', start - 1);
    values.push(text.slice(start, at).replace(/\r\n?/g, '\n'));
    at++;
  }
  if (!node || name === '' || values.length === 0) return fail('import.bad.sign', from);
  const known = node.properties.findIndex(([n]) => n === name);
  if (known < 0) node.properties.push([name, values]);
  else node.properties[known] = [name, [...(node.properties[known]?.[1] ?? []), ...values]];
  return at;
}

/** Takes a property with one value out of a node's. */
function take(properties: Properties, name: string): string | null {
  const i = properties.findIndex(([n]) => n === name);
  if (i < 0) return null;
  return properties.splice(i, 1)[0]?.[1][0] ?? '';
}

function takeText(properties: Properties, name: string): string {
  return unescaped(take(properties, name) ?? '').replace(/[\t\v\f]/g, ' ');
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
function takeSetup(root: Properties, infoOf: InfoOf, otherwise: GameName | null): Setup {
  const said = take(root, 'HOSHI');
  const rules = root.find(([n]) => n === 'RU')?.[1][0] ?? '';
  const chosen = otherwise
    ? { info: infoOf(otherwise), options: infoOf(otherwise).optionsDefault & ~1 }
    : null;
  const game = (said !== null ? gameFromWords(said, infoOf) : gameFromWords(rules, infoOf)) ?? chosen;
  if (!game) {
    if (said !== null) throw new BadRecord('import.bad.unknown', { game: said });
    throw new UnknownGame();
  }
  if (said !== null || gameFromWords(rules, infoOf)) take(root, 'RU');
  const size = take(root, 'SZ') ?? (chosen ? '19' : String(game.info.sizeDefault));
  if (!/^\d+(:\d+)?$/.test(size.trim())) throw new BadRecord('import.bad.sized', { size });
  const [width = 0, height = width] = size.split(':').map(Number);
  return setupFrom(game.info, width, height, 2, game.options);
}

/** `begins`: the side of the first move, for a file that does not say whose turn it is. */
function takeStart(root: Properties, setup: Setup, begins: number): Study['from'] {
  const names = ['AB', 'AW', 'ADDRED', 'STACK', 'AE', 'PL'];
  if (!root.some(([n]) => names.includes(n))) return null;
  const cells = emptyCells(setup);
  const { common } = GAME_PAGES[setup.game].look;
  const owners: Record<string, number> = { AB: common ? 5 : 1, AW: common ? 5 : 2, ADDRED: 5, AE: 0 };
  for (const [name, owner] of Object.entries(owners)) {
    const i = root.findIndex(([n]) => n === name);
    if (i < 0) continue;
    for (const value of root.splice(i, 1)[0]?.[1] ?? []) {
      const [a = '', b = a] = value.split(':');
      const from = pointOfLetters(a, setup);
      const to = pointOfLetters(b, setup);
      if (from < 0 || to < 0) throw new BadRecord('import.bad.point', { point: value });
      for (let y = Math.floor(to / setup.width); y <= Math.floor(from / setup.width); y++)
        for (let x = from % setup.width; x <= to % setup.width; x++)
          cells[y * setup.width + x] = { owner, height: owner === 0 ? 0 : 1, flags: 0 };
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
  const first = take(root, 'PL');
  return { cells, side: first === null ? begins : /^(w|2)/i.test(first) ? 2 : 1 };
}

function milli(text: string | null): number | null {
  const value = Number(text ?? '');
  return text === null || text.trim() === '' || !Number.isFinite(value) ? null : Math.round(value * 1000);
}

/** What a node says, taken out of its properties. */
function nodeFrom(
  properties: Properties,
  setup: Setup,
  at: () => { line: number; column: number },
): Partial<StudyNode> {
  const name = takeText(properties, 'N').replace(/\n/g, ' ');
  const comment = takeText(properties, 'C');
  const black = take(properties, 'B');
  const white = take(properties, 'W');
  const red = take(properties, 'RED') !== null;
  const swap = take(properties, 'SWAP') !== null;
  const stamp = take(properties, 'TIMESTAMP');
  const left = [milli(take(properties, 'BL')), milli(take(properties, 'WL'))];
  const value = black ?? white;
  let move = '';
  if (value !== null) {
    const point = pointOfLetters(value, setup);
    const pass = value === '' || (value === 'tt' && point < 0);
    if (point < 0 && !pass) throw new BadRecord('import.bad.move', { ...at(), move: value });
    move = pass ? (swap ? 'swap' : 'pass') : nameOf(point, setup) + (red ? 'r' : '');
  }
  return {
    move,
    side: value === null ? 0 : black !== null ? 1 : 2,
    name,
    comment,
    at: stamp === null || stamp === '' ? null : Number(stamp),
    left: left.some((v) => v !== null) ? left : [],
    ...takeMarks(properties, setup),
  };
}

/** Reads the first game of the text from there on; `otherwise`: the game as which a file of Go is read. */
export function readSgf(text: string, infoOf: InfoOf, otherwise: GameName | null = null, from = 0): Study {
  const raw = parse(text, from);
  const first = raw[0]?.properties ?? [];
  for (const name of ['FF', 'CA', 'AP']) take(first, name);
  const setup = takeSetup(first, infoOf, otherwise);
  // Files of Go with a handicap say by the first move alone that White begins.
  const begins = raw.find(({ properties }) => properties.some(([n]) => n === 'B' || n === 'W'));
  const second = begins?.properties.some(([n]) => n === 'W') ?? false;
  const study = newStudy(setup, takeStart(first, setup, second ? 2 : 1));
  // PB is the player of the black stones in the end, whose seat is the second one after a swap (src/record/sgf.h).
  const swapped = take(first, 'SWAPPED') !== null;
  const names = ['PB', 'PW'].map((name) => takeText(first, name));
  study.players = swapped ? names.reverse() : names;
  study.date = takeText(first, 'DT');
  study.result = resultFrom(takeText(first, 'RE'));
  const ids: NodeId[] = [];
  raw.forEach((node, i) => {
    const said = nodeFrom(node.properties, setup, () => placeOf(text, node.at));
    const parent = node.parent === null ? ROOT : (ids[node.parent] ?? ROOT);
    if (i > 0) ids.push(grow(study, parent, said));
    else {
      // A move in the first node, as FF[1] has it, gets a node of its own.
      const { name = '', comment = '', marks = [], properties = [] } = said;
      Object.assign(nodeOf(study, ROOT), said.move ? {} : { name, comment, marks, properties });
      ids.push(said.move ? grow(study, ROOT, said) : ROOT);
    }
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
