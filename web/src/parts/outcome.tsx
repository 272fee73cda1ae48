// The result of a match, with the details that a person wants to see.
import type { ComponentChildren, JSX } from 'preact';

import { GAME_PAGES } from '../games';
import { plural, t } from '../i18n';
import type { Turn } from '../board/state';
import { CELL_JACKED } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { sideSeen } from '../games/position';
import type { Snapshot } from '../games/position';
import type { MatchResult } from '../core/net';
import { changeText } from './rating';

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
  /** Jacked stacks count (C8). */
  jacked?: boolean;
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
  const won = mine[0] === seat;
  const own = won ? 'result.you.won' : 'result.you.lost';
  const behind = mine.length === 1 && !won ? now.state.seats.indexOf(mine[0] ?? 0) + 1 : 0;
  const by =
    GAME_PAGES[game].owners !== null && reason === 'rules' ? margin(now, winner, players, behind) : 0;
  return [
    mine.length === 1 ? t(own) : t('result.wins', { side: sideSeen(game, winner, quarter) }),
    ...(reason === 'resign' ? [t('result.resign')] : []),
    ...(reason === 'time' ? [t('result.time')] : []),
    ...(reason === 'left' ? [t('result.left')] : []),
    ...(by > 0 ? [plural(behind > 0 ? 'result.behind' : 'result.by', by)] : []),
  ].join(' ');
}

/** By how many points the winner is ahead of a side; 0: of the next best. */
function margin(now: Snapshot, winner: number, players: number, behind: number): number {
  const points = now.result.points.slice(0, players);
  const best = points[winner - 1] ?? 0;
  const others = points.filter((_, i) => (behind > 0 ? i + 1 === behind : i + 1 !== winner));
  return best - Math.max(...others);
}

/** Why the game is over by its rules, said of the side that it is so of. */
function ruleText(game: GameName, now: Snapshot, winner: number, players: number, quarter: Turn): string {
  const bare = GAME_PAGES[game].neutral === 'red' && !now.cells.some((c) => c.owner === winner);
  if (bare) return t('result.both'); // R5: a capture that leaves nothing is won by its mover
  const side = players === 2 && winner > 0 ? sideSeen(game, 3 - winner, quarter) : '';
  return t(`result.${game}`, { side });
}

/** How many stacks count for a side because they are jacked (C8). */
function jackedStacks(now: Snapshot, side: number): number {
  return now.cells.filter((c) => c.owner === side && (c.flags & CELL_JACKED) !== 0).length;
}

export function Outcome({
  game,
  now,
  result = null,
  mine,
  players,
  quarter,
  rating = null,
  jacked = false,
  children,
}: OutcomeProps): JSX.Element | null {
  if (!now.state.over && !result) return null;
  const reason = result?.reason ?? 'rules';
  const winner = result ? result.winner_side : now.state.winner;
  const { owners, edges } = GAME_PAGES[game];
  const sides = Array.from({ length: players }, (_, i) => i + 1);
  return (
    <section class="panel outcome">
      <h2>
        {outcomeText({ game, now, result, mine, players, quarter })}
        {rating !== null && (
          <span class="soft">
            {' · '}
            {t('result.rating', { change: changeText(rating) })}
          </span>
        )}
      </h2>
      {reason === 'rules' && <p>{ruleText(game, now, winner, players, quarter)}</p>}
      {owners !== null && reason !== 'abort' && (
        <ul class="scores">
          {sides.map((side) => (
            <li key={side}>
              <span class={`dot side-${side}`} /> {sideSeen(game, side, quarter)}{' '}
              <b>{now.result.points[side - 1] ?? 0}</b>
              {jacked && jackedStacks(now, side) > 0 && (
                <span class="soft"> {plural('result.jacked', jackedStacks(now, side))}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {edges && reason === 'rules' && (
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
