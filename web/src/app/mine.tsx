// One's own matches: first those that wait for oneself.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { useStore } from './env';
import { Heading } from './heading';
import { MatchList } from './list';
import { me } from './net';
import { Link } from './router';

export function MinePage(): JSX.Element {
  const player = useStore(me);
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={t('mine.title')} />
        {player && <span class="soft">{player.name}</span>}
      </div>
      {!player && (
        <p class="panel">
          {t('mine.none')} <Link href="/">{t('nav.play')}</Link>
        </p>
      )}
      {player && (
        <>
          <section class="panel">
            <h2>{t('mine.turn')}</h2>
            <MatchList query="mine=1&turn=me&state=running" topic="me" action={t('mine.play')} />
          </section>
          <section class="panel">
            <h2>{t('lobby.running')}</h2>
            <MatchList query="mine=1&state=running" topic="me" action={t('lobby.look')} />
          </section>
          <section class="panel">
            <h2>{t('mine.open')}</h2>
            <MatchList query="mine=1&state=open" topic="me" action={t('lobby.look')} />
          </section>
          <section class="panel">
            <h2>{t('mine.finished')}</h2>
            <MatchList query="mine=1&state=finished" topic="me" limit={10} action={t('lobby.look')} />
          </section>
        </>
      )}
    </div>
  );
}
