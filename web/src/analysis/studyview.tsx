// The view of a study: board, engine and moves side by side, with everything one can do by hand or by key.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { BoardView } from '../parts/boardview';
import { Store, useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import {
  boardOf,
  canPass,
  canSwap,
  explain,
  moveAt,
  moveName,
  moveWord,
  sideName,
  snapshot,
} from '../games/position';
import type { Game } from '../games/position';
import { Heading } from '../parts/heading';
import { Icon } from '../parts/icon';
import { lazy } from '../parts/lazy';
import { RefusalPanel } from '../parts/refusal';
import type { Refusal } from '../parts/refusal';
import { changeSettings, settings } from '../core/settings';
import { SpecialMoves } from '../parts/specialmoves';
import type { Turn } from '../board/state';
import { number, t } from '../i18n';
import type { Line } from './analyst';
import { Catcher } from './catcher';
import { ExplorerPanel } from './explorerpanel';
import { FoundBar, FoundCard, FoundOverlay, evaluationWords, seen } from './found';
import type { Sight } from './found';
import { KeyHelp, useKeys } from './keys';
import type { Command } from './keys';
import { keepPreferences, preferences } from './keep';
import { Moves, stepText } from './moves';
import { Notes } from './notes';
import { labelsWithMarks } from './overlay';
import { useBarred, useOwnMatches } from './ownmatches';
import { composeLink } from './link';
import { ProverCard } from './prover';
import { GraphCard } from './reviewgraph';
import type { Reviewed } from './reviewgraph';
import { ReviewPanel } from './reviewpanel';
import type { Trial } from './reviewpanel';
import { ExportDialog, ImportDialog } from './share';
import { Shelf } from './shelf';
import { SideDot } from '../parts/sidedot';
import { TakeLine } from './takeline';
import { Toolbar } from './toolbar';
import type { Pen } from './toolbar';
import {
  GLYPHS,
  ROOT,
  edited,
  lineFrom,
  movesTo,
  nearest,
  nodeOf,
  plyOf,
  promoted,
  redone,
  seatsBySide,
  sibling,
  undone,
  withComment,
  withFolded,
  withGlyph,
  withMark,
  withMove,
  withName,
  without,
  withoutMarks,
} from './tree';
import type { History, NodeId, Study } from './tree';
import { useEngine } from './useengine';
import { counted, st } from './words';

const BlindPanel = lazy(() => import('../blind/panel').then((m) => m.BlindPanel), true);

interface StudyViewProps {
  id: string;
  history: History;
  change: (h: History) => void;
  /** The opened study replaces this one, which stays on the shelf. */
  open: (study: Study, at?: NodeId, match?: number) => void;
  setUp: () => void;
  /** The browser could not keep the last change. */
  unkept: boolean;
  /** The part of the address that could not be opened; empty: none. */
  notice?: string;
  review: boolean;
  /** The match on the server whose moves these are; null: none. */
  match: number | null;
  /** A study that the server keeps: its name, its own part beside the moves, and how its edits are undone. */
  kept?: {
    title: string;
    status: JSX.Element | null;
    panel: JSX.Element;
    undo: (redo: boolean) => void;
    canUndo: boolean;
    canRedo: boolean;
  };
}

type Tab = 'moves' | 'review' | 'explorer' | 'shelf' | 'kept';
const TABS: readonly Tab[] = ['moves', 'review', 'explorer', 'shelf'];
const TABS_KEPT: readonly Tab[] = ['moves', 'kept', 'review', 'explorer'];

/** When the page has drawn itself. */
const QUIET_MS = 50;

export function StudyView(props: StudyViewProps): JSX.Element {
  const { id, history: h, change, kept } = props;
  const { study, at } = h;
  const { coordinates, blind } = useStore(settings);
  const [turn, setTurn] = useState<Turn>(0);
  const [choices, setChoices] = useState(preferences);
  const [engineOn, setEngineOn] = useState(false);
  const [threat, setThreat] = useState(false);
  const [pointed] = useState(() => new Store<Line | null>(null));
  const [pen, setPen] = useState<Pen | null>(null);
  const [arrowFrom, setArrowFrom] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [tab, setTab] = useState<Tab>(props.review ? 'review' : 'moves');
  const [dialog, setDialog] = useState<'import' | 'export' | 'keys' | null>(null);
  const [given, setGiven] = useState<string | File>('');
  const [trial, setTrial] = useState<Trial | null>(null);
  const [proved, setProved] = useState<number | null>(null);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [overlays, setOverlays] = useState({ owner: true, water: false, claims: false });
  const noteBox = useRef<HTMLDivElement>(null);
  // A browser takes 25 ms to get ready for its first formatted number: not when the engine reports.
  useEffect(() => {
    const timer = setTimeout(() => [0, 1].map((digits) => number(0, digits)), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);

  const node = nodeOf(study, at);
  const info = rules().info(study.setup.game);
  const moves = movesTo(study, at);
  const game: Game = useMemo(
    () => ({ setup: study.setup, ...(study.from ? { from: study.from } : {}), moves }),
    [study.setup, study.from, moves.join(' ')],
  );
  const now = useMemo(() => snapshot(game, moves.length), [game]);
  const { side, over } = now.state;
  const last = nodeOf(study, at).parent;

  const prefer = (news: Partial<typeof choices>): void => {
    const next = { ...choices, ...news };
    setChoices(next);
    keepPreferences(next);
  };
  const go = (to: NodeId): void => change(edited(h, study, to));
  const edit = (next: Study, to: NodeId = at): void =>
    change(edited(h, next, next.nodes[to] ? to : nearest(study, next, to)));

  // A text is kept while it is written; all of it is one step of undo.
  const written = useRef<Study | null>(null);
  const write = (next: Study, more: boolean): void => {
    if (next !== study) change(written.current === study ? { ...h, study: next } : edited(h, next, at));
    written.current = more ? next : null;
  };

  const own = useOwnMatches(study.setup);
  const barred = useBarred(own, game, props.match);
  const mayThreaten = !over && study.setup.players === 2;
  const asked = threat && mayThreaten ? 3 - side : undefined;
  const engine = useEngine(engineOn && !over && barred === null, game, asked, choices);
  const broken = useStore(engine.broken);
  const hidden = trial !== null && !trial.solved;
  // Results from before this move are not shown either.
  const closed = barred !== null || hidden;
  const sight = useMemo((): Sight => ({ engine, game, side: asked, closed }), [engine, game, asked, closed]);
  const begun = useStore(engine.heardOf);

  // A new position takes what belonged to the old one away.
  useEffect(() => {
    setRefusal(null);
    pointed.set(null);
    setArrowFrom(null);
  }, [game]);

  const play = (word: string): void => {
    if (trial && !trial.solved && at === trial.at) {
      trial.tried(word);
      return;
    }
    const next = withMove(study, at, word, side);
    edit(next.study, next.id);
  };
  const place = (point: number, red: boolean): void => play(moveWord(game, moveAt(point, red)));
  const refuse = (point: number): void => {
    const why = explain(game, moves.length, moveAt(point, false));
    setRefusal({ point, proof: why.points, rule: why.rule, text: why.text, alternative: why.alternative });
  };
  const draw = (from: number, to: number): void => {
    const kind = pen ?? 'circle';
    if (from !== to) edit(withMark(study, at, { kind: 'arrow', point: from, to }));
    else if (kind === 'arrow') {
      if (arrowFrom !== null && arrowFrom !== from)
        edit(withMark(study, at, { kind: 'arrow', point: arrowFrom, to: from }));
      setArrowFrom(arrowFrom === null ? from : null);
    } else if (kind === 'label')
      edit(withMark(study, at, { kind: 'label', point: from, text: nextLabel(study, at) }));
    else edit(withMark(study, at, { kind, point: from }));
  };
  const remove = (): void => {
    if (at !== ROOT) edit(without(study, at), last ?? ROOT);
  };
  const focusNote = (what: 'comment' | 'name'): void => {
    const focus = (): boolean => {
      // Not only with the next rendering: a hidden field takes no focus.
      if (noteBox.current) noteBox.current.hidden = false;
      const field = noteBox.current?.querySelector<HTMLElement>(what === 'name' ? 'input' : 'textarea');
      field?.focus();
      return field != null;
    };
    prefer({ notes: true });
    // At once if possible, because the next keys belong in the field.
    if (focus()) return;
    setTab('moves');
    requestAnimationFrame(focus);
  };
  const commands: Record<Command, () => void> = {
    back: () => go(last ?? ROOT),
    forward: () => go(node.children[0] ?? at),
    above: () => go(sibling(study, at, -1)),
    below: () => go(sibling(study, at, 1)),
    first: () => go(ROOT),
    last: () => go(lineFrom(study, at).pop() ?? at),
    engine: () => setEngineOn(!engineOn),
    playbest: () => {
      const best = asked === undefined ? (seen(sight)?.lines[0]?.move ?? null) : null;
      if (best !== null) play(best);
    },
    candidates: () => prefer({ candidates: !choices.candidates }),
    ownership: () => prefer({ ownership: !choices.ownership }),
    threat: () => setThreat(!threat),
    flip: () => setTurn(((turn + 2) % 4) as Turn),
    draw: () => setPen(pen === null ? 'arrow' : null),
    undo: () => (kept ? kept.undo(false) : change(undone(h))),
    redo: () => (kept ? kept.undo(true) : change(redone(h))),
    comment: () => focusNote('comment'),
    name: () => focusNote('name'),
    promote: () => edit(promoted(study, at)),
    delete: remove,
    fold: () => edit(withFolded(study, forkAbove(study, at), !nodeOf(study, forkAbove(study, at)).folded)),
    clear: () => edit(withoutMarks(study, at)),
    import: () => setDialog('import'),
    export: () => setDialog('export'),
    new: props.setUp,
    keys: () => setDialog('keys'),
  };
  useKeys(
    (command) => commands[command](),
    (n) => edit(withGlyph(study, at, GLYPHS[n - 1] ?? '')),
  );
  useArrivals((record) => {
    setGiven(record);
    setDialog('import');
  });

  const status = statusOf(study, now.state.winner, over, side, now.state.more);
  const board = useMemo(() => {
    const b = boardOf(
      game,
      now,
      { interactive: pen === null && !over, coordinates, turn, ...overlays },
      status,
    );
    const title = [
      b.title,
      node.marks.length > 0 ? counted('study.marks', node.marks.length) : '',
      seen(sight) === null ? '' : evaluationWords(seen(sight), info),
    ];
    return {
      ...b,
      labels: labelsWithMarks(b, node.marks),
      title: title.filter((w) => w !== '').join(', '),
      refused: refusal?.point ?? null,
      proof: refusal?.proof ?? [],
      legal: trial && !trial.solved && at !== trial.at ? b.legal.map(() => 0) : b.legal,
    };
  }, [game, now, pen, coordinates, turn, status, refusal, node.marks, begun, sight, overlays]);

  const name = kept?.title ?? (nodeOf(study, ROOT).name || st('study.title'));
  return (
    <div class={`study study-${study.setup.game}`}>
      <div class="study-main">
        {blind && (
          <BlindPanel
            game={game}
            now={now}
            status={status}
            ended={over ? status : ''}
            mayPlay={!over}
            onPlay={play}
            browsing
          />
        )}
        <FoundBar sight={sight} winner={over ? now.state.winner : closed ? null : proved} />
        <Catcher
          all={pen !== null}
          class={pen === null ? 'study-board' : 'study-board drawing'}
          onPoints={draw}
        >
          <div class="study-board-box">
            <BoardView board={board} onPlace={place} onIllegal={refuse} onCancel={() => setRefusal(null)} />
            <FoundOverlay
              sight={sight}
              board={board}
              marks={arrowFrom === null ? node.marks : [...node.marks, { kind: 'circle', point: arrowFrom }]}
              glyph={node.glyph}
              candidates={engineOn && choices.candidates ? choices.lines : 0}
              ownership={engineOn && choices.ownership}
              pointed={pointed}
            />
          </div>
        </Catcher>
        <Toolbar
          run={(c) => commands[c]()}
          step={stepText(study, at)}
          undo={kept ? kept.canUndo : h.past.length > 0}
          redo={kept ? kept.canRedo : h.future.length > 0}
          candidates={choices.candidates}
          ownership={choices.ownership}
          engine={engineOn}
          pen={pen}
          setPen={setPen}
          game={study.setup.game}
          coordinates={coordinates}
          setCoordinates={(on) => changeSettings({ coordinates: on })}
          overlays={overlays}
          setOverlays={setOverlays}
          puzzle={barred !== null || over || study.setup.players !== 2 ? null : composeLink(study, at)}
        />
      </div>
      <div class="study-side">
        <div class="study-head">
          <Heading class="study-title" title={name} />
          <p class="soft">
            {t(`title.${study.setup.game}`)} {study.setup.width} × {study.setup.height}
            {' · '}
            <span role="status">{status}</span>
          </p>
          {study.players.some((p) => p !== '') && (
            <p class="study-players">
              {seatsBySide(study).map((seat, i) => (
                <span key={seat}>
                  {i > 0 && ' – '}
                  <SideDot game={study.setup.game} side={i + 1} />
                  {study.players[seat - 1] || '?'}
                </span>
              ))}
            </p>
          )}
        </div>
        <p class="visually-hidden" aria-live="polite">
          {node.move !== '' &&
            `${plyOf(study, at)}. ${moveName(node.move)}${node.comment === '' ? '' : `. ${node.comment}`}`}
        </p>
        {kept?.status}
        {props.notice && (
          <p class="panel refusal" role="alert">
            {props.notice}
          </p>
        )}
        {props.unkept && (
          <p class="panel refusal" role="alert">
            {st('study.unkept')}
          </p>
        )}
        {refusal && <RefusalPanel refusal={refusal} game={game} onPlay={play} />}
        {!over && pen === null && (canSwap(now) || canPass(now)) && (
          <div class="row">
            <SpecialMoves now={now} play={play} />
          </div>
        )}
        <TakeLine own={own} line={game} />
        {barred !== null && (
          <p class="panel" role="status">
            {st('own.barred', { n: barred })}
          </p>
        )}
        {trial === null && barred === null ? (
          <FoundCard
            sight={sight}
            info={info}
            on={engineOn}
            set={setEngineOn}
            over={over}
            threat={asked !== undefined}
            setThreat={setThreat}
            mayThreaten={mayThreaten}
            broken={broken}
            preferences={choices}
            prefer={prefer}
            point={(line) => pointed.set(line)}
            play={(line) => asked === undefined && play(line.move)}
          />
        ) : null}
        {trial === null && barred === null && engineOn && mayThreaten && asked === undefined && (
          <ProverCard game={game} info={info} side={side} play={play} found={setProved} />
        )}
        <div class="panel study-tabs">
          <div class="study-tabs-head">
            <div role="tablist" aria-label={st('study.parts')}>
              {(kept ? TABS_KEPT : TABS).map((part) => (
                <button
                  type="button"
                  role="tab"
                  key={part}
                  id={`tab-${part}`}
                  aria-selected={tab === part}
                  aria-controls={`part-${part}`}
                  onClick={() => setTab(part)}
                >
                  {st(`tab.${part}`)}
                </button>
              ))}
            </div>
            {tab === 'moves' && (
              <button
                type="button"
                class="quiet study-tool"
                aria-label={st('notes.show')}
                aria-expanded={choices.notes}
                title={st('key.of', { what: st('notes.show'), key: '/' })}
                onClick={() => prefer({ notes: !choices.notes })}
              >
                <Icon path="M4 20l1-5L16 4l4 4L9 19zM13 20h7" line />
              </button>
            )}
          </div>
          <div role="tabpanel" id={`part-${tab}`} aria-labelledby={`tab-${tab}`}>
            {tab === 'moves' && (
              <>
                <Moves
                  study={study}
                  at={at}
                  go={go}
                  fold={(n, folded) => edit(withFolded(study, n, folded))}
                  menu={(n) => {
                    go(n);
                    requestAnimationFrame(() => focusNote('comment'));
                  }}
                />
                <div ref={noteBox} hidden={!choices.notes}>
                  <Notes
                    key={`${at}`}
                    node={node}
                    root={at === ROOT}
                    comment={(text, more) => write(withComment(study, at, text), more)}
                    name={(text, more) => write(withName(study, at, text), more)}
                    glyph={(g) => edit(withGlyph(study, at, g))}
                    run={(c) => commands[c]()}
                  />
                </div>
              </>
            )}
            {tab === 'kept' && kept?.panel}
            {tab === 'explorer' && <ExplorerPanel study={study} moves={moves} barred={barred} play={play} />}
            {tab === 'shelf' && (
              <Shelf id={id} study={study} setUp={props.setUp} run={(c) => commands[c]()} />
            )}
            <div hidden={tab !== 'review'}>
              <ReviewPanel
                id={id}
                match={props.match}
                barred={barred}
                study={study}
                at={at}
                go={go}
                edit={edit}
                trial={trial}
                setTrial={setTrial}
                start={props.review}
                found={setReviewed}
              />
            </div>
          </div>
        </div>
        {tab !== 'review' && reviewed && !closed && (
          <GraphCard reviewed={reviewed} study={study} at={at} go={go} />
        )}
      </div>
      {dialog === 'import' && (
        <ImportDialog
          given={given}
          setup={study.setup}
          open={props.open}
          close={() => {
            setDialog(null);
            setGiven('');
          }}
        />
      )}
      {dialog === 'export' && (
        <ExportDialog study={study} at={at} game={game} turn={turn} close={() => setDialog(null)} />
      )}
      {dialog === 'keys' && <KeyHelp close={() => setDialog(null)} />}
    </div>
  );
}

/** The nearest node at or above this one beside which there are variations; itself if none has. */
function forkAbove(s: Study, id: NodeId): NodeId {
  for (let at: NodeId | null = id; at !== null; at = nodeOf(s, at).parent) {
    const { parent } = nodeOf(s, at);
    const siblings = parent === null ? [] : nodeOf(s, parent).children;
    if (siblings.length > 1) return siblings[0] ?? at;
  }
  return id;
}

/** A, B, C … that is not on the board yet. */
function nextLabel(s: Study, at: NodeId): string {
  const used = nodeOf(s, at).marks.flatMap((m) => (m.kind === 'label' ? m.text : []));
  const free = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i)).find(
    (l) => !used.includes(l),
  );
  return free ?? '•';
}

function statusOf(s: Study, winner: number, over: boolean, side: number, more: number): string {
  const name = s.setup.game;
  if (over) return winner === 0 ? t('result.draw') : t('result.wins', { side: sideName(name, winner) });
  const status = t('table.turn', { side: sideName(name, side) });
  return more > 0 ? `${status} +${more}` : status;
}

/** Records that are pasted or dropped on the page. */
function useArrivals(arrived: (record: string | File) => void): void {
  const latest = useRef(arrived);
  latest.current = arrived;
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() !== '') latest.current(text);
    };
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
      else latest.current(event.dataTransfer?.getData('text/plain') ?? '');
    };
    addEventListener('paste', paste);
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('paste', paste);
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
}
