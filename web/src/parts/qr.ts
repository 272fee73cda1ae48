// QR codes (ISO/IEC 18004) of short texts such as links: byte mode, versions 1 to 9, error correction level L. A code
// that is read from a screen needs no more, and a link of 230 bytes fits.

/** Of each version: the codewords for error correction in a block, and the blocks. */
const CORRECTION: readonly (readonly [number, number])[] = [
  [7, 1],
  [10, 1],
  [15, 1],
  [20, 1],
  [26, 1],
  [18, 2],
  [20, 2],
  [24, 2],
  [30, 2],
];

const sizeOf = (version: number): number => 17 + 4 * version;

/** The middles of the alignment patterns, along one side. */
const alignments = (version: number): number[] =>
  version === 1 ? [] : version < 7 ? [6, sizeOf(version) - 7] : [6, 2 * version + 8, sizeOf(version) - 7];

/** Modules for data and correction: all but the patterns and what is said about the code itself. */
function codewords(version: number): number {
  const size = sizeOf(version);
  const n = alignments(version).length;
  // Three finders with their gaps, both timing lines, the format with its dark module, the version.
  let free = size * size - 3 * 64 - 2 * (size - 16) - 31 - (version >= 7 ? 36 : 0);
  // Alignment patterns; those on a timing line share five modules with it.
  if (n > 0) free -= 25 * (n * n - 3) - 10 * (n - 2);
  return free >> 3;
}

/** Powers of 2 in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1, and their logarithms. */
const POWERS: number[] = [];
const LOGS: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  POWERS.push(x);
  LOGS[x] = i;
  x = x >= 128 ? (2 * x) ^ 0x11d : 2 * x;
}

function times(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return POWERS[((LOGS[a] ?? 0) + (LOGS[b] ?? 0)) % 255] ?? 0;
}

/** Reed–Solomon: the remainder of the data by the product of (x - 2^i). */
function correctionOf(data: readonly number[], n: number): number[] {
  let divisor = [1];
  for (let i = 0; i < n; i++) {
    const root = POWERS[i] ?? 0;
    const next = [...divisor, 0];
    divisor.forEach((c, k) => (next[k + 1] = (next[k + 1] ?? 0) ^ times(c, root)));
    divisor = next;
  }
  const rest = [...data, ...Array.from({ length: n }, () => 0)];
  data.forEach((_, i) => {
    const first = rest[i] ?? 0;
    divisor.forEach((c, k) => (rest[i + k] = (rest[i + k] ?? 0) ^ times(c, first)));
  });
  return rest.slice(data.length);
}

/** The data with its length and padding, in blocks with their corrections, interleaved. */
function stream(bytes: Uint8Array, version: number): number[] {
  const [each, blocks] = CORRECTION[version - 1] ?? [0, 1];
  const room = codewords(version) - each * blocks;
  // Byte mode (0100), the length in eight bits, the bytes, the end (0000): all shifted by half a byte.
  const halves = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap((b) => [b >> 4, b & 15]), 0];
  const data = Array.from(
    { length: halves.length >> 1 },
    (_, i) => 16 * (halves[2 * i] ?? 0) + (halves[2 * i + 1] ?? 0),
  );
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(room / blocks);
  const longer = room % blocks;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const from = i * short + Math.max(0, i - (blocks - longer));
    return data.slice(from, from + short + (i >= blocks - longer ? 1 : 0));
  });
  const corrections = parts.map((part) => correctionOf(part, each));
  const woven = (lists: number[][]): number[] =>
    Array.from({ length: Math.max(...lists.map((l) => l.length)) }, (_, i) =>
      lists.flatMap((l) => (i < l.length ? [l[i] ?? 0] : [])),
    ).flat();
  return [...woven(parts), ...woven(corrections)];
}

/** A number followed by its remainder (BCH). */
function guarded(value: number, bits: number, divisor: number): number {
  const top = Math.floor(Math.log2(divisor));
  let rest = value << top;
  for (let i = bits - 1; i >= 0; i--) if ((rest >> (i + top)) & 1) rest ^= divisor << i;
  return (value << top) | rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read: long runs, blocks, what looks like a finder, too much of one colour. */
function penalty(code: readonly (readonly boolean[])[]): number {
  const size = code.length;
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x] ?? false))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  let dark = 0;
  code.forEach((row, y) =>
    row.forEach((on, x) => {
      if (on) dark++;
      const below = code[y + 1];
      if (below && x + 1 < size && row[x + 1] === on && below[x] === on && below[x + 1] === on) sum += 3;
    }),
  );
  return sum + 10 * Math.floor(Math.abs(20 * dark - 10 * size * size) / (size * size));
}

/** The code of a text, as rows of 0 and 1; null: the text is too long. */
export function qrRows(text: string): string[] | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    CORRECTION.findIndex(([each, blocks], i) => codewords(i + 1) - each * blocks >= bytes.length + 2) + 1;
  if (version === 0) return null;
  const size = sizeOf(version);
  const fixed: (boolean | null)[][] = Array.from({ length: size }, () =>
    Array<boolean | null>(size).fill(null),
  );
  const set = (x: number, y: number, on: boolean): void => {
    const row = fixed[y];
    if (row && x >= 0 && x < size) row[x] = on;
  };
  const square = (x: number, y: number, reach: number, light: readonly number[]): void => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < size; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  const spots = alignments(version);
  for (const x of spots)
    for (const y of spots) {
      const corner = (x === 6 && y === 6) || (x === 6 && y > size - 9) || (y === 6 && x > size - 9);
      if (!corner) square(x, y, 2, [1]);
    }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4]);
  if (version >= 7) {
    const bits = guarded(version, 6, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const on = ((bits >> i) & 1) === 1;
      set(Math.floor(i / 3), size - 11 + (i % 3), on);
      set(size - 11 + (i % 3), Math.floor(i / 3), on);
    }
  }
  const format = (mask: number): void => {
    const bits = guarded(8 + mask, 5, 0x537) ^ 0x5412; // 01: level L
    for (let i = 0; i < 15; i++) {
      const on = ((bits >> i) & 1) === 1;
      set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, on);
      set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, on);
    }
    set(8, size - 8, true);
  };
  format(0);
  const words = stream(bytes, version);
  const places: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--; // the timing line
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (fixed[y]?.[x] === null) places.push([x, y]);
    }
  }
  const drawn = MASKS.map((mask, n) => {
    format(n);
    const code = fixed.map((row) => row.map((on) => on ?? false));
    places.forEach(([x, y], i) => {
      const row = code[y];
      const bit = (((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1;
      if (row) row[x] = bit !== mask(x, y);
    });
    return code;
  });
  const best = drawn.reduce((a, b) => (penalty(b) < penalty(a) ? b : a));
  return best.map((row) => row.map(Number).join(''));
}
