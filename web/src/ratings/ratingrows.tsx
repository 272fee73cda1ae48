// The parts that the tables of ratings and results share: the player of a row, a rating, and three
// columns of results.
import type { JSX } from 'preact';

import { number, t } from '../i18n';
import { opponentPath, opponentTitle } from '../parts/name';
import type { Player } from '../core/net';
import { profilePath } from '../parts/profiletabs';
import type { Results } from './results';
import { Link } from '../core/router';

/** A player; the engine by the opponent that it is at this level. */
export function PlayerLink({ player, level }: { player: Player; level: number | null }): JSX.Element {
  return level === null ? (
    <Link href={profilePath(player.name)}>{player.name}</Link>
  ) : (
    <Link href={opponentPath(level)}>{opponentTitle(level)}</Link>
  );
}

interface Rated {
  rating: number;
  provisional: boolean;
  deviation?: number;
}

/** A rating, with its deviation if known; a rating from few matches gets a question mark. */
export function RatingText({ rating }: { rating: Rated | undefined }): JSX.Element {
  if (!rating) return <>–</>;
  return (
    <span class="rating">
      <b>{Math.round(rating.rating)}</b>
      {rating.provisional && (
        <abbr title={t('profile.provisional')} class="soft">
          ?
        </abbr>
      )}
      {rating.deviation !== undefined && <span class="soft"> ± {Math.round(rating.deviation)}</span>}
    </span>
  );
}

export function ResultHeads(): JSX.Element {
  return (
    <>
      <th scope="col">{t('profile.won')}</th>
      <th scope="col">{t('profile.lost')}</th>
      <th scope="col">{t('profile.drawn')}</th>
    </>
  );
}

export function ResultCells({ of }: { of: Results }): JSX.Element {
  return (
    <>
      <td>{number(of.won)}</td>
      <td>{number(of.lost)}</td>
      <td>{number(of.drawn)}</td>
    </>
  );
}
