// Our own challenges that wait for an answer, each with the way to withdraw it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { paceText } from '../core/clock';
import { useStore } from '../core/env';
import { post, sentence } from '../core/net';
import type { MatchHead } from '../core/net';
import { Link } from '../core/router';
import { ownInvitations, ownRequests } from './requests';
import type { Invitation } from './requests';
import { qt, useRequestsWords } from './requestswords';

export function OwnRequests(): JSX.Element | null {
  const ready = useRequestsWords();
  const own = useStore(ownRequests);
  const [error, setError] = useState('');
  const invited = useStore(ownInvitations);
  if (!ready || own.length + invited.length === 0) return null;
  const takeBack = async (i: Invitation): Promise<void> => {
    setError('');
    try {
      await post(`/invitations/${i.id}/decline`);
      ownInvitations.set(ownInvitations.value.filter((one) => one.id !== i.id));
    } catch (e) {
      setError(sentence(e));
    }
  };
  const withdraw = async (m: MatchHead): Promise<void> => {
    setError('');
    try {
      await post(`/matches/${m.id}/abort`);
      ownRequests.set(ownRequests.value.filter((one) => one.id !== m.id));
    } catch (e) {
      setError(sentence(e));
    }
  };
  return (
    <section class="panel own-requests">
      <h2>{qt('own.title')}</h2>
      <ul class="plain-list">
        {own.map((m) => {
          const name = m.seats.find((s) => s.kind === 'asked')?.asked?.name ?? '';
          return (
            <li class="row" key={m.id}>
              <Link href={`/m/${m.id}`} class="grow">
                {qt('own.waits', { name })} <span class="soft">{words(m)}</span>
              </Link>
              <button type="button" onClick={() => void withdraw(m)}>
                {qt('withdraw')}
                <span class="visually-hidden"> ({name})</span>
              </button>
            </li>
          );
        })}
        {invited.map((i) => (
          <li class="row" key={`invitation ${i.id}`}>
            <Link href={i.team ? `/teams/${i.team.id}` : `/t/${i.tournament?.id ?? 0}`} class="grow">
              {qt('own.waits', { name: i.player.name })}{' '}
              <span class="soft">{i.team?.name ?? i.tournament?.name}</span>
            </Link>
            <button type="button" onClick={() => void takeBack(i)}>
              {qt('withdraw')}
              <span class="visually-hidden"> ({i.player.name})</span>
            </button>
          </li>
        ))}
      </ul>
      {error && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

const words = (m: MatchHead): string =>
  [
    t(`title.${m.game}`),
    t('lobby.size', { width: m.width, height: m.height }),
    m.clock ? paceText(m.clock) : t('clock.none'),
  ].join(' · ');
