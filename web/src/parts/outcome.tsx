// The result of a match, with the details that a person wants to see.
import type { ComponentChildren, JSX } from 'preact';

import { GAME_PAGES } from '../games';
import { number, plural, t } from '../i18n';
import type { Turn } from '../board/state';
import type { GameName } from '../wasm/wasm';
import { sideSeen } from '../games/position';
import type { Snapshot } from '../games/position';
import type { MatchResult } from '../core/net';

interface Ended {
  game: GameName;
  now: Snapshot;
  /** The result from the server, for a match on a server. */
  result?: MatchResult | null;
  /** Seats of the person: a seat stays whose it is, also when the sides are exchanged (R7). */
  mine: number[];
  players: number;
  quarter: Turn;
}

interface OutcomeProps extends Ended {
  /** The change of the viewer's rating through the match. */
  rating?: number | null;
  children?: ComponentChildren;
}

/** The winner, the reason and the margin in one sentence; '' while it lasts. */
export function outcomeText({ game, now, result, mine, players, quarter }: Ended): string {
  if (!now.state.over && !result) return '';
  const winner = result ? result.winner_side : now.state.winner;
  const seat = result ? result.winner_seat : (now.state.seats[winner - 1] ?? winner);
  const reason = result?.reason ?? 'rules';
  if (reason === 'abort') return t('result.abort');
  if (winner === 0) return t('result.draw');
  const own = mine[0] === seat ? 'result.you.won' : 'result.you.lost';
  const [most = 0, next = 0] = now.result.points.slice(0, players).sort((a, b) => b - a);
  const counted = GAME_PAGES[game].owners !== null && reason === 'rules';
  return [
    mine.length === 1 ? t(own) : t('result.wins', { side: sideSeen(game, winner, quarter) }),
    ...(reason === 'resign' ? [t('result.resign')] : []),
    ...(reason === 'time' ? [t('result.time')] : []),
    ...(counted ? [plural('result.by', most - next)] : []),
  ].join(' ');
}

export function Outcome({
  game,
  now,
  result = null,
  mine,
  players,
  quarter,
  rating = null,
  children,
}: OutcomeProps): JSX.Element | null {
  if (!now.state.over && !result) return null;
  const reason = result?.reason ?? 'rules';
  const { owners, edges } = GAME_PAGES[game];
  const sides = Array.from({ length: players }, (_, i) => i + 1);
  return (
    <section class="panel outcome">
      <h2>
        {outcomeText({ game, now, result, mine, players, quarter })}
        {rating !== null && (
          <span class="soft">
            {' · '}
            {t('result.rating', { change: (rating < 0 ? '−' : '+') + number(Math.abs(rating)) })}
          </span>
        )}
      </h2>
      {reason === 'rules' && <p>{t(`result.${game}`)}</p>}
      {owners !== null && (
        <ul class="scores">
          {sides.map((side) => (
            <li key={side}>
              <span class={`dot side-${side}`} /> {sideSeen(game, side, quarter)}{' '}
              <b>{now.result.points[side - 1] ?? 0}</b>
            </li>
          ))}
        </ul>
      )}
      {edges && (
        <ul class="scores">
          {sides.map((side) => (
            <li key={side}>
              <span class={`dot edge-${side}`} /> {sideSeen(game, side, quarter)}{' '}
              {channelText(now.result.channels[side - 1] ?? [])}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

function channelText(channel: number[]): string {
  return channel.length === 0 ? t('result.levee.none') : plural('result.levee.length', channel.length);
}
