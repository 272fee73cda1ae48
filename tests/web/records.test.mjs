// Records as the world writes them: the page and the command line read the same in each, or both refuse it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { buildDir, load, wasmBytes } from './helper.mjs';

// Node decodes windows-1252 as Latin-1; browsers do not.
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const Plain = globalThis.TextDecoder;
globalThis.TextDecoder = class extends Plain {
  decode(bytes) {
    const text = super.decode(bytes);
    if (this.encoding !== 'windows-1252') return text;
    return text.replace(/[\x80-\x9f]/g, (c) => WINDOWS[c.charCodeAt(0) - 0x80]);
  }
};

const { decode, readAny } = await load('analysis/formats.ts');
const { Records } = await load('analysis/records.ts');
const { fold } = await load('core/blanks.ts');
const { fileNameOf } = await load('analysis/record.ts');
const { Rules } = await load('wasm/wasm.ts');
const rules = await Rules.load(await wasmBytes());
const records = await Records.of(await WebAssembly.compile(await wasmBytes('records.wasm')));
const writeJson = (study) => records.write(study, 'json', (game) => rules.info(game));
const info = rules.info('redstone');
const chosen = {
  setup: { game: 'redstone', width: info.sizeDefault, height: info.sizeDefault, players: 2, options: info.optionsDefault },
};

/** {json, warned} of the page; json is null if it refuses the record. */
function page(bytes) {
  try {
    const { text, doubt } = decode(bytes);
    const { study, refused, mended } = readAny(text, rules, records, chosen);
    return {
      json: writeJson(study),
      refused: refused !== null, // the rest of a line was left out
      warned: doubt !== '' || mended.length > 0 || refused !== null,
    };
  } catch (e) {
    if (e.key === undefined) throw e;
    return { json: null, refused: true, warned: true };
  }
}

/** The same of the command line. */
function program(bytes) {
  const done = spawnSync(path.join(buildDir, 'hoshi'), ['show', '-', '--game', 'redstone', '--format', 'json'], {
    input: bytes,
    encoding: 'utf8',
  });
  assert.ok(done.status === 0 || done.status === 1, done.stderr);
  return { json: done.status === 0 ? done.stdout : null, warned: done.stderr !== '' };
}

const bytesOf = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const folder = path.join(process.env.HOSHI_TESTS, 'data', 'records');

