// A dialog over the page: Escape and its cross close it, the keyboard stays in it while it is open.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { st } from './words';

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, close, children }: DialogProps): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class="panel study-dialog"
      aria-label={title}
      onClose={close}
      onCancel={(event) => {
        // Closed at once: the browser's own way comes later, and a key in between would be lost.
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === box.current) close();
      }}
    >
      <div class="study-dialog-head">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label={st('dialog.close')} onClick={close}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
}
