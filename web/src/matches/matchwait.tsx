// A match that has not begun: the invited players, the agreed settings, and the way to take a seat.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { copyText } from '../core/copy';
import { clockText } from '../core/clock';
import { useStore } from '../core/env';
import { Field } from '../parts/form';
import { seatName } from '../parts/list';
import { beSomebody, me } from '../core/net';
import type { Match } from '../core/net';
import { ratingText, stakesText } from '../parts/rating';
import { Link } from '../core/router';
import { lazy } from '../parts/lazy';
import type { LiveMatch } from './usematch';

const LinkCode = lazy(() => import('./sharing').then((m) => m.LinkCode), true);

export interface MatchParts {
  match: Match;
  live: LiveMatch;
  invite: string | null;
}

/** A match that waits for players: how to get them, or how to become one. */
export function Waiting({ match: m, live, invite }: MatchParts): JSX.Element {
  const [copied, setCopied] = useState(false);
  const free = m.seats.find((s) => s.kind === 'open' || (s.kind === 'invite' && invite !== null));
  const link = m.invite === null ? null : location.origin + m.invite;
  const copy = async (text: string): Promise<void> => {
    const field = document.querySelector<HTMLInputElement>('#invite-link');
    field?.select();
    setCopied(await copyText(text));
  };
  const join = async (seat: number): Promise<void> => {
    await beSomebody();
    await live.ask('join', invite === null ? { seat } : { seat, invite });
  };
  const player = useStore(me);
  const host = m.seats.find((s) => s.player !== null && s.kind === 'player')?.player?.name ?? '';
  const joinable = m.you.length === 0 && free;
  const asked = m.seats.filter((s) => s.kind === 'asked');
  if (asked.some((s) => s.asked?.id === player?.id)) return <Asked match={m} live={live} host={host} />;
  return (
    <section class="panel notice">
      <h2>
        {!joinable
          ? t('match.waiting')
          : invite !== null && host !== ''
            ? t('match.invited', { name: host, title: t(`title.${m.game}`) })
            : t('match.free')}
      </h2>
      <Terms match={m} />
      {asked.map((s) => (
        <p key={s.seat}>{t('match.asked.who', { name: s.asked?.name ?? '' })}</p>
      ))}
      {joinable ? (
        <>
          <p>
            {invite !== null
              ? t('match.join.text', { name: host, title: t(`title.${m.game}`) })
              : t('match.join.open', { title: t(`title.${m.game}`) })}
          </p>
          {m.rated && player?.kind !== 'member' ? (
            <p class="row">
              {t('match.rated.members')}
              <Link class="button go" href={`/signup?next=${encodeURIComponent(here())}`}>
                {t('sign.up.do')}
              </Link>
              <Link class="button" href={`/signin?next=${encodeURIComponent(here())}`}>
                {t('sign.in.do')}
              </Link>
            </p>
          ) : (
            <button type="button" class="go" onClick={() => void join(joinable.seat)}>
              {t('match.join')}
            </button>
          )}
        </>
      ) : (
        asked.length === 0 && <p>{t('match.waiting.text')}</p>
      )}
      {link !== null && (
        <>
          <label>
            {t('match.invite')}
            <input id="invite-link" readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
          </label>
          <button type="button" class="go" onClick={() => void copy(link)}>
            {copied ? t('match.copied') : t('match.copy')}
          </button>
          <LinkCode link={link} />
        </>
      )}
    </section>
  );
}

const here = (): string => location.pathname + location.search;

/** A challenge to us: accept, or decline with a reason. */
function Asked({ match: m, live, host }: { match: Match; live: LiveMatch; host: string }): JSX.Element {
  const [text, setText] = useState('');
  return (
    <section class="panel notice">
      <h2>{t('match.asked', { name: host, title: t(`title.${m.game}`) })}</h2>
      <Terms match={m} />
      <Field text={t('match.asked.text')} value={text} set={setText} maxLength={500} />
      <div class="row">
        <button type="button" class="go" onClick={() => void live.ask('accept')}>
          {t('match.accept')}
        </button>
        <button type="button" onClick={() => void live.ask('decline', text === '' ? {} : { text })}>
          {t('match.asked.decline')}
        </button>
      </div>
    </section>
  );
}

/** The terms that a player accepts by taking the seat. */
function Terms({ match: m }: { match: Match }): JSX.Element {
  const clock = m.clock ?? null;
  const standing = m.standing ?? 0;
  const terms = [
    t('lobby.size', { width: m.width, height: m.height }),
    clock ? clockText(clock) : t('clock.none'),
    ...(m.rated ? [t('match.rated')] : []),
    ...(m.options.swap ? [t('new.swap')] : []),
    ...(m.options.jacked ? [t('new.jacked')] : []),
    ...((m.start_ply ?? 0) > 0 ? [plural('lobby.moves', m.start_ply ?? 0)] : []),
  ];
  return (
    <>
      <ul class="terms" aria-label={t('match.terms')}>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      {m.seats
        .filter((s) => s.player !== null && s.rating && !m.you.includes(s.seat))
        .map((s) => (
          <p key={s.seat}>
            {seatName(s)} ({s.rating && ratingText(s.rating)})
          </p>
        ))}
      {m.stakes != null && <p>{stakesText(m.stakes)}</p>}
      {standing > 0 && <p class="soft">{plural('match.standing', standing)}</p>}
    </>
  );
}
