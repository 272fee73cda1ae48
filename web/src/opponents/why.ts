// Why a move is good, as sentences that only repeat what the engine has found: a proof, its expected line, and how
// much another move would give away.
import type { Thought } from '../analysis/analyst';
import type { Values } from '../i18n';
import type { OpponentKey } from './words';

/** The engine's judgement of another move, for the same side. */
export interface Compared {
  move: string;
  winrate: number;
  proven: number;
  exact: boolean;
}

export interface Reason {
  key: OpponentKey;
  values: Values;
}

/** So many moves of a line are shown. */
const LINE_MAX = 5;
/** Percentage points below which two moves count as equal. */
const EQUAL = 1;

const settled = (c: Pick<Compared, 'proven' | 'exact'>): boolean => c.exact || c.proven !== 0;
const percent = (share: number): number => Math.round(100 * share);

function proofOf(proven: number): OpponentKey {
  if (proven > 0) return 'why.proved.win';
  return proven < 0 ? 'why.proved.lost' : 'why.proved.draw';
}

function compared(best: Compared, other: Compared, move: string): Reason {
  if (settled(other)) {
    const key =
      other.proven > 0 ? 'why.other.wins' : other.proven < 0 ? 'why.other.loses' : 'why.other.draws';
    return { key, values: { move } };
  }
  const rate = percent(other.winrate);
  if (settled(best)) return { key: 'why.other.open', values: { move, rate } };
  const less = percent(best.winrate) - rate;
  if (less >= EQUAL) return { key: 'why.other.less', values: { move, rate, less } };
  return { key: less <= -EQUAL ? 'why.other.more' : 'why.other.same', values: { move, rate } };
}

/** The reasons for the engine's first move, compared with another move if one is given. `say` names
 * a move. */
export function reasons(t: Thought, other: Compared | null, say: (word: string) => string): Reason[] {
  const [best] = t.lines;
  if (!best) return [];
  const found: Reason[] = [
    settled(best)
      ? { key: proofOf(best.proven), values: { move: say(best.move) } }
      : { key: 'why.rate', values: { move: say(best.move), rate: percent(best.winrate), n: t.rounds } },
  ];
  if (best.line.length > 1)
    found.push({ key: 'why.line', values: { line: best.line.slice(0, LINE_MAX).map(say).join(' – ') } });
  if (other) found.push(compared(best, other, say(other.move)));
  else if (t.lines.length === 1) found.push({ key: 'why.only', values: {} });
  return found;
}
