// Blind mode without a browser: what each typed line means, in every game and language.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, wasmBytes } from './helper.mjs';

const { GAMES, GAME_PAGES, SPOKEN, answer, loadWords, moveSaid, rules, setLanguage, snapshot, takeRules, timeSaid } = await load(
  '../../tests/web/blind.entry.mjs',
);
const { blindEn } = await load('i18n/en/blind.ts');
const { blindDe } = await load('i18n/de/blind.ts');
const { blindFr } = await load('i18n/fr/blind.ts');
await takeRules(WebAssembly.compile(await wasmBytes('rules.wasm')));

const setupOf = (game, size) => {
  const options = rules().info(game).optionsDefault;
  return { game, width: size, height: size, players: 2, options };
};

/** A game, on from a drawn position where there is one. */
function situation(game, size, moves = [], from = undefined, more = {}) {
  const g = { setup: setupOf(game, size), moves, ...(from ? { from } : {}) };
  const now = snapshot(g, moves.length);
  return { game: g, now, status: 'Your move', mayPlay: true, clock: null, names: [], at: 0, ...more };
}

const said = (q, line) => {
  const a = answer(q, line);
  assert.ok('say' in a, `${line} is played as ${a.play}`);
  return a.say.join(' ');
};

test('a time is said in whole seconds', () => {
  const times = [900, 59_400, 61_000, 120_000, 299_400, 299_001, 305_000].map(timeSaid);
  assert.deepEqual(times, ['1 s', '1 min', '1 min 1 s', '2 min', '5 min', '5 min', '5 min 5 s']);
});

test('a typed move is played as the rules write it', () => {
  const q = situation('levee', 7);
  for (const line of ['c3', ' C3 ', 'c3 ']) assert.deepEqual(answer(q, line), { play: 'c3' });
  assert.deepEqual(answer(situation('redstone', 5, ['c3']), 'swap'), { play: 'swap' });
});

test('r or the word red plays a red stone instead of the own colour', () => {
  // The white stone in the corner has one liberty left.
  const surrounded = situation('redstone', 3, [], { diagram: '...\n...\nwb.', side: 1 });
  for (const line of ['a2r', 'a2 r', 'a2 red', 'A2 RED']) assert.deepEqual(answer(surrounded, line), { play: 'a2r' });
  assert.match(said(surrounded, 'a2'), /^Not allowed: .* Legal instead: a2r\.$/);
  assert.match(said(surrounded, 'c3 red'), /^Not allowed: /);
});

test('a move that is not legal is refused with its reason and what is legal instead', () => {
  assert.match(said(situation('palisade', 5), 'b1'), /^Not allowed: .*b1.*odd/);
  assert.match(said(situation('levee', 7, ['c3']), 'c3'), /^Not allowed: .*c3/);
  assert.equal(said(situation('levee', 7, [], undefined, { mayPlay: false }), 'c3'), 'It is not your move. Your move.');
});

test('what is neither a move nor a command is said, and so is a point that is not there', () => {
  const q = situation('levee', 7);
  assert.equal(said(q, 'fly'), 'Unknown command: fly. Type help for the list.');
  assert.equal(said(q, 'h8'), 'There is no point h8 on this board.');
  assert.equal(said(q, 'point h3'), 'There is no point h3 on this board.');
  assert.equal(said(q, 'point'), 'Type a point: point d4.');
  assert.equal(said(q, 'row 8'), 'Type a row from 1 to 7: row 3.');
  assert.equal(said(q, 'column z'), 'Type a column from a to g: column d.');
});

test('board, row and column read the pieces in their order', () => {
  const q = situation('palisade', 5, ['c3', 'd3', 'b2']);
  assert.equal(said(q, 'board'), 'Row 3: c3 Black, d3 White. Row 2: b2 Black. All other rows are empty.');
  assert.equal(said(q, 'row 3'), 'Row 3: c3 Black, d3 White.');
  assert.equal(said(q, 'row 1'), 'Row 1 is empty.');
  assert.equal(said(q, 'column c'), 'Column c: c3 Black.');
  assert.equal(said(q, 'pieces'), 'Black, 2: b2, c3; White, 1: d3.');
  assert.equal(said(situation('levee', 7, ['c3']), 'pieces'), 'Stones, 1: c3.');
  assert.equal(said(situation('levee', 7), 'board'), 'The board is empty.');
});

test('last and moves tell who played what', () => {
  const q = situation('levee', 7, ['c3', 'd5']);
  assert.equal(said(q, 'last'), '2. Left–Right: d5.');
  assert.equal(said(q, 'moves'), '1. c3, 2. d5.');
  assert.equal(said(q, 'moves 1'), '2. d5.');
  assert.equal(said(situation('levee', 7), 'last'), 'No move has been played.');
});

test('a command is known by its first letters', () => {
  const q = situation('levee', 7, ['c3']);
  for (const line of ['b', 'bo', 'BOARD']) assert.equal(said(q, line), said(q, 'board'));
  assert.equal(said(q, 'r 3'), said(q, 'row 3'));
  assert.equal(said(q, 'p c3'), said(q, 'point c3'));
});

