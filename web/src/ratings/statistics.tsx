// A player's statistics: results by game, size, side, opponent and month, favourite openings, best wins.
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { date, language, number, t } from '../i18n';
import { explorerLink } from '../analysis/link';
import { OPTION_JACKED, OPTION_SWAP } from '../wasm/wasm';
import type { GameName, Setup } from '../wasm/wasm';
import { useAsked } from '../core/asked';
import { Figure } from '../parts/figure';
import { moveName, sideName } from '../games/position';
import { Heading } from '../parts/heading';
import { AbsentPage } from '../parts/loading';
import type { Player } from '../core/net';
import { ProfileTabs } from '../parts/profiletabs';
import { PlayerLink, RatingText, ResultCells, ResultHeads } from './ratingrows';
import { score, total, withGaps } from './results';
import type { Month, Results } from './results';
import { Link } from '../core/router';
import { sst, useWords } from './statisticswords';

interface Opening extends Results {
  game: GameName;
  width: number;
  height: number;
  seats: number;
  swap: boolean;
  jacked: boolean;
  side: number;
  moves: string[];
}

interface BestWin {
  match: number;
  at: number;
  game: GameName;
  player: Player;
  level: number | null;
  rating: number;
  provisional: boolean;
}

/** GET /api/players/NAME/statistics. */
interface Statistics {
  player: Player;
  newest: number;
  more: boolean;
  games: (Results & { game: GameName })[];
  sizes: (Results & { game: GameName; width: number; height: number })[];
  sides: (Results & { game: GameName; side: number })[];
  months: Month[];
  opponents: (Results & { player: Player; level: number | null })[];
  openings: Opening[];
  best_wins: BestWin[];
  streak: { longest: number; now: number };
}

const monthName = (month: string): string =>
  new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00Z`),
  );

export function StatisticsPage({ name }: { name: string }): JSX.Element {
  const spoken = useWords();
  const { value, error } = useAsked<Statistics>(`/players/${encodeURIComponent(name)}/statistics`);
  if (!value || !spoken) return <AbsentPage title={name} error={error} href="/" back={t('error.home')} />;
  const { player } = value;
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={`${player.name}: ${t('profile.statistics')}`}>{player.name}</Heading>
      </div>
      <ProfileTabs name={player.name} page="statistics" />
      {value.games.length === 0 ? <p class="panel soft">{sst('stats.none')}</p> : <Sections of={value} />}
    </div>
  );
}

function Sections({ of }: { of: Statistics }): JSX.Element {
  return (
    <>
      <p>
        {sst('stats.streak', { n: number(of.streak.longest), now: number(of.streak.now) })}{' '}
        <span class="soft">{of.more ? sst('stats.newest', { n: number(of.newest) }) : sst('stats.all')}</span>
      </p>
      <div class="stats-tables">
        <ResultTable
          title={t('profile.games')}
          head={t('new.game')}
          rows={of.games.map((r) => ({ ...r, name: t(`title.${r.game}`) }))}
        />
        <ResultTable
          title={sst('stats.sides')}
          head={t('new.game')}
          rows={of.sides.map((r) => ({ ...r, name: `${t(`title.${r.game}`)}, ${sideName(r.game, r.side)}` }))}
        />
        <ResultTable
          title={sst('stats.sizes')}
          head={t('new.game')}
          rows={of.sizes.map((r) => ({
            ...r,
            name: `${t(`title.${r.game}`)} ${t('lobby.size', { width: r.width, height: r.height })}`,
          }))}
        />
        <ResultTable
          title={sst('stats.opponents')}
          head={sst('stats.opponent')}
          rows={of.opponents.map((r) => ({ ...r, name: <PlayerLink player={r.player} level={r.level} /> }))}
        />
      </div>
      <Months months={withGaps(of.months)} />
      <section class="panel">
        <h2>{sst('stats.openings')}</h2>
        <p class="soft">{sst(of.openings.length > 0 ? 'stats.openings.text' : 'stats.openings.none')}</p>
        <ul class="stats-openings">
          {of.openings.map((o) => (
            <OpeningCard key={`${o.game} ${o.width} ${o.side} ${o.moves.join()}`} opening={o} />
          ))}
        </ul>
      </section>
      <BestWins wins={of.best_wins} />
    </>
  );
}

interface Row extends Results {
  name: ComponentChildren;
}

/** A table in a panel that scrolls by itself where the screen is narrow. */
function ResultTable({ title, head, rows }: { title: string; head: string; rows: Row[] }): JSX.Element {
  return (
    <section class="panel">
      <h2>{title}</h2>
      <ResultRows title={title} head={head} rows={rows} />
    </section>
  );
}

function ResultRows({ title, head, rows }: { title: string; head: string; rows: Row[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={title}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <ResultHeads />
            <th scope="col">
              <abbr title={sst('stats.score.title')}>{sst('stats.score')}</abbr>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r, i) => (
            <tr key={i}>
              <th scope="row">{r.name}</th>
              <ResultCells of={r} />
              <td>{total(r) === 0 ? '–' : `${number(score(r))}\u00a0%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const BAR = 20;
