// The texts of the page: every language says everything, with the same values, and counts as its
// readers count. And the figures of the rules: each does what its caption says.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

import { load, root, wasmBytes } from './helper.mjs';

const { en } = await load('i18n/en/main.ts');
const { rulesEn } = await load('i18n/en/rules.ts');
const { de } = await load('i18n/de/main.ts');
const { fr } = await load('i18n/fr/main.ts');
const i18n = await load('i18n/index.ts');
const { pathOf, saidOf } = await load('notifications/said.ts');
const { FIGURES } = await load('games/explain.ts');
const { GAMES, Rules } = await load('wasm/wasm.ts');

const OTHERS = { de, fr };
const slots = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

/** Words that are the same in two languages, or marks and names. */
const SAME = /^(site\.name|title\.|front\.by|lobby\.size|ordinal\.|match\.title|side\.|time\.|clock\.say|match\.rating)/;

for (const [name, tongue] of Object.entries(OTHERS)) {
  test(`${name} has every text of the page, none is empty, none is left over`, () => {
    assert.deepEqual(Object.keys(tongue.words).sort(), Object.keys(en).sort());
    for (const [key, text] of Object.entries(tongue.words)) assert.ok(text.trim() !== '', key);
  });

  test(`${name} uses the same values in each text as English`, () => {
    for (const [key, text] of Object.entries(en))
      assert.deepEqual([...new Set(slots(tongue.words[key]))], [...new Set(slots(text))], key);
  });

  test(`${name} has further forms only of texts that are counted, with the same values`, () => {
    for (const [key, text] of Object.entries(tongue.forms ?? {})) {
      const other = tongue.words[key.replace(/\.(zero|two|few|many)$/, '.other')];
      assert.deepEqual(slots(text), slots(other), key);
    }
  });

  test(`${name} is translated, not copied`, () => {
    const sentences = Object.keys(en).filter((key) => en[key].split(' ').length > 3 && !SAME.test(key));
    assert.ok(sentences.length > 100);
    for (const key of sentences) assert.notEqual(tongue.words[key], en[key], key);
  });

  test(`${name} has every text of every part, with the same values, translated`, async () => {
    const parts = (await readdir(path.join(root, 'web/src/i18n/en'))).filter((p) => !['main.ts', 'rules.ts'].includes(p));
    assert.ok(parts.length > 15);
    for (const part of parts) {
      const [english, words] = await Promise.all(['en', name].map(async (l) => Object.values(await load(`i18n/${l}/${part}`))[0]));
      assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), part);
      for (const [key, text] of Object.entries(english)) {
        assert.deepEqual([...new Set(slots(words[key]))], [...new Set(slots(text))], `${part} ${key}`);
        if (text.replaceAll(/\{\w+\}/g, '').split(' ').filter(Boolean).length > 3)
          assert.notEqual(words[key], text, `${part} ${key}`);
      }
    }
  });

  test(`${name} tells the rules paragraph by paragraph, with the same numbers`, () => {
    for (const game of GAMES) {
      const rules = (paragraphs) => paragraphs.map((p) => p.rule);
      assert.deepEqual(rules(tongue.rules[game].paragraphs), rules(rulesEn[game].paragraphs));
      assert.notEqual(tongue.rules[game].goal, rulesEn[game].goal);
    }
  });
}

test('every text with a form for one has a form for many, and the other way round', () => {
  const stems = (form) =>
    Object.keys(en).filter((k) => k.endsWith(`.${form}`) && !k.startsWith('ordinal.')).map((k) => k.slice(0, -form.length - 1));
  assert.deepEqual(stems('one'), stems('other'));
  assert.ok(stems('one').length >= 5);
});

test('numbers take the form that the language asks for', async () => {
  await i18n.setLanguage('en');
  assert.deepEqual([0, 1, 2].map((n) => i18n.plural('lobby.moves', n)), ['0 moves', '1 move', '2 moves']);
  await i18n.setLanguage('de');
  assert.deepEqual([0, 1, 2].map((n) => i18n.plural('lobby.moves', n)), ['0 Züge', '1 Zug', '2 Züge']);
  assert.equal(i18n.number(1234.5, 1), '1.234,5');
  await i18n.setLanguage('fr');
  assert.deepEqual([0, 1, 2].map((n) => i18n.plural('lobby.moves', n)), ['0 coup', '1 coup', '2 coups']);
  assert.equal(i18n.plural('lobby.moves', 1000000).replace(/[\u202f\u00a0]/g, ' '), '1 000 000 de coups');
  assert.equal(i18n.plural('table.more', 1000000, { status: 'x' }).replace(/[\u202f\u00a0]/g, ' '), 'x (encore 1 000 000 ensuite)');
  await i18n.setLanguage('en');
});

