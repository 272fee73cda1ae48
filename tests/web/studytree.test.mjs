// The study's tree without a browser: edits and undo, records in and out.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { buildDir, conformance, load, temporaryFolder, wasmBytes } from './helper.mjs';

const tree = await load('analysis/tree.ts');
const { studyOf, textOf: keptText } = await load('analysis/json.ts');
const { decode, readAny: readBy } = await load('analysis/formats.ts');
const { Records } = await load('analysis/records.ts');
const textOf = (bytes) => decode(bytes).text;
const review = await load('analysis/review.ts');
const { Rules, GAMES } = await load('wasm/wasm.ts');
const rules = await Rules.load(await wasmBytes());
const infoOf = (game) => rules.info(game);
const records = await Records.of(await WebAssembly.compile(await wasmBytes('records.wasm')));
const readAny = (text, chosen, index) => readBy(text, rules, records, chosen, index);
const writeSgf = (study) => records.write(study, 'sgf', infoOf);
const writeJson = (study) => records.write(study, 'json', infoOf);
const setup = (game, size, more = {}) => {
  const info = rules.info(game);
  return { game, width: size, height: size, players: 2, options: info.optionsDefault, ...more };
};

/** Plays words after one another. */
function line(study, at, words) {
  for (const word of words) {
    const next = tree.withMove(study, at, word, 0);
    study = next.study;
    at = next.id;
  }
  return { study, at };
}

/** A tree of so many nodes of random legal play, with comments, glyphs, names and marks. */
function largeTree(game, size, nodes, more = {}) {
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  let study = tree.newStudy(setup(game, size, more));
  study = { ...study, players: ['a]n\\n', 'bob', 'c', 'd'].slice(0, study.setup.players), date: '2026-03-01' };
  while (tree.count(study) < nodes) {
    const ids = Object.keys(study.nodes).map(Number);
    let at = ids[random(ids.length)];
    rules.start(0, study.setup);
    for (const word of tree.movesTo(study, at)) rules.play(0, rules.parse(0, word));
    for (let k = 0; k < 12 && tree.count(study) < nodes; k++) {
      const { side, over } = rules.state(0);
      const move = over ? null : rules.random(0, random(1e6));
      if (move === null) break;
      const word = rules.print(0, move);
      rules.play(0, move);
      ({ study, id: at } = tree.withMove(study, at, word, side));
      const point = random(size * size);
      if (random(5) === 0) study = tree.withComment(study, at, `Line ${k}:\n[so] \\ "that" é ${'long '.repeat(random(30))}`);
      if (random(6) === 0) study = tree.withGlyph(study, at, tree.GLYPHS[random(6)]);
      if (random(9) === 0) study = tree.withName(study, at, `plan ${k}`);
      if (random(6) === 0) study = tree.withMark(study, at, { kind: tree.SHAPES[random(4)], point });
      if (random(8) === 0) study = tree.withMark(study, at, { kind: 'label', point, text: 'A:]' });
      if (random(8) === 0) study = tree.withMark(study, at, { kind: 'arrow', point, to: random(size * size) });
    }
  }
  return study;
}

test('a move that is there already is gone to, another branches', () => {
  const first = line(tree.newStudy(setup('levee', 5)), 0, ['a2', 'b3']);
  const again = line(first.study, 0, ['a2']);
  assert.equal(again.study, first.study);
  const other = line(first.study, again.at, ['b4', 'c4']);
  assert.deepEqual(tree.movesTo(other.study, other.at), ['a2', 'b4', 'c4']);
  assert.equal(tree.count(other.study), 5);
  assert.equal(tree.count(first.study), 3, 'the old study stays as it was');
});

test('a version of another tab keeps the numbers of the moves that both have', () => {
  const start = tree.newStudy(setup('levee', 9));
  const mine = line(start, tree.ROOT, ['d4', 'f6', 'c8']).study;
  const written = line(line(start, tree.ROOT, ['b1', 'b2']).study, tree.ROOT, ['d4', 'f6']).study;
  const study = tree.renumbered(mine, written);
  assert.deepEqual(Object.keys(study.nodes).map(Number), [0, 1, 2, 4, 5]);
  assert.deepEqual(tree.movesTo(study, 2), ['d4', 'f6']);
  assert.deepEqual(tree.movesTo(study, 5), ['b1', 'b2']);
  assert.equal(study.next, 6);
  assert.equal(writeJson(study), writeJson(written));
});

