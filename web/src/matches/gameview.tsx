// What match pages and local games share: the board with all its views, the moves, the reason
// why a point is refused. The page decides who may move, and handles a move.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { PLACE_OWN, PLACE_RED } from '../board/state';
import type { Turn } from '../board/state';
import { GAME_PAGES } from '../games';
import { plural, t } from '../i18n';
import { Marks } from '../learn/marks';
import { Portrait } from '../parts/name';
import type { GameName } from '../wasm/wasm';
import { BoardView } from '../parts/boardview';
import { useStore } from '../core/env';
import { lazy } from '../parts/lazy';
import type { Clock, SeatRating } from '../core/net';
import { RatingOf } from '../parts/rating';
import {
  boardOf,
  canPass,
  canSwap,
  explain,
  moveAt,
  moveName,
  moveWord,
  moversOf,
  roundsOf,
  sideName,
  sideSeen,
  snapshot,
} from '../games/position';
import type { Game, Snapshot } from '../games/position';
import type { Ahead, Dropped } from './boardtools';
import { RefusalPanel } from '../parts/refusal';
import type { Refusal } from '../parts/refusal';
import { Link } from '../core/router';
import { changeSettings, settings } from '../core/settings';
import { play } from '../core/sound';

const BoardTools = lazy(() => import('./boardtools').then((m) => m.BoardTools), true);
const Zen = lazy(() => import('./boardtools').then((m) => m.Zen), true);
const AheadPanel = lazy(() => import('./boardtools').then((m) => m.AheadPanel), true);
const BlindPanel = lazy(() => import('../blind/panel').then((m) => m.BlindPanel), true);

export interface SeatView {
  seat: number;
  name: string;
  /** A page about the player of the seat. */
  href?: string;
  /** Of the engine: it has a picture. */
  level?: number;
  rating?: SeatRating | null;
  you: boolean;
  thinking: boolean;
  /** Why nothing happens: said instead of that it thinks. */
  waits?: string;
  /** Beside the name: whether the player is there. */
  presence?: ComponentChildren;
  /** Beside the points: a clock. */
  extra?: ComponentChildren;
}

export interface GameViewProps {
  game: Game;
  seats: SeatView[];
  /** May the person move for this side now? */
  mayPlay: (side: number, seat: number) => boolean;
  /** The line above the moves, instead of the side to move, where the board serves another purpose. */
  statusOf?: (s: Snapshot, side: string) => string;
  /** Over for a reason that the rules do not know (resignation …). */
  over?: boolean;
  onPlay: (word: string) => void;
  /** The seat that may choose its move before the other side has moved, and whether that move can be played now. */
  premoves?: { seat: number; turn: boolean } | null;
  /** Points of the latest position that are marked, as a hint. */
  marks?: readonly number[];
  /** A notice that stands above the moves. */
  notice?: ComponentChildren;
  /** Shown when the latest position is looked at. */
  outcome?: (s: Snapshot, quarter: Turn) => ComponentChildren;
  /** The same as one sentence for screen readers; '' while the match runs. Without it, they get the
   * result by the rules. */
  ended?: (s: Snapshot) => string;
  clock?: Clock | null;
  actions?: ComponentChildren;
  below?: ComponentChildren;
}

interface Toggles {
  owner: boolean;
  water: boolean;
  claims: boolean;
}

