// Further settings of a new match: its start position, a delay, a standing seek, privacy.
import type { JSX } from 'preact';

import { t } from '../i18n';
import type { Setup } from '../wasm/wasm';
import { Area, Check, Choice, Field } from '../parts/form';
import { MovePicker } from '../parts/movepicker';
import type { NewMatch } from '../core/net';

const STANDING_MAX = 50;
const START_MAX = 200;
const MINUTE_MS = 60_000;
const STARTS = ['empty', 'moves', 'record'] as const;
const DELAYS = ['', 'p2', 'p6', 'p10', 'm5', 'm30'] as const;
type Delay = (typeof DELAYS)[number];

export interface More {
  random: boolean;
  secret: boolean;
  /** On this device, without the server. */
  offline: boolean;
  start: (typeof STARTS)[number];
  moves: string[];
  record: string;
  recordPly: string;
  delay: Delay;
  standing: string;
}

export const noMore = (): More => ({
  random: false,
  secret: false,
  offline: false,
  start: 'empty',
  moves: [],
  record: '',
  recordPly: '',
  delay: '',
  standing: '',
});

function delayText(word: Delay): string {
  const n = Number(word.slice(1));
  if (word === '') return t('new.delay.none');
  return word.startsWith('p') ? t('new.delay.plies', { n }) : t('new.delay.minutes', { n });
}

export function delayWish(word: Delay): NewMatch['delay'] {
  const n = Number(word.slice(1));
  if (word === '') return undefined;
  return word.startsWith('p') ? { plies: n } : { ms: n * MINUTE_MS };
}

interface MoreFieldsProps {
  more: More;
  set: (more: More) => void;
  setup: Setup;
  /** With no other person the match may stay on this device. */
  onlyHere: boolean;
  /** A seat is open to anyone. */
  open: boolean;
}

export function MoreFields({ more, set, setup, onlyHere, open }: MoreFieldsProps): JSX.Element {
  const change = (wish: Partial<More>): void => set({ ...more, ...wish });
  const local = more.offline && onlyHere;
  return (
    <>
      {onlyHere && <Check on={more.offline} set={(offline) => change({ offline })} text={t('new.offline')} />}
      {!local && (
        <>
          <Check on={more.random} set={(random) => change({ random })} text={t('new.random')} />
          <Check on={more.secret} set={(secret) => change({ secret })} text={t('new.private')} />
          <Choice
            text={t('new.start.position')}
            value={more.start}
            set={(start) => change({ start })}
            options={STARTS.map((s) => [s, t(`new.start.${s}`)] as const)}
          />
          {more.start === 'moves' && (
            <MovePicker
              setup={setup}
              moves={more.moves}
              set={(moves) => change({ moves })}
              max={START_MAX}
              none={t('new.start.empty')}
            />
          )}
          {more.start === 'record' && (
            <>
              <RecordFields record={more.record} set={(record) => change({ record })} />
              <Field
                text={t('new.start.ply')}
                type="number"
                min={1}
                value={more.recordPly}
                set={(recordPly) => change({ recordPly })}
              />
            </>
          )}
          <Choice
            text={t('new.delay')}
            value={more.delay}
            set={(delay) => change({ delay })}
            options={DELAYS.map((d) => [d, delayText(d)] as const)}
          />
          {open && (
            <Field
              text={t('new.standing')}
              type="number"
              min={1}
              max={STANDING_MAX}
              value={more.standing}
              set={(standing) => change({ standing })}
            />
          )}
        </>
      )}
    </>
  );
}

function RecordFields({ record, set }: { record: string; set: (text: string) => void }): JSX.Element {
  return (
    <>
      <label>
        {t('new.start.file')}
        <input
          type="file"
          accept=".sgf,.json,text/plain"
          onChange={(e) => {
            const file = e.currentTarget.files?.[0];
            if (file) void file.text().then(set);
          }}
        />
      </label>
      <Area text={t('new.start.text')} value={record} set={set} maxLength={60_000} required />
    </>
  );
}
