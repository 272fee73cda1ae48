// Quick pairing: a card for each pace. One click looks for an opponent, in the card itself; another ends it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { FIRST_GAME, GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { Chips } from '../parts/chips';
import { paceText, timeText } from '../core/clock';
import { PACES } from '../parts/clockform';
import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import type { LobbyPeople } from './lobbystate';
import { looking, sameWish, useLooking } from './looking';
import type { Wish } from './looking';
import { mayMeet } from './waitinglist';
import { me } from '../core/net';
import type { ClockWish } from '../core/net';
import { useAsked } from '../core/asked';
import { ratingText } from '../parts/rating';
import { lastGame } from '../opponents/newchoice';
import { usualSizes } from '../parts/sizechips';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function kindOf(clock: ClockWish) {
  const main = clock.main_ms ?? 0;
  if (clock.kind === 'days') return 'days';
  if (main < 3 * MINUTE) return 'bullet';
  if (main < 10 * MINUTE) return 'blitz';
  return main < 30 * MINUTE ? 'rapid' : 'slow';
}

export function QuickPairing({ people }: { people: LobbyPeople }): JSX.Element {
  const [game, setGame] = useState<GameName>(() => lastGame() ?? FIRST_GAME);
  const info = rules().info(game);
  const sizes = usualSizes(info);
  const [wanted, setWanted] = useState(9);
  const size = sizes.includes(wanted) ? wanted : (sizes.find((n) => n >= 8) ?? info.sizeDefault);
  const [any, setAny] = useState(false);
  const [error, setError] = useState('');
  const wish = useStore(looking);
  useLooking(wish, (problem) => {
    setError(problem);
    looking.set(null);
  });
  useEffect(() => () => looking.set(null), []);
  const change = (then: () => void): void => {
    looking.set(null);
    setError('');
    then();
  };
  const wishOf = (clock: ClockWish): Wish => ({ game, width: size, height: size, clock, any });
  const isOn = (clock: ClockWish): boolean => wish !== null && sameWish(wish, wishOf(clock));
  const waiting = (clock: ClockWish): number =>
    people.waiting.filter((w) => mayMeet(w, wishOf(clock))).reduce((sum, w) => sum + w.n, 0);
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
          value={any ? 'any' : game}
          set={(g) =>
            change(() => {
              setAny(g === 'any');
              if (g !== 'any') setGame(g);
            })
          }
          options={[
            ...GAMES.map((g) => [g, t(`title.${g}`)] as const),
            ['any', t('quick.any.chip')] as const,
          ]}
        />
        {!any && (
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
        )}
      </div>
      {any && (
        <p class="soft quick-any">
          <b>{t('quick.any')}.</b> {t('quick.any.text')}
        </p>
      )}
      <QuickRated game={any ? null : game} />
      <div class="pace-cards">
        {PACES.map((clock) => (
          <PaceCard
            key={paceText(clock)}
            clock={clock}
            on={isOn(clock)}
            waiting={waiting(clock)}
            title={t('quick.start', {
              title: any ? t('quick.any') : t(`title.${game}`),
              size: any ? '' : t('lobby.size', { width: size, height: size }),
              pace: paceText(clock),
            })}
            toggle={() => {
              const next = isOn(clock) ? null : wishOf(clock);
              change(() => looking.set(next));
            }}
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

interface OwnRatings {
  ratings: { game: GameName; rating: number; provisional: boolean }[];
}

/** A player without a rated match begins there. */
const FIRST_RATING = 1500;

/** That the match will be rated, and with which rating one begins it; guests play unrated. */
function QuickRated({ game }: { game: GameName | null }): JSX.Element {
  const player = useStore(me);
  const member = player?.kind === 'member';
  const path = member ? `/players/${encodeURIComponent(player.name)}/ratings` : null;
  const own = useAsked<OwnRatings>(path).value;
  if (!member) return <p class="soft quick-rated">{t('quick.unrated')}</p>;
  const known = own?.ratings.find((r) => r.game === game);
  const rating = known
    ? { points: Math.round(known.rating), provisional: known.provisional }
    : { points: FIRST_RATING, provisional: true };
  return (
    <p class="soft quick-rated">
      {own === null || game === null
        ? t('quick.rated')
        : t('quick.rated.with', { rating: ratingText(rating) })}
    </p>
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
