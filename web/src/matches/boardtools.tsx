// The tools of a board that one plays on: marks for one's own eyes, a handle that resizes it, zen mode, and a move that
// is chosen before the other side has moved. They are loaded once the board is there (gameview.tsx).
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { fractionOf } from '../board/api';
import { frameOf } from '../board/render';
import { pointName } from '../board/state';
import type { BoardState } from '../board/state';
import { Store, useStore } from '../core/env';
import { BOARD_SIZE, changeSettings, settings } from '../core/settings';
import { useStyles } from '../core/styles';
import { moveAt, moveName, moveWord, snapshot } from '../games/position';
import type { Game } from '../games/position';
import { tt, useToolsWords } from './toolswords';

/** A move for later, chosen when so many moves had been played. */
export interface Ahead {
  point: number;
  red: boolean;
  from: number;
}

/** A premove that was not played, after so many moves, and why. */
export interface Dropped {
  point: number;
  at: number;
  text: string;
}

const UNIT = 40;

interface Mark {
  from: number;
  /** The same point: a circle. */
  to: number;
}

interface ToolsProps {
  board: BoardState;
  /** A right click takes the premove back first. */
  planned: boolean;
  onCancel: () => void;
}

/** The point under a pointer, also of a finger or a pen that has moved on. */
function pointUnder(event: PointerEvent): number | null {
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-point]');
  return target ? Number(target.getAttribute('data-point')) : null;
}

/** Over the board: arrows and circles, and the handle at its corner. */
export function BoardTools(props: ToolsProps): JSX.Element | null {
  const words = useToolsWords();
  const styled = useStyles('/tools.css');
  if (!words || !styled) return null;
  return (
    <>
      <OwnMarks {...props} />
      <SizeHandle />
    </>
  );
}

/** Right clicks draw: one on a point a circle, one that is dragged an arrow, the same again takes it away. With the
 * keyboard O draws a circle and A begins and ends an arrow. A click on the board clears them. */
function OwnMarks({ board, planned, onCancel }: ToolsProps): JSX.Element {
  const layer = useRef<SVGSVGElement>(null);
  const [marks, setMarks] = useState<Mark[]>([]);
  const [said, setSaid] = useState('');
  const start = useRef<number | null>(null);
  const latest = useRef({ planned, onCancel, board, marks });
  latest.current = { planned, onCancel, board, marks };
  useEffect(() => {
    const host = layer.current?.closest<HTMLElement>('.board-host');
    if (!host) return;
    const name = (point: number): string => pointName(point, latest.current.board.width);
    const toggle = (mark: Mark): void => {
      const { marks: known } = latest.current;
      const rest = known.filter((m) => m.from !== mark.from || m.to !== mark.to);
      setMarks(rest.length < known.length ? rest : [...known, mark]);
      setSaid(
        mark.from === mark.to
          ? tt('marks.circle', { point: name(mark.from) })
          : tt('marks.arrow', { from: name(mark.from), to: name(mark.to) }),
      );
    };
    const down = (event: PointerEvent): void => {
      if (event.button === 0 && (event.target as Element).closest('.board')) {
        start.current = null;
        if (latest.current.marks.length > 0) setSaid(tt('marks.cleared'));
        setMarks([]);
      }
      if (event.button !== 2) return;
      if (latest.current.planned) latest.current.onCancel();
      else start.current = pointUnder(event);
    };
    const up = (event: PointerEvent): void => {
      if (event.button !== 2 || start.current === null) return;
      const end = pointUnder(event);
      if (end !== null) toggle({ from: start.current, to: end });
      start.current = null;
    };
    const menu = (event: MouseEvent): void => {
      if ((event.target as Element).closest('.board')) event.preventDefault();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !settings.value.keys) return;
      const text = (event.target as Element).getAttribute('data-point');
      const letter = event.key.toLowerCase();
      if (text === null || (letter !== 'o' && letter !== 'a')) return;
      event.preventDefault();
      const point = Number(text);
      if (letter === 'o') toggle({ from: point, to: point });
      else if (start.current === null) {
        start.current = point;
        setSaid(tt('marks.from', { point: name(point) }));
      } else {
        toggle({ from: start.current, to: point });
        start.current = null;
      }
    };
    host.addEventListener('pointerdown', down);
    addEventListener('pointerup', up);
    host.addEventListener('contextmenu', menu);
    host.addEventListener('keydown', key);
    return () => {
      host.removeEventListener('pointerdown', down);
      removeEventListener('pointerup', up);
      host.removeEventListener('contextmenu', menu);
      host.removeEventListener('keydown', key);
    };
  }, []);
  const frame = frameOf(board);
  const [width, height] = [frame.width * UNIT, frame.height * UNIT];
  return (
    <>
      <svg class="own-marks" ref={layer} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {marks.map((m) => {
          const [a, b] = [fractionOf(board, m.from), fractionOf(board, m.to)];
          const [x, y] = [a.x * width, a.y * height];
          const key = `${m.from} ${m.to}`;
          if (m.from === m.to) return <circle key={key} cx={x} cy={y} r={UNIT * 0.44} />;
          return <Arrow key={key} x={x} y={y} toX={b.x * width} toY={b.y * height} />;
        })}
      </svg>
      <p class="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

function Arrow({ x, y, toX, toY }: { x: number; y: number; toX: number; toY: number }): JSX.Element {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const head = UNIT * 0.42;
  const [neckX, neckY] = [toX - dx * head, toY - dy * head];
  const half = head * 0.62;
  return (
    <g>
      <line x1={x} y1={y} x2={neckX} y2={neckY} />
      <path
        d={`M${toX} ${toY}L${neckX - dy * half} ${neckY + dx * half}L${neckX + dy * half} ${neckY - dx * half}z`}
      />
    </g>
  );
}

/** At the lower right corner of the board. */
function SizeHandle(): JSX.Element {
  const { boardSize } = useStore(settings);
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ size: number; width: number; x: number; y: number } | null>(null);
  const { min, max, step } = BOARD_SIZE;
  const set = (size: number): void => {
    changeSettings({ boardSize: Math.round(Math.min(max, Math.max(min, size))) });
  };
  const toOf = (key: string): number | undefined => {
    // Keys may come faster than the page is drawn.
    const size = settings.value.boardSize;
    return {
      ArrowRight: size + step,
      ArrowUp: size + step,
      ArrowLeft: size - step,
      ArrowDown: size - step,
      PageUp: size + 4 * step,
      PageDown: size - 4 * step,
      Home: min,
      End: max,
    }[key];
  };
  return (
    <div
      ref={handle}
      class="size-handle"
      role="slider"
      tabIndex={0}
      aria-label={tt('size.label')}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={boardSize}
      aria-valuetext={tt('size.value', { n: boardSize })}
      title={tt('size.hint')}
      onKeyDown={(event) => {
        const to = toOf(event.key);
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        set(to);
      }}
      onDblClick={() => set(100)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const board = handle.current?.closest('.board-host')?.getBoundingClientRect();
        if (!board) return;
        event.preventDefault();
        handle.current?.setPointerCapture(event.pointerId);
        // What the board shows may be less than what was asked for, where there is no room.
        const fit = settings.value.boardSize;
        drag.current = { size: fit, width: board.width, x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        if (!from) return;
        const by = (event.clientX - from.x + event.clientY - from.y) / 2;
        set(from.size * (1 + by / from.width));
      }}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    />
  );
}

