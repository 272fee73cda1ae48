// One search for everything that has a name: players by its beginning, teams, studies and tournaments by a part
// of it; and a match by its number. The archive finds matches by more than that.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { Field, Form } from '../parts/form';
import { Heading } from '../parts/heading';
import { get } from '../core/net';
import type { Player } from '../core/net';
import { Link, navigate } from '../core/router';
import { profilePath } from '../parts/profiletabs';

interface Named {
  id: number;
  name: string;
}

interface Found {
  players: Player[];
  teams: Named[];
  studies: Named[];
  tournaments: Named[];
}

const SHOWN = 10;
/** The server does not search tournaments by name: the newest are looked through. */
const TOURNAMENTS_READ = 100;

async function find(word: string): Promise<Found> {
  const q = encodeURIComponent(word);
  const [players, teams, studies, tournaments] = await Promise.all([
    get<{ players: Player[] }>(`/players?q=${q}&limit=${SHOWN}`),
    get<{ teams: Named[] }>(`/teams?q=${q}&limit=${SHOWN}`),
    get<{ studies: Named[] }>(`/studies?q=${q}&limit=${SHOWN}`),
    get<{ tournaments: Named[] }>(`/tournaments?limit=${TOURNAMENTS_READ}`),
  ]);
  const small = word.toLowerCase();
  return {
    players: players.players,
    teams: teams.teams,
    studies: studies.studies,
    tournaments: tournaments.tournaments
      .filter((tour) => tour.name.toLowerCase().includes(small))
      .slice(0, SHOWN),
  };
}

const countOf = (f: Found): number =>
  f.players.length + f.teams.length + f.studies.length + f.tournaments.length;

export function SearchPage(): JSX.Element {
  const [wish, setWish] = useState('');
  const [found, setFound] = useState<{ word: string; of: Found } | null>(null);
  const search = async (): Promise<void> => {
    const word = wish.trim();
    const match = /^#?(\d+)$/.exec(word)?.[1];
    if (word.startsWith('#') && match !== undefined) navigate(`/m/${match}`);
    else if (word !== '') setFound({ word, of: await find(word) });
  };
  const match = /^\d+$/.test(found?.word ?? '') ? found?.word : undefined;
  const none = found !== null && match === undefined && countOf(found.of) === 0;
  return (
    <div class="page narrow">
      <Heading title={t('nav.search')} />
      <div class="panel">
        <Form onSubmit={search} action={t('search.do')}>
          <Field text={t('search.what')} value={wish} set={setWish} required maxLength={40} focus />
        </Form>
      </div>
      <div role="status">
        {found !== null && none && <p class="soft">{t('search.none', { name: found.word })}</p>}
        {match !== undefined && (
          <p>
            <Link href={`/m/${match}`}>{t('search.match', { id: match })}</Link>
          </p>
        )}
        {found !== null && (
          <>
            <Results title={t('nav.players')} n={found.of.players.length}>
              {found.of.players.map((p) => (
                <li key={p.id}>
                  <Link href={profilePath(p.name)}>{p.name}</Link>
                </li>
              ))}
            </Results>
            <NamedResults title={t('nav.teams')} list={found.of.teams} path="/teams" />
            <NamedResults title={t('nav.tournaments')} list={found.of.tournaments} path="/t" />
            <NamedResults title={t('search.studies')} list={found.of.studies} path="/study" />
          </>
        )}
      </div>
      <p>
        <Link href="/archive">{t('search.archive')}</Link>
      </p>
    </div>
  );
}

function NamedResults({
  title,
  list,
  path,
}: {
  title: string;
  list: Named[];
  path: string;
}): JSX.Element | null {
  return (
    <Results title={title} n={list.length}>
      {list.map((one) => (
        <li key={one.id}>
          <Link href={`${path}/${one.id}`}>{one.name}</Link>
        </li>
      ))}
    </Results>
  );
}

interface ResultsProps {
  title: string;
  n: number;
  children: ComponentChildren;
}

function Results({ title, n, children }: ResultsProps): JSX.Element | null {
  if (n === 0) return null;
  return (
    <section class="panel">
      <h2>{title}</h2>
      <ul class="plain-list found">{children}</ul>
    </section>
  );
}