const GAME = '(;GM[1]FF[4]SZ[9]';
const START = '(;FF[4]SZ[9]HOSHI[redstone swap=0]';
const NEIGHBOURS = [
  // charsets
  `${GAME}CA[koi8-r]PB[\xe9\xd7\xc1\xce];B[ee])`,
  `${GAME}CA[windows-1252]PB[\x80 \x93x\x94 \x81];B[ee])`,
  `${GAME}PB[\x80 caf\xe9];B[ee])`,
  `${GAME}CA[latin1]PB[\x80];B[ee])`,
  `${GAME}CA[GB2312]PB[\xc6\xe5\xca\xd6]C[\x81];B[ee])`,
  `${GAME}CA[ euc-jp ]PB[\xb0\xcf];B[ee])`,
  `${GAME}CA[ISO-2022-JP]PB[\x1b$B0O\x1b(B];B[ee])`,
  `${GAME}CA[cp1250]PB[\xb9\x9c];B[ee])`,
  `${GAME}CA[x-user-defined]PB[\x80\xff];B[ee])`,
  `${GAME}CA[klingon]PB[\xe9];B[ee])`,
  `${GAME}CA[UTF-16]PB[\xe9];B[ee])`,
  `${GAME}CA[HZ-GB-2312]PB[\xe9];B[ee])`,
  `${GAME}PB[Ren\xe9\\] x]C[\xe9];B[ee])`,
  `${GAME}PB[\x95\\]PW[x];B[ee])`,
  `${GAME}PB[\xe6\xa3\x8b\xff\xe6\x89\x8b];B[ee])`,
  `${GAME}PB[\xe6\xa3\x8b];B[ee]C[\xe6\xa3`,
  `\xef\xbb\xbf${GAME}PB[\xe6\xa3\x8b];B[ee])`,
  // games and options that are none
  '(;FF[4]SZ[9]HOSHI[redstone wap=0];B[ee])',
  '(;FF[4]SZ[9]HOSHI[redstones];B[ee])',
  '(;FF[4]SZ[9]HOSHI[redstone,SWAP=1];B[ee];W[]SWAP[])',
  '(;FF[4]SZ[9]HOSHI[redstone swap];B[ee])',
  '(;FF[4]SZ[9]HOSHI[redstone swap=2];B[ee])',
  '(;FF[4]SZ[9]HOSHI[redstone jacked=1];B[ee])',
  '(;FF[4]SZ[9]HOSHI[redstone players=2];B[ee])',
  '(;FF[4]SZ[9]HOSHI[];B[ee])',
  '(;FF[4]SZ[9]RU[Redstone wap=1];B[ee])',
  '(;FF[4]SZ[9]RU[Redstone swap=0];B[ee])',
  '(;FF[4]SZ[9]RU[Redstone wap=0]HOSHI[redstone];B[ee])',
  // colours out of turn, words of Go, and games of other programs
  `${GAME};B[ee][dd])`,
  `${GAME};W[ee];B[dd])`,
  `${GAME};B[ee];B[dd])`,
  `${GAME};B[ee];W[])`,
  `${GAME};B[ee];W[tt];B[dd])`,
  `${GAME};B[];W[ee])`,
  `${GAME};B[ee]RED[];W[dd])`,
  `${GAME};B[ee];W[dd]RED[])`,
  `${START}AB[ee]AW[de][fe][ed]PL[W];W[ef]RED[];B[aa])`,
  `${START};B[ee]SWAP[])`,
  `${GAME};B[ee];W[]SWAP[];W[dd])`,
  `${GAME};B[ee];W[dd];B[cc];B[bb];W[aa])`,
  `${GAME};AB[ee];W[dd])`,
  `${GAME};B[ee]AE[ee];W[dd])`,
  `(;GM[1]SZ[19];B[pd];W[dd])`,
  `(;GM[1]SZ[9]AB[cc][gg]HA[2];W[ee])`,
  `(;GM[1]SZ[9]HA[2]AB[cc][gg];B[ee])`,
  `(;FF[3]GM[1]SZ[9];Black[ee];White[dd])`,
  `(;GM[2]SZ[9];B[ee])`,
  `(;gm[1]sz[9];b[ee];w[dd])`,
  `(;GM[1]SZ[9:9];B[ee])`,
  `(;GM[1]SZ[9:7];B[ee])`,
  `(;GM[1]SZ[99];B[ee])`,
  `(;GM[1]SZ[9]RE[B+R]RE[W+R];B[ee])`,
  `${GAME}RE[ b + resign ];B[ee])`,
  `${GAME}RE[0];B[ee])`,
  `${GAME}RE[Void];B[ee])`,
  `${GAME};B[ee];W[ee])`,
  `${GAME}(;B[ee])(;B[dd](;W[ee])(;W[cc])))`,
  `${GAME};B [ee] ; W [dd])`,
  `${GAME};B[e e])`,
  `${GAME};B[EE])`,
  `${GAME};B[\\ee])`,
  `${GAME}C[a\\]b\\\\];B[ee])`,
  `${GAME}C[a[b]c];B[ee])`,
  `${GAME};B[ee]C[x:y\\:z])`,
  `\r\n\r\n${GAME}\r;B[ee]\r\r;W[dd]\r)`,
  `${GAME};B[ee])(;GM[1]SZ[5];B[aa])`,
  `garbage ${GAME};B[ee]) trailing [ garbage (`,
  `${GAME};B[ee]DT[2020];W[dd])`,
  `${GAME}DT[2020-01-01,02]PC[x]EV[y];B[ee])`,
  `${GAME};;B[ee];;W[dd];)`,
  `${GAME};B[ee](;)(;W[dd]))`,
  `()`, `(;)`, `(`, ``, `(;GM[1])`, `\xef\xbb\xbf`,
  `${GAME};B[ee]SWAP[];W[dd])`,
  `${GAME};B[ee]C[\xc3\xa9\xe2\x80\x8b];W[dd])`,
  `${START}AB[aa]PL[B];B[bb];W[cc])`,
  `${START}AB[aa]PL[W];W[bb];B[cc])`,
  `${START}AB[aa]PL[W];B[bb])`,
  `${START}AB[aa];W[bb])`,
  `${START}AW[aa];B[bb])`,
  `${START}ADDRED[aa]AB[bb];B[cc])`,
  `${START}AB[aa]AW[aa];B[bb])`,
  // damage
  `${GAME};B[ee]BL[1:30]WL[ 12,5 ];W[dd]BL[-.5]WL[1.23456])`,
  `${GAME};B[ee]TIMESTAMP[x];W[dd]TIMESTAMP[5]BL[x])`,
  `${GAME}FF[5]SZ[ 9 ];B[ee])`,
  '(;GM[1]FF[9]SZ[9];B[ee];W[dd])',
  '(;GM[1]SZ[];B[ee])',
  '(;SZ[]HOSHI[redstone];B[ee])',
  `${GAME};B[ee];W[dd`,
  `${GAME};B[ee];W[dd]C[so it \\`,
  `${GAME};B[ee](;W[dd])(;W[cc]`,
  `${GAME};B[ee](;W[dd]);W[cc])`,
  `${GAME};B[ee](;W[dd]) x (;W[cc]))`,
  `${GAME}B[ee]W[dd]C[both];B[ff])`,
  `${GAME};B[ee]W[dd]BL[5]WL[6]TIMESTAMP[7]C[x];B[ff])`,
  `${GAME}KO;B[ee])`,
  `${GAME};B[ee] ?! [x] W[dd])`,
  `${GAME}N[a]N[b]C[a]C[b]C[c]PB[x]PB[y];B[ee])`,
  `${GAME};B[zz])`,
  `${GAME};B[ee]RED[];W[]RED[])`,
  `${START}AB[aa][]AW[gg]PL[ white ];W[ee])`,
  `${START}AB[aa][cc]AW[gg];W[ee])`,
  `${START}AB[ed:df]AW[aa:cb]PL[2];W[ee])`,
  `${START}AB[aa]AW[zz];B[ee])`,
  `${START}AB[aa]AW[gg]PL[];B[ee])`,
  'Hi ;-) (;-) (;P (;) [x]\n(;GM[1]SZ[9];B[ee])',
  '(;-)',
  `(;${GAME}`,
  // blanks of any kind, a missing first ;, and turns
  `(;GM[1]\xc2\xa0SZ[9];\xe3\x80\x80B[ee])`,
  `(\xc2\xa0;GM[1]SZ\xc2\xa0[9];B[ee])`,
  '(GM[1]SZ[9];B[ee];W[dd])',
  '(SEE [1]) (;GM[1]SZ[9];B[ee])',
  `${GAME};B[ee];PL[W];W[dd])`,
  `${GAME};B[ee];PL[B];W[dd])`,
  `${GAME};B[ee];PL[X];W[dd])`,
  `${GAME};B[ee];W[dd]PL[B];B[cc])`,
  // lists of points in markup, and variations that are not allowed
  `${GAME};B[ee]TR[aa:cc]MA[cc:aa]CR[ca:ac]SQ[aa:aa]LB[aa:1];W[dd]TR[zz][]SL[aa:zz])`,
  '(;GM[1]SZ[9](;B[ee])(;W[dd]))',
  `${GAME}(;B[ee];W[dd])(;B[dd];B[cc];W[aa]))`,
  `${GAME};B[ee](;W[dd])(;W[ee];B[cc])(;W[cc]))`,
  // parentheses
  '(;(GM[1]SWAP[]F[4]SZ[9];B[e e',
  '(;(GM[1]SZ[9];B[ee]);B[dd])',
  '(;((GM[1]SZ[9];B[ee])(;B[dd])))',
  '(; ( GM[1]SZ[9](;B[ee])(B[dd]))',
  '(;(KO SZ[9];B[ee]))',
  '(;(5 GM[1]SZ[9];B[ee]))',
  '(;5(GM[1]SZ[9];B[ee]))',
  '(;()(GM[1]SZ[9];B[ee]))',
  '(;()GM[1]SZ[9];B[ee])',
  '(;([x]GM[1]SZ[9];B[ee]))',
  '(;(;GM[1]SZ[9];B[ee]))',
  `${GAME}(B[ee];W[dd])(B[cc]))`,
  `${GAME};B[ee](W[dd]C[x](B[cc])(;B[bb]))(C[y]W[aa]))`,
  `${GAME};B[ee]((;W[dd])(;W[cc])))`,
  `${GAME};B[ee]((;W[dd]);W[cc]);W[bb])`,
  `${GAME};B[ee](()(;W[dd])())`,
  `${GAME};B[ee](;W[dd])C[x;(])(;W[cc]))`,
  `${GAME};B[ee](;W[dd])C[x](;W[cc]))`,
  `${GAME};B[ee](;W[dd])[x]KO(;W[cc]))`,
  `${GAME};B[ee]([x];W[dd])(x;W[cc]))`,
  `${GAME};B[ee](`,
  `${GAME};B[ee](W`,
  `${GAME};B[ee](W[`,
  `${GAME};B[ee]))(;W[dd])`,
  // a node's properties in any order
  `${START};LB[ee:1]TR[dd]SQ[cc]MA[bb]CR[aa]B[ff]C[x])`,
  `${START};C[x]B[ff]CR[aa]MA[bb]SQ[cc]TR[dd]LB[ee:1])`,
  `${START};TR[dd]LB[ee:1]TR[cc]B[ff]LB[bb:2]W[gg]TR[aa])`,
  `${START};XX[1]LB[ee:1]YY[2]TR[dd]XX[3]B[ff])`,
  `${START};TR[dd]XX[1]SL[ee]DD[ee]LB[ee:a]AR[aa:bb]LN[cc:dd]B[ff])`,
  `${START}TR[dd]LB[ee:1];B[ff]GB[1]TR[dd]BM[1]LB[ee:1]TE[1])`,
  `${GAME}PB[e\x1b[31m\x07\x7f\xc2\x9b\xc2\xa0];B[ee]C[\x00\x08a\tb]XX[\x1b\x0c])`,
  `${GAME}PB[a\r\nb\\\r\nc\n\rd];B[ee]C[a\r\nb\\\r\nc\n\rd\re])`,
];

