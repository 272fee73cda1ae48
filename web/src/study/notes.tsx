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
  comment: (text: string) => void;
  name: (text: string) => void;
  glyph: (glyph: Glyph) => void;
  run: (command: Command) => void;
}

const COMMENT_MAX = 10_000;
const NAME_MAX = 100;

export function Notes({ node, root, comment, name, glyph, run }: NotesProps): JSX.Element {
  const [text, setText] = useWritten(node.comment);
  const [title, setTitle] = useWritten(node.name);
  return (
    <div class="study-notes form">
      {!root && (
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
      )}
      <label>
        {st('notes.comment')}
        <textarea
          rows={2}
          maxLength={COMMENT_MAX}
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
          onChange={(e) => comment(e.currentTarget.value)}
          onKeyDown={(e) => leave(e)}
        />
      </label>
      <label>
        {root ? st('notes.study') : st('notes.name')}
        <input
          maxLength={NAME_MAX}
          value={title}
          onInput={(e) => setTitle(e.currentTarget.value)}
          onChange={(e) => name(e.currentTarget.value)}
          onKeyDown={(e) => leave(e)}
        />
      </label>
      {!root && (
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
      )}
    </div>
  );
}

/** A text that is being written; what others write there meanwhile is joined with it. */
function useWritten(known: string): [string, (text: string) => void] {
  const [text, setText] = useState(known);
  const before = useRef(known);
  useEffect(() => {
    const base = before.current;
    before.current = known;
    setText((mine) => joined(base, mine, known));
  }, [known]);
  return [text, setText];
}

/** Escape gives the keyboard back to the page; what was written is kept. */
function leave(event: KeyboardEvent): void {
  if (event.key === 'Escape') (event.currentTarget as HTMLElement | null)?.blur();
}
