// The heading of a page: it names the browser's tab, and a screen reader starts at it when the page
// was changed to, but not at the first load.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { setTitle } from './router';

let loads = 0;

interface HeadingProps {
  /** What the tab says. */
  title: string;
  class?: string;
  /** What the heading shows, where that is more. */
  children?: ComponentChildren;
}

export function Heading({ title, class: name, children }: HeadingProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => setTitle(title), [title]);
  useEffect(() => {
    if (loads++ > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 tabIndex={-1} class={name} ref={heading}>
      {children ?? title}
    </h1>
  );
}
