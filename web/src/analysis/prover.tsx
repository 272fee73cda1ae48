// The proof search beside the engine: it looks at each position by itself. If it proves which side wins,
// it shows the line, and that every reply loses.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { moveName, moveWord, sideName, snapshot } from '../games/position';
import type { Game } from '../games/replay';
import { prove } from '../learn/prover';
import type { Ask } from '../learn/solve';
import { OPTION_SWAP } from '../wasm/wasm';
import type { GameInfo } from '../wasm/wasm';
import { boundOf, findAnswers, findProof } from './proof';
import type { Answer, Proof } from './proof';
import { st } from './words';

interface ProverProps {
  game: Game;
  info: GameInfo;
  side: number;
  play: (move: string) => void;
  /** Told who wins, 0 a draw; null: that is not known, or no longer of this position. */
  found: (winner: number | null) => void;
}

/** Positions visited to find the shortest way. */
const POSITIONS = 20_000;
const QUIET_MS = 300;

export function ProverCard({ game, info, side, play, found }: ProverProps): JSX.Element | null {
  const [proof, setProof] = useState<Proof | null>(null);
  const ask = useMemo((): Ask => {
    const nodes = boundOf(game.setup.width * game.setup.height);
    return (line, goal) => prove({ ...game, moves: [...game.moves, ...line] }, goal, nodes, POSITIONS);
  }, [game]);
  useEffect(() => {
    let here = true;
    setProof(null);
    if (swapMayCome(game)) return;
    const timer = setTimeout(() => {
      void findProof(ask).then((found) => here && setProof(found));
    }, QUIET_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [ask]);
  useEffect(() => {
    if (proof !== null) found(proof.value === 0 ? 0 : proof.value > 0 ? side : 3 - side);
    return () => found(null);
  }, [proof]);
  if (proof === null) return null;
  const winner = sideName(info.name, proof.value > 0 ? side : 3 - side);
  return (
    <section class="panel study-prover" aria-label={st('prover.title')}>
      <p class="study-proved" role="status">
        ✓ {proof.value === 0 ? st('engine.proved.draw') : st('engine.proved', { side: winner })}
      </p>
      {proof.line.length > 0 && (
        <p>
          {st('prover.line')}{' '}
          {proof.line.map((move, i) =>
            i === 0 ? (
              <button type="button" class="quiet" onClick={() => play(move)}>
                {moveName(move)}
              </button>
            ) : (
              ` ${moveName(move)}`
            ),
          )}
        </p>
      )}
      {proof.value !== 0 && <Replies key={game.moves.join(' ')} ask={ask} game={game} proof={proof} />}
    </section>
  );
}

/** R7: then the winner's colour is not known yet. */
function swapMayCome({ setup, from, moves }: Game): boolean {
  return (setup.options & OPTION_SWAP) !== 0 && from === undefined && moves.length < 2;
}

/** Opened by hand, since it asks once for each reply. */
function Replies({ ask, game, proof }: { ask: Ask; game: Game; proof: Proof }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const [answers, setAnswers] = useState<Answer[] | 'unclear' | null>(null);
  const replies = useMemo(() => repliesOf(game, proof), [game, proof]);
  useEffect(() => {
    if (!open || answers !== null) return;
    let here = true;
    void findAnswers(ask, proof, replies, () => here).then((found) => here && setAnswers(found ?? 'unclear'));
    return () => {
      here = false;
    };
  }, [open]);
  if (replies.length === 0) return null;
  const first = proof.line[0];
  const title =
    proof.first > 0 && first !== undefined
      ? st('prover.replies', { move: moveName(first) })
      : st('prover.moves');
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{title}</summary>
      {answers === null && <p class="soft">{st('prover.asking')}</p>}
      {answers === 'unclear' && <p class="soft">{st('prover.unclear')}</p>}
      {Array.isArray(answers) && (
        <ul class="study-answers">
          {answers.map((a) => (
            <li key={a.move}>
              {a.replies.map(moveName).join(', ')}
              {' → '}
              <b>{a.move === '' ? st('prover.settled') : moveName(a.move)}</b>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** The moves of the side that loses, after the winner's move if it is the winner's turn. */
function repliesOf(game: Game, proof: Proof): string[] {
  const after = { ...game, moves: [...game.moves, ...proof.line.slice(0, proof.first)] };
  const now = snapshot(after, after.moves.length);
  return now.state.over ? [] : now.legal.map((move) => moveWord(after, move));
}
