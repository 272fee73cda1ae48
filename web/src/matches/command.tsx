// The command language of play by e-mail, typed into the page: a line, the text of a message where one
// is needed, and the answers so far.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { Area, Field, Form } from '../parts/form';
import { Heading } from '../parts/heading';
import { beSomebody, post } from '../core/net';

interface Exchange {
  command: string;
  done: boolean;
  reply: string;
}

const COMMAND_MAX = 500;
const TEXT_MAX = 20_000;

export function CommandPage(): JSX.Element {
  const [command, setCommand] = useState('');
  const [text, setText] = useState('');
  const [said, setSaid] = useState<Exchange[]>([]);
  const send = async (): Promise<void> => {
    await beSomebody();
    const order = { command, ...(text === '' ? {} : { text }) };
    const answer = await post<{ done: boolean; reply: string }>('/pbm', order);
    setSaid((known) => [{ command, ...answer }, ...known]);
    setCommand('');
    setText('');
  };
  return (
    <div class="page">
      <Heading title={t('command.title')} />
      <p>{t('command.text')}</p>
      <div class="panel">
        <Form onSubmit={send} action={t('command.do')}>
          <Field text={t('command.line')} value={command} set={setCommand} required maxLength={COMMAND_MAX} />
          <details>
            <summary>{t('command.message')}</summary>
            <Area text={t('command.message')} value={text} set={setText} maxLength={TEXT_MAX} />
          </details>
        </Form>
      </div>
      <section aria-label={t('command.reply')} aria-live="polite">
        {said.map((e, i) => (
          <article class={e.done ? 'panel' : 'panel refusal'} key={said.length - i}>
            <p>
              <code>{e.command}</code>
            </p>
            <pre tabIndex={0}>{e.reply}</pre>
          </article>
        ))}
      </section>
    </div>
  );
}