test('places in an order are written as the language writes them', async () => {
  const wanted = {
    en: ['1st', '2nd', '3rd', '4th', '11th', '21st', '22nd'],
    de: ['1.', '2.', '3.', '4.', '11.', '21.', '22.'],
    fr: ['1er', '2e', '3e', '4e', '11e', '21e', '22e'],
  };
  for (const [name, expected] of Object.entries(wanted)) {
    await i18n.setLanguage(name);
    assert.deepEqual([1, 2, 3, 4, 11, 21, 22].map(i18n.ordinal), expected);
  }
  await i18n.setLanguage('en');
});

test('the first language that a reader wishes and the page speaks is taken', () => {
  assert.equal(i18n.bestLanguage(['pt-BR', 'de-AT', 'en']), 'de');
  assert.equal(i18n.bestLanguage(['fr']), 'fr');
  assert.equal(i18n.bestLanguage(['xx']), 'en');
  assert.equal(i18n.bestLanguage([]), 'en');
});

test('each rule that forbids a move has a sentence, and each game a credit', async () => {
  const verdicts = await readFile(path.join(root, 'src/rules/verdict.h'), 'utf8');
  const rules = new Set([...verdicts.matchAll(/X\(\w+, "(\w+)",/g)].map((m) => m[1]));
  assert.ok(rules.size >= 16 && rules.has('L3b'), [...rules].join(' '));
  for (const rule of rules)
    for (const key of rule === 'P1' ? ['why.P1.odd', 'why.P1.even'] : [`why.${rule}`]) assert.ok(key in en, key);
  for (const game of GAMES)
    assert.ok(en['footer.credit'].toLowerCase().includes(en[`title.${game}`].toLowerCase()), game);
});

test('each figure of the rules belongs to a paragraph and does what it is there for', async () => {
  const rules = await Rules.load(await wasmBytes());
  for (const game of GAMES) {
    for (const f of FIGURES[game]) {
      assert.ok(rulesEn[game].paragraphs.some((p) => p.rule === f.rule), f.caption);
      if (f.from) rules.set(0, f.setup, f.from.diagram, f.from.side);
      else rules.start(0, f.setup);
      for (const word of f.moves) assert.ok(rules.play(0, rules.parse(0, word)), word);
      const move = rules.parse(0, f.tried);
      const why = rules.explain(0, move);
      assert.equal(why.legal, f.refused === undefined, f.caption);
      if (f.refused) assert.equal(why.rule, f.refused);
      const stones = () => rules.cells(0).filter((c) => c.owner !== 0).length;
      const before = stones();
      assert.equal(rules.play(0, move), why.legal);
      if (['P2', 'P3', 'R3', 'R5'].includes(f.caption)) assert.ok(stones() <= before, `${f.caption} takes`);
      assert.equal(rules.state(0).over, f.ends === true, f.caption);
    }
  }
});

test('answers of teams and hosts are said in each language, and lead to their page', () => {
  const said = (kind, data, player = { name: 'ann' }) => {
    const n = { kind, text: '', data, player, match: null, tournament: null, ply: null };
    return [saidOf(n, en), saidOf(n, de.words), saidOf(n, fr.words), pathOf(n)];
  };
  assert.deepEqual(said('team', { did: 'accepted', id: 12, name: 'Stone Lovers' }), [
    'ann accepted you into the team Stone Lovers.',
    'ann hat dich in das Team Stone Lovers aufgenommen.',
    'ann vous a accepté dans l’équipe Stone Lovers.',
    '/teams/12',
  ]);
  assert.equal(said('team', { did: 'refused', id: 3, name: '7' })[0], 'ann refused your request to join the team 7.');
  for (const did of ['accepted', 'refused', 'begun', 'ended', 'forgotten']) {
    const [english, german, french, path] = said('simul', { did, id: 4 });
    for (const text of [english, german, french]) assert.match(text, /ann/);
    assert.equal(path, '/simuls/4');
  }
  assert.match(said('simul', { did: 'forgotten', id: 4 }, null)[0], /^Your simultaneous exhibition/);
  assert.equal(said('simul', { did: 'something', id: 4 })[0], 'There is news of a simultaneous exhibition.');
});
