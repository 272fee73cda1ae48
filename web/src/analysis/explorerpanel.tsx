// The opening explorer beside the board: the moves from this position in this server's finished public
// matches and in the engine's matches against itself, with counts, results and ratings.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { moveName, sideName } from '../games/position';
import { get, sentence } from '../core/net';
import { Link } from '../core/router';
import { GAME_PAGES } from '../games';
import { number } from '../i18n';
import { explorerLink } from './link';
import { JACKED, SWAP } from './record';
import { percent } from './enginecard';
import type { GameName, Setup } from '../wasm/wasm';
import type { Study } from './tree';
import { counted, st } from './words';

export interface Row {
  moves: string[];
  n: number;
  /** The number of these that the engine played against itself. */
  engine: number;
  wins: number[];
  draws: number;
  rating: number | null;
}

/** GET /api/explorer. */
export interface Answer {
  ply: number;
  plies: number;
  n: number;
  engine: number;
  moves: Row[];
}

export interface Filter {
  /** Empty: games of players and of the engine. */
  source: '' | 'players' | 'engine';
  rated: '' | '1' | '0';
  since: string;
  until: string;
  least: string;
  most: string;
}

export const NO_FILTER: Filter = { source: '', rated: '', since: '', until: '', least: '', most: '' };
export const FILTERS = Object.keys(NO_FILTER) as (keyof Filter)[];
const YEAR_FIRST = 2024;
const RATINGS = Array.from({ length: 16 }, (_, i) => String(800 + 100 * i));
const WAIT_MS = 150;

export function queryOf(setup: Setup, moves: readonly string[], f: Filter): string {
  const { game, width, height, players, options } = setup;
  const query = new URLSearchParams({ game, size: `${width}x${height}`, seats: String(players) });
  if (GAME_PAGES[game].pie) query.set('swap', options & SWAP ? '1' : '0');
  if (options & JACKED) query.set('jacked', '1');
  if (moves.length > 0) query.set('moves', moves.join(','));
  // Games of the engine have no ratings, and those in the program no year.
  const wished: Record<string, string> =
    f.source === 'engine'
      ? { source: f.source }
      : {
          source: f.source,
          rated: f.rated,
          since: f.since,
          until: f.until,
          rating_min: f.least,
          rating_max: f.most,
        };
  for (const [name, value] of Object.entries(wished)) if (value !== '') query.set(name, value);
  return query.toString();
}

/** The page of its own of the explorer, at this position. */
export function explorerAddress(setup: Setup, moves: readonly string[], filter: Filter): string {
  const [path = '', query] = explorerLink(setup, moves).split('?');
  const asked = new URLSearchParams(query);
  for (const name of FILTERS) if (filter[name] !== '') asked.set(name, filter[name]);
  return `${path}?${asked.toString()}`;
}

interface Explored {
  /** The moves that were played; null: not known yet. */
  answer: Answer | null;
  /** The answer still belongs to the previous position; its moves cannot be played. */
  old: boolean;
  error: string;
}

/** The moves that were played after these. */
export function useExplored(query: string, off: boolean): Explored {
  const [known, setKnown] = useState<{ query: string; answer: Answer } | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    let left = false;
    setError('');
    if (off) return undefined;
    // When a person steps quickly through the moves, only the last position is requested.
    const timer = setTimeout(() => {
      get<Answer>(`/explorer?${query}`).then(
        (answer) => {
          if (!left) setKnown({ query, answer });
        },
        (e: unknown) => {
          if (!left) setError(sentence(e));
        },
      );
    }, WAIT_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [query, off]);
  return { answer: known?.answer ?? null, old: known?.query !== query, error };
}

interface ExplorerProps {
  study: Study;
  moves: readonly string[];
  /** One's own running match to which the line belongs: then nothing is shown. */
  barred: number | null;
  play: (word: string) => void;
}

export function ExplorerPanel({ study, moves, barred, play }: ExplorerProps): JSX.Element {
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const setUp = study.from !== null;
  const found = useExplored(queryOf(study.setup, moves, filter), setUp || barred !== null);
  if (setUp) return <p class="soft">{st('explorer.setup')}</p>;
  if (barred !== null) return <p class="soft">{st('own.closed', { n: barred })}</p>;
  return (
    <div class="study-explorer">
      <Found setup={study.setup} {...found} moves={moves} play={play} />
      <details class="study-engine-options">
        <summary>{st('explorer.filter')}</summary>
        <Filters filter={filter} set={setFilter} />
      </details>
      <p>
        <Link class="button" href={explorerAddress(study.setup, moves, filter)}>
          {st('explorer.page')}
        </Link>
      </p>
    </div>
  );
}

interface FoundProps extends Explored {
  setup: Setup;
  moves: readonly string[];
  play: (word: string) => void;
}

/** The table, or the reason why it is missing. */
export function Found({ setup, answer, old, error, moves, play }: FoundProps): JSX.Element | null {
  if (error !== '')
    return (
      <p class="refusal" role="alert">
        {error}
      </p>
    );
  if (!answer) return null;
  if (moves.length >= answer.plies) return <p class="soft">{st('explorer.deep', { n: answer.plies })}</p>;
  return <Rows setup={setup} answer={answer} old={old} play={play} />;
}

