// A member as a solver of puzzles, on their profile: ratings, their history, and weak themes.
import type { JSX } from 'preact';

import { useAsked } from '../core/asked';
import { useStore } from '../core/env';
import { me } from '../core/net';
import { t } from '../i18n';
import { lt, useWords } from '../learn/words';
import type { GameName } from '../wasm/wasm';
import { isTheme } from './collection';
import type { Theme } from './collection';
import { Curve } from './curve';
import type { Point } from './curve';
import { History } from './history';

interface Solver {
  game: GameName;
  rating: number;
  deviation: number;
  tries: number;
  solved: number;
}

export interface Tally {
  tries: number;
  solved: number;
}

/** GET /api/players/NAME/puzzles. */
export interface Answer {
  games: Solver[];
  /** Newest first. */
  graph: Point[];
  themes: Partial<Record<GameName, Partial<Record<Theme, Tally>>>>;
}

/** Attempts at a theme before it counts as weak or strong. */
const LEAST = 4;
const WEAK_MAX = 3;

/** The themes that are solved least often, those below two thirds. */
export function weakOf(themes: Answer['themes']): { game: GameName; theme: Theme; share: number }[] {
  const all = Object.entries(themes).flatMap(([game, of]) =>
    Object.entries(of).map(([theme, n]) => ({
      game: game as GameName,
      theme: theme as Theme,
      tries: n.tries,
      share: n.solved / n.tries,
    })),
  );
  return all
    .filter((x) => isTheme(x.theme) && x.tries >= LEAST && x.share < 2 / 3)
    .sort((a, b) => a.share - b.share)
    .slice(0, WEAK_MAX);
}

export function PuzzleProfile({ name }: { name: string }): JSX.Element | null {
  const spoken = useWords();
  const mine = useStore(me);
  const { value } = useAsked<Answer>(`/players/${encodeURIComponent(name)}/puzzles`);
  if (!spoken || !value || value.games.length === 0) return null;
  const weak = weakOf(value.themes);
  return (
    <section class="panel">
      <h2>{lt('puzzle.title')}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label={lt('puzzle.title')}>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">{t('new.game')}</th>
              <th scope="col">{t('profile.rating')}</th>
              <th scope="col">{lt('puzzle.profile.tries')}</th>
              <th scope="col">{lt('puzzle.profile.solved')}</th>
              <th scope="col">{t('profile.graph')}</th>
            </tr>
          </thead>
          <tbody>
            {value.games.map((g) => (
              <tr key={g.game}>
                <th scope="row">{t(`title.${g.game}`)}</th>
                <td class="tabular">
                  {g.rating}
                  {'\u00a0'}
                  <span class="soft">
                    ±{'\u00a0'}
                    {2 * g.deviation}
                  </span>
                </td>
                <td class="tabular">{g.tries}</td>
                <td class="tabular">{Math.round((100 * g.solved) / Math.max(1, g.tries))} %</td>
                <td>
                  <Curve points={value.graph.filter((p) => p.game === g.game).reverse()} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {weak.length > 0 && (
        <p>
          {lt('puzzle.profile.weak')}{' '}
          {weak
            .map((w) =>
              lt('puzzle.profile.theme', {
                theme: lt(`puzzle.theme.${w.theme}`),
                game: t(`title.${w.game}`),
                share: Math.round(100 * w.share),
              }),
            )
            .join(', ')}
        </p>
      )}
      {mine?.kind === 'member' && mine.name === name && <History />}
    </section>
  );
}
