// What cannot be shown must not take the rest of the page away: a part that fails gives its place to a notice, and
// says in the console what was wrong. With other contents it tries again.
import { Component } from 'preact';
import type { ComponentChildren, JSX } from 'preact';

import { t } from '../i18n';

interface GuardProps {
  /** The contents that the part is made from: a part that failed with others is tried again. */
  of: unknown;
  /** Instead of the part. */
  otherwise: () => ComponentChildren;
  children: ComponentChildren;
}

interface GuardState {
  failed: boolean;
  of: unknown;
}

export class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { failed: false, of: this.props.of };

  static override getDerivedStateFromError(): Partial<GuardState> {
    return { failed: true };
  }

  static override getDerivedStateFromProps(props: GuardProps, state: GuardState): Partial<GuardState> | null {
    return props.of === state.of ? null : { failed: false, of: props.of };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ComponentChildren {
    return this.state.failed ? this.props.otherwise() : this.props.children;
  }
}

/** Around a board. */
export function BoardGuard({ of, children }: { of: unknown; children: ComponentChildren }): JSX.Element {
  return (
    <Guard of={of} otherwise={() => <p class="board-missing">{t('board.missing')}</p>}>
      {children}
    </Guard>
  );
}

/** Around a page. */
export function PageGuard({ of, children }: { of: unknown; children: ComponentChildren }): JSX.Element {
  const broken = (): JSX.Element => (
    <div class="page" role="alert">
      <h1>{t('status.failed')}</h1>
      <p>{t('status.failed.text')}</p>
      <button type="button" class="go" onClick={() => location.reload()}>
        {t('status.reload')}
      </button>
    </div>
  );
  return (
    <Guard of={of} otherwise={broken}>
      {children}
    </Guard>
  );
}
