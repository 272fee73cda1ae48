// Pointer and keyboard on a board, as points and steps. Arrows and Home/End move the cursor, Enter
// and space choose; other keys are left to the page.
import type { Step } from './apply';

export interface InputHandlers {
  choose: (point: number) => void;
  hover: (point: number | null) => void;
  step: (step: Step) => void;
  cancel: () => void;
}

const STEPS: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
  PageUp: 'top',
  PageDown: 'bottom',
};

function pointOf(target: EventTarget | null): number | null {
  if (!(target instanceof Element)) return null;
  const text = target.getAttribute('data-point');
  return text === null ? null : Number(text);
}

/** Listens on the root; returns the function that stops. */
export function listen(root: SVGSVGElement, handlers: InputHandlers): () => void {
  const click = (event: MouseEvent): void => {
    const point = pointOf(event.target);
    if (point !== null) handlers.choose(point);
  };
  const over = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') handlers.hover(pointOf(event.target));
  };
  const leave = (): void => handlers.hover(null);
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const point = pointOf(event.target);
    if (step) handlers.step(step);
    else if ((event.key === 'Enter' || event.key === ' ') && point !== null) handlers.choose(point);
    else if (event.key === 'Escape') handlers.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener('click', click);
  root.addEventListener('pointerover', over);
  root.addEventListener('pointerleave', leave);
  root.addEventListener('keydown', key);
  return () => {
    root.removeEventListener('click', click);
    root.removeEventListener('pointerover', over);
    root.removeEventListener('pointerleave', leave);
    root.removeEventListener('keydown', key);
  };
}