export function GameView(props: GameViewProps): JSX.Element {
  const { game, seats, mayPlay, onPlay } = props;
  const { coordinates, confirm, hints, blind } = useStore(settings);
  const [viewed, setViewed] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [picked, setPicked] = useState<{ point: number; red: boolean } | null>(null);
  const [toggles, setToggles] = useState<Toggles>({ owner: true, water: false, claims: false });
  const [turn, setTurn] = useState<Turn | null>(null);
  const wide = useWide();

  const latest = game.moves.length;
  const ply = Math.min(viewed ?? latest, latest);
  const past = ply < latest;
  // Moves that have come since one looks back.
  const left = useRef(latest);
  if (!past) left.current = latest;
  const fresh = Math.max(0, latest - left.current);
  const movesKey = game.moves.join(' ');
  const now = useMemo(() => snapshot(game, ply), [movesKey, ply, game.setup, game.from]);
  const seat = now.state.seats[now.state.side - 1] ?? now.state.side;
  const interactive = !past && !props.over && !now.state.over && mayPlay(now.state.side, seat);
  const name = game.setup.game;
  const page = GAME_PAGES[name];
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const premoves = props.premoves ?? null;
  const plans = premoves !== null && !premoves.turn && !past && !props.over && !now.state.over;

  // A new position takes marks and half-made moves away.
  useEffect(() => {
    setRefusal(null);
    setPicked(null);
  }, [movesKey, ply]);
  useSounds(game, now, past, props.over === true);
  useStepKeys(latest, ply, setViewed);

  const quarter = turn ?? (game.setup.width > game.setup.height && !wide ? 1 : 0);
  const status =
    props.statusOf && !now.state.over
      ? props.statusOf(now, sideSeen(name, now.state.side, quarter))
      : statusOf(name, now, props.over === true, interactive, quarter);
  const shown = { ...toggles, interactive, coordinates, turn: quarter };
  const board = useMemo(() => {
    const b = boardOf(game, now, shown, status);
    const refused = refusal?.point ?? (dropped?.at === latest && !past ? dropped.point : null);
    const marked = { ...b, picked, refused, proof: refusal?.proof ?? [] };
    if (!plans) return marked;
    const side = now.state.seats.indexOf(premoves.seat) + 1;
    // Nobody knows yet what will be legal.
    const legal = b.cells.map(() => (page.neutral === 'red' ? PLACE_OWN | PLACE_RED : PLACE_OWN));
    return { ...marked, ahead: true, interactive: true, legal, side, planned: ahead };
  }, [now, interactive, coordinates, quarter, toggles, status, picked, refusal, plans, ahead, dropped]);

  const place = (point: number, red: boolean, small: boolean): void => {
    setRefusal(null);
    setDropped(null);
    if (plans) {
      const again = ahead?.point === point && ahead.red === red;
      setAhead(again ? null : { point, red, from: latest });
      return;
    }
    const ask = confirm === 'always' || (confirm === 'auto' && small);
    const same = picked?.point === point && picked.red === red;
    if (ask && !same) setPicked({ point, red });
    else onPlay(moveWord(game, moveAt(point, red)));
  };
  const refuse = (point: number): void => {
    setPicked(null);
    const why = explain(game, ply, moveAt(point, false));
    setRefusal({
      point,
      proof: why.points,
      rule: why.rule,
      text: why.text,
      alternative: why.alternative,
    });
  };
  const clear = (): void => {
    setRefusal(null);
    setPicked(null);
    setAhead(null);
  };

  // The person sits below, the others above; if no seat or every seat is "you", seat 1 sits below.
  const someone = seats.some((s) => s.you) && !seats.every((s) => s.you);
  const bottom = seats.filter((s) => (someone ? s.you : s.seat === 1));
  const top = seats.filter((s) => !bottom.includes(s));
  const seatRow = (view: SeatView): JSX.Element => (
    <SeatRow key={view.seat} view={view} game={game} now={now} over={props.over === true} quarter={quarter} />
  );
  const table = (
    <div class={`table table-${name}${quarter % 2 === 0 ? '' : ' turned'}`}>
      <div class="panel seats seats-top">{top.map(seatRow)}</div>
      <div class="table-board">
        <BoardView board={board} onPlace={place} onIllegal={refuse} onCancel={clear}>
          {!past && props.marks && props.marks.length > 0 && <Marks board={board} points={props.marks} />}
          <BoardTools board={board} planned={ahead !== null} onCancel={clear} />
        </BoardView>
      </div>
      <div class="panel seats seats-bottom">{bottom.map(seatRow)}</div>
      <div class="table-middle">
        <p class={interactive ? 'status yours' : 'status'} role={blind ? undefined : 'status'}>
          {status}
        </p>
        {!blind && <Announcement game={game} now={now} ply={ply} quarter={quarter} />}
        {premoves && (
          <AheadPanel
            game={game}
            ahead={ahead}
            dropped={dropped}
            turn={premoves.turn}
            over={props.over === true || now.state.over}
            onPlay={onPlay}
            onDrop={setDropped}
            onClear={() => setAhead(null)}
          />
        )}
        {props.notice}
        {past && (
          <p class={fresh > 0 ? 'panel notice fresh' : 'panel notice'} role="status">
            {fresh > 0 ? plural('table.past.new', fresh) : t('table.past')}{' '}
            <button type="button" class="plain" onClick={() => setViewed(null)}>
              {t('table.present')}
            </button>
          </p>
        )}
        {refusal && <RefusalPanel refusal={refusal} game={game} onPlay={onPlay} />}
        {picked && (
          <div class="row">
            <button
              type="button"
              class="go"
              onClick={() => onPlay(moveWord(game, moveAt(picked.point, picked.red)))}
            >
              {t('table.confirm', { move: moveName(moveWord(game, moveAt(picked.point, picked.red))) })}
            </button>
            <button type="button" onClick={clear}>
              {t('table.cancel')}
            </button>
          </div>
        )}
        {interactive && canSwap(now) && (
          <div class="panel notice">
            <p>{t('table.swap.hint')}</p>
            <button type="button" onClick={() => onPlay('swap')}>
              {t('table.swap')}
            </button>
          </div>
        )}
        {interactive && canPass(now) && (
          <div class="row">
            <button type="button" onClick={() => onPlay('pass')}>
              {t('table.pass')}
            </button>
          </div>
        )}
        {!past && props.outcome?.(now, quarter)}
      </div>
      <div class="table-rest">
        <MoveList game={game} ply={ply} onView={(n) => setViewed(n >= latest ? null : n)} />
        <div class="row toggles" role="group" aria-label={t('table.show')}>
          {page.tells.water && (
            <Toggle
              on={toggles.water}
              text={t('table.show.channels')}
              set={(water) => setToggles({ ...toggles, water })}
            />
          )}
          {page.tells.claims && (
            <Toggle
              on={toggles.claims}
              text={t('table.show.claims')}
              set={(claims) => setToggles({ ...toggles, claims })}
            />
          )}
          {page.owners !== null && (
            <Toggle
              on={toggles.owner}
              text={t(page.owners)}
              set={(owner) => setToggles({ ...toggles, owner })}
            />
          )}
          <Toggle
            on={coordinates}
            text={t('settings.coordinates')}
            set={(on) => changeSettings({ coordinates: on })}
          />
          <Toggle on={hints} text={t('settings.hints')} set={(on) => changeSettings({ hints: on })} />
          <button type="button" class="quiet" onClick={() => setTurn(((quarter + 1) % 4) as Turn)}>
            {t('table.turnboard')}
          </button>
          <Zen over={props.over === true || now.state.over} />
        </div>
      </div>
      <div class="table-below">
        {props.actions}
        {props.below}
      </div>
    </div>
  );
  if (!blind) return table;
  return (
    <>
      <Typed {...props} />
      {table}
    </>
  );
}

