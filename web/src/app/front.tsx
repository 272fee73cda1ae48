// The front page: the games, each with a position that plays itself, and one click to play.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { useSuggestions } from '../opponents/done';
import { opponentName, opponentPath } from '../parts/name';
import { FIRST_GAME, GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { rules } from '../wasm/loaded';
import { Figure } from '../parts/figure';
import { Heading } from '../parts/heading';
import { MatchList, joinable, others } from '../parts/list';
import { byInterest, goesOn } from '../parts/worth';
import { Problem, playNow, sentence } from '../core/net';
import type { MatchHead } from '../core/net';
import { Link, navigate } from '../core/router';
import { sampleGame } from '../games/samples';

const STEP_MS = 1800;
const REST_STEPS = 4;

const watched = (m: MatchHead): boolean => others(m) && goesOn(m);
const offered = (m: MatchHead): boolean => others(m) && joinable(m);

export function FrontPage(): JSX.Element {
  const [error, setError] = useState('');
  const [starting, setStarting] = useState<GameName | null>(null);
  const levels = useSuggestions();
  const play = async (game: GameName): Promise<void> => {
    setStarting(game);
    setError('');
    try {
      const match = await playNow(game, levels[game]);
      navigate(`/m/${match.id}`);
    } catch (e) {
      // Without a server the engine of this device plays.
      if (e instanceof Problem && e.status === 0) {
        navigate(`/local/${game}?size=${GAME_PAGES[game].firstSize}&seats=me,e${levels[game]}`);
        return;
      }
      setError(sentence(e));
      setStarting(null);
    }
  };
  return (
    <div class="front">
      <div class="front-head">
        <Heading title={t('front.title')} />
        <p class="soft">{t('front.lead')}</p>
      </div>
      {error && (
        <p class="panel refusal" role="alert">
          {error}
        </p>
      )}
      <ul class="cards">
        {GAMES.map((game) => (
          <GameCard
            key={game}
            game={game}
            level={levels[game]}
            starting={starting}
            onPlay={() => void play(game)}
          />
        ))}
      </ul>
      <div class="columns">
        <section class="panel">
          <h2>{t('front.friend')}</h2>
          <p>{t('front.friend.text')}</p>
          <div class="row">
            {GAMES.map((game) => (
              <Link key={game} class="button" href={`/new/${game}?seats=me,invite`}>
                {t(`title.${game}`)}
              </Link>
            ))}
          </div>
        </section>
        <section class="panel">
          <h2>{t('front.open')}</h2>
          <MatchList query="state=open" topic="lobby" limit={5} only={offered} action={t('lobby.join')}>
            <p>
              {t('front.open.none')}{' '}
              <Link href={`/new/${FIRST_GAME}?seats=me,open`}>{t('front.open.offer')}</Link>
            </p>
          </MatchList>
        </section>
        <section class="panel">
          <h2>{t('front.running')}</h2>
          <MatchList
            query="state=running"
            topic="lobby"
            limit={5}
            only={watched}
            order={byInterest}
            action={t('lobby.watch')}
          >
            <p>{t('front.running.none')}</p>
          </MatchList>
        </section>
      </div>
    </div>
  );
}

interface GameCardProps {
  game: GameName;
  /** The level of the suggested opponent. */
  level: number;
  starting: GameName | null;
  onPlay: () => void;
}

function GameCard({ game, level, starting, onPlay }: GameCardProps): JSX.Element {
  const info = rules().info(game);
  const title = t(`title.${game}`);
  const sample = useMemo(() => sampleGame(game), [game]);
  const ply = useRunning(sample.moves.length, sample.pause);
  return (
    <li class="card">
      <Figure game={sample} ply={ply} label={t('front.figure', { title })} />
      <h2>{title}</h2>
      <p class="soft credit">{t('front.by', { designer: info.designer, year: info.year })}</p>
      <p class="summary">{t(`summary.${game}`)}</p>
      <div class="row">
        <button type="button" class="go" disabled={starting !== null} onClick={onPlay}>
          {starting === game ? t('front.playing') : t('front.play')}
          <span class="visually-hidden">: {title}</span>
        </button>
        <Link class="soft" href={opponentPath(level)}>
          {t('front.against', { name: opponentName(level) })}
        </Link>
        <Link href={`/rules/${game}`}>
          {t('front.rules')}
          <span class="visually-hidden">: {title}</span>
        </Link>
        <Link href={`/new/${game}`}>
          {t('front.options')}
          <span class="visually-hidden">: {title}</span>
        </Link>
      </div>
    </li>
  );
}

/** A ply that advances by itself from the first interesting position of the sample, except with
 * reduced motion. */
function useRunning(plies: number, from: number): number {
  const [ply, setPly] = useState(from);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const step = (): void => {
      if (!document.hidden) setPly((n) => (n >= plies + REST_STEPS ? from : n + 1));
    };
    // The games do not move in step.
    const timer = setInterval(step, STEP_MS + 130 * (plies % 7));
    return () => clearInterval(timer);
  }, [plies, from]);
  return Math.min(ply, plies);
}
