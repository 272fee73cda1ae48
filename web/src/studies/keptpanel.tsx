// The parts of a kept study beside its moves: chapters, readers and writers, its history.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

import { copyText } from '../core/copy';
import { useStore } from '../core/env';
import { get, me, post, sentence } from '../core/net';
import { Link, navigate } from '../core/router';
import { date, t } from '../i18n';
import { isGame } from '../wasm/wasm';
import { StudyChat } from './chat';
import { undoing } from '../analysis/edits';
import type { Access, LiveStudy, LoggedEdit, StudyHead } from '../analysis/live';
import { st } from '../analysis/words';

interface PanelProps {
  live: LiveStudy;
  chapter: number;
  address: (chapter: number) => string;
  setUp: () => void;
}

const ACCESSES: readonly Access[] = ['private', 'link', 'public'];

export function KeptPanel(props: PanelProps): JSX.Element | null {
  const { live } = props;
  const { head } = live;
  const player = useStore(me);
  const [error, setError] = useState('');
  if (!head) return null;
  const ask = async (path: string, body: object): Promise<boolean> => {
    setError('');
    try {
      await post(path, body);
      await live.open();
      return true;
    } catch (e) {
      setError(sentence(e));
      return false;
    }
  };
  const copy = async (): Promise<void> => {
    try {
      const made = await post<StudyHead>(`/studies/${head.id}/clone`, live.link ? { link: live.link } : {});
      navigate(`/study/${made.id}`);
    } catch (e) {
      setError(sentence(e));
    }
  };
  return (
    <div class="kept-panel">
      {error !== '' && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
      <Chapters {...props} ask={ask} />
      <StudyChat live={live} />
      <Sharing live={live} ask={ask} />
      <Part title={st('kept.history')}>
        <History live={live} chapter={props.chapter} />
      </Part>
      <div class="row">
        {player?.kind === 'member' && (
          <button type="button" onClick={() => void copy()}>
            {st('kept.clone')}
          </button>
        )}
        {head.you.owns && (
          <Sure
            word={st('kept.delete')}
            sure={st('kept.delete.sure')}
            run={() =>
              void ask(`/studies/${head.id}/delete`, {}).then((done) => {
                if (done) navigate('/studies');
              })
            }
          />
        )}
        <Link href="/studies">{st('kept.list')}</Link>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children}
    </details>
  );
}

/** A button that asks once more before it does what cannot be undone. */
export function Sure({ word, sure, run }: { word: string; sure: string; run: () => void }): JSX.Element {
  const [asked, setAsked] = useState(false);
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        if (asked) run();
        setAsked(!asked);
      }}
      onBlur={() => setAsked(false)}
    >
      {asked ? sure : word}
    </button>
  );
}

type Ask = (path: string, body: object) => Promise<boolean>;

