// A simultaneous exhibition: first the players who want to join, then the boards with the score so
// far.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../i18n';
import { clockText } from '../core/clock';
import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { Heading } from '../parts/heading';
import { AbsentPage } from '../parts/loading';
import { get, me, post, sentence } from '../core/net';
import { RatingOf } from '../parts/rating';
import { Link } from '../core/router';
import type { Simul, SimulGuest } from './simultypes';
import { useSimulsWords, xt } from './simulswords';

const MINUTE = 60_000;
/** Moves are events of the matches, more than one stream can follow: the boards are read again. */
const AGAIN_MS = 5000;

export function SimulPage({ id }: { id: number }): JSX.Element | null {
  const spoken = useSimulsWords();
  const player = useStore(me);
  const [simul, setSimul] = useState<Simul | null>(null);
  const [error, setError] = useState('');
  const running = simul?.state === 'running';
  useEffect(() => {
    let left = false;
    const load = (): void => {
      get<Simul>(`/simuls/${id}`).then(
        (answer) => {
          if (!left) setSimul(answer);
        },
        (e: unknown) => {
          if (!left) setError(sentence(e));
        },
      );
    };
    load();
    const stop = events.subscribe('lobby', FROM_NOW, (e) => {
      if (e.type === 'hello' || (e.type === 'simul' && e.data['simul'] === id)) load();
    });
    const timer = running ? setInterval(() => document.hidden || load(), AGAIN_MS) : undefined;
    return () => {
      left = true;
      stop();
      clearInterval(timer);
    };
  }, [id, running]);
  if (!spoken) return null;
  if (!simul) {
    const title = xt('simuls.title');
    return <AbsentPage title={title} error={error} href="/simuls" back={title} />;
  }
  const act = async (what: string, body: object = {}): Promise<void> => {
    setError('');
    try {
      setSimul(await post<Simul>(`/simuls/${id}/${what}`, body));
    } catch (e) {
      setError(sentence(e));
    }
  };
  const boards = simul.guests.filter((g) => g.match !== null);
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={xt('simuls.name', { name: simul.host.name })} />
        <span class="tag">{t(`tour.state.${simul.state}`)}</span>
      </div>
      <p>
        <b>{simul.host.name}</b> <RatingOf rating={simul.host_rating} /> · {t(`title.${simul.game}`)}{' '}
        {t('lobby.size', { width: simul.width, height: simul.height })} · {clockText(simul.clock)}
        {simul.host_ms > 0 &&
          ` · ${xt('simuls.extra.said', { name: simul.host.name, n: simul.host_ms / MINUTE })}`}
        {simul.state === 'open' && ` · ${xt('simuls.asked', { n: simul.asked, most: simul.guests_max })}`}
      </p>
      {simul.text !== '' && <p class="about">{simul.text}</p>}
      {error && <p role="alert">{error}</p>}
      {simul.state === 'open' && <Wishes simul={simul} act={act} />}
      {boards.length > 0 && <Boards simul={simul} boards={boards} hosts={player?.id === simul.host.id} />}
    </div>
  );
}

interface WishesProps {
  simul: Simul;
  act: (what: string, body?: object) => Promise<void>;
}

/** Before the start: those who want to play, and what the viewer can do. */
function Wishes({ simul, act }: WishesProps): JSX.Element {
  const player = useStore(me);
  const hosts = player?.id === simul.host.id;
  const mine = simul.guests.find((g) => g.player.id === player?.id);
  const accepted = simul.guests.filter((g) => g.accepted).length;
  return (
    <>
      {hosts && simul.guests.length >= 2 && accepted < 2 && <p>{xt('simuls.few')}</p>}
      {mine && <p>{xt(mine.accepted ? 'simuls.accepted' : 'simuls.wait')}</p>}
      <div class="row">
        {player?.kind !== 'member' && (
          <>
            <span>{xt('simuls.members')}</span>
            <Link class="button" href={`/signin?next=/simuls/${simul.id}`}>
              {t('sign.in.do')}
            </Link>
          </>
        )}
        {player?.kind === 'member' && !hosts && !mine && (
          <button type="button" class="go" onClick={() => void act('join')}>
            {xt('simuls.join')}
          </button>
        )}
        {mine && (
          <button type="button" onClick={() => void act('leave')}>
            {xt('simuls.leave')}
          </button>
        )}
        {hosts && accepted >= 2 && (
          <button type="button" class="go" onClick={() => void act('start')}>
            {xt('simuls.start')}
          </button>
        )}
        {hosts && simul.guests.length >= 2 && accepted < simul.guests.length && (
          <button type="button" onClick={() => void act('start', { all: true })}>
            {xt('simuls.start.all')}
          </button>
        )}
        {hosts && (
          <button type="button" onClick={() => void act('end')}>
            {xt('simuls.calloff')}
          </button>
        )}
      </div>
      <section class="panel">
        <h2>{xt('simuls.guests')}</h2>
        {simul.guests.length === 0 && <p class="soft">{xt('simuls.guests.none')}</p>}
        <ul class="simul-guests">
          {simul.guests.map((g) => (
            <li key={g.player.id} class="row">
              <Link href={`/p/${encodeURIComponent(g.player.name)}`}>{g.player.name}</Link>{' '}
              <RatingOf rating={g.rating} />
              {g.accepted && <span class="tag">{xt('simuls.tag')}</span>}
              {hosts && (
                <button
                  type="button"
                  onClick={() => void act('accept', { player: g.player.name, accepted: !g.accepted })}
                >
                  {xt(g.accepted ? 'simuls.refuse' : 'simuls.accept', { name: g.player.name })}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface BoardsProps {
  simul: Simul;
  boards: SimulGuest[];
  hosts: boolean;
}

function Boards({ simul, boards, hosts }: BoardsProps): JSX.Element {
  const playing = boards.filter((g) => g.result === null);
  const next = playing.find((g) => g.host_to_move);
  return (
    <>
      <p role="status">
        {xt('simuls.score', { name: simul.host.name, ...simul.score })}
        {playing.length > 0 && ` · ${xt('simuls.playing', { n: playing.length })}`}
      </p>
      {hosts && next && (
        <p>
          <Link class="button go" href={`/m/${next.match}`}>
            {xt('simuls.next')}
          </Link>
        </p>
      )}
      <section aria-label={xt('simuls.boards')}>
        <ul class="simul-boards">
          {boards.map((g) => (
            <li key={g.match} class="panel">
              <Link href={`/m/${g.match}`}>
                <img
                  src={`/api/matches/${g.match}/preview?ply=${g.ply}`}
                  width={800}
                  height={420}
                  loading="lazy"
                  alt={xt('simuls.board', { name: g.player.name })}
                />
              </Link>
              <p>
                <b>{g.player.name}</b> <RatingOf rating={g.rating} />{' '}
                <span class="soft">{stateText(simul, g)}</span>
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** How a board ended, or whose turn it is. */
function stateText(simul: Simul, g: SimulGuest): string {
  const host = simul.host.name;
  const guest = g.player.name;
  if (g.result === null) {
    return g.host_to_move ? xt('simuls.move.host', { name: host }) : xt('simuls.move.guest', { name: guest });
  }
  return xt(`simuls.result.${g.result}`, { name: g.result === 'lost' ? guest : host });
}
