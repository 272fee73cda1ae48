// Studies as hoshi JSON, the form of docs/record.schema.json: as the shelf and the server keep them, and as
// records.wasm takes and gives them. It judges what comes from elsewhere; this knows only the good form.
import { isGame } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { JACKED, SWAP, emptyCells, nameOf, pointNamed, propertiesOf, takeMarks } from './record';
import type { InfoOf } from './record';
import { ROOT, grow, newStudy, nodeOf } from './tree';
import type { NodeId, RecordResult, Study, StudyNode } from './tree';

interface NodeJson {
  move?: string;
  side?: number;
  at?: number;
  left?: (number | null)[];
  name?: string;
  comment?: string;
  properties?: Record<string, readonly string[]>;
}

interface CellJson {
  point: string;
  owner: number | 'neutral';
  height?: number;
  jacked?: true;
  doubled?: true;
}

interface ResultJson {
  reason?: Exclude<RecordResult['reason'], ''>;
  winner_side?: number;
  margin?: number;
  text?: string;
}

export interface RecordJson extends Pick<NodeJson, 'name' | 'comment' | 'properties'> {
  hoshi: 1;
  game: GameName;
  width: number;
  height: number;
  options?: { swap?: boolean; jacked?: boolean };
  players: { seat: number; name?: string }[];
  date?: string;
  result?: ResultJson;
  start?: { side: number; cells: CellJson[] };
  moves: NodeJson[];
  variations?: { line: number; index: number; moves: NodeJson[] }[];
}

/* ---- reading ---- */

function nodeFrom(n: NodeJson, s: Study): Partial<StudyNode> {
  return {
    move: n.move ?? '',
    side: n.side ?? 0,
    at: n.at ?? null,
    left: n.left ?? [],
    name: n.name ?? '',
    comment: n.comment ?? '',
    ...takeMarks(Object.entries(n.properties ?? {}), s.setup),
  };
}

function resultFrom(r: ResultJson): RecordResult {
  return { reason: r.reason ?? '', winner: r.winner_side ?? 0, margin: r.margin ?? null, text: r.text ?? '' };
}

function startFrom({ side, cells: given }: NonNullable<RecordJson['start']>, s: Study): Study['from'] {
  const cells = emptyCells(s.setup);
  for (const c of given)
    cells[pointNamed(c.point, s.setup)] = {
      owner: c.owner === 'neutral' ? 5 : c.owner,
      height: c.height ?? 1,
      flags: (c.jacked ? 1 : 0) | (c.doubled ? 2 : 0),
    };
  return { cells, side };
}

/** The study of a record in its usual form. */
export function studyOf(r: RecordJson): Study {
  if (!isGame(r.game)) throw new RangeError(`there is no game ${String(r.game)}`);
  const { game, width, height, options = {} } = r;
  const s = newStudy({
    game,
    width,
    height,
    players: r.players.length,
    options: (options.swap ? SWAP : 0) | (options.jacked ? JACKED : 0),
  });
  s.players = r.players.map((p) => p.name ?? '');
  s.date = r.date ?? '';
  s.result = r.result ? resultFrom(r.result) : null;
  s.from = r.start ? startFrom(r.start, s) : null;
  const { name = '', comment = '', properties = {} } = r;
  Object.assign(nodeOf(s, ROOT), nodeFrom({ name, comment, properties }, s));
  const growLine = (parent: NodeId, moves: NodeJson[]): NodeId[] => {
    let at = parent;
    return moves.map((n) => (at = grow(s, at, nodeFrom(n, s))));
  };
  const lines = [growLine(ROOT, r.moves)];
  for (const { line, index, moves } of r.variations ?? []) {
    const left = lines[line]?.[index];
    if (left === undefined) throw new RangeError(`line ${line} has no move ${index}`);
    lines.push(growLine(nodeOf(s, left).parent ?? ROOT, moves));
  }
  return s;
}

/* ---- writing; members stand in the order of src/record/record_json_write.c ---- */

function notesOf(n: StudyNode, s: Study): NodeJson {
  const properties = propertiesOf(n, s.setup);
  return {
    ...(n.name === '' ? {} : { name: n.name }),
    ...(n.comment === '' ? {} : { comment: n.comment }),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}

function nodeJson(n: StudyNode, s: Study): NodeJson {
  if (n.move === '') return notesOf(n, s);
  return {
    move: n.move,
    ...(n.side === 0 ? {} : { side: n.side }),
    ...(n.at === null ? {} : { at: n.at }),
    ...(n.left.some((v) => v !== null) ? { left: [...n.left] } : {}),
    ...notesOf(n, s),
  };
}

function resultJson(r: RecordResult): ResultJson {
  if (r.reason === '') return { text: r.text };
  return {
    reason: r.reason,
    ...(r.winner === 0 ? {} : { winner_side: r.winner }),
    ...(r.margin === null ? {} : { margin: r.margin }),
  };
}

function startJson({ cells, side }: NonNullable<Study['from']>, s: Study): NonNullable<RecordJson['start']> {
  const given = cells.flatMap(({ owner, height, flags }, p): CellJson[] => {
    if (owner === 0) return [];
    return [
      {
        point: nameOf(p, s.setup),
        owner: owner === 5 ? 'neutral' : owner,
        ...(height === 1 ? {} : { height }),
        ...(flags & 1 ? { jacked: true } : {}),
        ...(flags & 2 ? { doubled: true } : {}),
      },
    ];
  });
  return { side, cells: given };
}

/** The whole tree. */
export function recordOf(s: Study, infoOf: InfoOf): RecordJson {
  const { game, width, height, options } = s.setup;
  const has = infoOf(game).options;
  const { result: r } = s;
  const variations: NonNullable<RecordJson['variations']> = [];
  const lines: (NodeId | undefined)[] = [nodeOf(s, ROOT).children[0]];
  const movesOf = (line: number): NodeJson[] => {
    const moves: NodeJson[] = [];
    for (let at = lines[line]; at !== undefined; at = nodeOf(s, at).children[0]) {
      const n = nodeOf(s, at);
      const [first, ...others] = nodeOf(s, n.parent ?? ROOT).children;
      for (const other of first === at ? others : []) {
        lines.push(other);
        variations.push({ line, index: moves.length, moves: [] });
      }
      moves.push(nodeJson(n, s));
    }
    return moves;
  };
  const moves = movesOf(0);
  for (let i = 0; i < variations.length; i++) Object.assign(variations[i] ?? {}, { moves: movesOf(i + 1) });
  return {
    hoshi: 1,
    game,
    width,
    height,
    ...(has === 0
      ? {}
      : {
          options: {
            ...(has & SWAP ? { swap: (options & SWAP) !== 0 } : {}),
            ...(has & JACKED ? { jacked: (options & JACKED) !== 0 } : {}),
          },
        }),
    players: s.players.map((name, i) => ({ seat: i + 1, name })),
    ...(s.date === '' ? {} : { date: s.date }),
    ...(r && (r.reason !== '' || r.text !== '') ? { result: resultJson(r) } : {}),
    ...(s.from ? { start: startJson(s.from, s) } : {}),
    ...notesOf(nodeOf(s, ROOT), s),
    moves,
    ...(variations.length > 0 ? { variations } : {}),
  };
}

/** As the shelf keeps it. */
export function textOf(s: Study, infoOf: InfoOf): string {
  return JSON.stringify(recordOf(s, infoOf));
}
