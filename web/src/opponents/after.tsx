// After a game against the engine: the next opponent up or down, by the result, and a puzzle of that game.
import type { JSX } from 'preact';

import { Link } from '../core/router';
import { t } from '../i18n';
import type { GameName } from '../wasm/wasm';
import { nextLevel } from '../core/ladder';
import { Portrait, opponentTitle } from '../parts/name';
import { ot, useWords } from './words';

interface AfterProps {
  game: GameName;
  level: number;
  /** The person's score. */
  score: number;
  play: (level: number) => void;
}

export function AfterGame({ game, level, score, play }: AfterProps): JSX.Element | null {
  const spoken = useWords();
  const next = nextLevel(level, score);
  if (!spoken) return null;
  return (
    <div class="row after-game">
      {next !== null && (
        <button type="button" onClick={() => play(next)}>
          <Portrait level={next} size={24} />
          {ot(next > level ? 'after.up' : 'after.down', { name: opponentTitle(next) })}
        </button>
      )}
      <Link class="button" href={`/puzzles?game=${game}`}>
        {ot('after.puzzle', { title: t(`title.${game}`) })}
      </Link>
    </div>
  );
}
