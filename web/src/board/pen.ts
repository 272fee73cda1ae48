// The parts of board drawings: SVG elements, places on the board, stones. The games draw with it
// (src/games), and render.ts draws the parts that they share.
import { columnsOf, placeOf, placeOfPoint, rowsOf } from './state';
import type { BoardCell, BoardState } from './state';

export const SVG = 'http://www.w3.org/2000/svg';
/** Length of one square, in the drawing's own units. */
export const UNIT = 40;
export const RADIUS = 18;

/** How the board of a game is drawn; each game has one (src/games/<game>.ts). */
export interface BoardLook {
  /** Stones stand around the board, and have room there. */
  ring: boolean;
  /** Stones stand in squares instead of on crossings. */
  squares: boolean;
  /** The centre has a mark of its own, and no star. */
  centre: boolean;
  /** All stones look alike, whichever side placed them. */
  common: boolean;
  /** The radius of the stone that a click would place. */
  ghostRadius: number;
  stone: (at: Spot, cell: BoardCell) => SVGElement[];
  /** Above the grid, below the stones. */
  ground?: (b: BoardState, g: Geometry) => SVGElement[];
  /** Joins stones that hold together; redrawn when a stone comes or goes. */
  joins?: (b: BoardState, g: Geometry) => SVGElement[];
}

type Attributes = Record<string, string | number>;

export function make(name: string, attributes: Attributes, ...children: Element[]): SVGElement {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  e.append(...children);
  return e;
}

export function label(text: string, attributes: Attributes): SVGElement {
  const e = make('text', attributes);
  e.textContent = text;
  return e;
}

/** Margins around the squares, in units of UNIT. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
}

export class Geometry {
  private readonly b: BoardState;
  readonly frame: Frame;

  constructor(b: BoardState, frame: Frame) {
    this.b = b;
    this.frame = frame;
  }

  at(column: number, row: number): Spot {
    return {
      x: (this.frame.left + column + 0.5) * UNIT,
      y: (this.frame.top + row + 0.5) * UNIT,
    };
  }

  /** The middle of a point; ring points are drawn nearer to the board than a whole square. */
  xy(x: number, y: number): Spot {
    const place = placeOf(this.b, x, y);
    const pull = (v: number, n: number): number => (v < 0 ? -0.72 : v >= n ? n - 0.28 : v);
    return this.at(pull(place.column, columnsOf(this.b)), pull(place.row, rowsOf(this.b)));
  }

  point(p: number): Spot {
    const place = placeOfPoint(this.b, p);
    return this.at(place.column, place.row);
  }
}

export function circle(at: Spot, r: number, kind: string): SVGElement {
  return make('circle', { cx: at.x, cy: at.y, r, class: kind });
}

export function line(a: Spot, b: Spot, kind: string): SVGElement {
  return make('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: kind });
}

/** The sides' marks, so that colour is not the only difference between sides. Those of the first two are seen with
 * the marked stones only (static/stones.css). */
export function sideMark(at: Spot, side: number, r: number): SVGElement[] {
  const a = r * 0.26;
  if (side === 1) {
    const d = `M${at.x} ${at.y - a}l${a} ${a}l${-a} ${a}l${-a} ${-a}z`;
    return [make('path', { d, class: 'own-mark side-1' })];
  }
  if (side === 2) {
    const d = `M${at.x - a} ${at.y}h${2 * a}M${at.x} ${at.y - a}v${2 * a}`;
    return [make('path', { d, class: 'own-mark side-2' })];
  }
  if (side === 3) {
    const d = `M${at.x} ${at.y - r * 0.5}l${r * 0.48} ${r * 0.84}h${-r * 0.96}z`;
    return [make('path', { d, class: 'side-mark' })];
  }
  if (side === 4) {
    const a = r * 0.38;
    return [make('rect', { x: at.x - a, y: at.y - a, width: 2 * a, height: 2 * a, class: 'side-mark' })];
  }
  return [];
}

export function stone(at: Spot, owner: number, r: number): SVGElement[] {
  const parts = [
    circle({ x: at.x, y: at.y + r * 0.07 }, r, 'shade'),
    circle(at, r, `stone side-${owner}`),
    ...sideMark(at, owner, r),
  ];
  if (owner !== 5) {
    const light = circle(at, r * 0.97, 'shine');
    light.setAttribute('fill', `url(#shine-${Math.min(owner, 3)})`);
    parts.splice(2, 0, light);
  }
  return parts;
}

/** The light on stones, from the upper left. Each board has it; that of the first board serves all. */
export function lights(): SVGElement {
  const light = (side: number): SVGElement =>
    make(
      'radialGradient',
      { id: `shine-${side}`, class: `light side-${side}`, cx: 0.34, cy: 0.3, r: 0.68 },
      make('stop', { offset: 0, class: 'near' }),
      make('stop', { offset: 1, class: 'far' }),
    );
  return make('defs', {}, light(1), light(2), light(3));
}
