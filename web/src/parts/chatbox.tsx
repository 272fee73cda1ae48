// A chat of members, of a study, a team, a tournament, or of two members: its lines with what can be done about them, and a field to write.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { date, t } from '../i18n';
import { useStore } from '../core/env';
import { me, post, sentence } from '../core/net';
import type { ChatLine } from '../core/net';
import { FlagButton, ReportForm } from './report';

const TEXT_MAX = 500;

interface ChatBoxWords {
  remove: string;
  removed: string;
  members: string;
  /** Instead of those of a chat. */
  title?: string;
  none?: string;
  label?: string;
}

interface ChatBoxProps {
  /** Oldest first. */
  lines: ChatLine[];
  /** The chat on the server: `/teams/7/chat`. */
  path: string;
  /** Beside the text of a line. */
  with?: object;
  /** Whose chat it is, in a report. */
  about:
    | { study: number; link: string | null }
    | { team: number }
    | { tournament: number }
    | { conversation: string };
  writes: boolean;
  /** The viewer may remove the lines of others. */
  owns: boolean;
  /** Each line has its date. */
  dated?: boolean;
  words: ChatBoxWords;
  class: string;
  /** Reads the lines again. */
  again: () => Promise<void>;
}

export function ChatBox(props: ChatBoxProps): JSX.Element {
  const { lines, path, about, writes, owns, words, again } = props;
  const player = useStore(me);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [reported, setReported] = useState<ChatLine | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const ask = async (to: string, body: object): Promise<boolean> => {
    setError('');
    try {
      await post(to, body);
      await again();
      return true;
    } catch (e) {
      setError(sentence(e));
      return false;
    }
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const line = text.trim();
    // The text stays in the field until the server has it.
    if (line !== '' && (await ask(path, { text: line, ...props.with }))) setText('');
  };
  const label = words.title ?? t('match.chat');
  const writing = words.label ?? t('match.chat.label');
  return (
    <section class={props.class} aria-label={label}>
      <h2>{label}</h2>
      {lines.length === 0 ? (
        <p class="soft">{words.none ?? t('match.chat.none')}</p>
      ) : (
        <ol ref={list} class="lines" aria-live="polite" tabIndex={0} aria-label={label}>
          {lines.map((line) => (
            <li key={line.id} title={date(line.at, true)}>
              <b>{line.player.name}</b>{' '}
              {line.deleted ? <i class="soft">{words.removed}</i> : <span>{line.text}</span>}
              {props.dated && (
                <time class="soft" dateTime={new Date(line.at).toISOString()}>
                  {date(line.at, true)}
                </time>
              )}
              {!line.deleted && player !== null && line.player.id !== player.id && (
                <FlagButton line={line.text} report={() => setReported(line)} />
              )}
              {!line.deleted && player !== null && (owns || line.player.id === player.id) && (
                <button
                  type="button"
                  class="plain flag"
                  title={words.remove}
                  aria-label={`${words.remove}: ${line.text}`}
                  onClick={() => void ask(`${path}/delete`, { line: line.id })}
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
          {...about}
          line={reported}
          onDone={() => setReported(null)}
        />
      )}
      {writes ? (
        <form class="row" onSubmit={(e) => void send(e)}>
          <input
            class="grow"
            aria-label={writing}
            placeholder={writing}
            maxLength={TEXT_MAX}
            value={text}
            onInput={(e) => setText(e.currentTarget.value)}
          />
          <button type="submit">{t('match.chat.send')}</button>
        </form>
      ) : (
        <p class="soft">{words.members}</p>
      )}
    </section>
  );
}
