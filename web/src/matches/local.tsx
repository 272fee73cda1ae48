// Play on this device, without a server: several people at one screen, or against the engine, which
// thinks in a worker. The game is kept in the browser's storage, so a reload loses nothing.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { t } from '../i18n';
import { FirstGoal } from '../opponents/goal';
import { LEVELS } from '../core/ladder';
import { opponentPath, opponentTitle } from '../parts/name';
import { paceMs } from '../opponents/pace';
import { isFirst, noteHelped, noteResult, results, wasHelped } from '../core/engineresults';
import { OPTION_JACKED } from '../wasm/wasm';
import type { GameInfo, GameName, Setup } from '../wasm/wasm';
import type { ThinkAnswer, ThinkRequest } from '../wasm/worker';
import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import { pointOf, snapshot, wordMove } from '../games/position';
import type { Game } from '../games/position';
import { Heading } from '../parts/heading';
import { lazy } from '../parts/lazy';
import { Outcome, outcomeText } from '../parts/outcome';
import { Link, navigate } from '../core/router';
import { settings } from '../core/settings';
import { GameView } from './gameview';
import { linkOf } from '../analysis/link';

const Coach = lazy(() => import('../opponents/coach').then((m) => m.Coach), true);
const AfterGame = lazy(() => import('../opponents/after').then((m) => m.AfterGame), true);

/** 0: a person; otherwise the engine's level. */
type LocalSeat = number;

interface LocalGame {
  setup: Setup;
  seats: LocalSeat[];
  moves: string[];
}

function clamp(value: string | null, otherwise: number, max: number): number {
  const n = Number(value ?? '');
  return Number.isInteger(n) && n >= 1 && n <= max ? n : otherwise;
}

/** A size that the game is played on. */
function sizeFrom(info: GameInfo, value: string | null, otherwise: number): number {
  const n = clamp(value, otherwise, info.sizeMax);
  return n >= info.sizeMin && (n - info.sizeMin) % info.sizeStep === 0 ? n : otherwise;
}

/** A game from the address: ?size=9 or width and height, seats=me,e3, swap=0, jacked=1. */
export function gameFromAddress(game: GameName, query: URLSearchParams): LocalGame {
  const info = rules().info(game);
  const size = sizeFrom(info, query.get('size'), info.sizeDefault);
  const width = sizeFrom(info, query.get('width'), size);
  const words = (query.get('seats') ?? 'me,me').split(',').slice(0, info.playersMax);
  const seats = words.map((w) => (w.startsWith('e') ? clamp(w.slice(1), 1, LEVELS.length) : 0));
  let options = info.optionsDefault;
  if (query.get('swap') === '0') options &= ~1;
  if (query.get('jacked') === '1') options |= 2 & info.options;
  const setup = {
    game,
    width,
    height: info.rectangular ? sizeFrom(info, query.get('height'), size) : width,
    players: Math.max(seats.length, info.playersMin),
    options,
  };
  while (seats.length < setup.players) seats.push(0);
  return { setup, seats, moves: [] };
}

/** The moves that were played here before, if the storage has them. */
function savedMoves(key: string): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(saved) ? saved.filter((w): w is string => typeof w === 'string') : [];
  } catch {
    return [];
  }
}

function save(key: string, moves: string[]): void {
  try {
    if (moves.length > 0) localStorage.setItem(key, JSON.stringify(moves));
    else localStorage.removeItem(key);
  } catch {
    // Then a reload starts again.
  }
}

/** The address of the study of a game on this device. */
function analysisOf(game: Game): string {
  return linkOf({ setup: game.setup, from: null }, game.moves);
}

/** Under which a game is kept. */
const keyOf = (game: GameName, query: URLSearchParams): string => `hoshi-local-${game}-${query.toString()}`;

/** One person against one engine: its level, and the person's seat. */
function duelOf(seats: readonly LocalSeat[]): { level: number; own: number } | null {
  const [one = 0, two = 0] = seats;
  if (seats.length !== 2 || (one === 0) === (two === 0)) return null;
  return { level: one + two, own: one === 0 ? 1 : 2 };
}

/** A move that was shown, and when. */
interface Hint {
  ply: number;
  point: number | null;
}

