// A chapter that several people write at once. Its content is a set of values, each for a field of a
// node; an edit is a list of new values with a number. Of two values for a field the later edit's holds,
// so edits give the same tree in whatever order they arrive (docs/STUDIES.md). Edits that are not yet
// acknowledged lie over all others. Plain data: nothing here knows the network.
import { GLYPHS, ROOT, SHAPES, grow, newStudy, nodeOf } from './tree';
import type { Mark, NodeId, Study, StudyNode } from './tree';

/** [node, field, value]; edits of the server have the value before as a fourth member. */
export type Op = readonly [node: string, field: string, value: string];

export interface Edit {
  edit: number;
  key?: string;
  ops: readonly (readonly (string | null)[])[];
}

interface Entry {
  value: string;
  edit: number;
}

export const ROOT_NAME = '0';
const SEPARATOR = ' ';
const register = (node: string, field: string): string => `${node}${SEPARATOR}${field}`;

/** The values of a chapter. An edit may be applied twice, and in any order with others. */
export class Values {
  private readonly entries = new Map<string, Entry>();

  get(node: string, field: string): Entry | undefined {
    return this.entries.get(register(node, field));
  }

  apply(node: string, field: string, value: string, edit: number): void {
    const known = this.get(node, field);
    // A node is made once: the first one holds.
    if (known && (field === 'add' ? known.edit <= edit : known.edit >= edit)) return;
    this.entries.set(register(node, field), { value, edit });
  }

  *all(): Iterable<[node: string, field: string, entry: Entry]> {
    for (const [at, entry] of this.entries) {
      const cut = at.indexOf(SEPARATOR);
      yield [at.slice(0, cut), at.slice(cut + 1), entry];
    }
  }
}

