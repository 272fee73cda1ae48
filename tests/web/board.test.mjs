// The board's state and geometry, without a DOM.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './helper.mjs';

const state = await load('board/state.ts');
const apply = await load('board/apply.ts');
const { emptyBoard, placeOfPoint, pointAt, pointName, starPoints } = state;

test('g1: points are named column letter and row number, no letter skipped', () => {
  assert.equal(pointName(0, 9), 'a1');
  assert.equal(pointName(8, 9), 'i1');
  assert.equal(pointName(9, 9), 'a2');
  assert.equal(pointName(25 * 25 - 1, 25), 'y25');
});

test('a1 lies lower left until the board is turned', () => {
  const corners = [0, 1, 2, 3].map((turn) => {
    const b = { ...emptyBoard('claims', 5, 3), turn };
    const { column, row } = placeOfPoint(b, 0);
    return [column, row];
  });
  assert.deepEqual(corners, [
    [0, 2],
    [0, 0],
    [4, 0],
    [2, 4],
  ]);
});

test('places and points are inverse in every turn, also on boards that are not square', () => {
  for (const [width, height] of [[2, 2], [5, 3], [3, 7], [25, 25]]) {
    for (const turn of [0, 1, 2, 3]) {
      const b = { ...emptyBoard('claims', width, height), turn };
      for (let p = 0; p < width * height; p++) {
        const { column, row } = placeOfPoint(b, p);
        assert.equal(pointAt(b, column, row), p);
      }
      assert.equal(pointAt(b, -1, 0), null);
      assert.equal(pointAt(b, state.columnsOf(b), 0), null);
    }
  }
});

test('star points are those of a Go board, and the centre of Levee stays a spring', () => {
  assert.equal(starPoints(19, 19, false).length, 9);
  assert.equal(starPoints(13, 13, false).length, 5);
  assert.deepEqual(starPoints(9, 9, false).map((p) => pointName(p, 9)), ['c3', 'g3', 'e5', 'c7', 'g7']);
  assert.equal(starPoints(13, 13, true).length, 4);
  assert.equal(starPoints(8, 9, false).length, 0);
  assert.equal(starPoints(6, 6, false).length, 0);
});

test('a move in advance shows no stone on top of a stone', () => {
  const b = { ...emptyBoard('redstone', 3, 3), interactive: true, legal: Array.from({ length: 9 }, () => 3) };
  b.cells = b.cells.map((c, p) => (p === 4 ? { ...c, owner: 1 } : c));
  assert.equal(state.ghostAt(b, 4), 3); // the rules allow it now
  assert.equal(state.ghostAt({ ...b, ahead: true }, 4), 0);
  assert.equal(state.ghostAt({ ...b, ahead: true }, 3), 3);
  assert.equal(state.ghostAt({ ...b, interactive: false }, 3), 0);
  assert.equal(state.ghostAt({ ...b, picked: { point: 3, red: false } }, 3), 0);
});

test('the cursor moves as seen on the screen and stops at the edge', () => {
  let b = { ...emptyBoard('redstone', 3, 3), cursor: 0 };
  assert.equal(apply.moveCursor(b, 'left').cursor, 0);
  assert.equal(pointName(apply.moveCursor(b, 'up').cursor, 3), 'a2');
  assert.equal(pointName(apply.moveCursor(b, 'top').cursor, 3), 'a3');
  assert.equal(pointName(apply.moveCursor(b, 'last').cursor, 3), 'c1');
  b = { ...b, turn: 2 };
  assert.equal(pointName(apply.moveCursor(b, 'left').cursor, 3), 'b1');
});

test('a click is a move, a question, a refusal, or nothing', () => {
  const legal = apply.legalBits(4, [
    { point: 0, red: false },
    { point: 1, red: true },
    { point: 2, red: false },
    { point: 2, red: true },
  ]);
  const b = { ...emptyBoard('redstone', 2, 2), legal, interactive: true };
  assert.deepEqual(apply.choiceAt(b, 0), { kind: 'place', point: 0, red: false });
  assert.deepEqual(apply.choiceAt(b, 1), { kind: 'place', point: 1, red: true });
  assert.deepEqual(apply.choiceAt(b, 2), { kind: 'ask', point: 2 });
  assert.deepEqual(apply.choiceAt(b, 3), { kind: 'illegal', point: 3 });
  assert.deepEqual(apply.choiceAt({ ...b, interactive: false }, 0), { kind: 'none' });
});
