// Pages that a first visit does not need: their scripts are loaded when the visitor opens them.
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { LoadingPage } from './loading';

/** `quiet`: shows nothing while the part is loading. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  quiet = false,
): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Lazy(props: P): JSX.Element | null {
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
    if (quiet) return null;
    return <LoadingPage failed={failed} />;
  };
}
