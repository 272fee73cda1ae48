// One puzzle on its board: the solver moves, the proof answers, hints and the answer on request.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { useStore } from '../core/env';
import { settings } from '../core/settings';
import { rules } from '../wasm/loaded';
import {
  boardOf,
  explain,
  moveAt,
  moveName,
  moveWord,
  pointOf,
  sideName,
  snapshot,
  wordMove,
} from '../games/position';
import { Link } from '../core/router';
import { lazy } from '../parts/lazy';
import { SpecialMoves } from '../parts/specialmoves';
import type { Turn } from '../board/state';
import { Marks } from '../learn/marks';
import { Why, WhyReply } from '../learn/why';
import { prove } from '../learn/prover';
import type { Judgement } from '../learn/prover';
import { counted, lt } from '../learn/words';
import type { Point } from '../wasm/wasm';
import { ideasOf } from './collection';
import type { Puzzle } from './collection';
import { NODES, POSITIONS, bestLine, judgeMove } from '../learn/solve';
import { regionOf } from './hints';
import { Switches, switches } from './switches';
import { studyLink } from './start';

const BlindPanel = lazy(() => import('../blind/panel').then((m) => m.BlindPanel), true);
const ANSWER_PLIES = 40;
const HINTS = 3;

export type State = 'asked' | 'judging' | 'right' | 'wrong' | 'unclear' | 'shown';

interface PuzzleBoardProps {
  puzzle: Puzzle;
  /** Called once, with the first outcome and the moves that led to it; after a hint or the answer it does not count as solved. */
  onFirst: (solved: boolean, moves: readonly string[]) => void;
  /** Called when the puzzle is over, or in a run when it was failed. */
  onOver?: (solved: boolean) => void;
  onNext: () => void;
  /** A run: one try, without hints. */
  run: boolean;
  children?: JSX.Element | null;
  facts: (state: State) => JSX.Element | null;
}

