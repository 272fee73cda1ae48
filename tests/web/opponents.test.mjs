// The opponents: their figures are those of the engine and of docs/LEVELS.md, what is said of them is true, and
// each has a small picture. And what follows from results: ratings, and the next opponent.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { load, root } from './helper.mjs';

const { GAME_PAGES } = await load('games/index.ts');
const { LEVELS, expected, ladderRating, levelOf, nextLevel } = await load('core/ladder.ts');
const { ratingOf } = await load('opponents/ratings.ts');
const { readResults, withResult } = await load('core/engineresults.ts');
const { sumOf } = await load('opponents/sums.ts');
const { strengthOf, suggest } = await load('opponents/suggest.ts');
const { GAMES } = await load('wasm/wasm.ts');
const { opponentsEn } = await load('i18n/en/opponents.ts');
const { opponentsDe } = await load('i18n/de/opponents.ts');
const { opponentsFr } = await load('i18n/fr/opponents.ts');

const levelsPage = await readFile(path.join(root, 'docs/LEVELS.md'), 'utf8');
const slots = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
/** The cells of the rows of docs/LEVELS.md whose first cell matches. */
const rows = (first) =>
  levelsPage
    .split('\n')
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
    .filter((cells) => first.test(cells[0] ?? ''));

/** A ladder of the engine's source, `net` or `playouts`; `powers` of the levels below `sure`. */
async function engineLadder(game, name) {
  const source = await readFile(path.join(root, `src/search/${game}/${game}_search.c`), 'utf8');
  const text = source.slice(source.indexOf(`.${name} = {.side`));
  const list = (field) => new RegExp(`\\.${field} = \\{([^}]*)\\}`).exec(text)[1].split(',').map((w) => w.trim());
  const sure = list('power').indexOf('LEVEL_BEST');
  return {
    size: Number(/\.side = (\d+)/.exec(text)[1]),
    nodes: list('nodes').slice(1).map(Number),
    sure,
    shares: list('shares').slice(2).map(Number),
    powers: list('power').slice(1, sure).map(Number),
  };
}

test('what the levels do is what the engine does', async () => {
  for (const game of GAMES) {
    const { powers, ...ladder } = await engineLadder(game, 'net');
    assert.equal(powers.length, ladder.sure - 1, game);
    assert.deepEqual(ladder, GAME_PAGES[game].ladder, game);
    assert.deepEqual((await engineLadder(game, 'playouts')).nodes, GAME_PAGES[game].playouts, game);
  }
});

test('the ladders are those of docs/LEVELS.md', async () => {
  const headers = rows(/^level$/);
  const withNet = headers[0];
  const without = headers.find((cells) => cells[5]?.startsWith('k:'));
  const pairs = rows(/^\d.* – \d$/);
  assert.equal(pairs.length, 14);
  for (const game of GAMES)
    for (const [columns, its, ladder] of [
      [withNet, pairs.slice(0, 7), await engineLadder(game, 'net')],
      [without, pairs.slice(7), await engineLadder(game, 'playouts')],
    ]) {
      const column = columns.findIndex((cell) => cell.toLowerCase().startsWith(`${game} ${ladder.size}×`));
      assert.ok(column > 0, game);
      assert.deepEqual(its.map((cells) => parseInt(cells[column], 10)), ladder.shares, game);
      const nodes = rows(/^\d( in the page)?$/).slice(columns === withNet ? 0 : -8);
      assert.deepEqual(
        nodes.slice(0, 8).map((cells) => Number(/^[\d,]+?(?=$|, )/.exec(cells[column])[0].replace(',', ''))),
        ladder.nodes,
        game,
      );
    }
});

test('each level is rated above the one below, and level 4 like a new player', () => {
  for (const game of GAMES) {
    const ratings = LEVELS.map((level) => ladderRating(game, level));
    assert.equal(ratings[3], 1500);
    for (let i = 1; i < ratings.length; i++) {
      const share = GAME_PAGES[game].ladder.shares[i - 1] / 100;
      assert.ok(Math.abs(expected(ratings[i], ratings[i - 1]) - share) < 0.02, `${game} ${i + 1}`);
    }
  }
  assert.equal(levelOf(3), 3);
  assert.equal(levelOf(99), 8);
});

test('a rating of the server counts as soon as it is not provisional', () => {
  const row = { level: 2, rating: 1234.4, provisional: true, matches: 5 };
  assert.deepEqual(ratingOf('levee', 2, []), { rating: ladderRating('levee', 2), here: false, matches: 0 });
  assert.equal(ratingOf('levee', 2, [row]).rating, ladderRating('levee', 2));
  assert.equal(ratingOf('levee', 2, [row]).matches, 5);
  const sure = ratingOf('levee', 2, [{ ...row, provisional: false }]);
  assert.deepEqual([sure.rating, sure.here], [1234, true]);
});