test('promote moves a line forward, delete takes all that follows', () => {
  const main = line(tree.newStudy(setup('levee', 5)), 0, ['a2', 'b3', 'c4']);
  const side = line(main.study, 1, ['b4', 'c4']);
  const up = tree.promoted(side.study, side.at);
  assert.deepEqual(tree.lineFrom(up, 0).map((n) => tree.nodeOf(up, n).move), ['a2', 'b4', 'c4']);
  const gone = tree.without(up, 4);
  assert.deepEqual(tree.lineFrom(gone, 0).map((n) => tree.nodeOf(gone, n).move), ['a2', 'b3', 'c4']);
  assert.equal(tree.nearest(up, gone, side.at), 1);
  assert.equal(tree.count(tree.without(gone, 0)), 1, 'the root stays');
});

test('every edit is undone and done again', () => {
  let h = tree.startHistory(tree.newStudy(setup('palisade', 5)));
  const edits = [
    (s) => tree.withMove(s, 0, 'a1', 1).study,
    (s) => tree.withComment(s, 1, 'why'),
    (s) => tree.withGlyph(s, 1, '!?'),
    (s) => tree.withName(s, 1, 'the corner'),
    (s) => tree.withMark(s, 1, { kind: 'circle', point: 3 }),
    (s) => tree.withMark(s, 1, { kind: 'arrow', point: 3, to: 4 }),
    (s) => tree.withFolded(s, 1, true),
    (s) => tree.without(s, 1),
  ];
  const seen = [h.study];
  for (const edit of edits) {
    h = tree.edited(h, edit(h.study), 0);
    seen.push(h.study);
  }
  for (let i = edits.length - 1; i >= 0; i--) assert.equal((h = tree.undone(h)).study, seen[i]);
  assert.equal(tree.undone(h), h);
  for (let i = 1; i <= edits.length; i++) assert.equal((h = tree.redone(h)).study, seen[i]);
  assert.equal(tree.redone(h), h);
});

test('the same mark or glyph again takes it away', () => {
  let s = line(tree.newStudy(setup('palisade', 5)), 0, ['a1']).study;
  s = tree.withMark(s, 1, { kind: 'circle', point: 3 });
  s = tree.withMark(s, 1, { kind: 'triangle', point: 3 });
  assert.deepEqual(tree.nodeOf(s, 1).marks, [{ kind: 'triangle', point: 3 }]);
  assert.deepEqual(tree.nodeOf(tree.withMark(s, 1, { kind: 'triangle', point: 3 }), 1).marks, []);
  s = tree.withGlyph(s, 1, '!');
  assert.equal(tree.nodeOf(tree.withGlyph(s, 1, '!'), 1).glyph, '');
});

for (const [game, size, more] of [
  ['palisade', 9, {}],
  ['redstone', 7, {}],
  ['levee', 7, {}],
  ['claims', 6, {}],
]) {
  test(`${game}: a tree of 500 nodes goes out and in byte by byte`, () => {
    const study = largeTree(game, size, 500, more);
    assert.equal(tree.count(study), 500);
    const sgf = writeSgf(study);
    const again = readAny(sgf, null);
    assert.equal(again.refused, null);
    assert.equal(writeSgf(again.study), sgf);
    const json = writeJson(study);
    assert.equal(writeJson(readAny(json, null).study), json);
    assert.equal(writeJson(again.study), json, 'SGF loses nothing that JSON has');
    const kept = keptText(study, infoOf);
    assert.equal(JSON.stringify(JSON.parse(json)), kept, 'the shelf keeps it with its members in the same order');
    assert.equal(writeSgf(studyOf(JSON.parse(kept))), sgf);
  });

  test(`${game}: hoshi show reads and writes the same bytes`, async (t) => {
    const folder = await temporaryFolder(t);
    const study = largeTree(game, size, 200, more);
    for (const [format, text] of [['sgf', writeSgf(study)], ['json', writeJson(study)]]) {
      const file = path.join(folder, `study.${format}`);
      await writeFile(file, text);
      const said = execFileSync(path.join(buildDir, 'hoshi'), ['show', file, '--format', format], { encoding: 'utf8' });
      assert.equal(said, text);
    }
  });
}

test('a tree of four players goes out and in as JSON, and SGF says that it cannot', () => {
  const study = largeTree('claims', 6, 100, { players: 4 });
  const json = writeJson(study);
  assert.equal(writeJson(readAny(json, null).study), json);
  assert.throws(() => writeSgf(study), { key: 'export.bad.players' });
});

