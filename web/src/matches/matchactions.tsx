// The actions of a match's players besides moving: offers, pause, resignation, rematch, planning.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { seatName } from '../parts/list';
import type { MatchParts } from './matchwait';
import { post, sentence, serverNow } from '../core/net';
import type { Match } from '../core/net';
import { Link, navigate } from '../core/router';
import { lazy } from '../parts/lazy';
import type { LiveMatch } from './usematch';

const TimeActions = lazy(() => import('./livetime').then((m) => m.TimeActions), true);
const Sharing = lazy(() => import('./sharing').then((m) => m.Sharing), true);

/** Longer timers overflow. */
const TIMER_MAX_MS = 0x7fffffff;

/** The offer of another seat, or our own. */
export function OfferPanel({ match: m, live }: { match: Match; live: LiveMatch }): JSX.Element | null {
  const { draw, takeback, pause = null } = m.offers;
  const what = draw !== null ? 'draw' : takeback !== null ? 'takeback' : 'pause';
  const seat = draw ?? takeback?.seat ?? pause;
  if (seat === null || m.you.length === 0) return null;
  const asker = m.seats[seat - 1];
  const own = m.you.includes(seat) && m.you.length < m.seats.length;
  if (own)
    return (
      <div class="panel notice">
        <p>{t(`match.${what}.waiting`)}</p>
        <button type="button" onClick={() => void live.ask(what, { do: 'decline' })}>
          {t('match.withdraw')}
        </button>
      </div>
    );
  return (
    <div class="panel notice" role="alert">
      <p>{t(`match.${what}.asked`, { name: asker ? seatName(asker) : '' })}</p>
      <div class="row">
        <button type="button" class="go" onClick={() => void live.ask(what, { do: 'accept' })}>
          {t('match.accept')}
        </button>
        <button type="button" onClick={() => void live.ask(what, { do: 'decline' })}>
          {t('match.decline')}
        </button>
      </div>
    </div>
  );
}

interface ActionsProps extends MatchParts {
  /** Opens the planning of conditional moves. */
  onPlan: () => void;
}