test('results add up over boards, and the average length by the number of matches', () => {
  const board = (matches, won, plies) => ({ matches, won, lost: matches - won, drawn: 0, rated: 1, plies });
  assert.deepEqual(sumOf([board(3, 1, 20), board(1, 1, 60)]), { matches: 4, won: 2, lost: 2, drawn: 0, rated: 2, plies: 30 });
  assert.deepEqual(sumOf([]), { matches: 0, won: 0, lost: 0, drawn: 0, rated: 0, plies: 0 });
});

test('the sentences about the styles are true in every game', async () => {
  const looking = (level) => GAMES.filter((game) => GAME_PAGES[game].ladder.nodes[level - 1] > 1);
  // "plays by feeling": one evaluation, and a move that is drawn
  for (const level of [1, 2, 3, 4]) assert.deepEqual(looking(level), [], `level ${level}`);
  // "in …" names the games in which a level looks ahead, and there are some that it does not name.
  for (const level of [5, 6, 7]) assert.ok(looking(level).length > 0 && looking(level).length < GAMES.length);
  for (const game of looking(6)) assert.ok(GAME_PAGES[game].ladder.nodes[5] >= 4, `${game}: several continuations`);
  for (const game of looking(7))
    assert.ok(GAME_PAGES[game].ladder.nodes[6] > GAME_PAGES[game].ladder.nodes[5], `${game}: further ahead`);
  for (const game of GAMES) {
    const { nodes, sure } = GAME_PAGES[game].ladder;
    assert.equal(sure, 8, `${game}: only the highest level always plays the best move`);
    assert.ok(nodes[7] >= 2000, `${game}: thousands of positions`);
    // "with fewer mistakes than …": the temperature falls.
    const { powers } = await engineLadder(game, 'net');
    assert.equal(powers.length, 7);
    for (let i = 1; i < powers.length; i++) assert.ok(powers[i] > powers[i - 1] || nodes[i] > nodes[i - 1], `${game} ${i + 1}`);
  }
});

