// The opening explorer beside the board: what was played from this position in the public matches of this
// server that are over, with counts, results and ratings.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { moveName, sideName } from '../app/game';
import { get, sentence } from '../app/net';
import { GAME_PAGES } from '../games';
import { number } from '../i18n';
import { JACKED, SWAP } from './record';
import { percent } from './enginecard';
import type { Study } from './tree';
import { st } from './words';

interface Row {
  moves: string[];
  n: number;
  wins: number[];
  draws: number;
  rating: number | null;
}

/** GET /api/explorer. */
interface Answer {
  ply: number;
  plies: number;
  n: number;
  moves: Row[];
}

interface Filter {
  rated: '' | '1' | '0';
  since: string;
  until: string;
  least: string;
  most: string;
}

const NO_FILTER: Filter = { rated: '', since: '', until: '', least: '', most: '' };
const YEAR_FIRST = 2024;
const RATINGS = Array.from({ length: 16 }, (_, i) => String(800 + 100 * i));
const WAIT_MS = 150;

function queryOf(s: Study, moves: readonly string[], f: Filter): string {
  const { game, width, height, players, options } = s.setup;
  const query = new URLSearchParams({ game, size: `${width}x${height}`, seats: String(players) });
  if (GAME_PAGES[game].pie) query.set('swap', options & SWAP ? '1' : '0');
  if (options & JACKED) query.set('jacked', '1');
  if (moves.length > 0) query.set('moves', moves.join(','));
  const wished = { rated: f.rated, since: f.since, until: f.until, rating_min: f.least, rating_max: f.most };
  for (const [name, value] of Object.entries(wished)) if (value !== '') query.set(name, value);
  return query.toString();
}

interface ExplorerProps {
  study: Study;
  moves: readonly string[];
  play: (word: string) => void;
}

export function ExplorerPanel({ study, moves, play }: ExplorerProps): JSX.Element {
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState('');
  const setUp = study.from !== null;
  const query = queryOf(study, moves, filter);
  useEffect(() => {
    let left = false;
    setError('');
    if (setUp) return undefined;
    // Whoever steps quickly through the moves asks for the last position only.
    const timer = setTimeout(() => {
      get<Answer>(`/explorer?${query}`).then(
        (a) => {
          if (!left) setAnswer(a);
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
  }, [query, setUp]);
  if (setUp) return <p class="soft">{st('explorer.setup')}</p>;
  return (
    <div class="study-explorer">
      {error !== '' && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
      {answer && moves.length >= answer.plies && error === '' && (
        <p class="soft">{st('explorer.deep', { n: answer.plies })}</p>
      )}
      {answer && error === '' && moves.length < answer.plies && (
        <Rows study={study} answer={answer} play={play} />
      )}
      <Filters filter={filter} set={setFilter} />
    </div>
  );
}

function Rows({
  study,
  answer,
  play,
}: {
  study: Study;
  answer: Answer;
  play: (w: string) => void;
}): JSX.Element {
  const name = study.setup.game;
  const sides = Array.from({ length: study.setup.players }, (_, i) => i);
  const draws = answer.moves.some((m) => m.draws > 0);
  if (answer.moves.length === 0)
    return (
      <p class="soft" role="status">
        {st('explorer.none')}
      </p>
    );
  return (
    <div class="study-table" tabIndex={0} role="group" aria-label={st('tab.explorer')}>
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
            <th scope="col">{st('explorer.rating')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.moves.map((row) => (
            <tr key={row.moves[0]}>
              <th scope="row">
                {row.moves.slice(0, 1).map((word) => (
                  <button type="button" class="quiet" key={word} onClick={() => play(word)}>
                    {moveName(word)}
                  </button>
                ))}
                {row.moves.length > 1 && (
                  <span class="soft" title={row.moves.slice(1).map(moveName).join(' ')}>
                    {' '}
                    {st('explorer.also', { n: number(row.moves.length - 1) })}
                  </span>
                )}
              </th>
              <td>{number(row.n)}</td>
              {sides.map((i) => (
                <td key={i}>{percent((row.wins[i] ?? 0) / row.n, 0)}</td>
              ))}
              {draws && <td>{percent(row.draws / row.n, 0)}</td>}
              <td>{row.rating === null ? '–' : number(row.rating)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{st('explorer.all')}</th>
            <td>{number(answer.n)}</td>
            <td colSpan={sides.length + (draws ? 2 : 1)} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Filters({ filter, set }: { filter: Filter; set: (f: Filter) => void }): JSX.Element {
  const years = Array.from({ length: new Date().getFullYear() - YEAR_FIRST + 1 }, (_, i) =>
    String(YEAR_FIRST + i),
  );
  const choice = (name: keyof Filter, label: string, values: readonly string[], any: string): JSX.Element => (
    <label>
      {label}
      <select value={filter[name]} onChange={(e) => set({ ...filter, [name]: e.currentTarget.value })}>
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
    <details class="study-engine-options">
      <summary>{st('explorer.filter')}</summary>
      <div class="row">
        <label>
          {st('explorer.kind')}
          <select
            value={filter.rated}
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
    </details>
  );
}