const cases = [
  ...readdirSync(folder)
    .sort()
    .map((name) => [name, new Uint8Array(readFileSync(path.join(folder, name)))]),
  ...NEIGHBOURS.map((text) => [JSON.stringify(text), bytesOf(text)]),
  ...['utf16le', 'be'].flatMap((kind) =>
    ['\ufeff', ''].map((mark) => {
      const bytes = Buffer.from(`${mark}${GAME}PB[\u68cb\u624b];B[ee])`, 'utf16le');
      return [`UTF-16 ${kind} ${mark === '' ? 'without' : 'with'} a mark`, new Uint8Array(kind === 'be' ? bytes.swap16() : bytes)];
    }),
  ),
  ...[true, false].flatMap((little) =>
    ['\ufeff', ''].map((mark) => {
      const letters = [...`${mark}${GAME}PB[\u68cb\u{1f600}];B[ee])`];
      const view = new DataView(new ArrayBuffer(4 * letters.length + (mark === '' ? 0 : 1)));
      letters.forEach((c, i) => view.setUint32(4 * i, c.codePointAt(0), little));
      return [`UTF-32 ${little ? 'le' : 'be'} ${mark === '' ? 'without' : 'with'} a mark`, new Uint8Array(view.buffer)];
    }),
  ),
];

