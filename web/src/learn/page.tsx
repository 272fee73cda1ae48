// Lessons: a list of courses, and one course as a list of steps, a board to play on, and a sentence.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import { Figure } from '../parts/figure';
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
import { Heading } from '../parts/heading';
import { lazy } from '../parts/lazy';
import { LoadingPage } from '../parts/loading';
import { me } from '../core/net';
import { Link } from '../core/router';
import { settings } from '../core/settings';
import { SpecialMoves } from '../parts/specialmoves';
import { useStyles } from '../core/styles';
import { t } from '../i18n';
import { GAMES, MOVE_NONE } from '../wasm/wasm';
import type { GameName, Point } from '../wasm/wasm';
import { LESSON_NODES, LESSON_POSITIONS, judge, judgeProof } from '../games/lesson';
import type { Step, Verdict } from '../games/lesson';
import { LESSONS } from '../games/explain';
import { Marks } from './marks';
import { doneOf, finish, join, nextStep, progress } from './progress';
import { Onward } from './onward';
import { prove } from './prover';
import { Quiz } from './quiz';
import { legendOf, lt, stepText, useWords } from './words';
import type { LearnKey } from './words';

const BlindPanel = lazy(() => import('../blind/panel').then((m) => m.BlindPanel), true);

/** The quiz in the address, in place of a step. */
const QUIZ = 'quiz';

export function LearnPage({ game, query }: { game: GameName | null; query: URLSearchParams }): JSX.Element {
  const member = useStore(me)?.id;
  useEffect(() => void join(), [member]);
  const spoken = useWords();
  const styled = useStyles('/learn.css');
  if (!spoken || !styled) return <LoadingPage />;
  return game === null ? <Courses /> : <Course game={game} wish={query.get('step')} />;
}

function Courses(): JSX.Element {
  const done = useStore(progress);
  return (
    <div class="page">
      <Heading title={lt('learn.title')} />
      <p class="soft">{lt('learn.intro')}</p>
      <div class="courses">
        {GAMES.map((g) => {
          const lesson = LESSONS[g];
          const n = lesson.steps.length;
          const shown = lesson.steps[3] ?? lesson.steps[0];
          return (
            <Link key={g} class="panel course" href={`/learn/${g}`}>
              {shown && <Figure game={shown} ply={shown.moves.length} label={t(`title.${g}`)} />}
              <span>
                <b>{lt('learn.course', { title: t(`title.${g}`), n })}</b>
                <span class="soft">{lt('learn.done', { done: doneOf(lesson, done), n })}</span>
              </span>
            </Link>
          );
        })}
      </div>
    </div>
  );
}