export function Actions({ match: m, live, invite, onPlan }: ActionsProps): JSX.Element {
  const [sure, setSure] = useState(false);
  const [off, setOff] = useState(false);
  const [shares, setShares] = useState(false);
  const playing = m.state === 'running' && m.you.length > 0;
  const start = m.start_ply ?? 0;
  const clock = m.clock ?? null;
  // A match of a tournament counts from its beginning: there one resigns.
  const mayAbort =
    m.you.length > 0 && (m.state === 'open' || (playing && m.ply - start < 2 && m.tournament == null));
  // Anyone with the link of a private match may watch it and read its record.
  const key = m.invite === null ? invite : new URL(m.invite, location.origin).searchParams.get('invite');
  const keyed = m.private && key !== null ? `&invite=${key}` : '';
  const ownMoves = m.moves.some((p) => p.ply > start && m.you.includes(p.seat));
  const othersTurn = playing && m.turn !== null && !m.you.includes(m.turn.seat);
  return (
    <>
      <div class="row actions">
        {playing && ownMoves && m.offers.takeback === null && (
          <button type="button" onClick={() => void live.ask('takeback', { do: 'ask' })}>
            {t('match.takeback')}
          </button>
        )}
        {playing && GAME_PAGES[m.game].draws && m.offers.draw === null && (
          <button type="button" onClick={() => void live.ask('draw', { do: 'offer' })}>
            {t('match.draw')}
          </button>
        )}
        {playing && clock && !clock.paused && (m.offers.pause ?? null) === null && (
          <button type="button" onClick={() => void live.ask('pause', { do: 'ask' })}>
            {t('match.pause')}
          </button>
        )}
        {playing && <TimeActions match={m} live={live} />}
        {playing && clock?.paused && (
          <button type="button" onClick={() => void live.ask('resume')}>
            {t('match.resume')}
          </button>
        )}
        {othersTurn && m.you.length === 1 && (
          <button type="button" onClick={onPlan}>
            {t('cond.open')}
          </button>
        )}
        {othersTurn && m.you.length === 1 && (
          <Link class="button" href={`/analysis?match=${m.id}`}>
            {t('match.analyse')}
          </Link>
        )}
        {mayAbort && (
          <button
            type="button"
            aria-expanded={playing ? off : undefined}
            onClick={() => (playing ? setOff(!off) : void live.ask('abort'))}
          >
            {t(
              m.state === 'open' && m.seats.some((s) => s.kind === 'asked')
                ? 'match.withdraw'
                : 'match.abort',
            )}
          </button>
        )}
        {playing && !mayAbort && (
          <button type="button" aria-expanded={sure} onClick={() => setSure(!sure)}>
            {t('match.resign')}
          </button>
        )}
        <button type="button" class="quiet" aria-expanded={shares} onClick={() => setShares(!shares)}>
          {t('match.share')}
        </button>
        <Link href={`/rules/${m.game}`}>{t('table.rules')}</Link>
      </div>
      {shares && (
        <Sharing
          id={m.id}
          path={m.private && key !== null ? `/m/${m.id}?invite=${key}` : `/m/${m.id}`}
          embeds={!m.private && m.state !== 'open'}
        />
      )}
      {off && playing && mayAbort && (
        <div class="panel notice" role="alert">
          <p>{t('match.abort.sure')}</p>
          <div class="row">
            <button
              type="button"
              class="red-button"
              onClick={() => {
                setOff(false);
                void live.ask('abort');
              }}
            >
              {t('match.abort.yes')}
            </button>
            <button type="button" onClick={() => setOff(false)}>
              {t('table.cancel')}
            </button>
          </div>
        </div>
      )}
      {sure && playing && (
        <div class="panel notice" role="alert">
          <p>{t('match.resign.sure')}</p>
          <div class="row">
            <button
              type="button"
              class="red-button"
              onClick={() => {
                setSure(false);
                void live.ask('resign');
              }}
            >
              {t('match.resign.yes')}
            </button>
            <button type="button" onClick={() => setSure(false)}>
              {t('table.cancel')}
            </button>
          </div>
        </div>
      )}
      <p class="soft record">
        {t('match.record')}:{' '}
        {(['sgf', 'json', 'text', 'svg'] as const).map((format) => (
          <a key={format} href={`/api/matches/${m.id}/record?format=${format}${keyed}`} download>
            {format}
          </a>
        ))}
      </p>
    </>
  );
}

/** The same match again with the seats moved on by one; the other players are asked. */
export function Rematch({ match: m }: { match: Match }): JSX.Element {
  const [error, setError] = useState('');
  const again = async (): Promise<void> => {
    try {
      const next = await post<Match>(`/matches/${m.id}/rematch`);
      navigate(`/m/${next.id}`);
    } catch (e) {
      setError(sentence(e));
    }
  };
  const next = m.rematch ?? null;
  return (
    <div class="row">
      {next !== null ? (
        <Link class="button" href={`/m/${next}`}>
          {t('match.next.rematch')}
        </Link>
      ) : (
        <button type="button" class="go" onClick={() => void again()}>
          {t('match.rematch')}
        </button>
      )}
      <Link href={`/new/${m.game}`}>{t('new.title')}</Link>
      {error && <span role="alert">{error}</span>}
    </div>
  );
}

/** The other side's time has run out in a match in which that must be claimed. */
export function ClaimPanel({ match: m, live }: { match: Match; live: LiveMatch }): JSX.Element | null {
  const [, tick] = useState(0);
  const clock = m.clock ?? null;
  const deadline = clock?.deadline ?? null;
  const othersTurn = m.turn !== null && m.you.length > 0 && !m.you.includes(m.turn.seat);
  const claims = clock !== null && clock.timeout === 'claim' && deadline !== null && othersTurn;
  const wait = deadline === null ? 0 : deadline - serverNow();
  useEffect(() => {
    if (!claims || wait <= 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), Math.min(wait, TIMER_MAX_MS));
    return () => clearTimeout(timer);
  });
  if (!claims || wait > 0) return null;
  return (
    <div class="panel notice" role="alert">
      <p>{t('match.claim.text')}</p>
      <button type="button" class="go" onClick={() => void live.ask('claim')}>
        {t('match.claim')}
      </button>
    </div>
  );
}
