// The bar with what waits for an answer, on every page: who asks (rating), game, size, clock, and the answers.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { date, t } from '../i18n';
import { paceText } from '../core/clock';
import { Store, useStore } from '../core/env';
import { post, sentence } from '../core/net';
import type { MatchHead } from '../core/net';
import { Link, navigate, usePath } from '../core/router';
import { settings } from '../core/settings';
import { stakesText } from '../parts/rating';
import { announced, begun, forgetBegun, invitations, requests } from './requests';
import type { Asker, Begun, Invitation, Request } from './requests';
import { qn, qt, useRequestsWords } from './requestswords';

const SHOWN = 3;

/** What the person has put off; it stays on the page "My matches". */
const putOff = new Store<readonly string[]>([]);

const board = (m: Pick<MatchHead, 'game' | 'width' | 'height'>): string =>
  `${t(`title.${m.game}`)} ${t('lobby.size', { width: m.width, height: m.height })}`;

function terms(m: MatchHead): string {
  const rated = m.rated ? t('match.rated') : t('seek.unrated');
  const stakes = m.stakes != null && m.state === 'open' ? [stakesText(m.stakes)] : [];
  return [board(m), m.clock ? paceText(m.clock) : t('clock.none'), rated, ...stakes].join(' · ');
}

const said = (r: Request): string => qt(r.kind, { name: r.from.name });

/** What somebody invites us to. */
const whatOf = (i: Invitation): string => i.team?.name ?? i.tournament?.name ?? '';

const invites = (i: Invitation): string =>
  qt(i.team ? 'invite.team' : 'invite.tournament', { name: i.from.name, what: whatOf(i) });

const invitationTerms = ({ tournament: tour }: Invitation): string =>
  tour === null
    ? ''
    : [
        t(`tour.kind.${tour.kind}`),
        board(tour),
        paceText(tour.clock),
        tour.rated ? t('match.rated') : t('seek.unrated'),
        ...(tour.starts_at === null ? [] : [t('tour.begins', { date: date(tour.starts_at, true) })]),
      ].join(' · ');

