// The way on from a step, a quiz or a ladder: a link that looks like a button.
import type { JSX, Ref } from 'preact';

import { navigate } from '../core/router';
import { lt } from './words';
import type { LearnKey } from './words';

interface OnwardProps {
  href: string;
  words: LearnKey;
  link?: Ref<HTMLAnchorElement>;
}

export function Onward({ href, words, link }: OnwardProps): JSX.Element {
  return (
    <a
      class="button go"
      {...(link ? { ref: link } : {})}
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(href);
      }}
    >
      {lt(words)}
    </a>
  );
}
