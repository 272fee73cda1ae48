// Lists of matches, as the front page, the lobby and "my matches" show them.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { FROM_NOW, events } from './events';
import { listMatches } from './net';
import type { MatchHead, Seat } from './net';
import { Link } from './router';

export function seatName(seat: Seat): string {
  if (seat.kind === 'open') return t('seat.open');
  if (seat.kind === 'invite') return t('seat.invite');
  if (seat.level !== null) return t('seat.engine', { level: seat.level });
  return seat.player?.name ?? t('seat.local', { n: seat.seat });
}

interface MatchRowProps {
  match: MatchHead;
  action: string;
}

function MatchRow({ match, action }: MatchRowProps): JSX.Element {
  return (
    <li>
      <Link href={`/m/${match.id}`} class="match-row">
        <span class="match-what">
          <b>{t(`title.${match.game}`)}</b>{' '}
          <span class="soft">{t('lobby.size', { width: match.width, height: match.height })}</span>
        </span>
        <span class="match-who">{match.seats.map(seatName).join(' – ')}</span>
        <span class="soft match-moves">{plural('lobby.moves', match.ply)}</span>
        <span class="match-action">{action}</span>
      </Link>
    </li>
  );
}

interface MatchListProps {
  query: string;
  action: string;
  /** Leave out matches in which I sit. */
  others?: boolean;
  topic: 'lobby' | 'me';
  limit?: number;
  children?: ComponentChildren;
}

/** A list that stays current. What stands below it while it is empty are the children. */
export function MatchList({ query, action, others, topic, limit = 20, children }: MatchListProps): JSX.Element {
  const [matches, setMatches] = useState<MatchHead[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    let waiting: number | undefined;
    const load = (): void => {
      waiting = undefined;
      listMatches(`${query}&limit=${limit}`).then(
        (answer) => {
          if (left) return;
          setMatches(answer.matches);
          setNext(answer.next);
        },
        () => {
          if (!left) setMatches((known) => known ?? []);
        },
      );
    };
    load();
    // Several events in a row are one reason to ask again.
    const stop = events.subscribe(topic, FROM_NOW, () => {
      waiting ??= window.setTimeout(load, 400);
    });
    return () => {
      left = true;
      clearTimeout(waiting);
      stop();
    };
  }, [query, topic, limit]);

  const more = async (): Promise<void> => {
    const answer = await listMatches(`${query}&limit=${limit}&before=${next}`);
    setMatches([...(matches ?? []), ...answer.matches]);
    setNext(answer.next);
  };
  if (matches === null) return <p class="soft">{t('status.loading')}</p>;
  const shown = others ? matches.filter((m) => m.you.length === 0) : matches;
  if (shown.length === 0) return <div class="soft empty">{children ?? t('lobby.none')}</div>;
  return (
    <>
      <ul class="match-list">
        {shown.map((m) => (
          <MatchRow key={m.id} match={m} action={action} />
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="quiet" onClick={() => void more()}>
          {t('lobby.more')}
        </button>
      )}
    </>
  );
}
