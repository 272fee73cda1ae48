// Pages that a first visit does not need: their scripts are loaded when somebody goes there.
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Lazy(props: P): JSX.Element {
    const [Page, setPage] = useState<ComponentType<P> | null>(() => known);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      let left = false;
      if (known) return;
      load().then(
        (page) => {
          known = page;
          if (!left) setPage(() => page);
        },
        () => {
          if (!left) setFailed(true);
        },
      );
      return () => {
        left = true;
      };
    }, []);
    if (Page) return <Page {...props} />;
    return (
      <div class="page">
        <p class="panel" role="status">
          {failed ? t('error.network') : t('status.loading')}
        </p>
      </div>
    );
  };
}