test('a set-up position goes out and in', () => {
  const cells = Array.from({ length: 25 }, () => ({ owner: 0, height: 0, flags: 0 }));
  cells[3] = { owner: 1, height: 3, flags: 3 };
  cells[7] = { owner: 2, height: 1, flags: 0 };
  const study = tree.newStudy(setup('claims', 5), { cells, side: 2 });
  for (const text of [writeSgf(study), writeJson(study)]) {
    const read = readAny(text, null).study;
    assert.deepEqual(read.from, study.from);
  }
});

test('a plain file of Go is read when the game is chosen', () => {
  const text = '(;GM[1]FF[4]SZ[9]KM[6.5]PB[x]PW[y];B[ee];W[dc](;B[gg]C[a])(;B[hh];W[cc]))';
  assert.throws(() => readAny(text, null), { key: 'import.bad.game' });
  const { study, refused } = readAny(text, { setup: setup('redstone', 9) });
  assert.equal(refused, null);
  assert.deepEqual(tree.movesTo(study, 5), ['e5', 'd7', 'h2', 'c7']);
  assert.match(writeSgf(study), /KM\[6\.5\]/);
  const { mended } = readAny(`\n${text.slice(0, -1)}\nKO`, { setup: setup('redstone', 9) });
  assert.deepEqual(mended, [
    { what: 'KO', line: 3, column: 1 },
    { what: '', line: 3, column: 3 },
  ]);
});

test('a handicap without a side to move begins with the first move', () => {
  const { study } = readAny('(;GM[1]SZ[9]HA[2]AB[gc]AB[cg];W[ee];B[dd])', { setup: setup('redstone', 9) });
  assert.equal(study.from.side, 2);
  assert.deepEqual(tree.movesTo(study, 2), ['e5', 'd6']);
  assert.equal(study.nodes[1].side, 2);
});

test('each game of a file that holds several is read', () => {
  const file = '(;HOSHI[levee]SZ[5]PB[a\\]n]PW[bo];B[ba]C[not (;this])\r\n(;HOSHI[levee]SZ[7]GN[two];B[bb](;W[cc])(;W[dd]))(;HOSHI[claims];B[cc]';
  assert.deepEqual(records.titles(file), ['a]n – bo', 'two', '']);
  assert.equal(readAny(file, null, 1).study.setup.width, 7);
  assert.deepEqual(readAny(file, null, 2).mended, [{ what: '', line: 2, column: 71 }]);
  const odd = '(;GM[1]SZ[9]GN[a\\]\nb];B[aa])(;GM[1]SZ[99]PB[x])(;HOSHI[chess]PB[x])(;GM[1]SZ[9]EV[;(]C[;])';
  assert.deepEqual(records.titles(odd), ['a] b', '', '', ';(']);
  assert.deepEqual(records.titles('{"hoshi": 1}'), []);
});

test('the charset of a file is its own', () => {
  const bytes = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const head = (charset) => `(;GM[1]CA[${charset}]SZ[9]PB[`;
  const named = (data) => readAny(textOf(data), { setup: setup('redstone', 9) }).study.players[0];
  assert.equal(named(bytes(`${head('GB18030')}\xc4\xf4\xce\xc0\xc6\xbd])`)), '聂卫平');
  assert.equal(named(bytes(`${head('Shift_JIS')}\x97\xd1\x8aC\x95\xf4])`)), '林海峰');
  assert.equal(named(bytes(`${head('ISO-8859-1')}J\xf6rg])`)), 'Jörg');
  assert.equal(named(bytes(`${head('UTF-8')}J\xf6rg])`)), 'Jörg', 'as the program reads it');
  assert.equal(named(new TextEncoder().encode('\uFEFF(;GM[1]SZ[9]PB[Jörg])')), 'Jörg');
  const wide = Buffer.from('\uFEFF(;GM[1]SZ[9]PB[聂])', 'utf16le');
  assert.equal(named(new Uint8Array(wide)), '聂');
  assert.equal(named(bytes(`${head('x-none')}\xff])`)), 'ÿ');
  assert.equal(decode(bytes(`${head('x-none')}\xff])`)).doubt, 'x-none');
});

test('a list of moves is read, also with numbers', () => {
  const chosen = { setup: setup('redstone', 9) };
  const { study } = readAny('1. e5 swap 2. d4 f6,\n3. c3', chosen);
  assert.deepEqual(tree.lineFrom(study, 0).map((n) => tree.nodeOf(study, n).move), ['e5', 'swap', 'd4', 'f6', 'c3']);
  assert.throws(() => readAny('e5 z99', chosen), { key: 'import.bad.word', values: { word: 'z99' } });
});

