// A board to look at, without input.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { Renderer } from '../board/render';
import type { BoardState } from '../board/state';
import { boardOf, diagramSnapshot, snapshot } from '../games/position';
import type { Game, Snapshot } from '../games/position';
import type { Setup } from '../wasm/wasm';
import { BoardGuard } from './guard';

const SHOWN = {
  interactive: false,
  coordinates: false,
  owner: true,
  water: false,
  claims: false,
  turn: 0,
} as const;

interface FigureProps {
  game: Game;
  ply: number;
  label: string;
}

interface DiagramProps {
  setup: Setup;
  /** The position, as the server draws it (rules/game.h). */
  diagram: string;
  side: number;
  /** The point of the last move. */
  last: number | null;
  label: string;
}

/** A position of a game. */
export function Figure({ game, ply, label }: FigureProps): JSX.Element {
  return (
    <BoardGuard of={game}>
      <Drawn read={() => drawnOf(game, snapshot(game, ply))} of={[game, ply]} label={label} />
    </BoardGuard>
  );
}

/** A position that the server has drawn, also that at the end of a game. */
export function DiagramFigure({ setup, diagram, side, last, label }: DiagramProps): JSX.Element {
  const read = (): BoardState => {
    const drawn = drawnOf({ setup, moves: [] }, diagramSnapshot(setup, diagram, side));
    return { ...drawn, last };
  };
  return (
    <BoardGuard of={diagram}>
      <Drawn read={read} of={[setup, diagram, side, last]} label={label} />
    </BoardGuard>
  );
}

const drawnOf = (game: Game, s: Snapshot): BoardState => boardOf(game, s, SHOWN, '');

interface DrawnProps {
  read: () => BoardState;
  /** What the board is read from. */
  of: unknown[];
  label: string;
}

function Drawn({ read, of, label }: DrawnProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const renderer = useRef<Renderer | null>(null);
  const board = useMemo(read, of);
  useLayoutEffect(() => {
    if (!renderer.current) {
      renderer.current = new Renderer('figure');
      host.current?.append(renderer.current.root);
    }
    renderer.current.draw({ ...board, title: label });
  }, [board, label]);
  return <div class="figure" ref={host} />;
}
