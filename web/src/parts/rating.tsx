// A player's rating, as it stands beside their name: with a question mark while few results are known.
import type { JSX } from 'preact';

import { number, t } from '../i18n';
import type { RatingMost, SeatRating, Stakes } from '../core/net';

/** The same as text. */
export const ratingText = ({ points, provisional }: SeatRating): string =>
  provisional ? t('rating.unsure', { points }) : String(points);

export function RatingOf({ rating }: { rating: SeatRating | null | undefined }): JSX.Element | null {
  if (!rating) return null;
  return (
    <span class="soft rating" title={rating.provisional ? t('rating.unsure.hint') : t('rating.label')}>
      <span class="visually-hidden">{t('rating.label')} </span>
      {ratingText(rating)}
    </span>
  );
}

/** In the game that the player has played most, which it names. */
export const RatingMostOf = ({ rating }: { rating: RatingMost | null }): JSX.Element | null =>
  rating && (
    <span class="soft">
      {t(`title.${rating.game}`)} <RatingOf rating={rating} />
    </span>
  );

/** A change with its sign: +8, −9. */
export const changeText = (change: number): string =>
  (change < 0 ? '−' : change > 0 ? '+' : '±') + number(Math.abs(change));

/** What the match can win or lose. */
export function stakesText({ won, drawn, lost }: Stakes): string {
  const values = { won: changeText(won), lost: changeText(lost) };
  return drawn === undefined
    ? t('match.stakes', values)
    : t('match.stakes.draw', { ...values, drawn: changeText(drawn) });
}
