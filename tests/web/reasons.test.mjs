// Why a move: every kind of reason that the rules find has its sentence in each language, and known moves have
// theirs. That the reasons are true is tested in tests/unit/test_reasons.c.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, wasmBytes } from './helper.mjs';

const { GAMES, REASONS, Rules, loadWords, reasonText, reasonsOf, setLanguage, setUp } = await load(
  '../../tests/web/reasons.entry.mjs',
);
const rules = await Rules.load(await wasmBytes());

const SIZES = { palisade: 5, redstone: 4, levee: 7, claims: 4 };
const setupOf = (game, size) => ({ game, width: size, height: size, players: 2, options: 0 });

/** The reasons for a move of the position in slot 0, with the words of the moves that they name. */
function reasons(move) {
  return reasonsOf(rules, 0, move).map(({ at, ...rest }) => ({ ...rest, at: at === null ? '' : rules.print(0, at) }));
}

/** Every other move of random games, with the game's name, the side, and its reasons. */
function* found() {
  for (const game of GAMES)
    for (let seed = 0; seed < 6; seed++) {
      rules.start(0, setupOf(game, SIZES[game]));
      for (let ply = 0; ply < 40 && !rules.state(0).over; ply++) {
        const { side } = rules.state(0);
        const legal = rules.legal(0);
        for (let i = seed % 2; i < legal.length; i += 2) yield [game, side, reasons(legal[i])];
        rules.play(0, legal[(seed * 7 + ply * 13) % legal.length]);
      }
    }
}

for (const language of ['en', 'de', 'fr'])
  test(`every kind of reason has its sentence (${language})`, async () => {
    await setLanguage(language);
    await loadWords();
    const seen = new Set();
    for (const [game, side, list] of found()) {
      for (const { kind } of list) seen.add(kind);
      const text = reasonText(game, side, list);
      assert.doesNotMatch(text, /[{}]|undefined|\bNaN/, text);
      assert.ok(text.length > 5);
    }
    assert.deepEqual([...seen].sort(), [...REASONS].sort());
  });

test('known moves have their reasons', async () => {
  const why = (game, size, diagram, side, word) => {
    setUp(rules, 0, { setup: setupOf(game, size), ...(diagram ? { from: { diagram, side } } : {}) });
    return reasonText(game, side, reasons(rules.parse(0, word)));
  };
  await setLanguage('en');
  await loadWords();
  const figure = '..x.... .xoxo.. ...oxo. ox.x.xo .ox.x.. ..oxo.o x..o...';
  assert.match(why('palisade', 7, figure, 1, 'a5'), /^takes 2 stones; closes a loop and gains \d+ points/);
  assert.equal(why('redstone', 5, '..... ..... b.... ..... wb...', 1, 'a2r'), 'wins the game; takes 1 stone');
  assert.match(why('levee', 5, '..... .#... .#+#. .#.#. .....', 1, 'd4'), /^wins the game/);
  assert.equal(why('claims', 5, null, 1, 'c3'), 'closes 4 empty squares to the opponent; gains 4 points');
  assert.equal(why('redstone', 5, null, 1, 'c3'), 'a quiet move');
  await setLanguage('de');
  await loadWords();
  assert.equal(why('claims', 5, null, 1, 'c3'), 'verschließt der anderen Seite 4 freie Felder; gewinnt 4 Punkte');
});

test('of an illegal move nothing is said', () => {
  rules.start(0, setupOf('levee', 5));
  assert.throws(() => rules.reasons(0, 12), RangeError);
});
