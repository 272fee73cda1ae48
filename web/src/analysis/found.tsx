// The engine's results for the position of the study: the evaluation bar, the layers over the board,
// the card with its lines. The engine reports several times a second; only these are rendered then,
// not the view.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import type { Store } from '../core/env';
import { moveName } from '../games/position';
import type { Game } from '../games/replay';
import type { BoardState } from '../board/state';
import type { GameInfo } from '../wasm/wasm';
import type { Line, Thought } from './analyst';
import { firstShare, recalled } from './engine';
import type { Engine } from './engine';
import { Bar, EngineCard, percent, provedText, signed } from './enginecard';
import type { EngineCardProps } from './enginecard';
import { WhyList } from '../learn/why';
import { Overlay } from './overlay';
import type { Ghost, Spot } from './overlay';
import type { Glyph, Mark } from './tree';
import { useThought } from './useengine';
import { st } from './words';

/** The position, and the engine that judges it. */
export interface Sight {
  engine: Engine;
  game: Game;
  /** What if this side were to move? */
  side: number | undefined;
  /** Nothing that is known of it may be shown. */
  closed: boolean;
}

/** The present results. */
export function seen(sight: Sight): Thought | null {
  return sight.closed ? null : recalled(sight);
}

function useSeen(sight: Sight): Thought | null {
  const thought = useThought(sight.engine, sight);
  return sight.closed ? null : thought;
}

export function evaluationWords(thought: Thought | null, info: { hasScore: boolean }): string {
  const best = thought?.lines[0];
  if (!best) return st('engine.nothing');
  const proved = provedText(best, info.hasScore);
  return st('engine.best', { move: moveName(best.move), rate: proved ?? percent(best.winrate, 0) });
}

/** `winner`: of the game, or by the proof search, 0 a draw; null: not known. */
export function FoundBar({ sight, winner }: { sight: Sight; winner: number | null }): JSX.Element {
  const thought = useSeen(sight);
  const { game, players } = sight.game.setup;
  const mover = thought?.lines[0]?.winrate ?? null;
  // With three or four players the bar shows the share of the side to move.
  const share =
    winner !== null && players === 2
      ? endShare(winner)
      : thought === null || players === 2
        ? thought && firstShare(thought)
        : mover;
  return (
    <Bar
      game={game}
      side={players === 2 ? null : (thought?.side ?? 1)}
      share={share}
      proved={(thought?.exact ?? false) || winner !== null}
      words={evaluationWords(thought, rules().info(game))}
    />
  );
}

function endShare(winner: number): number {
  return winner === 0 ? 0.5 : winner === 1 ? 1 : 0;
}

interface FoundOverlayProps {
  sight: Sight;
  board: BoardState;
  marks: readonly Mark[];
  glyph: Glyph | '';
  /** How many are drawn. */
  candidates: number;
  ownership: boolean;
  /** The line that is played out on the board. */
  pointed: Store<Line | null>;
}

export function FoundOverlay(props: FoundOverlayProps): JSX.Element {
  const { sight, candidates } = props;
  const thought = useSeen(sight);
  const pointed = useStore(props.pointed);
  const spots = useMemo(
    () => spotsOf(thought?.lines.slice(0, candidates) ?? [], rules().info(sight.game.setup.game)),
    [thought, candidates],
  );
  const ghosts = useMemo(
    () => (pointed && thought ? ghostsOf(pointed, thought.side, sight.game.setup.players) : []),
    [pointed, thought?.side, sight],
  );
  return (
    <Overlay
      board={props.board}
      marks={props.marks}
      spots={spots}
      ghosts={ghosts}
      ownership={props.ownership && thought ? thought.ownership : []}
      glyph={props.glyph}
    />
  );
}

export function FoundCard(
  props: { sight: Sight } & Omit<EngineCardProps, 'thought' | 'threads' | 'why'>,
): JSX.Element {
  const thought = useSeen(props.sight);
  const last = useStore(props.sight.engine.thought);
  const { game, side } = props.sight;
  const lines = thought?.lines.slice(0, props.preferences.lines) ?? [];
  const why =
    side === undefined && game.setup.players === 2 ? (
      <WhyList game={game} moves={lines.map((line) => line.move)} />
    ) : null;
  return <EngineCard {...props} thought={thought} threads={last?.threads ?? null} why={why} />;
}

function spotsOf(lines: readonly Line[], info: GameInfo): Spot[] {
  return lines.flatMap((line, i) => {
    const point = line.points[0] ?? null;
    if (point === null) return [];
    return {
      point,
      best: i === 0,
      big: provedText(line, info.hasScore) === null ? String(Math.round(line.winrate * 100)) : '✓',
      small: info.hasScore ? signed(line.score, 1) : '',
    };
  });
}

function ghostsOf({ line, points }: Line, side: number, players: number): Ghost[] {
  const ghosts = new Map<number, Ghost>();
  points.forEach((point, i) => {
    if (point === null || ghosts.has(point)) return;
    const red = /\dr$/.test(line[i] ?? '');
    ghosts.set(point, { point, side: ((side - 1 + i) % players) + 1, red, n: i + 1 });
  });
  return [...ghosts.values()];
}
