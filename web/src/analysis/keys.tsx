// The keys of a study: one table gives both their actions and the help of `?`.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { Dialog } from './dialog';
import { st } from './words';
import type { StudyKey } from './words';

export const COMMANDS = [
  'back',
  'forward',
  'above',
  'below',
  'first',
  'last',
  'engine',
  'playbest',
  'candidates',
  'ownership',
  'threat',
  'flip',
  'draw',
  'undo',
  'redo',
  'comment',
  'name',
  'promote',
  'delete',
  'fold',
  'clear',
  'import',
  'export',
  'new',
  'keys',
] as const;
export type Command = (typeof COMMANDS)[number];

/** As KeyboardEvent.key says them; Mod is Ctrl, or Command on a Mac. */
const KEYS: Record<Command, string[]> = {
  back: ['ArrowLeft'],
  forward: ['ArrowRight'],
  above: ['ArrowUp'],
  below: ['ArrowDown'],
  first: ['Home'],
  last: ['End'],
  engine: ['e'],
  playbest: [' '],
  candidates: ['c'],
  ownership: ['o'],
  threat: ['x'],
  flip: ['f'],
  draw: ['d'],
  undo: ['Mod z'],
  redo: ['Mod Z', 'Mod y'],
  comment: ['/'],
  name: ['n'],
  promote: ['p'],
  delete: ['Delete', 'Backspace'],
  fold: ['v'],
  clear: ['k'],
  import: ['i'],
  export: ['s'],
  new: ['N'],
  keys: ['?'],
};

function commandOf(event: KeyboardEvent): Command | null {
  let { key } = event;
  if (key.length === 1) key = event.shiftKey ? key.toUpperCase() : key.toLowerCase(); // whatever Caps Lock does
  if (event.ctrlKey || event.metaKey) key = `Mod ${key}`;
  return COMMANDS.find((c) => KEYS[c].includes(key)) ?? null;
}

/** Whether the keyboard came to where it is by Tab: on a board that was clicked, arrows still step. */
let byTab = false;

/** Fields and buttons keep the keys that mean something to them. */
function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as Element | null;
  if (event.altKey || target?.closest('input, textarea, select, dialog')) return true;
  const onBoard = byTab && target?.closest('.board') != null;
  if (onBoard) return event.key.startsWith('Arrow') || ['Home', 'End', ' ', 'Enter'].includes(event.key);
  return event.key === ' ' && target?.closest('button, a, summary') != null;
}

/** `only`: the commands that a page has; glyphs go with all of them. */
export function useKeys(
  run: (command: Command) => void,
  glyph: (n: number) => void,
  only: readonly Command[] = COMMANDS,
): void {
  const latest = useRef({ run, glyph });
  latest.current = { run, glyph };
  useEffect(() => {
    const point = (): void => {
      byTab = false;
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') byTab = true;
      if (isElsewhere(event)) return;
      const command = commandOf(event);
      if (command && !only.includes(command)) return;
      if (command) latest.current.run(command);
      else if (only === COMMANDS && /^[0-6]$/.test(event.key) && !event.ctrlKey && !event.metaKey)
        latest.current.glyph(Number(event.key));
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the page's own keys (waiting.ts): here they mean something else.
    addEventListener('keydown', key, true);
    addEventListener('pointerdown', point, true);
    return () => {
      removeEventListener('keydown', key, true);
      removeEventListener('pointerdown', point, true);
    };
  }, []);
}

const NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function keyName(key: string): string {
  if (key === ' ') return st('key.space');
  if (key.startsWith('Mod '))
    return `Ctrl ${/[A-Z]/.test(key.slice(4)) ? '⇧ ' : ''}${key.slice(4).toUpperCase()}`;
  if (key === 'N') return '⇧ N';
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

export function KeyHelp({ close }: { close: () => void }): JSX.Element {
  return (
    <Dialog title={st('keys.title')} close={close}>
      <dl class="study-keys">
        {COMMANDS.map((c) => (
          <div key={c}>
            <dt>
              {KEYS[c].map((k) => (
                <kbd key={k}>{keyName(k)}</kbd>
              ))}
            </dt>
            <dd>{st(`keys.${c}` as StudyKey)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>1</kbd> – <kbd>6</kbd>
          </dt>
          <dd>{st('keys.glyphs')}</dd>
        </div>
        <div>
          <dt>
            <kbd>0</kbd>
          </dt>
          <dd>{st('keys.noglyph')}</dd>
        </div>
      </dl>
      <p class="soft">{st('keys.mouse')}</p>
    </Dialog>
  );
}
