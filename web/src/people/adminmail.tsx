// Whether mail works: the mailbox, sending, the consent; and a mail from the server to itself. For
// administrators.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { date } from '../i18n';
import { get, post, sentence } from '../core/net';
import { mt, useAdminMailWords } from './adminmailwords';

interface MailState {
  /** null: the server sends no mail. */
  address: string | null;
  parts: { part: 'in' | 'out' | 'consent'; well_at: number | null; fault: string | null }[];
  test: { sent_at: number; received_at: number | null } | null;
}

const LOOK_MS = 3000;
const PATIENCE_MS = 5 * 60 * 1000;

export function AdminMail(): JSX.Element {
  const ready = useAdminMailWords();
  const [state, setState] = useState<MailState | null>(null);
  const [error, setError] = useState('');
  const [since, setSince] = useState(0);
  const test = state?.test ?? null;
  const waits = test !== null && test.received_at === null && test.sent_at > Date.now() - PATIENCE_MS;
  const take = (promise: Promise<MailState>): void => {
    promise.then(
      (s) => {
        setState(s);
        setError('');
      },
      (e: unknown) => setError(sentence(e)),
    );
  };
  useEffect(() => take(get<MailState>('/admin/mail')), [since]);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setSince((n) => n + 1), LOOK_MS);
    return () => clearTimeout(timer);
  }, [waits, since]);
  if (!ready) return <section class="panel" id="mail" />;
  return (
    <section class="panel" id="mail">
      <h2>{mt('title')}</h2>
      {error && <p role="alert">{error}</p>}
      {state && state.address === null && <p>{mt('none')}</p>}
      {state?.address && (
        <>
          <p>{mt('address', { address: state.address })}</p>
          <ul class="plain-list">
            {state.parts.map((p) => (
              <li key={p.part}>
                <b>{mt(p.part)}</b>:{' '}
                {p.fault !== null ? (
                  <strong>{mt('fault', { fault: p.fault })}</strong>
                ) : p.well_at === null ? (
                  mt('untried')
                ) : (
                  <>
                    <span class="presence here-now" aria-hidden="true" />{' '}
                    {mt('well', { date: date(p.well_at, true) })}
                  </>
                )}
              </li>
            ))}
          </ul>
          {!state.parts.some((p) => p.part === 'in') && <p class="soft">{mt('pipe')}</p>}
          <p aria-live="polite">
            {test !== null &&
              (test.received_at !== null ? (
                <>
                  <span class="presence here-now" aria-hidden="true" />{' '}
                  {mt('received', { date: date(test.received_at, true) })}
                </>
              ) : waits ? (
                mt('waits')
              ) : (
                <strong>{mt('lost')}</strong>
              ))}
          </p>
          <button type="button" onClick={() => take(post<MailState>('/admin/mail/test'))}>
            {mt('test')}
          </button>
        </>
      )}
      <p class="soft">{mt('help')}</p>
      <pre>{'hoshi setup\nhoshi mail login --help\nhoshi admin doctor --config hoshi.conf'}</pre>
    </section>
  );
}
