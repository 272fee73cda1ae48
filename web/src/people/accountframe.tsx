// The parts that the pages about one's own account share: they are for members, read the account,
// and show it in sections.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useStore } from '../core/env';
import { Heading } from '../parts/heading';
import { me } from '../core/net';
import type { Player } from '../core/net';
import { account, readAccount } from '../core/people';
import type { Account } from '../core/people';
import { MembersOnly } from './sign';

interface FrameProps {
  title: string;
  /** A link beside the heading. */
  beside: (player: Player) => JSX.Element;
  children: (known: Account) => JSX.Element;
}

export function AccountFrame({ title, beside, children }: FrameProps): JSX.Element {
  const player = useStore(me);
  const known = useStore(account);
  useEffect(() => {
    void readAccount().catch(() => undefined);
  }, [player?.id]);
  if (player?.kind !== 'member') return <MembersOnly title={title} />;
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={title} />
        {beside(player)}
      </div>
      {known && <div class="sections">{children(known)}</div>}
    </div>
  );
}

interface SectionProps {
  title: string;
  wide?: boolean;
  children: ComponentChildren;
}

export function Section({ title, wide, children }: SectionProps): JSX.Element {
  return (
    <section class={wide ? 'panel wide' : 'panel'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
