// A new study: game, board and options, and on request a position to begin from. Stones are placed one by
// one; what no play can lead to is explained at once, with the stones that forbid it.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { rules } from '../wasm/loaded';
import { sideName } from '../games/position';
import { BoardFields, GameChoice, OptionFields, defaultOptions } from '../parts/gamefields';
import { emptyBoard, pointName } from '../board/state';
import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { CELL_DOUBLED, CELL_JACKED, OPTION_JACKED, OPTION_SWAP, OWNER_NEUTRAL } from '../wasm/wasm';
import type { Cell, GameInfo, GameName, Setup, Unlawful } from '../wasm/wasm';
import { Catcher } from './catcher';
import { emptyCells } from './record';
import { newStudy } from './tree';
import type { Study } from './tree';
import { isStudyKey, st } from './words';

interface SetupProps {
  /** Where one begins: an edited position, or none. */
  first: { setup: Setup; cells: Cell[] | null; side: number };
  done: (study: Study) => void;
  cancel: () => void;
}

/** A slot that nothing else uses. */
const SLOT = 6;

/** What a click puts on a point. */
interface Brush {
  owner: number;
  height: number;
  flags: number;
}

function brushesOf(info: GameInfo, players: number): number[] {
  if (GAME_PAGES[info.name].look.common) return [OWNER_NEUTRAL];
  const sides = Array.from({ length: players }, (_, i) => i + 1);
  return info.hasRed ? [...sides, OWNER_NEUTRAL] : sides;
}

function neutralName(game: GameName): string {
  return st(GAME_PAGES[game].neutral === 'red' ? 'setup.red' : 'setup.stone');
}

function optionBits(info: GameInfo, swap: boolean, jacked: boolean): number {
  return ((swap ? OPTION_SWAP : 0) | (jacked ? OPTION_JACKED : 0)) & info.options;
}

/** Null: the position can be; 'range': a stack that the game has not. */
function verdictOn(setup: Setup, cells: Cell[], side: number): Unlawful | 'range' | null {
  try {
    return rules().place(SLOT, setup, cells, side);
  } catch {
    return 'range';
  }
}

export function SetupEditor({ first, done, cancel }: SetupProps): JSX.Element {
  const [setup, setSetup] = useState(first.setup);
  const [cells, setCells] = useState<Cell[] | null>(first.cells);
  const [side, setSide] = useState(first.side);
  const [brush, setBrush] = useState<Brush>({ owner: 0, height: 1, flags: 0 });
  const info = rules().info(setup.game);
  const board = cells ?? emptyCells(setup);
  const why = useMemo(() => verdictOn(setup, board, side), [setup, cells, side]);

  const change = (news: Partial<Setup>): void => {
    const next = { ...setup, ...news };
    setSetup(next);
    if (next.width !== setup.width || next.height !== setup.height || next.game !== setup.game)
      setCells(cells && emptyCells(next));
    setSide((known) => Math.min(known, next.players));
  };
  const choose = (game: GameName): void => {
    const chosen = rules().info(game);
    const options = defaultOptions(chosen);
    change({
      game,
      width: chosen.sizeDefault,
      height: chosen.sizeDefault,
      players: chosen.playersMin,
      options: optionBits(chosen, options.swap, options.jacked),
    });
    setBrush({ owner: brushesOf(chosen, chosen.playersMin)[0] ?? 1, height: 1, flags: 0 });
  };
  const put = (point: number): void => {
    const old = board[point];
    const next = [...board];
    const same =
      old !== undefined &&
      old.owner === brush.owner &&
      old.height === brush.height &&
      old.flags === brush.flags;
    next[point] = brush.owner === 0 || same ? { owner: 0, height: 0, flags: 0 } : { ...brush };
    setCells(next);
  };
  const start = (): void => {
    const any = cells?.some((c) => c.owner !== 0) || side !== 1;
    done(newStudy(setup, any ? { cells: board, side } : null));
  };
  return (
    <div class="study-setup">
      <div class="panel form">
        <h2>{st('setup.title')}</h2>
        <div class="row">
          <GameChoice value={setup.game} set={choose} />
          <BoardFields
            info={info}
            width={setup.width}
            height={setup.height}
            set={(width, height) => change({ width, height })}
          />
          {info.playersMax > info.playersMin && (
            <label>
              {st('setup.players')}
              <select
                value={setup.players}
                onChange={(e) => change({ players: Number(e.currentTarget.value) })}
              >
                {Array.from({ length: info.playersMax - info.playersMin + 1 }, (_, i) => (
                  <option key={i}>{info.playersMin + i}</option>
                ))}
              </select>
            </label>
          )}
          <OptionFields
            info={info}
            value={{
              swap: (setup.options & OPTION_SWAP) !== 0,
              jacked: (setup.options & OPTION_JACKED) !== 0,
            }}
            set={(o) => change({ options: optionBits(info, o.swap, o.jacked) })}
          />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={cells !== null}
            onChange={(e) => {
              setCells(e.currentTarget.checked ? emptyCells(setup) : null);
              setBrush({ owner: brushesOf(info, setup.players)[0] ?? 1, height: 1, flags: 0 });
            }}
          />
          {st('setup.position')}
        </label>
        {cells !== null && (
          <Brushes setup={setup} info={info} brush={brush} set={setBrush} side={side} setSide={setSide} />
        )}
        <Verdict why={why} setup={setup} />
        <div class="row">
          <button type="button" class="go" disabled={why !== null} onClick={start}>
            {st('setup.start')}
          </button>
          {cells !== null && (
            <button type="button" onClick={() => setCells(emptyCells(setup))}>
              {st('setup.empty')}
            </button>
          )}
          <button type="button" class="quiet" onClick={cancel}>
            {t('table.cancel')}
          </button>
        </div>
      </div>
      {cells !== null && <SetupBoard setup={setup} cells={board} why={why} put={put} />}
    </div>
  );
}

