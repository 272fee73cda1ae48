// How an opponent has done on this server: all public finished matches against people, by game and board, and the
// players who beat it when its rating was highest.
import type { JSX } from 'preact';

import { useAsked } from '../core/asked';
import type { Player } from '../core/net';
import { PlayerLink, RatingText, ResultCells } from '../ratings/ratingrows';
import { Link } from '../core/router';
import { date, number, t } from '../i18n';
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { Data } from './data';
import type { Level } from '../core/ladder';
import { opponentName } from '../parts/name';
import { sumOf } from './sums';
import type { Board, Sum } from './sums';
import { ot } from './words';

interface Beaten {
  match: number;
  at: number;
  game: GameName;
  player: Player;
  rating: number;
  provisional: boolean;
}

/** GET /api/opponents/LEVEL. */
interface Answer {
  newest: number;
  more: boolean;
  boards: Board[];
  beaten: Beaten[];
}

export function LevelRecord({ level }: { level: Level }): JSX.Element {
  const { value, error } = useAsked<Answer>(`/opponents/${level}`);
  const title = ot('opp.matches');
  if (!value || value.boards.length === 0)
    return (
      <section class="panel">
        <h2>{title}</h2>
        <p class="soft" role="status">
          {error || (value ? ot('opp.matches.none', { name: opponentName(level) }) : t('status.loading'))}
        </p>
      </section>
    );
  return (
    <>
      <Data
        title={title}
        note={value.more ? ot('opp.matches.newest', { n: number(value.newest) }) : ot('opp.matches.all')}
        heads={[
          ot('opp.board'),
          ot('opp.matches.n'),
          t('profile.won'),
          t('profile.lost'),
          t('profile.drawn'),
          ot('opp.matches.plies'),
          ot('opp.matches.rated'),
        ]}
      >
        {GAMES.map((game) => (
          <GameRows key={game} game={game} boards={value.boards.filter((b) => b.game === game)} />
        ))}
      </Data>
      <Conquerors level={level} list={value.beaten} />
    </>
  );
}

/** The sum of a game and, where there are several, its boards. */
function GameRows({ game, boards }: { game: GameName; boards: Board[] }): JSX.Element | null {
  if (boards.length === 0) return null;
  const size = (b: Board): string => t('lobby.size', { width: b.width, height: b.height });
  const [only, ...others] = boards;
  const name = t(`title.${game}`);
  return (
    <>
      <SumRow name={only && others.length === 0 ? `${name} ${size(only)}` : name} of={sumOf(boards)} />
      {others.length > 0 &&
        boards.map((b) => <SumRow key={`${b.width}x${b.height}`} name={size(b)} of={b} part />)}
    </>
  );
}

function SumRow({ name, of, part }: { name: string; of: Sum; part?: boolean }): JSX.Element {
  return (
    <tr class={part ? 'soft' : undefined}>
      <th scope="row">{name}</th>
      <td>{number(of.matches)}</td>
      <ResultCells of={of} />
      <td>{number(Math.round(of.plies))}</td>
      <td>{number(of.rated)}</td>
    </tr>
  );
}

function Conquerors({ level, list }: { level: Level; list: Beaten[] }): JSX.Element | null {
  if (list.length === 0) return null;
  const name = opponentName(level);
  return (
    <Data
      title={ot('opp.beaten', { name })}
      note={ot('opp.beaten.text', { name })}
      heads={[ot('opp.beaten.player'), ot('opp.beaten.rating'), ot('opp.game'), ot('opp.beaten.match')]}
    >
      {list.map((b) => (
        <tr key={b.match}>
          <th scope="row">
            <PlayerLink player={b.player} level={null} />
          </th>
          <td>
            <RatingText rating={b} />
          </td>
          <td>{t(`title.${b.game}`)}</td>
          <td>
            <Link href={`/m/${b.match}`}>
              {number(b.match)} · {date(b.at)}
            </Link>
          </td>
        </tr>
      ))}
    </Data>
  );
}
