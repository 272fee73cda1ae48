// Lines of conditional moves as plain lists of words: theirs, mine, theirs, mine …; together they are a
// tree, in which the same moves have one answer.

/** How many moves two lines have in common from their beginning. */
function common(a: string[], b: string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/** Would the line answer the same moves differently from one that is kept? Lines may part where
 * another moves, not where one does oneself: `mine` tells whose move a line's n-th (from 0) is. */
export function clashes(lines: string[][], line: string[], mine: (n: number) => boolean): boolean {
  return lines.some((kept) => {
    const n = common(kept, line);
    return n < kept.length && n < line.length && mine(n);
  });
}

/** Adds a line. If one line continues another, only the longer one is kept. */
export function withLine(lines: string[][], line: string[]): string[][] {
  if (lines.some((kept) => common(kept, line) === line.length)) return lines;
  return [...lines.filter((kept) => common(kept, line) < kept.length), line];
}

export function withoutLine(lines: string[][], line: string[]): string[][] {
  return lines.filter((kept) => kept.join(' ') !== line.join(' '));
}

/** "c3 d4 e5" for all moves before the last, which is the answer. */
export function sentenceParts(words: string[]): { theirs: string; mine: string } {
  return { theirs: words.slice(0, -1).join(' '), mine: words[words.length - 1] ?? '' };
}
