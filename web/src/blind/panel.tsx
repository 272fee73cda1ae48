// Blind mode at a board: a field for moves and commands, and the answers, which a screen reader says as they come.
// Moves of others, the end, and a clock that runs low are said as well.
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

import { leftAt } from '../core/clock';
import { moveName } from '../games/position';
import type { Game, Snapshot } from '../games/position';
import { serverNow } from '../core/net';
import type { Clock } from '../core/net';
import { pointName } from '../board/state';
import { t } from '../i18n';
import { answer, moveSaid } from './answers';
import { bt, counted, useWords } from '../games/blindwords';

export interface BlindPanelProps {
  game: Game;
  /** The latest position. */
  now: Snapshot;
  /** Whose turn it is; '' after an end that the rules do not know. */
  status: string;
  /** How it ended; '' while it lasts. */
  ended: string;
  mayPlay: boolean;
  /** As in `Situation`. */
  tryAny?: boolean;
  onPlay: (word: string) => void;
  clock?: Clock | null;
  /** The names of the seats, in their order. */
  names?: string[];
  /** The seats of the person who types: their clocks are watched. */
  own?: number[];
  /** One goes through the moves here: a shorter game is an earlier position, not a move taken back. */
  browsing?: boolean;
}

interface Line {
  /** Counted on, so that a screen reader hears a line once only. */
  n: number;
  text: string;
  /** The typed text: it is shown, but not announced again. */
  typed: boolean;
}

/** More lines are forgotten. */
const LINES_MAX = 200;
/** After a pause more moves than this are not said one by one. */
const MOVES_SAID_MAX = 4;
/** When a live clock warns, in seconds. */
const WARNINGS = [60, 30, 10] as const;

export function BlindPanel(props: BlindPanelProps): JSX.Element | null {
  return useWords() ? <Panel {...props} /> : null;
}

function Panel(props: BlindPanelProps): JSX.Element {
  const { game, now, status, ended } = props;
  const { width, height } = game.setup;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<Line[]>([]);
  const said = useRef(0);
  const line = (text: string, typed: boolean): Line => ({ n: said.current++, text, typed });
  const add = (texts: readonly string[], typed?: string): void => {
    const news = [
      ...(typed === undefined ? [] : [line(typed, true)]),
      ...texts.map((text) => line(text, false)),
    ];
    setLines((known) => [...known, ...news].slice(-LINES_MAX));
  };

  useEffect(() => {
    const title = t(`title.${game.setup.game}`);
    add([bt('ready', { title, width, height, status: ended === '' ? status : ended })]);
    // Only where nothing else has been chosen since the page opened, or when it was turned on just now.
    const at = document.activeElement;
    if (at === null || at === document.body || at.matches('h1, .skip')) field.current?.focus();
  }, []);
  useNews(props, add);
  useEffect(() => {
    log.current?.scrollTo(0, log.current.scrollHeight);
  }, [lines]);

  const send = (): void => {
    const typed = field.current?.value.trim() ?? '';
    if (field.current) field.current.value = '';
    if (typed === '') return;
    const { clock = null, names = [], mayPlay, tryAny = false } = props;
    const told = ended === '' ? status : ended;
    const said = answer({ game, now, status: told, mayPlay, tryAny, clock, names, at: serverNow() }, typed);
    if ('say' in said) add(said.say, typed);
    else {
      add([], typed);
      props.onPlay(said.play);
    }
  };
  const example = pointName(Math.floor((width * height) / 2) + 1, width);
  return (
    <section class="panel blind" aria-label={bt('title')}>
      <form
        class="row"
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label for={id}>{bt('input')}</label>
        <input
          id={id}
          ref={field}
          type="text"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
        />
        <button type="submit">{bt('send')}</button>
      </form>
      <p id={`${id}-hint`} class="soft">
        {bt('hint', { move: example })}
      </p>
      <div class="blind-log" role="log" aria-live="polite" aria-label={bt('log')} tabIndex={0} ref={log}>
        {lines.map(({ n, text, typed }) => (
          <p key={n} class={typed ? 'soft' : undefined} aria-hidden={typed ? 'true' : undefined}>
            {text}
          </p>
        ))}
      </div>
      <ClockWarning {...props} />
    </section>
  );
}

/** Announces changes: moves of both sides, moves that were taken back, and the end. */
function useNews(props: BlindPanelProps, add: (said: readonly string[]) => void): void {
  const { game, status, ended, browsing = false } = props;
  const known = useRef({ moves: game.moves, ended });
  useEffect(() => {
    const before = known.current;
    known.current = { moves: game.moves, ended };
    const said: string[] = [];
    const n = game.moves.length;
    const grew = n - before.moves.length;
    const changed = game.moves.join(' ') !== before.moves.join(' ');
    if (changed && browsing && grew !== 1) said.push(...positionSaid(game));
    else if (changed && grew > 0)
      for (let ply = Math.max(before.moves.length, n - MOVES_SAID_MAX) + 1; ply <= n; ply++)
        said.push(...moveSaid(game, ply));
    else if (changed) said.push(bt('said.back', { n }));
    if (ended !== '' && ended !== before.ended) said.push(`${ended}.`);
    else if (changed && ended === '' && status !== '') said.push(`${status}.`);
    if (said.length > 0) add(said);
  }, [game.moves.join(' '), ended]);
}

function positionSaid(game: Game): string[] {
  const n = game.moves.length;
  return n === 0 ? [bt('said.start')] : [bt('said.at', { n, move: moveName(game.moves[n - 1] ?? '') })];
}

/** Says at once that one's own live clock runs low. */
function ClockWarning({ clock = null, own = [] }: BlindPanelProps): JSX.Element {
  const [warning, setWarning] = useState('');
  const seat = own.find((s) => clock?.running === s);
  useEffect(() => {
    setWarning('');
    if (!clock || seat === undefined || clock.pace !== 'live' || clock.paused) return;
    const timers = WARNINGS.flatMap((seconds) => {
      const wait = leftAt(clock, seat, serverNow()).ms - seconds * 1000;
      if (wait < 0) return [];
      return [window.setTimeout(() => setWarning(counted('left', seconds)), wait)];
    });
    return () => timers.forEach(clearTimeout);
  }, [clock, seat]);
  return (
    <p class="visually-hidden" role="alert" aria-live="assertive">
      {warning}
    </p>
  );
}