export function RequestBar(): JSX.Element | null {
  const ready = useRequestsWords();
  const asked = useStore(requests);
  const began = useStore(begun);
  const invited = useStore(invitations);
  const later = useStore(putOff);
  const here = usePath().pathname;
  const atMatch = (id: number): boolean => here === `/m/${id}`;
  const shownBegun = began.filter((b) => !atMatch(b.match));
  const shownInvited = invited.filter((i) => !later.includes(`invitation ${i.id}`));
  const shown = asked.filter((r) => !later.includes(r.key) && !atMatch(r.match.id));
  useEffect(() => {
    for (const b of began) if (atMatch(b.match)) forgetBegun(b.match);
  }, [here, began.length]);
  useEffect(() => {
    if (!ready) return;
    const lines = [
      ...shownBegun.map((b) => `${qt('begun')}, ${against(b)}${board(b)}`),
      ...shown.map((r) => `${said(r)}: ${terms(r.match)}`),
      ...shownInvited.map((i) => [invites(i), invitationTerms(i)].filter((s) => s !== '').join(': ')),
    ];
    announced.set(settings.value.quiet ? '' : lines.join('. '));
  }, [ready, asked, began, invited, later, here]);
  if (!ready || shown.length + shownBegun.length + shownInvited.length === 0) return null;
  const more = shown.length - SHOWN;
  return (
    <section class="requests" aria-label={qt('title')}>
      <ul>
        {shownBegun.map((b) => (
          <BegunRow key={b.match} begun={b} />
        ))}
        {shown.slice(0, SHOWN).map((r) => (
          <RequestRow key={r.key} request={r} />
        ))}
        {shownInvited.slice(0, SHOWN).map((i) => (
          <InvitationRow key={i.id} invitation={i} />
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Link href="/mine">{qn('more', more)}</Link>
        </p>
      )}
    </section>
  );
}

const against = (b: Begun): string => (b.opponent ? `${qt('against', { name: b.opponent.name })}, ` : '');

function BegunRow({ begun: b }: { begun: Begun }): JSX.Element {
  return (
    <li class="request begun">
      <p class="request-who">
        <b>{qt('begun')}</b>
        <span class="soft">
          {against(b)}
          {board(b)}
        </span>
      </p>
      <div class="row">
        <Link class="button go" href={`/m/${b.match}`}>
          {qt('open')}
        </Link>
        <button type="button" onClick={() => forgetBegun(b.match)}>
          {qt('later')}
        </button>
      </div>
    </li>
  );
}

/** "1512", "1500?" for one that is not certain yet; nothing for guests. */
function Rating({ of }: { of: Asker }): JSX.Element | null {
  if (of.rating === null) return null;
  return (
    <span class="soft">
      {of.rating}
      {of.provisional && (
        <span title={qt('provisional')}>
          <span aria-hidden="true">?</span>
          <span class="visually-hidden"> ({qt('provisional')})</span>
        </span>
      )}
    </span>
  );
}

/** Each answer, by what is asked: the path below the match, and its body. */
function answerOf(r: Request, yes: boolean): [what: string, body: object] {
  if (r.kind === 'challenge' || r.kind === 'rematch') return [yes ? 'accept' : 'decline', {}];
  return [r.kind, { do: yes ? 'accept' : 'decline' }];
}

function RequestRow({ request: r }: { request: Request }): JSX.Element {
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const answer = async (yes: boolean): Promise<void> => {
    setError('');
    setBusy(true);
    try {
      const [what, body] = answerOf(r, yes);
      await post(`/matches/${r.match.id}/${what}`, body);
      requests.set(requests.value.filter((one) => one.key !== r.key));
      if (yes) navigate(`/m/${r.match.id}`);
    } catch (e) {
      setError(sentence(e));
      setBusy(false);
    }
  };
  return (
    <li class="request">
      <p class="request-who">
        <span>
          <b>{said(r)}</b> <Rating of={r.from} />
        </span>
        <Link href={`/m/${r.match.id}`} class="soft" label={`${terms(r.match)}. ${qt('see')}`}>
          {terms(r.match)}
        </Link>
      </p>
      <div class="row">
        <button type="button" class="go" disabled={busy} onClick={() => void answer(true)}>
          {t('match.accept')}
        </button>
        <button type="button" disabled={busy} onClick={() => void answer(false)}>
          {t('match.decline')}
        </button>
        <button type="button" class="quiet" onClick={() => putOff.set([...putOff.value, r.key])}>
          {qt('later')}
        </button>
      </div>
      {error && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
    </li>
  );
}

function InvitationRow({ invitation: i }: { invitation: Invitation }): JSX.Element {
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const path = i.team ? `/teams/${i.team.id}` : `/t/${i.tournament?.id ?? 0}`;
  const answer = async (how: 'accept' | 'decline'): Promise<void> => {
    setError('');
    setBusy(true);
    try {
      await post(`/invitations/${i.id}/${how}`);
      invitations.set(invitations.value.filter((one) => one.id !== i.id));
      if (how === 'accept') navigate(path);
    } catch (e) {
      setError(sentence(e));
      setBusy(false);
    }
  };
  const terms = invitationTerms(i);
  return (
    <li class="request">
      <p class="request-who">
        <b>{invites(i)}</b>
        <Link href={path} class="soft" label={`${terms} ${qt('invite.see')}`}>
          {terms || qt('invite.see')}
        </Link>
      </p>
      <div class="row">
        <button type="button" class="go" disabled={busy} onClick={() => void answer('accept')}>
          {t('match.accept')}
        </button>
        <button type="button" disabled={busy} onClick={() => void answer('decline')}>
          {t('match.decline')}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => putOff.set([...putOff.value, `invitation ${i.id}`])}
        >
          {qt('later')}
        </button>
      </div>
      {error && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
    </li>
  );
}
