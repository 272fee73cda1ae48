// A text that somebody wrote, with its web addresses as links.
import type { JSX } from 'preact';

export interface Piece {
  text: string;
  /** The address is a link. */
  link: boolean;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;

/** Without what belongs to the sentence around an address: a point at its end, a bracket that closes nothing. */
function trimmed(address: string): string {
  let text = address;
  for (;;) {
    const last = text.slice(-1);
    const opened = text.split('(').length - text.split(')').length;
    if (!/[.,;:!?'’»”*_\]]/.test(last) && !(last === ')' && opened < 0)) return text;
    text = text.slice(0, -1);
  }
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), link: false });
    pieces.push({ text: address, link: true });
    at = match.index + address.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), link: false });
  return pieces;
}

/** Other sites open in a window of their own and learn nothing of this page. */
export function Linked({ text }: { text: string }): JSX.Element {
  return (
    <>
      {piecesOf(text).map((piece, i) =>
        piece.link ? (
          <a key={i} href={piece.text} target="_blank" rel="noopener noreferrer nofollow ugc">
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}
