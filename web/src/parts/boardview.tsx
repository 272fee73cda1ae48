// The board as a Preact component: hands states in and choices out. Where both an own and a red stone
// may be placed, it asks which.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { createBoard, fractionOf } from '../board/api';
import type { Board } from '../board/api';
import type { Choice } from '../board/apply';
import { pointName } from '../board/state';
import type { BoardState } from '../board/state';
import { t } from '../i18n';

interface BoardViewProps {
  board: BoardState;
  /** A placement was chosen; `small`: its point is smaller than a fingertip. */
  onPlace: (point: number, red: boolean, small: boolean) => void;
  onIllegal: (point: number) => void;
  onCancel: () => void;
  /** Over the board. */
  children?: ComponentChildren;
}

/** WCAG 2.2, 2.5.8: a tap on a smaller point must be confirmed. */
const TARGET_MIN_PX = 24;

export function BoardView({ board, onPlace, onIllegal, onCancel, children }: BoardViewProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<Board | null>(null);
  const cursor = useRef(board.cursor);
  const [asking, setAsking] = useState<number | null>(null);

  const small = (): boolean => {
    const cell = host.current?.querySelector('.target')?.getBoundingClientRect();
    return cell !== undefined && cell.width < TARGET_MIN_PX;
  };
  const choose = (choice: Choice): void => {
    setAsking(null);
    if (choice.kind === 'illegal') onIllegal(choice.point);
    if (choice.kind === 'place') onPlace(choice.point, choice.red, small());
    if (choice.kind === 'ask') setAsking(choice.point);
  };
  // The board is made once and calls whatever is current then.
  const latest = useRef({ choose, onCancel });
  latest.current = { choose, onCancel };

  const withCursor = { ...board, cursor: Math.min(cursor.current, board.cells.length - 1) };
  useLayoutEffect(() => {
    if (!host.current) return;
    view.current = createBoard(host.current, withCursor, {
      onChoice: (choice) => latest.current.choose(choice),
      onCursor: (point) => {
        cursor.current = point;
      },
      onCancel: () => {
        setAsking(null);
        latest.current.onCancel();
      },
    });
    return () => view.current?.destroy();
  }, []);
  useLayoutEffect(() => view.current?.update(withCursor), [board]);
  useEffect(() => setAsking(null), [board.cells]);

  const answer = (red: boolean | null): void => {
    const point = asking;
    setAsking(null);
    if (point === null) return;
    view.current?.focus(point);
    if (red !== null) onPlace(point, red, false);
  };
  return (
    <div class="board-host" ref={host}>
      {children}
      {asking !== null && <StoneChoice board={board} point={asking} onAnswer={answer} />}
    </div>
  );
}

interface StoneChoiceProps {
  board: BoardState;
  point: number;
  onAnswer: (red: boolean | null) => void;
}

function StoneChoice({ board, point, onAnswer }: StoneChoiceProps): JSX.Element {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [point]);
  const at = fractionOf(board, point);
  // Half of its own width from either side, so that it never leaves the board.
  const left = `clamp(8.2rem, ${at.x * 100}%, calc(100% - 8.2rem))`;
  const style = { left, top: `${at.y * 100}%` };
  const name = pointName(point, board.width);
  return (
    <div
      class={at.y > 0.5 ? 'stone-choice above' : 'stone-choice'}
      role="group"
      aria-label={t('table.choose', { point: name })}
      style={style}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onAnswer(null);
        if (event.key.startsWith('Arrow')) event.stopPropagation();
      }}
    >
      <button type="button" ref={first} onClick={() => onAnswer(false)}>
        <span class={`dot side-${board.side}`} />
        {t(board.side === 1 ? 'table.choose.own.1' : 'table.choose.own.2')}
      </button>
      <button type="button" onClick={() => onAnswer(true)}>
        <span class="dot red" />
        {t('table.choose.red')}
      </button>
      <button type="button" class="quiet" aria-label={t('table.cancel')} onClick={() => onAnswer(null)}>
        ×
      </button>
    </div>
  );
}
