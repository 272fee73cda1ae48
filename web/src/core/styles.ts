// Styles of a part of the page, loaded when the part is opened.
import { useEffect, useState } from 'preact/hooks';

const asked = new Map<string, Promise<void>>();

/** Resolves when they hold; a part without its styles is shown anyway. */
export function loadStyles(href: string): Promise<void> {
  const known = asked.get(href);
  if (known) return known;
  const done = new Promise<void>((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
  asked.set(href, done);
  return done;
}

/** Loads a style sheet once; true when it is loaded or has failed to load. */
export function useStyles(href: string): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void loadStyles(href).then(() => setReady(true));
  }, [href]);
  return ready;
}
