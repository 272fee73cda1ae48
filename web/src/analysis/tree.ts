// A study as plain data: a game, the position it begins from, and a tree of moves with comments, glyphs
// and marks. Every function returns a new study and leaves the old one as it was, so undo needs nothing
// else. No rule is known here: callers check a move before they add it.
import type { Cell, Setup } from '../wasm/wasm';

export type NodeId = number;

export const GLYPHS = ['!', '?', '!?', '?!', '!!', '??'] as const;
export type Glyph = (typeof GLYPHS)[number];

export const SHAPES = ['circle', 'triangle', 'square', 'cross'] as const;
export type Shape = (typeof SHAPES)[number];

/** A mark on the board; points as in wasm.ts. */
export type Mark =
  | { kind: Shape; point: number }
  | { kind: 'label'; point: number; text: string }
  | { kind: 'arrow'; point: number; to: number };

export interface StudyNode {
  parent: NodeId | null;
  children: readonly NodeId[];
  /** '' in the root and where a comment stands alone. */
  move: string;
  /** The side that moved; 0: not said. */
  side: number;
  comment: string;
  /** The name of the line that begins here; of the root: of the study. */
  name: string;
  glyph: Glyph | '';
  marks: readonly Mark[];
  /** Its variations are not shown. */
  folded: boolean;
  /** When the move was made, and the clocks after it, as a record tells it (docs/RECORDS.md). */
  at: number | null;
  left: readonly (number | null)[];
  /** SGF properties that mean nothing here, as they stand between the brackets. */
  properties: readonly (readonly [string, readonly string[]])[];
  /** The names of all its properties in the order of the file, if this is not the usual one (propertiesOf). */
  order?: readonly string[];
}

/** How the game ended, as a record says it. */
export interface RecordResult {
  reason: '' | 'rules' | 'resign' | 'time' | 'forfeit' | 'draw' | 'abort';
  winner: number;
  margin: number | null;
  /** A result in other words. */
  text: string;
}

export interface Study {
  setup: Setup;
  from: { cells: Cell[]; side: number } | null;
  players: readonly string[];
  date: string;
  result: RecordResult | null;
  nodes: Readonly<Record<NodeId, StudyNode>>;
  /** The next node's number. */
  next: NodeId;
}

export const ROOT: NodeId = 0;
/** As many as the board of a browser holds with ease; records may have more. */
export const NODES_MAX = 20_000;

const EMPTY: Omit<StudyNode, 'parent'> = {
  children: [],
  move: '',
  side: 0,
  comment: '',
  name: '',
  glyph: '',
  marks: [],
  folded: false,
  at: null,
  left: [],
  properties: [],
};

export function newStudy(setup: Setup, from: Study['from'] = null): Study {
  const players = Array.from({ length: setup.players }, () => '');
  const root: StudyNode = { ...EMPTY, children: [], parent: null };
  return { setup, from, players, date: '', result: null, nodes: { [ROOT]: root }, next: 1 };
}

export function nodeOf(s: Study, id: NodeId): StudyNode {
  const node = s.nodes[id];
  if (!node) throw new RangeError(`there is no node ${id}`);
  return node;
}

export function count(s: Study): number {
  return Object.keys(s.nodes).length;
}

function change(s: Study, id: NodeId, news: Partial<StudyNode>): Study {
  return { ...s, nodes: { ...s.nodes, [id]: { ...nodeOf(s, id), ...news } } };
}

/** Builds large trees quickly: changes the study in place, for readers of records alone. */
export function grow(s: Study, parent: NodeId, news: Partial<StudyNode>): NodeId {
  const id = s.next++;
  const nodes = s.nodes as Record<NodeId, StudyNode>;
  nodes[id] = { ...EMPTY, ...news, children: [], parent };
  (nodeOf(s, parent).children as NodeId[]).push(id);
  return id;
}

