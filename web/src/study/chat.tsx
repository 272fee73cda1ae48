// The chat of a kept study. Its members may write; everybody who may read the study may read the chat.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useStore } from '../app/env';
import { me, post, sentence } from '../app/net';
import type { ChatLine } from '../app/net';
import { ReportForm } from '../app/report';
import { date, t } from '../i18n';
import type { LiveStudy } from './live';
import { st } from './words';

const TEXT_MAX = 500;

export function StudyChat({ live }: { live: LiveStudy }): JSX.Element | null {
  const player = useStore(me);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [reported, setReported] = useState<ChatLine | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const lines = live.lines ?? [];
  useEffect(() => {
    if (live.lines === null) void live.read();
  }, [live]);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const { head } = live;
  if (!head) return null;
  const ask = async (path: string, body: object): Promise<boolean> => {
    setError('');
    try {
      await post(path, body);
      await live.read();
      return true;
    } catch (e) {
      setError(sentence(e));
      return false;
    }
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const line = text.trim();
    const link = live.link === null ? {} : { link: live.link };
    // What was written stays in the field until the server has it.
    if (line !== '' && (await ask(`/studies/${head.id}/chat`, { text: line, ...link }))) setText('');
  };
  const member = player !== null && head.members.some((m) => m.player.id === player.id);
  const label = t('match.chat');
  return (
    <section class="chat kept-chat" aria-label={label}>
      <h2>{label}</h2>
      {lines.length === 0 ? (
        <p class="soft">{t('match.chat.none')}</p>
      ) : (
        <ol ref={list} class="lines" aria-live="polite" tabIndex={0} aria-label={label}>
          {lines.map((line) => (
            <li key={line.id} title={date(line.at, true)}>
              <b>{line.player.name}</b>{' '}
              {line.deleted ? <i class="soft">{st('chat.removed')}</i> : <span>{line.text}</span>}
              {!line.deleted && player !== null && line.player.id !== player.id && (
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
              {!line.deleted && player !== null && (head.you.owns || line.player.id === player.id) && (
                <button
                  type="button"
                  class="plain flag"
                  title={st('chat.remove')}
                  aria-label={`${st('chat.remove')}: ${line.text}`}
                  onClick={() => void ask(`/studies/${head.id}/chat/delete`, { line: line.id })}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      {error !== '' && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
      {reported && (
        <ReportForm
          key={reported.id}
          name={reported.player.name}
          study={head.id}
          link={live.link}
          line={reported}
          onDone={() => setReported(null)}
        />
      )}
      {member ? (
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
      ) : (
        <p class="soft">{st('chat.members')}</p>
      )}
    </section>
  );
}
