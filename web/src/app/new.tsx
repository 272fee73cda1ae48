// The form for a new match: game, board, who plays, clock, options, where it begins; on the server, as
// a challenge, a seek or an invitation, or on this device.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { OPTION_JACKED, OPTION_SWAP } from '../wasm';
import type { GameInfo, GameName } from '../wasm';
import { ClockFields } from './clockform';
import { rules, useStore } from './env';
import { Area, Check, Choice, Field, Form } from './form';
import { BoardFields, GameChoice, OptionFields, defaultOptions, knownOptions } from './gamefields';
import { Heading } from './heading';
import { MovePicker } from './movepicker';
import { createMatch, me } from './net';
import type { ClockWish, NewMatch, SeatWish } from './net';
import { navigate } from './router';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const LEVEL_FIRST = 2;
const STANDING_MAX = 50;
const START_MAX = 200;
const MINUTE_MS = 60_000;

/** me, open, invite, e1 … e8, p:NAME for who is asked by name. */
const SEAT_WORD = /^(me|open|invite|e[1-8]|p:[A-Za-z][\w.-]{0,23})$/;

function seatWish(word: string): SeatWish {
  if (word === 'open' || word === 'invite' || word === 'me') return word;
  return word.startsWith('p:') ? { player: word.slice(2).trim() } : { bot: Number(word.slice(1)) };
}

/** As many seats as the game has, from an address that anybody may have written. */
function seatsFromAddress(info: GameInfo, text: string | null): string[] {
  const words = (text ?? 'me').split(',').filter((word) => SEAT_WORD.test(word));
  const seats = words.slice(0, info.playersMax);
  while (seats.length < info.playersMin) seats.push(`e${LEVEL_FIRST}`);
  return seats;
}

function levelText(level: number): string {
  if (level === 1) return t('new.seat.bot.first', { level });
  return t(level === 8 ? 'new.seat.bot.last' : 'new.seat.bot', { level });
}

type Start = 'empty' | 'moves' | 'record';
const STARTS: Start[] = ['empty', 'moves', 'record'];
const DELAYS = ['', 'p2', 'p6', 'p10', 'm5', 'm30'] as const;
type Delay = (typeof DELAYS)[number];

function delayText(word: Delay): string {
  const n = Number(word.slice(1));
  if (word === '') return t('new.delay.none');
  return word.startsWith('p') ? t('new.delay.plies', { n }) : t('new.delay.minutes', { n });
}

function delayWish(word: Delay): NewMatch['delay'] {
  const n = Number(word.slice(1));
  if (word === '') return undefined;
  return word.startsWith('p') ? { plies: n } : { ms: n * MINUTE_MS };
}