for (const [name, bytes] of cases)
  test(`${name}: the page reads what the command line reads`, () => {
    const here = page(bytes);
    const there = program(bytes);
    // The page shows the beginning of a main line that goes wrong.
    if (there.json === null) assert.ok(here.refused);
    else assert.equal(here.json, there.json);
    assert.equal(here.warned, there.warned, 'only one of them says a word');
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(here.json ?? '', /[\x00-\x09\x0b-\x1f\x7f-\x9f]|\\u00(?:0[0-8ef]|1|[89])/);
  });

const read = (name) => JSON.parse(program(new Uint8Array(readFileSync(path.join(folder, name)))).json);

test('the cases are read as they are meant', () => {
  const names = {
    'sgf_ca_Big5.sgf': '棋手',
    'sgf_ca_EUC-KR.sgf': '박진',
    'sgf_ca_GB18030.sgf': '棋手',
    'sgf_ca_SHIFT_JIS.sgf': '棋手',
    'sgf_ca_iso_8859_15.sgf': 'café €',
    'sgf_ca_windows-1251.sgf': 'Иван',
    'sgf_ca_wrong_but_utf8.sgf': '棋手',
    'sgf_utf16.sgf': '棋手',
    'sgf_shift_jis_without_ca.sgf': '表',
  };
  for (const [name, player] of Object.entries(names)) {
    const record = read(name);
    assert.equal(record.players[0].name, player, name);
    assert.deepEqual(record.moves.map(({ move }) => move), ['e5', 'd6'], name);
  }
  assert.equal(read('sgf_two_comments.sgf').moves[0].comment, 'one\ntwo');
  assert.deepEqual(read('sgf_two_moves_in_a_node.sgf').moves.map(({ move }) => move), ['e5', 'd6', 'f4']);
  assert.equal(read('sgf_no_last_parenthesis.sgf').moves.length, 3);
  assert.deepEqual(read('sgf_clock_comma.sgf').moves.map(({ left }) => left), [[171500, null], [null, -500]]);
  assert.equal(read('sgf_clock_empty.sgf').moves.length, 2);
  assert.equal(read('sgf_smiley_before.sgf').moves.length, 2);
});

