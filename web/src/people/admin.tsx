// Administration: waiting reports, players (bans, roles, lost passwords), and the log of actions. The
// server answers only moderators and administrators.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { date, plural, t } from '../i18n';
import type { GameName } from '../wasm/wasm';
import { useStore } from '../core/env';
import { Area, Choice, Field, Form } from '../parts/form';
import { Heading } from '../parts/heading';
import { MoreButton } from '../parts/loading';
import { get, post, sentence } from '../core/net';
import type { Player } from '../core/net';
import { usePaged } from '../core/paged';
import { account } from '../core/people';
import type { AdminPlayer, Report, Role } from '../core/people';
import { Link } from '../core/router';
import { AdminMail } from './adminmail';
import { MessageTag } from '../parts/writelink';

const DAY_MS = 24 * 3600 * 1000;
const ROLES: Role[] = ['player', 'moderator', 'administrator'];

export function AdminPage(): JSX.Element {
  const known = useStore(account);
  if (!known || known.role === 'player') {
    return (
      <div class="page">
        <Heading title={t('nav.admin')} />
        <p class="panel">{t('problem.403')}</p>
      </div>
    );
  }
  return (
    <div class="page">
      <Heading title={t('nav.admin')} />
      <p>
        <Link href="/admin/puzzles">{t('admin.puzzles')}</Link>
      </p>
      <Reports />
      <Pairs />
      <Players role={known.role} />
      {known.role === 'administrator' && <AdminMail />}
      <Log />
    </div>
  );
}

function Reports(): JSX.Element {
  const [state, setState] = useState<'open' | 'closed'>('open');
  const { rows, next, error, more, again } = usePaged<Report>(
    `/admin/reports?state=${state}`,
    (answer) => (answer as { reports: Report[] }).reports,
  );
  return (
    <section class="panel">
      <div class="row">
        <h2>{t('admin.reports')}</h2>
        <Choice
          text={t('admin.state')}
          hidden
          value={state}
          set={setState}
          options={[
            ['open', t('admin.state.open')],
            ['closed', t('admin.state.closed')],
          ]}
        />
      </div>
      {error && <p role="alert">{error}</p>}
      {rows?.length === 0 && <p class="soft">{t('admin.none')}</p>}
      <ul class="plain-list">
        {rows?.map((r) => (
          <ReportRow key={r.id} report={r} onDone={again} />
        ))}
      </ul>
      <MoreButton next={next} more={more} />
    </section>
  );
}

function ReportRow({ report: r, onDone }: { report: Report; onDone: () => void }): JSX.Element {
  const [answer, setAnswer] = useState('');
  const close = async (): Promise<void> => {
    await post(`/admin/reports/${r.id}/close`, answer === '' ? {} : { answer });
    onDone();
  };
  const chat = r.chat;
  const remove = async (): Promise<void> => {
    const where =
      r.study !== null
        ? 'studychat'
        : r.team !== null
          ? 'teamchat'
          : r.tournament !== null
            ? 'tournamentchat'
            : r.conversation !== null
              ? 'conversations'
              : 'chat';
    if (chat) await post(`/admin/${where}/${chat.id}/delete`);
    onDone();
  };
  return (
    <li class="report">
      <p>
        <b>{r.player ? <Link href={`/p/${r.player.name}`}>{r.player.name}</Link> : '–'}</b>{' '}
        <span class="soft">
          {t('admin.by', { name: r.by.name })} · {date(r.at, true)}
        </span>{' '}
        {r.match !== null && <Link href={`/m/${r.match}`}>{t('tour.match', { id: r.match })}</Link>}
        {r.study !== null && (
          <Link href={`/study/${r.study}`}>
            {t('nav.study')} {r.study}
          </Link>
        )}
        {r.tournament !== null && (
          <Link href={`/t/${r.tournament}`}>
            {t('tour.title')} {r.tournament}
          </Link>
        )}
        {r.conversation !== null && <MessageTag />}
        {r.team !== null && (
          <Link href={`/teams/${r.team}`}>
            {t('nav.teams')} {r.team}
          </Link>
        )}
      </p>
      <p>{r.reason}</p>
      {chat && <blockquote>{chat.text === '' ? t('admin.chat.gone') : chat.text}</blockquote>}
      {r.state === 'open' ? (
        <Form
          onSubmit={close}
          action={t('admin.close')}
          more={
            chat &&
            chat.text !== '' && (
              <button type="button" class="red-button" onClick={() => void remove()}>
                {t('admin.chat.delete')}
              </button>
            )
          }
        >
          <Field text={t('admin.answer')} value={answer} set={setAnswer} maxLength={1000} />
        </Form>
      ) : (
        <p class="soft">
          {r.closed_by && t('admin.closed', { name: r.closed_by.name, date: date(r.closed_at ?? r.at) })}{' '}
          {r.answer}
        </p>
      )}
    </li>
  );
}

