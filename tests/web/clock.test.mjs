// What pages compute without a browser: what a clock shows, which match is next, lines of conditional
// moves, the archive's question, keys of web push.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './helper.mjs';

const { clockText, leftAt, nextTick, timeText } = await load('core/clock.ts');
const { nextWaiting } = await load('matches/urgency.ts');
const { clashes, withLine, withoutLine } = await load('core/lines.ts');

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const AT = 1_790_000_000_000;

function clock(kind, seats, more = {}) {
  return {
    kind,
    main_ms: 0,
    add_ms: 0,
    cap_ms: 0,
    move_ms: 0,
    periods: 0,
    timeout: 'auto',
    pace: 'live',
    running: 1,
    since: AT,
    deadline: AT + seats[0].left_ms,
    paused: false,
    seats: seats.map((s) => ({ periods: 0, away_until: null, ...s })),
    ...more,
  };
}

test('the clock that runs goes down, the other stands', () => {
  const c = clock('fischer', [{ left_ms: 5 * MINUTE }, { left_ms: 3 * MINUTE }]);
  assert.equal(leftAt(c, 1, AT + 10 * SECOND).ms, 5 * MINUTE - 10 * SECOND);
  assert.equal(leftAt(c, 2, AT + 10 * SECOND).ms, 3 * MINUTE);
  assert.equal(leftAt(c, 1, AT + 10 * MINUTE).ms, 0);
  // A browser whose clock is behind shows no more than there is.
  assert.equal(leftAt(c, 1, AT - 10 * SECOND).ms, 5 * MINUTE);
});

test('a paused clock stands', () => {
  const c = clock('fischer', [{ left_ms: MINUTE }, { left_ms: MINUTE }], { paused: true, running: null, deadline: null });
  assert.equal(leftAt(c, 1, AT + 10 * MINUTE).ms, MINUTE);
  assert.equal(leftAt(c, 1, AT).running, false);
});

test('byo-yomi: the main time, then one period after the other, each used up once', () => {
  const c = clock('byoyomi', [{ left_ms: 10 * SECOND, periods: 3 }, { left_ms: MINUTE, periods: 3 }], {
    main_ms: MINUTE,
    move_ms: 30 * SECOND,
    periods: 3,
    deadline: AT + 100 * SECOND,
  });
  const at = (s) => {
    const { ms, periods } = leftAt(c, 1, AT + s * SECOND);
    return [ms / SECOND, periods];
  };
  assert.deepEqual(at(4), [6, 3]);
  assert.deepEqual(at(12), [28, 3]);
  assert.deepEqual(at(45), [25, 2]);
  assert.deepEqual(at(75), [25, 1]);
  assert.deepEqual(at(120), [0, 1]);
});

test('a player on vacation keeps their time: the deadline was moved', () => {
  const c = clock('days', [{ left_ms: 2 * DAY, away_until: AT + 5 * DAY }, { left_ms: 3 * DAY }], {
    move_ms: 3 * DAY,
    since: AT,
    deadline: AT + 7 * DAY,
    pace: 'correspondence',
  });
  assert.ok(leftAt(c, 1, AT).ms <= 2 * DAY);
});

test('times are written short, and drawn again when they look different', () => {
  assert.equal(timeText(4 * MINUTE + 59 * SECOND), '4:59');
  assert.equal(timeText(59_001), '1:00');
  assert.equal(timeText(0), '0:00');
  assert.equal(timeText(3 * 60 * MINUTE + 5 * MINUTE), '3 h 05 min');
  assert.equal(timeText(2 * DAY + 5 * 60 * MINUTE), '2 d 5 h');
  for (const ms of [1, 999, 1000, 59_001, 3_599_999, DAY - 1, 5 * DAY + 7]) {
    assert.ok(nextTick(ms) >= 1);
    assert.notEqual(timeText(Math.max(0, ms - nextTick(ms))), timeText(ms), String(ms));
  }
  assert.equal(clockText({ kind: 'fischer', main_ms: 5 * MINUTE, add_ms: 5 * SECOND }), '5 min + 5 s per move');
  assert.equal(clockText({ kind: 'days', move_ms: 3 * DAY }), '3 d per move');
});

test('the next match is the most urgent one after this', () => {
  const match = (id, deadline, updated) => ({ id, clock: deadline && { deadline }, updated_at: updated });
  const list = [match(1, null, 50), match(2, AT + 9, 60), match(3, AT + 5, 70), match(4, null, 40)];
  assert.equal(nextWaiting(list, null), 3);
  assert.equal(nextWaiting(list, 3), 2);
  assert.equal(nextWaiting(list, 2), 4);
  assert.equal(nextWaiting(list, 1), 3);
  assert.equal(nextWaiting(list, 99), 3);
  assert.equal(nextWaiting([list[0]], 1), null);
  assert.equal(nextWaiting([], null), null);
});

test('conditional lines: a longer one takes the place of a shorter, two answers to one move clash', () => {
  const mine = (n) => n % 2 === 1;
  const kept = withLine([], ['a1', 'b2']);
  assert.deepEqual(withLine(kept, ['a1', 'b2', 'c3', 'd4']), [['a1', 'b2', 'c3', 'd4']]);
  assert.deepEqual(withLine([['a1', 'b2', 'c3', 'd4']], ['a1', 'b2']), [['a1', 'b2', 'c3', 'd4']]);
  assert.deepEqual(withLine(kept, ['a2', 'b2']).length, 2);
  assert.equal(clashes(kept, ['a1', 'b3'], mine), true);
  assert.equal(clashes(kept, ['a2', 'b3'], mine), false);
  assert.equal(clashes(kept, ['a1', 'b2', 'c1', 'c2'], mine), false);
  assert.deepEqual(withoutLine([['a1', 'b2'], ['a2', 'b2']], ['a1', 'b2']), [['a2', 'b2']]);
});

test('the archive asks the server only for what was filled in', async () => {
  const { archiveQuery, engineQuery } = await load('matches/archivequery.ts');
  assert.equal(archiveQuery(new URLSearchParams('player=&game=')), '');
  assert.equal(
    archiveQuery(new URLSearchParams('game=levee&size=7&opening=b2%2Cc3&x=1&rated=1')),
    'game=levee&size=7&rated=1&opening=b2%2Cc3',
  );
  // Options belong to an opening.
  assert.equal(archiveQuery(new URLSearchParams('game=redstone&swap=0')), 'game=redstone');
  const asked = new URLSearchParams(archiveQuery(new URLSearchParams('from=2026-03-01&to=2026-03-01')));
  assert.equal(Number(asked.get('until')) - Number(asked.get('since')), DAY);
  // Games of the engine have no players, ratings or dates.
  assert.equal(engineQuery(''), 'limit=10');
  assert.equal(engineQuery('game=levee&size=9&opening=b2'), 'game=levee&size=9&opening=b2&limit=10');
  assert.equal(engineQuery('game=levee&player=ann'), null);
  assert.equal(engineQuery('since=1'), null);
});

test('the key of web push is read from base64url', async () => {
  const { keyBytes } = await load('notifications/push.ts');
  assert.deepEqual([...keyBytes('AQID-_8')], [1, 2, 3, 251, 255]);
});

test('the axis of a rating names each day once', async () => {
  const { dayNames } = await load('ratings/graph.tsx');
  const hour = 3600;
  const noon = new Date(2026, 2, 1, 12).getTime() / 1000;
  const said = dayNames([0, 2, 4, 26, 28].map((h) => noon + h * hour));
  assert.equal(said[0].includes('2026'), true);
  assert.deepEqual(said.map((day) => day !== ''), [true, false, false, true, false]);
});
