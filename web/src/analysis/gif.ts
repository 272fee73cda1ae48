// Animated GIF (GIF89a): a palette of the most used colours, and LZW of variable code length.

export interface Picture {
  width: number;
  height: number;
  /** Four bytes a pixel, as a canvas gives them. */
  data: Uint8ClampedArray;
}

const COLOURS_MAX = 256;

/** Colours to five bits a channel are as many as a drawing needs. */
function coarse(data: Uint8ClampedArray, i: number): number {
  return (((data[i] ?? 0) >> 3) << 10) | (((data[i + 1] ?? 0) >> 3) << 5) | ((data[i + 2] ?? 0) >> 3);
}

/** The most used colours of all pictures, as coarse numbers. */
export function paletteOf(pictures: readonly Picture[]): number[] {
  const counts = new Uint32Array(1 << 15);
  for (const { data } of pictures)
    for (let i = 0; i < data.length; i += 4) {
      const c = coarse(data, i);
      counts[c] = (counts[c] ?? 0) + 1;
    }
  return Array.from(counts.keys())
    .filter((c) => (counts[c] ?? 0) > 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
    .slice(0, COLOURS_MAX);
}

const channel = (c: number, shift: number): number => {
  const v = (c >> shift) & 31;
  return (v << 3) | (v >> 2);
};

function nearest(palette: readonly number[], c: number): number {
  let best = 0;
  let least = Infinity;
  palette.forEach((p, i) => {
    const d = [10, 5, 0].reduce((sum, shift) => sum + (channel(p, shift) - channel(c, shift)) ** 2, 0);
    if (d < least) [best, least] = [i, d];
  });
  return best;
}

/** The index of each pixel in the palette. */
function indexed(picture: Picture, palette: readonly number[], known: Map<number, number>): Uint8Array {
  const out = new Uint8Array(picture.width * picture.height);
  for (let i = 0; i < out.length; i++) {
    const c = coarse(picture.data, 4 * i);
    let index = known.get(c);
    if (index === undefined) known.set(c, (index = nearest(palette, c)));
    out[i] = index;
  }
  return out;
}

const CODES_MAX = 4096;

/** LZW with codes of 9 to 12 bits, in blocks of at most 255 bytes. */
export function lzw(pixels: Uint8Array): number[] {
  const clear = 256;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  let length = 9;
  const put = (code: number): void => {
    held |= code << bits;
    for (bits += length; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  // The code of (prefix, byte), by prefix * 256 + byte.
  let table = new Map<number, number>();
  let next = clear + 2;
  put(clear);
  let prefix = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const byte = pixels[i] ?? 0;
    const key = prefix * 256 + byte;
    const code = table.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next < CODES_MAX) {
      table.set(key, next++);
      if (next > 1 << length && length < 12) length++;
    } else {
      put(clear);
      table = new Map();
      next = clear + 2;
      length = 9;
    }
    prefix = byte;
  }
  put(prefix);
  put(clear + 1);
  if (bits > 0) bytes.push(held & 255);
  const blocks: number[] = [];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    blocks.push(block.length, ...block);
  }
  blocks.push(0);
  return blocks;
}

const short = (n: number): number[] => [n & 255, n >> 8];

/** Pictures of one size, each shown for this time, the last one longer; repeats endlessly. */
export function gif(pictures: readonly Picture[], delayMs: number): Uint8Array<ArrayBuffer> {
  const { width, height } = pictures[0] ?? { width: 1, height: 1 };
  const palette = paletteOf(pictures);
  const known = new Map<number, number>();
  const out: number[] = [
    ...new TextEncoder().encode('GIF89a'),
    ...short(width),
    ...short(height),
    0xf7, // a global table of 256 colours
    0,
    0,
  ];
  for (let i = 0; i < COLOURS_MAX; i++) {
    const c = palette[i] ?? 0;
    out.push(channel(c, 10), channel(c, 5), channel(c, 0));
  }
  out.push(0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0);
  const parts: Uint8Array[] = [];
  pictures.forEach((picture, i) => {
    const hundredths = Math.round((delayMs * (i === pictures.length - 1 ? 4 : 1)) / 10);
    out.push(0x21, 0xf9, 4, 4, ...short(hundredths), 0, 0);
    out.push(0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0, 8);
    parts.push(new Uint8Array(out.splice(0)), new Uint8Array(lzw(indexed(picture, palette, known))));
  });
  parts.push(new Uint8Array([...out, 0x3b]));
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
