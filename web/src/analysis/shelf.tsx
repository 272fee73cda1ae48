// The studies that are kept in this browser.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { me, sentence } from '../core/net';
import { Link, navigate } from '../core/router';
import { date, t } from '../i18n';
import { isGame } from '../wasm/wasm';
import { forget, keptStudies } from './keep';
import type { Command } from './keys';
import { keepOnServer } from './live';
import { ROOT, nodeOf } from './tree';
import type { Study } from './tree';
import { st } from './words';

interface ShelfProps {
  id: string;
  study: Study;
  setUp: () => void;
  run: (command: Command) => void;
}

export function Shelf({ id, study, setUp, run }: ShelfProps): JSX.Element {
  const [list, setList] = useState(keptStudies);
  const [sure, setSure] = useState('');
  const [error, setError] = useState('');
  const player = useStore(me);
  const send = (): void => {
    setError('');
    keepOnServer(study, nodeOf(study, ROOT).name.slice(0, 80) || st('kept.untitled')).then(
      (made) => navigate(`/study/${made}`),
      (e: unknown) => setError(sentence(e)),
    );
  };
  const drop = (gone: string): void => {
    forget(gone);
    setSure('');
    setList(keptStudies());
  };
  return (
    <div class="study-shelf">
      <div class="row">
        <button type="button" class="go" onClick={setUp}>
          {st('shelf.new')}
        </button>
        <button type="button" onClick={() => run('import')}>
          {st('tool.import')}
        </button>
      </div>
      <div class="row">
        {player?.kind === 'member' && (
          <button type="button" onClick={send}>
            {st('kept.keep')}
          </button>
        )}
        <Link href="/studies">{st('kept.list')}</Link>
      </div>
      {error !== '' && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
      <p class="soft">{st('shelf.where')}</p>
      <ul>
        {list.map((k) => (
          <li key={k.id}>
            <Link href={`/analysis?id=${k.id}`} current={k.id === id}>
              {k.name || st('study.title')}
            </Link>{' '}
            <span class="soft">
              {isGame(k.game) ? t(`title.${k.game}`) : k.game} · {date(k.changed, true)}
            </span>
            {k.id !== id && (
              <button
                type="button"
                class="quiet"
                onClick={() => (sure === k.id ? drop(k.id) : setSure(k.id))}
              >
                {sure === k.id ? st('shelf.sure') : st('shelf.delete')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
