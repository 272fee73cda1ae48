// Claims in words: how many claims each side has on a square, and for whom it scores.
import { bySide, nameOf, sidesOf } from '../blind/view';
import type { Spoken, View } from '../blind/view';
import { bt } from '../blind/words';

const CLAIMS_EACH = 4;

const claimsOf = (v: View, point: number, side: number): number =>
  v.now.claims[CLAIMS_EACH * point + side - 1] ?? 0;

export const claimsSpoken: Spoken = {
  point: (v, point) => {
    const list = sidesOf(v).flatMap((side) => {
      const n = claimsOf(v, point, side);
      return n === 0 ? [] : [bt('side.count', { side: nameOf(v, side), n })];
    });
    const owner = v.now.result.owner[point] ?? 0;
    return [
      list.length === 0 ? bt('claims.none') : bt('claims.on', { list: list.join(', ') }),
      ...(owner === 0 ? [] : [bt('claims.scores', { side: nameOf(v, owner) })]),
    ];
  },
  command: 'claims',
  answer: (v) => {
    const scored = (side: number): number[] =>
      v.now.result.owner.flatMap((owner, p) => (owner === side ? [p] : []));
    return [bt('claims.scored', { list: bySide(v, scored) })];
  },
};
