// The engine's opponents: all of them with their ratings, and each with its style, its measurements, and
// the results of its matches here.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { Chips } from '../parts/chips';
import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { lastGame } from './newchoice';
import { Link } from '../core/router';
import { GAME_PAGES } from '../games';
import { number, t } from '../i18n';
import { FIRST_GAME, GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { Data } from './data';
import { LEVELS, MIDDLE, MIDDLE_RATING } from '../core/ladder';
import type { Level } from '../core/ladder';
import { Portrait, opponentName, opponentPath } from '../parts/name';
import { useOpponentRatings } from './ratings';
import type { OpponentRating } from './ratings';
import { LevelRecord } from './record';
import { results } from '../core/engineresults';
import { styleOf } from './style';
import { ot, useWords } from './words';

const newMatch = (game: GameName, level: Level): string => `/new/${game}?seats=me,e${level}`;

/** All of them, or one. */
export function OpponentsPage({ level }: { level: Level | null }): JSX.Element {
  const spoken = useWords();
  if (!spoken) return <LoadingPage />;
  return level === null ? <AllOpponents /> : <Opponent level={level} />;
}

function RatingNote(): JSX.Element {
  return <p class="soft">{ot('opp.note', { name: opponentName(MIDDLE), rating: MIDDLE_RATING })}</p>;
}

function AllOpponents(): JSX.Element {
  const [game, setGame] = useState<GameName>(() => lastGame() ?? FIRST_GAME);
  const ratings = useOpponentRatings(game);
  return (
    <div class="page">
      <Heading title={ot('opp.title')} />
      <p class="soft">{ot('opp.intro')}</p>
      <Chips
        text={ot('opp.game')}
        value={game}
        set={setGame}
        options={GAMES.map((g) => [g, t(`title.${g}`)] as const)}
      />
      <ol class="opponents">
        {LEVELS.map((level) => (
          <li key={level} class="panel opponent">
            <Portrait level={level} size={72} />
            <div>
              <h2>
                <Link href={opponentPath(level)}>{opponentName(level)}</Link>{' '}
                <span class="soft">
                  {ot('opp.level', { level })} · {aboutText(ratings[level - 1])}
                </span>
              </h2>
              <p>{styleOf(level)}</p>
            </div>
            <Link class="button" href={newMatch(game, level)}>
              {ot('opp.play', { name: opponentName(level) })}
            </Link>
          </li>
        ))}
      </ol>
      <RatingNote />
    </div>
  );
}

const aboutText = (r: OpponentRating | undefined): string => ot('opp.about', { rating: r?.rating ?? 0 });

function Opponent({ level }: { level: Level }): JSX.Element {
  const name = opponentName(level);
  return (
    <div class="page">
      <div class="opponent-head">
        <Portrait level={level} size={112} />
        <div>
          <Heading title={name}>
            {name} <span class="soft">{ot('opp.level', { level })}</span>
          </Heading>
          <p>{styleOf(level)}</p>
          <p class="row">
            <Link class="button go" href={newMatch(lastGame() ?? FIRST_GAME, level)}>
              {ot('opp.play', { name })}
            </Link>
            <Link class="button" href="/opponents">
              {ot('opp.all')}
            </Link>
          </p>
        </div>
      </div>
      <Strength level={level} />
      <RatingNote />
      <LevelRecord level={level} />
      <Yours level={level} />
    </div>
  );
}

/** The measured strength of a level in each game. */
function Strength({ level }: { level: Level }): JSX.Element {
  const below = level > 1 ? opponentName(level - 1) : null;
  const heads = [ot('opp.game'), ot('opp.rating'), ot('opp.nodes'), ot('opp.choice')];
  return (
    <Data
      title={ot('opp.strength')}
      heads={below === null ? heads : [...heads, ot('opp.below', { name: below })]}
    >
      {GAMES.map((game) => (
        <StrengthRow key={game} game={game} level={level} />
      ))}
    </Data>
  );
}

function StrengthRow({ game, level }: { game: GameName; level: Level }): JSX.Element {
  const ladder = GAME_PAGES[game].ladder;
  const rating = useOpponentRatings(game)[level - 1];
  const share = ladder.shares[level - 2];
  const nodes = { n: number(ladder.nodes[level - 1] ?? 0), size: ladder.size };
  return (
    <tr>
      <th scope="row">
        <Link href={newMatch(game, level)}>{t(`title.${game}`)}</Link>
      </th>
      <td>
        <b>{rating?.rating}</b>{' '}
        <span class="soft">
          {rating?.here ? ot('opp.here', { n: number(rating.matches) }) : ot('opp.ladder')}
        </span>
      </td>
      <td>{ot('opp.nodes.on', nodes)}</td>
      <td>{ot(level >= ladder.sure ? 'opp.choice.best' : 'opp.choice.drawn')}</td>
      {share !== undefined && <td>{ot('opp.below.share', { share })}</td>}
    </tr>
  );
}

/** How one's own games against it ended. */
function Yours({ level }: { level: Level }): JSX.Element {
  const own = useStore(results).filter((r) => r.level === level);
  const name = opponentName(level);
  const count = (game: GameName, score: number): number =>
    own.filter((r) => r.game === game && r.score === score).length;
  return (
    <section class="panel">
      <h2>{ot('opp.yours', { name })}</h2>
      {own.length === 0 && <p class="soft">{ot('opp.yours.none', { name })}</p>}
      <ul class="plain-list">
        {GAMES.filter((game) => own.some((r) => r.game === game)).map((game) => {
          const n = { won: count(game, 1), lost: count(game, 0), drawn: count(game, 0.5) };
          return <li key={game}>{ot('opp.yours.score', { title: t(`title.${game}`), ...n })}</li>;
        })}
      </ul>
    </section>
  );
}
