// A board to look at, without input.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { Renderer } from '../board/render';
import { boardOf, snapshot } from '../games/position';
import type { Game } from '../games/position';

interface FigureProps {
  game: Game;
  ply: number;
  label: string;
  /** The point of the last move, where the game begins from a given position. */
  last?: number | null;
}

export function Figure({ game, ply, label, last }: FigureProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const renderer = useRef<Renderer | null>(null);
  const board = useMemo(() => {
    const shown = {
      interactive: false,
      coordinates: false,
      owner: true,
      water: false,
      claims: false,
      turn: 0,
    } as const;
    const drawn = boardOf(game, snapshot(game, ply), shown, '');
    return last === undefined ? drawn : { ...drawn, last };
  }, [game, ply, last]);
  useLayoutEffect(() => {
    if (!renderer.current) {
      renderer.current = new Renderer('figure');
      host.current?.append(renderer.current.root);
    }
    renderer.current.draw({ ...board, title: label });
  }, [board, label]);
  return <div class="figure" ref={host} />;
}
