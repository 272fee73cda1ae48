// An icon in place of a word where a narrow screen has no room; screen readers still say the word.
import type { JSX } from 'preact';

interface IconProps {
  /** An SVG path in a square of 24. */
  path: string;
  /** Drawn as a line, not as a shape. */
  line?: boolean;
}

export function Icon({ path, line }: IconProps): JSX.Element {
  return (
    <svg class={line ? 'icon line' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
