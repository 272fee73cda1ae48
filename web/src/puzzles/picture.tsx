// A puzzle as a picture: its position, and its solution under a mark.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { boardOf, moveName, pointOf, sideName, snapshot, wordMove } from '../games/position';
import type { Game } from '../games/position';
import { Marks } from '../learn/marks';

const SHOWN = {
  interactive: false,
  coordinates: true,
  owner: true,
  water: false,
  claims: false,
  turn: 0,
} as const;
const nothing = (): void => undefined;

export function PuzzlePicture({ game, solution }: { game: Game; solution: string }): JSX.Element {
  const board = useMemo(() => {
    const now = snapshot(game, game.moves.length);
    return boardOf(game, now, SHOWN, sideName(game.setup.game, now.state.side));
  }, [game]);
  const point = solution === '' ? null : pointOf(wordMove(game, solution));
  return (
    <div class="learn-wood puzzle-picture" title={moveName(solution)}>
      <BoardView board={board} onPlace={nothing} onIllegal={nothing} onCancel={nothing} />
      <Marks board={board} points={point === null ? [] : [point]} />
    </div>
  );
}
