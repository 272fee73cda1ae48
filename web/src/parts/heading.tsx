// The heading of a page: it names the browser's tab, and a screen reader starts at it when the page
// was changed to, but not at the first load.
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { setTitle } from '../core/router';

/** The page whose heading was seen last, and the one at which the screen reader was set. */
let seen = typeof location === 'undefined' ? '' : location.pathname;
let started = '';

interface HeadingProps {
  /** The title of the tab. */
  title: string;
  class?: string;
  /** The text of the heading, where it is longer. */
  children?: ComponentChildren;
}

export function Heading({ title, class: name, children }: HeadingProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => setTitle(title), [title]); // the tab and the heading change at once
  useLayoutEffect(() => {
    const here = location.pathname;
    // A heading that takes the place of another, as when a page has loaded, takes its focus over.
    const lost = started === here && document.activeElement === document.body;
    if (here !== seen || lost) {
      heading.current?.focus({ preventScroll: true });
      started = here;
    }
    seen = here;
  }, []);
  return (
    <h1 tabIndex={-1} class={name} ref={heading}>
      {children ?? title}
    </h1>
  );
}