const zen = new Store(false);

function setZen(on: boolean): void {
  zen.set(on);
  document.documentElement.toggleAttribute('data-zen', on);
}

/** The switch of zen mode and its key; while it is on, the way out of it. It ends with the match and with the page. */
export function Zen({ over }: { over: boolean }): JSX.Element | null {
  const words = useToolsWords();
  const on = useStore(zen);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (!settings.value.keys || target?.closest('input, textarea, select, dialog')) return;
      event.preventDefault();
      setZen(!zen.value);
    };
    addEventListener('keydown', key);
    return () => {
      removeEventListener('keydown', key);
      setZen(false);
    };
  }, []);
  useEffect(() => {
    if (over) setZen(false);
  }, [over]);
  if (!words) return null;
  return (
    <button
      type="button"
      class={on ? 'zen-exit' : 'quiet'}
      aria-keyshortcuts="z"
      title={tt(on ? 'zen.off' : 'zen.on.hint')}
      onClick={() => setZen(!on)}
    >
      {tt(on ? 'zen.off' : 'zen.on')}
    </button>
  );
}

interface AheadProps {
  game: Game;
  ahead: Ahead | null;
  /** The player is to move, and no move of theirs is on its way. */
  turn: boolean;
  over: boolean;
  dropped: Dropped | null;
  onPlay: (word: string) => void;
  onDrop: (dropped: Dropped) => void;
  onClear: () => void;
}

/** What becomes of a premove: it is played as soon as it can be, if the rules allow it; the server judges it again. */
export function AheadPanel({ game, ahead, dropped, turn, over, ...told }: AheadProps): JSX.Element | null {
  const words = useToolsWords();
  useStyles('/tools.css');
  const latest = game.moves.length;
  const { onPlay, onDrop, onClear } = told;
  useEffect(() => {
    if (!ahead) return;
    // The match is over, or moves were taken back.
    if (over || latest < ahead.from) onClear();
    else if (turn && latest > ahead.from) {
      onClear();
      const move = moveAt(ahead.point, ahead.red);
      const word = moveWord(game, move);
      const swapped = game.moves.at(-1) === 'swap';
      if (!swapped && snapshot(game, latest).legal.includes(move)) onPlay(word);
      else {
        const text = tt(swapped ? 'ahead.swapped' : 'ahead.dropped', { move: moveName(word) });
        onDrop({ point: ahead.point, at: latest, text });
      }
    }
  }, [ahead, turn, over, latest]);
  useEffect(() => {
    if (!ahead) return;
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClear();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [ahead]);
  if (!words) return null;
  if (dropped?.at === latest)
    return (
      <p class="panel refusal" role="alert">
        {dropped.text}
      </p>
    );
  if (!ahead) return null;
  return (
    <p class="panel notice" role="status">
      {tt('ahead.set', { move: moveName(moveWord(game, moveAt(ahead.point, ahead.red))) })}{' '}
      <button type="button" class="plain" aria-keyshortcuts="Escape" onClick={onClear}>
        {tt('ahead.cancel')}
      </button>
    </p>
  );
}
