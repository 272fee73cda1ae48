// The figures of the rules of Claims. The tests ask the rules whether each is true.
import { figure } from './figure';
import type { RuleFigure } from './figure';

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
