// Lists of matches, as the front page, the lobby, "my matches", profiles and the archive show them.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { date, plural, t } from '../i18n';
import { opponentTitle } from './name';
import { clockText } from '../core/clock';
import { FROM_NOW, events } from '../core/events';
import { lazy } from './lazy';
import { MoreButton } from './loading';
import { beSomebody, listMatches, post, sentence } from '../core/net';
import type { MatchHead, MatchListAnswer, Seat } from '../core/net';
import { Link, navigate } from '../core/router';
import { ratingText } from './rating';
import { SeekParts } from './seek';
import { TimeLeft } from './timeleft';

export function seatName(seat: Seat): string {
  if (seat.kind === 'open') return t('seat.open');
  if (seat.kind === 'invite') return t('seat.invite');
  if (seat.kind === 'asked') return t('seat.asked', { name: seat.asked?.name ?? '' });
  if (seat.level !== null) return opponentTitle(seat.level);
  return seat.player?.name ?? t('seat.local', { n: seat.seat });
}

/** The name with the rating: "ann (1512?)". */
export const seatWithRating = (s: Seat): string =>
  s.rating && s.level === null ? `${seatName(s)} (${ratingText(s.rating)})` : seatName(s);

/** How it ended, in a word or two. */
function resultText(m: MatchHead): string {
  if (m.state === 'aborted' || m.result?.reason === 'abort') return t('list.aborted');
  if (!m.result) return '';
  const winner = m.seats[m.result.winner_seat - 1];
  return winner ? t('list.won', { name: seatName(winner) }) : t('result.draw');
}

const RowBoard = lazy(() => import('./rowboard').then((m) => m.RowBoard), true);

/** How many pages are read to fill a list. */
const PAGES_MAX = 5;

interface MatchRowProps {
  match: MatchHead;
  action: string;
}

