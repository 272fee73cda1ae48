// The styles of the study are loaded with it.
import { useEffect, useState } from 'preact/hooks';

/** True when they are there. */
export function useStyles(): boolean {
  const [ready, setReady] = useState(() => document.querySelector('link[data-study]') !== null);
  useEffect(() => {
    if (ready) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/study.css';
    link.setAttribute('data-study', '');
    link.onload = link.onerror = () => setReady(true);
    document.head.append(link);
  }, []);
  return ready;
}