/** The study with a child of the node, and that child: one that is there already, or a new last one. */
export function withMove(s: Study, at: NodeId, move: string, side: number): { study: Study; id: NodeId } {
  const known = nodeOf(s, at).children.find((c) => nodeOf(s, c).move === move);
  if (known !== undefined) return { study: s, id: known };
  const id = s.next;
  const nodes = {
    ...s.nodes,
    [at]: { ...nodeOf(s, at), children: [...nodeOf(s, at).children, id] },
    [id]: { ...EMPTY, children: [], parent: at, move, side },
  };
  return { study: { ...s, nodes, next: id + 1 }, id };
}

/** The node's descendants and itself. */
function below(s: Study, id: NodeId): NodeId[] {
  const all = [id];
  for (let i = 0; i < all.length; i++) all.push(...nodeOf(s, all[i] ?? ROOT).children);
  return all;
}

/** Without the node and what follows it; the root stays, its children go. */
export function without(s: Study, id: NodeId): Study {
  const { parent } = nodeOf(s, id);
  const gone = new Set(below(s, id));
  if (parent === null) gone.delete(id);
  const nodes: Record<NodeId, StudyNode> = {};
  for (const [key, node] of Object.entries(s.nodes)) if (!gone.has(Number(key))) nodes[Number(key)] = node;
  const from = parent ?? ROOT;
  const children = nodeOf(s, from).children.filter((c) => !gone.has(c));
  return change({ ...s, nodes }, from, { children });
}

/** The node comes one place nearer to the main line among its siblings; where it is first already, the line
 * that it belongs to does. */
export function promoted(s: Study, id: NodeId): Study {
  for (let at: NodeId | null = id; at !== null; at = nodeOf(s, at).parent) {
    const { parent } = nodeOf(s, at);
    if (parent === null) return s;
    const children = [...nodeOf(s, parent).children];
    const i = children.indexOf(at);
    if (i === 0) continue;
    [children[i - 1], children[i]] = [children[i] ?? at, children[i - 1] ?? at];
    return change(s, parent, { children });
  }
  return s;
}

export function withComment(s: Study, id: NodeId, comment: string): Study {
  return nodeOf(s, id).comment === comment ? s : change(s, id, { comment });
}

export function withName(s: Study, id: NodeId, name: string): Study {
  return nodeOf(s, id).name === name ? s : change(s, id, { name });
}

/** The same glyph again takes it away. */
export function withGlyph(s: Study, id: NodeId, glyph: Glyph | ''): Study {
  if (nodeOf(s, id).move === '') return s;
  return change(s, id, { glyph: nodeOf(s, id).glyph === glyph ? '' : glyph });
}

export function withFolded(s: Study, id: NodeId, folded: boolean): Study {
  return nodeOf(s, id).folded === folded ? s : change(s, id, { folded });
}

function sameMark(a: Mark, b: Mark): boolean {
  if (a.kind === 'arrow' || b.kind === 'arrow')
    return a.kind === 'arrow' && b.kind === 'arrow' && a.point === b.point && a.to === b.to;
  return a.kind === b.kind && a.point === b.point;
}

/** Puts a mark on the board; the same mark again takes it away, another shape replaces it. */
export function withMark(s: Study, id: NodeId, mark: Mark): Study {
  const { marks } = nodeOf(s, id);
  if (
    marks.some(
      (m) => sameMark(m, mark) && (m.kind !== 'label' || mark.kind !== 'label' || m.text === mark.text),
    )
  )
    return change(s, id, { marks: marks.filter((m) => !sameMark(m, mark)) });
  const others = marks.filter((m) => m.kind === 'arrow' || mark.kind === 'arrow' || m.point !== mark.point);
  return change(s, id, { marks: [...others, mark] });
}

export function withoutMarks(s: Study, id: NodeId): Study {
  return nodeOf(s, id).marks.length === 0 ? s : change(s, id, { marks: [] });
}

/* ---- ways through the tree ---- */

