// The features of this server: a page checks them before it offers mail or push.
import { useEffect } from 'preact/hooks';

import { Store, useStore } from './env';
import { get } from './net';

export interface Site {
  mails: boolean;
  push: boolean;
}

const site = new Store<Site | null>(null);

/** Null until the server has said it. */
export function useSite(): Site | null {
  useEffect(() => {
    if (site.value) return;
    get<Site>('/site').then(
      (answer) => site.set(answer),
      () => undefined,
    );
  }, []);
  return useStore(site);
}