test('an illegal move is named with its rule, and what is legal is kept', () => {
  const text = '(;HOSHI[levee]SZ[5];B[ba](;W[cc];B[aa])(;W[bb]))';
  const { study, refused } = readAny(text, null);
  assert.deepEqual([refused.ply, refused.move, refused.rule, refused.more], [2, 'c3', 'L3a', 1]);
  assert.equal(tree.count(study), 3);
});

test('broken records say what is wrong and where', () => {
  const cases = [
    ['', 'import.bad.nothing'],
    ['(;HOSHI[levee]SZ[5]\n;B[zz])', 'import.bad.point', { line: 2, column: 3, point: 'zz' }],
    ['(;HOSHI[levee]SZ[5]PB[é\u{1f600}];B[zz])', 'import.bad.point', { line: 1, column: 28, point: 'zz' }],
    ['(;HOSHI[levee swap=1]SZ[5])', 'import.bad.option', { word: 'levee swap=1' }],
    ['(;HOSHI[claims players=3])', 'import.bad.option', { word: 'claims players=3' }],
    ['(;HOSHI[chess]SZ[5])', 'import.bad.unknown', { game: 'chess' }],
    ['(;HOSHI[levee]SZ[99])', 'import.bad.sized', { size: '99' }],
    ['{"hoshi": 2, "game": "levee", "moves": []}', 'import.bad.json', { line: 1, column: 11, value: '2' }],
    ['{"hoshi": 1, "game": "levee", "moves": [], "extra": 1}', 'import.bad.json', { line: 1, column: 53, value: '1' }],
    ['{"hoshi": 1, "game": "levee", "moves": [{"move": 5}]}', 'import.bad.json', { line: 1, column: 50, value: '5' }],
    ['{"hoshi": 1, "game": "levee", "moves": [], "variations": [{"line": 0, "index": 3, "moves": []}]}', 'import.bad.json', { line: 1, column: 59, value: '{"line":' }],
    ['{"hoshi": 1,\n "game"', 'import.bad.syntax', { line: 2, column: 8, value: '' }],
    ['{"hoshi": 1,\n game: 5}', 'import.bad.syntax', { line: 2, column: 2, value: 'game:' }],
    ['{"game": "levee", "moves": []}', 'import.bad.json', { line: 1, column: 1, value: '{"game":' }],
    ['{"hoshi": 1, "game": 5, "moves": []}', 'import.bad.unknown', { game: '5' }],
    ['{"hoshi": 1, "moves": []}', 'import.bad.json', { line: 1, column: 1, value: '{"hoshi":' }],
    ['(;HOSHI[palisade]SZ[5]AB[ba])', 'import.bad.start'],
    ['(;HOSHI[palisade]SZ[nine])', 'import.bad.sized'],
  ];
  for (const [text, key, values] of cases)
    assert.throws(() => readAny(text, null), values ? { key, values } : { key }, text);
});

test('all records of the conformance games go through', async () => {
  for (const game of GAMES) {
    const games = (await conformance(game)).filter((l) => l.moves && (l.opts.players ?? 2) === 2);
    for (const l of games.slice(0, 5)) {
      let options = rules.info(game).optionsDefault;
      if (l.opts.swap !== undefined) options = l.opts.swap ? options | 1 : options & ~1;
      if (l.opts.jacked) options |= 2;
      const chosen = { setup: { game, width: l.size, height: l.opts.height ?? l.size, players: 2, options } };
      const { study, refused } = readAny(l.moves.join(' '), chosen);
      assert.equal(refused, null);
      const sgf = writeSgf(study);
      assert.equal(writeSgf(readAny(sgf, null).study), sgf);
    }
  }
});

/** Positions of a game with these shares of the first side. */
const judgedBy = (shares) =>
  shares.map((share, i) => ({ share, side: (i % 2) + 1, best: `b${i}`, line: [`b${i}`, 'x'], points: null }));

test('a review says what each move cost its player, never less than nothing', () => {
  const moves = ['m0', 'm1', 'b2', 'm3'];
  const found = review.reviewMoves(moves, judgedBy([0.5, 0.4, 0.7, 0.3, 0.2]));
  const loss = found.map((m) => Number(m.loss.toFixed(6)));
  assert.deepEqual(loss, [0.1, 0.3, 0, 0], 'the best move costs nothing, whatever comes of it');
  assert.deepEqual(found.map((m) => m.kind), ['mistake', 'blunder', 'best', 'best']);
  assert.deepEqual(found.map((m) => m.side), [1, 2, 1, 2]);
});