test('the page folds blanks, quotes and dashes as the program does', () => {
  const rows = JSON.parse(readFileSync(path.join(process.env.HOSHI_TESTS, 'data', 'blanks.json'), 'utf8'));
  for (const [given, folded] of rows) assert.equal(fold(given), folded, JSON.stringify(given));
});

test('a list of moves may come from a telephone or another program', () => {
  for (const text of ['1. e5 2. d6', '\ufeffe5,\u00a0d6', '１．ｅ５　２．ｄ６', 'E5\u200b – D6', 'e5、d6'])
    assert.match(writeJson(readAny(text, rules, records, chosen).study), /"e5"[^]*"d6"/, text);
});

test('a study is saved under a name that every system takes', () => {
  const names = {
    'Lakeside, round 3': 'lakeside-round-3',
    'Été à Paris': 'été-à-paris',
    'E\u0301te\u0301': 'été',
    '棋\u3000手': '棋-手',
    '\u00a0a\u00a0b\u202f\ufeff': 'a-b',
    'a\u200bb\u200e\u202ec\u2066d\u2069': 'abcd',
    'fdp.\u202egfs': 'fdp-gfs',
    '“Ann’s” ‘game’': 'ann-s-game',
    '../../etc/passwd': 'etc-passwd',
    'C:\\x\\y': 'c-x-y',
    'a∕b⁄c／d℀': 'a-b-c-da-c',
    'a\x00b\x1b[31m\nc\u0085d': 'ab-31m-c-d',
    '.profile': 'profile',
    'a.exe. ': 'a-exe',
    '-rf': 'rf',
    'NUL': 'hoshi-levee-nul',
    'com¹': 'hoshi-levee-com1',
    'com10': 'com10',
    'conclave': 'conclave',
    '': 'hoshi-levee',
    '\u200b…!\u00ad': 'hoshi-levee',
    ['x'.repeat(59) + ' y']: 'x'.repeat(59),
    ['\u{20000}'.repeat(70)]: '\u{20000}'.repeat(60),
  };
  for (const [given, name] of Object.entries(names))
    assert.equal(fileNameOf(given, 'hoshi-levee'), name, JSON.stringify(given));
});
