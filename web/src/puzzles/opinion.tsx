// The effect of a member's attempt on their rating, and their opinion of the puzzle: a vote, or a
// report.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { me, sentence } from '../core/net';
import { lt } from '../learn/words';
import { outcomes, report, vote } from './account';

export function Opinion({ puzzle }: { puzzle: string }): JSX.Element | null {
  const mine = useStore(me);
  const outcome = useStore(outcomes).get(puzzle);
  const [error, setError] = useState('');
  if (mine?.kind !== 'member') return <p class="soft">{lt('puzzle.guest')}</p>;
  if (!outcome) return <p class="soft">{lt('puzzle.unsent')}</p>;
  const cast = (value: number): void => {
    setError('');
    vote(puzzle, outcome.vote === value ? 0 : value).catch((e: unknown) => setError(sentence(e)));
  };
  const change = (outcome.rating ?? 0) - (outcome.before ?? 0);
  return (
    <div class="puzzle-opinion">
      {outcome.rated && (
        <p class="tabular">
          {lt('puzzle.yours', {
            rating: outcome.rating ?? 0,
            change: change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0',
          })}
        </p>
      )}
      <div class="row">
        <button type="button" class="quiet" aria-pressed={outcome.vote > 0} onClick={() => cast(1)}>
          {lt('puzzle.vote.up')}
        </button>
        <button type="button" class="quiet" aria-pressed={outcome.vote < 0} onClick={() => cast(-1)}>
          {lt('puzzle.vote.down')}
        </button>
      </div>
      {error !== '' && <p role="alert">{error}</p>}
      <Report puzzle={puzzle} />
    </div>
  );
}

function Report({ puzzle }: { puzzle: string }): JSX.Element {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const send = (): void => {
    report(puzzle, text.trim()).then(
      () => {
        setText('');
        setSaid(lt('puzzle.report.sent'));
      },
      (e: unknown) => setSaid(sentence(e)),
    );
  };
  return (
    <details>
      <summary>{lt('puzzle.report')}</summary>
      <label>
        {lt('puzzle.report.text')}
        <textarea rows={2} maxLength={500} value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <button type="button" disabled={text.trim() === ''} onClick={send}>
        {lt('puzzle.report.send')}
      </button>
      <p role="status">{said}</p>
    </details>
  );
}
