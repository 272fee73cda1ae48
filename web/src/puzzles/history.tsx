// A member's attempts at puzzles, on their own profile: the newest first, each with a link to try it again.
import type { JSX } from 'preact';

import { usePaged } from '../core/paged';
import { Link } from '../core/router';
import { date, t } from '../i18n';
import { lt } from '../learn/words';
import type { GameName } from '../wasm/wasm';

interface Tried {
  id: number;
  puzzle: string;
  game: GameName;
  at: number;
  solved: boolean;
  rated: boolean;
  before?: number;
  rating?: number;
}

const SHOWN = 10;
const triedOf = (answer: unknown): Tried[] => (answer as { attempts: Tried[] }).attempts;

export function History(): JSX.Element | null {
  const { rows, next, error, more } = usePaged<Tried>(`/account/puzzles?limit=${SHOWN}`, triedOf);
  if (error !== '') return <p role="alert">{error}</p>;
  if (!rows || rows.length === 0) return null;
  return (
    <>
      <h3>{lt('puzzle.history')}</h3>
      <ul class="plain-list puzzle-history" aria-live="polite">
        {rows.map((a) => (
          <li class="row" key={a.id}>
            <span class="grow">
              <span aria-hidden="true">{a.solved ? '✓' : '✗'}</span>{' '}
              <Link href={`/puzzles?game=${a.game}&puzzle=${a.puzzle}`}>
                {t(`title.${a.game}`)} {a.puzzle}
              </Link>
              : {lt(a.solved ? 'puzzle.solved' : 'puzzle.failed')},{' '}
              {a.rated
                ? lt('puzzle.history.rated', { before: a.before ?? 0, rating: a.rating ?? 0 })
                : lt('puzzle.history.unrated')}
            </span>
            <span class="soft">{date(a.at, true)}</span>
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="quiet" onClick={more}>
          {lt('puzzle.history.more')}
        </button>
      )}
    </>
  );
}
