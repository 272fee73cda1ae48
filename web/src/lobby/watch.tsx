// Matches to watch: running and finished ones, and the archive.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { Chips } from '../parts/chips';
import { Heading } from '../parts/heading';
import { MatchList } from '../parts/list';
import { byInterest, goesOn, wasPlayed } from '../parts/worth';
import { useLobby } from './lobbystate';
import { TvBoard } from './tv';
import { Link } from '../core/router';

export function WatchPage(): JSX.Element {
  const [game, setGame] = useState<GameName | ''>('');
  const { tv } = useLobby();
  const boards = tv.filter((m) => game === '' || m.game === game);
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
      {boards.length > 0 && (
        <div class="tv-boards watch-boards">
          {boards.map((m) => (
            <TvBoard key={m.game} match={m} />
          ))}
        </div>
      )}
      <section class="panel">
        <h2>{t('lobby.running')}</h2>
        <MatchList
          boards
          query={`state=running${only}`}
          topic="lobby"
          limit={40}
          action={t('lobby.watch')}
          only={goesOn}
          order={byInterest}
        >
          <p>{t('front.running.none')}</p>
        </MatchList>
      </section>
      <section class="panel">
        <h2>{t('lobby.finished')}</h2>
        <MatchList
          boards
          query={`state=finished${only}`}
          topic="lobby"
          limit={10}
          action={t('lobby.look')}
          only={wasPlayed}
        />
      </section>
    </div>
  );
}
