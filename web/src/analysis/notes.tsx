// The notes on a move: its comment, a name for its line, a glyph; and the actions on its line.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { joined } from './edits';
import type { Command } from './keys';
import { glyphKind } from './overlay';
import { GLYPHS } from './tree';
import type { Glyph, StudyNode } from './tree';
import { st } from './words';

interface NotesProps {
  node: StudyNode;
  root: boolean;
  /** `more`: the person is still writing. */
  comment: (text: string, more: boolean) => void;
  name: (text: string, more: boolean) => void;
  glyph: (glyph: Glyph) => void;
  run: (command: Command) => void;
}

const COMMENT_MAX = 10_000;
const NAME_MAX = 100;
/** After so long without a key, the writer may have stopped. */
const PAUSE_MS = 800;

export function Notes({ node, root, comment, name, glyph, run }: NotesProps): JSX.Element {
  const text = useWritten(node.comment, comment);
  const title = useWritten(node.name, name);
  return (
    <div class="study-notes form">
      {!root && (
        <div class="row study-notes-row">
          <div class="row" role="group" aria-label={st('notes.glyphs')}>
            {GLYPHS.map((g) => (
              <button
                type="button"
                key={g}
                class={`quiet toggle glyph ${glyphKind(g)}`}
                aria-pressed={node.glyph === g}
                aria-label={st(`glyph.${g}`)}
                title={st(`glyph.${g}`)}
                onClick={() => glyph(g)}
              >
                {g}
              </button>
            ))}
          </div>
          <div class="row">
            <button type="button" class="quiet" onClick={() => run('promote')}>
              {st('notes.promote')}
            </button>
            <button type="button" class="quiet" onClick={() => run('delete')}>
              {st('notes.delete')}
            </button>
            <button type="button" class="quiet" onClick={() => run('fold')}>
              {st('notes.fold')}
            </button>
          </div>
        </div>
      )}
      <label>
        {st('notes.comment')}
        <textarea
          rows={2}
          maxLength={COMMENT_MAX}
          value={text.value}
          onInput={(e) => text.write(e.currentTarget.value)}
          onBlur={text.end}
          onKeyDown={(e) => leave(e)}
        />
      </label>
      <label class="study-notes-name">
        {root ? st('notes.study') : st('notes.name')}
        <input
          maxLength={NAME_MAX}
          value={title.value}
          onInput={(e) => title.write(e.currentTarget.value)}
          onBlur={title.end}
          onKeyDown={(e) => leave(e)}
        />
      </label>
    </div>
  );
}

interface Written {
  value: string;
  write: (text: string) => void;
  /** The field is left. */
  end: () => void;
}

/** A text that is being written. It is kept at every pause, and when the page goes away; what others write
 * there meanwhile is joined with it. */
function useWritten(known: string, keep: (text: string, more: boolean) => void): Written {
  const [value, setValue] = useState(known);
  const before = useRef(known);
  const timer = useRef(0);
  const latest = useRef({ value, keep });
  latest.current.keep = keep;
  const show = (text: string): void => {
    latest.current.value = text;
    setValue(text);
  };
  const flush = (more: boolean): void => {
    clearTimeout(timer.current);
    const text = latest.current.value;
    if (text === before.current && more) return;
    before.current = text;
    latest.current.keep(text, more);
  };
  useEffect(() => {
    const base = before.current;
    before.current = known;
    show(joined(base, latest.current.value, known));
  }, [known]);
  useEffect(() => {
    const leaving = (): void => flush(true);
    addEventListener('pagehide', leaving);
    return () => {
      removeEventListener('pagehide', leaving);
      clearTimeout(timer.current);
    };
  }, []);
  return {
    value,
    write: (text) => {
      show(text);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => flush(true), PAUSE_MS);
    },
    end: () => flush(false),
  };
}

/** Escape gives the keyboard back to the page; the text is kept. */
function leave(event: KeyboardEvent): void {
  if (event.key === 'Escape') (event.currentTarget as HTMLElement | null)?.blur();
}
