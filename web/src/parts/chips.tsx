// A choice as a row of chips: a group of radio buttons, so arrows go within it and Tab goes past it.
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

export type Chip<T extends string> = readonly [value: T, text: ComponentChildren];

interface ChipsProps<T extends string> {
  text: string;
  /** Only screen readers get the name of the group. */
  hidden?: boolean;
  value: T;
  set: (value: T) => void;
  options: readonly Chip<T>[];
  /** Beside the chips. */
  children?: ComponentChildren;
}

export function Chips<T extends string>({
  text,
  hidden,
  value,
  set,
  options,
  children,
}: ChipsProps<T>): JSX.Element {
  const name = useId();
  return (
    <div class="choice" role="radiogroup" aria-labelledby={`${name}-name`}>
      <span id={`${name}-name`} class={hidden ? 'visually-hidden' : 'choice-name'}>
        {text}
      </span>
      <div class="chips">
        {options.map(([word, said]) => (
          <label class="chip" key={word}>
            <input type="radio" name={name} checked={word === value} onChange={() => set(word)} />
            <span>{said}</span>
          </label>
        ))}
        {children}
      </div>
    </div>
  );
}
