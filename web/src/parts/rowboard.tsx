// The small board in a row of a list: the position that came with the row.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { pointNamed } from '../board/state';
import { setupOf } from '../core/matchsetup';
import type { MatchHead, RowPosition } from '../core/net';
import { DiagramFigure } from './figure';

export function RowBoard({ match: m, board }: { match: MatchHead; board: RowPosition }): JSX.Element {
  const setup = useMemo(() => setupOf(m), [m.id]);
  return (
    <span aria-hidden="true">
      <DiagramFigure
        setup={setup}
        diagram={board.diagram}
        side={board.side}
        last={pointNamed(board.last, m.width)}
        label=""
      />
    </span>
  );
}