/** Two players who have signed in from the same place and play rated matches against each other. */
interface Pair {
  id: number;
  game: GameName;
  players: [Player, Player];
  matches: number;
  match: number;
  at: number;
}

function Pairs(): JSX.Element {
  const { rows, next, error, more, again } = usePaged<Pair>(
    '/admin/pairs',
    (answer) => (answer as { pairs: Pair[] }).pairs,
  );
  return (
    <section class="panel">
      <h2>{t('admin.pairs')}</h2>
      <p class="soft">{t('admin.pairs.text')}</p>
      {error && <p role="alert">{error}</p>}
      {rows?.length === 0 && <p class="soft">{t('admin.none')}</p>}
      <ul class="plain-list">
        {rows?.map((pair) => (
          <PairRow key={pair.id} pair={pair} onDone={again} />
        ))}
      </ul>
      <MoreButton next={next} more={more} />
    </section>
  );
}

function PairRow({ pair, onDone }: { pair: Pair; onDone: () => void }): JSX.Element {
  const [error, setError] = useState('');
  const close = (): void => {
    post(`/admin/pairs/${pair.id}/close`).then(onDone, (e: unknown) => setError(sentence(e)));
  };
  const [a, b] = pair.players;
  return (
    <li class="row">
      <span class="grow">
        <Link href={`/p/${encodeURIComponent(a.name)}`}>{a.name}</Link> –{' '}
        <Link href={`/p/${encodeURIComponent(b.name)}`}>{b.name}</Link> · {t(`title.${pair.game}`)} ·{' '}
        {plural('admin.pairs.matches', pair.matches)} ·{' '}
        <Link href={`/m/${pair.match}`}>{t('tour.match', { id: pair.match })}</Link>{' '}
        <span class="soft">· {date(pair.at, true)}</span>
      </span>
      <button type="button" onClick={close}>
        {t('admin.pairs.close')}
        <span class="visually-hidden">
          : {a.name}, {b.name}
        </span>
      </button>
      {error && <p role="alert">{error}</p>}
    </li>
  );
}

function Players({ role }: { role: Role }): JSX.Element {
  const [name, setName] = useState('');
  const [found, setFound] = useState<AdminPlayer[] | null>(null);
  const search = async (): Promise<void> => {
    const answer = await get<{ players: AdminPlayer[] }>(
      `/admin/players?name=${encodeURIComponent(name)}&limit=20`,
    );
    setFound(answer.players);
  };
  const put = (changed: AdminPlayer): void =>
    setFound((known) => (known ?? []).map((p) => (p.player.id === changed.player.id ? changed : p)));
  return (
    <section class="panel">
      <h2>{t('admin.players')}</h2>
      <Form onSubmit={search} action={t('archive.search')}>
        <Field text={t('admin.players.name')} type="search" value={name} set={setName} />
      </Form>
      {found?.length === 0 && <p class="soft">{t('admin.none')}</p>}
      <ul class="plain-list">
        {found?.map((p) => (
          <PlayerRow key={p.player.id} person={p} role={role} onChange={put} />
        ))}
      </ul>
    </section>
  );
}

interface PlayerRowProps {
  person: AdminPlayer;
  role: Role;
  onChange: (changed: AdminPlayer) => void;
}

