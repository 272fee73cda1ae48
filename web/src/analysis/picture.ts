// Pictures of a board: the SVG that the page shows with its colours written out, so that it stands alone,
// and through a canvas PNG and GIF.
import { Renderer } from '../board/render';
import type { BoardState } from '../board/state';
import { gif } from './gif';
import type { Picture } from './gif';

/** The properties that decide how a shape looks; the board uses no others. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'display',
  'stop-color',
  'stop-opacity',
] as const;

const SVG = 'http://www.w3.org/2000/svg';

/** A copy in which each shape bears its looks itself. */
function standing(from: Element): Element {
  const copy = from.cloneNode(false) as Element;
  for (const name of ['class', 'data-key', 'data-point', 'role', 'tabindex', 'aria-label', 'aria-hidden'])
    copy.removeAttribute(name);
  const looks = getComputedStyle(from);
  for (const name of LOOKS) {
    const value = looks.getPropertyValue(name);
    if (value !== '') copy.setAttribute(name, value);
  }
  for (const child of from.childNodes) {
    if (!(child instanceof Element)) copy.append(child.cloneNode());
    else if (!child.matches('.target, [role=row], .layer-legal, .layer-hover')) copy.append(standing(child));
  }
  return copy;
}

/** The board and what lies over it as one SVG text. */
export function svgText(layers: readonly SVGSVGElement[], ground: string): string {
  const first = layers[0];
  if (!first) return '';
  const [, , width = '0', height = '0'] = (first.getAttribute('viewBox') ?? '').split(' ');
  const all = document.createElementNS(SVG, 'svg');
  all.setAttribute('viewBox', `0 0 ${width} ${height}`);
  all.setAttribute('width', width);
  all.setAttribute('height', height);
  all.setAttribute('font-family', 'sans-serif');
  const rect = document.createElementNS(SVG, 'rect');
  rect.setAttribute('width', '100%');
  rect.setAttribute('height', '100%');
  rect.setAttribute('fill', ground);
  all.append(rect);
  for (const layer of layers)
    for (const child of layer.children) if (!child.matches('[role=row]')) all.append(standing(child));
  return new XMLSerializer().serializeToString(all);
}

/** Draws an SVG text on a canvas of this width in pixels. */
async function canvasOf(svg: string, width: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function png(svg: string, width: number): Promise<Blob> {
  const canvas = await canvasOf(svg, width);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  );
}

/** The board drawn out of sight: its looks are known only in the page. */
function drawn(board: BoardState): SVGSVGElement {
  const figure = new Renderer('figure');
  figure.draw(board);
  const host = document.createElement('div');
  host.className = 'study-offscreen';
  host.append(figure.root);
  document.body.append(host);
  setTimeout(() => host.remove(), 0);
  return figure.root;
}

/** One picture for each board, played one after the other. */
export async function animation(
  boards: readonly BoardState[],
  ground: string,
  width: number,
  told: (done: number) => void,
): Promise<Blob> {
  const pictures: Picture[] = [];
  for (const board of boards) {
    const canvas = await canvasOf(svgText([drawn(board)], ground), width);
    const data = canvas
      .getContext('2d', { willReadFrequently: true })
      ?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (data) pictures.push({ width: canvas.width, height: canvas.height, data });
    told(pictures.length);
  }
  return new Blob([gif(pictures, 700)], { type: 'image/gif' });
}

/** Gives a file to the person. */
export function download(content: Blob | string, name: string, type = 'text/plain;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const a = document.createElement('a');
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}
