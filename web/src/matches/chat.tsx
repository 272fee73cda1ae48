// The chat of the players beside a match, and the parts of a chat. Links to other matches of this site can be clicked.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { t } from '../i18n';
import { useStore } from '../core/env';
import { beSomebody, me } from '../core/net';
import type { ChatLine, Match } from '../core/net';
import { FlagButton, ReportForm } from '../parts/report';
import { Link } from '../core/router';
import type { LiveMatch } from './usematch';

const TEXT_MAX = 500;
const MATCH_LINK = /(\/m\/\d+(?:\?invite=[\w-]+)?)/;

export function Chat({ match, live }: { match: Match; live: LiveMatch }): JSX.Element {
  const send = async (text: string): Promise<boolean> => {
    await beSomebody();
    return live.ask('chat', { text });
  };
  const section = useRef<HTMLElement>(null);
  const fresh = useFresh(match, section);
  const show = (): void => section.current?.scrollIntoView({ block: 'center' });
  return (
    <section class="panel chat" aria-label={t('match.chat')} ref={section}>
      {fresh && (
        <button type="button" class="go chat-mark" onClick={show}>
          {fresh.player.name}: {fresh.text}
        </button>
      )}
      <h2>{t('match.chat')}</h2>
      <ChatLines label={t('match.chat')} lines={match.chat} match={match.id} none={t('match.chat.none')} />
      {match.you.length === 0 ? (
        <p class="soft">{t('match.chat.players')}</p>
      ) : (
        <ChatForm label={t('match.chat.label')} send={send} />
      )}
    </section>
  );
}

/** The newest line of another player that came while the chat was out of sight, as on a phone; null: all was seen. */
function useFresh(match: Match, section: { current: HTMLElement | null }): ChatLine | null {
  const [seen, setSeen] = useState(match.chat.at(-1)?.id ?? 0);
  const [inSight, setInSight] = useState(true);
  const newest = match.chat.at(-1);
  useEffect(() => {
    const element = section.current;
    if (!element) return undefined;
    const watch = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting === true));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (inSight && newest) setSeen(newest.id);
  }, [inSight, newest?.id]);
  const other = newest !== undefined && newest.player.id !== me.value?.id && newest.deleted !== true;
  return !inSight && other && newest.id > seen ? newest : null;
}

/** Lines, oldest first, each with a report; `children` stand above them. */
export function ChatLines({
  label,
  lines,
  match,
  none,
  children,
}: {
  label: string;
  lines: ChatLine[];
  match: number;
  none: string;
  children?: ComponentChildren;
}): JSX.Element {
  const player = useStore(me);
  const [reported, setReported] = useState<ChatLine | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const newest = lines[lines.length - 1]?.id;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  return (
    <>
      {children}
      {lines.length === 0 ? (
        <p class="soft">{none}</p>
      ) : (
        <ol ref={list} class="lines" tabIndex={0} aria-label={label}>
          {lines.map((line) => (
            <li key={line.id}>
              <b>{line.player.name}</b>{' '}
              {line.deleted ? <i class="soft">{t('match.chat.deleted')}</i> : <ChatText text={line.text} />}
              {player !== null && line.player.id !== player.id && !line.deleted && (
                <FlagButton line={line.text} report={() => setReported(line)} />
              )}
            </li>
          ))}
        </ol>
      )}
      {reported && (
        <ReportForm
          key={reported.id}
          name={reported.player.name}
          match={match}
          line={reported}
          onDone={() => setReported(null)}
        />
      )}
    </>
  );
}

/** The field for a new line. A refused text stays in it. */
export function ChatForm({
  label,
  send,
}: {
  label: string;
  send: (text: string) => Promise<boolean>;
}): JSX.Element {
  const [text, setText] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const line = text.trim();
    if (line !== '' && (await send(line))) setText('');
  };
  return (
    <form class="row" onSubmit={(e) => void submit(e)}>
      <input
        aria-label={label}
        placeholder={label}
        maxLength={TEXT_MAX}
        value={text}
        onInput={(e) => setText(e.currentTarget.value)}
      />
      <button type="submit">{t('match.chat.send')}</button>
    </form>
  );
}

function ChatText({ text }: { text: string }): JSX.Element {
  const parts = text.split(MATCH_LINK);
  return (
    <>
      {parts.map((part, i) =>
        i % 2 === 1 ? (
          <Link key={i} href={part}>
            {part}
          </Link>
        ) : (
          part
        ),
      )}
    </>
  );
}