function PlayerRow({ person: p, role, onChange }: PlayerRowProps): JSX.Element {
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('');
  const [secret, setSecret] = useState('');
  const [error, setError] = useState('');
  const path = `/admin/players/${encodeURIComponent(p.player.name)}`;
  const ban = async (): Promise<void> => {
    const until = days === '' ? null : Date.now() + Number(days) * DAY_MS;
    onChange(await post<AdminPlayer>(`${path}/ban`, { reason, until }));
  };
  const attempt = async (what: () => Promise<void>): Promise<void> => {
    setError('');
    try {
      await what();
    } catch (e) {
      setError(sentence(e));
    }
  };
  const reset = async (): Promise<void> => {
    const { token } = await post<{ token: string }>(`${path}/reset`);
    setSecret(`${location.origin}/recover#${encodeURIComponent(token)}`);
  };
  return (
    <li class="report">
      <div class="row">
        <b class="grow">
          <Link href={`/p/${p.player.name}`}>{p.player.name}</Link>
        </b>
        <span class="soft">
          {t(`admin.role.${p.role}`)} · {t('profile.since', { date: date(p.created_at) })} ·{' '}
          {t('admin.counts', { sessions: p.sessions, tokens: p.tokens, reports: p.reports })}
          {p.second_factor && ` · ${t('factor.title')}`}
          {p.passkeys > 0 && ` · ${t('passkey.title')}: ${p.passkeys}`}
        </span>
      </div>
      {p.ban ? (
        <div class="row">
          <span>
            {t('admin.banned', { reason: p.ban.reason })}{' '}
            {p.ban.until === null
              ? t('admin.banned.forever')
              : t('tour.until', { date: date(p.ban.until, true) })}
          </span>
          <button
            type="button"
            onClick={() => void attempt(async () => onChange(await post<AdminPlayer>(`${path}/unban`)))}
          >
            {t('admin.unban')}
            <span class="visually-hidden">: {p.player.name}</span>
          </button>
        </div>
      ) : (
        <details>
          <summary>{t('admin.ban')}</summary>
          <Form onSubmit={ban} action={t('admin.ban.do', { name: p.player.name })} danger>
            <Area
              text={t('admin.ban.reason')}
              value={reason}
              set={setReason}
              maxLength={500}
              rows={2}
              required
            />
            <Field text={t('admin.ban.days')} type="number" min={1} value={days} set={setDays} />
          </Form>
        </details>
      )}
      {role === 'administrator' && (
        <div class="row">
          <Choice
            text={t('admin.role')}
            value={p.role}
            set={(wish) =>
              void attempt(async () => onChange(await post<AdminPlayer>(`${path}/role`, { role: wish })))
            }
            options={ROLES.map((r) => [r, t(`admin.role.${r}`)] as const)}
          />
          <button type="button" onClick={() => void attempt(reset)}>
            {t('admin.reset')}
          </button>
          {p.second_factor && (
            <button
              type="button"
              class="red-button"
              onClick={() =>
                void attempt(async () => onChange(await post<AdminPlayer>(`${path}/factor-off`)))
              }
            >
              {t('admin.factor')}
              <span class="visually-hidden">: {p.player.name}</span>
            </button>
          )}
        </div>
      )}
      {secret !== '' && (
        <label class="panel notice secret">
          {t('admin.reset.link')}
          <input readOnly value={secret} onFocus={(e) => e.currentTarget.select()} />
        </label>
      )}
      {error && <p role="alert">{error}</p>}
    </li>
  );
}

interface LogRow {
  id: number;
  at: number;
  /** null: the operator of the server. */
  by: Player | null;
  what: string;
  player: Player | null;
  detail: string;
}

function Log(): JSX.Element {
  const { rows, next, error, more } = usePaged<LogRow>(
    '/admin/log?limit=20',
    (a) => (a as { log: LogRow[] }).log,
  );
  return (
    <section class="panel">
      <h2>{t('admin.log')}</h2>
      {error && <p role="alert">{error}</p>}
      {rows?.length === 0 && <p class="soft">{t('admin.none')}</p>}
      <ul class="plain-list">
        {rows?.map((row) => (
          <li key={row.id} class="row">
            <span class="soft">{date(row.at, true)}</span>
            <span class="grow">
              <b>{row.by?.name ?? t('admin.server')}</b>: {row.what} {row.player?.name} {row.detail}
            </span>
          </li>
        ))}
      </ul>
      <MoreButton next={next} more={more} />
    </section>
  );
}
