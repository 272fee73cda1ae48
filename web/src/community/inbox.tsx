// Messages between members: the conversations, newest first, and one of them.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { date, t } from '../i18n';
import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { get, me, post, sentence } from '../core/net';
import type { ChatLine, Player } from '../core/net';
import { usePaged } from '../core/paged';
import { unread } from '../core/people';
import type { NotificationAnswer, Profile } from '../core/people';
import { Link } from '../core/router';
import { useStyles } from '../core/styles';
import { ChatBox } from '../parts/chatbox';
import { Heading } from '../parts/heading';
import { AbsentPage, LoadingPage, MoreButton } from '../parts/loading';
import { profilePath } from '../parts/profiletabs';
import { inboxPath, it, itn, useInboxWords } from '../parts/inboxwords';

interface Talk {
  player: Player;
  unread: number;
  /** null: it was deleted. */
  last: { text: string; at: number; own: boolean } | null;
}

interface Conversation {
  player: Player;
  /** Newest first. */
  lines: ChatLine[];
  more: boolean;
  writes: boolean;
  unread: number;
}

/** name null: the list alone. */
export function InboxPage({ name }: { name: string | null }): JSX.Element {
  const ready = useInboxWords();
  const styled = useStyles('/play.css');
  const player = useStore(me);
  if (!ready || !styled) return <LoadingPage />;
  if (player?.kind !== 'member')
    return (
      <div class="page narrow">
        <Heading title={it('title')} />
        <p class="panel">
          <Link href="/signin">{t('sign.in.do')}</Link>
        </p>
      </div>
    );
  return (
    <div class={name === null ? 'page inbox' : 'page inbox inbox-open'}>
      <Heading title={name === null ? it('title') : it('with', { name })} />
      <div class="inbox-parts">
        <Talks current={name} />
        {name === null ? (
          <p class="panel soft inbox-none">{it('choose')}</p>
        ) : (
          <Lines key={name} name={name} />
        )}
      </div>
    </div>
  );
}

function Talks({ current }: { current: string | null }): JSX.Element {
  const { rows, next, error, more, again } = usePaged<Talk>(
    '/conversations?limit=50',
    (answer) => (answer as { conversations: Talk[] }).conversations,
  );
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => hear(null, () => latest.current()), []);
  return (
    <nav class="panel inbox-list" aria-label={it('title')}>
      {error && <p role="alert">{error}</p>}
      {rows?.length === 0 && <p class="soft">{it('none')}</p>}
      <ul class="plain-list">
        {rows?.map((c) => (
          <li key={c.player.id}>
            <Link
              href={inboxPath(c.player.name)}
              current={c.player.name === current}
              class={c.unread > 0 ? 'inbox-talk fresh' : 'inbox-talk'}
            >
              <span class="row">
                <b class="grow" title={c.player.name}>
                  {c.player.name}
                </b>
                {c.last && (
                  <time class="soft" dateTime={new Date(c.last.at).toISOString()}>
                    {date(c.last.at)}
                  </time>
                )}
              </span>
              <span class="row">
                <span class="soft inbox-last" title={c.last?.text}>
                  {c.last === null ? it('gone') : c.last.own ? it('you', { text: c.last.text }) : c.last.text}
                </span>
                {c.unread > 0 && (
                  <span class="badge">
                    <span aria-hidden="true">{c.unread}</span>
                    <span class="visually-hidden">{itn('unread', c.unread)}</span>
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton next={next} more={more} />
    </nav>
  );
}

/** Calls back when the conversation with a member (null: any) may have changed. */
function hear(name: string | null, again: () => void): () => void {
  return events.subscribe('me', FROM_NOW, (e) => {
    const other = (e.data['with'] as Player | undefined)?.name;
    if (e.type === 'hello' || (e.type === 'conversation' && (name === null || other === name))) again();
  });
}

/** Tells the server that the person has the messages in front of them. */
async function markRead(name: string): Promise<void> {
  await post(`/conversations/${encodeURIComponent(name)}/read`);
  unread.set((await get<NotificationAnswer>('/notifications?unread=1&limit=1')).unread);
}

function Lines({ name }: { name: string }): JSX.Element {
  const [talk, setTalk] = useState<Conversation | null>(null);
  const [earlier, setEarlier] = useState<ChatLine[]>([]);
  const [more, setMore] = useState<boolean | null>(null);
  const [error, setError] = useState('');
  const path = `/conversations/${encodeURIComponent(name)}`;
  const read = async (): Promise<void> => {
    try {
      const now = await get<Conversation>(path);
      setTalk(now);
      setMore((known) => known ?? now.more);
      if (now.unread > 0 && document.visibilityState === 'visible') await markRead(name);
    } catch (e) {
      setError(sentence(e));
    }
  };
  const back = async (before: number): Promise<void> => {
    try {
      const page = await get<Conversation>(`${path}?before=${before}`);
      setEarlier((known) => [...known, ...page.lines]);
      setMore(page.more);
    } catch (e) {
      setError(sentence(e));
    }
  };
  useEffect(() => {
    const again = (): void => void read();
    again();
    const seen = (): void => {
      if (document.visibilityState === 'visible') again();
    };
    document.addEventListener('visibilitychange', seen);
    const stop = hear(name, again);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      stop();
    };
  }, []);
  if (!talk) return <AbsentPage title={name} error={error} href="/inbox" back={it('all')} />;
  const oldest = talk.lines.at(-1)?.id ?? 0;
  const kept = earlier.filter((l) => l.id < oldest);
  const all = [...talk.lines, ...kept];
  return (
    <div class="inbox-talk-page">
      <p class="row">
        <Link class="button quiet inbox-back" href="/inbox">
          {it('all')}
        </Link>
        <Link href={profilePath(name)}>{name}</Link>
        {more === true && all.length > 0 && (
          <button type="button" class="quiet" onClick={() => void back(all.at(-1)?.id ?? 0)}>
            {it('earlier')}
          </button>
        )}
      </p>
      {error !== '' && <p role="alert">{error}</p>}
      <ChatBox
        lines={[...all].reverse()}
        path={path}
        about={{ conversation: name }}
        writes={talk.writes}
        owns={false}
        dated
        words={{
          remove: it('remove'),
          removed: it('removed'),
          members: it('closed', { name }),
          none: it('first'),
          label: it('write'),
          title: it('title'),
        }}
        class="panel chat inbox-lines"
        again={read}
      />
      {!talk.writes && <WhyNot name={name} />}
    </div>
  );
}

/** Why one cannot write, when it is one's own doing. */
function WhyNot({ name }: { name: string }): JSX.Element | null {
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    get<Profile>(`/players/${encodeURIComponent(name)}`).then(
      (p) => setBlocked(p.you?.blocked === true),
      () => undefined,
    );
  }, [name]);
  return blocked ? <p class="panel notice">{it('blocked', { name })}</p> : null;
}
