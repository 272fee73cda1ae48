// The analysis page: opens the game of its address as a study, kept in this browser.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { rules } from '../wasm/loaded';
import { Heading } from '../parts/heading';
import { LoadingPage } from '../parts/loading';
import { fitsSize, readKept } from '../core/lastplayed';
import { navigate } from '../core/router';
import { useStyles } from '../core/styles';
import { t } from '../i18n';
import { FIRST_GAME, isGame } from '../wasm/wasm';
import { StudyView } from './studyview';
import { judged } from './formats';
import * as shelf from './keep';
import { studyFrom } from './link';
import { BadRecord } from './record';
import { badText, fetchEngineGame, fetchMatch, refusedText } from './share';
import { SetupEditor } from './setup';
import { ROOT, edited, grow, lineFrom, nearest, newStudy, nodeOf, renumbered, startHistory } from './tree';
import type { History, NodeId, Study } from './tree';
import { st, useWords } from './words';

interface Opened {
  id: string;
  match: number | null;
  history: History;
}

function addressOf(id: string): string {
  return `/analysis?id=${id}`;
}

/** The board that was played last in this browser, else that of a first visit. */
function firstStudy(): Study {
  const kept = readKept<{ width: number; height: number }>();
  const game = kept?.game ?? FIRST_GAME;
  const info = rules().info(game);
  const last = kept?.games[game];
  const fits = last && fitsSize(info, last.width) && fitsSize(info, last.height);
  const { width, height } = fits ? last : { width: info.sizeDefault, height: info.sizeDefault };
  return newStudy({ game, width, height, players: 2, options: info.optionsDefault });
}

interface Found {
  id: string | null;
  study: Study;
  at: NodeId;
  match?: number;
  /** The part of the address that could not be opened. */
  notice?: string;
}

/** The study of a finished match that is kept already, with what was added to it. */
function keptOf(match: number, study: Study): { id: string; study: Study } | null {
  const mainLine = (s: Study): string =>
    lineFrom(s, ROOT)
      .map((n) => nodeOf(s, n).move)
      .join(' ');
  for (const id of shelf.keptOfMatch(match)) {
    const kept = shelf.open(id)?.study;
    if (kept && mainLine(kept) === mainLine(study)) return { id, study: kept };
  }
  return null;
}

/** The study that the address means. */
async function find(query: URLSearchParams): Promise<Found> {
  const match = query.get('match');
  if (match !== null) {
    const { study } = await fetchMatch(Number(match));
    const known = keptOf(Number(match), study);
    if (known) return { ...known, at: lineFrom(known.study, ROOT).pop() ?? ROOT, match: Number(match) };
    Object.assign(nodeOf(study, ROOT), {
      name:
        nodeOf(study, ROOT).name || t('match.title', { title: t(`title.${study.setup.game}`), id: match }),
    });
    return { id: null, study, at: lineFrom(study, ROOT).pop() ?? ROOT, match: Number(match) };
  }
  const number = query.get('collection');
  if (number !== null) {
    const { study } = await fetchEngineGame(Number(number));
    const title = `${t(`title.${study.setup.game}`)}, ${t('archive.engine.tag')} ${number}`;
    Object.assign(nodeOf(study, ROOT), { name: title });
    return { id: shelf.keptAs(study), study, at: lineFrom(study, ROOT).pop() ?? ROOT };
  }
  const game = query.get('game');
  if (game !== null) {
    if (!isGame(game)) throw new BadRecord('import.bad.unknown', { game });
    const { study, moves, wrong } = studyFrom(query, rules().info(game));
    moves.reduce<NodeId>((at, move) => grow(study, at, { move }), ROOT);
    const { study: kept, refused } = judged(study, rules());
    const notice = [wrong ? badText(wrong) : '', refused ? refusedText(refused) : ''].join(' ').trim();
    return { id: shelf.keptAs(kept), study: kept, at: lineFrom(kept, ROOT).pop() ?? ROOT, notice };
  }
  const id = query.get('id') ?? shelf.keptStudies()[0]?.id ?? null;
  const known = id === null ? null : shelf.open(id);
  if (known && id !== null) return { id, ...known };
  return { id: null, study: firstStudy(), at: ROOT };
}

export function StudyPage({ query }: { query: URLSearchParams }): JSX.Element {
  const spoken = useWords();
  const styled = useStyles('/study.css');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [editing, setEditing] = useState(false);
  const [unkept, setUnkept] = useState(false);
  const [error, setError] = useState('');
  const [review, setReview] = useState(false);
  const [notice, setNotice] = useState('');

  const show = (id: string, study: Study, at: NodeId, match?: number): void => {
    setUnkept(!shelf.keep(id, study));
    shelf.keepPlace(id, study, at);
    if (match !== undefined) shelf.keepMatch(id, match);
    setOpened({ id, match: shelf.keptMatch(id), history: startHistory(study, at) });
    setEditing(false);
    if (query.get('id') !== id) navigate(addressOf(id), true);
  };
  useEffect(() => {
    if (!spoken || (opened && query.get('id') === opened.id)) return;
    setReview(query.get('review') === '1');
    find(query).then(
      (found) => {
        setNotice(found.notice ?? '');
        show(found.id ?? shelf.newId(), found.study, found.at, found.match);
      },
      (e: unknown) => setError(badText(e)),
    );
  }, [spoken, query.toString()]);

  // Two tabs that show one study show the same, so that neither writes over what the other has kept.
  const shown = opened?.id;
  useEffect(() => {
    if (shown === undefined) return;
    return shelf.watch(shown, () => {
      const theirs = shelf.open(shown);
      if (!theirs) return;
      setOpened((mine) => {
        if (mine?.id !== shown) return mine;
        const study = renumbered(mine.history.study, theirs.study);
        if (shelf.same(study, mine.history.study)) return mine;
        const at = nearest(mine.history.study, study, mine.history.at);
        return { ...mine, history: edited(mine.history, study, at) };
      });
    });
  }, [shown]);

  if (error !== '')
    return (
      <div class="page">
        <Heading title={st('study.title')} />
        <p class="panel refusal" role="alert">
          {error}
        </p>
        <p>
          <button type="button" onClick={() => location.assign('/analysis')}>
            {st('study.title')}
          </button>
        </p>
      </div>
    );
  if (!spoken || !styled || !opened) return <LoadingPage />;
  const { id, match, history } = opened;
  if (editing) {
    const { setup, from } = history.study;
    return (
      <div class="page study-page">
        <Heading title={st('setup.heading')} />
        <SetupEditor
          first={{ setup, cells: from?.cells ?? null, side: from?.side ?? 1 }}
          done={(study) => show(shelf.newId(), study, ROOT)}
          cancel={() => setEditing(false)}
        />
      </div>
    );
  }
  return (
    <StudyView
      key={id}
      id={id}
      match={match}
      history={history}
      notice={notice}
      change={(h) => {
        setNotice('');
        if (h.study !== history.study) setUnkept(!shelf.keep(id, h.study));
        shelf.keepPlace(id, h.study, h.at);
        setOpened({ id, match, history: h });
      }}
      open={(study, at, from) => {
        setReview(false);
        setNotice('');
        show(shelf.newId(), study, at ?? lineFrom(study, ROOT).pop() ?? ROOT, from);
      }}
      setUp={() => {
        setReview(false);
        setEditing(true);
      }}
      unkept={unkept}
      review={review}
    />
  );
}
