// "Your move" in the lobby: the matches that wait, the most urgent first, each with its board.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';
import { useStore } from '../core/env';
import { Figure } from '../parts/figure';
import type { Game } from '../games/position';
import { seatName } from '../parts/list';
import { get, me, serverNow } from '../core/net';
import type { Match, MatchHead } from '../core/net';
import { setupOf } from '../core/matchsetup';
import { Link } from '../core/router';
import { TimeLeft } from '../parts/timeleft';
import { byUrgency } from '../matches/urgency';
import { waiting } from '../matches/waiting';

const TURNS_SHOWN = 4;
/** A deadline that is nearer than this is marked. */
const SOON_MS = 12 * 3600 * 1000;

export function YourMove(): JSX.Element | null {
  const player = useStore(me);
  const all = useStore(waiting);
  if (!player || all.length === 0) return null;
  return (
    <section class="your-move" aria-labelledby="your-move">
      <div class="section-head">
        <h2 id="your-move">
          {t('mine.turn')} <span class="badge">{all.length}</span>
        </h2>
        {all.length > TURNS_SHOWN && <Link href="/mine">{t('lobby.watch.all')}</Link>}
      </div>
      <ul class="turns">
        {[...all]
          .sort(byUrgency)
          .slice(0, TURNS_SHOWN)
          .map((m) => (
            <Turn key={m.id} match={m} />
          ))}
      </ul>
    </section>
  );
}

function Turn({ match: m }: { match: MatchHead }): JSX.Element {
  const game = useGame(m);
  const others = m.seats.filter((s) => !m.you.includes(s.seat));
  const names = (others.length > 0 ? others : m.seats).map(seatName).join(' – ');
  const title = t(`title.${m.game}`);
  const { clock, turn } = m;
  const soon = clock?.deadline != null && clock.deadline - serverNow() < SOON_MS;
  return (
    <li>
      <Link href={`/m/${m.id}`} class="turn">
        <span class="turn-board" aria-hidden="true">
          {game && <Figure game={game} ply={game.moves.length} label={title} />}
        </span>
        <span class="turn-words">
          <b>{names}</b>
          <span class="soft">
            {title} {t('lobby.size', { width: m.width, height: m.height })}
          </span>
          {clock && turn && (
            <span class={soon ? 'soon' : 'soft'}>
              <TimeLeft clock={clock} seat={turn.seat} label={t('mine.turn')} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** The moves of a match, read once for each of its plies. */
function useGame(m: MatchHead): Game | null {
  const [game, setGame] = useState<Game | null>(null);
  useEffect(() => {
    let left = false;
    get<Match>(`/matches/${m.id}`).then(
      (whole) => {
        if (!left) setGame({ setup: setupOf(whole), moves: whole.moves.map((move) => move.move) });
      },
      () => undefined, // the row does without its board
    );
    return () => {
      left = true;
    };
  }, [m.id, m.ply]);
  return game;
}
