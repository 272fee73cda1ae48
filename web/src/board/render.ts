// Draws a board's state as SVG: the only file of the board that touches the DOM's tree. Layers are kept;
// a layer is redrawn only when its content has changed. All colours are classes, so themes need no
// script and the page needs no inline styles.
import { lookOf } from './look';
import { Geometry, RADIUS, SVG, UNIT, circle, label, lights, line, make } from './pen';
import type { Frame, Spot } from './pen';
import { columnName, columnsOf, placeOf, pointAt, rowsOf, starPoints, ghostAt } from './state';
import type { BoardLink, BoardState } from './state';

/** A neutral stone. */
const NEUTRAL = 5;

/** Of the wood beyond the outermost squares; a ring of stones needs more. */
const RIM = 0.14;
const RIM_RING = 0.5;
/** Letters of about one size on the screen, however many points the board has. */
const nameScale = (b: BoardState): number => Math.min(1.25, Math.max(0.7, (columnsOf(b) + 3) / 16));

/** Of the wood that bears the coordinates, left and below. */
const namesRoom = (b: BoardState): number => 0.4 * Math.max(1, nameScale(b));

/** All of the board is wood: the squares, a ring of stones, and the coordinates left and below. */
export function frameOf(b: BoardState): Frame {
  const ring = lookOf(b).ring ? RIM_RING : RIM;
  const names = b.coordinates ? namesRoom(b) : 0;
  return {
    left: ring + names,
    top: ring,
    width: columnsOf(b) + 2 * ring + names,
    height: rowsOf(b) + 2 * ring + names,
  };
}

function drawCell(b: BoardState, g: Geometry, p: number): SVGElement[] {
  const cell = b.cells[p];
  if (!cell || cell.owner === 0) return [];
  return lookOf(b).stone(g.point(p), cell);
}

function drawGround(b: BoardState, g: Geometry): SVGElement[] {
  const columns = columnsOf(b);
  const rows = rowsOf(b);
  const parts: SVGElement[] = [
    make('rect', {
      x: 0.5,
      y: 0.5,
      width: g.frame.width * UNIT - 1,
      height: g.frame.height * UNIT - 1,
      rx: 9,
      class: 'wood',
    }),
  ];
  const look = lookOf(b);
  if (look.squares) {
    for (let i = 0; i <= columns; i++) {
      const x = (g.frame.left + i) * UNIT;
      parts.push(line({ x, y: g.frame.top * UNIT }, { x, y: (g.frame.top + rows) * UNIT }, 'grid'));
    }
    for (let i = 0; i <= rows; i++) {
      const y = (g.frame.top + i) * UNIT;
      parts.push(line({ x: g.frame.left * UNIT, y }, { x: (g.frame.left + columns) * UNIT, y }, 'grid'));
    }
  } else {
    for (let i = 0; i < columns; i++) parts.push(line(g.at(i, 0), g.at(i, rows - 1), 'grid'));
    for (let i = 0; i < rows; i++) parts.push(line(g.at(0, i), g.at(columns - 1, i), 'grid'));
    for (const p of starPoints(b.width, b.height, look.centre))
      parts.push(circle(g.point(p), 3 * Math.max(1, b.width / 12), 'star'));
  }
  return look.ground ? [...parts, ...look.ground(b, g)] : parts;
}

function drawNames(b: BoardState, g: Geometry): SVGElement[] {
  if (!b.coordinates) return [];
  const parts: SVGElement[] = [];
  for (let i = 0; i < b.width; i++) {
    const place = placeOf(b, i, 0);
    parts.push(nameAt(b, g, place, columnName(i), b.turn % 2 === 0));
  }
  for (let i = 0; i < b.height; i++) {
    const place = placeOf(b, 0, i);
    parts.push(nameAt(b, g, place, String(i + 1), b.turn % 2 !== 0));
  }
  return parts;
}