export function NewPage({ game, query }: { game: GameName; query: URLSearchParams }): JSX.Element {
  const info = rules().info(game);
  const player = useStore(me);
  const [size, setSize] = useState({ width: info.sizeDefault, height: info.sizeDefault });
  const [seats, setSeats] = useState(() => seatsFromAddress(info, query.get('seats')));
  const [options, setOptions] = useState(() => defaultOptions(info));
  const [random, setRandom] = useState(false);
  const [secret, setSecret] = useState(false);
  const [offline, setOffline] = useState(false);
  const [clock, setClock] = useState<ClockWish | null>(null);
  const [rated, setRated] = useState(false);
  const [standing, setStanding] = useState('');
  const [delay, setDelay] = useState<Delay>('');
  const [start, setStart] = useState<Start>('empty');
  const [moves, setMoves] = useState<string[]>([]);
  const [record, setRecord] = useState('');
  const [recordPly, setRecordPly] = useState('');

  const players = (n: number): void =>
    setSeats(Array.from({ length: n }, (_, i) => seats[i] ?? `e${LEVEL_FIRST}`));
  const onlyHere = seats.every((s) => s === 'me' || s.startsWith('e'));
  const local = offline && onlyHere;
  const member = player?.kind === 'member';
  const setup = {
    game,
    ...size,
    players: seats.length,
    options:
      (options.swap ? OPTION_SWAP & info.options : 0) | (options.jacked ? OPTION_JACKED & info.options : 0),
  };

  const submit = async (): Promise<void> => {
    if (local) {
      const flags = `swap=${options.swap ? 1 : 0}&jacked=${options.jacked ? 1 : 0}`;
      navigate(`/local/${game}?width=${size.width}&height=${size.height}&seats=${seats.join(',')}&${flags}`);
      return;
    }
    const later = delayWish(delay);
    const board =
      start === 'record'
        ? { record, ...(recordPly === '' ? {} : { ply: Number(recordPly) }) }
        : { game, ...size, options: knownOptions(info, options) };
    const match = await createMatch({
      ...board,
      seats: seats.map(seatWish),
      private: secret,
      random_seats: random,
      ...(rated && member ? { rated } : {}),
      ...(clock === null ? {} : { clock }),
      ...(start === 'moves' && moves.length > 0 ? { start: moves } : {}),
      ...(standing !== '' && seats.includes('open') ? { standing: Number(standing) } : {}),
      ...(later === undefined ? {} : { delay: later }),
    });
    navigate(`/m/${match.id}`);
  };
  const chooseSize = (width: number, height: number): void => {
    setSize({ width, height });
    setMoves([]);
  };
  return (
    <div class="page narrow">
      <Heading title={t('new.title')} />
      <div class="panel">
        <Form onSubmit={submit} action={t('new.start')}>
          <GameChoice value={game} set={(wish) => navigate(`/new/${wish}${location.search}`, true)} />
          <BoardFields info={info} {...size} set={chooseSize} />
          {info.playersMax > info.playersMin && (
            <Choice
              text={t('new.players')}
              value={String(seats.length)}
              set={(n) => players(Number(n))}
              options={['2', '3', '4'].map((n) => [n, n] as const)}
            />
          )}
          <fieldset>
            <legend>{t('new.seats')}</legend>
            {seats.map((word, i) => (
              <SeatField
                key={i}
                n={i + 1}
                word={word}
                set={(wish) => setSeats(seats.map((s, k) => (k === i ? wish : s)))}
              />
            ))}
          </fieldset>
          {!local && <ClockFields value={clock} set={setClock} />}
          <fieldset>
            <legend>{t('new.options')}</legend>
            <OptionFields info={info} value={options} set={setOptions} />
            {!local && member && <Check on={rated} set={setRated} text={t('new.rated')} />}
            {!local && <Check on={random} set={setRandom} text={t('new.random')} />}
            {!local && <Check on={secret} set={setSecret} text={t('new.private')} />}
            {onlyHere && <Check on={offline} set={setOffline} text={t('new.offline')} />}
          </fieldset>
          {!local && (
            <details class="more" open={start !== 'empty' || delay !== '' || standing !== ''}>
              <summary>{t('new.more')}</summary>
              <Choice
                text={t('new.start.position')}
                value={start}
                set={setStart}
                options={STARTS.map((s) => [s, t(`new.start.${s}`)] as const)}
              />
              {start === 'moves' && (
                <MovePicker
                  setup={setup}
                  moves={moves}
                  set={setMoves}
                  max={START_MAX}
                  none={t('new.start.empty')}
                />
              )}
              {start === 'record' && (
                <>
                  <RecordFields record={record} set={setRecord} />
                  <Field
                    text={t('new.start.ply')}
                    type="number"
                    min={1}
                    value={recordPly}
                    set={setRecordPly}
                  />
                </>
              )}
              <Choice
                text={t('new.delay')}
                value={delay}
                set={setDelay}
                options={DELAYS.map((d) => [d, delayText(d)] as const)}
              />
              {seats.includes('open') && (
                <Field
                  text={t('new.standing')}
                  type="number"
                  min={1}
                  max={STANDING_MAX}
                  value={standing}
                  set={setStanding}
                />
              )}
            </details>
          )}
        </Form>
      </div>
    </div>
  );
}

interface SeatFieldProps {
  n: number;
  word: string;
  set: (word: string) => void;
}

function SeatField({ n, word, set }: SeatFieldProps): JSX.Element {
  const named = word.startsWith('p:');
  return (
    <div class="fields">
      <label>
        {t('new.seat', { n })}
        <select value={named ? 'p:' : word} onChange={(e) => set(e.currentTarget.value)}>
          <option value="me">{t('new.seat.me')}</option>
          <option value="invite">{t('new.seat.invite')}</option>
          <option value="p:">{t('new.seat.player')}</option>
          <option value="open">{t('new.seat.open')}</option>
          {LEVELS.map((level) => (
            <option key={level} value={`e${level}`}>
              {levelText(level)}
            </option>
          ))}
        </select>
      </label>
      {named && (
        <Field
          text={t('new.seat.name', { n })}
          value={word.slice(2)}
          set={(name) => set(`p:${name}`)}
          required
        />
      )}
    </div>
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
