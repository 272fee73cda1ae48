// A report to the moderators: about a player, or about one line of a chat.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { Area, Form } from './form';
import { post } from '../core/net';
import type { ChatLine } from '../core/net';

const REASON_MAX = 1000;

interface ReportFormProps {
  name: string;
  match?: number;
  study?: number;
  team?: number;
  tournament?: number;
  /** The other member of a conversation. */
  conversation?: string;
  /** The link through which the reporter reads the study. */
  link?: string | null;
  line?: ChatLine;
  onDone: () => void;
}

/** Opens the report of a chat line. */
export function FlagButton({ line, report }: { line: string; report: () => void }): JSX.Element {
  const text = t('match.chat.report');
  return (
    <button type="button" class="plain flag" title={text} aria-label={`${text}: ${line}`} onClick={report}>
      ⚑
    </button>
  );
}

export function ReportForm({
  name,
  match,
  study,
  team,
  tournament,
  conversation,
  link,
  line,
  onDone,
}: ReportFormProps): JSX.Element {
  const [reason, setReason] = useState('');
  const [sent, setSent] = useState(false);
  const send = async (): Promise<void> => {
    await post('/reports', {
      player: name,
      reason,
      ...(match === undefined ? {} : { match }),
      ...(study === undefined ? {} : { study }),
      ...(team === undefined ? {} : { team }),
      ...(tournament === undefined ? {} : { tournament }),
      ...(conversation === undefined ? {} : { conversation }),
      ...(link == null ? {} : { link }),
      ...(line === undefined ? {} : { chat: line.id }),
    });
    setSent(true);
  };
  if (sent) {
    return (
      <p class="panel notice" role="status">
        {t('profile.report.done')}{' '}
        <button type="button" class="plain" onClick={onDone}>
          {t('error.dismiss')}
        </button>
      </p>
    );
  }
  return (
    <section class="panel" aria-label={t('profile.report.title', { name })}>
      <h3>{t('profile.report.title', { name })}</h3>
      {line && <p class="soft">{t('profile.report.line', { text: line.text })}</p>}
      <Form
        onSubmit={send}
        action={t('profile.report.do')}
        more={
          <button type="button" onClick={onDone}>
            {t('table.cancel')}
          </button>
        }
      >
        <Area
          text={t('profile.report.reason')}
          value={reason}
          set={setReason}
          maxLength={REASON_MAX}
          required
        />
      </Form>
    </section>
  );
}
