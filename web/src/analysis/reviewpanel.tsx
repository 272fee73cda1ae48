// The review of the whole game in the page: progress while the engine looks at each position, then the graph,
// the accuracy of both, the moments that decided, and another try at each of them.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { rules } from '../wasm/loaded';
import { moveName, sideName, snapshot } from '../games/position';
import type { Game } from '../games/replay';
import { Figure } from '../parts/figure';
import { number } from '../i18n';
import { Engine, firstShare } from './engine';
import { percent, signed } from './enginecard';
import { glyphKind } from './overlay';
import { keepReview, keptOfMatch, keptReview, preferences } from './keep';
import { CLASSES, accuracy, counts, glyphOf, isWhole, reviewMoves, reviewOf, turningPoints } from './review';
import type { Judged, KeptReview, MoveReview } from './review';
import { Graph } from './reviewgraph';
import type { Reviewed } from './reviewgraph';
import { ServerReviewRow, judgedOf, useServerReview } from './serverreview';
import { Why, WhyReply } from '../learn/why';
import { threadsOf } from '../wasm/threads';
import { ROOT, lineFrom, nodeOf, seatsBySide, withComment, withGlyph, withMove } from './tree';
import type { NodeId, Study } from './tree';
import { counted, st } from './words';

/** The person looks for a better move; the engine is silent until they find it. */
export interface Trial {
  at: NodeId;
  solved: boolean;
  tried: (word: string) => void;
}

interface ReviewProps {
  id: string;
  /** The match on the server whose moves these are; null: none. */
  match: number | null;
  /** One's own running match to which the line belongs: no engine then. */
  barred: number | null;
  study: Study;
  at: NodeId;
  go: (id: NodeId) => void;
  edit: (study: Study, at?: NodeId) => void;
  trial: Trial | null;
  setTrial: (t: Trial | null) => void;
  /** Begins at once. */
  start: boolean;
  /** Called with the review to show, or with null. */
  found: (reviewed: Reviewed | null) => void;
}

const DEPTHS = { quick: 600, normal: 2500, deep: 10_000 } as const;
type Depth = keyof typeof DEPTHS;
const MEMORY_MIB = 64;
/** Fewer expected points than this are not worth a figure. */
const POINTS_SHOWN = 0.1;
/** So much of the win rate may an answer give away and still be right. */
const TRIAL_LOSS = 0.05;

function gameOf(s: Study, moves: string[]): Game {
  return { setup: s.setup, ...(s.from ? { from: s.from } : {}), moves };
}

/** The judgement of the position after these moves; null: the engine does not answer. */
async function judge(engine: Engine, s: Study, moves: string[], rounds: number): Promise<Judged | null> {
  const game = gameOf(s, moves);
  const { state } = snapshot(game, moves.length);
  const ended = { side: state.side, best: '', line: [], points: null };
  if (state.over) return { ...ended, share: state.winner === 0 ? 0.5 : state.winner === 1 ? 1 : 0 };
  const thought = await engine.answer(
    { game, memoryMib: MEMORY_MIB, threads: threadsOf(preferences().threads), ownership: false },
    rounds,
  );
  const best = thought?.lines[0];
  if (!thought || !best) return null;
  const points = rules().info(s.setup.game).hasScore ? (thought.side === 1 ? best.score : -best.score) : null;
  return { share: firstShare(thought), side: thought.side, best: best.move, line: best.line, points };
}

/** The first review of this line, whole or in part, that one of these studies has. */
function keptOf(ids: readonly string[], what: 'whole' | 'part', moves: readonly string[]): KeptReview | null {
  for (const id of ids) {
    const kept = reviewOf(keptReview(id, what), moves);
    if (kept && isWhole(kept) === (what === 'whole')) return kept;
  }
  return null;
}

