// Characters that look like a blank, like nothing, or like a mark of ASCII, as src/base/blanks.c reads
// them: keyboards of phones and texts from mails and web pages are full of them.

const BREAKS = /\r\n?|[\u0085\u2028\u2029]/g;
const SPACES = /[\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;
const UNSEEN =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;
const JOINERS = /[\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const DOUBLE_QUOTES = /[\u00ab\u00bb\u201c-\u201f\u2033\u2036\u275d\u275e\u300c-\u300f\u301d-\u301f]/g;
const SINGLE_QUOTES = /[\u00b4\u02b9-\u02bc\u2018-\u201b\u2032\u2035\u2039\u203a\u275b\u275c]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
const FULL_WIDTH = 0xfee0;

/** A command, a move or a list of moves with plain blanks, quotes, dashes and letters. */
export const fold = (text: string): string =>
  text
    .replace(BREAKS, '\n')
    .replace(SPACES, ' ')
    .replace(UNSEEN, '')
    .replace(JOINERS, '')
    .replace(DOUBLE_QUOTES, '"')
    .replace(SINGLE_QUOTES, "'")
    .replace(DASHES, '-')
    .replace(/[\u2026\u3002]/g, '.')
    .replace(/\u3001/g, ',')
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH));
