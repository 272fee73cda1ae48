// The links to the messages between members.
import type { JSX } from 'preact';

import { Link } from '../core/router';
import { inboxPath, it, useInboxWords } from './inboxwords';

/** On the profile of a member. */
export function WriteLink({ name }: { name: string }): JSX.Element | null {
  if (!useInboxWords()) return null;
  return (
    <Link class="button" href={inboxPath(name)}>
      {it('write')}
    </Link>
  );
}

export function InboxLink(): JSX.Element | null {
  if (!useInboxWords()) return null;
  return (
    <Link class="button" href="/inbox">
      {it('title')}
    </Link>
  );
}

/** Where a reported line stands: only its two members can read it. */
export function MessageTag(): JSX.Element | null {
  return useInboxWords() ? <span class="tag">{it('title')}</span> : null;
}