test('each opponent has a picture of its own, drawn in at most 2 KB', async () => {
  const known = new Set();
  for (const level of LEVELS) {
    const picture = await readFile(path.join(root, `web/static/opponent-${level}.svg`), 'utf8');
    assert.ok(picture.length <= 2048, `${level}: ${picture.length} bytes`);
    assert.match(picture, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 48 48">/);
    assert.doesNotMatch(picture, /href|script|<image/);
    known.add(picture);
  }
  assert.equal(known.size, LEVELS.length);
});

for (const [name, words] of Object.entries({ de: opponentsDe, fr: opponentsFr })) {
  test(`${name} has every text about the opponents, with the same values, translated`, () => {
    assert.deepEqual(Object.keys(words), Object.keys(opponentsEn));
    for (const [key, text] of Object.entries(opponentsEn)) {
      assert.deepEqual(slots(words[key]), slots(text), key);
      if (text.split(' ').length > 3) assert.notEqual(words[key], text, key);
    }
  });
}

test('a result counts once, and what is no result is left out', () => {
  const won = { id: 'm1', game: 'levee', level: 2, score: 1, helped: false };
  const list = withResult([], won);
  assert.equal(withResult(list, { ...won, score: 0 }), list);
  assert.deepEqual(readResults(JSON.stringify([won, { ...won, score: 2 }, { ...won, game: 'chess' }, 7, null])), [won]);
  assert.deepEqual(readResults('nonsense'), []);
  assert.deepEqual(readResults(null), []);
});

const nothing = { lessons: 0, solved: 0, puzzles: null, results: [] };
const played = (level, ...scores) => ({
  ...nothing,
  results: scores.map((score) => ({ level, score, helped: false })),
});

test('a stranger meets the first opponent, also after lessons alone', () => {
  for (const game of GAMES) {
    assert.equal(suggest(game, nothing), 1, game);
    assert.equal(suggest(game, { ...nothing, lessons: 10 }), 1, game);
  }
});

test('lessons and puzzles bring the next opponent nearer, up to a bound', () => {
  for (const game of GAMES) {
    assert.ok(strengthOf(game, { ...nothing, lessons: 3 }) > strengthOf(game, nothing));
    assert.ok(strengthOf(game, { ...nothing, solved: 3 }) > strengthOf(game, nothing));
    assert.equal(suggest(game, { ...nothing, lessons: 10, solved: 10 }), 2, game);
    assert.equal(suggest(game, { ...nothing, lessons: 99, solved: 99 }), 2, game);
    // A solver's rating leads to the middle level at most.
    assert.ok(suggest(game, { ...nothing, puzzles: 3000 }) <= 4, game);
    assert.ok(suggest(game, { ...nothing, puzzles: 3000 }) >= 3, game);
    assert.equal(suggest(game, { ...nothing, puzzles: 700 }), 1, game);
  }
});

test('wins lead up and losses down, one level at a time', () => {
  for (const game of GAMES) {
    assert.equal(suggest(game, played(1, 1)), 1, game);
    assert.equal(suggest(game, played(1, 1, 1, 1)), 2, game);
    assert.equal(suggest(game, played(1, 0, 0, 0)), 1, game);
    const well = played(3, 1, 1, 1);
    const now = suggest(game, well);
    assert.ok(now >= 3, game);
    const after = [0, 0, 0, 0].map((score) => ({ level: now, score, helped: false }));
    assert.ok(suggest(game, { ...nothing, results: [...well.results, ...after] }) < now, game);
  }
});

test('a visitor who has met many opponents gets one whom they beat a little more often than not', () => {
  for (const game of GAMES) {
    for (const level of [2, 4, 6]) {
      // Somebody of exactly that strength: wins and losses in turn.
      const results = Array.from({ length: 40 }, (_, i) => ({ level, score: i % 2, helped: false }));
      const given = suggest(game, { ...nothing, results });
      assert.ok(given === level || given === level - 1, `${game} ${level}: ${given}`);
    }
  }
});

test('a win with help does not count, a loss does', () => {
  const helped = (score) => ({ ...nothing, results: [{ level: 2, score, helped: true }] });
  assert.equal(strengthOf('levee', helped(1)), strengthOf('levee', nothing));
  assert.ok(strengthOf('levee', helped(0)) < strengthOf('levee', nothing));
});

const { reasons } = await load('opponents/why.ts');
const candidate = (move, winrate, more = {}) => ({ move, winrate, proven: 0, exact: false, line: [move, 'a1'], ...more });
const thoughtOf = (...lines) => ({ lines, rounds: 2500, side: 1 });
const say = (word) => word;
const keys = (found) => found.map((r) => r.key);

test('why: an estimate, the line, and what another move gives away', () => {
  const t = thoughtOf(candidate('c3', 0.62, { line: ['c3', 'd4', 'e5', 'a1', 'a2', 'a3'] }), candidate('d4', 0.5));
  const found = reasons(t, t.lines[1], say);
  assert.deepEqual(keys(found), ['why.rate', 'why.line', 'why.other.less']);
  assert.deepEqual(found[0].values, { move: 'c3', rate: 62, n: 2500 });
  assert.deepEqual(found[1].values, { line: 'c3 – d4 – e5 – a1 – a2' });
  assert.deepEqual(found[2].values, { move: 'd4', rate: 50, less: 12 });
  assert.equal(keys(reasons(t, { ...t.lines[1], winrate: 0.622 }, say)).at(-1), 'why.other.same');
  assert.equal(keys(reasons(t, { ...t.lines[1], winrate: 0.7 }, say)).at(-1), 'why.other.more');
});

test('why: a proof is called a proof, and an estimate never is', () => {
  const won = thoughtOf(candidate('c3', 1, { proven: 1, exact: true }), candidate('d4', 0.5));
  assert.deepEqual(keys(reasons(won, won.lines[1], say)), ['why.proved.win', 'why.line', 'why.other.open']);
  const lost = thoughtOf(candidate('c3', 0, { proven: -1, exact: true }));
  assert.deepEqual(keys(reasons(lost, null, say)), ['why.proved.lost', 'why.line', 'why.only']);
  const drawn = thoughtOf(candidate('c3', 0.5, { exact: true, line: ['c3'] }));
  assert.deepEqual(keys(reasons(drawn, null, say)), ['why.proved.draw', 'why.only']);
  const open = thoughtOf(candidate('c3', 0.99));
  const bad = { move: 'd4', winrate: 0, proven: -1, exact: true };
  assert.deepEqual(keys(reasons(open, bad, say)), ['why.rate', 'why.line', 'why.other.loses']);
  assert.equal(keys(reasons(open, { ...bad, proven: 1 }, say)).at(-1), 'why.other.wins');
  assert.equal(keys(reasons(open, { ...bad, proven: 0 }, say)).at(-1), 'why.other.draws');
  assert.deepEqual(reasons(thoughtOf(), null, say), []);
});

test('after a game the next opponent is one up or one down, by the result', () => {
  assert.deepEqual([nextLevel(3, 1), nextLevel(3, 0), nextLevel(3, 0.5)], [4, 2, null]);
  assert.deepEqual([nextLevel(8, 1), nextLevel(1, 0)], [null, null]);
});

const { paceMs } = await load('opponents/pace.ts');

test('the human pace is longer where the choice is harder, and has bounds', () => {
  const times = [0, 0.25, 0.5, 0.75, 1].map((doubt) => paceMs(doubt, 30));
  for (let i = 1; i < times.length; i++) assert.ok(times[i] > times[i - 1]);
  assert.ok(times[0] >= 500 && times.at(-1) <= 2500, times.join());
  assert.equal(paceMs(9, 30), paceMs(1, 30));
  assert.equal(paceMs(-1, 30), paceMs(0, 30));
  assert.ok(paceMs(1, 1) < paceMs(0, 2), 'the only move takes a moment');
});