function Verdict({ why, setup }: { why: Unlawful | 'range' | null; setup: Setup }): JSX.Element {
  if (why === null) return <p class="soft study-verdict-line">{st('setup.fine')}</p>;
  if (why === 'range')
    return (
      <p class="refusal" role="alert">
        {st('setup.why.range')}
      </p>
    );
  const key = `setup.why.${why.rule}`;
  const points = why.points.map((p) => pointName(p, setup.width)).join(', ');
  return (
    <p class="refusal" role="alert">
      <b>{t('table.refused', { rule: why.rule })}</b> {isStudyKey(key) ? st(key, { points }) : points}
    </p>
  );
}

interface BrushesProps {
  setup: Setup;
  info: GameInfo;
  brush: Brush;
  set: (brush: Brush) => void;
  side: number;
  setSide: (side: number) => void;
}

function Brushes({ setup, info, brush, set, side, setSide }: BrushesProps): JSX.Element {
  const owners = [...brushesOf(info, setup.players), 0];
  const nameOf = (owner: number): string => {
    if (owner === 0) return st('setup.remove');
    if (owner === OWNER_NEUTRAL) return neutralName(info.name);
    return sideName(info.name, owner);
  };
  const flag = (bit: number, text: string): JSX.Element => (
    <label class="check">
      <input
        type="checkbox"
        checked={(brush.flags & bit) !== 0}
        onChange={(e) =>
          set({ ...brush, flags: e.currentTarget.checked ? brush.flags | bit : brush.flags & ~bit })
        }
      />
      {text}
    </label>
  );
  return (
    <>
      <div class="row" role="group" aria-label={st('setup.brush')}>
        {owners.map((owner) => (
          <button
            type="button"
            key={owner}
            class="quiet toggle"
            aria-pressed={brush.owner === owner}
            onClick={() => set({ ...brush, owner })}
          >
            {nameOf(owner)}
          </button>
        ))}
      </div>
      {GAME_PAGES[info.name].stacks && (
        <div class="row">
          <label>
            {st('setup.height')}
            <input
              type="number"
              min={1}
              max={40}
              value={brush.height}
              onInput={(e) =>
                set({ ...brush, height: Math.max(1, Math.min(40, Number(e.currentTarget.value) || 1)) })
              }
            />
          </label>
          {flag(CELL_JACKED, st('setup.jacked'))}
          {flag(CELL_DOUBLED, st('setup.doubled'))}
        </div>
      )}
      <label>
        {st('setup.side')}
        <select value={side} onChange={(e) => setSide(Number(e.currentTarget.value))}>
          {Array.from({ length: setup.players }, (_, i) => (
            <option key={i} value={i + 1}>
              {sideName(setup.game, i + 1)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface SetupBoardProps {
  setup: Setup;
  cells: Cell[];
  why: Unlawful | 'range' | null;
  put: (point: number) => void;
}

function SetupBoard({ setup, cells, why, put }: SetupBoardProps): JSX.Element {
  const board = useMemo(() => {
    const b = emptyBoard(setup.game, setup.width, setup.height);
    const links = why === null && GAME_PAGES[setup.game].tells.links ? rules().links(SLOT) : [];
    const labels = cells.map((c, p) => {
      const point = pointName(p, setup.width);
      if (c.owner === 0) return t('cell.empty', { point });
      const name = c.owner === OWNER_NEUTRAL ? neutralName(setup.game) : sideName(setup.game, c.owner);
      return `${point}, ${name}${c.height > 1 ? ` ${c.height}` : ''}`;
    });
    return {
      ...b,
      cells,
      links,
      labels,
      proof: why !== null && why !== 'range' ? why.points : [],
      title: st('setup.board'),
    };
  }, [setup, cells, why]);
  const nothing = (): void => undefined;
  return (
    <Catcher all class="study-setup-board" onPoints={(_, to) => put(to)}>
      <BoardView board={board} onPlace={nothing} onIllegal={nothing} onCancel={nothing} />
    </Catcher>
  );
}