/** Blind mode: the latest position in words, whatever the board shows. */
function Typed({
  game,
  seats,
  mayPlay,
  onPlay,
  over = false,
  statusOf: said,
  ...props
}: GameViewProps): JSX.Element {
  const now = useMemo(() => snapshot(game, game.moves.length), [game.moves.join(' '), game.setup, game.from]);
  const { side, seats: order } = now.state;
  const may = !over && !now.state.over && mayPlay(side, order[side - 1] ?? side);
  const name = game.setup.game;
  return (
    <BlindPanel
      game={game}
      now={now}
      status={said ? said(now, sideName(name, side)) : statusOf(name, now, over, may, 0)}
      ended={props.ended?.(now) ?? (now.state.over ? statusOf(name, now, true, false, 0) : '')}
      mayPlay={may}
      onPlay={onPlay}
      clock={props.clock ?? null}
      names={seats.map((s) => s.name)}
      own={seats.flatMap((s) => (s.you ? [s.seat] : []))}
    />
  );
}

/** Sounds for a stone, for captures, and for the end; not for moves from before the page was
 * opened. */
function useSounds(game: Game, now: Snapshot, past: boolean, over: boolean): void {
  const latest = game.moves.length;
  const ended = over || now.state.over;
  const known = useRef({ latest, ended, cells: now.cells });
  useEffect(() => {
    if (past) return;
    const before = known.current;
    known.current = { latest, ended, cells: now.cells };
    if (ended && !before.ended) play('end');
    else if (latest > before.latest) {
      const taken = now.cells.some((cell, p) => cell.owner === 0 && (before.cells[p]?.owner ?? 0) !== 0);
      play(taken ? 'capture' : 'stone');
    }
  }, [latest, ended, past]);
}

