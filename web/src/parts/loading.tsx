// What a page shows before its texts or data are here, and the button for the rest of a list.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { Heading } from './heading';
import { Link } from '../core/router';

export function LoadingPage({ failed = false }: { failed?: boolean }): JSX.Element {
  return (
    <div class="page">
      <p class="panel" role="status">
        {failed ? t('error.network') : t('status.loading')}
      </p>
    </div>
  );
}

interface AbsentProps {
  title: string;
  /** The error that came instead of the data; '' while the page waits for it. */
  error: string;
  /** Where the reader can go after an error. */
  href: string;
  back: string;
}

/** A page whose data has not come, or does not come. */
export function AbsentPage({ title, error, href, back }: AbsentProps): JSX.Element {
  return (
    <div class="page">
      <Heading title={error || title} />
      {error ? <Link href={href}>{back}</Link> : <p role="status">{t('status.loading')}</p>}
    </div>
  );
}

/** Nothing when the list is complete (`next` is null). */
export function MoreButton({ next, more }: { next: unknown; more: () => void }): JSX.Element | null {
  if (next === null) return null;
  return (
    <button type="button" class="quiet" onClick={more}>
      {t('lobby.more')}
    </button>
  );
}
