// Practice ladders: after the course, an idea at a time, against the prover.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { Link } from '../core/router';
import { t } from '../i18n';
import { lt } from '../learn/words';
import { Figure } from '../parts/figure';
import type { GameName } from '../wasm/wasm';
import { PuzzleBoard } from './board';
import { climb, climbed, doneOn, laddersOf, nextRung } from './laddersdata';
import type { Ladder } from './laddersdata';
import { attempted } from './log';
import { noteAgain } from './repeat';
import { tried } from './account';

interface LaddersProps {
  game: GameName;
  /** The idea of the address; another word shows the list. */
  idea: string;
  menu: JSX.Element;
}

export function Ladders({ game, idea, menu }: LaddersProps): JSX.Element {
  const [ladders, setLadders] = useState<Ladder[] | null>(null);
  const [failed, setFailed] = useState(false);
  const done = useStore(climbed);
  useEffect(() => {
    let left = false;
    laddersOf(game).then(
      (got) => {
        if (!left) setLadders(got);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [game]);
  const ladder = ladders?.find((l) => l.idea === idea);
  if (ladder) return <Climb key={`${game} ${idea}`} game={game} ladder={ladder} menu={menu} />;
  return (
    <section class="learn-words puzzle-themes">
      {menu}
      <p class="soft">{lt('ladder.intro')}</p>
      {!ladders && (
        <p class="panel" role="status">
          {failed ? lt('puzzle.load') : t('status.loading')}
        </p>
      )}
      <ul>
        {ladders?.map((l) => {
          const first = l.rungs[0];
          const n = doneOn(l, done);
          return (
            <li key={l.idea} class="panel">
              {first && <Figure game={first} ply={first.moves.length} label={lt(`ladder.${l.idea}`)} />}
              <div>
                <h2>{lt(`ladder.${l.idea}`)}</h2>
                <p>{lt(`ladder.${l.idea}.text`)}</p>
                <p class="soft">{lt('ladder.done', { done: n, n: l.rungs.length })}</p>
                <p>
                  <Link href={`/puzzles?mode=ladders&game=${game}&idea=${l.idea}`}>
                    {lt(n === 0 ? 'ladder.start' : 'ladder.on')}
                  </Link>
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ClimbProps {
  game: GameName;
  ladder: Ladder;
  menu: JSX.Element;
}

function Climb({ game, ladder, menu }: ClimbProps): JSX.Element {
  const done = useStore(climbed);
  const [at, setAt] = useState(() => nextRung(ladder, climbed.value, -1));
  /** Counts the boards: the same puzzle may be asked again. */
  const [n, setN] = useState(0);
  const puzzle = ladder.rungs[at];
  const go = (rung: number): void => {
    setAt(rung);
    setN(n + 1);
  };
  if (!puzzle) return menu;
  const all = doneOn(ladder, done) === ladder.rungs.length;
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
      onOver={(solved) => solved && climb(puzzle.id)}
      onNext={() => go(nextRung(ladder, climbed.value, at))}
      facts={() => (
        <>
          {all && <p role="status">{lt('ladder.complete')}</p>}
          <p class="soft learn-keys">{lt('puzzle.keys')}</p>
        </>
      )}
    >
      <>
        {menu}
        <p>
          <b>{lt(`ladder.${ladder.idea}`)}</b> {lt(`ladder.${ladder.idea}.text`)}
        </p>
        <nav class="row chips" aria-label={lt('ladder.rungs')}>
          {ladder.rungs.map((p, i) => (
            <button
              key={p.id}
              type="button"
              class="chip"
              aria-pressed={i === at}
              aria-label={lt(done.includes(p.id) ? 'ladder.rung.done' : 'ladder.rung', { i: i + 1 })}
              onClick={() => go(i)}
            >
              {done.includes(p.id) ? '✓' : i + 1}
            </button>
          ))}
        </nav>
        <p>
          <Link href={`/puzzles?mode=ladders&game=${game}`}>{lt('ladder.all')}</Link>
        </p>
      </>
    </PuzzleBoard>
  );
}