function statusOf(name: GameName, s: Snapshot, over: boolean, interactive: boolean, quarter: Turn): string {
  if (s.state.over || over) {
    if (!s.state.over) return '';
    return s.state.winner === 0
      ? t('result.draw')
      : t('result.wins', { side: sideSeen(name, s.state.winner, quarter) });
  }
  const side = sideSeen(name, s.state.side, quarter);
  const status = interactive ? `${t('table.yourturn')} · ${side}` : t('table.turn', { side });
  return s.state.more > 0 ? plural('table.more', s.state.more, { status }) : status;
}

interface SeatRowProps {
  view: SeatView;
  game: Game;
  now: Snapshot;
  over: boolean;
  quarter: Turn;
}

function SeatRow({ view, game, now, over, quarter }: SeatRowProps): JSX.Element {
  const side = now.state.seats.indexOf(view.seat) + 1;
  const toMove = !over && !now.state.over && side === now.state.side;
  const name = game.setup.game;
  const { owners, edges } = GAME_PAGES[name];
  const points = now.result.points[side - 1] ?? 0;
  return (
    <div class={toMove ? 'seat to-move' : 'seat'} data-seat={view.seat}>
      <span class={edges ? `dot edge-${side}` : `dot side-${side}`} />
      {view.level !== undefined && <Portrait level={view.level} size={36} />}
      <span class="seat-name">
        <b>
          {view.href === undefined ? view.name : <Link href={view.href}>{view.name}</Link>}{' '}
          <RatingOf rating={view.rating} /> {view.presence}
        </b>
        <span class="soft">
          {sideSeen(name, side, quarter)}
          {view.you && ` · ${t('seat.you')}`}
        </span>
      </span>
      <span class="seat-state">
        {view.extra}
        {owners !== null && plural('seat.points', points)}
        {toMove && (
          <span class="turn-mark">{view.thinking ? view.waits || t('seat.thinking') : t('seat.turn')}</span>
        )}
      </span>
    </div>
  );
}

interface AnnouncementProps {
  game: Game;
  now: Snapshot;
  ply: number;
  quarter: Turn;
}

/** Says the latest move to a screen reader, once. */
function Announcement({ game, now, ply, quarter }: AnnouncementProps): JSX.Element {
  const word = game.moves[ply - 1];
  const text = word === undefined ? '' : `${ply}. ${moveName(word)}`;
  const over = now.state.over ? ` ${statusOf(game.setup.game, now, false, false, quarter)}` : '';
  return (
    <p class="visually-hidden" aria-live="polite">
      {text}
      {over}
    </p>
  );
}

/** The seat of each move: the sides take turns, and two may exchange them (R7), but seats stay. Only of three or four
 * players may one play again at once (C9). */
