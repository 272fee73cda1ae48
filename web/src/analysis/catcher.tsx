// Reports the chosen point of a board, instead of or beside a move: by the right button, a long press,
// and in drawing by every click, also by Enter on the focused point.
import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';

interface CatcherProps {
  /** Clicks and Enter are caught as well. */
  all: boolean;
  /** From the point where the pointer went down to that where it went up; the same: a click. */
  onPoints: (from: number, to: number) => void;
  class?: string;
  children: ComponentChildren;
}

const LONG_PRESS_MS = 450;

function pointOf(target: EventTarget | null): number | null {
  const text = target instanceof Element ? target.getAttribute('data-point') : null;
  return text === null ? null : Number(text);
}

function pointUnder(event: PointerEvent): number | null {
  return pointOf(document.elementFromPoint(event.clientX, event.clientY));
}

export function Catcher({ all, onPoints, class: name, children }: CatcherProps): JSX.Element {
  const from = useRef<number | null>(null);
  const press = useRef(0);
  const pressed = useRef(false);
  const down = (event: PointerEvent): void => {
    clearTimeout(press.current);
    pressed.current = false;
    const point = pointOf(event.target);
    from.current = point;
    const touch = event.pointerType !== 'mouse';
    if (event.button === 2 || all || point === null || !touch) return;
    press.current = window.setTimeout(() => {
      pressed.current = true;
    }, LONG_PRESS_MS);
  };
  const up = (event: PointerEvent): void => {
    clearTimeout(press.current);
    const start = from.current;
    from.current = null;
    if (start === null || !(event.button === 2 || all || pressed.current)) return;
    const end = pointUnder(event);
    if (end !== null) onPoints(start, end);
  };
  // After a long press the finger draws an arrow; before it, it scrolls the page.
  const move = (event: TouchEvent): void => {
    if (pressed.current && event.cancelable) event.preventDefault();
  };
  const click = (event: MouseEvent): void => {
    // The pointer has said it already.
    if (!all && !pressed.current) return;
    event.stopPropagation();
    event.preventDefault();
    pressed.current = false;
  };
  const key = (event: KeyboardEvent): void => {
    const point = pointOf(event.target);
    if (!all || point === null || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.stopPropagation();
    event.preventDefault();
    onPoints(point, point);
  };
  return (
    <div
      class={name}
      onPointerDownCapture={down}
      onPointerUpCapture={up}
      onPointerCancel={() => clearTimeout(press.current)}
      onTouchMove={move}
      onClickCapture={click}
      onKeyDownCapture={key}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}