function nameAt(
  b: BoardState,
  g: Geometry,
  place: { column: number; row: number },
  text: string,
  below: boolean,
): SVGElement {
  const spot = below ? g.at(place.column, rowsOf(b)) : g.at(0, place.row);
  const middle = namesRoom(b) / 2 + 0.04;
  const x = below ? spot.x : middle * UNIT;
  const y = below ? (g.frame.height - middle) * UNIT : spot.y;
  const size = 12.5 * nameScale(b);
  return label(text, { x, y: y + size * 0.35, 'font-size': size, class: 'name' });
}

function drawRing(b: BoardState, g: Geometry): SVGElement[] {
  if (!lookOf(b).ring) return [];
  const n = b.width;
  const parts: SVGElement[] = [];
  for (let i = 0; i < n; i++) {
    for (const [x, y] of [
      [i, -1],
      [i, n],
      [-1, i],
      [n, i],
    ] as const) {
      parts.push(circle(g.xy(x, y), 6.5, `ring-stone side-${(x + y) % 2 === 0 ? 1 : 2}`));
    }
  }
  return parts;
}

function drawWash(b: BoardState, g: Geometry): SVGElement[] {
  const square = (p: number): SVGElement => {
    const at = g.point(p);
    return make('rect', { x: at.x - UNIT / 2, y: at.y - UNIT / 2, width: UNIT, height: UNIT });
  };
  const shape = lookOf(b).ring ? (p: number): SVGElement => diamond(b, g, p) : square;
  const parts: SVGElement[] = [];
  const wash = (kind: string, points: number[], drawn: (p: number) => SVGElement): void => {
    // As one group: where shapes overlap the wash is no darker.
    if (points.length > 0) parts.push(make('g', { class: kind }, ...points.map(drawn)));
  };
  const points = (known: number[], is: (kind: number) => boolean): number[] =>
    known.flatMap((kind, p) => (is(kind) ? [p] : []));
  for (const side of [1, 2, 3, 4]) {
    const owned = points(b.owner, (s) => s === side);
    // A loop's own stones would stick out of it; the points between them fill it.
    const inside = owned.filter((p) => !lookOf(b).ring || b.cells[p]?.owner !== side);
    wash(`wash side-${side}`, inside, shape);
    for (const p of owned)
      if ((b.cells[p]?.owner ?? 0) === 0) parts.push(circle(g.point(p), 3.4, `bead side-${side}`));
  }
  wash(
    'water',
    points(b.water, (kind) => kind > 0),
    square,
  );
  b.water.forEach((kind, p) => {
    if (kind > 1) parts.push(circle(g.point(p), 7, `mouth edge-${kind - 1}`));
  });
  return parts;
}

/** A point with the way to its four neighbours. Loops run diagonally, so that the diamonds of all points
 * inside a loop together have its shape. */
function diamond(b: BoardState, g: Geometry, p: number): SVGElement {
  const [x, y] = [p % b.width, Math.floor(p / b.width)];
  const corners = [g.xy(x, y + 1), g.xy(x + 1, y), g.xy(x, y - 1), g.xy(x - 1, y)];
  return make('path', { d: `M${corners.map((c) => `${c.x} ${c.y}`).join('L')}z` });
}

function drawLinks(b: BoardState, g: Geometry): SVGElement[] {
  const { links } = b;
  const draw = (l: BoardLink, kind: string): SVGElement =>
    line(g.xy(l.x1, l.y1), g.xy(l.x2, l.y2), `link side-${l.side} ${kind}`);
  // Each has a rim, or white ones would be lost on the wood.
  const parts = [
    ...links.filter((l) => !l.loop).map((l) => draw(l, 'thin-rim')),
    ...links.filter((l) => !l.loop).map((l) => draw(l, 'thin')),
    ...links.filter((l) => l.loop).map((l) => draw(l, 'rim')),
    ...links.filter((l) => l.loop).map((l) => draw(l, 'loop')),
  ];
  const { joins } = lookOf(b);
  return joins ? [...parts, ...joins(b, g)] : parts;
}

