// The themes of a game's puzzles: what each means, an example, and how many the solver has solved.
import type { JSX } from 'preact';

import { useAsked } from '../core/asked';
import { useStore } from '../core/env';
import { me } from '../core/net';
import { Link } from '../core/router';
import { counted, lt } from '../learn/words';
import { Figure } from '../parts/figure';
import type { GameName } from '../wasm/wasm';
import { THEMES } from './collection';
import type { Puzzle, Theme } from './collection';
import { log } from './log';
import type { Attempt } from './log';
import type { Answer, Tally } from './profile';

/** Each theme that occurs: its puzzles from easy to hard. */
export function themesOf(all: readonly Puzzle[]): { theme: Theme; puzzles: Puzzle[] }[] {
  return THEMES.map((theme) => ({
    theme,
    puzzles: all.filter((p) => p.themes.includes(theme)).sort((a, b) => a.rating - b.rating),
  })).filter(({ puzzles }) => puzzles.length > 0);
}

/** The first attempts at these puzzles in this browser. */
export function tallyOf(puzzles: readonly Puzzle[], attempts: readonly Attempt[]): Tally {
  const ids = new Set(puzzles.map((p) => p.id));
  const mine = attempts.filter((a) => ids.has(a.id));
  return { tries: mine.length, solved: mine.filter((a) => a.solved).length };
}

interface ThemesProps {
  game: GameName;
  all: readonly Puzzle[];
  menu: JSX.Element;
}

export function Themes({ game, all, menu }: ThemesProps): JSX.Element {
  const { attempts } = useStore(log);
  const player = useStore(me);
  const name = player?.kind === 'member' ? player.name : null;
  const { value } = useAsked<Answer>(name === null ? null : `/players/${encodeURIComponent(name)}/puzzles`);
  return (
    <section class="learn-words puzzle-themes">
      {menu}
      <p class="soft">{lt('puzzle.themes.intro')}</p>
      <ul>
        {themesOf(all).map(({ theme, puzzles }) => {
          const example = puzzles[0];
          const named = lt(`puzzle.theme.${theme}`);
          const own = (name !== null && value?.themes[game]?.[theme]) || tallyOf(puzzles, attempts);
          return (
            <li key={theme} class="panel">
              {example && (
                <Link href={`/puzzles?game=${game}&puzzle=${example.id}`}>
                  <Figure
                    game={example}
                    ply={example.moves.length}
                    label={lt('puzzle.themes.example.of', { theme: named })}
                  />
                </Link>
              )}
              <div>
                <h2>{named}</h2>
                <p>{lt(`puzzle.theme.${theme}.text`)}</p>
                <p class="soft">
                  {counted('puzzle.themes.n', puzzles.length)} ·{' '}
                  {own.tries > 0
                    ? lt('puzzle.themes.own', { solved: own.solved, tries: own.tries })
                    : lt('puzzle.themes.untried')}
                </p>
                <p class="row">
                  <Link href={`/puzzles?mode=training&game=${game}&theme=${theme}`}>
                    {lt('puzzle.themes.train')}
                  </Link>
                  {example && (
                    <Link href={`/puzzles?game=${game}&puzzle=${example.id}`}>
                      {lt('puzzle.themes.example')}
                    </Link>
                  )}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
