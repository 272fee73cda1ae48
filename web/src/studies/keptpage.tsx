// A study that the server keeps: its chapters, the other people here, and one's own edits
// that still wait for the server.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { me } from '../core/net';
import { Link, navigate } from '../core/router';
import { useStyles } from '../core/styles';
import { FIRST_GAME } from '../wasm/wasm';
import { StudyView } from '../analysis/studyview';
import { KeptPanel } from './keptpanel';
import { LiveStudy, chapterTitle } from '../analysis/live';
import { SetupEditor } from '../analysis/setup';
import { badText } from '../analysis/share';

import { ROOT, lineFrom, newStudy, nearest } from '../analysis/tree';
import type { NodeId, Study } from '../analysis/tree';
import { st, useWords } from '../analysis/words';

const placeKey = (chapter: number): string => `hoshi-chapter-at-${chapter}`;

/** The study, read again whenever it has changed. */
function useLive(id: number, link: string | null): LiveStudy | null {
  const [, setRound] = useState(0);
  const [live, setLive] = useState<LiveStudy | null>(null);
  const player = useStore(me);
  useEffect(() => {
    const made = new LiveStudy(id, link, () => setRound((n) => n + 1));
    setLive(made);
    void made.open();
    return () => made.close();
  }, [id, link, player?.id]);
  return live;
}

export function KeptPage({ id, query }: { id: number; query: URLSearchParams }): JSX.Element {
  const spoken = useWords();
  const styled = useStyles('/study.css');
  const link = query.get('link');
  const live = useLive(id, link);
  const [failed, setFailed] = useState('');
  const [adding, setAdding] = useState(false);
  const chapters = live?.head?.chapters ?? [];
  const asked = Number(query.get('chapter') ?? 0);
  const shown = chapters.find((c) => c.id === asked) ?? chapters[0];
  const model = shown ? live?.chapter(shown.id) : null;

  useEffect(() => {
    if (live && shown && !model) live.openChapter(shown.id).catch((e: unknown) => setFailed(badText(e)));
  }, [live, shown?.id, model]);

  const address = (chapter: number): string =>
    `/study/${id}?chapter=${chapter}${link === null ? '' : `&link=${encodeURIComponent(link)}`}`;
  const add = (name: string, study: Study): void => {
    setAdding(false);
    live
      ?.addChapter(name, study)
      .then((made) => navigate(address(made)))
      .catch((e: unknown) => setFailed(badText(e)));
  };
  const nextName = st('kept.chapter', { n: chapters.length + 1 });

  if (live && live.broken !== '')
    return (
      <div class="page">
        <Heading title={st('kept.title')} />
        <p class="panel refusal" role="alert">
          {live.broken}
        </p>
        <Link href="/studies">{st('kept.list')}</Link>
      </div>
    );
  if (!spoken || !styled || !live?.head || (shown && !model && failed === '')) return <LoadingPage />;
  if (adding || (!shown && live.writes))
    return (
      <div class="page study-page">
        <Heading title={live.head.name} />
        {failed !== '' && (
          <p class="panel refusal" role="alert">
            {failed}
          </p>
        )}
        <SetupEditor
          first={{
            setup: (model?.view() ?? null)?.setup ?? firstSetup(),
            cells: null,
            side: 1,
          }}
          done={(study) => add(nextName, study)}
          cancel={() => (shown ? setAdding(false) : navigate('/studies'))}
        />
      </div>
    );
  if (!shown || !model)
    return (
      <div class="page">
        <Heading title={live.head.name} />
        <p class="panel">{failed || st('kept.empty')}</p>
        <Link href="/studies">{st('kept.list')}</Link>
      </div>
    );
  return (
    <KeptStudyView
      key={`${shown.id}`}
      live={live}
      chapter={shown.id}
      failed={failed}
      address={address}
      add={(study) => add(nextName, study)}
      setUp={() => setAdding(true)}
    />
  );
}

const firstSetup = (): Study['setup'] => ({ game: FIRST_GAME, width: 9, height: 9, players: 2, options: 0 });

interface KeptStudyProps {
  live: LiveStudy;
  chapter: number;
  failed: string;
  address: (chapter: number) => string;
  add: (study: Study) => void;
  setUp: () => void;
}

function KeptStudyView({ live, chapter, failed, address, add, setUp }: KeptStudyProps): JSX.Element {
  const model = live.chapter(chapter);
  const [at, setAt] = useState<NodeId>(() => startOf(live, chapter));
  const study = model?.view() ?? newStudy(firstSetup());
  // Another person may delete the node that is shown.
  const before = useRef(study);
  const here = study.nodes[at] ? at : nearest(before.current, study, at);
  useEffect(() => {
    before.current = study;
    if (here !== at) setAt(here);
  });
  const { head } = live;
  if (!model || !head) return <div class="page" />;
  const name = head.chapters.find((c) => c.id === chapter)?.name ?? '';
  const go = (to: NodeId): void => {
    setAt(to);
    try {
      localStorage.setItem(placeKey(chapter), model.nameOf(to));
    } catch {
      // Then one begins at the end.
    }
  };
  return (
    <StudyView
      match={null}
      id={`chapter-${chapter}`}
      history={{ study, at: here, past: [], future: [] }}
      change={(h) => {
        if (h.study !== study && model.local(h.study)) live.written();
        go(h.at);
      }}
      open={(opened) => add(opened)}
      setUp={setUp}
      unkept={false}
      review={false}
      kept={{
        title: chapterTitle(head.name, name),
        status: <Status live={live} failed={failed} />,
        panel: <KeptPanel live={live} chapter={chapter} address={address} setUp={setUp} />,
        undo: (redo) => {
          if (redo) model.redo();
          else model.undo();
          live.written();
        },
        canUndo: model.canUndo,
        canRedo: model.canRedo,
      }}
    />
  );
}

/** Where one was when one last looked, or else the end of the main line. */
function startOf(live: LiveStudy, chapter: number): NodeId {
  const model = live.chapter(chapter);
  const study = model?.view();
  if (!model || !study) return ROOT;
  let name: string | null = null;
  try {
    name = localStorage.getItem(placeKey(chapter));
  } catch {
    // Then at the end.
  }
  const known = name === null ? undefined : model.idOf(name);
  if (known !== undefined && study.nodes[known]) return known;
  return lineFrom(study, ROOT).pop() ?? ROOT;
}

/** The people here, and whether all edits are saved. */
function Status({ live, failed }: { live: LiveStudy; failed: string }): JSX.Element {
  const { members, others } = live.here;
  const names = members.map((p) => p.name);
  const more = others > 0 ? st('kept.others', { n: others }) : '';
  const refused = failed || live.refused;
  return (
    <>
      <p class="soft kept-status">
        <span class="kept-here">{[...names, more].filter((w) => w !== '').join(', ')}</span>
        <span role="status">
          {!live.writes
            ? st('kept.reader')
            : live.waiting > 0
              ? st('kept.waiting', { n: live.waiting })
              : st('kept.kept')}
        </span>
      </p>
      {refused !== '' && (
        <p class="panel refusal" role="alert">
          {refused}
        </p>
      )}
    </>
  );
}
