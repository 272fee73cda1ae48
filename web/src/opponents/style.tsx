// An opponent's style, in a sentence. opponents.test.mjs compares the sentences with the levels'
// behaviour.
import type { JSX } from 'preact';

import { Link } from '../core/router';
import { GAME_PAGES } from '../games';
import { language, t } from '../i18n';
import { GAMES } from '../wasm/wasm';
import { levelOf } from '../core/ladder';
import { opponentName, opponentPath } from '../parts/name';
import { ot, useWords } from './words';

export function styleOf(level: number): string {
  const looking = GAMES.filter((g) => (GAME_PAGES[g].ladder.nodes[level - 1] ?? 0) > 1).map((g) =>
    t(`title.${g}`),
  );
  const before = level > 1 ? opponentName(level - 1) : '';
  return ot(`opp.style.${levelOf(level)}`, {
    before,
    looking: new Intl.ListFormat(language()).format(looking),
  });
}

/** The sentence with a link to the opponent's page; its line is there before its words are. */
export function StyleLine({ level }: { level: number }): JSX.Element {
  const spoken = useWords();
  return (
    <p class="soft opponent-style">
      {spoken && (
        <>
          {styleOf(level)}{' '}
          <Link href={opponentPath(level)}>{ot('opp.more', { name: opponentName(level) })}</Link>
        </>
      )}
    </p>
  );
}
