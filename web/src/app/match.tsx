// The page of a match on the server: players, spectators, and those who are invited.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { OPTION_JACKED, OPTION_SWAP } from '../wasm';
import type { Setup } from '../wasm';
import { Chat } from './chat';
import { Heading } from './heading';
import { seatName } from './list';
import { beSomebody, createMatch, sentence } from './net';
import type { Match, SeatWish } from './net';
import { Outcome } from './outcome';
import { Link, navigate } from './router';
import { Table } from './table';
import { useMatch } from './usematch';
import type { LiveMatch } from './usematch';

export function MatchPage({ id, invite }: { id: number; invite: string | null }): JSX.Element {
  const live = useMatch(id, invite);
  const { match, error } = live;
  if (!match) {
    if (error) return <Missing text={error} />;
    return (
      <div class="page">
        <p class="panel" role="status">
          {t('status.loading')}
        </p>
      </div>
    );
  }
  return <MatchTable match={match} live={live} invite={invite} />;
}

/** Instead of a match that does not exist, or not for us. */
function Missing({ text }: { text: string }): JSX.Element {
  return (
    <div class="page">
      <div role="alert">
        <Heading title={text} />
      </div>
      <p>
        <Link href="/">{t('error.home')}</Link>
      </p>
    </div>
  );
}

function setupOf(m: Match): Setup {
  const options = (m.options.swap ? OPTION_SWAP : 0) | (m.options.jacked ? OPTION_JACKED : 0);
  return { game: m.game, width: m.width, height: m.height, players: m.seats.length, options };
}

interface MatchTableProps {
  match: Match;
  live: LiveMatch;
  invite: string | null;
}

function MatchTable({ match: m, live, invite }: MatchTableProps): JSX.Element {
  const { sending, error } = live;
  const words = m.moves.map((p) => p.move);
  const moves = sending === null ? words : [...words, sending.word];
  const title = t(`title.${m.game}`);
  const heading = t('match.title', { title, id: m.id });
  const mine = (seat: number): boolean => m.you.includes(seat);
  const seats = m.seats.map((s) => ({
    seat: s.seat,
    name: seatName(s),
    you: mine(s.seat),
    thinking: s.kind === 'bot',
  }));
  const mySides = m.seats.filter((s) => mine(s.seat)).map((s) => s.side);
  return (
    <div class="match-page">
      <Heading class="match-title" title={heading}>
        {heading}
        <span class="soft">
          {m.private && ` · ${t('match.private')}`}
          {m.watchers > 0 && ` · ${plural('match.watching', m.watchers)}`}
        </span>
      </Heading>
      <Table
        game={{ setup: setupOf(m), moves }}
        seats={seats}
        over={m.state !== 'running'}
        mayPlay={(_, seat) => sending === null && mine(seat)}
        onPlay={live.play}
        notice={
          <>
            {error && (
              <p class="panel refusal" role="alert">
                {error}{' '}
                <button type="button" class="plain" onClick={live.clearError}>
                  {t('error.dismiss')}
                </button>
              </p>
            )}
            {m.state === 'open' && <Waiting match={m} live={live} invite={invite} />}
            {m.state === 'running' && <OfferPanel match={m} live={live} />}
            {m.state === 'running' && m.you.length === 0 && <p class="soft">{t('match.spectator')}</p>}
          </>
        }
        outcome={(s, quarter) =>
          // The last move is shown at once, the result when the server has it.
          m.result && (
            <Outcome game={m.game} now={s} result={m.result} mine={mySides} players={m.seats.length} quarter={quarter}>
              {m.you.length > 0 && <Rematch match={m} live={live} />}
            </Outcome>
          )
        }
        actions={<Actions match={m} live={live} invite={invite} />}
        below={<Chat match={m} live={live} />}
      />
    </div>
  );
}

/** A match that waits for players: how to get them, or how to become one. */
function Waiting({ match: m, live, invite }: MatchTableProps): JSX.Element {
  const [copied, setCopied] = useState(false);
  const free = m.seats.find((s) => s.kind === 'open' || (s.kind === 'invite' && invite !== null));
  const link = m.invite === null ? null : location.origin + m.invite;
  const copy = async (text: string): Promise<void> => {
    const field = document.querySelector<HTMLInputElement>('#invite-link');
    field?.select();
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    setCopied(true);
  };
  const join = async (seat: number): Promise<void> => {
    await beSomebody();
    await live.ask('join', invite === null ? { seat } : { seat, invite });
  };
  const host = m.seats.find((s) => s.player !== null && s.kind === 'player')?.player?.name ?? '';
  const joinable = m.you.length === 0 && free;
  return (
    <section class="panel notice">
      <h2>{t('match.waiting')}</h2>
      {joinable ? (
        <>
          <p>
            {invite !== null
              ? t('match.join.text', { name: host, title: t(`title.${m.game}`) })
              : t('match.join.open', { title: t(`title.${m.game}`) })}
          </p>
          <button type="button" class="go" onClick={() => void join(joinable.seat)}>
            {t('match.join')}
          </button>
        </>
      ) : (
        <p>{t('match.waiting.text')}</p>
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
        </>
      )}
    </section>
  );
}

