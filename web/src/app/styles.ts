// Styles of a part of the page, loaded with it.
import { useEffect, useState } from 'preact/hooks';

/** Loads a style sheet once; true when it is there, or cannot be had. */
export function useStyles(href: string): boolean {
  const loaded = (): boolean => document.querySelector(`link[href="${href}"]`) !== null;
  const [ready, setReady] = useState(loaded);
  useEffect(() => {
    if (ready || loaded()) {
      setReady(true);
      return;
    }
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = link.onerror = () => setReady(true);
    document.head.append(link);
  }, []);
  return ready;
}
