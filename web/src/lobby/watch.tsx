// Matches to watch: running and finished ones, and the archive.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { Chips } from '../parts/chips';
import { Heading } from '../parts/heading';
import { MatchList } from '../parts/list';
import { Link } from '../core/router';

export function WatchPage(): JSX.Element {
  const [game, setGame] = useState<GameName | ''>('');
  const only = game === '' ? '' : `&game=${game}`;
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={t('nav.watch')} />
        <Link class="button" href="/archive">
          {t('nav.archive')}
        </Link>
      </div>
      <Chips
        text={t('lobby.filter')}
        hidden
        value={game}
        set={setGame}
        options={[['', t('lobby.all')], ...GAMES.map((g) => [g, t(`title.${g}`)] as const)]}
      />
      <section class="panel">
        <h2>{t('lobby.running')}</h2>
        <MatchList query={`state=running${only}`} topic="lobby" action={t('lobby.watch')}>
          <p>{t('front.running.none')}</p>
        </MatchList>
      </section>
      <section class="panel">
        <h2>{t('lobby.finished')}</h2>
        <MatchList query={`state=finished${only}`} topic="lobby" limit={10} action={t('lobby.look')} />
      </section>
    </div>
  );
}