export function PuzzleBoard(props: PuzzleBoardProps): JSX.Element {
  const { puzzle, run } = props;
  const name = puzzle.setup.game;
  /** Moves after the puzzle's own that stand on the board when nothing is stepped back. */
  const [line, setLine] = useState<string[]>([]);
  /** Where the line was before the wrong move. */
  const [kept, setKept] = useState<string[]>([]);
  const [at, setAt] = useState(0);
  const [state, setState] = useState<State>('asked');
  const [tried, setTried] = useState('');
  const [illegal, setIllegal] = useState<{ point: Point; rule: string; text: string; proof: Point[] } | null>(
    null,
  );
  const [hints, setHints] = useState(0);
  /** Points that a hint marks, and its words. */
  const [marks, setMarks] = useState<Point[]>([]);
  const [said, setSaid] = useState('');
  const [turn, setTurn] = useState<Turn>(0);
  /** Whether the keyboard came to the board by Tab: on one that was clicked, arrows step through the line. */
  const byTab = useRef(false);
  const first = useRef(true);
  const left = useRef(false);
  /** Counts the hints that were asked for: one for an earlier position comes too late. */
  const asking = useRef(0);
  const next = useRef<HTMLButtonElement>(null);
  const shown = useStore(switches);
  const { blind } = useStore(settings);
  const info = rules().info(name);
  useEffect(() => () => void (left.current = true), []);

  const base = useMemo(() => {
    const { setup, from: placed, moves } = puzzle;
    return { setup, ...(placed ? { from: placed } : {}), moves };
  }, [puzzle]);
  const side = useMemo(() => snapshot(base, base.moves.length).state.side, [base]);
  const game = useMemo(() => ({ ...base, moves: [...base.moves, ...line.slice(0, at)] }), [base, line, at]);
  const now = useMemo(() => snapshot(game, game.moves.length), [game]);
  const ask = (moves: readonly string[], goal: number): Promise<Judgement | null> =>
    prove({ ...base, moves: [...base.moves, ...moves] }, goal, NODES, POSITIONS);

  const outcome = (solved: boolean, moves: readonly string[]): void => {
    if (!first.current) return;
    first.current = false;
    props.onFirst(solved, moves);
  };
  const forget = (): void => {
    asking.current++;
    setHints(0);
    setMarks([]);
    setSaid('');
  };
  const play = async (word: string): Promise<void> => {
    if (state !== 'asked') return;
    setIllegal(null);
    forget();
    setTried(word);
    setKept(line);
    setState('judging');
    setLine([...line, word]);
    setAt(line.length + 1);
    const step = await judgeMove(ask, puzzle.goal, line, word);
    if (left.current) return;
    if (step.kind === 'unclear') {
      setState('unclear');
      return;
    }
    setLine(step.line);
    if (step.kind === 'wrong') {
      outcome(false, [...line, word]);
      setAt(Math.min(line.length + 2, step.line.length));
      setState('wrong');
      if (run) props.onOver?.(false);
      return;
    }
    setAt(step.line.length);
    setState(step.solved ? 'right' : 'asked');
    if (!step.solved) return;
    outcome(true, step.line);
    props.onOver?.(true);
  };
  const again = (): void => {
    setLine(kept);
    setAt(kept.length);
    setTried('');
    setState('asked');
  };
  /** The idea first, then where the move is, then the move. */
  const hint = async (): Promise<void> => {
    if (state !== 'asked' || run || hints >= HINTS) return;
    outcome(false, line);
    const mine = ++asking.current;
    if (hints === 0) {
      setSaid(ideaOf(puzzle));
      setHints(1);
      return;
    }
    const judged = await ask(line, puzzle.goal);
    if (left.current || mine !== asking.current || !judged || judged.move === null) return;
    const point = pointOf(wordMove(game, judged.move));
    const legal = [...new Set(now.legal.map(pointOf).filter((p) => p !== null))];
    const near = point !== null && hints === 1 ? regionOf(point, legal, puzzle.setup.width) : null;
    setMarks(near ?? (point === null ? [] : [point]));
    setSaid(
      near
        ? lt('puzzle.hint.near', { points: near.map((p) => moveWord(game, p)).join(', ') })
        : lt('puzzle.hint.move', { move: moveName(judged.move) }),
    );
    setHints(near ? 2 : HINTS);
  };
  const show = async (): Promise<void> => {
    if (run || state === 'judging' || state === 'shown') return;
    outcome(false, line);
    const from = state === 'asked' ? line : kept;
    setState('judging');
    const answer = await bestLine(ask, from, puzzle.goal, ANSWER_PLIES);
    if (left.current) return;
    setIllegal(null);
    forget();
    setLine(answer);
    setAt(Math.min(from.length + 1, answer.length));
    setState('shown');
  };
  const over = state === 'right' || state === 'shown' || state === 'wrong';
  const from = state === 'wrong' ? kept.length + 1 : 0;
  useEffect(() => {
    if (state === 'right' && !run) next.current?.focus({ preventScroll: true });
  }, [state]);
  // With what is drawn: a key acts on what its player sees.
  useLayoutEffect(() => {
    const point = (): void => {
      byTab.current = false;
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') byTab.current = true;
      const typing = (event.target as HTMLElement | null)?.closest('select, input, textarea');
      if (event.ctrlKey || event.altKey || event.metaKey || typing) return;
      switch (event.key.toLowerCase()) {
        case 'h':
          void hint();
          break;
        case 'a':
          void show();
          break;
        case 'n':
          if (!run) props.onNext();
          break;
        case 'r':
          if (!run && (state === 'wrong' || state === 'unclear')) again();
          break;
        case 'arrowleft':
        case 'arrowright': {
          const onBoard = (event.target as Element | null)?.closest('.board') != null;
          if (!over || (byTab.current && onBoard)) return;
          event.preventDefault();
          event.stopPropagation();
          const by = event.key === 'ArrowLeft' ? -1 : 1;
          setAt((was) => Math.min(Math.max(from, was + by), line.length));
          break;
        }
        case 'f':
          setTurn(((turn + 2) % 4) as Turn);
          break;
      }
    };
    // Before the board, which would move its cursor.
    addEventListener('keydown', press, true);
    addEventListener('pointerdown', point, true);
    return () => {
      removeEventListener('keydown', press, true);
      removeEventListener('pointerdown', point, true);
    };
  });

  const board = useMemo(() => {
    const view = {
      interactive: state === 'asked' && at === line.length && !now.state.over,
      coordinates: true,
      ...shown,
      turn,
    };
    const drawn = boardOf(game, now, view, asked(puzzle.goal, sideName(name, side)));
    // A wrong move stays, under a cross.
    const wrong = state === 'wrong' ? pointOf(wordMove(base, tried)) : null;
    return { ...drawn, refused: illegal?.point ?? wrong, proof: illegal?.proof ?? [] };
  }, [game, now, state, illegal, turn, line, at, shown]);
  // What the refutation does, or the solution: by the rules.
  const answer = state === 'wrong' ? line[kept.length + 1] : undefined;
  const solution = state === 'right' || state === 'shown' ? line[0] : undefined;

  return (
    <>
      <div class="learn-board">
        <div class="learn-wood">
          <BoardView
            board={board}
            onPlace={(point, red) => void play(moveWord(game, moveAt(point, red)))}
            onIllegal={(point) => {
              const why = explain(game, game.moves.length, moveAt(point, false));
              setIllegal({ point, rule: why.rule, text: why.text, proof: why.points });
            }}
            onCancel={() => setIllegal(null)}
          />
          <Marks board={board} points={marks} />
        </div>
        {blind && (
          <BlindPanel
            game={game}
            now={now}
            status={asked(puzzle.goal, sideName(name, side))}
            ended=""
            mayPlay={state === 'asked' && at === line.length && !now.state.over}
            onPlay={(word) => void play(word)}
            browsing
          />
        )}
        {info.hasScore && (
          <p class="puzzle-points tabular" role="status">
            {lt('puzzle.points', {
              first: sideName(name, 1),
              a: now.result.points[0] ?? 0,
              second: sideName(name, 2),
              b: now.result.points[1] ?? 0,
            })}
          </p>
        )}
        <Switches game={name} />
        <div class="puzzle-tools">
          <button type="button" class="quiet" onClick={() => setTurn(((turn + 2) % 4) as Turn)}>
            {lt('puzzle.flip')}
          </button>
          <span class="puzzle-steps">
            {over && line.length > from && (
              <>
                <button
                  type="button"
                  class="quiet"
                  aria-label={lt('puzzle.back')}
                  disabled={at <= from}
                  onClick={() => setAt(at - 1)}
                >
                  ‹
                </button>
                <span class="soft">{lt('puzzle.line', { i: at - from, n: line.length - from })}</span>
                <button
                  type="button"
                  class="quiet"
                  aria-label={lt('puzzle.forward')}
                  disabled={at >= line.length}
                  onClick={() => setAt(at + 1)}
                >
                  ›
                </button>
              </>
            )}
          </span>
          {over && !run && <Link href={studyLink(puzzle)}>{lt('puzzle.analyse')}</Link>}
        </div>
      </div>
      <section class="learn-words puzzle-words">
        {props.children}
        <div
          class={
            state === 'wrong' ? 'panel refusal prompt' : over ? 'panel learn-right prompt' : 'panel prompt'
          }
          role="status"
        >
          <Prompt
            state={state}
            goal={puzzle.goal}
            side={sideName(name, side)}
            other={sideName(name, 3 - side)}
            move={moveName(tried)}
            answer={moveName((state === 'wrong' ? line[kept.length + 1] : line[line.length - 1]) ?? '')}
            plies={line.length}
            begun={line.length > 0}
            hint={state === 'asked' ? said : ''}
          />
          {answer !== undefined && (
            <p class="puzzle-why">
              <WhyReply
                game={{ ...base, moves: [...base.moves, ...line.slice(0, kept.length + 1)] }}
                move={answer}
              />
            </p>
          )}
          {solution !== undefined && (
            <p class="puzzle-why">
              <Why game={base} move={solution} />
            </p>
          )}
          {illegal && (
            <p>
              <b>{lt('puzzle.illegal', { move: moveWord(base, illegal.point), rule: illegal.rule })}</b>{' '}
              {illegal.text}
            </p>
          )}
        </div>
        <div class="row learn-actions">
          {state === 'asked' && <SpecialMoves now={now} play={(word) => void play(word)} />}
          {(state === 'unclear' || (state === 'wrong' && !run)) && (
            <button type="button" class="go" onClick={again}>
              {lt('puzzle.again')}
            </button>
          )}
          {!run && state === 'asked' && (
            <button type="button" disabled={hints >= HINTS} onClick={() => void hint()}>
              {lt('puzzle.hint')}
            </button>
          )}
          {!run && (state === 'asked' || state === 'wrong' || state === 'unclear') && (
            <button type="button" onClick={() => void show()}>
              {lt('puzzle.show')}
            </button>
          )}
          {!run && over && (
            <button type="button" class={state === 'wrong' ? '' : 'go'} ref={next} onClick={props.onNext}>
              {lt('puzzle.next')}
            </button>
          )}
        </div>
        {props.facts(state)}
      </section>
    </>
  );
}

