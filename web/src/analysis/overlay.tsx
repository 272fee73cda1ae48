// The layers over the board of a study: marks and arrows, the engine's candidates, a line played out as
// numbered stones, and the expected owners of the points. The board itself knows none of them.
import type { JSX } from 'preact';

import { fractionOf } from '../board/api';
import { frameOf } from '../board/render';
import { pointName } from '../board/state';
import type { BoardState } from '../board/state';
import { GAME_PAGES } from '../games';
import type { Glyph, Mark } from './tree';
import { st } from './words';

/** A candidate as it is drawn; `best` is filled. */
export interface Spot {
  point: number;
  best: boolean;
  big: string;
  small: string;
}

export interface Ghost {
  point: number;
  side: number;
  red: boolean;
  n: number;
}

interface OverlayProps {
  board: BoardState;
  marks: readonly Mark[];
  spots: Spot[];
  ghosts: Ghost[];
  /** 1 side 1's … -1 another's; empty: not shown. */
  ownership: number[];
  glyph: Glyph | '';
}

const UNIT = 40;
/** Less certain points stay empty. */
const OWNERSHIP_MIN = 0.15;

export function glyphKind(glyph: string): string {
  return glyph === '!' || glyph === '!!' ? 'good' : glyph === '?' || glyph === '??' ? 'bad' : 'doubtful';
}

export function Overlay({ board, marks, spots, ghosts, ownership, glyph }: OverlayProps): JSX.Element {
  const frame = frameOf(board);
  const width = frame.width * UNIT;
  const height = frame.height * UNIT;
  const at = (point: number): { x: number; y: number } => {
    const f = fractionOf(board, point);
    return { x: f.x * width, y: f.y * height };
  };
  const covered = new Set(ghosts.map((g) => g.point));
  return (
    <svg class="study-overlay" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {ownership.map((v, p) => {
        if (Math.abs(v) < OWNERSHIP_MIN || isSeen(board, p, v > 0 ? 1 : 2)) return null;
        const a = Math.sqrt(Math.abs(v)) * UNIT * 0.4;
        const { x, y } = at(p);
        return (
          <rect
            key={`o${p}`}
            x={x - a / 2}
            y={y - a / 2}
            width={a}
            height={a}
            class={`own own-${v > 0 ? 1 : 2}`}
          />
        );
      })}
      {marks.map((m) => drawMark(m, at, board))}
      {spots.flatMap((s) => {
        if (
          covered.has(s.point) ||
          ((board.cells[s.point]?.owner ?? 0) !== 0 && !GAME_PAGES[board.game].stacks)
        )
          return [];
        const { x, y } = at(s.point);
        return (
          // A spot that becomes the best is recreated: Chromium keeps the old style otherwise.
          <g key={`s${s.point}${s.best ? 'best' : ''}`} class={s.best ? 'spot best' : 'spot'}>
            <circle cx={x} cy={y} r={UNIT * 0.44} />
            <text x={x} y={s.small === '' ? y + 4.5 : y + 1} class="spot-big">
              {s.big}
            </text>
            {s.small !== '' && (
              <text x={x} y={y + 11} class="spot-small">
                {s.small}
              </text>
            )}
          </g>
        );
      })}
      {ghosts.map((g) => {
        const { x, y } = at(g.point);
        const kind = g.red ? 'red' : `side-${GAME_PAGES[board.game].look.common ? 1 : g.side}`;
        return (
          <g key={`g${g.n}`} class={`line-stone ${kind}`}>
            <circle cx={x} cy={y} r={UNIT * 0.4} />
            <text x={x} y={y + 5}>
              {g.n}
            </text>
          </g>
        );
      })}
      {glyph !== '' && board.last !== null && (
        <g class={`badge-glyph ${glyphKind(glyph)}`}>
          <circle cx={at(board.last).x + 15} cy={at(board.last).y - 15} r={9} />
          <text x={at(board.last).x + 15} y={at(board.last).y - 11}>
            {glyph}
          </text>
        </g>
      )}
    </svg>
  );
}

/** The stone on the point, or its owner, says the same already. */
function isSeen(board: BoardState, point: number, side: number): boolean {
  return board.cells[point]?.owner === side || board.owner[point] === side;
}

/** The words of a screen reader for the points, with their marks. */
export function labelsWithMarks(board: BoardState, marks: readonly Mark[]): string[] {
  const labels = [...board.labels];
  for (const m of marks) labels[m.point] = `${labels[m.point] ?? ''}, ${markWords(m, board.width)}`;
  return labels;
}

function markWords(m: Mark, width: number): string {
  if (m.kind === 'arrow') return st('mark.arrow', { point: pointName(m.to, width) });
  return m.kind === 'label' ? `${st('pen.label')} ${m.text}` : st(`pen.${m.kind}`);
}

function drawMark(m: Mark, at: (point: number) => { x: number; y: number }, board: BoardState): JSX.Element {
  const { x, y } = at(m.point);
  const owner = board.cells[m.point]?.owner ?? 0;
  const on = owner === 0 ? 'on-board' : GAME_PAGES[board.game].look.common ? 'on-1' : `on-${owner}`;
  const key = m.kind === 'arrow' ? `a${m.point}-${m.to}` : `${m.kind}${m.point}`;
  switch (m.kind) {
    case 'arrow': {
      const to = at(m.to);
      const length = Math.max(1, Math.hypot(to.x - x, to.y - y));
      const [ux, uy] = [(to.x - x) / length, (to.y - y) / length];
      const [ex, ey] = [to.x - ux * 8, to.y - uy * 8];
      const head = `M${ex} ${ey}L${ex - ux * 12 - uy * 7} ${ey - uy * 12 + ux * 7}L${ex - ux * 12 + uy * 7} ${ey - uy * 12 - ux * 7}z`;
      return (
        <g key={key} class="mark arrow">
          <line x1={x} y1={y} x2={ex - ux * 10} y2={ey - uy * 10} />
          <path d={head} />
        </g>
      );
    }
    case 'circle':
      return <circle key={key} cx={x} cy={y} r={10} class={`mark ${on}`} />;
    case 'triangle':
      return <path key={key} d={`M${x} ${y - 11}l9.5 16.5h-19z`} class={`mark ${on}`} />;
    case 'square':
      return <rect key={key} x={x - 8.5} y={y - 8.5} width={17} height={17} class={`mark ${on}`} />;
    case 'cross':
      return <path key={key} d={`M${x - 8} ${y - 8}l16 16m0 -16l-16 16`} class={`mark ${on}`} />;
    case 'label':
      return (
        <text key={key} x={x} y={y + 6} class={`mark-label ${on}`}>
          {m.text}
        </text>
      );
  }
}
