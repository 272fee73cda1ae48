// The chat of players and spectators beside a match. Links to other matches of this site can be clicked.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { t } from '../i18n';
import { useStore } from './env';
import { beSomebody, me } from './net';
import type { ChatLine, Match } from './net';
import { ReportForm } from './report';
import { Link } from './router';
import type { LiveMatch } from './usematch';

const TEXT_MAX = 500;
const MATCH_LINK = /(\/m\/\d+(?:\?invite=[\w-]+)?)/;

export function Chat({ match, live }: { match: Match; live: LiveMatch }): JSX.Element {
  const [text, setText] = useState('');
  const player = useStore(me);
  const [reported, setReported] = useState<ChatLine | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [match.chat.length]);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const line = text.trim();
    if (line === '') return;
    await beSomebody();
    if (await live.ask('chat', { text: line })) setText('');
  };
  return (
    <section class="panel chat" aria-label={t('match.chat')}>
      <h2>{t('match.chat')}</h2>
      {match.chat.length === 0 ? (
        <p class="soft">{t('match.chat.none')}</p>
      ) : (
        <ol ref={list} class="lines" tabIndex={0} aria-label={t('match.chat')}>
          {match.chat.map((line) => (
            <li key={line.id}>
              <b>{line.player.name}</b>{' '}
              {line.deleted ? <i class="soft">{t('match.chat.deleted')}</i> : <ChatText text={line.text} />}
              {player !== null && line.player.id !== player.id && !line.deleted && (
                <button
                  type="button"
                  class="plain flag"
                  title={t('match.chat.report')}
                  aria-label={`${t('match.chat.report')}: ${line.text}`}
                  onClick={() => setReported(line)}
                >
                  ⚑
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      {reported && (
        <ReportForm
          key={reported.id}
          name={reported.player.name}
          match={match.id}
          line={reported}
          onDone={() => setReported(null)}
        />
      )}
      {match.you.length === 0 ? (
        <p class="soft">{t('match.chat.players')}</p>
      ) : (
        <form class="row" onSubmit={(e) => void send(e)}>
          <input
            aria-label={t('match.chat.label')}
            placeholder={t('match.chat.label')}
            maxLength={TEXT_MAX}
            value={text}
            onInput={(e) => setText(e.currentTarget.value)}
          />
          <button type="submit">{t('match.chat.send')}</button>
        </form>
      )}
    </section>
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
