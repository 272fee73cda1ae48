// The engine's card: on and off, its view of the position, and the candidate lines.
import type { JSX } from 'preact';

import { moveName, sideName } from '../games/position';
import { number } from '../i18n';
import type { GameInfo, GameName } from '../wasm/wasm';
import type { Line, Thought } from './analyst';
import { MEMORIES } from './keep';
import type { Preferences } from './keep';
import { SideDot } from '../parts/sidedot';
import { mostThreads, sharesMemory, threadsOf } from '../wasm/threads';
import { st } from './words';
import type { StudyKey } from './words';

export interface EngineCardProps {
  info: GameInfo;
  on: boolean;
  set: (on: boolean) => void;
  thought: Thought | null;
  /** The number of threads in the last report; the shown results may be older. Null before it. */
  threads: number | null;
  over: boolean;
  threat: boolean;
  setThreat: (on: boolean) => void;
  mayThreaten: boolean;
  broken: boolean;
  preferences: Preferences;
  prefer: (p: Partial<Preferences>) => void;
  point: (line: Line | null) => void;
  play: (line: Line) => void;
  /** What the candidates do; null: nothing to say. */
  why: JSX.Element | null;
}

/** 1234567 as "1.2 M". */
export function short(n: number): string {
  if (n >= 1e6) return `${number(n / 1e6, 1)} M`;
  return n >= 1e4 ? `${number(n / 1e3)} k` : number(n);
}

export function signed(n: number, digits: number): string {
  const text = number(Math.abs(n), digits);
  return n < 0 && Number(n.toFixed(digits)) !== 0 ? `−${text}` : `+${text}`;
}

export function percent(rate: number, digits = 1): string {
  return `${number(rate * 100, digits)} %`;
}

/** "wins by 3" where it is proved; null: it is not. */
export function provedText(
  l: Pick<Line, 'proven' | 'exact' | 'low' | 'high'>,
  points: boolean,
): string | null {
  if (!l.exact) return null;
  if (l.proven === 0) return st('engine.draw');
  const margin = points && l.low === l.high ? Math.abs(l.low) : null;
  if (margin === null) return st(l.proven > 0 ? 'engine.wins' : 'engine.loses');
  return st(l.proven > 0 ? 'engine.winsby' : 'engine.losesby', { n: margin });
}

function verdictText(t: Thought, info: GameInfo): string | null {
  if (!t.exact) return null;
  if (t.proven === 0) return st('engine.proved.draw');
  if (t.proven < 0 && t.lines.length > 0 && info.playersMax > 2 && t.side > 2) return null;
  const winner = t.proven > 0 ? t.side : 3 - t.side;
  return st('engine.proved', { side: sideName(info.name, winner) });
}

/** Who judges the positions, and why. */
function judgeOf(t: Thought): StudyKey {
  if (t.settled || t.exact) return 'engine.judge.proof';
  if (!t.net) return 'engine.judge.playouts';
  return t.unseen ? 'engine.judge.unseen' : 'engine.judge.net';
}