/** What another seat asks for, or what we have asked for. */
function OfferPanel({ match: m, live }: { match: Match; live: LiveMatch }): JSX.Element | null {
  const { draw, takeback } = m.offers;
  const what = draw !== null ? 'draw' : 'takeback';
  const seat = draw ?? takeback?.seat ?? null;
  if (seat === null || m.you.length === 0) return null;
  const asker = m.seats[seat - 1];
  const own = m.you.includes(seat) && m.you.length < m.seats.length;
  if (own) return <p class="panel notice">{t(`match.${what}.waiting`)}</p>;
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

function Actions({ match: m, live, invite }: MatchTableProps): JSX.Element {
  const [sure, setSure] = useState(false);
  const playing = m.state === 'running' && m.you.length > 0;
  const mayAbort = m.you.length > 0 && (m.state === 'open' || (playing && m.ply < 2));
  // Who has the link of a private match may watch it and read its record.
  const key = m.invite === null ? invite : new URL(m.invite, location.origin).searchParams.get('invite');
  const keyed = m.private && key !== null ? `&invite=${key}` : '';
  const ownMoves = m.moves.some((p) => m.you.includes(p.seat));
  return (
    <>
      <div class="row actions">
        {playing && ownMoves && m.offers.takeback === null && (
          <button type="button" onClick={() => void live.ask('takeback', { do: 'ask' })}>
            {t('match.takeback')}
          </button>
        )}
        {playing && m.game === 'claims' && m.offers.draw === null && (
          <button type="button" onClick={() => void live.ask('draw', { do: 'offer' })}>
            {t('match.draw')}
          </button>
        )}
        {mayAbort && (
          <button type="button" onClick={() => void live.ask('abort')}>
            {t('match.abort')}
          </button>
        )}
        {playing && !mayAbort && (
          <button type="button" aria-expanded={sure} onClick={() => setSure(!sure)}>
            {t('match.resign')}
          </button>
        )}
        <ShareButton path={m.private && key !== null ? `/m/${m.id}?invite=${key}` : `/m/${m.id}`} />
        <Link href={`/rules/${m.game}`}>{t('table.rules')}</Link>
      </div>
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

function ShareButton({ path }: { path: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    await navigator.clipboard?.writeText(location.origin + path).catch(() => undefined);
    setCopied(true);
  };
  return (
    <button type="button" class="quiet" onClick={() => void share()}>
      {copied ? t('match.copied') : t('match.share')}
    </button>
  );
}

/** The same match again with the seats moved on by one; people are asked by a link in the chat. */
function Rematch({ match: m, live }: { match: Match; live: LiveMatch }): JSX.Element {
  const [error, setError] = useState('');
  const again = async (): Promise<void> => {
    const wishes = m.seats.map((s): SeatWish => {
      if (m.you.includes(s.seat)) return 'me';
      return s.kind === 'bot' ? { bot: s.level ?? 1 } : 'invite';
    });
    const seats = [...wishes.slice(1), ...wishes.slice(0, 1)];
    try {
      const next = await createMatch({
        game: m.game,
        width: m.width,
        height: m.height,
        options: pickOptions(m),
        seats,
        private: m.private,
      });
      if (next.invite !== null)
        await live.ask('chat', { text: t('match.rematch.line', { link: next.invite }) });
      navigate(`/m/${next.id}`);
    } catch (e) {
      setError(sentence(e));
    }
  };
  return (
    <div class="row">
      <button type="button" class="go" onClick={() => void again()}>
        {t('match.rematch')}
      </button>
      <Link href="/">{t('nav.play')}</Link>
      {error && <span role="alert">{error}</span>}
    </div>
  );
}

/** Only the options that the game has; others would be refused. */
function pickOptions(m: Match): { swap?: boolean; jacked?: boolean } {
  if (m.game === 'redstone') return { swap: m.options.swap === true };
  return m.game === 'claims' ? { jacked: m.options.jacked === true } : {};
}