function drawMarks(b: BoardState, g: Geometry): SVGElement[] {
  const parts: SVGElement[] = [];
  b.channels.forEach((channel, i) => {
    if (channel.length === 0) return;
    const middle = Math.floor((b.width * b.height) / 2);
    const path = channel[0] === middle ? channel : [middle, ...channel];
    const spots = path.map((p) => g.point(p));
    const d = spots.map((s, k) => `${k === 0 ? 'M' : 'L'}${s.x} ${s.y}`).join('');
    parts.push(make('path', { d, class: `channel edge-${i + 1}` }));
  });
  if (b.last !== null) parts.push(...drawLast(b, g, b.last));
  if (b.claims.length > 0) parts.push(...drawClaims(b, g));
  for (const p of b.proof) {
    if (p !== b.refused) parts.push(circle(g.point(p), 17, 'proof'));
  }
  if (b.refused !== null) {
    const at = g.point(b.refused);
    const a = 8;
    parts.push(circle(at, 15, 'refused'));
    parts.push(line({ x: at.x - a, y: at.y - a }, { x: at.x + a, y: at.y + a }, 'refused'));
    parts.push(line({ x: at.x - a, y: at.y + a }, { x: at.x + a, y: at.y - a }, 'refused'));
  }
  if (b.picked) {
    const at = g.point(b.picked.point);
    parts.push(circle(at, 16, b.picked.red ? 'stone red ghost' : `stone side-${b.side} ghost`));
    parts.push(circle(at, 19.5, 'picked'));
  }
  if (b.planned) {
    const at = g.point(b.planned.point);
    const side = lookOf(b).common ? 1 : b.side;
    parts.push(circle(at, 15, b.planned.red ? 'stone red ghost' : `stone side-${side} ghost`));
    parts.push(circle(at, 18, 'planned'));
  }
  return parts;
}

/** Claims of every side in its own corner of the square: in turn order, clockwise from top left. */
function drawClaims(b: BoardState, g: Geometry): SVGElement[] {
  const corners: Spot[] = [
    { x: -13.5, y: -13.5 },
    { x: 13.5, y: -13.5 },
    { x: 13.5, y: 13.5 },
    { x: -13.5, y: 13.5 },
  ];
  const half = 5.5;
  return b.cells.flatMap((_, p) => {
    const at = g.point(p);
    return corners.flatMap((corner, side) => {
      const n = b.claims[4 * p + side] ?? 0;
      if (n === 0) return [];
      const x = at.x + corner.x;
      const y = at.y + corner.y;
      const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 3 };
      const kind = `side-${side + 1}`;
      return [
        make('rect', { ...box, class: `claim-box ${kind}` }),
        label(String(n), { x, y: y + 3, class: `claim ${kind}` }),
      ];
    });
  });
}

function drawLast(b: BoardState, g: Geometry, p: number): SVGElement[] {
  const cell = b.cells[p];
  const at = g.point(p);
  const look = lookOf(b);
  if (look.squares) {
    const a = UNIT / 2 - 2.5;
    return [
      make('rect', { x: at.x - a, y: at.y - a, width: 2 * a, height: 2 * a, rx: 4, class: 'last square' }),
    ];
  }
  if (!cell || cell.owner === 0) return [circle(at, 7, 'last gone')];
  // Around a red stone, so that its bar stays free.
  if (cell.owner === NEUTRAL && !look.common) return [circle(at, RADIUS + 1.5, 'last around')];
  const on = look.common ? 1 : cell.owner;
  return [circle(at, 7, `last on-${on}`)];
}

function drawLegal(b: BoardState, g: Geometry): SVGElement[] {
  if (!b.interactive || b.ahead) return [];
  return b.legal.flatMap((bits, p) => {
    if (bits === 0) return [];
    if ((b.cells[p]?.owner ?? 0) !== 0) return [circle(g.point(p), 19, 'may attack')];
    const parts = [circle(g.point(p), bits === 2 ? 4 : 3.2, bits === 2 ? 'may red' : 'may')];
    if (bits === 3) parts.push(circle(g.point(p), 6.5, 'may red ring'));
    return parts;
  });
}

