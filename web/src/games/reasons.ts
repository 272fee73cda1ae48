// What a move does, in words. The rules find the facts (src/rules/reasons.h); here they only get their sentences.
import { moveName, sideName } from './position';
import { countedReason, rt } from './reasonwords';
import type { Reason } from './reasonkinds';
import type { GameName } from '../wasm/wasm';

/** A reason whose move is a word, '' if it names none. */
export interface Told extends Omit<Reason, 'at'> {
  at: string;
}

function sentence(game: GameName, side: number, { kind, n, m, at: word }: Told): string[] {
  const at = word === '' ? '' : moveName(word);
  switch (kind) {
    case 'wins':
    case 'loses':
      return [rt(kind)];
    case 'attacks':
      return [rt(kind, { n })];
    case 'prevents_win':
      return [rt(kind, { at })];
    case 'lengthens':
    case 'hinders':
      return [rt(kind, { n, m, side: sideName(game, side), other: sideName(game, 3 - side) })];
    case 'scores':
      return [...(n > 0 ? [countedReason('scores', n)] : []), ...(m > 0 ? [countedReason('costs', m)] : [])];
    default:
      return [countedReason(kind, n, { m, at })];
  }
}

/** What the side does with a move; one without reasons is called quiet. */
export function reasonText(game: GameName, side: number, reasons: readonly Told[]): string {
  const all = reasons.flatMap((reason) => sentence(game, side, reason));
  return all.length === 0 ? rt('why.quiet') : all.join('; ');
}
