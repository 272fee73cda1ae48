// The lobby: open seats, running and finished matches of one game or all.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { FIRST_GAME, GAMES } from '../wasm';
import { Heading } from './heading';
import { MatchList, joinable } from './list';
import { Link } from './router';

export function LobbyPage(): JSX.Element {
  const [game, setGame] = useState('');
  const only = game === '' ? '' : `&game=${game}`;
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={t('lobby.title')} />
        <label class="inline">
          {t('lobby.filter')}{' '}
          <select value={game} onChange={(e) => setGame(e.currentTarget.value)}>
            <option value="">{t('lobby.all')}</option>
            {GAMES.map((g) => (
              <option key={g} value={g}>
                {t(`title.${g}`)}
              </option>
            ))}
          </select>
        </label>
        <Link class="button" href={`/new/${game || FIRST_GAME}?seats=me,open`}>
          {t('front.open.offer')}
        </Link>
      </div>
      <section class="panel">
        <h2>{t('lobby.open')}</h2>
        <MatchList query={`state=open${only}`} topic="lobby" action={t('lobby.join')} only={joinable} />
      </section>
      <section class="panel">
        <h2>{t('lobby.running')}</h2>
        <MatchList query={`state=running${only}`} topic="lobby" action={t('lobby.watch')} />
      </section>
      <section class="panel">
        <h2>{t('lobby.finished')}</h2>
        <MatchList query={`state=finished${only}`} topic="lobby" limit={10} action={t('lobby.look')} />
      </section>
    </div>
  );
}