/** A row leads to its match, or takes the free seat at once. */
export function MatchRow({ match: m, action }: MatchRowProps): JSX.Element {
  const [problem, setProblem] = useState('');
  const join = async (): Promise<void> => {
    setProblem('');
    try {
      await beSomebody();
      await post(`/matches/${m.id}/join`, {});
      navigate(`/m/${m.id}`);
    } catch (e) {
      setProblem(sentence(e));
    }
  };
  const mayJoin = m.state === 'open' && joinable(m) && others(m);
  return (
    <li>
      {mayJoin ? (
        <button type="button" class="match-row seek" onClick={() => void join()}>
          <SeekParts match={m} names={m.seats.filter((s) => s.kind !== 'open').map(seatWithRating)} />
        </button>
      ) : (
        <Link href={`/m/${m.id}`} class="match-row">
          <RowParts match={m} action={action} />
        </Link>
      )}
      {problem && (
        <p class="panel refusal" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

function RowParts({ match: m, action }: MatchRowProps): JSX.Element {
  const turn = m.state === 'running' ? m.turn : null;
  const mover = turn ? m.seats[turn.seat - 1] : undefined;
  const clock = m.clock ?? null;
  return (
    <>
      {m.board && (
        <span class="row-board">
          <RowBoard match={m} board={m.board} />
        </span>
      )}
      <span class="match-what">
        <b>{t(`title.${m.game}`)}</b>{' '}
        <span class="soft">{t('lobby.size', { width: m.width, height: m.height })}</span>
        {m.rated && <span class="tag">{t('match.rated')}</span>}
        {m.exhibition && <span class="tag">{t('match.exhibition')}</span>}
      </span>
      <span class="match-who">{m.seats.map(seatWithRating).join(' – ')}</span>
      {m.state === 'open' && clock && <span class="soft">{clockText(clock)}</span>}
      {m.state === 'finished' || m.state === 'aborted' ? (
        <span class="soft">{resultText(m)}</span>
      ) : (
        mover &&
        !m.you.includes(turn?.seat ?? 0) && (
          <span class="soft">{t('mine.turn.of', { name: seatName(mover) })}</span>
        )
      )}
      {turn && mover && clock && <TimeLeft clock={clock} seat={turn.seat} label={seatName(mover)} />}
      {m.state !== 'open' && <span class="soft match-moves">{plural('lobby.moves', m.ply)}</span>}
      {(m.state === 'finished' || m.state === 'aborted') && (
        <time class="soft match-date" dateTime={new Date(m.updated_at).toISOString()}>
          {date(m.updated_at)}
        </time>
      )}
      <span class="match-action">{action}</span>
    </>
  );
}

interface MatchListProps {
  query: string;
  action: string;
  /** Which of those that the server names are shown. */
  only?: (m: MatchHead) => boolean;
  /** In another order than newest first. */
  order?: (a: MatchHead, b: MatchHead) => number;
  topic: 'lobby' | 'me' | null;
  limit?: number;
  /** Each row has its position as a small board. */
  boards?: boolean;
  /** False: there is no button for those before. */
  more?: boolean;
  children?: ComponentChildren;
}

/** Reads pages until a list has `limit` matches to show: the newest may all be left out by `only`. */
async function readFull(
  query: string,
  limit: number,
  only?: (m: MatchHead) => boolean,
): Promise<MatchListAnswer> {
  const answer = await listMatches(`${query}&limit=${limit}`);
  for (let pages = 1; only && answer.next !== null && pages < PAGES_MAX; pages++) {
    if (answer.matches.filter(only).length >= limit) break;
    const more = await listMatches(`${query}&limit=${limit}&before=${answer.next}`);
    answer.matches.push(...more.matches);
    answer.next = more.next;
  }
  return answer;
}

/** A list that stays current. The children stand below it while it is empty. */
export function MatchList({
  query: asked,
  boards = false,
  action,
  only,
  order,
  topic,
  limit = 20,
  more: mayMore = true,
  children,
}: MatchListProps): JSX.Element {
  const query = boards ? `${asked}&boards=1` : asked;
  const [matches, setMatches] = useState<MatchHead[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    let waiting: number | undefined;
    let begun: number | null = null; // the event with which the stream began
    let seen: number | null = null; // the event up to which the list has everything
    const load = (): void => {
      waiting = undefined;
      readFull(query, limit, only).then(
        (answer) => {
          if (left) return;
          setMatches(answer.matches);
          setNext(answer.next);
          seen = answer.event ?? FROM_NOW;
          if (begun !== null && seen < begun) {
            begun = null;
            load();
          }
        },
        () => {
          if (!left) setMatches((known) => known ?? []);
        },
      );
    };
    load();
    // Several events in a row are one reason to ask again.
    const stop =
      topic === null
        ? undefined
        : events.subscribe(topic, FROM_NOW, (e) => {
            if (e.type === 'hello') {
              begun = e.data.event;
              if (seen === null || seen >= begun) return;
              begun = null;
            }
            // The players online and the television matches change no list.
            if (e.type === 'lobby' || e.type === 'tv') return;
            waiting ??= window.setTimeout(load, 400);
          });
    return () => {
      left = true;
      clearTimeout(waiting);
      stop?.();
    };
  }, [query, topic, limit]);

  const more = async (): Promise<void> => {
    const answer = await listMatches(`${query}&limit=${limit}&before=${next}`);
    setMatches([...(matches ?? []), ...answer.matches]);
    setNext(answer.next);
  };
  if (matches === null) return <p class="soft">{t('status.loading')}</p>;
  const kept = only ? matches.filter(only) : matches;
  const shown = order ? [...kept].sort(order) : kept;
  return (
    <>
      {shown.length === 0 && next === null && <div class="soft empty">{children ?? t('lobby.none')}</div>}
      <ul class="match-list">
        {shown.map((m) => (
          <MatchRow key={m.id} match={m} action={action} />
        ))}
      </ul>
      {mayMore && <MoreButton next={next} more={() => void more()} />}
    </>
  );
}

/** Matches in which anybody may take a seat. */
export const joinable = (m: MatchHead): boolean => m.seats.some((s) => s.kind === 'open');

/** Matches in which one does not sit oneself. */
export const others = (m: MatchHead): boolean => m.you.length === 0;
