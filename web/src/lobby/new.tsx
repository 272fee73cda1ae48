// The page for a new match: game, size, opponent, clock and colour as chips with a default each, so that Start
// works at once; everything else stands under "More options".
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { GAME_PAGES } from '../games';
import { plural, t } from '../i18n';
import { LEVELS } from '../core/ladder';
import { StyleLine } from '../opponents/style';
import { Portrait, opponentName } from '../parts/name';
import { useOpponentRatings } from '../opponents/ratings';
import { FIRST_GAME, GAMES, OPTION_JACKED, OPTION_SWAP } from '../wasm/wasm';
import type { GameInfo, GameName } from '../wasm/wasm';
import { Chips } from '../parts/chips';
import { clockText } from '../core/clock';
import { ClockChips } from '../parts/clockform';
import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import { Figure } from '../parts/figure';
import { Check, Field } from '../parts/form';
import { sideName } from '../games/position';
import { OptionFields, defaultOptions, knownOptions } from '../parts/gamefields';
import { Heading } from '../parts/heading';
import { Problem, createMatch, me, sentence } from '../core/net';
import { firstChoice, keepChoice, lastChoice, lastGame, seatWish, seatsOf } from '../opponents/newchoice';
import type { NewChoice, Opponent } from '../opponents/newchoice';
import { MoreFields, delayWish, noMore } from './newmore';
import { SizeChips } from '../parts/sizechips';
import { navigate } from '../core/router';
import { sampleGame } from '../games/samples';

const OPPONENTS: Opponent[] = ['engine', 'friend', 'anyone', 'here', 'player'];

export function NewPage({ game, query }: { game: GameName | null; query: URLSearchParams }): JSX.Element {
  const [name, setName] = useState(() => game ?? lastGame() ?? FIRST_GAME);
  return <NewForm key={name} game={name} query={query} setGame={setName} asked={game !== null} />;
}

interface NewFormProps {
  game: GameName;
  query: URLSearchParams;
  setGame: (game: GameName) => void;
  /** The address names a game. */
  asked: boolean;
}

