// The choice of a clock for matches and tournaments: a few common ones, or a custom one.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { Chips } from './chips';
import { DAY, clockText, paceText } from '../core/clock';
import { Check, Choice, Field } from './form';
import type { ClockKind, ClockWish } from '../core/net';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const USUAL: ClockWish[] = [
  { kind: 'fischer', main_ms: 5 * MINUTE, add_ms: 5 * SECOND },
  { kind: 'fischer', main_ms: 15 * MINUTE, add_ms: 10 * SECOND },
  { kind: 'byoyomi', main_ms: 20 * MINUTE, move_ms: 30 * SECOND, periods: 5 },
  { kind: 'days', move_ms: DAY },
  { kind: 'days', move_ms: 3 * DAY },
  { kind: 'days', move_ms: 7 * DAY },
  { kind: 'fischer', main_ms: 14 * DAY, add_ms: DAY, cap_ms: 28 * DAY },
];
const KINDS: ClockKind[] = ['fischer', 'byoyomi', 'simple', 'days'];

const fischer = (minutes: number, seconds: number): ClockWish => ({
  kind: 'fischer',
  main_ms: minutes * MINUTE,
  add_ms: seconds * SECOND,
});
const days = (n: number): ClockWish => ({ kind: 'days', move_ms: n * DAY });

/** The paces of quick pairing, and the chips of a new match. */
export const PACES: readonly ClockWish[] = [
  fischer(1, 2),
  fischer(3, 2),
  fischer(5, 3),
  fischer(10, 5),
  fischer(15, 10),
  fischer(30, 15),
  days(1),
  days(3),
];
const CHIPS = PACES.filter((c) => c.kind === 'days' || [3, 5, 10, 15].includes((c.main_ms ?? 0) / MINUTE));

/** The paces that an arena allows: 40 moves take half an hour at most. */
const SHORT = PACES.filter(
  (c) => c.kind === 'fischer' && (c.main_ms ?? 0) + 40 * (c.add_ms ?? 0) <= 30 * MINUTE,
);
export const ARENA_CLOCK: ClockWish = fischer(5, 3);

const sameClock = (a: ClockWish | null, b: ClockWish | null): boolean =>
  JSON.stringify(a && { ...a, timeout: undefined }) === JSON.stringify(b && { ...b, timeout: undefined });

/** The clock as chips; "other" opens all that a clock may be. */
export function ClockChips({ value, set }: Omit<ClockFieldsProps, 'needed'>): JSX.Element {
  const at = CHIPS.findIndex((c) => sameClock(c, value));
  const [other, setOther] = useState(value !== null && at < 0);
  const choose = (wish: string): void => {
    setOther(wish === 'other');
    if (wish === '') set(null);
    else if (wish !== 'other') set(CHIPS[Number(wish)] ?? null);
  };
  return (
    <>
      <Chips
        text={t('clock.title')}
        value={other ? 'other' : at < 0 ? '' : String(at)}
        set={choose}
        options={[
          ['', t('clock.none')],
          ...CHIPS.map((c, i) => [String(i), paceText(c)] as const),
          ['other', t('new.else')],
        ]}
      />
      {other && (
        <div class="levels">
          <ClockFields value={value} set={set} />
        </div>
      )}
    </>
  );
}

/** The clock of an arena. */
export function ArenaClocks({ value, set }: Omit<ClockFieldsProps, 'needed'>): JSX.Element {
  return (
    <Chips
      text={t('clock.title')}
      value={String(SHORT.findIndex((c) => sameClock(c, value)))}
      set={(wish) => set(SHORT[Number(wish)] ?? null)}
      options={SHORT.map((c, i) => [String(i), paceText(c)] as const)}
    />
  );
}

interface ClockFieldsProps {
  value: ClockWish | null;
  set: (clock: ClockWish | null) => void;
  /** Tournaments need one. */
  needed?: boolean;
}

/** The option that the select shows for a clock: the number of a usual one, '' for none, 'own' for
 * the rest. */
