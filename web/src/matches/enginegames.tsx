// The games of the engine against itself that are a part of the program, in the archive: each opens in the
// analysis board.
import type { JSX } from 'preact';

import { plural, t } from '../i18n';
import { opponentTitle } from '../parts/name';
import type { GameName } from '../wasm/wasm';
import { sideName } from '../games/position';
import { MoreButton } from '../parts/loading';
import { usePaged } from '../core/paged';
import { Link } from '../core/router';

interface EngineGame {
  id: number;
  game: GameName;
  width: number;
  height: number;
  level: number;
  plies: number;
  winner: number;
}

const rowsOf = (answer: unknown): EngineGame[] => (answer as { games: EngineGame[] }).games;

/** Nothing if the server has no games of the engine, because its operator has left them out. */
export function EngineGames({ query }: { query: string }): JSX.Element | null {
  const { rows, next, more } = usePaged(`/collection?${query}`, rowsOf);
  if (rows === null || rows.length === 0) return null;
  return (
    <section class="panel">
      <h2>{t('archive.engine')}</h2>
      <p class="soft">{t('archive.engine.text')}</p>
      <ul class="match-list">
        {rows.map((g) => (
          <li key={g.id}>
            <Link href={`/analysis?collection=${g.id}`} class="match-row">
              <span class="match-what">
                <b>{t(`title.${g.game}`)}</b>{' '}
                <span class="soft">{t('lobby.size', { width: g.width, height: g.height })}</span>
                <span class="tag">{t('archive.engine.tag')}</span>
              </span>
              <span class="match-who">{opponentTitle(g.level)}</span>
              <span class="soft">
                {g.winner === 0 ? t('result.draw') : t('list.won', { name: sideName(g.game, g.winner) })}
              </span>
              <span class="soft match-moves">{plural('lobby.moves', g.plies)}</span>
              <span class="match-action">{t('lobby.look')}</span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton next={next} more={more} />
    </section>
  );
}
