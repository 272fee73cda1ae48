// A board to step through in a page of another site: /embed/study/7?chapter=3 or /embed/m/12. It changes
// nothing, and its only links open a new window.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { boardOf, moveName, sideName, snapshot } from '../games/position';
import { get } from '../core/net';
import type { MatchResult } from '../core/net';
import { Linked } from '../parts/linked';
import { outcomeText } from '../parts/outcome';
import { useStyles } from '../core/styles';
import { t } from '../i18n';
import { LiveStudy, chapterTitle } from '../analysis/live';
import { Overlay } from '../analysis/overlay';
import { badText, fetchMatch } from '../analysis/share';

import { ROOT, lineFrom, movesTo, nodeOf } from '../analysis/tree';
import type { NodeId, Study } from '../analysis/tree';
import { st, useWords } from '../analysis/words';

interface Shown {
  title: string;
  /** Where it is on this site. */
  at: string;
  study: Study;
  /** How the match ended. */
  result?: MatchResult | null;
}

interface Finished {
  seats: { player: { name: string } | null }[];
  result: MatchResult | null;
}

async function find(path: string, query: URLSearchParams): Promise<Shown> {
  const [, , kind = '', what = ''] = path.split('/');
  const id = Number(what);
  if (kind === 'm') {
    const match = await get<Finished>(`/matches/${id}`);
    const { study } = await fetchMatch(id);
    const title = match.seats.map((s) => s.player?.name ?? '…').join(' – ');
    return { title, at: `/m/${id}`, study, result: match.result };
  }
  const link = query.get('link');
  const live = new LiveStudy(id, link, () => undefined);
  await live.open();
  live.close();
  const chapters = live.head?.chapters ?? [];
  const chapter = chapters.find((c) => c.id === Number(query.get('chapter'))) ?? chapters[0];
  if (!chapter || !live.head) throw new Error(live.broken || st('kept.empty'));
  await live.openChapter(chapter.id);
  const study = live.chapter(chapter.id)?.view();
  if (!study) throw new Error(st('kept.empty'));
  const from = link === null ? '' : `&link=${encodeURIComponent(link)}`;
  return {
    title: chapterTitle(live.head.name, chapter.name),
    at: `/study/${id}?chapter=${chapter.id}${from}`,
    study,
  };
}

export function Embed(): JSX.Element {
  const spoken = useWords();
  const styled = useStyles('/study.css');
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    find(location.pathname, new URLSearchParams(location.search)).then(setShown, (e: unknown) =>
      setError(badText(e)),
    );
  }, []);
  if (error !== '')
    return (
      <main class="embed">
        <h1 class="embed-title">{t('site.name')}</h1>
        <p role="alert">{error}</p>
      </main>
    );
  if (!shown || !spoken || !styled)
    return (
      <main class="embed">
        <p role="status">{t('status.loading')}</p>
      </main>
    );
  return <Viewer {...shown} />;
}

function Viewer({ title, at: place, study, result }: Shown): JSX.Element {
  const end = lineFrom(study, ROOT).pop() ?? ROOT;
  const [at, setAt] = useState<NodeId>(end);
  const node = nodeOf(study, at);
  const moves = movesTo(study, at);
  const game = { setup: study.setup, ...(study.from ? { from: study.from } : {}), moves };
  const now = snapshot(game, moves.length);
  const { players, game: name } = study.setup;
  const known = at === end ? (result ?? null) : null;
  const status =
    outcomeText({ game: name, now, result: known, mine: [], players, quarter: 0 }) ||
    t('table.turn', { side: sideName(name, now.state.side) });
  const board = boardOf(
    game,
    now,
    { interactive: false, coordinates: true, turn: 0, owner: true, water: false, claims: false },
    status,
  );
  const key = (word: string, sign: string, to: NodeId | undefined): JSX.Element => (
    <button
      type="button"
      aria-label={word}
      title={word}
      disabled={to === undefined || to === at}
      onClick={() => setAt(to ?? at)}
    >
      {sign}
    </button>
  );
  return (
    <main class="embed">
      <h1 class="embed-title">
        <a href={place} target="_blank" rel="noopener">
          {title}
        </a>
      </h1>
      <div class="study-board-box">
        <BoardView
          board={board}
          onPlace={() => undefined}
          onIllegal={() => undefined}
          onCancel={() => undefined}
        />
        <Overlay board={board} marks={node.marks} spots={[]} ghosts={[]} ownership={[]} glyph={node.glyph} />
      </div>
      <div class="row embed-keys">
        {key(st('tool.first'), '«', ROOT)}
        {key(st('tool.back'), '‹', node.parent ?? undefined)}
        <span role="status">
          {node.move === '' ? status : `${moves.length}. ${moveName(node.move)}${node.glyph} · ${status}`}
        </span>
        {key(st('tool.forward'), '›', node.children[0])}
        {key(st('tool.last'), '»', lineFrom(study, at).pop())}
      </div>
      {node.children.length > 1 && (
        <div class="row">
          {node.children.map((c) => (
            <button type="button" class="quiet" key={c} onClick={() => setAt(c)}>
              {moveName(nodeOf(study, c).move)}
            </button>
          ))}
        </div>
      )}
      {node.comment !== '' && (
        <p class="embed-comment">
          <Linked text={node.comment} />
        </p>
      )}
    </main>
  );
}
