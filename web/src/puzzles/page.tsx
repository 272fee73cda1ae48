// Puzzles: the one of the day, training by theme, size and difficulty, and runs that get harder. This
// browser keeps the attempts.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { me } from '../core/net';
import { Link } from '../core/router';
import { useStyles } from '../core/styles';
import { t } from '../i18n';
import { LESSONS } from '../games/explain';
import { doneOf, progress } from '../learn/progress';
import { counted, lt, useWords } from '../learn/words';
import { results } from '../core/engineresults';
import { FIRST_GAME, GAMES, isGame } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { named, offer, send, tried } from './account';
import { PuzzleBoard } from './board';
import type { State } from './board';
import { ANY, THEMES, daily, fitting, isTheme, nextOf, puzzles } from './collection';
import type { Puzzle, Theme, Wish } from './collection';
import { Ladders } from './ladders';
import { attempted, dayOf, log, rowOf } from './log';
import { again, dueOf, noteAgain } from './repeat';
import { Opinion } from './opinion';
import { Progress, useProgress } from './progress';
import { Run } from './run';
import { BANDS, bandOf, ratingAfter, startRating } from './strength';
import type { Band } from './strength';
import { Themes } from './themes';

const MODES = ['daily', 'training', 'ladders', 'themes', 'streak', 'storm'] as const;
type Mode = (typeof MODES)[number];

/** Shards that a filter may load before it gives up. */
const SHARDS_MAX = 8;
/** After so many puzzles the page asks the server again: the rating has changed. */
const ROUND = 5;
/** How often the page tries to send the attempts that wait for the server. */
const RETRY_MS = 15_000;
/** The last attempts of today as small marks. */
const TODAY_SHOWN = 12;

function modeOf(word: string | null): Mode {
  return MODES.find((m) => m === word) ?? 'training';
}

