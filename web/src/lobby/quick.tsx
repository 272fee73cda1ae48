// Quick pairing: a card for each pace. One click looks for an opponent, in the card itself; another ends it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { FIRST_GAME, GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { Chips } from '../parts/chips';
import { paceText, timeText } from '../core/clock';
import { PACES } from '../parts/clockform';
import { rules } from '../wasm/loaded';
import { FROM_NOW, events } from '../core/events';
import type { LobbyPeople } from './lobbystate';
import { beSomebody, post, sentence } from '../core/net';
import type { ClockWish } from '../core/net';
import { lastGame } from '../opponents/newchoice';
import { navigate } from '../core/router';
import { usualSizes } from '../parts/sizechips';

/** The wish is sent again this often, also to a restarted server. */
const AGAIN_MS = 8000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

interface Wish {
  game: GameName;
  width: number;
  height: number;
  clock: ClockWish;
}

function kindOf(clock: ClockWish) {
  const main = clock.main_ms ?? 0;
  if (clock.kind === 'days') return 'days';
  if (main < 3 * MINUTE) return 'bullet';
  if (main < 10 * MINUTE) return 'blitz';
  return main < 30 * MINUTE ? 'rapid' : 'slow';
}

const samePace = (a: ClockWish, b: ClockWish): boolean =>
  a.kind === b.kind &&
  (a.main_ms ?? 0) === (b.main_ms ?? 0) &&
  (a.add_ms ?? 0) === (b.add_ms ?? 0) &&
  (a.move_ms ?? 0) === (b.move_ms ?? 0);

export function QuickPairing({ people }: { people: LobbyPeople }): JSX.Element {
  const [game, setGame] = useState<GameName>(() => lastGame() ?? FIRST_GAME);
  const info = rules().info(game);
  const sizes = usualSizes(info);
  const [wanted, setWanted] = useState(9);
  const size = sizes.includes(wanted) ? wanted : (sizes.find((n) => n >= 8) ?? info.sizeDefault);
  const [pace, setPace] = useState<ClockWish | null>(null);
  const [error, setError] = useState('');
  const wish = pace && { game, width: size, height: size, clock: pace };
  useLooking(wish, (problem) => {
    setError(problem);
    setPace(null);
  });
  const change = (then: () => void): void => {
    setPace(null);
    setError('');
    then();
  };
  const waiting = (clock: ClockWish): number =>
    people.waiting.find(
      (w) => w.game === game && w.width === size && w.height === size && samePace(w.clock, clock),
    )?.n ?? 0;
  return (
    <section class="quick" aria-labelledby="quick-title">
      <div class="section-head">
        <h2 id="quick-title">{t('quick.title')}</h2>
        <span class="soft">{people.players > 0 && plural('quick.players', people.players)}</span>
      </div>
      <div class="row quick-what">
        <Chips
          text={t('lobby.filter')}
          hidden
          value={game}
          set={(g) => change(() => setGame(g))}
          options={GAMES.map((g) => [g, t(`title.${g}`)] as const)}
        />
        <select
          class="chip-select"
          aria-label={t('new.size')}
          value={size}
          onChange={(e) => {
            const n = Number(e.currentTarget.value);
            change(() => setWanted(n));
          }}
        >
          {sizes.map((n) => (
            <option key={n} value={n}>
              {t('lobby.size', { width: n, height: n })}
            </option>
          ))}
        </select>
      </div>
      <div class="pace-cards">
        {PACES.map((clock) => (
          <PaceCard
            key={paceText(clock)}
            clock={clock}
            on={pace === clock}
            waiting={waiting(clock)}
            title={t('quick.start', {
              title: t(`title.${game}`),
              size: t('lobby.size', { width: size, height: size }),
              pace: paceText(clock),
            })}
            toggle={() => change(() => setPace(pace === clock ? null : clock))}
          />
        ))}
      </div>
      {error && (
        <p class="panel refusal" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

interface PaceCardProps {
  clock: ClockWish;
  on: boolean;
  waiting: number;
  title: string;
  toggle: () => void;
}

function PaceCard({ clock, on, waiting, title, toggle }: PaceCardProps): JSX.Element {
  const waited = useSeconds(on);
  const kind = t(`quick.kind.${kindOf(clock)}`);
  const note = waiting > 0 ? `${kind} · ${plural('quick.waiting', waiting)}` : kind;
  return (
    <button
      type="button"
      class="pace-card"
      aria-pressed={on}
      title={on ? t('quick.stop') : title}
      onClick={toggle}
    >
      <b>{paceText(clock)}</b>
      <span class="soft">{on ? t('quick.looking', { time: timeText(waited * SECOND) }) : note}</span>
    </button>
  );
}

/** Seconds since it was switched on. */
function useSeconds(on: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!on) return;
    const timer = setInterval(() => setSeconds((n) => n + 1), SECOND);
    return () => clearInterval(timer);
  }, [on]);
  return seconds;
}

/** Looks for an opponent as long as there is a wish, and goes to the match that begins. */
function useLooking(wish: Wish | null, fail: (problem: string) => void): void {
  const key = JSON.stringify(wish);
  useEffect(() => {
    if (wish === null) return;
    let left = false;
    let found = false;
    const go = (match: number): void => {
      if (left || found) return;
      found = true;
      navigate(`/m/${match}`);
    };
    const ask = (): void => {
      beSomebody()
        .then(() => (left ? null : post<{ match: number | null }>('/pairing', wish)))
        .then(
          (answer) => {
            if (answer?.match != null) go(answer.match);
          },
          (e: unknown) => {
            if (!left) fail(sentence(e));
          },
        );
    };
    let stop = (): void => undefined;
    void beSomebody().then(
      () => {
        if (left) return;
        stop = events.subscribe('me', FROM_NOW, (e) => {
          // Tournaments and exhibitions pair, too (paired.ts); the wish continues then.
          const other = e.data['tournament'] ?? e.data['simul'];
          if (e.type === 'paired' && other === undefined) go(Number(e.data['match']));
        });
      },
      () => undefined,
    );
    ask();
    const again = setInterval(ask, AGAIN_MS);
    return () => {
      left = true;
      stop();
      clearInterval(again);
      if (!found) post('/pairing/end').catch(() => undefined);
    };
  }, [key]);
}
