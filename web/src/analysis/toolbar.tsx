// The bar under the board: undo, views, steps, pens, import and export. On a phone the steps are in the
// middle, in reach of both thumbs.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { Icon } from '../parts/icon';
import { Link } from '../core/router';
import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import type { GameName } from '../wasm/wasm';
import type { Command } from './keys';
import type { Mark } from './tree';
import { st } from './words';
import type { StudyKey } from './words';

export type Pen = Mark['kind'];
const PENS: readonly Pen[] = ['arrow', 'circle', 'triangle', 'square', 'cross', 'label'];

const ICONS = {
  undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3',
  flip: 'M8 20V4L4 8M16 4v16l4-4',
  candidates: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  ownership: 'M4 4h6v6H4zM14 14h6v6h-6zM15 5h3v3h-3zM6 16h3v3H6z',
  first: 'M6 5v14M19 5l-9 7 9 7',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  last: 'M18 5v14M5 5l9 7-9 7',
  import: 'M12 3v11m-5-5 5 5 5-5M4 18v3h16v-3',
  export: 'M12 15V4M7 8l5-5 5 5M4 18v3h16v-3',
  engine: 'M13 2 5 13h6l-1 9 8-12h-6z',
  draw: 'M4 20l1-5L16 4l4 4L9 19z',
  keys: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
} as const;

const PEN_ICONS: Record<Pen, string> = {
  arrow: 'M5 19 19 5M10 5h9v9',
  circle: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z',
  triangle: 'M12 5l9 15H3z',
  square: 'M5 5h14v14H5z',
  cross: 'M5 5l14 14M19 5 5 19',
  label: 'M6 20 12 4l6 16M8.5 14h7',
};

export interface Overlays {
  owner: boolean;
  water: boolean;
  claims: boolean;
}

interface ToolbarProps {
  run: (command: Command) => void;
  step: string;
  undo: boolean;
  redo: boolean;
  candidates: boolean;
  ownership: boolean;
  engine: boolean;
  pen: Pen | null;
  setPen: (pen: Pen | null) => void;
  game: GameName;
  coordinates: boolean;
  setCoordinates: (on: boolean) => void;
  overlays: Overlays;
  setOverlays: (o: Overlays) => void;
  /** The address at which this position becomes a puzzle; null: it cannot become one. */
  puzzle: string | null;
}

const KEY_SHOWN: Partial<Record<Command, string>> = {
  undo: 'Ctrl Z',
  redo: 'Ctrl ⇧ Z',
  flip: 'F',
  candidates: 'C',
  ownership: 'O',
  first: 'Home',
  back: '←',
  forward: '→',
  last: 'End',
  import: 'I',
  export: 'S',
  engine: 'E',
  draw: 'D',
  keys: '?',
};

export function Toolbar(props: ToolbarProps): JSX.Element {
  const { run, pen, setPen } = props;
  const [more, setMore] = useState(false);
  const tool = (
    command: keyof typeof ICONS,
    more: { off?: boolean; on?: boolean; class?: string; word?: string } = {},
  ): JSX.Element => {
    const name = st(`tool.${command}` as StudyKey);
    return (
      <button
        type="button"
        class={`quiet study-tool ${more.class ?? ''}`}
        aria-label={name}
        aria-pressed={more.on}
        title={st('key.of', { what: name, key: KEY_SHOWN[command] ?? '' })}
        disabled={more.off}
        onClick={() => run(command)}
      >
        <Icon path={ICONS[command]} line />
        {more.word && (
          <span class="study-tool-word" aria-hidden="true">
            {more.word}
          </span>
        )}
      </button>
    );
  };
  return (
    <div class="study-bars">
      <div class="panel study-toolbar" role="toolbar" aria-label={st('tool.bar')}>
        <span class="study-tools wide-only">
          {tool('undo', { off: !props.undo })}
          {tool('redo', { off: !props.redo })}
          {tool('flip')}
          {tool('candidates', { on: props.candidates })}
        </span>
        <span class="study-tools">
          {tool('ownership', { on: props.ownership, word: st('tool.owner') })}
          {tool('engine', { on: props.engine, class: 'phone-only', word: st('tool.engine') })}
        </span>
        <span class="study-tools study-steps">
          {tool('first', { class: 'wide-only' })}
          {tool('back', { class: 'study-thumb' })}
          <span class="study-ply wide-only">{props.step}</span>
          {tool('forward', { class: 'study-thumb' })}
          {tool('last', { class: 'wide-only' })}
        </span>
        <span class="study-tools">
          {tool('draw', { on: pen !== null, word: st('tool.draw.short') })}
          <button
            type="button"
            class="quiet study-tool"
            aria-label={st('tool.more')}
            title={st('tool.more')}
            aria-expanded={more}
            onClick={() => setMore(!more)}
          >
            <Icon path="M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2Zm7 0a1 1 0 1 0 0 2 1 1 0 0 0 0-2Zm7 0a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z" />
            <span class="study-tool-word" aria-hidden="true">
              {st('tool.more')}
            </span>
          </button>
        </span>
        <span class="study-tools wide-only">
          {tool('import')}
          {tool('export')}
          {tool('keys')}
        </span>
      </div>
      {pen !== null && (
        <div class="panel study-toolbar study-pens" role="toolbar" aria-label={st('tool.pens')}>
          {PENS.map((p) => (
            <button
              type="button"
              key={p}
              class="quiet study-tool"
              aria-label={st(`pen.${p}`)}
              title={st(`pen.${p}`)}
              aria-pressed={p === pen}
              onClick={() => setPen(p)}
            >
              <Icon path={PEN_ICONS[p]} line />
            </button>
          ))}
          <button type="button" class="quiet" onClick={() => run('clear')}>
            {st('pen.clear')}
          </button>
          <button type="button" class="quiet" onClick={() => setPen(null)}>
            {st('pen.end')}
          </button>
        </div>
      )}
      {more && <More {...props} />}
    </div>
  );
}

/** The actions that do not fit in the bar: all of them on a phone, otherwise the switches of the
 * board. */
function More(props: ToolbarProps): JSX.Element {
  const { run, overlays: o, setOverlays, game } = props;
  const item = (command: Command & keyof typeof ICONS, off = false): JSX.Element => (
    <button type="button" class="quiet phone-only" disabled={off} onClick={() => run(command)}>
      {st(`tool.${command}` as StudyKey)}
    </button>
  );
  const toggle = (on: boolean, text: string, set: (on: boolean) => void): JSX.Element => (
    <button type="button" class="quiet toggle" aria-pressed={on} onClick={() => set(!on)}>
      {text}
    </button>
  );
  const page = GAME_PAGES[game];
  return (
    <div class="panel study-more row">
      {item('undo', !props.undo)}
      {item('redo', !props.redo)}
      {item('first')}
      {item('last')}
      {item('flip')}
      {item('candidates')}
      {item('import')}
      {item('export')}
      {item('keys')}
      {toggle(props.coordinates, t('settings.coordinates'), props.setCoordinates)}
      {page.tells.water && toggle(o.water, t('table.show.channels'), (water) => setOverlays({ ...o, water }))}
      {page.tells.claims &&
        toggle(o.claims, t('table.show.claims'), (claims) => setOverlays({ ...o, claims }))}
      {page.owners !== null && toggle(o.owner, t(page.owners), (owner) => setOverlays({ ...o, owner }))}
      {props.puzzle !== null && <Link href={props.puzzle}>{st('tool.puzzle')}</Link>}
    </div>
  );
}
