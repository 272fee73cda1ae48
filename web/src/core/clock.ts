// Clocks as the page shows them: computes the time that a seat has left now from the server's last
// report. Plain functions; the server alone decides when time has run out.
import { number, plural, t } from '../i18n';
import type { Clock, ClockWish } from './net';

export interface TimeLeft {
  /** Until the seat loses or, in byo-yomi, enters its next period; never below 0. */
  ms: number;
  /** Periods of byo-yomi that are left, the one that runs among them. */
  periods: number;
  /** Is it within a period? */
  inPeriod: boolean;
  running: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time that a seat (from 1) has left at a server's time. */
export function leftAt(clock: Clock, seat: number, at: number): TimeLeft {
  const known = clock.seats[seat - 1];
  if (!known) return { ms: 0, periods: 0, inPeriod: false, running: false };
  const running = clock.running === seat && !clock.paused;
  let ms = running ? known.left_ms - Math.max(0, at - clock.since) : known.left_ms;
  let periods = known.periods;
  let inPeriod = clock.kind === 'byoyomi' && periods < clock.periods;
  if (clock.kind === 'byoyomi') {
    // The first period begins when the main time is gone; each one used up takes one away.
    while (ms <= 0 && periods > (inPeriod ? 1 : 0)) {
      if (inPeriod) periods--;
      inPeriod = true;
      ms += clock.move_ms;
    }
  } else if (running && clock.deadline !== null) {
    // A player on vacation keeps their time: the server has moved the deadline.
    ms = Math.min(known.left_ms, clock.deadline - at);
  }
  return { ms: Math.max(0, ms), periods, inPeriod, running };
}

/** When to draw again: when the shown number changes, so minutes and days less often than
 * seconds. */
export function nextTick(ms: number): number {
  if (ms < HOUR) return Math.max(1, ms - (Math.ceil(ms / SECOND) - 1) * SECOND);
  return ms < DAY ? (ms % MINUTE) + 1 : Math.min((ms % HOUR) + 1, HOUR);
}

const two = (n: number): string => String(n).padStart(2, '0');

/** 2 d 5 h, 3 h 05 min, 4:59. */
export function timeText(ms: number): string {
  if (ms >= DAY) return t('time.days', { d: Math.floor(ms / DAY), h: Math.floor((ms % DAY) / HOUR) });
  if (ms >= HOUR)
    return t('time.hours', { h: Math.floor(ms / HOUR), m: two(Math.floor((ms % HOUR) / MINUTE)) });
  const seconds = Math.ceil(ms / SECOND);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** The last seconds with their tenths, rounded down: 9.9 … 0.0. */
export const tenthsText = (ms: number): string => number(Math.floor(ms / 100) / 10, 1);

/** A length as a person chose it: 3 days, 10 min, 30 s. */
export function lengthText(ms: number): string {
  if (ms >= DAY && ms % DAY === 0) return t('time.length.days', { n: ms / DAY });
  if (ms >= MINUTE) return t('time.length.minutes', { n: Math.round((10 * ms) / MINUTE) / 10 });
  return t('time.length.seconds', { n: Math.round(ms / SECOND) });
}

/** The terms of the clock in few words: "5 min + 5 s", "3 days a move". */
export function clockText(clock: ClockWish): string {
  const [main, add, move] = [clock.main_ms ?? 0, clock.add_ms ?? 0, clock.move_ms ?? 0].map(lengthText);
  if (clock.kind === 'fischer') return t('clock.say.fischer', { main: main ?? '', add: add ?? '' });
  if (clock.kind === 'byoyomi')
    return t('clock.say.byoyomi', { main: main ?? '', move: move ?? '', n: clock.periods ?? 1 });
  return t('clock.say.move', { move: move ?? '' });
}

/** A pace in the fewest signs: "5 + 3", "1 day". */
export function paceText(clock: ClockWish): string {
  if (clock.kind === 'days') return plural('pace.days', (clock.move_ms ?? 0) / DAY);
  if (clock.kind !== 'fischer') return clockText(clock);
  const [main, add] = [(clock.main_ms ?? 0) / MINUTE, (clock.add_ms ?? 0) / SECOND];
  return Number.isInteger(main) && main < 1000 ? `${main} + ${add}` : clockText(clock);
}

/** Whether it is played in one sitting, as the server tells it (docs/api/clocks.md). */
export const isLive = (clock: ClockWish): boolean => clock.kind !== 'days' && (clock.main_ms ?? 0) < DAY;