test('a review says how many expected points each move cost, where there are points', () => {
  const judged = judgedBy([0.5, 0.5, 0.5, 0.5]).map((j, i) => ({ ...j, points: [1, -1.5, 0, 0.5][i] }));
  const found = review.reviewMoves(['m0', 'm1', 'm2'], judged);
  assert.deepEqual(found.map((m) => m.points), [2.5, 1.5, 0], 'of Black, of White, and never less than nothing');
  assert.deepEqual(review.reviewMoves(['b0'], judged).map((m) => m.points), [0], 'the best move costs none');
  assert.equal(review.reviewMoves(['m0'], judgedBy([0.5, 0.5]))[0].points, null);
});

test('accuracy is the mean of 100 e^(-4 loss)', () => {
  const found = review.reviewMoves(['m0', 'm1', 'm2'], judgedBy([0.5, 0.5, 0.5, 0.3]));
  assert.equal(review.accuracy(found, 2), 100);
  assert.ok(Math.abs(review.accuracy(found, 1) - (100 + 100 * Math.exp(-0.8)) / 2) < 1e-9);
  assert.equal(review.accuracy([], 1), null);
  assert.deepEqual(review.counts(found, 1), { best: 1, good: 0, doubtful: 0, mistake: 0, blunder: 1 });
});

test('after a swap a move is of the seat that made it, and the swap costs what it gave away', () => {
  const judged = judgedBy([0.5, 0.8, 0.8, 0.8]).map((j, i) => ({ ...j, side: [1, 2, 2, 1][i] }));
  const found = review.reviewMoves(['m0', 'swap', 'm2'], judged);
  assert.deepEqual(found.map((m) => [m.seat, m.side]), [[1, 1], [2, 2], [1, 2]]);
  assert.deepEqual(found.map((m) => m.loss), [0, 0, 0], 'Black had 0.8, and whoever swaps has it then');
  assert.equal(review.counts(found, 1).best, 2);
});

test('a file in which the players have swapped names the seats as they were', () => {
  const text = '(;FF[4]HOSHI[redstone swap=1]SZ[5]PB[bob]PW[ann]SWAPPED[];B[cc];W[]SWAP[];W[dd])';
  const study = readAny(text, null).study;
  assert.deepEqual(study.players, ['ann', 'bob']);
  assert.match(writeSgf(study), /PB\[bob\]PW\[ann\]SWAPPED\[\]/);
  const plain = readAny(text.replace('SWAPPED[]', ''), null).study;
  assert.deepEqual(plain.players, ['bob', 'ann']);
});

test('turning points are the three largest losses in the order of the game', () => {
  const moves = Array.from({ length: 8 }, (_, i) => `m${i}`);
  const shares = [0.5, 0.44, 0.44, 0.34, 0.34, 0.14, 0.14, 0.07, 0.07];
  const points = review.turningPoints(review.reviewMoves(moves, judgedBy(shares)));
  assert.deepEqual(points.map((m) => m.ply), [3, 5, 7]);
  assert.deepEqual(review.turningPoints(review.reviewMoves(['m0'], judgedBy([0.5, 0.47]))), []);
});

test('a kept review is shown for the moves that it was of alone', () => {
  const kept = { moves: ['m0'], judged: judgedBy([0.5, 0.4]), rounds: 300 };
  assert.deepEqual(review.reviewOf(JSON.parse(JSON.stringify(kept)), ['m0']), kept);
  assert.equal(review.reviewOf(kept, ['m1']), null);
  assert.equal(review.reviewOf({ ...kept, judged: judgedBy([0.5, 0.4, 0.3]) }, ['m0']), null);
  assert.equal(review.reviewOf({ moves: ['m0'], judged: [1, 2] }, ['m0']), null);
  assert.equal(review.reviewOf({ moves: ['m0'], judged: [] }, ['m0']), null);
  assert.equal(review.reviewOf(null, []), null);
});

test('a review that was cancelled is kept as far as it went', () => {
  const begun = { moves: ['m0', 'm1'], judged: judgedBy([0.5, 0.4]), rounds: 300 };
  assert.deepEqual(review.reviewOf(begun, ['m0', 'm1']), begun);
  const { rounds, ...former } = begun;
  assert.deepEqual(review.reviewOf(former, ['m0', 'm1']), { ...begun, rounds: 0 }, `${rounds} are not known`);
});
