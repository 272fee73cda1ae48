// The course of a tournament with rounds: how long until the next one, and the podium at its end.
import type { JSX } from 'preact';

import { number, ordinal, t } from '../i18n';
import { timeText } from '../core/clock';
import { Link } from '../core/router';
import { useLeft } from './arena';
import type { Standing, Tournament } from './tournamenttypes';

/** During the pause between two rounds. */
export function NextRound({ tour }: { tour: Tournament }): JSX.Element | null {
  const left = useLeft(tour.next_round_at ?? 0);
  if (tour.next_round_at == null) return null;
  return (
    <p class="arena-time" role="timer">
      {t('tour.next', { n: tour.round + 1, time: timeText(left) })}
    </p>
  );
}

/** The first three, as they stand on it: the second, the first, the third. */
const STEPS = [2, 1, 3] as const;

export function Podium({ tour }: { tour: Tournament }): JSX.Element | null {
  if (tour.state !== 'finished' || tour.players.length < 2) return null;
  const at = (place: number): Standing | undefined => tour.players[place - 1];
  return (
    <section class="podium" aria-label={t('tour.podium')}>
      {STEPS.map((place) => {
        const p = at(place);
        return (
          p && (
            <div class={`podium-step place-${place}`} key={place}>
              <Link href={`/p/${encodeURIComponent(p.player.name)}`}>
                <b>{p.player.name}</b>
              </Link>
              {tour.kind !== 'ladder' && (
                <span class="soft">
                  {t('tour.podium.points', { points: number(p.score, p.score % 1 === 0 ? 0 : 1) })}
                </span>
              )}
              <span class="podium-place">{ordinal(p.rank)}</span>
            </div>
          )
        );
      })}
    </section>
  );
}
