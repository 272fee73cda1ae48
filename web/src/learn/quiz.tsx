// The quiz at the end of a course: statements about positions, true or false. The rules judge them.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { Heading } from '../parts/heading';
import { boardOf, explain, moveName, sideName, snapshot, wordMove } from '../games/position';
import { holds } from '../games/facts';
import { LESSONS } from '../games/explain';
import type { Question } from '../games/quiz';
import { t } from '../i18n';
import { rules } from '../wasm/loaded';
import type { GameName } from '../wasm/wasm';
import { Link } from '../core/router';
import { Onward } from './onward';
import { finish } from './progress';
import { lt } from './words';

/** A slot of the rules that no page keeps anything in; the one after it is used, too. */
const SLOT = 0;

/** What the question says, in words. */
export function statement(game: GameName, question: Question): string {
  const { fact, from } = question;
  const mover = sideName(game, from && 'side' in from ? from.side : 1);
  switch (fact.kind) {
    case 'legal':
      return lt('quiz.fact.legal', { side: mover, move: moveName(fact.move) });
    case 'wet':
      return lt('quiz.fact.wet', { point: fact.point });
    case 'channel':
      return lt('quiz.fact.channel', { side: sideName(game, fact.side) });
    case 'liberties':
      return lt('quiz.fact.liberties', { point: fact.point, n: fact.n });
    case 'takes':
      return lt('quiz.fact.takes', { side: mover, move: moveName(fact.move), n: fact.n, own: fact.own });
    case 'owned':
      return fact.after === undefined
        ? lt('quiz.fact.owned', { side: sideName(game, fact.side), point: fact.point })
        : lt('quiz.fact.owned.after', {
            side: sideName(game, fact.side),
            point: fact.point,
            move: moveName(fact.after),
          });
    case 'claims':
      return lt('quiz.fact.claims', { side: sideName(game, fact.side), point: fact.point, n: fact.n });
    case 'points':
      return lt('quiz.fact.points', { first: fact.first, second: fact.second });
    case 'won':
      return lt('quiz.fact.won', { side: sideName(game, fact.side), move: moveName(fact.after ?? '') });
  }
}

export function Quiz({ game }: { game: GameName }): JSX.Element {
  const questions = LESSONS[game].quiz;
  const [i, setI] = useState(0);
  const [right, setRight] = useState(0);
  const question = questions[i];
  const again = (): void => {
    setI(0);
    setRight(0);
  };
  if (!question) return <Result game={game} right={right} n={questions.length} again={again} />;
  return (
    <Ask
      key={i}
      game={game}
      question={question}
      i={i}
      n={questions.length}
      go={(was) => {
        const sum = right + (was ? 1 : 0);
        setRight(sum);
        if (i + 1 === questions.length && sum === questions.length) finish(`${game}.quiz`);
        setI(i + 1);
      }}
    />
  );
}

interface AskProps {
  game: GameName;
  question: Question;
  i: number;
  n: number;
  go: (right: boolean) => void;
}

function Ask({ game, question, i, n, go }: AskProps): JSX.Element {
  const [answer, setAnswer] = useState<boolean | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  const text = statement(game, question);
  const truth = useMemo(() => holds(rules(), SLOT, question, question.fact), [question]);
  const board = useMemo(() => {
    const shown = {
      interactive: false,
      coordinates: true,
      owner: answer !== null,
      water: question.show === 'water' && answer !== null,
      claims: question.show === 'claims' && answer !== null,
      turn: 0,
    } as const;
    return boardOf(question, snapshot(question, 0), shown, text);
  }, [question, answer]);
  useLayoutEffect(() => {
    if (answer !== null) next.current?.focus({ preventScroll: true });
  }, [answer]);
  // Why a move is refused, in the words of the rules.
  const { fact } = question;
  const why = fact.kind === 'legal' && !truth ? explain(question, 0, wordMove(question, fact.move)).text : '';
  const was = answer === truth;
  return (
    <>
      <div class="learn-board">
        <div class="learn-wood">
          <BoardView
            board={board}
            onPlace={() => undefined}
            onIllegal={() => undefined}
            onCancel={() => undefined}
          />
        </div>
        <p class="soft learn-foot">{lt('quiz.count', { i: i + 1, n })}</p>
      </div>
      <section class="learn-words">
        <p class="learn-name">{lt('quiz.name')}</p>
        <Heading title={text} />
        <p>{lt('quiz.ask')}</p>
        <div class="learn-answer" role="status">
          {answer !== null && (
            <p class={was ? 'panel learn-right' : 'panel refusal'}>
              <b>
                {lt(
                  was ? (truth ? 'quiz.right' : 'quiz.right.not') : truth ? 'quiz.wrong' : 'quiz.wrong.not',
                )}
              </b>{' '}
              {why}
            </p>
          )}
        </div>
        <div class="row learn-actions">
          {answer === null ? (
            <>
              <button type="button" onClick={() => setAnswer(true)}>
                {lt('quiz.true')}
              </button>
              <button type="button" onClick={() => setAnswer(false)}>
                {lt('quiz.false')}
              </button>
            </>
          ) : (
            <button type="button" class="go" ref={next} onClick={() => go(was)}>
              {lt(i + 1 < n ? 'quiz.next' : 'quiz.end')}
            </button>
          )}
        </div>
      </section>
    </>
  );
}

interface ResultProps {
  game: GameName;
  right: number;
  n: number;
  again: () => void;
}

function Result({ game, right, n, again }: ResultProps): JSX.Element {
  const all = right === n;
  return (
    <section class="learn-words">
      <p class="learn-name">{lt('quiz.name')}</p>
      <Heading title={lt('quiz.result', { right, n })} />
      <p role="status">{all ? lt('quiz.passed', { title: t(`title.${game}`) }) : lt('quiz.failed')}</p>
      <div class="row learn-actions">
        {all && <Onward href={`/new/${game}`} words="learn.play" />}
        {all && <Link href={`/puzzles?mode=ladders&game=${game}`}>{lt('ladder.go')}</Link>}
        <button type="button" class={all ? '' : 'go'} onClick={again}>
          {lt('quiz.again')}
        </button>
      </div>
    </section>
  );
}