/** The nodes from the root to this one, without the root. */
export function pathTo(s: Study, id: NodeId): NodeId[] {
  const path: NodeId[] = [];
  for (let at = id; nodeOf(s, at).parent !== null; at = nodeOf(s, at).parent ?? ROOT) path.unshift(at);
  return path;
}

/** The moves from the root to a node. */
export function movesTo(s: Study, id: NodeId): string[] {
  return pathTo(s, id).flatMap((n) => nodeOf(s, n).move || []);
}

/** The first children from a node to the end of its line, without the node. */
export function lineFrom(s: Study, id: NodeId): NodeId[] {
  const line: NodeId[] = [];
  for (let at = nodeOf(s, id).children[0]; at !== undefined; at = nodeOf(s, at).children[0]) line.push(at);
  return line;
}

/** The seats in the order of the sides that they hold at the end of the main line: a swap exchanges two (R7). */
export function seatsBySide(s: Study): number[] {
  const seats = s.players.map((_, i) => i + 1);
  const swapped = lineFrom(s, ROOT).some((id) => nodeOf(s, id).move === 'swap');
  return swapped ? seats.reverse() : seats;
}

/** How many moves lead to a node. */
export function plyOf(s: Study, id: NodeId): number {
  return movesTo(s, id).length;
}

/** Another child of the same parent, `by` places on. */
export function sibling(s: Study, id: NodeId, by: number): NodeId {
  const { parent } = nodeOf(s, id);
  if (parent === null) return id;
  const { children } = nodeOf(s, parent);
  return children[children.indexOf(id) + by] ?? id;
}

/** The node to look at after the study has changed under it: itself, or the nearest that is left. */
export function nearest(before: Study, after: Study, id: NodeId): NodeId {
  let at: NodeId = id;
  while (!after.nodes[at]) at = before.nodes[at]?.parent ?? ROOT;
  return at;
}

/** Another version of the study, whose nodes have the numbers of those with the same moves in this one. */
export function renumbered(before: Study, after: Study): Study {
  const nodes: Record<NodeId, StudyNode> = {};
  let next = before.next;
  const todo: { from: NodeId; as: NodeId; parent: NodeId | null }[] = [
    { from: ROOT, as: ROOT, parent: null },
  ];
  for (let here = todo.pop(); here !== undefined; here = todo.pop()) {
    const { from, as, parent } = here;
    const free = [...(before.nodes[as]?.children ?? [])];
    const children = nodeOf(after, from).children.map((child) => {
      const { move } = nodeOf(after, child);
      const same = free.findIndex((c) => nodeOf(before, c).move === move);
      const number = same < 0 ? next++ : (free.splice(same, 1)[0] ?? next++);
      todo.push({ from: child, as: number, parent: as });
      return number;
    });
    nodes[as] = { ...nodeOf(after, from), parent, children };
  }
  return { ...after, nodes, next };
}

/* ---- undo ---- */

export interface History {
  study: Study;
  at: NodeId;
  past: readonly { study: Study; at: NodeId }[];
  future: readonly { study: Study; at: NodeId }[];
}

const UNDO_MAX = 200;

export function startHistory(study: Study, at: NodeId = ROOT): History {
  return { study, at, past: [], future: [] };
}

/** A change that can be undone; the same study again is only a step to another node. */
export function edited(h: History, study: Study, at: NodeId): History {
  if (study === h.study) return { ...h, at };
  return { study, at, past: [...h.past.slice(1 - UNDO_MAX), { study: h.study, at: h.at }], future: [] };
}

export function undone(h: History): History {
  const last = h.past[h.past.length - 1];
  if (!last) return h;
  return { ...last, past: h.past.slice(0, -1), future: [{ study: h.study, at: h.at }, ...h.future] };
}

export function redone(h: History): History {
  const next = h.future[0];
  if (!next) return h;
  return { ...next, past: [...h.past, { study: h.study, at: h.at }], future: h.future.slice(1) };
}
