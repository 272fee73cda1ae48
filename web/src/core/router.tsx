// Client-side routes: the path is the state, links are ordinary links.
import type { ComponentChildren, JSX } from 'preact';

import { t } from '../i18n';
import { Store, useStore } from './env';

const here = (): string => location.pathname + location.search;
const path = new Store(here());

addEventListener('popstate', () => path.set(here()));

/** Pages on which one signs up or in, and from which one goes back to where one came from. */
const SIGNING = /^\/(signin|signup|recover)\b/;
let cameFrom = '';

/** The page before signing up or in; '': there was none in this visit. */
export const pageBefore = (): string => cameFrom;

export function navigate(to: string, replace = false): void {
  if (SIGNING.test(to) && !SIGNING.test(here())) cameFrom = here();
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  path.set(here());
  scrollTo(0, 0);
}

export function usePath(): URL {
  return new URL(useStore(path), location.origin);
}

/** The match whose page is open. */
export function matchHere(): number | null {
  const id = /^\/m\/(\d+)$/.exec(location.pathname)?.[1];
  return id === undefined ? null : Number(id);
}

let tabName = '';
let tabCount = 0;

function nameTab(): void {
  const name = tabName === '' ? t('site.name') : `${tabName} · ${t('site.name')}`;
  document.title = tabCount > 0 ? `(${tabCount}) ${name}` : name;
}

/** The name of the tab (heading.tsx). */
export function setTitle(name: string): void {
  tabName = name;
  nameTab();
}

/** How many matches wait; the tab says it in front of its name. */
export function setTitleCount(n: number): void {
  tabCount = n;
  nameTab();
}

interface LinkProps {
  href: string;
  class?: string;
  current?: boolean;
  /** The accessible name of a link that shows only an icon; also its tooltip. */
  label?: string;
  /** The key that does the same. */
  keys?: string;
  children: ComponentChildren;
}

/** A link within the page; with a modifier key the browser does as usual. */
export function Link({ href, class: name, current, label, keys, children }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a
      href={href}
      class={name}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      onClick={follow}
    >
      {children}
    </a>
  );
}