export function LocalPage({ game: name, query }: { game: GameName; query: URLSearchParams }): JSX.Element {
  const key = keyOf(name, query);
  const [first] = useState(() => gameFromAddress(name, query));
  const [moves, setMoves] = useState(() => savedMoves(key));
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const game: Game = { setup: first.setup, moves };
  const now = snapshot(game, moves.length);
  const turnSeat = now.state.seats[now.state.side - 1] ?? 1;
  const level = now.state.over ? 0 : (first.seats[turnSeat - 1] ?? 0);
  const play = (word: string): void => setMoves((known) => [...known, word]);
  const duel = duelOf(first.seats);
  const [hint, setHint] = useState<Hint | null>(null);
  const own = duel === null ? 0 : now.state.seats.indexOf(duel.own) + 1;
  const score = now.state.winner === 0 ? 0.5 : now.state.winner === own ? 1 : 0;
  const isNew = isFirst(useStore(results), name);

  // Kept before it is painted: a reload right after a move loses nothing.
  useLayoutEffect(() => save(key, moves), [key, moves]);
  useEngine(game, level, now.legal.length, attempt, (move) => {
    setFailed(move === null);
    if (move !== null) play(move);
  });

  useEffect(() => {
    if (duel === null || !now.state.over) return;
    const id = `l${key} ${moves.join(' ')}`;
    noteResult({ id, game: name, level: duel.level, score, helped: wasHelped(key) });
  }, [now.state.over]);

  const anew = (): void => {
    noteHelped(key, false);
    setMoves([]);
  };
  const against = (other: number): void => {
    const next = new URLSearchParams(query);
    next.set('seats', first.seats.map((l) => (l === 0 ? 'me' : `e${other}`)).join(','));
    const there = keyOf(name, next);
    noteHelped(there, false);
    save(there, []);
    navigate(`/local/${name}?${next.toString()}`);
  };
  /** Back to where a person was to move. */
  const undo = (): void => {
    noteHelped(key);
    let n = moves.length - 1;
    while (n > 0) {
      const s = snapshot(game, n).state;
      if ((first.seats[(s.seats[s.side - 1] ?? 1) - 1] ?? 0) === 0) break;
      n--;
    }
    setMoves(moves.slice(0, Math.max(n, 0)));
  };
  const seats = first.seats.map((l, i) => ({
    seat: i + 1,
    name: l === 0 ? t('seat.local', { n: i + 1 }) : opponentTitle(l),
    ...(l === 0 ? {} : { level: l, href: opponentPath(l) }),
    you: false,
    thinking: l !== 0,
  }));
  const mine = first.seats.flatMap((l, i) => (l === 0 ? [i + 1] : []));
  return (
    <div class="match-page">
      <div class="match-head">
        <Heading class="match-title" title={t('local.title', { title: t(`title.${name}`) })} />
        {duel !== null && isNew && <FirstGoal game={name} />}
      </div>
      <GameView
        game={game}
        seats={seats}
        mayPlay={(_, seat) => (first.seats[seat - 1] ?? 0) === 0}
        onPlay={play}
        marks={hint?.ply === moves.length && hint.point !== null ? [hint.point] : []}
        notice={
          <>
            {failed && (
              <p class="panel refusal" role="alert">
                {t('local.engine')}{' '}
                <button type="button" class="plain" onClick={() => setAttempt(attempt + 1)}>
                  {t('local.again')}
                </button>
              </p>
            )}
            {duel !== null && !now.state.over && (
              <Coach
                game={game}
                level={duel.level}
                myTurn={level === 0}
                onHint={(word) => {
                  noteHelped(key);
                  setHint({ ply: moves.length, point: pointOf(wordMove(game, word)) });
                }}
              />
            )}
          </>
        }
        ended={(s) => outcomeText({ game: name, now: s, mine, players: first.setup.players, quarter: 0 })}
        outcome={(s, quarter) => (
          <Outcome
            game={name}
            now={s}
            mine={mine}
            players={first.setup.players}
            quarter={quarter}
            jacked={(first.setup.options & OPTION_JACKED) !== 0}
          >
            <div class="row">
              <button type="button" class="go" onClick={anew}>
                {t(duel === null ? 'local.new' : 'match.rematch')}
              </button>
              <Link class="button" href={`${analysisOf(game)}&review=1`}>
                {t('match.review')}
              </Link>
            </div>
            {duel !== null && <AfterGame game={name} level={duel.level} score={score} play={against} />}
          </Outcome>
        )}
        actions={
          <div class="row">
            <button type="button" disabled={moves.length === 0} onClick={undo}>
              {t('local.undo')}
            </button>
            <button type="button" disabled={moves.length === 0} onClick={anew}>
              {t('local.new')}
            </button>
            <button type="button" class="quiet" onClick={() => navigate(`/new/${name}`)}>
              {t('front.options')}
            </button>
            <Link href={analysisOf(game)}>{t('match.analyse')}</Link>
            <Link href={`/rules/${name}`}>{t('table.rules')}</Link>
          </div>
        }
      />
    </div>
  );
}

/** Asks the worker for a move whenever the engine has the turn; an answer to an old question is dropped. The worker
 * is started with the page, so that the engine is there when the connection is not. */
function useEngine(
  game: Game,
  level: number,
  legal: number,
  attempt: number,
  onMove: (move: string | null) => void,
): void {
  const worker = useRef<Worker | null>(null);
  const question = useRef(0);
  useEffect(() => {
    worker.current = new Worker('/worker.js');
    return () => worker.current?.terminate();
  }, []);
  useEffect(() => {
    const id = ++question.current;
    if (level === 0 || !worker.current) return;
    const begun = performance.now();
    let waiting: number | undefined;
    worker.current.onmessage = ({ data }: MessageEvent<ThinkAnswer>) => {
      if (data.id !== question.current) return;
      const pace = settings.value.pace === 'human' ? paceMs(data.doubt, legal) : 0;
      const rest = pace - (performance.now() - begun);
      if (rest <= 0 || data.move === null) onMove(data.move);
      else waiting = window.setTimeout(() => onMove(data.move), rest);
    };
    // Its script could not be loaded: another worker with the next attempt.
    worker.current.onerror = () => {
      worker.current?.terminate();
      worker.current = new Worker('/worker.js');
      onMove(null);
    };
    const seed = Math.floor(Math.random() * 0x7fffffff);
    const request: ThinkRequest = { id, setup: game.setup, moves: game.moves, level, seed };
    worker.current.postMessage(request);
    // Taken back, restarted or left: the waiting answer is not played.
    return () => clearTimeout(waiting);
  }, [game.moves.length, level, attempt]);
}