/** A name for a node that everybody gives to the same move at the same place. */
function nameFor(parent: string, move: string, again: number): string {
  let a = 0xdeadbeef ^ again;
  let b = 0x41c6ce57 ^ again;
  for (const c of `${parent} ${move}`) {
    const code = c.charCodeAt(0);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/* ---- values as nodes, and back ---- */

interface Added {
  p: string;
  m: string;
  s: number;
  x?: Partial<Pick<StudyNode, 'at' | 'left' | 'properties'>>;
}

function addedText(parent: string, n: StudyNode): string {
  const plain = n.at === null && n.left.length === 0 && n.properties.length === 0;
  const x = plain ? {} : { x: { at: n.at, left: n.left, properties: n.properties } };
  return JSON.stringify({ p: parent, m: n.move, s: n.side, ...x } satisfies Added);
}

function markField(mark: Mark): Op {
  if (mark.kind === 'arrow') return ['', `arrow ${mark.point} ${mark.to}`, '1'];
  return ['', `at ${mark.point}`, mark.kind === 'label' ? `label:${mark.text}` : mark.kind];
}

function markOf(field: string, value: string): Mark | null {
  const [kind, point = '', to = ''] = field.split(' ');
  if (value === '') return null;
  if (kind === 'arrow') return { kind, point: Number(point), to: Number(to) };
  if (value.startsWith('label:')) return { kind: 'label', point: Number(point), text: value.slice(6) };
  const shape = SHAPES.find((s) => s === value);
  return shape ? { kind: shape, point: Number(point) } : null;
}

/** The fields of a node that are not empty. */
function fieldsOf(n: StudyNode): Map<string, string> {
  const fields = new Map<string, string>();
  if (n.comment !== '') fields.set('comment', n.comment);
  if (n.name !== '') fields.set('name', n.name);
  if (n.glyph !== '') fields.set('glyph', n.glyph);
  for (const mark of n.marks) {
    const [, field, value] = markField(mark);
    fields.set(field, value);
  }
  return fields;
}

/* ---- texts of two writers ---- */

/** The joint text after two people changed it: both changes, where they touch different parts of it; else
 * the other person's text, and below it one's own. */
export function joined(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const change = (text: string): { from: number; to: number; text: string } => {
    let from = 0;
    while (from < base.length && from < text.length && base[from] === text[from]) from++;
    let end = 0;
    while (
      end < base.length - from &&
      end < text.length - from &&
      base[base.length - 1 - end] === text[text.length - 1 - end]
    )
      end++;
    return { from, to: base.length - end, text: text.slice(from, text.length - end) };
  };
  const a = change(mine);
  const b = change(theirs);
  const [first, second] = a.from <= b.from ? [a, b] : [b, a];
  if (first.to < second.from || (first.to === second.from && first.from < second.from))
    return (
      base.slice(0, first.from) +
      first.text +
      base.slice(first.to, second.from) +
      second.text +
      base.slice(second.to)
    );
  if (base !== '' && first.from === first.to && second.from === second.to)
    return base.slice(0, first.from) + b.text + a.text + base.slice(first.to);
  return theirs.includes(mine) ? theirs : mine.includes(theirs) ? mine : `${theirs}\n${mine}`;
}

/* ---- the chapter ---- */

interface Pending {
  key: string;
  ops: { op: Op; was: string | null }[];
  /** The edits that its values follow, once it was sent, perhaps in vain: it is sent again as it is. */
  bases: number[] | null;
}

/** An edit to send; texts name the edit that they follow. */
export interface Outgoing {
  key: string;
  ops: (string | number)[][];
}

interface Undoable {
  forth: Op[];
  back: Op[];
}

export const OPS_MAX = 200;
const BYTES_MAX = 40_000;
const UNDO_MAX = 200;
const TEXTS: readonly string[] = ['comment', 'name'];

export class Chapter {
  private readonly confirmed = new Values();
  private pending: Pending[] = [];
  /** The values that the pending edits write. */
  private readonly over = new Map<string, string>();
  private readonly ids = new Map<string, NodeId>([[ROOT_NAME, ROOT]]);
  private readonly names = new Map<NodeId, string>([[ROOT, ROOT_NAME]]);
  private readonly folded = new Set<string>();
  /** Nodes whose move was judged, and whether it is allowed there. */
  private readonly judged = new Map<string, boolean>();
  private next: NodeId = 1;
  private seen: Study | null = null;
  private readonly past: Undoable[] = [];
  private future: Undoable[] = [];

  /** `board` is a study without moves; `allowed` judges the last move of a path of nodes from the root. */
  constructor(
    private readonly board: Study,
    private readonly newKey: () => string,
    private readonly allowed: (study: Study, id: NodeId) => boolean = () => true,
  ) {}

  /* -- edits from the server -- */

  /** All values of the chapter, as the server keeps them. */
  load(values: readonly (readonly [string, string, string, number])[]): void {
    for (const [node, field, value, edit] of values) this.confirmed.apply(node, field, value, edit);
    this.cover();
  }

  /** Takes an edit of any member; an edit of our own is acknowledged by it. */
  hear(edit: Edit): void {
    for (const [node, field, value] of edit.ops)
      if (typeof node === 'string' && typeof field === 'string' && typeof value === 'string')
        this.confirmed.apply(node, field, value, edit.edit);
    if (edit.key !== undefined) this.drop(edit.key);
    else this.cover();
  }

  /** A pending edit that will not be: it was acknowledged, or refused. */
  drop(key: string): void {
    this.pending = this.pending.filter((p) => p.key !== key);
    this.cover();
  }

  private cover(): void {
    this.follow();
    this.over.clear();
    for (const { ops } of this.pending)
      for (const { op } of ops) this.over.set(register(op[0], op[1]), op[2]);
    this.seen = null;
  }

  /** The number of the edit that wrote a field; 0: none. */
  private editOf(node: string, field: string): number {
    return this.confirmed.get(node, field)?.edit ?? 0;
  }

  /** The value of a field now, with the pending edits. */
  present(node: string, field: string): string {
    return this.over.get(register(node, field)) ?? this.confirmed.get(node, field)?.value ?? '';
  }

  /* -- edits to send -- */

  get waiting(): number {
    return this.pending.length;
  }

  /** The first edit that waits, together with those after it that fit; the same one until it is acknowledged. */
  outgoing(): Outgoing | null {
    let [first, second] = this.pending;
    while (first && second && first.bases === null && second.bases === null) {
      const ops = [...first.ops];
      for (const late of second.ops) {
        const i = ops.findIndex(({ op }) => op[0] === late.op[0] && op[1] === late.op[1]);
        if (i < 0) ops.push(late);
        else ops[i] = { op: late.op, was: ops[i]?.was ?? null };
      }
      if (ops.length > OPS_MAX || bytesOf(ops) > BYTES_MAX) break;
      first = { key: first.key, ops, bases: null };
      this.pending.splice(0, 2, first);
      second = this.pending[1];
    }
    if (!first) return null;
    const { key, ops } = first;
    const bases = (first.bases ??= ops.map(({ op }) => this.editOf(op[0], op[1])));
    return {
      key,
      ops: ops.map(({ op }, i) => (TEXTS.includes(op[1]) ? [...op, bases[i] ?? 0] : [...op])),
    };
  }

  /** The server has refused the first edit because of another edit to its text, which has arrived
   * since: the texts are merged and sent as a new edit. */
  rebase(key: string): void {
    this.pending = this.pending.map((p) =>
      p.key === key ? { key: this.newKey(), ops: p.ops, bases: null } : p,
    );
    this.cover();
  }

  /** Texts that wait now follow the present text: if others have changed it, both are merged. The
   * server judges edits that were sent already. */
  private follow(): void {
    const texts = new Map<string, string>();
    for (const { ops, bases } of this.pending) {
      ops.forEach(({ op, was }, i) => {
        const [node, field, value] = op;
        const at = register(node, field);
        if (!TEXTS.includes(field)) return;
        const theirs = texts.get(at) ?? this.confirmed.get(node, field)?.value ?? '';
        const text = bases === null ? joined(was ?? '', value, theirs) : value;
        if (bases === null) ops[i] = { op: [node, field, text], was: theirs };
        texts.set(at, text);
      });
    }
  }

  /** Edits that wait, to be kept over a crash; and back. */
  kept(): string {
    return JSON.stringify(this.pending);
  }

  restore(kept: string): void {
    const known = new Set(this.pending.map((p) => p.key));
    const list = JSON.parse(kept) as Pending[];
    this.pending = [...list.filter((p) => !known.has(p.key)), ...this.pending];
    this.cover();
  }

  /* -- the tree -- */

  nameOf(id: NodeId): string {
    return this.names.get(id) ?? ROOT_NAME;
  }

  idOf(name: string): NodeId | undefined {
    return this.ids.get(name);
  }

  private idFor(name: string): NodeId {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const id = this.next++;
    this.ids.set(name, id);
    this.names.set(id, name);
    return id;
  }

  /** The current tree, with our edits that still wait for the server. A node keeps its number. */
  view(): Study {
    this.seen ??= this.build();
    return this.seen;
  }

  private build(): Study {
    const fields = new Map<string, Map<string, string>>();
    const numbers = new Map<string, number>();
    const put = (node: string, field: string, value: string): void => {
      const of = fields.get(node) ?? new Map<string, string>();
      fields.set(node, of.set(field, value));
    };
    for (const [node, field, { value, edit }] of this.confirmed.all()) {
      put(node, field, value);
      if (field === 'add') numbers.set(node, edit);
    }
    let late = Number.MAX_SAFE_INTEGER - 1_000_000;
    for (const [at, value] of this.over) {
      const [node = ''] = at.split(SEPARATOR, 1);
      const field = at.slice(node.length + 1);
      if (field === 'add') {
        if (numbers.has(node)) continue;
        numbers.set(node, late++);
      }
      put(node, field, value);
    }
    const below = new Map<string, { name: string; place: number; added: Added }[]>();
    for (const name of numbers.keys()) {
      const of = fields.get(name);
      if (!of || of.get('gone') === '1') continue;
      const added = JSON.parse(of.get('add') ?? '{}') as Added;
      const list = below.get(added.p) ?? [];
      list.push({ name, place: Number(of.get('place') ?? '0') || 0, added });
      below.set(added.p, list);
    }
    for (const list of below.values())
      list.sort(
        (x, y) =>
          x.place - y.place ||
          (numbers.get(x.name) ?? 0) - (numbers.get(y.name) ?? 0) ||
          (x.name < y.name ? -1 : 1),
      );
    const { setup, from, players, date, result } = this.board;
    const study: Study = { ...newStudy(setup, from), players, date, result };
    Object.assign(nodeOf(study, ROOT), this.nodeFrom(ROOT_NAME, fields.get(ROOT_NAME)));
    const todo: string[] = [ROOT_NAME];
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      for (const { name: child, added } of below.get(name) ?? []) {
        const node = { ...this.nodeFrom(child, fields.get(child)), move: added.m, side: added.s, ...added.x };
        const id = this.idFor(child);
        study.next = id;
        grow(study, this.idFor(name), node);
        if (this.isAllowed(study, id, child)) todo.push(child);
        else forget(study, id);
      }
    }
    study.next = this.next;
    return study;
  }

  private isAllowed(study: Study, id: NodeId, name: string): boolean {
    let ok = this.judged.get(name);
    if (ok === undefined) {
      ok = this.allowed(study, id);
      this.judged.set(name, ok);
    }
    return ok;
  }

  private nodeFrom(name: string, of: Map<string, string> | undefined): Partial<StudyNode> {
    const marks: Mark[] = [];
    const points = [...(of ?? [])].filter(([field]) => /^(at|arrow) /.test(field)).sort(byField);
    for (const [field, value] of points) {
      const mark = markOf(field, value);
      if (mark) marks.push(mark);
    }
    return {
      comment: of?.get('comment') ?? '',
      name: of?.get('name') ?? '',
      glyph: GLYPHS.find((g) => g === of?.get('glyph')) ?? '',
      marks,
      folded: this.folded.has(name),
    };
  }

  /* -- edits made here -- */

  /** The study was changed into this one. False: nothing that is kept was changed. */
  local(after: Study): boolean {
    const forth = this.difference(this.view(), after);
    this.noteFolded(after);
    this.seen = null;
    if (forth.length === 0) return false;
    this.writeAll(forth);
    return true;
  }

  /** Writes these values, as an edit that can be undone. */
  writeAll(ops: readonly Op[]): void {
    this.past.push({ forth: [...ops], back: ops.map((op) => this.inverse(op)) });
    if (this.past.length > UNDO_MAX) this.past.shift();
    this.future = [];
    this.write(ops);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Undoes our last change that no one has overwritten meanwhile. */
  undo(): void {
    for (let change = this.past.pop(); change; change = this.past.pop()) {
      const { forth, back } = change;
      const ops = back.filter((op, i) => this.holds(forth[i] ?? op));
      if (ops.length === 0) continue;
      this.future.push(change);
      this.write(ops);
      return;
    }
  }

  redo(): void {
    for (let change = this.future.pop(); change; change = this.future.pop()) {
      const { forth, back } = change;
      const again = forth.map((op): Op => (op[1] === 'add' ? [op[0], 'gone', ''] : op));
      const ops = again.filter((op, i) => this.holds(back[i] ?? op));
      if (ops.length === 0) continue;
      this.past.push(change);
      this.write(ops);
      return;
    }
  }

  private holds([node, field, value]: Op): boolean {
    return field === 'add' ? this.present(node, 'gone') !== '1' : this.present(node, field) === value;
  }

  private inverse([node, field]: Op): Op {
    return field === 'add' ? [node, 'gone', '1'] : [node, field, this.present(node, field)];
  }

  private write(ops: readonly Op[]): void {
    let batch: Pending['ops'] = [];
    const flush = (): void => {
      if (batch.length > 0) this.pending.push({ key: this.newKey(), ops: batch, bases: null });
      batch = [];
    };
    for (const op of ops) {
      const one = { op, was: this.present(op[0], op[1]) };
      if (batch.length === OPS_MAX || bytesOf([...batch, one]) > BYTES_MAX) flush();
      batch.push(one);
    }
    flush();
    this.cover();
  }

  private noteFolded(after: Study): void {
    for (const [key, node] of Object.entries(after.nodes)) {
      const name = this.nameOf(Number(key));
      if (node.folded) this.folded.add(name);
      else this.folded.delete(name);
    }
  }

  private difference(before: Study, after: Study): Op[] {
    const ops: Op[] = [];
    if (before === after) return ops;
    // The nodes that were removed, without their descendants.
    for (const key of Object.keys(before.nodes)) {
      const id = Number(key);
      const { parent } = nodeOf(before, id);
      if (!after.nodes[id] && parent !== null && after.nodes[parent])
        ops.push([this.nameOf(id), 'gone', '1']);
    }
    const todo: NodeId[] = [ROOT];
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      const now = nodeOf(after, id);
      const then = before.nodes[id];
      todo.push(...[...now.children].reverse());
      if (now === then) continue;
      const name = then ? this.nameOf(id) : this.nameNew(after, id, ops);
      const old = then ? fieldsOf(then) : new Map<string, string>();
      const fresh = fieldsOf(now);
      for (const [field, value] of fresh) if (old.get(field) !== value) ops.push([name, field, value]);
      for (const field of old.keys()) if (!fresh.has(field)) ops.push([name, field, '']);
      if (then) ops.push(...this.moved(then.children, now.children));
    }
    return ops;
  }

  private nameNew(after: Study, id: NodeId, ops: Op[]): string {
    const node = nodeOf(after, id);
    const parent = this.nameOf(node.parent ?? ROOT);
    let name = '';
    for (let again = 0; name === '' || this.present(name, 'add') !== '' || this.ids.has(name); again++)
      name = nameFor(parent, node.move === '' ? `note ${this.newKey()}` : node.move, again);
    this.ids.set(name, id);
    this.names.set(id, name);
    this.next = Math.max(this.next, id + 1);
    this.judged.set(name, true);
    ops.push([name, 'add', addedText(parent, node)]);
    return name;
  }

  /** The places of siblings whose order has changed; later ones follow them. */
  private moved(then: readonly NodeId[], now: readonly NodeId[]): Op[] {
    const stayed = now.filter((id) => then.includes(id));
    const was = then.filter((id) => now.includes(id));
    if (stayed.every((id, i) => id === was[i])) return [];
    return now.map((id, i): Op => [this.nameOf(id), 'place', String(i - now.length)]);
  }
}

function byField([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function bytesOf(ops: readonly { op: Op }[]): number {
  return ops.reduce((n, { op }) => n + 3 * op[2].length + op[0].length + op[1].length + 12, 0);
}

function forget(study: Study, id: NodeId): void {
  const parent = nodeOf(study, nodeOf(study, id).parent ?? ROOT);
  (parent.children as NodeId[]).splice(parent.children.indexOf(id), 1);
  Reflect.deleteProperty(study.nodes, id);
}

/** The operations that take the chapter back to its state before these edits, which are the newest. */
export function undoing(edits: readonly Edit[], chapter: Chapter): Op[] {
  const first = new Map<string, Op>();
  for (const { ops } of [...edits].sort((a, b) => a.edit - b.edit)) {
    for (const [node, field, , was] of ops) {
      if (typeof node !== 'string' || typeof field !== 'string') continue;
      const at = register(node, field);
      if (field === 'add') {
        if (was === null && !first.has(register(node, 'gone')))
          first.set(register(node, 'gone'), [node, 'gone', '1']);
      } else if (!first.has(at)) {
        first.set(at, [node, field, was ?? (field === 'place' ? '0' : '')]);
      }
    }
  }
  return [...first.values()].filter(([node, field, value]) => chapter.present(node, field) !== value);
}
