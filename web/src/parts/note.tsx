// A private note, on a match or about a player: only its writer reads it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';
import { useAsked } from '../core/asked';
import { Area, Form } from './form';
import { post } from '../core/net';
import { notePath } from '../core/people';

const NOTE_MAX = 4000;

export function NotePanel({ about }: { about: { match: number } | { player: string } }): JSX.Element | null {
  const path = notePath(about);
  const { value } = useAsked<{ text: string }>(path);
  const [text, setText] = useState('');
  useEffect(() => setText(value?.text ?? ''), [value]);
  if (value === null) return null;
  const save = async (): Promise<string> => {
    await post(path, { text });
    return t('account.saved');
  };
  return (
    <details class="panel note" open={value.text !== ''}>
      <summary>{t('note.title')}</summary>
      <Form onSubmit={save} action={t('note.save')}>
        <Area text={t('note.text')} value={text} set={setText} maxLength={NOTE_MAX} />
      </Form>
    </details>
  );
}
