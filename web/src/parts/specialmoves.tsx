// The moves that are not a point of the board, where the rules allow them: swap and pass.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { canPass, canSwap } from '../games/position';
import type { Snapshot } from '../games/position';

export function SpecialMoves({ now, play }: { now: Snapshot; play: (word: string) => void }): JSX.Element {
  return (
    <>
      {canSwap(now) && (
        <button type="button" onClick={() => play('swap')}>
          {t('table.swap')}
        </button>
      )}
      {canPass(now) && (
        <button type="button" onClick={() => play('pass')}>
          {t('table.pass')}
        </button>
      )}
    </>
  );
}
