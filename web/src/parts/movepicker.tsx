// A board on which moves are played for both sides, to name an opening or a start position.
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { t } from '../i18n';
import type { Setup } from '../wasm/wasm';
import { BoardView } from './boardview';
import { boardOf, moveAt, moveName, moveWord, snapshot } from '../games/position';
import { SpecialMoves } from './specialmoves';

interface MovePickerProps {
  setup: Setup;
  moves: string[];
  set: (moves: string[]) => void;
  max: number;
  /** The text while no move is chosen. */
  none: string;
  /** Above the moves: further choices. */
  children?: ComponentChildren;
}

export function MovePicker({ setup, moves, set, max, none, children }: MovePickerProps): JSX.Element {
  const game = { setup, moves };
  const now = useMemo(() => snapshot(game, moves.length), [moves, JSON.stringify(setup)]);
  const free = moves.length < max && !now.state.over;
  const said = moves.length === 0 ? none : moves.map(moveName).join(' ');
  const board = useMemo(() => {
    const shown = {
      interactive: free,
      coordinates: true,
      owner: true,
      water: false,
      claims: false,
      turn: 0,
    } as const;
    return boardOf(game, now, shown, said);
  }, [now, free]);
  const play = (word: string): void => set([...moves, word]);
  return (
    <div class="picker">
      <BoardView
        board={board}
        onPlace={(point, red) => play(moveWord(game, moveAt(point, red)))}
        onIllegal={() => undefined}
        onCancel={() => undefined}
      />
      <div class="form">
        {children}
        <p role="status">
          <b>{said}</b>
        </p>
        <div class="row">
          {free && <SpecialMoves now={now} play={play} />}
          <button type="button" disabled={moves.length === 0} onClick={() => set(moves.slice(0, -1))}>
            {t('archive.opening.back')}
          </button>
          <button type="button" disabled={moves.length === 0} onClick={() => set([])}>
            {t('archive.opening.clear')}
          </button>
        </div>
      </div>
    </div>
  );
}