test('captures: the last ones by name, all of them by number', () => {
  const from = { diagram: '.....\n.....\n..x..\n.xo..\n..x..', side: 1 };
  const q = situation('palisade', 5, ['d2'], from);
  assert.deepEqual(moveSaid(q.game, 1), ['1. Black: d2.', 'Captured: White, 1: c2.']);
  assert.equal(said(q, 'captures'), 'Captured: White, 1: c2. So far: Black 0, White 1.');
  assert.equal(said(situation('palisade', 5, ['c3']), 'captures'), 'The last move captured nothing. Nothing has been captured so far.');
});

test('the clocks of both seats are read out, as they stand now', () => {
  const seats = [{ left_ms: 65_000, periods: 0, away_until: null }, { left_ms: 30_000, periods: 0, away_until: null }];
  const clock = { kind: 'fischer', pace: 'live', main_ms: 300_000, add_ms: 0, cap_ms: 0, move_ms: 0, periods: 0, timeout: 'auto', running: 1, since: 0, deadline: null, paused: false, seats };
  const q = situation('levee', 7, [], undefined, { clock, names: ['ann', 'bob'], at: 5000 });
  assert.equal(said(q, 'clock'), 'ann: 1 min. bob: 30 s.');
  assert.equal(said(situation('levee', 7), 'clock'), 'This match has no clock.');
});

test('palisade: a point tells its connections and the loop that it is part of or lies in', () => {
  const from = { diagram: '.....\n.....\n..x..\n.x.x.\n..x..', side: 2 };
  const q = situation('palisade', 5, [], from);
  assert.equal(said(q, 'point c2'), 'c2, empty. Inside a loop of Black.');
  assert.match(said(q, 'point c3'), /^c3, black stone\. Connected with .*b2.*Part of a loop of Black\.$/);
  assert.equal(said(q, 'loops'), 'Black: loop stones c1, b2, d2, c3; inside c2.');
  assert.equal(said(situation('palisade', 5), 'loops'), 'There are no loops.');
});

test('redstone: a point tells the liberties of its group, the command the weakest groups first', () => {
  const from = { diagram: '.....\n.bb..\n.bwr.\n..w..\n.....', side: 1 };
  const q = situation('redstone', 5, [], from);
  assert.equal(said(q, 'point b3'), 'b3, black stone. Group of 3 stones, 6 liberties.');
  assert.equal(said(q, 'point d3'), 'd3, red stone.');
  assert.match(said(q, 'liberties'), /^White at c2: Group of 2 stones, 3 liberties\. Black at b3/);
  assert.match(said(q, 'pieces'), /^Black, 3: .*; White, 2: .*; Red, 1: d3\.$/);
});

test('levee: a point tells its water, the command the distance of each channel', () => {
  const q = situation('levee', 5, ['b3']);
  assert.match(said(q, 'channels'), /^Bottom–Top: shortest channel 3 points, c3, [bcd]2, [bcd]1\. Left–Right: /);
  assert.match(said(q, 'point c3'), /^c3, the centre\. Water\. On the shortest channel of Bottom–Top: point 1 of 3\./);
  assert.match(said(q, 'point a1'), /No water from the centre\./);
  assert.match(said(q, 'point e3'), /Water at the edge of Left–Right\./);
});

test('claims: a square tells how many claims each side has on it', () => {
  const q = situation('claims', 5, ['c3', 'e3']);
  assert.match(said(q, 'point d3'), /Claims: Black 1, White 1\./);
  assert.match(said(q, 'point a1'), /No claims\./);
  assert.match(said(q, 'claims'), /^Black, \d+: .*; White, \d+: /);
  assert.match(said(q, 'score'), /^Black: \d+ points?, White: \d+ points?\.$/);
});

for (const [name, words] of [['en', blindEn], ['de', blindDe], ['fr', blindFr]]) {
  test(`${name}: help names every command, each of them answers, and English works as well`, async () => {
    await setLanguage(name);
    await loadWords();
    for (const game of GAMES) {
      const moves = GAME_PAGES[game].sample.moves.join(' ').split(' ').slice(0, 40);
      const q = situation(game, GAME_PAGES[game].sample.size, moves);
      const general = ['board', 'row', 'column', 'point', 'last', 'moves', 'clock', 'turn', 'pieces', 'captures', 'legal', 'score', 'help'];
      const help = said(q, words['cmd.help']);
      const { own: its } = SPOKEN[game];
      for (const command of its ? [...general, its.command] : general) {
        assert.ok(help.includes(words[`cmd.${command}`]), `${game}: ${command} is missing`);
        const argument = { row: ' 3', column: ' c', point: ' c3' }[command] ?? '';
        const own = said(q, words[`cmd.${command}`] + argument);
        assert.equal(own, said(q, blindEn[`cmd.${command}`] + argument), `${game} ${command}`);
        assert.ok(own.length > 2 && !own.includes('{') && !own.includes('undefined'), own);
      }
    }
    await setLanguage('en');
    await loadWords();
  });

  if (name !== 'en')
    test(`${name} has every text of blind mode, with the same values, translated`, () => {
      const slots = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]))].sort();
      assert.deepEqual(Object.keys(words), Object.keys(blindEn));
      for (const [key, text] of Object.entries(blindEn)) {
        assert.deepEqual(slots(words[key]), slots(text), key);
        if (text.split(' ').length > 3 && !text.startsWith('{list}')) assert.notEqual(words[key], text, key);
      }
    });
}
