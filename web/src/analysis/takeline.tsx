// One click from a line of the study to conditional moves of one's own running match.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { moveName } from '../games/position';
import { sentence } from '../core/net';
import type { Game } from '../games/replay';
import { conditionalPart, takeLine } from './ownmatches';
import type { OwnMatch } from './ownmatches';
import { st } from './words';

export function TakeLine({ own, line }: { own: readonly OwnMatch[]; line: Game }): JSX.Element | null {
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(''), [line]);
  const found = own.flatMap((m) => {
    const part = conditionalPart(m, line);
    return part ? [{ m, part }] : [];
  });
  if (found.length === 0 && said === '') return null;
  const take = (m: OwnMatch, part: string[]): void => {
    takeLine(m, part).then(
      (done) => setSaid(st(done ? 'own.taken' : 'own.clash', { n: m.id })),
      (e: unknown) => setSaid(sentence(e)),
    );
  };
  return (
    <div class="panel">
      {found.map(({ m, part }) => (
        <button type="button" key={m.id} onClick={() => take(m, part)}>
          {st('own.take', { n: m.id, line: part.map(moveName).join(' ') })}
        </button>
      ))}
      <p class="soft" role="status">
        {said}
      </p>
    </div>
  );
}
