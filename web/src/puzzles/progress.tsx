// A member's rating as a solver in the last 30 days, beside the puzzles that they train with.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { useAsked } from '../core/asked';
import { useStore } from '../core/env';
import { me } from '../core/net';
import { lt } from '../learn/words';
import type { GameName } from '../wasm/wasm';
import { outcomes } from './account';
import { Curve } from './curve';
import type { Point } from './curve';
import type { Answer } from './profile';

const DAYS_MS = 30 * 24 * 3600 * 1000;

/** The ratings of the last 30 days in a game, the oldest first: the server's, and those of this visit. */
export function useProgress(game: GameName, puzzle: string): readonly Point[] {
  const mine = useStore(me);
  const name = mine?.kind === 'member' ? mine.name : null;
  const { value } = useAsked<Answer>(name === null ? null : `/players/${encodeURIComponent(name)}/puzzles`);
  const [own, setOwn] = useState<readonly Point[]>([]);
  const outcome = useStore(outcomes).get(puzzle);
  const rating = outcome?.rated && outcome.first ? outcome.rating : undefined;
  useEffect(() => {
    if (rating !== undefined) setOwn((list) => [...list, { game, at: Date.now(), rating }]);
  }, [puzzle, rating]);
  const since = Date.now() - DAYS_MS;
  const kept = (value?.graph ?? []).filter((p) => p.game === game && p.at >= since);
  return [...kept.reverse(), ...own];
}

export function Progress({ points }: { points: readonly Point[] }): JSX.Element | null {
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last || points.length < 2) return null;
  return (
    <section class="panel puzzle-curve">
      <p>
        <b>{lt('puzzle.days')}</b>{' '}
        <span class="soft tabular">
          {first.rating} → {last.rating}
        </span>
      </p>
      <Curve points={points} />
    </section>
  );
}