const GAP = 6;
const TALL = 120;

/** A column for each month: wins below, draws, losses above. */
function Months({ months }: { months: Month[] }): JSX.Element {
  const most = Math.max(1, ...months.map(total));
  const high = (n: number): number => (n * TALL) / most;
  const [first, last] = [months[0], months[months.length - 1]];
  const label = sst('stats.chart', {
    from: first ? monthName(first.month) : '',
    to: last ? monthName(last.month) : '',
  });
  return (
    <section class="panel">
      <h2>{sst('stats.months')}</h2>
      <svg
        class="stats-months"
        viewBox={`0 0 ${Math.max(1, months.length) * (BAR + GAP)} ${TALL + 2}`}
        style={{ maxWidth: `${months.length * 2.2}rem` }}
        role="img"
        aria-label={label}
      >
        {months.map((m, i) => {
          const x = i * (BAR + GAP) + GAP / 2;
          const counts = { won: number(m.won), drawn: number(m.drawn), lost: number(m.lost) };
          const won = TALL - high(m.won);
          const drawn = won - high(m.drawn);
          return (
            <g key={m.month}>
              <title>{`${monthName(m.month)}: ${sst('stats.counts', counts)}`}</title>
              <rect class="won" x={x} y={won} width={BAR} height={high(m.won)} />
              <rect class="drawn" x={x} y={drawn} width={BAR} height={high(m.drawn)} />
              <rect class="lost" x={x} y={drawn - high(m.lost)} width={BAR} height={high(m.lost)} />
              <rect class="base" x={x - GAP / 2} y={TALL} width={BAR + GAP} height={1} />
            </g>
          );
        })}
      </svg>
      <p class="stats-key" aria-hidden="true">
        {(['won', 'drawn', 'lost'] as const).map((key) => (
          <span key={key}>
            <span class={`stats-dot ${key}`} /> {t(`profile.${key}`)}
          </span>
        ))}
      </p>
      <details>
        <summary>{sst('stats.table')}</summary>
        <ResultRows
          title={sst('stats.months')}
          head={sst('stats.month')}
          rows={months
            .filter((m) => total(m) > 0)
            .reverse()
            .map((m) => ({ ...m, name: monthName(m.month) }))}
        />
      </details>
    </section>
  );
}

function OpeningCard({ opening: o }: { opening: Opening }): JSX.Element {
  const { game, width, height, moves } = o;
  const shown = useMemo(() => {
    const options = (o.swap ? OPTION_SWAP : 0) | (o.jacked ? OPTION_JACKED : 0);
    const setup: Setup = { game, width, height, players: o.seats, options };
    return { setup, moves };
  }, [o]);
  const words = moves.map(moveName).join(' ');
  return (
    <li>
      <Link href={explorerLink(shown.setup, moves)} class="stats-opening">
        <span aria-hidden="true">
          <Figure game={shown} ply={moves.length} label="" />
        </span>
        <span class="visually-hidden">{sst('stats.openings.open', { moves: words })}: </span>
        <b>
          {t(`title.${game}`)} {t('lobby.size', { width, height })}
        </b>
        <span>
          {words} <span class="soft">{sst('stats.as', { side: sideName(game, o.side) })}</span>
        </span>
        <span class="soft">
          {sst('stats.counts', { won: number(o.won), drawn: number(o.drawn), lost: number(o.lost) })}
        </span>
      </Link>
    </li>
  );
}

function BestWins({ wins }: { wins: BestWin[] }): JSX.Element {
  return (
    <section class="panel">
      <h2>{sst('stats.wins')}</h2>
      <p class="soft">{sst(wins.length > 0 ? 'stats.wins.text' : 'stats.wins.none')}</p>
      {wins.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label={sst('stats.wins')}>
          <table class="data">
            <thead>
              <tr>
                <th scope="col">{sst('stats.opponent')}</th>
                <th scope="col">{t('profile.rating')}</th>
                <th scope="col">{t('new.game')}</th>
                <th scope="col">{sst('stats.match')}</th>
              </tr>
            </thead>
            <tbody>
              {wins.map((w) => (
                <tr key={w.match}>
                  <th scope="row">
                    <PlayerLink player={w.player} level={w.level} />
                  </th>
                  <td>
                    <RatingText rating={w} />
                  </td>
                  <td>{t(`title.${w.game}`)}</td>
                  <td>
                    <Link href={`/m/${w.match}`}>
                      {number(w.match)} · {date(w.at)}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
