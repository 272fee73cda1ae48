// Teams: one's own, all of them to be searched, and the form for a new one. A profile lists those of its player.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { useAsked } from '../core/asked';
import { useStore } from '../core/env';
import { Area, Choice, Field, Form } from '../parts/form';
import { Heading } from '../parts/heading';
import { me, post } from '../core/net';
import { usePaged } from '../core/paged';
import { Link, navigate } from '../core/router';
import { ABOUT_MAX, ACCESSES, NAME_MAX } from '../core/teamdata';
import type { Team, TeamAccess, TeamHead } from '../core/teamdata';
import { tt, ttn, useTeamsWords } from './teamwords';

const rowsOf = (answer: unknown): TeamHead[] => (answer as { teams: TeamHead[] }).teams;

export function TeamsPage(): JSX.Element {
  const spoken = useTeamsWords();
  const player = useStore(me);
  const [wish, setWish] = useState('');
  const [asked, setAsked] = useState('');
  if (!spoken) return <div class="page" />;
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(wish.trim());
  };
  const member = player?.kind === 'member';
  return (
    <div class="page">
      <Heading title={tt('teams.title')} />
      <p class="soft">{tt('teams.lead')}</p>
      <div class="columns">
        <section class="panel">
          <h2>{tt('teams.all')}</h2>
          <form class="row" role="search" onSubmit={search}>
            <input
              class="grow"
              type="search"
              aria-label={tt('teams.search')}
              placeholder={tt('teams.search')}
              maxLength={NAME_MAX}
              value={wish}
              onInput={(e) => setWish(e.currentTarget.value)}
            />
            <button type="submit">{tt('teams.search.do')}</button>
          </form>
          <TeamList
            key={asked}
            path={asked === '' ? '/teams' : `/teams?q=${encodeURIComponent(asked)}`}
            none={tt(asked === '' ? 'teams.empty' : 'teams.none')}
          />
        </section>
        <div class="team-side">
          {member ? (
            <>
              <section class="panel">
                <h2>{tt('teams.mine')}</h2>
                <TeamList path="/teams?mine=1" none={tt('teams.mine.none')} />
              </section>
              <section class="panel">
                <h2>{tt('teams.new')}</h2>
                <NewTeam />
              </section>
            </>
          ) : (
            <section class="panel">
              <p>{tt('teams.signin')}</p>
              <p class="row">
                <Link class="button go" href="/signup?next=/teams">
                  {t('sign.up.do')}
                </Link>
                <Link class="button" href="/signin?next=/teams">
                  {t('sign.in.do')}
                </Link>
              </p>
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

function TeamList({ path, none }: { path: string; none: string }): JSX.Element {
  const { rows, next, error, more } = usePaged<TeamHead>(path, rowsOf);
  if (error) return <p role="alert">{error}</p>;
  if (!rows) return <p role="status">{t('status.loading')}</p>;
  return (
    <>
      {rows.length === 0 && <p class="soft">{none}</p>}
      <ul class="plain-list">
        {rows.map((team) => (
          <li key={team.id}>
            <Link href={`/teams/${team.id}`}>{team.name}</Link>{' '}
            {team.role !== null && <span class="tag">{tt(`teams.role.${team.role}`)}</span>}
            <br />
            <span class="soft">
              {ttn('teams.members', team.members_n)} · {tt(`teams.access.${team.access}`)}
              {team.asked_n > 0 && ` · ${ttn('teams.asked', team.asked_n)}`}
            </span>
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="quiet" onClick={more}>
          {tt('teams.more')}
        </button>
      )}
    </>
  );
}

/** The fields of a team, for a new one and for its owners. */
export function TeamFields({
  value,
  set,
}: {
  value: TeamTexts;
  set: (value: TeamTexts) => void;
}): JSX.Element {
  return (
    <>
      <Field
        text={tt('teams.name')}
        value={value.name}
        set={(name) => set({ ...value, name })}
        hint={tt('teams.name.hint')}
        maxLength={NAME_MAX}
        required
      />
      <Area
        text={tt('teams.about')}
        value={value.about}
        set={(about) => set({ ...value, about })}
        maxLength={ABOUT_MAX}
        rows={3}
      />
      <Choice
        text={tt('teams.access')}
        value={value.access}
        set={(access) => set({ ...value, access })}
        options={ACCESSES.map((a) => [a, tt(`teams.access.${a}`)] as const)}
      />
    </>
  );
}

export interface TeamTexts {
  name: string;
  about: string;
  access: TeamAccess;
}

/** In the form that the server accepts: one blank between words, none at the ends. */
export const tidy = (texts: TeamTexts): TeamTexts => ({
  ...texts,
  name: texts.name.trim().replace(/\s+/g, ' '),
});

function NewTeam(): JSX.Element {
  const [texts, setTexts] = useState<TeamTexts>({ name: '', about: '', access: 'open' });
  const make = async (): Promise<void> => {
    const { id } = await post<Team>('/teams', tidy(texts));
    navigate(`/teams/${id}`);
  };
  return (
    <Form onSubmit={make} action={tt('teams.create')}>
      <TeamFields value={texts} set={setTexts} />
    </Form>
  );
}

/** On a profile: the teams of the player; nothing for a player without teams. */
export function TeamsOf({ name }: { name: string }): JSX.Element | null {
  const spoken = useTeamsWords();
  const { value } = useAsked<{ teams: TeamHead[] }>(`/teams?player=${encodeURIComponent(name)}&limit=50`);
  if (!spoken || !value || value.teams.length === 0) return null;
  return (
    <section class="panel">
      <h2>{tt('teams.title')}</h2>
      <ul class="plain-list">
        {value.teams.map((team) => (
          <li key={team.id}>
            <Link href={`/teams/${team.id}`}>{team.name}</Link>{' '}
            <span class="soft">{ttn('teams.members', team.members_n)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
