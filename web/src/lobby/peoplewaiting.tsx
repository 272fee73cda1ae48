// All who wait for an opponent in one list: those who look for one now, and open seats. One click joins.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { plural, t } from '../i18n';
import { isLive, paceText } from '../core/clock';
import { useStore } from '../core/env';
import { me } from '../core/net';
import type { MatchHead } from '../core/net';
import { Link } from '../core/router';
import { Chips } from '../parts/chips';
import { MatchList, joinable } from '../parts/list';
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import type { LobbyPeople } from './lobbystate';
import { looking } from './looking';
import { poolsFor } from './waitinglist';
import type { Pool } from './waitinglist';

type Pace = '' | 'live' | 'days';
const PACES: Pace[] = ['', 'live', 'days'];

const fitsPace = (live: boolean, pace: Pace): boolean => pace === '' || live === (pace === 'live');

/** A seat without a clock is no sitting. */
const seatFits = (m: MatchHead, pace: Pace): boolean => fitsPace(m.clock != null && isLive(m.clock), pace);

export function PeopleWaiting({ people, game: liked }: { people: LobbyPeople; game: GameName }): JSX.Element {
  const player = useStore(me);
  const own = useStore(looking);
  const [game, setGame] = useState<GameName | ''>('');
  const [pace, setPace] = useState<Pace>('');
  const member = player?.kind === 'member';
  const pools = poolsFor(people.waiting, member, own).filter(
    (p) => (game === '' || p.any || p.game === game) && fitsPace(isLive(p.clock), pace),
  );
  return (
    <section class="panel people-waiting" aria-labelledby="waiting-title">
      <div class="section-head">
        <h2 id="waiting-title">{t('lobby.waiting')}</h2>
        <select
          class="chip-select"
          aria-label={t('lobby.waiting.pace')}
          value={pace}
          onChange={(e) => setPace(e.currentTarget.value as Pace)}
        >
          {PACES.map((p) => (
            <option key={p} value={p}>
              {t(p === '' ? 'lobby.waiting.all' : `lobby.waiting.${p}`)}
            </option>
          ))}
        </select>
      </div>
      <Chips
        text={t('lobby.waiting.game')}
        hidden
        value={game}
        set={setGame}
        options={[['', t('lobby.all')], ...GAMES.map((g) => [g, t(`title.${g}`)] as const)]}
      />
      {pools.length > 0 && (
        <ul class="match-list">
          {pools.map((p) => (
            <li key={`${p.any ? '' : `${p.game} ${p.width} ${p.height}`} ${paceText(p.clock)}`}>
              <PoolRow pool={p} liked={liked} rated={member} />
            </li>
          ))}
        </ul>
      )}
      <MatchList
        key={pace}
        query={`state=open${game === '' ? '' : `&game=${game}`}`}
        topic="lobby"
        limit={8}
        action={t('lobby.look')}
        only={(m) => joinable(m) && seatFits(m, pace)}
      >
        {pools.length === 0 && (
          <p>
            {t('front.open.none')} <Link href={`/new/${liked}?seats=me,open`}>{t('front.open.offer')}</Link>
          </p>
        )}
      </MatchList>
    </section>
  );
}

interface PoolProps {
  pool: Pool;
  liked: GameName;
  /** Quick pairing is rated for members. */
  rated: boolean;
}

function PoolRow({ pool: p, liked, rated }: PoolProps): JSX.Element {
  const { n, game, width, height, clock, any } = p;
  // Those to whom any game will do get the one that we like.
  const join = (): void =>
    looking.set({ clock, any, ...(any ? { game: liked, width: 9, height: 9 } : { game, width, height }) });
  return (
    <button type="button" class="match-row seek pool" onClick={join}>
      <span class="dot looking" aria-hidden="true" />
      <b class="seek-who">{plural('lobby.waiting.people', n)}</b>
      <span class="seek-what">
        {p.any ? (
          t('quick.any')
        ) : (
          <>
            {t(`title.${p.game}`)}{' '}
            <span class="soft">{t('lobby.size', { width: p.width, height: p.height })}</span>
          </>
        )}
      </span>
      <span class="seek-pace">{paceText(p.clock)}</span>
      <span class="soft seek-rated">{t(rated ? 'match.rated' : 'seek.unrated')}</span>
      <span class="match-action">{t('lobby.join')}</span>
    </button>
  );
}
