// The reason why a point was refused: the rule, one sentence, and the other stone if that one may be
// placed.
import type { JSX } from 'preact';

import { pointName } from '../board/state';
import { t } from '../i18n';
import type { Move } from '../wasm/wasm';
import { moveName, moveWord } from '../games/position';
import type { Game } from '../games/position';

export interface Refusal {
  point: number | null;
  /** The points that prove it, marked on the board. */
  proof: number[];
  rule: string;
  text: string;
  alternative: Move | null;
}

interface RefusalPanelProps {
  refusal: Refusal;
  game: Game;
  onPlay: (word: string) => void;
}

export function RefusalPanel({ refusal, game, onPlay }: RefusalPanelProps): JSX.Element {
  const other = refusal.alternative;
  const word = other === null ? '' : moveWord(game, other);
  const red = word.endsWith('r') && refusal.point !== null;
  return (
    <div class="panel refusal" role="alert">
      <b>{refusal.rule ? t('table.refused', { rule: refusal.rule }) : t('table.refused.plain')}</b>{' '}
      {refusal.text}{' '}
      {other !== null && (
        <button type="button" class={red ? 'red-button' : ''} onClick={() => onPlay(word)}>
          {red
            ? t('table.refused.red', { point: pointName(refusal.point ?? 0, game.setup.width) })
            : t('table.refused.alternative', { move: moveName(word) })}
        </button>
      )}
    </div>
  );
}