/** The inputs of a layer's picture as text; a layer is redrawn when this text changes. */
const LAYERS: {
  name: string;
  key: (b: BoardState) => unknown;
  /** Absent where the renderer itself keeps the layer. */
  draw?: (b: BoardState, g: Geometry) => SVGElement[];
  /** New parts are animated, instead of appearing at once. */
  grows?: boolean;
}[] = [
  { name: 'ground', key: () => null, draw: drawGround },
  { name: 'wash', key: (b) => [b.owner, b.water, b.owner.length > 0 && b.cells], draw: drawWash },
  { name: 'names', key: () => null, draw: drawNames },
  {
    name: 'links',
    key: (b) => [b.links, lookOf(b).joins !== undefined && b.cells],
    draw: drawLinks,
    grows: true,
  },
  { name: 'ring', key: () => null, draw: drawRing },
  { name: 'stones', key: () => null },
  { name: 'legal', key: (b) => [b.interactive, b.ahead, b.legal], draw: drawLegal },
  {
    name: 'marks',
    key: (b) => [b.channels, b.claims, b.last, b.proof, b.refused, b.picked, b.planned, b.side, b.cells],
    draw: drawMarks,
  },
  { name: 'hover', key: () => null },
];

export class Renderer {
  readonly root: SVGSVGElement;
  private readonly layers = new Map<string, SVGElement>();
  private readonly keys = new Map<string, string>();
  private cells: SVGElement[] = [];
  private stones: SVGElement[] = [];
  private shape = '';
  private geometry: Geometry | null = null;
  private readonly kind: 'play' | 'figure';

  /** A figure is one picture to everybody; a board to play on is a grid of points. */
  constructor(kind: 'play' | 'figure') {
    this.kind = kind;
    this.root = document.createElementNS(SVG, 'svg');
    this.root.setAttribute('class', 'board');
  }

  /** The element of a point that takes clicks and the focus. */
  target(point: number): SVGElement | null {
    return this.cells[point] ?? null;
  }

  draw(b: BoardState): void {
    const shape = JSON.stringify([b.game, b.width, b.height, b.turn, b.coordinates]);
    if (shape !== this.shape) this.rebuild(b, shape);
    const g = this.geometry;
    if (!g) return;
    for (const layer of LAYERS) {
      if (!layer.draw) continue;
      const key = JSON.stringify(layer.key(b));
      if (this.keys.get(layer.name) === key) continue;
      const first = !this.keys.has(layer.name);
      this.keys.set(layer.name, key);
      const host = this.layers.get(layer.name);
      const parts = layer.draw(b, g);
      if (layer.grows && !first && host) markNew(host, parts);
      host?.replaceChildren(...parts);
    }
    this.drawStones(b, g);
    this.drawTargets(b);
    this.root.classList.toggle('interactive', b.interactive && !b.ahead);
    setIfChanged(this.root, 'aria-label', b.title);
  }

  /** Shows what a click would do; point null: nothing. */
  hover(b: BoardState, point: number | null): void {
    const layer = this.layers.get('hover');
    const g = this.geometry;
    if (!layer || !g) return;
    const bits = point === null ? 0 : ghostAt(b, point);
    if (point === null || bits === 0) {
      layer.replaceChildren();
      return;
    }
    const at = g.point(point);
    const look = lookOf(b);
    const r = look.ghostRadius;
    const side = look.common ? 1 : b.side;
    const own = circle(at, r, `stone side-${side} ghost`);
    const red = circle(at, r, 'stone red ghost');
    if (bits === 3)
      layer.replaceChildren(own, make('path', { d: halfDisc(at, r), class: 'stone red ghost' }));
    else layer.replaceChildren(bits === 2 ? red : own);
  }

