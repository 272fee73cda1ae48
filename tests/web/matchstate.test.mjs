// How events change a match, and what is read from storage, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './helper.mjs';

const { applyEvent } = await load('matches/matchstate.ts');

function match(moves = []) {
  return {
    id: 4,
    game: 'levee',
    state: 'running',
    event: 100,
    ply: moves.length,
    turn: { seat: 1, side: 1 },
    moves: moves.map((move, i) => ({ ply: i + 1, seat: (i % 2) + 1, side: (i % 2) + 1, move, at: 0 })),
    seats: [1, 2].map((seat) => ({ seat, side: seat })),
    chat: [],
    offers: { draw: null, takeback: null },
    result: null,
  };
}

function move(event, ply, word, more = {}) {
  return {
    type: 'move',
    event,
    match: 4,
    ply,
    seat: 1,
    side: 1,
    move: word,
    at: 0,
    state: 'running',
    turn: { seat: 2, side: 2 },
    result: null,
    ...more,
  };
}

test('a move is added once, however often it comes', () => {
  const once = applyEvent(match(), move(101, 1, 'a1'));
  assert.deepEqual(once.moves.map((m) => m.move), ['a1']);
  assert.equal(applyEvent(once, move(101, 1, 'a1')), once);
  assert.equal(applyEvent(once, move(102, 1, 'a1')).moves.length, 1);
  assert.deepEqual(once.turn, { seat: 2, side: 2 });
});

test('a move that leaves a gap asks for the whole match', () => {
  assert.equal(applyEvent(match(), move(101, 2, 'a1')), 'stale');
});

test('events of other matches and old events change nothing', () => {
  const m = match(['a1']);
  assert.equal(applyEvent(m, { ...move(200, 2, 'b1'), match: 5 }), m);
  assert.equal(applyEvent(m, move(100, 2, 'b1')), m);
});

test('a take-back shortens the game and closes the question', () => {
  const asked = applyEvent(match(['a1', 'b1', 'c1']), {
    type: 'offer',
    event: 101,
    match: 4,
    offers: { draw: null, takeback: { seat: 1, ply: 3 } },
  });
  assert.equal(asked.offers.takeback.ply, 3);
  const back = applyEvent(asked, { type: 'takeback', event: 102, match: 4, ply: 2, turn: { seat: 1, side: 1 } });
  assert.deepEqual(back.moves.map((m) => m.move), ['a1', 'b1']);
  assert.equal(back.offers.takeback, null);
});

test('the sides follow a swap, and its takeback, whoever is told of them', () => {
  const swapped = (m) => m.seats.map((s) => s.side);
  const begun = { ...match(['c3']), game: 'redstone', seats: [{ seat: 1, side: 1 }, { seat: 2, side: 2 }] };
  const said = applyEvent(begun, move(101, 2, 'swap', { seat: 2, side: 2, turn: { seat: 1, side: 2 } }));
  assert.deepEqual(swapped(said), [2, 1]);
  // Spectators who are told later hear of no turn.
  const later = applyEvent(begun, move(101, 2, 'swap', { seat: 2, side: 2, turn: null }));
  assert.deepEqual(swapped(later), [2, 1]);
  const on = applyEvent(said, move(102, 3, 'd4', { side: 2 }));
  assert.deepEqual(swapped(on), [2, 1]);
  const back = (ply, turn) => applyEvent(on, { type: 'takeback', event: 103, match: 4, ply, turn });
  assert.deepEqual(swapped(back(2, null)), [2, 1], 'the swap stands');
  assert.deepEqual(swapped(back(1, { seat: 2, side: 2 })), [1, 2]);
  const read = { ...on, seats: [{ seat: 1, side: 2 }, { seat: 2, side: 1 }] };
  assert.deepEqual(swapped(applyEvent(read, { type: 'takeback', event: 103, match: 4, ply: 1, turn: null })), [1, 2]);
});

test('the end takes the turn away', () => {
  const result = { winner_seat: 2, winner_side: 2, reason: 'resign' };
  const over = applyEvent(match(), { type: 'finished', event: 101, match: 4, state: 'finished', result });
  assert.equal(over.turn, null);
  assert.deepEqual(over.result, result);
});

test('the end of a rated match tells the ratings of both players', () => {
  const result = { winner_seat: 2, winner_side: 2, reason: 'resign' };
  const ratings = [
    { seat: 1, before: 1500, after: 1492 },
    { seat: 2, before: 1500, after: 1508 },
  ];
  const event = { type: 'finished', event: 101, match: 4, state: 'finished', result, ratings };
  assert.deepEqual(applyEvent({ ...match(), rated: true }, event).ratings, ratings);
});

test('a chat line is said once', () => {
  const line = { id: 9, player: { id: 1, name: 'heron', kind: 'guest' }, text: 'hello', at: 0 };
  const said = applyEvent(match(), { type: 'chat', event: 101, match: 4, line });
  assert.equal(applyEvent(said, { type: 'chat', event: 102, match: 4, line }).chat.length, 1);
});

test('who watches is no event of the match', () => {
  const before = match();
  const watched = applyEvent(before, { type: 'watchers', event: 1, match: 4, watchers: 3 });
  assert.deepEqual([watched.watchers, watched.event], [3, before.event]);
  assert.equal(applyEvent(before, { type: 'watchers', event: 1, match: 5, watchers: 3 }), before);
});

test('settings survive whatever stands in the storage', async () => {
  const { readSettings } = await load('core/settings.ts');
  for (const text of [null, '', '{', '[]', '7', '{"theme":"pink","sound":"yes","confirm":4}']) {
    const s = readSettings(text);
    assert.deepEqual([s.theme, s.sound, s.confirm], ['auto', true, 'auto']);
  }
  assert.equal(readSettings('{"theme":"dark","sound":false}').sound, false);
});