function Rows({
  setup,
  answer,
  old,
  play,
}: {
  setup: Setup;
  answer: Answer;
  old: boolean;
  play: (w: string) => void;
}): JSX.Element {
  const name = setup.game;
  const sides = Array.from({ length: setup.players }, (_, i) => i);
  const draws = answer.moves.some((m) => m.draws > 0);
  const rated = answer.moves.some((m) => m.rating !== null);
  if (answer.moves.length === 0)
    return (
      <p class="soft" role="status">
        {st('explorer.none')}
      </p>
    );
  return (
    <div class="study-table" tabIndex={0} role="group" aria-label={st('tab.explorer')} aria-busy={old}>
      <table>
        <thead>
          <tr>
            <th scope="col">{st('review.move')}</th>
            <th scope="col">{st('explorer.matches')}</th>
            {sides.map((i) => (
              <th scope="col" key={i}>
                {sideName(name, i + 1)}
              </th>
            ))}
            {draws && <th scope="col">{st('explorer.draws')}</th>}
            <th scope="col" class="explorer-results" aria-hidden="true">
              {st('explorer.results')}
            </th>
            {rated && <th scope="col">{st('explorer.rating')}</th>}
          </tr>
        </thead>
        <tbody>
          {answer.moves.map((row) => (
            <tr key={row.moves[0]}>
              <th scope="row">
                {row.moves.slice(0, 1).map((word) => (
                  <button type="button" class="quiet" key={word} disabled={old} onClick={() => play(word)}>
                    {moveName(word)}
                  </button>
                ))}
                {row.moves.length > 1 && (
                  <span
                    class="soft"
                    title={`${st('explorer.also', { n: number(row.moves.length - 1) })}: ${row.moves.slice(1).map(moveName).join(' ')}`}
                  >
                    {` +${number(row.moves.length - 1)}`}
                  </span>
                )}
              </th>
              <td>{number(row.n)}</td>
              {sides.map((i) => (
                <td key={i}>{percent((row.wins[i] ?? 0) / row.n, 0)}</td>
              ))}
              {draws && <td>{percent(row.draws / row.n, 0)}</td>}
              <td class="explorer-results" aria-hidden="true">
                <Results row={row} game={name} />
              </td>
              {rated && <td>{row.rating === null ? '–' : number(row.rating)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{st('explorer.all')}</th>
            <td>{number(answer.n)}</td>
            <td colSpan={sides.length + 1 + Number(draws) + Number(rated)} />
          </tr>
        </tfoot>
      </table>
      {answer.engine > 0 && answer.engine < answer.n && (
        <p class="soft">{counted('explorer.engine', answer.engine)}</p>
      )}
      {answer.engine > 0 && answer.engine === answer.n && <p class="soft">{st('explorer.engine.all')}</p>}
    </div>
  );
}

/** The shares of the sides and of draws as a bar; the numbers beside it say the same. */
function Results({ row, game }: { row: Row; game: GameName }): JSX.Element {
  const share = (n: number): { flexGrow: number } => ({ flexGrow: n });
  return (
    <span class="explorer-bar">
      {row.wins.map((n, i) =>
        n === 0 ? null : (
          <span key={i} class={`won side-${i + 1}`} style={share(n)} title={sideName(game, i + 1)} />
        ),
      )}
      {row.draws > 0 && <span class="drawn" style={share(row.draws)} title={st('explorer.draws')} />}
    </span>
  );
}

export function Filters({ filter, set }: { filter: Filter; set: (f: Filter) => void }): JSX.Element {
  const years = Array.from({ length: new Date().getFullYear() - YEAR_FIRST + 1 }, (_, i) =>
    String(YEAR_FIRST + i),
  );
  const choice = (name: keyof Filter, label: string, values: readonly string[], any: string): JSX.Element => (
    <label>
      {label}
      <select
        value={filter[name]}
        disabled={filter.source === 'engine'}
        onChange={(e) => set({ ...filter, [name]: e.currentTarget.value })}
      >
        <option value="">{any}</option>
        {values.map((v) => (
          <option key={v} value={v}>
            {v}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="row explorer-filters">
      <label>
        {st('explorer.source')}
        <select
          value={filter.source}
          onChange={(e) => set({ ...filter, source: e.currentTarget.value as Filter['source'] })}
        >
          <option value="">{st('explorer.kind.all')}</option>
          <option value="players">{st('explorer.source.players')}</option>
          <option value="engine">{st('explorer.source.engine')}</option>
        </select>
      </label>
      <label>
        {st('explorer.kind')}
        <select
          value={filter.rated}
          disabled={filter.source === 'engine'}
          onChange={(e) => set({ ...filter, rated: e.currentTarget.value as Filter['rated'] })}
        >
          <option value="">{st('explorer.kind.all')}</option>
          <option value="1">{st('explorer.kind.rated')}</option>
          <option value="0">{st('explorer.kind.unrated')}</option>
        </select>
      </label>
      {choice('since', st('explorer.since'), years, '–')}
      {choice('until', st('explorer.until'), years, '–')}
      {choice('least', st('explorer.least'), RATINGS, '–')}
      {choice('most', st('explorer.most'), RATINGS, '–')}
    </div>
  );
}