/** What the solution is about: its themes, or else the length of the way. */
function ideaOf(puzzle: Puzzle): string {
  const ideas = ideasOf(puzzle);
  if (ideas.length === 0) return counted('puzzle.hint.length', puzzle.plies);
  return lt('puzzle.hint.idea', { idea: ideas.map((theme) => lt(`puzzle.theme.${theme}`)).join(', ') });
}

/** What is to be done: win, or win by so many points. */
function asked(goal: number, side: string): string {
  return goal > 1 ? lt('puzzle.ask.by', { side, n: goal }) : lt('puzzle.ask', { side });
}

interface PromptProps {
  state: State;
  goal: number;
  side: string;
  other: string;
  move: string;
  answer: string;
  plies: number;
  begun: boolean;
  /** Words of a hint, instead of what is to be done. */
  hint: string;
}

function Prompt({ state, goal, side, other, move, answer, plies, begun, hint }: PromptProps): JSX.Element {
  const [title, text] = ((): [string, string] => {
    switch (state) {
      case 'asked':
        if (hint !== '') return [asked(goal, side), `${hint} ${lt('puzzle.hint.cost')}`];
        return [
          asked(goal, side),
          begun && move !== '' ? lt('puzzle.go.on', { move, side: other, answer }) : lt('puzzle.ask.more'),
        ];
      case 'judging':
        return [asked(goal, side), lt('puzzle.judging', { move })];
      case 'right':
        return [
          `✓ ${lt(goal > 1 ? 'puzzle.right.by' : 'puzzle.right', { move, n: goal })}`,
          counted('puzzle.right.more', plies),
        ];
      case 'wrong':
        return [
          `✗ ${lt(goal > 1 ? 'puzzle.wrong.by' : 'puzzle.wrong', { move, n: goal })}`,
          answer === ''
            ? lt(goal > 1 ? 'puzzle.wrong.goal' : 'puzzle.wrong.plain')
            : lt('puzzle.wrong.answer', { side: other, answer }),
        ];
      case 'unclear':
        return [asked(goal, side), lt('puzzle.unclear')];
      case 'shown':
        return [lt('puzzle.answer'), lt('puzzle.answer.more')];
    }
  })();
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
    </>
  );
}