function seatsOfMoves(game: Game): number[] {
  if (game.setup.players > 2) return moversOf(game);
  return game.moves.map((_, i) => (i % 2) + 1);
}

interface MoveListProps {
  game: Game;
  ply: number;
  onView: (ply: number) => void;
}

function MoveList({ game, ply, onView }: MoveListProps): JSX.Element {
  const last = game.moves.length;
  const rows = useMemo(() => roundsOf(seatsOfMoves(game)), [game.setup, game.from, game.moves.join(' ')]);
  useEffect(() => {
    // The list scrolls, not the page.
    const list = document.querySelector('.move-list');
    const current = list?.querySelector<HTMLElement>('[aria-current]');
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }, [ply, last]);
  return (
    <section class="panel moves" aria-label={t('table.moves')}>
      <div class="move-list" tabIndex={0} role="group" aria-label={t('table.moves')}>
        {rows.map(({ round, plies }, row) => (
          <div class="round" key={row}>
            <span class="soft">{round > 0 && round}</span>
            {plies.map((n, column) => {
              const word = n === null ? undefined : game.moves[n - 1];
              if (n === null || word === undefined) return <span key={`gap${column}`} class="move-gap" />;
              return (
                <button
                  type="button"
                  key={n}
                  class="move"
                  aria-label={t('table.move', { n, move: moveName(word) })}
                  aria-current={n === ply ? 'step' : undefined}
                  onClick={() => onView(n)}
                >
                  {moveName(word)}
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <div class="steps">
        <StepButton text={t('table.first')} sign="«" disabled={ply === 0} onClick={() => onView(0)} />
        <StepButton text={t('table.back')} sign="‹" disabled={ply === 0} onClick={() => onView(ply - 1)} />
        <span class="soft">
          {ply} / {last}
        </span>
        <StepButton
          text={t('table.forward')}
          sign="›"
          disabled={ply === last}
          onClick={() => onView(ply + 1)}
        />
        <StepButton text={t('table.latest')} sign="»" disabled={ply === last} onClick={() => onView(last)} />
      </div>
    </section>
  );
}

interface StepButtonProps {
  text: string;
  sign: string;
  disabled: boolean;
  onClick: () => void;
}

function StepButton({ text, sign, disabled, onClick }: StepButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="quiet step"
      aria-label={text}
      title={text}
      disabled={disabled}
      onClick={onClick}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

interface ToggleProps {
  on: boolean;
  text: string;
  set: (on: boolean) => void;
}

function Toggle({ on, text, set }: ToggleProps): JSX.Element {
  return (
    <button type="button" class="quiet toggle" aria-pressed={on} onClick={() => set(!on)}>
      {text}
    </button>
  );
}

/** Arrow keys and Home/End step through the game, unless the board or a field has the keyboard. */
function useStepKeys(latest: number, ply: number, view: (ply: number | null) => void): void {
  // Keys may come faster than the page is drawn: each starts from where the last one led.
  const at = useRef(ply);
  at.current = ply;
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (target?.closest('input, textarea, select, dialog, [role=slider]')) return;
      // Keys move the board's cursor once it is used by keys; after a click they step through the game.
      if (target?.closest('.board') && target.matches(':focus-visible')) return;
      if (target?.classList.contains('move-list') && (event.key === 'Home' || event.key === 'End')) return;
      const to = { ArrowLeft: at.current - 1, ArrowRight: at.current + 1, Home: 0, End: latest }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      at.current = Math.min(Math.max(0, to), latest);
      view(at.current === latest ? null : at.current);
    };
    // Before the board, which would move its cursor.
    addEventListener('keydown', key, true);
    return () => removeEventListener('keydown', key, true);
  }, [latest]);
}

/** Whether the window is wider than high: boards that are not square lie along it. */
function useWide(): boolean {
  const query = '(min-aspect-ratio: 1/1)';
  const [wide, setWide] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const tell = (): void => setWide(list.matches);
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, []);
  return wide;
}
