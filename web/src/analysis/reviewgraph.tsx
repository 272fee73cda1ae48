// The graph of a review: win rate and expected points of the first side over the game. A press goes to a move, and
// dragging steps through them. The same as a table for those who do not see it, and small below the moves.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { moveName, sideName } from '../games/position';
import { number } from '../i18n';
import { percent, signed } from './enginecard';
import { glyphKind } from './overlay';
import { accuracy, glyphOf, reviewMoves, turningPoints } from './review';
import type { Judged, MoveReview } from './review';
import { SideDot } from '../parts/sidedot';
import { ROOT, seatsBySide } from './tree';
import type { NodeId, Study } from './tree';
import { counted, st } from './words';

/** A line of moves that was reviewed. */
export interface Reviewed {
  nodes: NodeId[];
  moves: string[];
  judged: Judged[];
  /** The name of the engine; empty: the engine of this page. */
  engine?: string;
}

interface PlotProps {
  reviewed: Reviewed;
  points: MoveReview[];
  study: Study;
  at: NodeId;
  go: (id: NodeId) => void;
}

/** Through the positions whose points are expected: at the end of the game the result counts. */
function marginPath(
  margins: readonly (number | null)[],
  x: (i: number) => number,
  y: (p: number) => number,
): string {
  const spots = margins.flatMap((p, i) => (p === null ? [] : [`${x(i)} ${y(p)}`]));
  return spots.length > 1 ? `M${spots.join('L')}` : '';
}

function marginText(points: number | null): string {
  return points === null ? '–' : signed(points, 1);
}

function marginsOf(reviewed: Reviewed): { margins: (number | null)[]; widest: number; scores: boolean } {
  const margins = reviewed.judged.map((j) => j.points);
  const widest = Math.max(1, ...margins.map((p) => Math.ceil(Math.abs(p ?? 0))));
  return { margins, widest, scores: margins.filter((p) => p !== null).length > 1 };
}

/** "12. e5 · 63 % · +2.5" */
function readout(reviewed: Reviewed, ply: number): string {
  const judged = reviewed.judged[ply];
  if (!judged) return '';
  const move = ply === 0 ? st('study.start') : `${ply}. ${moveName(reviewed.moves[ply - 1] ?? '')}`;
  const words = [move, percent(judged.share, 0)];
  if (judged.points !== null) words.push(signed(judged.points, 1));
  return words.join(' · ');
}

function Plot({ reviewed, points, study, at, go }: PlotProps): JSX.Element {
  const [pointed, setPointed] = useState<number | null>(null);
  const n = Math.max(1, reviewed.moves.length);
  const x = (i: number): number => (100 * i) / n;
  const y = (share: number): number => 100 - 100 * share;
  const top = reviewed.judged.map((j, i) => `${x(i)} ${y(j.share)}`).join('L');
  const end = x(reviewed.judged.length - 1);
  const { margins, widest, scores } = marginsOf(reviewed);
  const ahead = marginPath(margins, x, (p) => 50 - (50 * p) / widest);
  const here = at === ROOT ? 0 : reviewed.nodes.indexOf(at) + 1;
  const plyAt = (event: PointerEvent): number => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return Math.max(0, Math.min(n, Math.round(((event.clientX - box.left) / box.width) * n)));
  };
  const step = (ply: number): void => {
    const node = ply === 0 ? ROOT : reviewed.nodes[ply - 1];
    if (node !== undefined && node !== at && study.nodes[node]) go(node);
  };
  return (
    <div
      class="study-graph-box"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        step(plyAt(event));
      }}
      onPointerMove={(event) => {
        const ply = plyAt(event);
        setPointed(ply);
        if ((event.buttons & 1) === 1) step(ply);
      }}
      onPointerLeave={() => setPointed(null)}
    >
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={st(scores ? 'review.graph.both' : 'review.graph.of', {
          side: sideName(study.setup.game, 1),
        })}
      >
        <path d={`M0 100L${top}L${end} 100z`} class="area" />
        <path d={`M${top}`} class="line" />
        <path d="M0 50H100" class="half" />
        {scores && <path d={ahead} class="margin-rim" />}
        {scores && <path d={ahead} class="margin" />}
        {(at === ROOT || here > 0) && <path d={`M${x(here)} 0V100`} class="here" />}
        {pointed !== null && <path d={`M${x(pointed)} 0V100`} class="pointed" />}
      </svg>
      {points.map((m) => (
        <svg
          key={m.ply}
          class={`study-dot ${glyphKind(glyphOf(m.kind))}`}
          viewBox="0 0 20 20"
          x="0"
          aria-hidden="true"
          style={{ left: `${x(m.ply)}%`, top: `${y(reviewed.judged[m.ply]?.share ?? 0.5)}%` }}
        >
          <circle cx="10" cy="10" r="9" />
          <text x="10" y="14">
            {glyphOf(m.kind)}
          </text>
        </svg>
      ))}
      {pointed !== null && reviewed.judged[pointed] && (
        <span class={pointed > n / 2 ? 'study-readout' : 'study-readout right'} aria-hidden="true">
          {readout(reviewed, pointed)}
        </span>
      )}
    </div>
  );
}

export function Graph(props: PlotProps & { reviews: MoveReview[] }): JSX.Element {
  const { reviewed, reviews, study } = props;
  const { margins, widest, scores } = marginsOf(reviewed);
  const first = sideName(study.setup.game, 1);
  return (
    <section class="study-graph" aria-label={st('review.graph')}>
      <Plot {...props} />
      {scores && <p class="soft">{st('review.graph.key', { side: first, n: number(widest) })}</p>}
      <details>
        <summary>{st('review.astext')}</summary>
        <div class="study-table" tabIndex={0} role="group" aria-label={st('review.graph')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{st('review.move')}</th>
                <th scope="col">{first}</th>
                {scores && <th scope="col">{st('review.ahead')}</th>}
                <th scope="col">{st('review.loss')}</th>
                <th scope="col">{st('review.bettermove')}</th>
              </tr>
            </thead>
            <tbody>
              {reviews.map((m) => (
                <tr key={m.ply}>
                  <th scope="row">
                    {m.ply}. {moveName(m.move)} {glyphOf(m.kind)}
                  </th>
                  <td>{percent(reviewed.judged[m.ply]?.share ?? 0.5, 0)}</td>
                  {scores && <td>{marginText(margins[m.ply] ?? null)}</td>}
                  <td>{percent(m.loss, 0)}</td>
                  <td>{m.kind === 'best' ? '' : moveName(m.best)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

/** The graph below the moves, with the accuracy of both; the tab of the review has the rest. */
export function GraphCard(props: Omit<PlotProps, 'points'>): JSX.Element {
  const { reviewed, study } = props;
  const reviews = useMemo(() => reviewMoves(reviewed.moves, reviewed.judged), [reviewed]);
  const points = reviewed.judged.length > reviewed.moves.length ? turningPoints(reviews) : [];
  return (
    <section class="panel study-graph study-graph-card" aria-label={st('review.graph')}>
      <p>
        <b>{st('review.graph')}</b>
        {points.length > 0 && <span class="soft">{counted('review.points', points.length)}</span>}
        <span class="study-graph-accuracy">
          <span class="soft">{st('review.accuracy')}</span>
          {seatsBySide(study).map((seat, i) => (
            <span key={seat}>
              <SideDot game={study.setup.game} side={i + 1} />
              {study.players[seat - 1] || sideName(study.setup.game, i + 1)}{' '}
              {number(accuracy(reviews, seat) ?? 0)}
            </span>
          ))}
        </span>
      </p>
      <Plot {...props} points={points} />
    </section>
  );
}
