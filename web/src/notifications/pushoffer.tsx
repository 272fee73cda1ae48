// Offers notifications of this browser once, when it makes sense: one has just moved in a match of days, and
// will be away when the answer comes.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { useAsked } from '../core/asked';
import { post, sentence } from '../core/net';
import type { NotificationSettings } from '../core/people';
import { subscribe } from './push';

const KEY = 'hoshi-push-offered';

function offered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // it would be offered for ever
  }
}

function remember(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // It was not offered then.
  }
}

export function PushOffer(): JSX.Element | null {
  const possible = 'PushManager' in window && 'Notification' in window;
  const [open, setOpen] = useState(possible && Notification.permission === 'default' && !offered());
  return open ? <Offer close={() => setOpen(false)} /> : null;
}

function Offer({ close }: { close: () => void }): JSX.Element | null {
  const { value } = useAsked<NotificationSettings>('/account/notifications');
  const [said, setSaid] = useState('');
  if (value === null || value.push_key === null) return null;
  const key = value.push_key;
  const accept = async (): Promise<void> => {
    remember();
    try {
      await post('/account/push', await subscribe(key));
      setSaid(t('notifications.push.done'));
    } catch (e) {
      setSaid(sentence(e));
    }
  };
  if (said !== '')
    return (
      <p class="panel notice" role="status">
        {said}
      </p>
    );
  return (
    <div class="panel notice">
      <p>{t('notifications.offer')}</p>
      <div class="row">
        <button type="button" onClick={() => void accept()}>
          {t('notifications.offer.yes')}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            remember();
            close();
          }}
        >
          {t('notifications.offer.no')}
        </button>
      </div>
    </div>
  );
}
