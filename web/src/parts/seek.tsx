// An open seat in a list: the side to get, the player who waits, what is played and how.
import type { JSX } from 'preact';

import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { paceText } from '../core/clock';
import { sideName } from '../games/position';
import type { MatchHead } from '../core/net';
import { changeText, stakesText } from './rating';

interface SeekPartsProps {
  match: MatchHead;
  /** The players who wait. */
  names: string[];
}

export function SeekParts({ match: m, names }: SeekPartsProps): JSX.Element {
  const side = m.seats.find((s) => s.kind === 'open')?.side ?? 1;
  return (
    <>
      <span class={`dot ${GAME_PAGES[m.game].edges ? 'edge' : 'side'}-${side}`} aria-hidden="true" />
      <span class="visually-hidden">{t('seek.side', { side: sideName(m.game, side) })}</span>
      <b class="seek-who">{names.join(' – ') || t('seat.open')}</b>
      <span class="seek-what">
        {t(`title.${m.game}`)}{' '}
        <span class="soft">{t('lobby.size', { width: m.width, height: m.height })}</span>
      </span>
      <span class="seek-pace">{m.clock ? paceText(m.clock) : t('clock.none')}</span>
      <span class="soft seek-rated" title={m.stakes ? stakesText(m.stakes) : undefined}>
        {m.rated ? t('match.rated') : t('seek.unrated')}
        {m.stakes && (
          <>
            {' '}
            <span aria-hidden="true">
              {changeText(m.stakes.won)} / {changeText(m.stakes.lost)}
            </span>
            <span class="visually-hidden">{stakesText(m.stakes)}</span>
          </>
        )}
      </span>
      <span class="match-action">{t('lobby.join')}</span>
    </>
  );
}
