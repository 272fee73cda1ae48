// Puzzles of a member without a browser: attempts are sent once, wait without a connection, and what was tried
// before there was an account comes along.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { load } from './helper.mjs';

const { me, offer, outcomes, send, tried } = await load('../../tests/web/puzzleaccount.entry.mjs');
const { ANY } = await load('puzzles/collection.ts');

const MEMBER = { id: 7, name: 'ann', kind: 'member' };
const kept = new Map();
let asked = [];
let answers = () => [200, {}];

globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
};
globalThis.fetch = (path, init) => {
  const body = init?.body ? JSON.parse(init.body) : null;
  asked.push([init?.method ?? 'GET', path, body]);
  const answer = answers(path, body);
  if (!answer) return Promise.reject(new TypeError('no connection'));
  const [status, value] = answer;
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return Promise.resolve(new Response(JSON.stringify(value), { status, headers: { 'content-type': type } }));
};

const waiting = () => JSON.parse(kept.get('hoshi-puzzles-unsent') ?? '[]').map((u) => u.puzzle);
const attempt = (path) => {
  const puzzle = path.split('/').at(-2);
  return [200, { puzzle, solved: true, rated: true, vote: 0, before: 1500, rating: 1520 }];
};

beforeEach(() => {
  kept.clear();
  asked = [];
  answers = attempt;
  me.set(MEMBER);
  kept.set('hoshi-puzzles-guest', '[]');
});

test('an attempt is sent with its moves, and what the server says is known', async () => {
  tried('l1', true, ['c4', 'b3']);
  await send();
  assert.deepEqual(asked, [['POST', '/api/puzzles/l1/attempt', { solved: true, moves: 'c4 b3' }]]);
  assert.equal(outcomes.value.get('l1').rating, 1520);
  assert.deepEqual(waiting(), []);
  await send();
  assert.equal(asked.length, 1);
});

test('without a connection attempts wait, in their order, and are sent later', async () => {
  answers = () => null;
  tried('l1', true, ['c4']);
  tried('l2', false, ['a1']);
  await send();
  assert.deepEqual(waiting(), ['l1', 'l2']);
  answers = attempt;
  asked = [];
  await send();
  assert.deepEqual(asked.map(([, path]) => path), ['/api/puzzles/l1/attempt', '/api/puzzles/l2/attempt']);
  assert.deepEqual(waiting(), []);
});

test('a connection that comes back while a request fails is used at once', async () => {
  let fail;
  answers = () => new Promise((_, failed) => (fail = failed));
  const fetched = globalThis.fetch;
  globalThis.fetch = (path, init) => {
    const answer = answers(path, init?.body ? JSON.parse(init.body) : null);
    return answer instanceof Promise ? answer : fetched(path, init);
  };
  try {
    tried('l1', true, ['c4']);
    while (!fail) await new Promise(setImmediate);
    answers = attempt;
    const sent = send(); // as the page calls it when it hears of the connection
    fail(new TypeError('no connection'));
    await sent;
    assert.deepEqual(waiting(), []);
  } finally {
    globalThis.fetch = fetched;
  }
});

test('what the server refuses for good does not hold up the others', async () => {
  answers = (path) => (path.includes('/l1/') ? [404, { detail: 'There is no puzzle l1.' }] : attempt(path));
  tried('l1', true, ['c4']);
  tried('l2', false, []);
  await send();
  assert.deepEqual(waiting(), []);
});

test('an attempt of one member is not sent for another', async () => {
  answers = () => null;
  tried('l1', true, ['c4']);
  await send();
  answers = attempt;
  asked = [];
  me.set({ id: 8, name: 'bob', kind: 'member' });
  await send();
  assert.deepEqual(asked, []);
  assert.deepEqual(waiting(), ['l1']);
});

test('attempts from before the account come along once, those of older versions too', async () => {
  kept.delete('hoshi-puzzles-guest');
  kept.set('hoshi-puzzles', JSON.stringify({ attempts: [{ id: 'l1', at: 5, solved: true }], best: {} }));
  me.set(null);
  tried('l2', false, []);
  assert.deepEqual(asked, []);
  me.set(MEMBER);
  await send();
  await send();
  assert.equal(asked.length, 1);
  const [, path, { attempts }] = asked[0];
  assert.equal(path, '/api/account/puzzles');
  assert.deepEqual(attempts.map((a) => [a.puzzle, a.solved]), [['l1', true], ['l2', false]]);
});

test('a later attempt at a puzzle takes the place of none, with or without an account', async () => {
  me.set(null);
  tried('l1', false, ['a1']);
  tried('l1', true, ['c4']);
  me.set(MEMBER);
  await send();
  assert.deepEqual(asked[0][2].attempts.map((a) => [a.puzzle, a.solved]), [['l1', false]]);
  answers = () => null;
  tried('l2', false, ['a1']);
  tried('l2', true, ['c4']);
  await send();
  assert.deepEqual(waiting(), ['l2']);
  // Somebody else at this browser has a first attempt of their own.
  me.set({ id: 8, name: 'bob', kind: 'member' });
  tried('l2', true, ['c4']);
  await send();
  assert.deepEqual(waiting(), ['l2', 'l2']);
  asked = [];
  answers = attempt;
  await send();
  me.set(MEMBER);
  await send();
  assert.deepEqual(asked.map(([, , body]) => body.solved), [true, false]);
});

test('an attempt that the sign-in meets half-way is counted once, as the one that it was', async () => {
  // Begun as a guest, failed, signed in, solved: the server has the first one, unrated, and answers the second with it.
  me.set(null);
  tried('l1', false, []);
  me.set(MEMBER);
  tried('l1', true, ['c4']);
  await send();
  assert.deepEqual(asked.map(([, path]) => path), ['/api/account/puzzles', '/api/puzzles/l1/attempt']);
  assert.equal(asked[0][2].attempts.length, 1);
});

test('what the server offers becomes puzzles of the page', async () => {
  const row = { id: 'l3', game: 'levee', width: 7, height: 7, options: 0, moves: ['a1'], goal: 1, plies: 5, themes: [] };
  answers = () => [200, { puzzles: [{ ...row, rating: 1490, tries: 3 }], you: null }];
  const [p] = await offer('levee', { ...ANY, theme: 'cut', size: 7 });
  assert.equal(asked[0][1], '/api/puzzles?game=levee&limit=10&theme=cut&size=7');
  assert.deepEqual(p, {
    id: 'l3',
    setup: { game: 'levee', width: 7, height: 7, players: 2, options: 0 },
    moves: ['a1'],
    goal: 1,
    plies: 5,
    themes: [],
    rating: 1490,
  });
});
