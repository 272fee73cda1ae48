// QR codes, read by another program than the one that draws them: a reader that knows the standard's patterns, checks
// the format and the corrections, and takes the text out again.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './helper.mjs';

const { qrRows } = await load('parts/qr.ts');

/** Multiplies in the field of the standard, by shifts. */
function mul(a, b) {
  let product = 0;
  for (let i = 0; i < 8; i++) {
    if ((b >> i) & 1) product ^= a << i;
  }
  for (let i = 14; i >= 8; i--) if ((product >> i) & 1) product ^= 0x11d << (i - 8);
  return product;
}

/** Data and correction codewords of each block at level L, from the standard's table. */
const BLOCKS = { 1: [[19, 7]], 2: [[34, 10]], 3: [[55, 15]], 4: [[80, 20]], 5: [[108, 26]], 6: [[68, 18], [68, 18]], 7: [[78, 20], [78, 20]], 8: [[97, 24], [97, 24]], 9: [[116, 30], [116, 30]] };
const ALIGN = { 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46] };
/** The format of level L with each mask, from the standard's table. */
const FORMATS = ['111011111000100', '111001011110011', '111110110101010', '111100010011101', '110011000101111', '110001100011000', '110110001000001', '110100101110110'];
const VERSIONS = { 7: '000111110010010100', 8: '001000010110111100', 9: '001001101010011001' };

function read(rows) {
  const size = rows.length;
  const version = (size - 17) / 4;
  const at = (x, y) => rows[y][x] === '1';
  const reserved = (x, y) => {
    if (x === 6 || y === 6) return true;
    if ((x < 9 && y < 9) || (x < 9 && y > size - 9) || (x > size - 9 && y < 9)) return true;
    if (version >= 7 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))) return true;
    return ALIGN[version].some((ax) => ALIGN[version].some((ay) => {
      const corner = (ax === 6 && ay === 6) || (ax === 6 && ay > size - 9) || (ay === 6 && ax > size - 9);
      return !corner && Math.abs(x - ax) < 3 && Math.abs(y - ay) < 3;
    }));
  };
  // Finders, timing and alignment.
  for (const [fx, fy] of [[0, 0], [size - 7, 0], [0, size - 7]])
    assert.deepEqual(Array.from({ length: 7 }, (_, y) => rows[fy + y].slice(fx, fx + 7)), ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']);
  for (let i = 8; i < size - 8; i++) assert.equal(at(i, 6) && at(6, i), i % 2 === 0 && at(i, 6), 'timing');
  assert.ok(at(8, size - 8), 'the dark module');
  for (const ax of ALIGN[version]) if (ax !== 6) assert.ok(at(ax, ax) && !at(ax + 1, ax) && at(ax + 2, ax), 'alignment');
  // The format, twice: most significant bit first.
  const first = [...[0, 1, 2, 3, 4, 5, 7].map((x) => at(x, 8)), at(8, 8), ...[7, 5, 4, 3, 2, 1, 0].map((y) => at(8, y))];
  const second = [...[1, 2, 3, 4, 5, 6, 7].map((i) => at(8, size - i)), ...[8, 7, 6, 5, 4, 3, 2, 1].map((i) => at(size - i, 8))];
  const text = (bits) => bits.map(Number).join('');
  assert.equal(text(first), text(second));
  const mask = FORMATS.indexOf(text(first));
  assert.ok(mask >= 0, text(first));
  if (version >= 7) {
    const bits = Array.from({ length: 18 }, (_, i) => at(Math.floor(i / 3), size - 11 + (i % 3))).reverse();
    assert.equal(text(bits), VERSIONS[version]);
  }
  const flips = [
    (i, j) => (i + j) % 2 === 0, (i) => i % 2 === 0, (i, j) => j % 3 === 0, (i, j) => (i + j) % 3 === 0,
    (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0, (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
    (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0, (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
  ][mask];
  const bits = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n++) {
      const y = up ? size - 1 - n : n;
      for (const x of [right, right - 1]) if (!reserved(x, y)) bits.push(at(x, y) !== flips(y, x));
    }
    up = !up;
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, i) => Number.parseInt(text(bits.slice(8 * i, 8 * i + 8)), 2));
  const blocks = BLOCKS[version];
  const all = blocks.map(() => []);
  let n = 0;
  for (const part of [0, 1])
    for (let i = 0; i < Math.max(...blocks.map((b) => b[part])); i++) blocks.forEach((b, k) => i < b[part] && all[k].push(words[n++]));
  assert.equal(n, words.length, 'every codeword is used');
  // Every block is a multiple of the generator: it is 0 at its roots.
  all.forEach((block, k) => {
    for (let i = 0, root = 1; i < blocks[k][1]; i++, root = mul(root, 2))
      assert.equal(block.reduce((sum, word) => mul(sum, root) ^ word, 0), 0, `syndrome ${i}`);
  });
  const data = all.flatMap((block, k) => block.slice(0, blocks[k][0]));
  assert.equal(data[0] >> 4, 4, 'bytes');
  const half = (i) => (i % 2 === 0 ? data[i >> 1] >> 4 : data[i >> 1] & 15);
  const length = 16 * half(1) + half(2);
  return new TextDecoder().decode(Uint8Array.from({ length }, (_, i) => 16 * half(3 + 2 * i) + half(4 + 2 * i)));
}

test('codes of all lengths are read as they were written', () => {
  const sizes = new Set();
  for (let n = 1; n <= 230; n += n < 20 ? 1 : 7) {
    const text = `https://hoshi.example/m/${n}?invite=`.padEnd(n, 'xY3-_z').slice(0, n);
    const rows = qrRows(text);
    assert.equal(read(rows), text);
    sizes.add(rows.length);
  }
  assert.equal(read(qrRows('Grüße, 星')), 'Grüße, 星');
  assert.equal(sizes.size, 9, 'all versions');
});

test('the greatest text of each version still fits, one byte more takes the next', () => {
  for (const [n, size] of [[17, 21], [18, 25], [32, 25], [33, 29], [53, 29], [78, 33], [106, 37], [134, 41], [154, 45], [192, 49], [230, 53]]) {
    const rows = qrRows('a'.repeat(n));
    assert.equal(rows.length, size, `${n} bytes`);
    assert.equal(read(rows), 'a'.repeat(n));
  }
  assert.equal(qrRows('a'.repeat(231)), null);
});

test('a damaged code is noticed', () => {
  const rows = qrRows('https://hoshi.example/m/12');
  rows[12] = rows[12].slice(0, 12) + (rows[12][12] === '1' ? '0' : '1') + rows[12].slice(13);
  assert.throws(() => read(rows), /syndrome/);
});
