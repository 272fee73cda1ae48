// The simultaneous exhibitions of the site, and the form for a new one.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { FIRST_GAME } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { clockText } from '../core/clock';
import { ClockFields } from '../parts/clockform';
import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import { Area, Choice, Field, Form } from '../parts/form';
import { BoardFields, GameChoice, OptionFields, defaultOptions, knownOptions } from '../parts/gamefields';
import { Heading } from '../parts/heading';
import { MoreButton } from '../parts/loading';
import { me, post } from '../core/net';
import type { ClockWish } from '../core/net';
import { useLobbyList } from '../core/paged';
import { Link, navigate } from '../core/router';
import { MembersOnly } from '../people/sign';
import { HOST_SIDES } from './simultypes';
import type { HostSide, Simul, SimulHead } from './simultypes';
import { useSimulsWords, xt } from './simulswords';

const MINUTE = 60_000;
const PAGE = 20;
const STATES = ['open', 'running', 'finished'] as const;

export function SimulsPage(): JSX.Element | null {
  const spoken = useSimulsWords();
  const player = useStore(me);
  if (!spoken) return null;
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={xt('simuls.title')} />
        {player?.kind === 'member' && (
          <Link class="button" href="/simuls/new">
            {xt('simuls.new')}
          </Link>
        )}
      </div>
      <p>{xt('simuls.lead')}</p>
      {STATES.map((state) => (
        <section class="panel" key={state}>
          <h2>{xt(`simuls.${state}`)}</h2>
          <SimulList state={state} />
        </section>
      ))}
    </div>
  );
}

function SimulList({ state }: { state: SimulHead['state'] }): JSX.Element {
  const {
    rows: list,
    next,
    more,
  } = useLobbyList(
    `/simuls?state=${state}&limit=${PAGE}`,
    (answer) => (answer as { simuls: SimulHead[] }).simuls,
    'simul',
  );
  if (list === null) return <p class="soft">{t('status.loading')}</p>;
  if (list.length === 0) return <p class="soft">{xt('simuls.none')}</p>;
  return (
    <>
      <ul class="match-list">
        {list.map((m) => (
          <li key={m.id}>
            <Link href={`/simuls/${m.id}`} class="match-row">
              <span class="match-who">
                <b>{m.host.name}</b>
              </span>
              <span>
                {t(`title.${m.game}`)} {t('lobby.size', { width: m.width, height: m.height })}
              </span>
              <span class="soft">{clockText(m.clock)}</span>
              <span class="soft">
                {m.state === 'open'
                  ? xt('simuls.asked', { n: m.asked, most: m.guests_max })
                  : xt('simuls.score', { name: m.host.name, ...m.score })}
              </span>
              <span class="match-action">{t('lobby.look')}</span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton next={next} more={more} />
    </>
  );
}

/** Whether a clock has time that is kept from move to move, so that the host can have more of it. */
const hasBank = (clock: ClockWish | null): boolean => (clock?.main_ms ?? 0) > 0 && (clock?.cap_ms ?? 0) === 0;

export function NewSimulPage(): JSX.Element | null {
  const spoken = useSimulsWords();
  const player = useStore(me);
  const [game, setGame] = useState<GameName>(FIRST_GAME);
  const info = rules().info(game);
  const [size, setSize] = useState({ width: info.sizeDefault, height: info.sizeDefault });
  const [options, setOptions] = useState(() => defaultOptions(info));
  const [clock, setClock] = useState<ClockWish | null>({
    kind: 'fischer',
    main_ms: 15 * MINUTE,
    add_ms: 10_000,
  });
  const [side, setSide] = useState<HostSide>('first');
  const [extra, setExtra] = useState('15');
  const [most, setMost] = useState('20');
  const [text, setText] = useState('');
  if (!spoken) return null;
  if (player?.kind !== 'member') return <MembersOnly title={xt('simuls.new.title')} />;
  const chooseGame = (wish: GameName): void => {
    const next = rules().info(wish);
    setGame(wish);
    setSize({ width: next.sizeDefault, height: next.sizeDefault });
    setOptions(defaultOptions(next));
  };
  const submit = async (): Promise<void> => {
    const made = await post<Simul>('/simuls', {
      game,
      ...size,
      options: knownOptions(info, options),
      clock,
      host_side: side,
      guests_max: Number(most),
      ...(hasBank(clock) ? { host_ms: Number(extra) * MINUTE } : {}),
      ...(text === '' ? {} : { text }),
    });
    navigate(`/simuls/${made.id}`);
  };
  return (
    <div class="page narrow">
      <Heading title={xt('simuls.new.title')} />
      <p>{xt('simuls.lead')}</p>
      <div class="panel">
        <Form onSubmit={submit} action={xt('simuls.create')}>
          <GameChoice value={game} set={chooseGame} />
          <BoardFields info={info} {...size} set={(width, height) => setSize({ width, height })} />
          <OptionFields info={info} value={options} set={setOptions} />
          <ClockFields value={clock} set={setClock} needed />
          <Choice
            text={xt('simuls.side')}
            value={side}
            set={setSide}
            options={HOST_SIDES.map((s) => [s, xt(`simuls.side.${s}`)] as const)}
          />
          <div class="fields">
            {hasBank(clock) && (
              <Field
                text={xt('simuls.extra')}
                type="number"
                min={0}
                max={1440}
                value={extra}
                set={setExtra}
                required
              />
            )}
            <Field
              text={xt('simuls.most')}
              type="number"
              min={2}
              max={50}
              value={most}
              set={setMost}
              required
            />
          </div>
          <Area text={xt('simuls.text')} value={text} set={setText} maxLength={1000} />
        </Form>
      </div>
    </div>
  );
}