export function PuzzlesPage({ query }: { query: URLSearchParams }): JSX.Element {
  const spoken = useWords();
  const styled = useStyles('/learn.css');
  const word = query.get('game') ?? '';
  const game: GameName = isGame(word) ? word : FIRST_GAME;
  const mode = modeOf(query.get('mode'));
  const [all, setAll] = useState<Puzzle[] | null>(null);
  const [more, setMore] = useState(false);
  const [shards, setShards] = useState(1);
  const [failed, setFailed] = useState(false);
  /** A link to one puzzle; undefined until it is here. */
  const id = query.get('puzzle') ?? '';
  const [wanted, setWanted] = useState<Puzzle | null | undefined>(undefined);
  useEffect(() => {
    let left = false;
    const took = (puzzle: Puzzle | null): void => {
      if (!left) setWanted(puzzle?.setup.game === game ? puzzle : null);
    };
    setWanted(id === '' ? null : undefined);
    if (id !== '') named(id).then(took, () => took(null));
    return () => {
      left = true;
    };
  }, [id, game]);
  const themed = query.get('theme') ?? '';
  const theme = isTheme(themed) ? themed : '';
  useEffect(() => {
    if (mode === 'themes') setShards(SHARDS_MAX); // all, to count them
  }, [mode]);
  const member = useStore(me)?.kind === 'member';
  useEffect(() => {
    if (!member) return;
    const again = (): void => void send();
    again();
    // The server may be gone although the browser is online, and come back without an event.
    const timer = setInterval(again, RETRY_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [member]);
  useEffect(() => {
    let left = false;
    setFailed(false);
    puzzles(game, shards).then(
      (got) => {
        if (left) return;
        setAll(got.all);
        setMore(got.more);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [game, shards]);
  if (!spoken || !styled) return <LoadingPage />;
  const address = (g: GameName, m: Mode): string => `/puzzles?mode=${m}&game=${g}`;
  const ready = all?.[0]?.setup.game === game && wanted !== undefined;
  const menu = (
    <>
      <nav class="row tabs" aria-label={lt('puzzle.modes')}>
        {MODES.map((m) => (
          <Link key={m} class="tab" href={address(game, m)} current={m === mode}>
            {lt(`puzzle.mode.${m}`)}
          </Link>
        ))}
      </nav>
      <nav class="row chips" aria-label={lt('puzzle.games')}>
        {GAMES.map((g) => (
          <Link key={g} class="chip" href={address(g, mode)} current={g === game}>
            {t(`title.${g}`)}
          </Link>
        ))}
      </nav>
    </>
  );
  return (
    <div class="learn puzzles">
      <Heading class="visually-hidden" title={lt('puzzle.title')} />
      {!ready ? (
        <section class="learn-words puzzle-words">
          {menu}
          <p class="panel" role="status">
            {failed ? lt('puzzle.load') : t('status.loading')}
          </p>
        </section>
      ) : mode === 'streak' || mode === 'storm' ? (
        <Run key={`${mode} ${game}`} kind={mode} all={all} menu={menu} />
      ) : mode === 'ladders' && id === '' ? (
        <Ladders game={game} idea={query.get('idea') ?? ''} menu={menu} />
      ) : mode === 'themes' && id === '' ? (
        <Themes game={game} all={all} menu={menu} />
      ) : (
        <Training
          key={`${mode} ${game} ${member} ${id} ${theme}`}
          theme={theme}
          all={all}
          wanted={wanted}
          game={game}
          member={member}
          daily={mode === 'daily'}
          menu={menu}
          wantMore={() => more && shards < SHARDS_MAX && setShards(shards + 1)}
        />
      )}
    </div>
  );
}

interface TrainingProps {
  all: Puzzle[];
  /** The first, if somebody asked for it by a link. */
  wanted: Puzzle | null;
  game: GameName;
  member: boolean;
  daily: boolean;
  /** The theme of the address; '' for any. */
  theme: Theme | '';
  menu: JSX.Element;
  wantMore: () => void;
}

function Training(props: TrainingProps): JSX.Element {
  const { all, wanted, game, member, daily: isDaily, theme, menu, wantMore } = props;
  const { attempts, best } = useStore(log);
  const [wish, setWish] = useState<Wish>({ ...ANY, theme });
  /** Counts the puzzles of this visit; the first may be the one of the day. */
  const [n, setN] = useState(0);
  const [last, setLast] = useState('');
  /** The puzzles of this visit: one that was passed over does not come back at once. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  /** What the server offers a member; null: nothing, then the page chooses. */
  const [offered, setOffered] = useState<Puzzle[] | null>(null);
  const [asking, setAsking] = useState(member && !isDaily && !wanted);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!member || wish.level !== '') {
      setOffered(null);
      return;
    }
    let left = false;
    const took = (got: Puzzle[] | null): void => {
      if (left) return;
      setOffered(got);
      setAsking(false);
    };
    offer(game, wish).then(took, () => took(null));
    return () => {
      left = true;
    };
  }, [member, wish, round]);
  const fits = useMemo(() => fitting(all, wish), [all, wish]);
  const estimate = (): number => {
    const ratings = new Map(all.map((p) => [p.id, p.rating]));
    const start = startRating(game, [...ratings.values()], {
      lessons: doneOf(LESSONS[game], progress.value),
      results: results.value.filter((r) => r.game === game),
    });
    return ratingAfter(start, log.value.attempts, ratings);
  };
  // Chosen once: what is loaded or solved later does not change the puzzle on the board.
  const puzzle = useMemo(() => {
    if (wanted && n === 0) return wanted;
    if (isDaily && n === 0) return daily(all, dayOf(Date.now()));
    // What was failed comes again first, if it fits.
    const due = dueOf(again.value, Date.now()).flatMap(({ id }) => fits.find((p) => p.id === id) ?? []);
    const repeat = due.find((p) => !seen.has(p.id));
    if (repeat) return repeat;
    const done = new Set([...log.value.attempts.map((a) => a.id), ...seen]);
    return offered?.find((p) => !done.has(p.id)) ?? nextOf(fits, done, last, estimate());
  }, [n, fits.length === 0, asking]);
  useEffect(() => {
    if (fits.every((p) => attempts.some((a) => a.id === p.id))) wantMore();
  }, [fits, n]);
  const points = useProgress(game, puzzle?.id ?? '');
  const leave = (): void => {
    setLast(puzzle?.id ?? '');
    if (puzzle) setSeen(new Set([...seen, puzzle.id]));
    setN(n + 1);
  };
  const go = (): void => {
    leave();
    if (n % ROUND === ROUND - 1) setRound(round + 1);
  };
  const choose = (next: Wish): void => {
    setAsking(member && next.level === '');
    setWish(next);
    leave();
  };
  const today = attempts.filter((a) => dayOf(a.at) === dayOf(Date.now()));
  const filter = isDaily && n === 0 ? null : <Filter all={all} wish={wish} choose={choose} />;
  const repeated = puzzle !== null && again.value.some((a) => a.id === puzzle.id);
  const head = (
    <>
      {menu}
      {filter}
      {repeated && <p class="soft puzzle-again">{lt('puzzle.again.text')}</p>}
    </>
  );
  if (!puzzle || asking)
    return (
      <section class="learn-words puzzle-words">
        {head}
        <p class="panel" role="status">
          {asking ? t('status.loading') : lt('puzzle.none')}
        </p>
      </section>
    );
  return (
    <PuzzleBoard
      key={`${n} ${puzzle.id}`}
      puzzle={puzzle}
      run={false}
      onFirst={(solved, moves) => {
        attempted(puzzle.id, solved);
        noteAgain(puzzle.id, solved);
        tried(puzzle.id, solved, moves);
      }}
      onNext={go}
      facts={(state) => (
        <>
          <Facts puzzle={puzzle} state={state} row={rowOf(attempts)} best={best.row} />
          {isOver(state) && <Opinion puzzle={puzzle.id} />}
          {today.length > 0 && (
            <div class="puzzle-today">
              <p>
                <b>{lt('puzzle.today')}</b>{' '}
                <span class="soft">
                  {lt('puzzle.today.n', { right: today.filter((a) => a.solved).length, n: today.length })}
                </span>
              </p>
              <ul>
                {today.slice(-TODAY_SHOWN).map((a) => (
                  <li key={a.id} class={a.solved ? 'right' : 'wrong'}>
                    <span aria-hidden="true">{a.solved ? '✓' : '✗'}</span>
                    <span class="visually-hidden">{lt(a.solved ? 'puzzle.solved' : 'puzzle.failed')}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <Progress points={points} />
          <p class="soft learn-keys">{lt('puzzle.keys')}</p>
        </>
      )}
    >
      {head}
    </PuzzleBoard>
  );
}

function isOver(state: State): boolean {
  return state === 'right' || state === 'wrong' || state === 'shown';
}

interface FactsProps {
  puzzle: Puzzle;
  state: State;
  row: number;
  best: number;
}

function Facts({ puzzle, state, row, best }: FactsProps): JSX.Element {
  const known = isOver(state);
  const hidden = <span class="soft">{lt('puzzle.facts.hidden')}</span>;
  const themes = puzzle.themes.map((theme) => lt(`puzzle.theme.${theme}`)).join(', ');
  return (
    <dl class="panel puzzle-facts">
      <dt>{lt('puzzle.facts.board')}</dt>
      <dd>
        {puzzle.setup.width} × {puzzle.setup.height}
      </dd>
      {puzzle.author !== undefined && (
        <>
          <dt>{lt('puzzle.facts.author')}</dt>
          <dd>
            <Link href={`/p/${encodeURIComponent(puzzle.author)}`}>{puzzle.author}</Link>
          </dd>
        </>
      )}
      <dt>{lt('puzzle.facts.rating')}</dt>
      <dd>
        {known ? (
          <>
            <b>{puzzle.rating}</b> <span class="soft">{lt(`puzzle.level.${bandOf(puzzle.rating)}`)}</span>
          </>
        ) : (
          hidden
        )}
      </dd>
      <dt>{lt('puzzle.facts.length')}</dt>
      <dd>{known ? counted('puzzle.facts.plies', puzzle.plies) : hidden}</dd>
      {themes !== '' && (
        <>
          <dt>{lt('puzzle.facts.theme')}</dt>
          <dd>{known ? themes : hidden}</dd>
        </>
      )}
      <dt>{lt('puzzle.facts.streak')}</dt>
      <dd>{lt('puzzle.facts.best', { n: row, best })}</dd>
    </dl>
  );
}

interface FilterProps {
  all: Puzzle[];
  wish: Wish;
  choose: (wish: Wish) => void;
}

/** Theme, size and difficulty, as far as the collection has more than one. */
function Filter({ all, wish, choose }: FilterProps): JSX.Element {
  const sizes = [...new Set(all.map((p) => p.setup.width))].sort((a, b) => a - b);
  const themes = THEMES.filter((theme) => all.some((p) => p.themes.includes(theme)));
  return (
    <div class="row puzzle-filter">
      {themes.length > 0 && (
        <label>
          {lt('puzzle.facts.theme')}{' '}
          <select
            value={wish.theme}
            onChange={(e) => choose({ ...wish, theme: e.currentTarget.value as Theme | '' })}
          >
            <option value="">{lt('puzzle.all')}</option>
            {themes.map((theme) => (
              <option key={theme} value={theme}>
                {lt(`puzzle.theme.${theme}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {sizes.length > 1 && (
        <label>
          {lt('puzzle.filter.size')}{' '}
          <select
            value={String(wish.size)}
            onChange={(e) => choose({ ...wish, size: Number(e.currentTarget.value) })}
          >
            <option value="0">{lt('puzzle.all')}</option>
            {sizes.map((size) => (
              <option key={size} value={String(size)}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {lt('puzzle.filter.level')}{' '}
        <select
          value={wish.level}
          onChange={(e) => choose({ ...wish, level: e.currentTarget.value as Band | '' })}
        >
          <option value="">{lt('puzzle.all')}</option>
          {BANDS.filter((band) => all.some((p) => bandOf(p.rating) === band)).map((band) => (
            <option key={band} value={band}>
              {lt(`puzzle.level.${band}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
