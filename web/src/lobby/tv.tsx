// A running match as a small live board: its players, their ratings, the clock of the side to move.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { pointNamed } from '../board/state';
import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { Portrait, opponentTitle } from '../parts/name';
import { OPTION_JACKED, OPTION_SWAP } from '../wasm/wasm';
import type { Setup } from '../wasm/wasm';
import { DiagramFigure } from '../parts/figure';
import { BoardGuard } from '../parts/guard';
import { RatingOf } from '../parts/rating';
import type { TvMatch } from './lobbystate';
import { Link } from '../core/router';
import { TimeLeft } from '../parts/timeleft';

const nameOf = (seat: TvMatch['seats'][number]): string =>
  seat.level === null ? seat.name : opponentTitle(seat.level);

export function TvBoard({ match }: { match: TvMatch }): JSX.Element {
  return (
    <BoardGuard of={match}>
      <LiveBoard match={match} />
    </BoardGuard>
  );
}

function LiveBoard({ match: m }: { match: TvMatch }): JSX.Element {
  const setup = useMemo<Setup>(() => {
    const options = (m.swap ? OPTION_SWAP : 0) | (m.jacked ? OPTION_JACKED : 0);
    return { game: m.game, width: m.width, height: m.height, players: m.players, options };
  }, [m.id]);
  const players = m.seats.map(nameOf).join(' – ');
  const title = t(`title.${m.game}`);
  const label = t('lobby.tv', { title, players, n: m.ply });
  // The first seat sits below, the others above.
  const [first, ...others] = m.seats;
  const seatRow = (seat: TvMatch['seats'][number]): JSX.Element => {
    const n = m.seats.indexOf(seat) + 1;
    const won = m.result?.winner_seat === n;
    return (
      <span class={m.state === 'running' && seat.side === m.side ? 'tv-seat to-move' : 'tv-seat'} key={n}>
        <span class={GAME_PAGES[m.game].edges ? `dot edge-${seat.side}` : `dot side-${seat.side}`} />
        {seat.level !== null && <Portrait level={seat.level} size={22} />}
        <b title={nameOf(seat)}>{nameOf(seat)}</b>
        {seat.rating > 0 && seat.level === null && (
          <RatingOf rating={{ points: seat.rating, provisional: seat.provisional === true }} />
        )}
        {won && <span class="tag">{t('list.won', { name: '' }).trim()}</span>}
        {m.clock && m.state === 'running' && <TimeLeft clock={m.clock} seat={n} label={nameOf(seat)} />}
      </span>
    );
  };
  return (
    <article class="tv">
      <div class="tv-seats">{others.map(seatRow)}</div>
      <Link href={`/m/${m.id}`} class="tv-board" label={label}>
        <span aria-hidden="true">
          <DiagramFigure
            setup={setup}
            diagram={m.board}
            side={m.side}
            last={pointNamed(m.last, m.width)}
            label={label}
          />
        </span>
      </Link>
      <div class="tv-seats">{first && seatRow(first)}</div>
      {m.exhibition && <span class="tag">{t('match.exhibition')}</span>}
    </article>
  );
}
