// The bytes of a record as text, as src/record/decode.h reads them: UTF-8 if it is UTF-8, else the charset of CA
// by the names of the web, else windows-1252, or a charset of East Asia if the brackets of an SGF fit only then.
import { beginOf } from './sgf';

/** A text, and what a reader should know about its charset. */
export interface Decoded {
  text: string;
  /** The charset that is not known, was guessed, or does not fit all letters; empty: nothing to say. */
  doubt: string;
}

/** How well bytes are UTF-8. */
interface Fit {
  /** Characters beyond ASCII, and pieces that are none. */
  good: number;
  bad: number;
  /** Bytes of a character that the end has cut. */
  tail: number;
}

function fitUtf8(b: Uint8Array): Fit {
  const fit = { good: 0, bad: 0, tail: 0 };
  for (let i = 0; i < b.length;) {
    const c = b[i] ?? 0;
    const n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    let k = 1;
    for (; k < n; k++) {
      const low = k > 1 ? 0x80 : c === 0xe0 ? 0xa0 : c === 0xf0 ? 0x90 : 0x80;
      const high = k > 1 ? 0xbf : c === 0xed ? 0x9f : c === 0xf4 ? 0x8f : 0xbf;
      const next = b[i + k];
      if (next === undefined || next < low || next > high) break;
    }
    if (n > 0 && k === n) {
      if (n > 1) fit.good++;
    } else if (n > 0 && i + k === b.length) fit.tail = k;
    else fit.bad++;
    i += Math.max(k, 1);
  }
  return fit;
}

/** UTF-16 without a byte order mark: nearly every other byte is zero. */
function wideName(b: Uint8Array): string | null {
  const n = Math.min(b.length, 512) & ~1;
  const zeros = [0, 0];
  for (let i = 0; i < n; i++) if (b[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd * 4 > n && even * 16 < n) return 'utf-16le';
  return even * 4 > n && odd * 16 < n ? 'utf-16be' : null;
}

function decoder(label: string, fatal = false): TextDecoder | null {
  try {
    const d = new TextDecoder(label, { fatal });
    return d.encoding === 'x-user-defined' ? null : d;
  } catch {
    return null;
  }
}

/** How many values a text has as SGF, and whether everything outside of them is as it must be. */
function shapeOf(text: string): { values: number; sane: boolean } {
  const shape = { values: 0, sane: true };
  const from = beginOf(text, 0);
  if (from < 0) return { values: 0, sane: false };
  let value = false;
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const c = text[i] ?? '';
    if (value) {
      if (c === '\\') i++;
      else if (c === ']') value = false;
    } else if (c === '[') {
      value = true;
      shape.values++;
    } else if (c === '(') depth++;
    else if (c === ')') {
      if (--depth === 0) break;
    } else if (!/[;A-Za-z \t\n\r\v\f]/.test(c)) shape.sane = false;
  }
  shape.sane &&= !value;
  return shape;
}

/** A charset of East Asia whose characters may end in what looks like a bracket, if the text makes sense only in it. */
function guess(bytes: Uint8Array, plain: string): { text: string; name: string } | null {
  const was = shapeOf(plain);
  for (const name of ['shift_jis', 'gb18030', 'big5', 'euc-kr']) {
    try {
      const text = decoder(name, true)?.decode(bytes) ?? '';
      const shape = shapeOf(text);
      if (shape.sane && (!was.sane || shape.values > was.values)) return { text, name };
    } catch {
      // Not in this charset.
    }
  }
  return null;
}

function byLabel(bytes: Uint8Array, label: string, fit: Fit): Decoded {
  const said = label === '' ? null : decoder(label);
  // A text in which CA can be read is not UTF-16.
  if (said && said.encoding !== 'utf-8' && !said.encoding.startsWith('utf-16')) {
    const text = said.decode(bytes);
    return { text, doubt: text.includes('\ufffd') ? label : '' };
  }
  if (fit.good > fit.bad)
    return {
      text: new TextDecoder().decode(bytes.subarray(0, bytes.length - fit.tail)),
      doubt: 'UTF-8',
    };
  const text = new TextDecoder('latin1').decode(bytes);
  const other = guess(bytes, text);
  return { text: other?.text ?? text, doubt: label !== '' && !said ? label : (other?.name ?? '') };
}

export function decode(bytes: Uint8Array): Decoded {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  const wide = mark ?? (bytes.includes(0) ? wideName(bytes) : null);
  if (wide !== null) {
    const text = new TextDecoder(wide).decode(bytes);
    return { text, doubt: text.includes('\ufffd') ? 'UTF-16' : '' };
  }
  const plain = new TextDecoder('latin1').decode(bytes);
  const label = (/(?<![A-Za-z])CA[ \t\n\r\v\f]*\[([^\]]{0,63})\]/.exec(plain)?.[1] ?? '').trim();
  const fit = fitUtf8(bytes);
  const isJp = bytes.includes(0x1b) && decoder(label)?.encoding === 'iso-2022-jp';
  if (isJp) return { text: new TextDecoder(label).decode(bytes), doubt: '' };
  if (fit.bad === 0)
    return { text: new TextDecoder().decode(bytes.subarray(0, bytes.length - fit.tail)), doubt: '' };
  return byLabel(bytes, label, fit);
}