export function ReviewPanel(props: ReviewProps): JSX.Element {
  const { id, match, barred, study, at, go, edit, trial, setTrial, start } = props;
  const server = useServerReview(match);
  const [depth, setDepth] = useState<Depth>('normal');
  const nodes = useMemo(() => lineFrom(study, ROOT).filter((n) => nodeOf(study, n).move !== ''), [study]);
  const moves = useMemo(() => nodes.map((n) => nodeOf(study, n).move), [nodes]);
  const ids = (): string[] => [id, ...(match === null ? [] : keptOfMatch(match))];
  const [part, setPart] = useState(() => keptOf(ids(), 'part', moves));
  const [done, setDone] = useState<Reviewed | null>(() => {
    const kept = keptOf(ids(), 'whole', moves) ?? part;
    return kept && { nodes, ...kept };
  });
  const [progress, setProgress] = useState<{ n: number; of: number } | null>(null);
  const [silent, setSilent] = useState(false);
  const engine = useRef<Engine | null>(null);
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current++;
      engine.current?.end();
    },
    [],
  );
  useEffect(() => props.found(done), [done]);
  const stale = done !== null && done.moves.join(' ') !== moves.join(' ');
  const goesOn = part !== null && part.moves.join(' ') === moves.join(' ');

  /** From the first position, or from where an earlier run of this line was cancelled. */
  const review = async (rounds: number, before: readonly Judged[]): Promise<void> => {
    const mine = ++run.current;
    engine.current ??= new Engine();
    const judged = [...before];
    setTrial(null);
    setSilent(false);
    setDone(judged.length > 0 ? { nodes, moves, judged: [...judged] } : null);
    for (let n = judged.length; n <= moves.length; n++) {
      setProgress({ n, of: moves.length + 1 });
      const found = await judge(engine.current, study, moves.slice(0, n), rounds);
      if (run.current !== mine) return;
      if (!found) {
        setSilent(true);
        engine.current.end(); // a worker that could not load its module never will
        rest();
        return;
      }
      judged.push(found);
      setDone({ nodes, moves, judged: [...judged] });
      if (n < moves.length) keepReview(id, 'part', { moves, judged, rounds });
    }
    keepReview(id, 'whole', { moves, judged, rounds });
    keepReview(id, 'part', null);
    setPart(null);
    setProgress(null);
  };
  /** Keeps the results so far, and shows an older review of the whole line again. */
  const rest = (): void => {
    run.current++;
    engine.current?.stop();
    setProgress(null);
    setPart(keptOf([id], 'part', moves));
    const whole = keptOf([id], 'whole', moves);
    if (whole) setDone({ nodes, ...whole });
  };
  /** The server's review, if it covers exactly these moves. */
  const kept = useMemo((): Reviewed | null => {
    const { answer } = server;
    if (answer?.state !== 'done' || answer.positions?.length !== moves.length + 1) return null;
    const engine = st('server.from', { engine: answer.engine ?? '', n: number(answer.playouts ?? 0) });
    return { nodes, moves, judged: judgedOf(answer), engine };
  }, [server.answer, moves.join(' ')]);
  useEffect(() => {
    if (kept && !progress && (done === null || !isWhole(done))) setDone(kept);
  }, [kept]);
  const begun = useRef(false);
  useEffect(() => {
    if (!start || !server.settled || begun.current || barred !== null) return;
    begun.current = true;
    if (kept !== null || server.answer?.state === 'waiting' || moves.length === 0) return;
    if (done === null) void review(DEPTHS[depth], []);
    else if (part !== null && !isWhole(done)) void review(part.rounds, part.judged);
  }, [server.settled]);

  if (barred !== null) return <p class="soft">{st('own.barred', { n: barred })}</p>;
  if (study.setup.players !== 2) return <p class="soft">{st('review.two')}</p>;
  return (
    <div class="study-review">
      {progress ? (
        <div class="row">
          <label class="study-progress">
            {st('review.running', { n: progress.n, of: progress.of })}
            <progress value={progress.n} max={progress.of} />
          </label>
          <button type="button" onClick={rest}>
            {st('review.cancel')}
          </button>
        </div>
      ) : (
        <div class="row">
          {part !== null && goesOn && (
            <button type="button" class="go" onClick={() => void review(part.rounds, part.judged)}>
              {st('review.continue', { n: part.judged.length, of: moves.length + 1 })}
            </button>
          )}
          <button
            type="button"
            class={goesOn ? '' : 'go'}
            disabled={moves.length === 0}
            onClick={() => void review(DEPTHS[depth], [])}
          >
            {done ? st('review.again') : st('review.start')}
          </button>
          <label>
            {st('review.depth')}
            <select value={depth} onChange={(e) => setDepth(e.currentTarget.value as Depth)}>
              {(Object.keys(DEPTHS) as Depth[]).map((d) => (
                <option key={d} value={d}>
                  {st(`review.depth.${d}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {silent && (
        <p class="refusal" role="alert">
          {st('review.silent')}
        </p>
      )}
      {match !== null && moves.length > 0 && <ServerReviewRow review={server} />}
      {kept && done && !progress && !done.engine && (
        <button type="button" class="quiet" onClick={() => setDone(kept)}>
          {st('server.show')}
        </button>
      )}
      {done && match !== null && <p class="soft">{done.engine ?? st('server.own')}</p>}
      {moves.length === 0 && <p class="soft">{st('review.nothing')}</p>}
      {stale && <p class="soft">{st('review.stale')}</p>}
      {done && (
        <Result
          study={study}
          at={at}
          go={go}
          edit={edit}
          trial={trial}
          setTrial={setTrial}
          reviewed={done}
          running={progress !== null}
          judge={(words) => judge((engine.current ??= new Engine()), study, words, DEPTHS[depth])}
        />
      )}
    </div>
  );
}

interface ResultProps extends Omit<ReviewProps, 'start' | 'id' | 'match' | 'barred' | 'found'> {
  reviewed: Reviewed;
  running: boolean;
  judge: (moves: string[]) => Promise<Judged | null>;
}

function Result(props: ResultProps): JSX.Element {
  const { study, at, go, edit, trial, setTrial, reviewed, running } = props;
  const reviews = useMemo(() => reviewMoves(reviewed.moves, reviewed.judged), [reviewed]);
  const seats = seatsBySide(study);
  /** The seat whose mistakes are listed; 0: of both. */
  const [whose, setWhose] = useState(0);
  const mistakes = reviews.filter((m) => glyphOf(m.kind) !== '' && (whose === 0 || m.seat === whose));
  const points = running ? [] : turningPoints(mistakes);
  const further = running ? [] : mistakes.filter((m) => !points.includes(m));
  const nextMistake = (): void => {
    const here = at === ROOT ? 0 : reviewed.nodes.indexOf(at) + 1;
    const next = mistakes.find((m) => m.ply > here) ?? mistakes[0];
    const node = next && reviewed.nodes[next.ply - 1];
    if (node !== undefined && study.nodes[node]) go(node);
  };
  const [said, setSaid] = useState('');
  const verdict = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // On a phone the board covers what lies above; the verdict must be seen.
    if (said !== '') verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  const name = study.setup.game;
  const nodeBefore = (m: MoveReview): NodeId => (m.ply === 1 ? ROOT : (reviewed.nodes[m.ply - 2] ?? ROOT));
  const known = reviewed.nodes.every((n) => study.nodes[n]);

  const begin = (m: MoveReview): void => {
    const from = nodeBefore(m);
    const before = reviewed.judged[m.ply - 1];
    setSaid(st('trial.ask', { side: sideName(name, m.side) }));
    go(from);
    const tried = (word: string): void => {
      if (word === m.best) {
        setSaid(st('trial.best', { move: moveName(word) }));
        setTrial({ at: from, solved: true, tried });
        return;
      }
      if (word === m.move) {
        setSaid(st('trial.same', { move: moveName(word) }));
        return;
      }
      setSaid(st('trial.looking'));
      void props.judge([...reviewed.moves.slice(0, m.ply - 1), word]).then((after) => {
        if (!after) {
          setSaid(st('review.silent'));
          return;
        }
        const mine = (j: Judged): number => (m.side === 1 ? j.share : 1 - j.share);
        const loss = before ? mine(before) - mine(after) : 0;
        if (loss >= TRIAL_LOSS) setSaid(st('trial.wrong', { move: moveName(word), loss: percent(loss, 0) }));
        else {
          setSaid(st('trial.good', { move: moveName(word), best: moveName(m.best) }));
          setTrial({ at: from, solved: true, tried });
        }
      });
    };
    setTrial({ at: from, solved: false, tried });
  };
  /** Glyphs at the doubtful moves, and the better lines beside them. */
  const write = (): void => {
    let next = study;
    for (const m of turningPoints(reviews).concat(reviews.filter((r) => glyphOf(r.kind) !== ''))) {
      const id = reviewed.nodes[m.ply - 1];
      if (id === undefined || !next.nodes[id]) continue;
      if (nodeOf(next, id).glyph === '') next = withGlyph(next, id, glyphOf(m.kind));
    }
    for (const m of turningPoints(reviews)) {
      let from = nodeBefore(m);
      m.line.slice(0, 8).forEach((word, i) => {
        const added = withMove(next, from, word, ((m.side - 1 + i) % 2) + 1);
        next = added.study;
        from = added.id;
        if (i === 0 && nodeOf(next, from).comment === '')
          next = withComment(next, from, st('review.better', { loss: percent(m.loss, 0) }));
      });
    }
    edit(next);
  };
  const again = (m: MoveReview): JSX.Element => (
    <>
      <button type="button" onClick={() => go(reviewed.nodes[m.ply - 1] ?? ROOT)}>
        {st('review.show')}
      </button>
      <button type="button" onClick={() => begin(m)}>
        {st('trial.start')}
      </button>
    </>
  );
  return (
    <>
      <Graph reviewed={reviewed} reviews={reviews} points={points} at={at} go={go} study={study} />
      <div class="study-accuracies">
        {seats.map((seat, i) => {
          const value = accuracy(reviews, seat);
          return (
            <span key={seat} class="study-accuracy">
              <Ring value={value} />
              <span>
                <b>{study.players[seat - 1] || sideName(name, i + 1)}</b>
                <br />
                <span class="soft">{st('review.accuracy')}</span>
              </span>
            </span>
          );
        })}
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{sideName(name, 1)}</th>
              <th scope="col">{sideName(name, 2)}</th>
            </tr>
          </thead>
          <tbody>
            {CLASSES.map((kind) => (
              <tr key={kind}>
                <th scope="row" class={glyphOf(kind) === '' ? '' : `glyph ${glyphKind(glyphOf(kind))}`}>
                  {st(`review.class.${kind}`)}
                </th>
                {seats.map((seat) => (
                  <td key={seat}>{counts(reviews, seat)[kind]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!running && <h2>{counted('review.points', points.length)}</h2>}
      {!running && (
        <div class="row study-whose">
          <label>
            {st('review.whose')}{' '}
            <select value={String(whose)} onChange={(e) => setWhose(Number(e.currentTarget.value))}>
              <option value="0">{st('review.whose.both')}</option>
              {seats.map((seat, i) => (
                <option key={seat} value={String(seat)}>
                  {study.players[seat - 1] || sideName(name, i + 1)}
                </option>
              ))}
            </select>
          </label>
          <button type="button" disabled={mistakes.length === 0} onClick={nextMistake}>
            {st('review.next')}
          </button>
        </div>
      )}
      <p class="study-trial" role="status" ref={verdict}>
        {said}
      </p>
      {trial && (
        <button
          type="button"
          onClick={() => {
            setSaid('');
            setTrial(null);
          }}
        >
          {st('trial.end')}
        </button>
      )}
      <div class="study-points-list">
        {known &&
          points.map((m) => (
            <article class="panel study-point" key={m.ply}>
              <Figure
                game={gameOf(study, reviewed.moves)}
                ply={m.ply}
                label={st('review.figure', { n: m.ply, move: moveName(m.move) })}
              />
              <p>
                <MoveCost m={m} />
              </p>
              <p class="soft">
                {trial && !trial.solved
                  ? st('trial.hidden')
                  : st('review.instead', { move: moveName(m.best) })}
              </p>
              {!(trial && !trial.solved) && <Reasons study={study} reviewed={reviewed} m={m} />}
              <div class="row">{again(m)}</div>
            </article>
          ))}
      </div>
      {known && further.length > 0 && (
        <details class="study-further">
          <summary>{st('review.further', { n: further.length })}</summary>
          <ul>
            {further.map((m) => (
              <li class="row" key={m.ply}>
                <MoveCost m={m} />
                {again(m)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {!running && reviews.some((m) => glyphOf(m.kind) !== '') && (
        <button type="button" class="quiet" onClick={write}>
          {st('review.write')}
        </button>
      )}
    </>
  );
}

/** What the better move does, and what the best answer to the played one does. */
function Reasons({ study, reviewed, m }: { study: Study; reviewed: Reviewed; m: MoveReview }): JSX.Element {
  const reply = reviewed.judged[m.ply]?.best ?? '';
  return (
    <>
      <p class="soft study-reason">
        <Why game={gameOf(study, reviewed.moves.slice(0, m.ply - 1))} move={m.best} />
      </p>
      {reply !== '' && (
        <p class="soft study-reason">
          <WhyReply game={gameOf(study, reviewed.moves.slice(0, m.ply))} move={reply} />
        </p>
      )}
    </>
  );
}

/** "12. e5 ? −14 %" */
function MoveCost({ m }: { m: MoveReview }): JSX.Element {
  const glyph = glyphOf(m.kind);
  return (
    <span>
      <b>
        {m.ply}. {moveName(m.move)}
      </b>{' '}
      <span class={`glyph ${glyphKind(glyph)}`}>{glyph}</span>{' '}
      <span class="study-cost">
        −{percent(m.loss, 0)}
        {m.points !== null && m.points >= POINTS_SHOWN && ` · ${signed(-m.points, 1)}`}
      </span>
    </span>
  );
}

function Ring({ value }: { value: number | null }): JSX.Element {
  const length = 2 * Math.PI * 20;
  return (
    <svg class="study-ring" viewBox="0 0 48 48" role="img" aria-label={value === null ? '–' : number(value)}>
      <circle cx="24" cy="24" r="20" />
      <circle
        cx="24"
        cy="24"
        r="20"
        class="share"
        stroke-dasharray={`${(length * (value ?? 0)) / 100} ${length}`}
        transform="rotate(-90 24 24)"
      />
      <text x="24" y="29">
        {value === null ? '–' : number(value)}
      </text>
    </svg>
  );
}
