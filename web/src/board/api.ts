// The face of the board: put it into an element, give it a state, hear what the person chooses.
import { choiceAt, moveCursor } from './apply';
import type { Choice } from './apply';
import { listen } from './input';
import { Renderer, frameOf } from './render';
import { placeOfPoint } from './state';
import type { BoardState } from './state';

export interface BoardEvents {
  onChoice: (choice: Choice) => void;
  onCursor: (point: number) => void;
  onCancel: () => void;
}

export interface Board {
  update: (state: BoardState) => void;
  /** Gives the keyboard to a point of the board. */
  focus: (point: number) => void;
  destroy: () => void;
}

export function createBoard(host: HTMLElement, first: BoardState, events: BoardEvents): Board {
  const renderer = new Renderer('play');
  let state = first;
  let hovered: number | null = null;

  const draw = (): void => {
    renderer.draw(state);
    renderer.hover(state, hovered);
  };
  const stop = listen(renderer.root, {
    choose: (point) => {
      state = { ...state, cursor: point };
      events.onCursor(point);
      events.onChoice(choiceAt(state, point));
    },
    hover: (point) => {
      if (point === hovered) return;
      hovered = point;
      renderer.hover(state, hovered);
    },
    step: (step) => {
      state = moveCursor(state, step);
      events.onCursor(state.cursor);
      draw();
      renderer.target(state.cursor)?.focus();
    },
    cancel: events.onCancel,
  });
  draw();
  host.append(renderer.root);
  return {
    update: (next) => {
      state = next;
      draw();
    },
    focus: (point) => renderer.target(point)?.focus(),
    destroy: () => {
      stop();
      renderer.root.remove();
    },
  };
}

/** Where a point lies in the drawing, as fractions of its width and height; for what floats above. */
export function fractionOf(state: BoardState, point: number): { x: number; y: number } {
  const frame = frameOf(state);
  const place = placeOfPoint(state, point);
  return {
    x: (frame.left + place.column + 0.5) / frame.width,
    y: (frame.top + place.row + 0.5) / frame.height,
  };
}