function NewForm({ game, query, setGame, asked }: NewFormProps): JSX.Element {
  const info = rules().info(game);
  const player = useStore(me);
  const [choice, setChoice] = useState(() => firstChoice(info, game, query));
  const [options, setOptions] = useState(() => defaultOptions(info));
  const [more, setMore] = useState(noMore);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const last = useMemo(() => lastChoice(info, game), [game]);
  const change = (wish: Partial<NewChoice>): void => setChoice({ ...choice, ...wish });

  const member = player?.kind === 'member';
  const seats = seatsOf(choice);
  const onlyHere = seats.every((s) => s === 'me' || s.startsWith('e'));
  const local = more.offline && onlyHere;
  const flags =
    (options.swap ? OPTION_SWAP & info.options : 0) | (options.jacked ? OPTION_JACKED & info.options : 0);
  const setup = { game, width: choice.width, height: choice.height, players: seats.length, options: flags };

  const goLocal = (wish: NewChoice): void => {
    const rest = `swap=${options.swap ? 1 : 0}&jacked=${options.jacked ? 1 : 0}`;
    const who = seatsOf(wish).join(',');
    navigate(`/local/${game}?width=${wish.width}&height=${wish.height}&seats=${who}&${rest}`);
  };
  const start = async (wish: NewChoice): Promise<void> => {
    if (busy) return;
    keepChoice(game, wish);
    if (local || (onlyHere && !navigator.onLine)) {
      goLocal(wish);
      return;
    }
    setBusy(true);
    setError('');
    const words = seatsOf(wish);
    const delay = delayWish(more.delay);
    const board =
      more.start === 'record'
        ? { record: more.record, ...(more.recordPly === '' ? {} : { ply: Number(more.recordPly) }) }
        : { game, width: wish.width, height: wish.height, options: knownOptions(info, options) };
    try {
      const match = await createMatch({
        ...board,
        seats: words.map(seatWish),
        private: more.secret,
        random_seats: more.random || (wish.colour === 'random' && wish.opponent !== 'here'),
        ...(wish.rated && member ? { rated: true } : {}),
        ...(wish.clock === null ? {} : { clock: wish.clock }),
        ...(more.start === 'moves' && more.moves.length > 0 ? { start: more.moves } : {}),
        ...(more.standing !== '' && words.includes('open') ? { standing: Number(more.standing) } : {}),
        ...(delay === undefined ? {} : { delay }),
      });
      navigate(`/m/${match.id}`);
    } catch (e) {
      if (onlyHere && e instanceof Problem && e.status === 0) {
        goLocal(wish);
        return;
      }
      setError(sentence(e));
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void start(choice);
  };
  const chooseGame = (wish: GameName): void => {
    history.replaceState(null, '', `/new/${wish}${location.search}`);
    setGame(wish);
  };
  return (
    <form class="new-page" onSubmit={submit}>
      <div class="page-head">
        <Heading title={t('new.title')} />
        {last && !asked && (
          <span class="row same-again">
            <span class="soft">{t('new.last', { what: summaryOf(game, last, false) })}</span>
            <button type="button" class="chip-button" onClick={() => void start(last)}>
              {t('new.again')}
            </button>
          </span>
        )}
      </div>
      <GameCards value={game} set={chooseGame} />
      <div class="panel choices">
        <SizeChips
          info={info}
          game={game}
          width={choice.width}
          height={choice.height}
          set={(width, height) => {
            change({ width, height });
            setMore({ ...more, moves: [] });
          }}
        />
        {info.playersMax > info.playersMin && (
          <PlayersChips choice={choice} change={change} n={seats.length} info={info} />
        )}
        {choice.opponent === 'seats' ? (
          <fieldset>
            <legend>{t('new.seats')}</legend>
            {choice.seats.map((word, i) => (
              <SeatField
                key={i}
                n={i + 1}
                word={word}
                set={(wish) => change({ seats: choice.seats.map((s, k) => (k === i ? wish : s)) })}
              />
            ))}
          </fieldset>
        ) : (
          <OpponentChips game={game} choice={choice} change={change} />
        )}
        {!local && <ClockChips value={choice.clock} set={(clock) => change({ clock })} />}
        {choice.opponent !== 'seats' && choice.opponent !== 'here' && (
          <Chips
            text={t('new.side')}
            value={choice.colour}
            set={(colour) => change({ colour })}
            options={[
              ['first', <SideText key="1" game={game} side={1} />],
              ['random', t('new.side.random')],
              ['second', <SideText key="2" game={game} side={2} />],
            ]}
          >
            {!local && member && (
              <Check on={choice.rated} set={(rated) => change({ rated })} text={t('new.rated.short')} />
            )}
          </Chips>
        )}
        {choice.opponent === 'seats' && member && (
          <Check on={choice.rated} set={(rated) => change({ rated })} text={t('new.rated')} />
        )}
        <details class="more">
          <summary>{t('new.more')}</summary>
          <div class="form">
            <OptionFields info={info} value={options} set={setOptions} />
            <MoreFields
              more={more}
              set={setMore}
              setup={setup}
              onlyHere={onlyHere}
              open={seats.includes('open')}
            />
          </div>
        </details>
      </div>
      {error && (
        <p class="panel refusal" role="alert">
          {error}
        </p>
      )}
      <div class="start-row">
        <p class="soft">{summaryOf(game, choice, !local)}</p>
        <button type="submit" class="go start" disabled={busy}>
          {t('new.start')}
        </button>
      </div>
    </form>
  );
}

/** The whole choice in words. */
function summaryOf(game: GameName, c: NewChoice, clock: boolean): string {
  const title = t(`title.${game}`);
  const board = `${title} ${t('lobby.size', { width: c.width, height: c.height })}`;
  const whom =
    c.opponent === 'engine'
      ? t('new.sum.engine', { name: opponentName(c.level), level: c.level })
      : c.opponent === 'seats'
        ? plural('new.sum.seats', c.seats.length)
        : c.opponent === 'player'
          ? c.name.trim()
          : t(`new.opponent.${c.opponent}`);
  const time = c.clock ? clockText(c.clock) : t('new.sum.noclock');
  return [board, whom, ...(clock ? [time] : []), ...(c.rated ? [t('match.rated')] : [])]
    .filter((part) => part !== '')
    .join(', ');
}

function GameCards({ value, set }: { value: GameName; set: (game: GameName) => void }): JSX.Element {
  return (
    <div class="game-cards" role="radiogroup" aria-label={t('new.game')}>
      {GAMES.map((g) => (
        <GameCard key={g} game={g} on={g === value} set={() => set(g)} />
      ))}
    </div>
  );
}

function GameCard({ game, on, set }: { game: GameName; on: boolean; set: () => void }): JSX.Element {
  const sample = useMemo(() => sampleGame(game), [game]);
  const title = t(`title.${game}`);
  const card = useRef<HTMLLabelElement>(null);
  // Where the cards are a row to swipe, the one that is chosen is in sight.
  useEffect(() => {
    const row = card.current?.parentElement;
    if (on && card.current && row) row.scrollLeft = card.current.offsetLeft - 40;
  }, [on]);
  return (
    <label class="game-card" ref={card}>
      <input type="radio" name="game" checked={on} onChange={set} aria-label={title} />
      <span aria-hidden="true">
        <Figure game={sample} ply={sample.pause} label={title} />
      </span>
      <b>{title}</b>
      <span class="soft">{t(`short.${game}`)}</span>
    </label>
  );
}

function SideText({ game, side }: { game: GameName; side: number }): JSX.Element {
  return (
    <>
      <span class={GAME_PAGES[game].edges ? `dot edge-${side}` : `dot side-${side}`} /> {sideName(game, side)}
    </>
  );
}

interface OpponentProps {
  game: GameName;
  choice: NewChoice;
  change: (wish: Partial<NewChoice>) => void;
}

function OpponentChips({ game, choice, change }: OpponentProps): JSX.Element {
  return (
    <>
      <Chips
        text={t('new.opponent')}
        value={choice.opponent}
        set={(opponent) => change({ opponent })}
        options={OPPONENTS.map((o) => [o, t(`new.opponent.${o as Exclude<Opponent, 'seats'>}`)] as const)}
      />
      {choice.opponent === 'engine' && (
        <LevelChips game={game} level={choice.level} set={(level) => change({ level })} />
      )}
      {choice.opponent === 'player' && (
        <div class="levels">
          <Field
            text={t('new.name')}
            value={choice.name}
            set={(name) => change({ name })}
            required
            maxLength={24}
          />
        </div>
      )}
    </>
  );
}

interface LevelProps {
  game: GameName;
  level: number;
  set: (level: number) => void;
}

/** The levels of the engine as opponents, with their ratings in this game. */
function LevelChips({ game, level: chosen, set }: LevelProps): JSX.Element {
  const ratings = useOpponentRatings(game);
  return (
    <div class="levels">
      <Chips
        text={t('new.level')}
        hidden
        value={String(chosen)}
        set={(level) => set(Number(level))}
        options={LEVELS.map((level) => {
          const rating = ratings[level - 1]?.rating ?? 0;
          return [
            String(level),
            <>
              <Portrait level={level} size={24} />
              <b>{opponentName(level)}</b>
              <span class="soft">{t('new.level.n', { level, rating })}</span>
            </>,
          ] as const;
        })}
      />
      <StyleLine level={chosen} />
    </div>
  );
}

interface PlayersProps {
  choice: NewChoice;
  change: (wish: Partial<NewChoice>) => void;
  n: number;
  info: GameInfo;
}

/** More than two: each seat is chosen by itself. */
function PlayersChips({ choice, change, n, info }: PlayersProps): JSX.Element {
  const counts = Array.from({ length: info.playersMax - info.playersMin + 1 }, (_, i) => info.playersMin + i);
  const players = (wish: number): void => {
    if (wish === 2) {
      change({ opponent: 'engine', seats: ['me', `e${choice.level}`] });
      return;
    }
    const known = choice.opponent === 'seats' ? choice.seats : seatsOf(choice);
    const seats = Array.from({ length: wish }, (_, i) => known[i] ?? `e${choice.level}`);
    change({ opponent: 'seats', seats });
  };
  return (
    <Chips
      text={t('new.players')}
      value={String(n)}
      set={(wish) => players(Number(wish))}
      options={counts.map((c) => [String(c), String(c)] as const)}
    />
  );
}

interface SeatFieldProps {
  n: number;
  word: string;
  set: (word: string) => void;
}

function SeatField({ n, word, set }: SeatFieldProps): JSX.Element {
  const named = word.startsWith('p:');
  return (
    <div class="fields">
      <label>
        {t('new.seat', { n })}
        <select value={named ? 'p:' : word} onChange={(e) => set(e.currentTarget.value)}>
          <option value="me">{t('new.seat.me')}</option>
          <option value="invite">{t('new.seat.invite')}</option>
          <option value="p:">{t('new.seat.player')}</option>
          <option value="open">{t('new.seat.open')}</option>
          {LEVELS.map((level) => (
            <option key={level} value={`e${level}`}>
              {t('seat.engine', { name: opponentName(level), level })}
            </option>
          ))}
        </select>
      </label>
      {named && (
        <Field
          text={t('new.seat.name', { n })}
          value={word.slice(2)}
          set={(name) => set(`p:${name}`)}
          required
        />
      )}
    </div>
  );
}
