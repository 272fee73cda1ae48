// A menu that opens below its button, and closes by Escape, a click elsewhere, or when the page changes.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { usePath } from '../core/router';

interface DropdownProps {
  class: string;
  /** The accessible name of a button that shows only an icon, and its tooltip. */
  label?: string;
  button: ComponentChildren;
  onOpen?: () => void;
  children: ComponentChildren;
}

export function Dropdown({ class: name, label, button, onOpen, children }: DropdownProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  const { href } = usePath();
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [href]);
  useEffect(() => {
    const close = (event: Event): void => {
      if (!menu.current?.open) return;
      const outside = event instanceof PointerEvent && !menu.current.contains(event.target as Node);
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape';
      if (outside || escaped) menu.current.open = false;
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details class={`settings ${name}`} ref={menu} onToggle={(e) => e.currentTarget.open && onOpen?.()}>
      <summary aria-label={label} title={label}>
        {button}
      </summary>
      <div class="panel menu">{children}</div>
    </details>
  );
}
