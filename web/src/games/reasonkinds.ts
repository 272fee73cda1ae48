// What a move does, as the module tells it. It is no part of the first load.
import { MOVE_NONE } from '../wasm/wasm';
import type { Move, Rules } from '../wasm/wasm';

/** What a move does (src/rules/reasons.h). */
export const REASONS = [
  'wins',
  'loses',
  'takes',
  'gives',
  'owns',
  'scores',
  'attacks',
  'closes',
  'saves',
  'corners',
  'lengthens',
  'hinders',
  'threatens',
  'threatens_win',
  'prevents',
  'prevents_win',
] as const;
export type ReasonKind = (typeof REASONS)[number];

export interface Reason {
  kind: ReasonKind;
  n: number;
  m: number;
  at: Move | null;
}

/** Of a legal move, the most important first. */
export function reasonsOf(r: Rules, slot: number, move: Move): Reason[] {
  const [text, n] = r.reasons(slot, move);
  return text
    .toLowerCase()
    .split('\n')
    .slice(0, n.length / 3)
    .flatMap((name, i) => {
      const kind = REASONS.find((k) => k === name);
      const [a = 0, b = 0, at = MOVE_NONE] = n.slice(3 * i, 3 * i + 3);
      return kind ? [{ kind, n: a, m: b, at: at === MOVE_NONE ? null : at }] : [];
    });
}
