// The ranking of a game: members by their rating, bots apart; on request also players with few matches.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { number, ordinal, t } from '../i18n';
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import { useAsked } from '../core/asked';
import type { Ranked } from './ratings';
import { Check, Choice } from '../parts/form';
import { Heading } from '../parts/heading';
import { MoreButton } from '../parts/loading';
import { get } from '../core/net';
import { PlayerLink, RatingText, ResultCells, ResultHeads } from './ratingrows';
import { Link } from '../core/router';

const PAGE = 50;

interface RankingAnswer {
  ratings: Ranked[];
  next: number | string | null;
}

export function RankingPage({ game }: { game: GameName }): JSX.Element {
  const [kind, setKind] = useState<'people' | 'bots'>('people');
  const [provisional, setProvisional] = useState(false);
  const path = `/ratings?game=${game}&kind=${kind}&limit=${PAGE}${provisional ? '&provisional=1' : ''}`;
  const { value, error, set } = useAsked<RankingAnswer>(path);
  const more = async (): Promise<void> => {
    if (!value) return;
    const answer = await get<RankingAnswer>(`${path}&after=${encodeURIComponent(String(value.next))}`);
    set({ ratings: [...value.ratings, ...answer.ratings], next: answer.next });
  };
  return (
    <div class="page">
      <nav class="row tabs" aria-label={t('ranking.choose')}>
        {GAMES.map((g) => (
          <Link key={g} class="tab" href={`/ranking/${g}`} current={g === game}>
            {t(`title.${g}`)}
          </Link>
        ))}
      </nav>
      <div class="page-head">
        <Heading title={t('ranking.title', { title: t(`title.${game}`) })} />
        <Choice
          text={t('ranking.kind')}
          hidden
          value={kind}
          set={setKind}
          options={[
            ['people', t('ranking.people')],
            ['bots', t('ranking.bots')],
          ]}
        />
        <Check on={provisional} set={setProvisional} text={t('ranking.provisional')} />
      </div>
      <section class="panel">
        {error && <p role="alert">{error}</p>}
        {value?.ratings.length === 0 && (
          <p class="soft">{t(provisional ? 'ranking.none' : 'ranking.none.sure')}</p>
        )}
        {value !== null && value.ratings.length > 0 && (
          <div class="scroll" tabIndex={0} role="group" aria-label={t('ranking.choose')}>
            <table class="data">
              <thead>
                <tr>
                  <th scope="col">{t('ranking.place')}</th>
                  <th scope="col">{t('ranking.player')}</th>
                  <th scope="col">{t('profile.rating')}</th>
                  <th scope="col">{t('profile.matches')}</th>
                  <ResultHeads />
                </tr>
              </thead>
              <tbody>
                {value.ratings.map((r) => (
                  <tr key={`${r.player.id} ${r.level ?? ''}`}>
                    <td>{ordinal(r.rank)}</td>
                    <th scope="row">
                      <PlayerLink player={r.player} level={r.level} />
                    </th>
                    <td>
                      <RatingText rating={r} />
                    </td>
                    <td>{number(r.matches)}</td>
                    <ResultCells of={r} />
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <MoreButton next={value?.next ?? null} more={() => void more()} />
      </section>
      <p class="soft">
        {t('ranking.text')} <Link href="/annulled">{t('annulled.title')}</Link>
      </p>
    </div>
  );
}
