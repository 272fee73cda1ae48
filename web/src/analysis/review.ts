// The review of a whole game as plain numbers: the cost of each move, the accuracy of each player, and
// the decisive moments. docs/STUDY.md explains the formula.

export const CLASSES = ['best', 'good', 'doubtful', 'mistake', 'blunder'] as const;
export type MoveClass = (typeof CLASSES)[number];

/** What the engine found of one position of the game. */
export interface Judged {
  /** The first side's share, 0 … 1. */
  share: number;
  /** The side to move, and the move that is best for it; '' at the end of the game. */
  side: number;
  best: string;
  line: string[];
  /** Expected points of the first side; null in games without. */
  points: number | null;
}

export interface MoveReview {
  ply: number;
  /** The side that moved, and the seat that held it then: after a swap they differ (R7). */
  side: number;
  seat: number;
  move: string;
  /** How much of the win rate the move gave away, 0 … 1. */
  loss: number;
  /** Expected points that the move gave away; null in games without points. */
  points: number | null;
  kind: MoveClass;
  best: string;
  line: string[];
}

/** Losses from which a move is doubtful, a mistake, a blunder; below the first two it is good, or best. */
const BEST_LOSS = 0.02;
const DOUBTFUL_LOSS = 0.05;
const MISTAKE_LOSS = 0.09;
const BLUNDER_LOSS = 0.2;

/** A move that costs 17 % of the win rate halves its accuracy. */
const DECAY = 4;

export function classOf(loss: number): MoveClass {
  if (loss >= BLUNDER_LOSS) return 'blunder';
  if (loss >= MISTAKE_LOSS) return 'mistake';
  if (loss >= DOUBTFUL_LOSS) return 'doubtful';
  return loss >= BEST_LOSS ? 'good' : 'best';
}

/** The review of each move: `judged[i]` is the position before move i, the last one after all. */
export function reviewMoves(moves: readonly string[], judged: readonly Judged[]): MoveReview[] {
  const swap = moves.indexOf('swap');
  return moves.flatMap((move, i) => {
    const before = judged[i];
    const after = judged[i + 1];
    if (!before || !after) return [];
    const ofSide = (side: number, share: number): number => (side === 1 ? share : 1 - share);
    const then = i === swap ? 3 - before.side : before.side; // whoever swaps holds the other side
    const given = ofSide(before.side, before.share) - ofSide(then, after.share);
    const loss = move === before.best ? 0 : Math.max(0, given);
    const ahead = (side: number, points: number): number => (side === 1 ? points : -points);
    const points =
      before.points === null || after.points === null
        ? null
        : move === before.best
          ? 0
          : Math.max(0, ahead(before.side, before.points) - ahead(then, after.points));
    return [
      {
        ply: i + 1,
        side: before.side,
        seat: swap >= 0 && i > swap ? 3 - before.side : before.side,
        move,
        loss,
        points,
        kind: classOf(loss),
        best: before.best,
        line: before.line,
      },
    ];
  });
}

/** 0 … 100: the mean of 100 e^(-4 loss) over the moves of a seat; null if it made none. */
export function accuracy(moves: readonly MoveReview[], seat: number): number | null {
  const own = moves.filter((m) => m.seat === seat);
  if (own.length === 0) return null;
  return (100 * own.reduce((sum, m) => sum + Math.exp(-DECAY * m.loss), 0)) / own.length;
}

export function counts(moves: readonly MoveReview[], seat: number): Record<MoveClass, number> {
  const all: Record<MoveClass, number> = { best: 0, good: 0, doubtful: 0, mistake: 0, blunder: 0 };
  for (const m of moves) if (m.seat === seat) all[m.kind]++;
  return all;
}

/** The three moves that cost most, in the order of the game; none that is at least good. */
export function turningPoints(moves: readonly MoveReview[]): MoveReview[] {
  return moves
    .filter((m) => m.loss >= DOUBTFUL_LOSS)
    .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
    .slice(0, 3)
    .sort((a, b) => a.ply - b.ply);
}

export function glyphOf(kind: MoveClass): '' | '?!' | '?' | '??' {
  return kind === 'blunder' ? '??' : kind === 'mistake' ? '?' : kind === 'doubtful' ? '?!' : '';
}

/** The stored results for a line: for all its positions, or for the first ones. */
export interface KeptReview {
  moves: string[];
  judged: Judged[];
  /** Playouts of each position. */
  rounds: number;
}

function isJudged(value: unknown): value is Judged {
  const j = value as Partial<Judged> | null;
  return (
    typeof j?.share === 'number' &&
    typeof j.side === 'number' &&
    typeof j.best === 'string' &&
    Array.isArray(j.line) &&
    (j.points === null || typeof j.points === 'number')
  );
}

export function isWhole(r: Pick<KeptReview, 'moves' | 'judged'>): boolean {
  return r.judged.length === r.moves.length + 1;
}

/** A review that was kept, if it is one of just these moves. */
export function reviewOf(kept: unknown, moves: readonly string[]): KeptReview | null {
  const r = kept as Partial<KeptReview> | null;
  if (!Array.isArray(r?.moves) || !Array.isArray(r.judged)) return null;
  if (r.judged.length === 0 || r.judged.length > moves.length + 1) return null;
  if (r.moves.join(' ') !== moves.join(' ') || !r.judged.every(isJudged)) return null;
  return { moves: r.moves, judged: r.judged, rounds: typeof r.rounds === 'number' ? r.rounds : 0 };
}