function Course({ game, wish }: { game: GameName; wish: string | null }): JSX.Element {
  const done = useStore(progress);
  const lesson = LESSONS[game];
  const n = lesson.steps.length;
  const asked = lesson.steps.findIndex((s) => s.id === `${game}.${wish ?? ''}`);
  const [first] = useState(() => nextStep(lesson, done));
  const quiz = wish === QUIZ;
  const at = asked < 0 ? first : asked;
  const step = quiz ? undefined : lesson.steps[at];
  const address = (i: number): string => `/learn/${game}?step=${lesson.steps[i]?.id.split('.')[1] ?? ''}`;
  const title = t(`title.${game}`);
  return (
    <div class="learn">
      <nav class="learn-steps" aria-label={lt('learn.course', { title, n })}>
        <p class="soft">{lt('learn.course', { title, n })}</p>
        <ol>
          {lesson.steps.map((s, i) => {
            const finished = done.includes(s.id);
            return (
              <li key={s.id}>
                <Link href={address(i)} current={!quiz && i === at}>
                  <span class={finished ? 'step-n finished' : 'step-n'} aria-hidden="true">
                    {finished ? '✓' : i + 1}
                  </span>
                  {stepText(s.id, 'title')}
                  {finished && <span class="visually-hidden"> ({lt('learn.finished')})</span>}
                </Link>
              </li>
            );
          })}
          <li>
            <Link href={`/learn/${game}?step=${QUIZ}`} current={quiz}>
              <span class={done.includes(`${game}.quiz`) ? 'step-n finished' : 'step-n'} aria-hidden="true">
                {done.includes(`${game}.quiz`) ? '✓' : '?'}
              </span>
              {lt('quiz.title')}
              {done.includes(`${game}.quiz`) && (
                <span class="visually-hidden"> ({lt('learn.finished')})</span>
              )}
            </Link>
          </li>
        </ol>
        <p>
          <Link href={`/puzzles?mode=ladders&game=${game}`}>{lt('ladder.title')}</Link>
        </p>
        <p>
          <Link href={`/explorer/${game}`}>{t('nav.explorer')}</Link>
        </p>
        <p class="soft">{lt('learn.others')}</p>
        <ul>
          {GAMES.filter((g) => g !== game).map((g) => (
            <li key={g}>
              <Link href={`/learn/${g}`}>
                {t(`title.${g}`)}
                <span class="soft">
                  {lt('learn.done', { done: doneOf(LESSONS[g], done), n: LESSONS[g].steps.length })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {quiz && <Quiz key={game} game={game} />}
      {step && (
        <StepView
          key={step.id}
          game={game}
          step={step}
          i={at}
          n={n}
          next={at + 1 < n ? address(at + 1) : null}
        />
      )}
    </div>
  );
}

/** The outcome of the last try. */
interface Tried {
  word: string;
  verdict: Verdict;
  shown: boolean;
}

interface StepViewProps {
  game: GameName;
  step: Step;
  i: number;
  n: number;
  next: string | null;
}

function StepView({ game, step, i, n, next }: StepViewProps): JSX.Element {
  const [tried, setTried] = useState<Tried | null>(null);
  const [judging, setJudging] = useState(false);
  const [failed, setFailed] = useState(false);
  const [hint, setHint] = useState(false);
  const { blind } = useStore(settings);
  const go = useRef<HTMLAnchorElement>(null);
  const left = useRef(false);
  useEffect(() => () => void (left.current = true), []);

  const legal = tried !== null && tried.verdict.rule === '';
  /** Then a point is asked for, and nothing is played. */
  const tapping = step.task.kind === 'tap';
  const shownGame = useMemo(() => {
    const line = legal && !tapping ? [tried.word, tried.verdict.answer] : [];
    return { ...step, moves: [...step.moves, ...line.filter((w) => w !== '')] };
  }, [step, tried]);
  const now = useMemo(() => snapshot(shownGame, shownGame.moves.length), [shownGame]);
  const right = tried?.verdict.right === true;
  const points = (step.marks ?? []).map((name) => pointOf(wordMove(step, name))).filter((p) => p !== null);
  const side = snapshot(step, step.moves.length).state.side;

  const board = useMemo(() => {
    const shown = {
      interactive: tried === null && !judging && !now.state.over,
      coordinates: true,
      owner: true,
      water: step.show === 'water',
      claims: step.show === 'claims',
      turn: 0,
    } as const;
    const drawn = boardOf(shownGame, now, shown, stepText(step.id, 'task'));
    const point = tried ? pointOf(wordMove(step, tried.word)) : null;
    const refused = tried && (tapping ? !right : !legal) ? point : null;
    const proof = tapping && right && point !== null ? [point] : (tried?.verdict.points ?? []);
    return { ...drawn, refused, proof };
  }, [shownGame, now, tried, judging]);

  const tell = (word: string, verdict: Verdict, shown = false): void => {
    if (left.current) return;
    setTried({ word, verdict, shown });
    if (verdict.right) finish(step.id);
  };
  const attempt = async (word: string, shown = false): Promise<void> => {
    if (tried || judging) return;
    const verdict = judge(rules(), step, word);
    if (verdict) {
      const text = verdict.rule === '' ? '' : explain(step, step.moves.length, wordMove(step, word)).text;
      tell(word, { ...verdict, text }, shown);
      return;
    }
    setJudging(true);
    setFailed(false);
    const after = { ...step, moves: [...step.moves, word] };
    const proved = await prove(after, 0, LESSON_NODES, LESSON_POSITIONS);
    if (left.current) return;
    setJudging(false);
    if (proved === null || proved.value === 0) {
      setFailed(true);
      return;
    }
    const answer = proved.move ?? '';
    const move = answer === '' ? MOVE_NONE : wordMove(after, answer);
    tell(word, judgeProof({ ...proved, move: null }, answer, pointOf(move)), shown);
  };
  const again = (): void => setTried(null);
  useEffect(() => {
    if (right) go.current?.focus({ preventScroll: true });
  }, [right]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === 'h' || event.key === 'H') setHint(true);
      else if ((event.key === 'r' || event.key === 'R') && tried && !right) again();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [tried, right]);

  // Where the task is to be refused, a tap always means a stone of one's own.
  const place = (point: Point, red: boolean): void =>
    void attempt(moveWord(step, moveAt(point, red && step.task.kind !== 'forbidden' && !tapping)));
  return (
    <>
      <div class="learn-board">
        <div class="learn-wood">
          <BoardView
            board={board}
            onPlace={place}
            onIllegal={(point) => void attempt(moveWord(step, moveAt(point, false)))}
            onCancel={() => tried && !right && again()}
          />
          <Marks board={board} points={points} />
        </div>
        {blind && (
          <BlindPanel
            game={shownGame}
            now={now}
            status={stepText(step.id, 'task')}
            ended=""
            mayPlay={tried === null && !judging}
            tryAny
            onPlay={(word) => void attempt(word)}
            browsing
          />
        )}
        <progress
          class="visually-hidden"
          max={n}
          value={i + (right ? 1 : 0)}
          aria-label={lt('learn.step', { i: i + 1, n })}
        />
        <div class="learn-bar" aria-hidden="true">
          {LESSONS[game].steps.map((s, k) => (
            <span key={s.id} class={k < i || (k === i && right) ? 'on' : ''} />
          ))}
        </div>
        <p class="soft learn-foot">
          <span>{lt('learn.step', { i: i + 1, n })}</span>
          <span class="learn-keys">{lt('learn.keys')}</span>
        </p>
      </div>
      <section class="learn-words">
        <p class="learn-name">{stepText(step.id, 'title')}</p>
        <Heading title={stepText(step.id, 'task')} />
        <p>{stepText(step.id, 'more')}</p>
        {i === 0 && <Beginning game={game} />}
        <p class="panel learn-turn">
          <span class={`dot side-${side}`} aria-hidden="true" />
          <span>
            <b>{t('table.turn', { side: sideName(game, side) })}</b>
            {hint && <span class="soft">{stepText(step.id, 'hint')}</span>}
          </span>
        </p>
        <div class="learn-answer" role="status">
          {judging && <p class="panel">{lt('learn.judging')}</p>}
          {failed && <p class="panel refusal">{lt('learn.failed')}</p>}
          {tried && (
            <p class={right ? 'panel learn-right' : 'panel refusal'}>
              {right ? (
                <>
                  <b>{lt(tried.shown ? 'learn.shown' : 'learn.right')}</b> {tried.verdict.text}{' '}
                  {stepText(step.id, 'done')}
                </>
              ) : (
                <Why game={game} step={step} tried={tried} other={3 - side} />
              )}
            </p>
          )}
        </div>
        <div class="row learn-actions">
          {!tried && <SpecialMoves now={now} play={(word) => void attempt(word)} />}
          {tried && !right && (
            <button type="button" class="go" onClick={again}>
              {lt('learn.again')}
            </button>
          )}
          {!right && (
            <>
              <button type="button" disabled={hint} onClick={() => setHint(true)}>
                {lt('learn.hint')}
              </button>
              <button type="button" disabled={tried !== null} onClick={() => void attempt(step.answer, true)}>
                {lt('learn.show')}
              </button>
            </>
          )}
          {right && (
            <Onward
              href={next ?? `/learn/${game}?step=${QUIZ}`}
              words={next === null ? 'quiz.start' : 'learn.next'}
              link={go}
            />
          )}
        </div>
        {right && next === null && <p>{lt('learn.complete', { title: t(`title.${game}`) })}</p>}
      </section>
    </>
  );
}

/** What a stranger needs to know before the first move: the aim, the sides, and what the board shows. */
function Beginning({ game }: { game: GameName }): JSX.Element {
  return (
    <dl class="panel learn-beginning">
      <dt>{lt('learn.aim')}</dt>
      <dd>{lt(`${game}.aim`)}</dd>
      <dt>{lt('learn.sides')}</dt>
      <dd>{lt(`${game}.sides`)}</dd>
      <dt>{lt('learn.legend')}</dt>
      <dd>
        <ul>
          {legendOf(game).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

/** Why a try was not right. */
function Why({
  game,
  step,
  tried,
  other,
}: {
  game: GameName;
  step: Step;
  tried: Tried;
  other: number;
}): JSX.Element {
  const move = moveName(tried.word);
  const { rule, text, answer } = tried.verdict;
  if (rule !== '')
    return (
      <>
        <b>{lt('learn.wrong.forbidden', { move, rule })}</b> {text}
      </>
    );
  const kind = step.task.kind;
  if (kind === 'prove' && answer === '') return <>{lt('learn.wrong.lost', { move })}</>;
  if (kind === 'prove')
    return <>{lt('learn.wrong.prove', { move, side: sideName(game, other), answer: moveName(answer) })}</>;
  const key: LearnKey = kind === 'forbidden' ? 'learn.wrong.allowed' : `learn.wrong.${kind}`;
  return <>{lt(key, { move })}</>;
}