  private rebuild(b: BoardState, shape: string): void {
    this.shape = shape;
    this.keys.clear();
    this.geometry = new Geometry(b, frameOf(b));
    const { width, height } = this.geometry.frame;
    this.root.setAttribute('viewBox', `0 0 ${width * UNIT} ${height * UNIT}`);
    this.root.setAttribute('class', `board ${b.game}`);
    const art = make('g', { 'aria-hidden': 'true', class: 'art' });
    for (const layer of LAYERS) {
      const e = make('g', { class: `layer-${layer.name}` });
      this.layers.set(layer.name, e);
      art.append(e);
    }
    this.stones = b.cells.map(() => make('g', {}));
    this.layers.get('stones')?.append(...this.stones);
    if (this.kind === 'figure') this.root.setAttribute('role', 'img');
    this.root.replaceChildren(
      lights(),
      art,
      ...(this.kind === 'play' ? this.buildTargets(b, this.geometry) : []),
    );
  }

  /** Rows and cells as they lie on the screen, for pointer, keyboard and screen reader. */
  private buildTargets(b: BoardState, g: Geometry): SVGElement[] {
    this.cells = [];
    const rows: SVGElement[] = [];
    for (let row = 0; row < rowsOf(b); row++) {
      const e = make('g', { role: 'row' });
      for (let column = 0; column < columnsOf(b); column++) {
        const point = pointAt(b, column, row);
        if (point === null) continue;
        const at = g.at(column, row);
        const cell = make('rect', {
          x: at.x - UNIT / 2,
          y: at.y - UNIT / 2,
          width: UNIT,
          height: UNIT,
          role: 'gridcell',
          tabindex: -1,
          class: 'target',
          'data-point': point,
        });
        this.cells[point] = cell;
        e.append(cell);
      }
      rows.push(e);
    }
    this.root.setAttribute('role', 'grid');
    this.root.setAttribute('aria-rowcount', String(rowsOf(b)));
    this.root.setAttribute('aria-colcount', String(columnsOf(b)));
    return rows;
  }

  private drawStones(b: BoardState, g: Geometry): void {
    this.stones.forEach((e, p) => {
      const cell = b.cells[p];
      const key = cell ? `${cell.owner}/${cell.height}/${cell.flags}` : '';
      if (e.getAttribute('data-key') === key) return;
      const fresh = e.hasAttribute('data-key');
      e.setAttribute('data-key', key);
      const parts = drawCell(b, g, p);
      if (fresh && parts.length === 0 && moves()) {
        // A stone that was taken fades.
        e.setAttribute('class', 'leaving');
        setTimeout(() => {
          if (e.getAttribute('class') === 'leaving') e.replaceChildren();
        }, LEAVE_MS);
        return;
      }
      e.setAttribute('class', fresh ? 'fresh' : '');
      e.replaceChildren(...parts);
    });
  }

  private drawTargets(b: BoardState): void {
    this.cells.forEach((e, p) => {
      setIfChanged(e, 'tabindex', p === b.cursor ? '0' : '-1');
      setIfChanged(e, 'aria-label', b.labels[p] ?? '');
      setIfChanged(
        e,
        'class',
        (b.legal[p] ?? 0) !== 0 && b.interactive && !b.ahead ? 'target legal' : 'target',
      );
      const selected = b.picked?.point === p;
      if (selected) e.setAttribute('aria-selected', 'true');
      else e.removeAttribute('aria-selected');
    });
  }
}

/** As long as the animation "leave" of the styles. */
const LEAVE_MS = 160;

const moves = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Marks the lines that were not there before: they are drawn as with a pen. */
function markNew(host: Element, parts: SVGElement[]): void {
  const looks = (e: Element): string =>
    ['x1', 'y1', 'x2', 'y2'].map((name) => e.getAttribute(name)).join() + e.classList.value;
  const before = new Set([...host.children].map((e) => looks(e).replace(' grows', '')));
  for (const e of parts) {
    if (before.has(looks(e))) continue;
    e.setAttribute('pathLength', '1');
    e.classList.add('grows');
  }
}

/** The lower half of a disc: own above, red below, where both are legal. */
function halfDisc(at: Spot, r: number): string {
  return `M${at.x - r} ${at.y}a${r} ${r} 0 0 0 ${2 * r} 0z`;
}

function setIfChanged(e: Element, name: string, value: string): void {
  if (e.getAttribute(name) !== value) e.setAttribute(name, value);
}
