// One's own matches: first those with one's own turn, the most urgent at the top; then challenges, and
// matches that wait for others.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';
import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { Heading } from '../parts/heading';
import { ownInvitations, ownRequests } from '../notifications/requests';
import { lazy } from '../parts/lazy';
import { MatchList, MatchRow } from '../parts/list';
import { get, me } from '../core/net';
import type { MatchHead } from '../core/net';
import { Link } from '../core/router';
import { byUrgency, nextWaiting } from './urgency';
import { goNext, waiting } from './waiting';

const forOthers = (m: MatchHead): boolean => m.turn === null || !m.you.includes(m.turn.seat);

const OwnRequests = lazy(() => import('../notifications/ownrequests').then((m) => m.OwnRequests), true);

export function MinePage(): JSX.Element {
  const asked = useStore(ownRequests).length + useStore(ownInvitations).length;
  const player = useStore(me);
  const next = nextWaiting(useStore(waiting), null);
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={t('mine.title')} />
        {player && <span class="soft">{player.name}</span>}
        {next !== null && (
          <button type="button" class="go" aria-keyshortcuts="n" onClick={goNext}>
            {t('nav.next')}
          </button>
        )}
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
            <MatchList
              query="mine=1&turn=me&state=running"
              topic="me"
              action={t('mine.play')}
              limit={50}
              order={byUrgency}
            />
          </section>
          <Challenges />
          <section class="panel">
            <h2>{t('mine.waiting')}</h2>
            <MatchList
              query="mine=1&state=running"
              topic="me"
              action={t('lobby.look')}
              limit={50}
              only={forOthers}
            />
          </section>
          {asked > 0 && <OwnRequests />}
          <section class="panel">
            <h2>{t('mine.open')}</h2>
            <MatchList query="mine=1&state=open" topic="me" action={t('lobby.look')} />
          </section>
          <section class="panel">
            <h2>{t('mine.finished')}</h2>
            <MatchList boards query="mine=1&state=finished" topic="me" limit={10} action={t('lobby.look')} />
          </section>
        </>
      )}
    </div>
  );
}

/** Challenges to us; our own challenges are among the matches that wait for a player. */
function Challenges(): JSX.Element | null {
  const [asked, setAsked] = useState<MatchHead[]>([]);
  useEffect(() => {
    const load = (): void => {
      get<{ in: MatchHead[] }>('/challenges').then(
        (answer) => setAsked(answer.in),
        () => undefined,
      );
    };
    load();
    return events.subscribe('me', FROM_NOW, (e) => {
      if (e.type === 'match' || e.type === 'hello') load();
    });
  }, []);
  if (asked.length === 0) return null;
  return (
    <section class="panel notice">
      <h2>{t('mine.challenges')}</h2>
      <ul class="match-list">
        {asked.map((m) => (
          <MatchRow key={m.id} match={m} action={t('mine.answer')} />
        ))}
      </ul>
    </section>
  );
}
