// Explanations of Claims, loaded on demand: the figures of its rules, and its words in blind mode.
import { bySide, nameOf, sidesOf } from './view';
import type { Spoken, View } from './view';
import { bt } from './blindwords';
import { figure } from './figure';
import type { RuleFigure } from './figure';

// --- the figures of its rules; the tests ask the rules whether each is true ---

const EMPTY_ROW = '.. .. .. .. ..';

export const claimsFigures: RuleFigure[] = [
  figure('claims', 5, `${EMPTY_ROW}\n${EMPTY_ROW}\n.. .. x1 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 1, {
    rule: 'C1, C2',
    caption: 'C1',
    tried: 'c3',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n${EMPTY_ROW}\n.. .. x3 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 2, {
    rule: 'C3',
    caption: 'C3',
    tried: 'c4',
    refused: 'C5',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n${EMPTY_ROW}\nx3 .. o1 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 2, {
    rule: 'C4',
    caption: 'C4',
    tried: 'b3',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n.. .. x1 .. ..\n.. x1 .. o1 ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 2, {
    rule: 'C5',
    caption: 'C5',
    tried: 'c3',
    refused: 'C5',
    show: 'claims',
  }),
  figure('claims', 5, `${EMPTY_ROW}\n.. .. x1 .. ..\n.. x1 o1 .. ..\n${EMPTY_ROW}\n${EMPTY_ROW}`, 1, {
    rule: 'C6',
    caption: 'C6',
    tried: 'c3',
    show: 'claims',
  }),
];

// --- in words: how many claims each side has on a square, and for whom it scores ---

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
  own: {
    command: 'claims',
    answer: (v) => {
      const scored = (side: number): number[] =>
        v.now.result.owner.flatMap((owner, p) => (owner === side ? [p] : []));
      return [bt('claims.scored', { list: bySide(v, scored) })];
    },
  },
};
