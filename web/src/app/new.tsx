// The form for a new match: game, board, who plays, options; on the server or on this device.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { GAMES, OPTION_JACKED, OPTION_SWAP } from '../wasm';
import type { GameInfo, GameName } from '../wasm';
import { rules } from './env';
import { Heading } from './heading';
import { createMatch, sentence } from './net';
import type { SeatWish } from './net';
import { navigate } from './router';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const LEVEL_FIRST = 2;

function seatWord(word: string): SeatWish {
  if (word === 'open' || word === 'invite' || word === 'me') return word;
  return { bot: Number(word.slice(1)) };
}

const SEAT_WORD = /^(me|open|invite|e[1-8])$/;

/** As many seats as the game has, from an address that anybody may have written. */
function seatsFromAddress(info: GameInfo, text: string | null): string[] {
  const words = (text ?? 'me').split(',').filter((word) => SEAT_WORD.test(word));
  const seats = words.slice(0, info.playersMax);
  while (seats.length < info.playersMin) seats.push(`e${LEVEL_FIRST}`);
  return seats;
}

function sizesOf(info: GameInfo): number[] {
  const sizes: number[] = [];
  for (let n = info.sizeMin; n <= info.sizeMax; n += info.sizeStep) sizes.push(n);
  return sizes;
}

function levelText(level: number): string {
  if (level === 1) return t('new.seat.bot.first', { level });
  return t(level === 8 ? 'new.seat.bot.last' : 'new.seat.bot', { level });
}

export function NewPage({ game, query }: { game: GameName; query: URLSearchParams }): JSX.Element {
  const info = rules().info(game);
  const [width, setWidth] = useState(info.sizeDefault);
  const [height, setHeight] = useState(info.sizeDefault);
  const [seats, setSeats] = useState(() => seatsFromAddress(info, query.get('seats')));
  const [swap, setSwap] = useState((info.optionsDefault & OPTION_SWAP) !== 0);
  const [jacked, setJacked] = useState(false);
  const [random, setRandom] = useState(false);
  const [secret, setSecret] = useState(false);
  const [offline, setOffline] = useState(false);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const players = (n: number): void =>
    setSeats(Array.from({ length: n }, (_, i) => seats[i] ?? `e${LEVEL_FIRST}`));
  const onlyHere = seats.every((s) => s !== 'open' && s !== 'invite');
  const local = offline && onlyHere;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const rows = info.rectangular ? height : width;
    if (local) {
      const words = seats.join(',');
      navigate(
        `/local/${game}?width=${width}&height=${rows}&seats=${words}&swap=${swap ? 1 : 0}&jacked=${jacked ? 1 : 0}`,
      );
      return;
    }
    setBusy(true);
    setError('');
    const options = {
      ...(info.options & OPTION_SWAP ? { swap } : {}),
      ...(info.options & OPTION_JACKED ? { jacked } : {}),
    };
    try {
      const match = await createMatch({
        game,
        width,
        height: rows,
        options,
        seats: seats.map(seatWord),
        private: secret,
        random_seats: random,
      });
      navigate(`/m/${match.id}`);
    } catch (e) {
      setError(sentence(e));
      setBusy(false);
    }
  };
  return (
    <div class="page narrow">
      <Heading title={t('new.title')} />
      <form class="panel form" onSubmit={(e) => void submit(e)}>
        <label>
          {t('new.game')}
          <select
            value={game}
            onChange={(e) => navigate(`/new/${e.currentTarget.value}${location.search}`, true)}
          >
            {GAMES.map((g) => (
              <option key={g} value={g}>
                {t(`title.${g}`)}
              </option>
            ))}
          </select>
        </label>
        <SizeField
          text={info.rectangular ? t('new.width') : t('new.size')}
          sizes={sizesOf(info)}
          value={width}
          square={!info.rectangular}
          set={setWidth}
        />
        {info.rectangular && (
          <SizeField text={t('new.height')} sizes={sizesOf(info)} value={height} square={false} set={setHeight} />
        )}
        {info.playersMax > info.playersMin && (
          <label>
            {t('new.players')}
            <select value={seats.length} onChange={(e) => players(Number(e.currentTarget.value))}>
              {[2, 3, 4].map((n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </select>
          </label>
        )}
        <fieldset>
          <legend>{t('new.seats')}</legend>
          {seats.map((word, i) => (
            <label key={i}>
              {t('new.seat', { n: i + 1 })}
              <select
                value={word}
                onChange={(e) => setSeats(seats.map((s, k) => (k === i ? e.currentTarget.value : s)))}
              >
                <option value="me">{t('new.seat.me')}</option>
                <option value="invite">{t('new.seat.invite')}</option>
                <option value="open">{t('new.seat.open')}</option>
                {LEVELS.map((level) => (
                  <option key={level} value={`e${level}`}>
                    {levelText(level)}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('new.options')}</legend>
          {(info.options & OPTION_SWAP) !== 0 && <Check on={swap} set={setSwap} text={t('new.swap')} />}
          {(info.options & OPTION_JACKED) !== 0 && (
            <Check on={jacked} set={setJacked} text={t('new.jacked')} />
          )}
          {!local && <Check on={random} set={setRandom} text={t('new.random')} />}
          {!local && <Check on={secret} set={setSecret} text={t('new.private')} />}
          {onlyHere && <Check on={offline} set={setOffline} text={t('new.offline')} />}
        </fieldset>
        {error && (
          <p class="panel refusal" role="alert">
            {error}
          </p>
        )}
        <button type="submit" class="go" disabled={busy}>
          {busy ? t('new.starting') : t('new.start')}
        </button>
      </form>
    </div>
  );
}

interface SizeFieldProps {
  text: string;
  sizes: number[];
  value: number;
  square: boolean;
  set: (n: number) => void;
}

function SizeField({ text, sizes, value, square, set }: SizeFieldProps): JSX.Element {
  return (
    <label>
      {text}
      <select value={value} onChange={(e) => set(Number(e.currentTarget.value))}>
        {sizes.map((n) => (
          <option key={n} value={n}>
            {square ? t('lobby.size', { width: n, height: n }) : n}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  on: boolean;
  set: (on: boolean) => void;
  text: string;
}

function Check({ on, set, text }: CheckProps): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={on} onChange={(e) => set(e.currentTarget.checked)} />
      {text}
    </label>
  );
}
