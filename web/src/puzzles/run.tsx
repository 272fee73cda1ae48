// Runs of puzzles that get harder: a streak ends at the first mistake, a storm after three minutes.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { lt } from '../learn/words';
import { tried } from './account';
import { PuzzleBoard } from './board';
import { rising } from './collection';
import type { Puzzle } from './collection';
import { bestsNow, noteRun } from './bests';
import { attempted } from './log';
import { noteAgain } from './repeat';

const STORM_MS = 180_000;
/** An error costs so much time, and a row of so many right answers gives some back. */
const ERROR_MS = 10_000;
const COMBO = 5;
const COMBO_MS = 5_000;
/** A run reaches the hardest puzzles after so many. */
const STEPS = 20;
/** So long a verdict stays before the next puzzle. */
const PAUSE_MS = 700;

interface RunProps {
  kind: 'streak' | 'storm';
  all: Puzzle[];
  menu: JSX.Element;
}

export function Run({ kind, all, menu }: RunProps): JSX.Element {
  const [row, setRow] = useState(0);
  const [seed, setSeed] = useState(0);
  const [n, setN] = useState(0);
  const [solved, setSolved] = useState(0);
  const [over, setOver] = useState(false);
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const pause = useRef(0);
  const running = seed !== 0 && !over;
  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    if (!running || kind !== 'storm') return;
    const tick = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(tick);
  }, [running, kind]);
  useEffect(() => {
    if (running && kind === 'storm' && now >= end) setOver(true);
  }, [now]);
  useEffect(() => {
    if (over) {
      noteRun(kind, solved);
      setNow(Date.now()); // its result counts among the bests
    }
  }, [over]);

  const start = (): void => {
    const at = Date.now();
    clearTimeout(pause.current); // of the run before
    setSeed(at);
    setNow(at);
    setEnd(at + STORM_MS);
    setN(0);
    setSolved(0);
    setRow(0);
    setOver(false);
  };
  const done = (right: boolean): void => {
    if (right) setSolved((s) => s + 1);
    const inRow = right ? row + 1 : 0;
    setRow(inRow);
    if (!right) setEnd(end - ERROR_MS);
    else if (inRow % COMBO === 0) setEnd(end + COMBO_MS);
    pause.current = window.setTimeout(() => {
      if (!right && kind === 'streak') setOver(true);
      else setN((k) => k + 1);
    }, PAUSE_MS);
  };
  const puzzle = running ? rising(all, n, Math.min(STEPS, all.length), seed) : null;
  const bests = bestsNow(kind, now || Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const head = (
    <>
      {menu}
      {running && (
        <p class="row puzzle-run">
          <b>{lt('puzzle.score', { n: solved })}</b>
          {kind === 'storm' && row > 1 && <span class="tabular">{lt('puzzle.combo', { n: row })}</span>}
          {kind === 'storm' && (
            <span class="tabular">
              {lt('puzzle.time', { min: Math.floor(left / 60), sec: String(left % 60).padStart(2, '0') })}
            </span>
          )}
        </p>
      )}
    </>
  );
  if (!puzzle)
    return (
      <section class="learn-words puzzle-words">
        {head}
        <div class="panel prompt" role="status">
          <h2>{over ? lt('puzzle.over', { n: solved }) : lt(`puzzle.mode.${kind}`)}</h2>
          <p>{lt(`puzzle.${kind}.text`, { error: ERROR_MS / 1000, row: COMBO, gain: COMBO_MS / 1000 })}</p>
          <dl class="puzzle-bests">
            <dt>{lt('puzzle.best.day')}</dt>
            <dd>{bests.day}</dd>
            <dt>{lt('puzzle.best.week')}</dt>
            <dd>{bests.week}</dd>
            <dt>{lt('puzzle.best.all')}</dt>
            <dd>{bests.all}</dd>
          </dl>
        </div>
        <div class="row learn-actions">
          <button type="button" class="go" onClick={start}>
            {lt('puzzle.start')}
          </button>
        </div>
      </section>
    );
  return (
    <PuzzleBoard
      key={`${seed} ${n}`}
      puzzle={puzzle}
      run={true}
      onFirst={(right, moves) => {
        attempted(puzzle.id, right);
        noteAgain(puzzle.id, right);
        tried(puzzle.id, right, moves);
      }}
      onOver={done}
      onNext={() => undefined}
      facts={() => null}
    >
      {head}
    </PuzzleBoard>
  );
}
