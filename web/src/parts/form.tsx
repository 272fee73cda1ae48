// Parts of forms: a form that shows errors and results, and labelled fields.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

import { sentence } from '../core/net';

interface FormProps {
  /** Submits the form; the returned text is shown to the person. */
  onSubmit: () => Promise<string | undefined> | Promise<void>;
  action: string;
  /** Beside the button. */
  more?: ComponentChildren;
  disabled?: boolean;
  danger?: boolean;
  class?: string;
  label?: string;
  children?: ComponentChildren;
}

export function Form({
  onSubmit,
  action,
  more,
  disabled,
  danger,
  class: name,
  label,
  children,
}: FormProps): JSX.Element {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [done, setDone] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    setDone('');
    try {
      setDone((await onSubmit()) ?? '');
    } catch (e) {
      setError(sentence(e));
    }
    setBusy(false);
  };
  return (
    <form class={name ?? 'form'} aria-label={label} onSubmit={(e) => void submit(e)}>
      {children}
      {error && (
        <p class="panel refusal" role="alert">
          {error}
        </p>
      )}
      {done && (
        <p class="panel notice" role="status">
          {done}
        </p>
      )}
      <div class="row">
        <button type="submit" class={danger ? 'red-button' : 'go'} disabled={busy || disabled}>
          {action}
        </button>
        {more}
      </div>
    </form>
  );
}

interface FieldProps {
  text: string;
  value: string;
  set: (value: string) => void;
  type?: 'text' | 'password' | 'email' | 'number' | 'date' | 'datetime-local' | 'search';
  autoComplete?: string;
  hint?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  pattern?: string;
  /** The field takes the keyboard when the page comes. */
  focus?: boolean;
}

export function Field({
  text,
  value,
  set,
  hint,
  autoComplete,
  type = 'text',
  focus,
  ...rest
}: FieldProps): JSX.Element {
  // The types of Preact distinguish attributes of text and number fields; the browser ignores the
  // others.
  const kind = { type } as { type: 'text' };
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, []);
  return (
    <div class="field">
      <label>
        {text}
        <input
          {...rest}
          {...kind}
          ref={input}
          value={value}
          autocomplete={autoComplete ?? 'off'}
          autocapitalize={type === 'text' ? 'none' : undefined}
          aria-describedby={hint ? hintId : undefined}
          onInput={(e) => set(e.currentTarget.value)}
        />
      </label>
      {hint && (
        <span class="soft hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface AreaProps {
  text: string;
  value: string;
  set: (value: string) => void;
  maxLength: number;
  rows?: number;
  required?: boolean;
}

export function Area({ text, value, set, rows = 4, ...rest }: AreaProps): JSX.Element {
  return (
    <label>
      {text}
      <textarea {...rest} rows={rows} value={value} onInput={(e) => set(e.currentTarget.value)} />
    </label>
  );
}

interface CheckProps {
  on: boolean;
  set: (on: boolean) => void;
  text: string;
  disabled?: boolean;
}

export function Check({ on, set, text, disabled }: CheckProps): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={on}
        disabled={disabled}
        onChange={(e) => set(e.currentTarget.checked)}
      />
      {text}
    </label>
  );
}

interface ChoiceProps<T extends string> {
  text: string;
  value: T;
  set: (value: T) => void;
  /** Each value with the text that is shown for it. */
  options: readonly (readonly [T, string])[];
  /** The name is for the screen reader only. */
  hidden?: boolean;
  class?: string;
}

export function Choice<T extends string>({
  text,
  value,
  set,
  options,
  hidden,
  class: name,
}: ChoiceProps<T>): JSX.Element {
  return (
    <label class={name}>
      <span class={hidden ? 'visually-hidden' : undefined}>{text}</span>
      <select value={value} onChange={(e) => set(e.currentTarget.value as T)}>
        {options.map(([word, said]) => (
          <option key={word} value={word}>
            {said}
          </option>
        ))}
      </select>
    </label>
  );
}