function Chapters({ live, chapter, address, setUp, ask }: PanelProps & { ask: Ask }): JSX.Element {
  const chapters = live.head?.chapters ?? [];
  const [renaming, setRenaming] = useState(0);
  const move = async (i: number, by: number): Promise<void> => {
    const list = [...chapters];
    const [one] = list.splice(i, 1);
    if (!one) return;
    list.splice(i + by, 0, one);
    for (const [k, c] of list.entries())
      if (c.place !== k + 1 && !(await ask(`/chapters/${c.id}`, { place: k + 1 }))) return;
  };
  return (
    <section class="kept-chapters" aria-label={st('kept.chapters')}>
      <h2>{st('kept.chapters')}</h2>
      <ol>
        {chapters.map((c, i) => (
          <li key={c.id}>
            {renaming === c.id ? (
              <NameForm
                name={c.name}
                done={(name) => {
                  setRenaming(0);
                  if (name !== c.name) void ask(`/chapters/${c.id}`, { name });
                }}
              />
            ) : (
              <Link href={address(c.id)} current={c.id === chapter}>
                {c.name}
              </Link>
            )}
            <span class="soft">{isGame(c.game) ? t(`title.${c.game}`) : c.game}</span>
            {live.writes && (
              <span class="kept-keys">
                <Key word={st('kept.up', { name: c.name })} off={i === 0} run={() => void move(i, -1)}>
                  ↑
                </Key>
                <Key
                  word={st('kept.down', { name: c.name })}
                  off={i === chapters.length - 1}
                  run={() => void move(i, 1)}
                >
                  ↓
                </Key>
                <Key word={st('kept.rename', { name: c.name })} off={false} run={() => setRenaming(c.id)}>
                  ✎
                </Key>
                {chapters.length > 1 && (
                  <Sure
                    word={st('shelf.delete')}
                    sure={st('shelf.sure')}
                    run={() => void ask(`/chapters/${c.id}/delete`, {})}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {live.writes && (
        <button type="button" onClick={setUp}>
          {st('kept.newchapter')}
        </button>
      )}
    </section>
  );
}

interface KeyProps {
  word: string;
  off: boolean;
  run: () => void;
  children: ComponentChildren;
}

function Key({ word, off, run, children }: KeyProps): JSX.Element {
  return (
    <button type="button" class="quiet" aria-label={word} title={word} disabled={off} onClick={run}>
      {children}
    </button>
  );
}

function NameForm({ name, done }: { name: string; done: (name: string) => void }): JSX.Element {
  const [text, setText] = useState(name);
  return (
    <form
      class="row"
      onSubmit={(e) => {
        e.preventDefault();
        done(text.trim() || name);
      }}
    >
      <input
        aria-label={st('kept.name')}
        maxLength={80}
        value={text}
        autofocus
        onInput={(e) => setText(e.currentTarget.value)}
      />
      <button type="submit">{st('kept.save')}</button>
    </form>
  );
}

/** Readers and writers of the study. */
function Sharing({ live, ask }: { live: LiveStudy; ask: Ask }): JSX.Element | null {
  const { head } = live;
  const player = useStore(me);
  const [name, setName] = useState('');
  const [writes, setWrites] = useState(true);
  const [copied, setCopied] = useState(false);
  if (!head) return null;
  const path = `/studies/${head.id}`;
  const link = head.access === 'private' ? null : address(head.id, head.link);
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() !== '' && (await ask(`${path}/members`, { player: name.trim(), writes }))) setName('');
  };
  return (
    <section class="kept-sharing" aria-label={st('kept.sharing')}>
      <h2>{st('kept.sharing')}</h2>
      {head.you.owns && (
        <>
          <NameForm key={head.name} name={head.name} done={(text) => void ask(path, { name: text })} />
          <label>
            {st('kept.access')}{' '}
            <select value={head.access} onChange={(e) => void ask(path, { access: e.currentTarget.value })}>
              {ACCESSES.map((a) => (
                <option key={a} value={a}>
                  {st(`kept.access.${a}`)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {link !== null && (
        <div class="row">
          <input
            readOnly
            value={link}
            aria-label={st('kept.link')}
            onFocus={(e) => e.currentTarget.select()}
          />
          <button type="button" onClick={() => void copyText(link).then(setCopied)}>
            {copied ? '✓' : st('kept.copylink')}
          </button>
        </div>
      )}
      <ul>
        {head.members.map(({ player: p, writes: may }) => (
          <li key={p.id}>
            <Link href={`/p/${p.name}`}>{p.name}</Link>
            <span class="soft">
              {p.id === head.owner.id ? st('kept.owner') : st(may ? 'kept.writes' : 'kept.reads')}
            </span>
            {p.id !== head.owner.id && head.you.owns && (
              <button
                type="button"
                class="quiet"
                onClick={() => void ask(`${path}/members`, { player: p.name, writes: !may })}
              >
                {st(may ? 'kept.makereader' : 'kept.makewriter')}
              </button>
            )}
            {p.id !== head.owner.id && (head.you.owns || p.id === player?.id) && (
              <Sure
                word={st(p.id === player?.id ? 'kept.leave' : 'kept.remove')}
                sure={st('kept.sure')}
                run={() => void ask(`${path}/members`, { player: p.name, remove: true })}
              />
            )}
          </li>
        ))}
      </ul>
      {head.you.owns && (
        <form class="row" onSubmit={(e) => void add(e)}>
          <input
            aria-label={st('kept.member')}
            placeholder={st('kept.member')}
            maxLength={24}
            value={name}
            onInput={(e) => setName(e.currentTarget.value)}
          />
          <label class="check">
            <input type="checkbox" checked={writes} onChange={(e) => setWrites(e.currentTarget.checked)} />
            {st('kept.maywrite')}
          </label>
          <button type="submit">{st('kept.add')}</button>
        </form>
      )}
    </section>
  );
}

function address(id: number, link: string | null): string {
  return `${location.origin}/study/${id}${link === null ? '' : `?link=${encodeURIComponent(link)}`}`;
}

/** The edits of the chapter, newest first; the state before each can be restored. */
function History({ live, chapter }: { live: LiveStudy; chapter: number }): JSX.Element {
  const [list, setList] = useState<LoggedEdit[] | null>(null);
  const [before, setBefore] = useState<number | null>(null);
  const [error, setError] = useState('');
  const more = (from: number | null): void => {
    const link = live.link === null ? '' : `&link=${encodeURIComponent(live.link)}`;
    get<{ edits: LoggedEdit[]; more: boolean }>(
      `/studies/${live.id}/edits?before=${from ?? Number.MAX_SAFE_INTEGER}${link}`,
    ).then(
      ({ edits, more: rest }) => {
        setList([...(from === null ? [] : (list ?? [])), ...edits.filter((e) => e.chapter === chapter)]);
        setBefore(rest ? (edits[edits.length - 1]?.edit ?? null) : null);
      },
      (e: unknown) => setError(sentence(e)),
    );
  };
  if (list === null && error === '') more(null);
  const restore = async (edit: number): Promise<void> => {
    const model = live.chapter(chapter);
    try {
      const since = (await live.editsSince(edit - 1)).filter((e) => e.chapter === chapter);
      const ops = model ? undoing(since, model) : [];
      if (ops.length > 0) model?.writeAll(ops);
      live.written();
    } catch (e) {
      setError(sentence(e));
    }
  };
  return (
    <>
      {error !== '' && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
      <p class="soft">{st('kept.history.what')}</p>
      <ol class="kept-history">
        {(list ?? []).map((e) => (
          <li key={e.edit}>
            <span>
              <b>{e.by.name}</b> <span class="soft">{date(e.at, true)}</span>
              <br />
              {editText(e)}
            </span>
            {live.writes && (
              <Sure
                word={st('kept.restore')}
                sure={st('kept.restore.sure')}
                run={() => void restore(e.edit)}
              />
            )}
          </li>
        ))}
      </ol>
      {before !== null && (
        <button type="button" onClick={() => more(before)}>
          {st('kept.history.more')}
        </button>
      )}
    </>
  );
}

/** What an edit did, in a few words: the moves that it added, and what else it wrote. */
function editText({ ops }: LoggedEdit): string {
  const moves: string[] = [];
  const kinds = new Set<string>();
  for (const [, field = '', value] of ops) {
    const kind = (field ?? '').split(' ', 1)[0] ?? '';
    if (kind === 'add') {
      const { m } = JSON.parse(value ?? '{}') as { m?: string };
      if (m !== undefined && m !== '') moves.push(m);
    } else kinds.add(kind === 'arrow' ? 'at' : kind);
  }
  const shown = moves.slice(0, 6).join(' ') + (moves.length > 6 ? ` … (${moves.length})` : '');
  const words = WHAT.filter((kind) => kinds.has(kind)).map((kind) => st(`kept.what.${kind}`));
  return [shown, ...words].filter((w) => w !== '').join(', ');
}

const WHAT = ['gone', 'place', 'comment', 'name', 'glyph', 'at'] as const;