export function EngineCard(props: EngineCardProps): JSX.Element {
  const { info, on, thought, preferences: p, prefer } = props;
  const verdict = thought ? verdictText(thought, info) : null;
  const shown = thought ? thought.lines.slice(0, p.lines) : [];
  const rows = Array.from({ length: on || thought ? p.lines : 0 }, (_, i) => shown[i] ?? null);
  return (
    <section class="panel study-engine" aria-label={st('engine.title')}>
      <div class="study-engine-head">
        <button
          type="button"
          role="switch"
          aria-checked={on}
          class="study-switch"
          title={st('key.of', { what: st('engine.title'), key: 'E' })}
          onClick={() => props.set(!on)}
        >
          <span class="study-knob" aria-hidden="true" />
          <span class="study-switch-word">{st('engine.title')}</span>
        </button>
        <span class="soft study-engine-count">
          {props.threat && <b>{st('engine.threat')} · </b>}
          {thought &&
            st(thought.net ? 'engine.judged' : 'engine.rounds', {
              n: short(thought.rounds),
              s: number(thought.ms / 1000, thought.ms < 9950 ? 1 : 0),
            })}
          {thought?.unseen && ` · ${st('engine.unseen')}`}
          {thought?.full && ` · ${st('engine.full')}`}
          {thought?.settled && ` · ${st('engine.done')}`}
        </span>
        {verdict !== null && <span class="study-verdict">✓ {verdict}</span>}
      </div>
      {props.broken && <p class="refusal">{st('engine.broken')}</p>}
      {props.over && on && <p class="soft">{st('engine.over')}</p>}
      {!props.over && rows.length > 0 && (
        <ol class="study-lines" onMouseLeave={() => props.point(null)}>
          {rows.map((line, i) => (
            <li key={i}>
              {line ? <LineRow {...props} line={line} rank={i + 1} /> : <span class="study-line-row empty" />}
            </li>
          ))}
        </ol>
      )}
      {props.why}
      <details class="study-engine-options">
        <summary>{st('engine.options')}</summary>
        {thought && <p class="soft study-judge">{st(judgeOf(thought))}</p>}
        <div class="row">
          <label>
            {st('engine.lines')}
            <select value={p.lines} onChange={(e) => prefer({ lines: Number(e.currentTarget.value) })}>
              {[1, 2, 3, 4, 5].map((n) => (
                <option key={n}>{n}</option>
              ))}
            </select>
          </label>
          <label>
            {st('engine.memory')}
            <select
              value={p.memoryMib}
              onChange={(e) => prefer({ memoryMib: Number(e.currentTarget.value) })}
            >
              {MEMORIES.map((n) => (
                <option key={n} value={n}>
                  {n} MiB
                </option>
              ))}
            </select>
          </label>
          {sharesMemory() && (
            <label>
              {st('engine.threads')}
              <select
                value={threadsOf(p.threads)}
                onChange={(e) => prefer({ threads: Number(e.currentTarget.value) })}
              >
                {Array.from({ length: mostThreads() }, (_, i) => (
                  <option key={i}>{i + 1}</option>
                ))}
              </select>
            </label>
          )}
          <button
            type="button"
            class="quiet toggle"
            aria-pressed={props.threat}
            disabled={!props.mayThreaten}
            onClick={() => props.setThreat(!props.threat)}
          >
            {st('engine.threat')}
          </button>
        </div>
        {!sharesMemory() && <p class="soft">{st('engine.threads.one')}</p>}
        {sharesMemory() && props.threads !== null && (
          <p class="soft">{st('engine.threads.now', { n: props.threads })}</p>
        )}
      </details>
    </section>
  );
}

function LineRow({
  info,
  line,
  rank,
  point,
  play,
}: EngineCardProps & { line: Line; rank: number }): JSX.Element {
  const proved = provedText(line, info.hasScore);
  return (
    <button
      type="button"
      class={rank === 1 ? 'study-line-row best' : 'study-line-row'}
      onMouseEnter={() => point(line)}
      onFocus={() => point(line)}
      onBlur={() => point(null)}
      onClick={() => play(line)}
    >
      <b class="soft">{rank}</b>
      <span class={proved === null ? 'study-rate' : 'study-rate proved'}>
        {proved === null ? percent(line.winrate) : `✓ ${proved}`}
      </span>
      <b class="study-points">{info.hasScore ? signed(line.score, 1) : ''}</b>
      <span class="study-words">
        <b>{moveName(line.move)}</b> {line.line.slice(1).map(moveName).join(' ')}
      </span>
      <span class="soft study-visits">{short(line.visits)}</span>
    </button>
  );
}

/** The evaluation bar: the first side grows from below, or on a phone from the left. `side`: only of this one is the
 * share known. */
export function Bar({
  game,
  side,
  share,
  proved,
  words,
}: {
  game: GameName;
  side: number | null;
  share: number | null;
  proved: boolean;
  words: string;
}): JSX.Element {
  const height = share === null ? 50 : Math.round(share * 1000) / 10;
  return (
    <div class="study-bar-box">
      {side === null && <SideDot game={game} side={2} />}
      <div
        class={`study-bar${proved ? ' proved' : ''}${side === null ? '' : ` only-${side}`}`}
        role="img"
        aria-label={words}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" class="tall">
          <rect x="0" y={100 - height} width="100" height={height} />
        </svg>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" class="flat">
          <rect x="0" y="0" width={height} height="100" />
        </svg>
        <span class="study-half" aria-hidden="true" />
      </div>
      {proved && (
        <span class="study-bar-check" aria-hidden="true">
          ✓
        </span>
      )}
      <SideDot game={game} side={side ?? 1} />
    </div>
  );
}