function wordOf(clock: ClockWish | null): string {
  if (clock === null) return '';
  const bare = JSON.stringify({ ...clock, timeout: undefined });
  const at = USUAL.findIndex((c) => JSON.stringify(c) === bare);
  return at < 0 ? 'own' : String(at);
}

export function ClockFields({ value, set, needed }: ClockFieldsProps): JSX.Element {
  const word = wordOf(value);
  const claims = value?.timeout === 'claim';
  const choose = (wish: string): void => {
    if (wish === '') set(null);
    else if (wish === 'own') set({ kind: 'fischer', main_ms: 10 * MINUTE, add_ms: 10 * SECOND });
    else set(withTimeout(USUAL[Number(wish)] ?? null, claims));
  };
  const options = [
    ...(needed ? [] : [['', t('clock.none')] as const]),
    ...USUAL.map((c, i) => [String(i), clockText(c)] as const),
    ['own', t('clock.own')] as const,
  ];
  return (
    <fieldset>
      <legend>{t('clock.title')}</legend>
      <Choice text={t('clock.which')} value={word} set={choose} options={options} />
      {value !== null && word === 'own' && <OwnClock value={value} set={set} />}
      {value !== null && (
        <Check on={claims} set={(on) => set(withTimeout(value, on))} text={t('clock.claim')} />
      )}
    </fieldset>
  );
}

function withTimeout(clock: ClockWish | null, claim: boolean): ClockWish | null {
  if (clock === null) return null;
  const set = { ...clock };
  delete set.timeout;
  return claim ? { ...set, timeout: 'claim' } : set;
}

/** The parts that a kind has, and a start for each. */
function partsOf(kind: ClockKind, timeout: ClockWish['timeout']): ClockWish {
  const claim = timeout === undefined ? {} : { timeout };
  if (kind === 'fischer') return { kind, main_ms: 10 * MINUTE, add_ms: 10 * SECOND, ...claim };
  if (kind === 'byoyomi') return { kind, main_ms: 10 * MINUTE, move_ms: 30 * SECOND, periods: 3, ...claim };
  return { kind, move_ms: kind === 'days' ? 2 * DAY : 30 * SECOND, ...claim };
}

function OwnClock({ value, set }: { value: ClockWish; set: (clock: ClockWish) => void }): JSX.Element {
  const part = (
    key: 'main_ms' | 'add_ms' | 'move_ms' | 'cap_ms',
    text: string,
    unit: number,
    min: number,
  ): JSX.Element => (
    <Field
      key={key}
      text={text}
      type="number"
      min={min}
      value={String((value[key] ?? 0) / unit)}
      set={(typed) => set({ ...value, [key]: Math.round(Number(typed) * unit) })}
    />
  );
  return (
    <div class="fields">
      <Choice
        text={t('clock.kind')}
        value={value.kind}
        set={(kind) => set(partsOf(kind, value.timeout))}
        options={KINDS.map((kind) => [kind, t(`clock.kind.${kind}`)] as const)}
      />
      {(value.kind === 'fischer' || value.kind === 'byoyomi') && part('main_ms', t('clock.main'), MINUTE, 0)}
      {value.kind === 'fischer' && part('add_ms', t('clock.add'), SECOND, 0)}
      {value.kind === 'fischer' && part('cap_ms', t('clock.cap'), MINUTE, 0)}
      {value.kind === 'byoyomi' && part('move_ms', t('clock.period'), SECOND, 1)}
      {value.kind === 'byoyomi' && (
        <Field
          text={t('clock.count')}
          type="number"
          min={1}
          value={String(value.periods ?? 1)}
          set={(typed) => set({ ...value, periods: Number(typed) })}
        />
      )}
      {value.kind === 'simple' && part('move_ms', t('clock.move'), SECOND, 1)}
      {value.kind === 'days' && part('move_ms', t('clock.days'), DAY, 1)}
    </div>
  );
}
