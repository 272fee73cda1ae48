// The settings for notifications: which events, and how: in the page, by web push, by mail; each at once
// or once a day.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { agentName } from '../core/agent';
import { useAsked } from '../core/asked';
import { sentence, post } from '../core/net';
import { NOTIFICATION_KINDS } from '../core/people';
import type { Delivery, NotificationKind, NotificationSettings } from '../core/people';
import { subscribe } from './push';

const MAIL: Delivery[] = ['off', 'each', 'digest'];
const PUSH: Delivery[] = ['off', 'each'];

export function NotificationForm(): JSX.Element | null {
  const { value, set } = useAsked<NotificationSettings>('/account/notifications');
  const [error, setError] = useState('');
  const [done, setDone] = useState('');
  if (value === null) return null;
  const attempt = async (what: () => Promise<NotificationSettings>, said: string): Promise<void> => {
    setError('');
    setDone('');
    try {
      set(await what());
      setDone(said);
    } catch (e) {
      setError(sentence(e));
    }
  };
  const change = (body: unknown): Promise<void> =>
    attempt(() => post<NotificationSettings>('/account/notifications', body), t('account.saved'));
  const one = (
    kind: NotificationKind,
    what: Partial<NotificationSettings['kinds'][NotificationKind]>,
  ): void => void change({ kinds: { [kind]: what } });
  const pushes = value.push_key !== null;
  const digest = NOTIFICATION_KINDS.some((k) => value.kinds[k].mail === 'digest');
  return (
    <div class="form">
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{t('notifications.title')}</th>
            <th scope="col">{t('notifications.page')}</th>
            {pushes && <th scope="col">{t('notifications.push')}</th>}
            {value.mails && <th scope="col">{t('notifications.mail')}</th>}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`notifications.kind.${kind}`)}</th>
              <td>
                <input
                  type="checkbox"
                  aria-label={`${t(`notifications.kind.${kind}`)}: ${t('notifications.page')}`}
                  checked={value.kinds[kind].page}
                  onChange={(e) => one(kind, { page: e.currentTarget.checked })}
                />
              </td>
              {pushes && (
                <td>
                  <DeliveryChoice
                    label={`${t(`notifications.kind.${kind}`)}: ${t('notifications.push')}`}
                    value={value.kinds[kind].push}
                    ways={PUSH}
                    set={(push) => one(kind, { push })}
                  />
                </td>
              )}
              {value.mails && (
                <td>
                  <DeliveryChoice
                    label={`${t(`notifications.kind.${kind}`)}: ${t('notifications.mail')}`}
                    value={value.kinds[kind].mail}
                    ways={MAIL}
                    set={(mail) => one(kind, { mail })}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {value.mails && <p class="soft">{t('notifications.mail.off')}</p>}
      {value.mails && digest && (
        <label>
          {t('notifications.digest.at')}
          <select
            value={value.digest_at}
            onChange={(e) => void change({ digest_at: Number(e.currentTarget.value) })}
          >
            {Array.from({ length: 24 }, (_, hour) => (
              <option key={hour} value={hour}>
                {hour}:00
              </option>
            ))}
          </select>
        </label>
      )}
      {value.push_key !== null ? (
        <Browsers settings={value} pushKey={value.push_key} attempt={attempt} />
      ) : (
        <p class="soft">{t('notifications.push.none')}</p>
      )}
      {error && (
        <p class="panel refusal" role="alert">
          {error}
        </p>
      )}
      <p class="soft" role="status">
        {done}
      </p>
    </div>
  );
}

interface DeliveryProps {
  label: string;
  value: Delivery;
  ways: Delivery[];
  set: (value: Delivery) => void;
}

function DeliveryChoice({ label, value, ways, set }: DeliveryProps): JSX.Element {
  return (
    <select aria-label={label} value={value} onChange={(e) => set(e.currentTarget.value as Delivery)}>
      {ways.map((d) => (
        <option key={d} value={d}>
          {t(`notifications.${d}`)}
        </option>
      ))}
    </select>
  );
}

interface BrowsersProps {
  settings: NotificationSettings;
  pushKey: string;
  attempt: (what: () => Promise<NotificationSettings>, said: string) => Promise<void>;
}

function Browsers({ settings, pushKey, attempt }: BrowsersProps): JSX.Element {
  return (
    <>
      <ul class="plain-list">
        {settings.browsers.map((b) => (
          <li key={b.id} class="row">
            <span class="grow">{agentName(b.agent)}</span>
            <button
              type="button"
              onClick={() =>
                void attempt(
                  () => post<NotificationSettings>('/account/push/end', { id: b.id }),
                  t('account.removed'),
                )
              }
            >
              {t('notifications.push.end')}
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <button
          type="button"
          onClick={() =>
            void attempt(async () => {
              const browser = await subscribe(pushKey);
              return post<NotificationSettings>('/account/push', browser);
            }, t('notifications.push.done'))
          }
        >
          {t('notifications.push.on')}
        </button>
      </div>
    </>
  );
}
