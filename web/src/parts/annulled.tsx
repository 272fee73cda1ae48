// Matches that moderators have removed from the ratings, visible to everybody; and the form to remove
// one.
import { Fragment } from 'preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { date, t } from '../i18n';
import type { GameName } from '../wasm/wasm';
import { Area, Form } from './form';
import { Heading } from './heading';
import { MoreButton } from './loading';
import { post } from '../core/net';
import type { Player } from '../core/net';
import { usePaged } from '../core/paged';
import { Link } from '../core/router';

interface Annulled {
  id: number;
  match: number;
  game: GameName;
  at: number;
  reason: string;
  /** Empty when the match is private. */
  players: Player[];
}

export function AnnulledPage(): JSX.Element {
  const { rows, next, error, more } = usePaged<Annulled>(
    '/annulled?limit=50',
    (answer) => (answer as { annulled: Annulled[] }).annulled,
  );
  return (
    <div class="page">
      <Heading title={t('annulled.title')} />
      <p>{t('annulled.text')}</p>
      <section class="panel">
        {error && <p role="alert">{error}</p>}
        {rows?.length === 0 && <p class="soft">{t('annulled.none')}</p>}
        <ul class="plain-list">
          {rows?.map((row) => (
            <li key={row.id} class="report">
              <p>
                <Link href={`/m/${row.match}`}>{t('tour.match', { id: row.match })}</Link> ·{' '}
                {t(`title.${row.game}`)}
                {row.players.map((p, i) => (
                  <Fragment key={p.id}>
                    {i === 0 ? ' · ' : ' – '}
                    <Link href={`/p/${encodeURIComponent(p.name)}`}>{p.name}</Link>
                  </Fragment>
                ))}{' '}
                <span class="soft">· {date(row.at, true)}</span>
              </p>
              <p>{row.reason}</p>
            </li>
          ))}
        </ul>
        <MoreButton next={next} more={more} />
      </section>
    </div>
  );
}

/** For moderators: takes a match out of the ratings. */
export function AnnulForm({ match }: { match: number }): JSX.Element {
  const [reason, setReason] = useState('');
  const [done, setDone] = useState(false);
  const annul = async (): Promise<void> => {
    await post(`/admin/matches/${match}/annul`, { reason });
    setDone(true);
  };
  if (done) return <p role="status">{t('match.annulled', { reason })}</p>;
  return (
    <details>
      <summary>{t('annulled.do')}</summary>
      <Form onSubmit={annul} action={t('annulled.do.now')} danger>
        <p class="soft">{t('annulled.do.text')}</p>
        <Area text={t('annulled.reason')} value={reason} set={setReason} maxLength={500} rows={2} required />
      </Form>
    </details>
  );
}
