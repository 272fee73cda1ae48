// A team: its description, its members with those who are online, its chat, and the actions of its
// owners.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { date, t } from '../i18n';
import { ChatBox } from '../parts/chatbox';
import { useStore } from '../core/env';
import { Field, Form } from '../parts/form';
import { Heading } from '../parts/heading';
import { AbsentPage } from '../parts/loading';
import { get, me, post, sentence } from '../core/net';
import { RatingMostOf } from '../parts/rating';
import { Link, navigate } from '../core/router';
import { isMember, useTeam } from '../core/teamdata';
import type { Team, TeamMember } from '../core/teamdata';
import { InviteForm } from '../notifications/inviteform';
import { TeamFields, tidy } from './teams';
import type { TeamTexts } from './teams';
import { tt, ttn, useTeamsWords } from './teamwords';
import { TournamentList } from '../tournaments/tournaments';

interface PartProps {
  team: Team;
  set: (team: Team) => void;
}

export function TeamPage({ id }: { id: number }): JSX.Element {
  const spoken = useTeamsWords();
  const { team, error, lines, changes, set, readChat } = useTeam(id);
  if (!spoken) return <div class="page" />;
  if (!team) {
    const title = tt('teams.title');
    return <AbsentPage title={title} error={error} href="/teams" back={title} />;
  }
  const owner = team.role === 'owner';
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={team.name} />
        <span class="tag">{tt(`teams.access.${team.access}`)}</span>
      </div>
      <p class="soft">
        {ttn('teams.members', team.members_n)} ·{' '}
        {tt('team.founded', { name: team.founder.name, date: date(team.created_at) })}
      </p>
      {team.about !== '' && <p class="about">{team.about}</p>}
      <Door team={team} set={set} />
      <div class="columns">
        <section class="panel">
          {owner && team.asked_n > 0 && (
            <>
              <h2>{tt('team.requests')}</h2>
              <Members team={team} set={set} changes={changes} asked />
            </>
          )}
          <h2>{tt('team.members')}</h2>
          <Members team={team} set={set} changes={changes} />
        </section>
        <ChatBox
          lines={lines}
          path={`/teams/${team.id}/chat`}
          about={{ team: team.id }}
          writes={isMember(team)}
          owns={owner}
          words={{
            remove: tt('team.chat.remove'),
            removed: tt('team.chat.removed'),
            members: tt('team.chat.members'),
          }}
          class="panel chat team-chat"
          again={readChat}
        />
      </div>
      <section class="panel">
        <div class="section-head">
          <h2>{tt('team.tournaments')}</h2>
          {isMember(team) && (
            <Link class="button" href={`/tournaments/new?team=${team.id}`}>
              {t('tour.new')}
            </Link>
          )}
        </div>
        <TournamentList query={`team=${team.id}`} />
      </section>
      {owner && <InviteForm path={`/teams/${team.id}`} />}
      {owner && <Owned key={team.id} team={team} set={set} />}
      <p>
        <Link href="/teams">{tt('teams.all')}</Link>
      </p>
    </div>
  );
}

/** The way in, and the way out. */
function Door({ team, set }: PartProps): JSX.Element {
  const player = useStore(me);
  const [error, setError] = useState('');
  const go = async (way: 'join' | 'leave'): Promise<void> => {
    setError('');
    try {
      set(await post<Team>(`/teams/${team.id}/${way}`));
    } catch (e) {
      setError(sentence(e));
    }
  };
  const comes = team.role === null || (team.role === 'asked' && team.access === 'open');
  return (
    <div class="row">
      {player?.kind !== 'member' && (
        <Link class="button" href={`/signin?next=/teams/${team.id}`}>
          {t('sign.in.do')}
        </Link>
      )}
      {player?.kind === 'member' && comes && team.access !== 'closed' && (
        <button type="button" class="go" onClick={() => void go('join')}>
          {tt(team.access === 'open' ? 'team.join' : 'team.ask')}
        </button>
      )}
      {comes && team.access === 'closed' && <span class="soft">{tt('team.closed')}</span>}
      {team.role === 'asked' && <span>{tt('team.asked')}</span>}
      {team.role !== null && (
        <button type="button" onClick={() => void go('leave')}>
          {tt(team.role === 'asked' ? 'team.unask' : 'team.leave')}
        </button>
      )}
      {error && <span role="alert">{error}</span>}
    </div>
  );
}

interface Page {
  members: TeamMember[];
  next: number | null;
}

const PRESENCE_MS = 30_000;

/** The same list with updated dots for the members who were read again. */
function withPresence(known: Page, fresh: TeamMember[]): Page {
  const dots = new Map(fresh.map((m) => [m.player.id, m.online]));
  const members = known.members.map((m) => ({ ...m, online: dots.get(m.player.id) ?? m.online }));
  return { ...known, members };
}

/** Members, or with `asked` players who want to join, in the order in which they came. */
function Members({
  team,
  set,
  changes,
  asked,
}: PartProps & { changes: number; asked?: boolean }): JSX.Element {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState('');
  const path = `/teams/${team.id}/members${asked ? '?asked=1&' : '?'}limit=100`;
  useEffect(() => {
    let left = false;
    get<Page>(path).then(
      (answer) => {
        if (!left) setPage(answer);
      },
      (e: unknown) => {
        if (!left) setError(sentence(e));
      },
    );
    // Members coming online and leaving cause no event of the team.
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      get<Page>(path).then(
        (answer) => {
          if (!left) setPage((known) => known && withPresence(known, answer.members));
        },
        () => undefined,
      );
    }, PRESENCE_MS);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [path, changes]);
  const more = async (after: number): Promise<void> => {
    const rest = await get<Page>(`${path}&after=${after}`);
    setPage({ members: [...(page?.members ?? []), ...rest.members], next: rest.next });
  };
  const act = async (name: string, body: object): Promise<void> => {
    setError('');
    try {
      set(await post<Team>(`/teams/${team.id}/members`, { player: name, ...body }));
    } catch (e) {
      setError(sentence(e));
    }
  };
  return (
    <>
      {error && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
      {!page && !error && <p role="status">{t('status.loading')}</p>}
      <ul class="friend-list">
        {page?.members.map((m) => (
          <MemberRow
            key={m.player.id}
            member={m}
            rules={team.role === 'owner'}
            act={(body) => void act(m.player.name, body)}
          />
        ))}
      </ul>
      {page !== null && page.next !== null && (
        <button type="button" class="quiet" onClick={() => void more(page.next ?? 0)}>
          {tt('teams.more')}
        </button>
      )}
    </>
  );
}

interface RowProps {
  member: TeamMember;
  /** The viewer is an owner. */
  rules: boolean;
  act: (body: object) => void;
}

function MemberRow({ member: m, rules, act }: RowProps): JSX.Element {
  const player = useStore(me);
  const { name } = m.player;
  const button = (text: string, label: string, body: object, look = 'quiet'): JSX.Element => (
    <button type="button" class={look} aria-label={label} title={label} onClick={() => act(body)}>
      {text}
    </button>
  );
  return (
    <li>
      <span class="friend-who">
        <span class={m.online ? 'presence here-now' : 'presence'} aria-hidden="true" />
        <Link href={`/p/${encodeURIComponent(name)}`}>{name}</Link> <RatingMostOf rating={m.rating} />{' '}
        {m.online && <span class="visually-hidden">{tt('team.online')}</span>}{' '}
        {m.role === 'owner' && <span class="tag">{tt('teams.role.owner')}</span>}
      </span>
      {rules && m.role === 'asked' && (
        <>
          {button(tt('team.accept'), tt('team.accept.whom', { name }), { role: 'member' }, 'go')}
          {button(tt('team.refuse'), tt('team.refuse.whom', { name }), { remove: true })}
        </>
      )}
      {rules && m.role === 'member' && (
        <>
          {button(tt('team.promote'), tt('team.promote.whom', { name }), { role: 'owner' })}
          {button(tt('team.remove'), tt('team.remove.whom', { name }), { remove: true })}
        </>
      )}
      {rules &&
        m.role === 'owner' &&
        m.player.id === player?.id &&
        button(tt('team.stepdown'), tt('team.stepdown'), { role: 'member' })}
    </li>
  );
}

/** For owners: the texts of the team, and its end. */
function Owned({ team, set }: PartProps): JSX.Element {
  const [texts, setTexts] = useState<TeamTexts>({ name: team.name, about: team.about, access: team.access });
  const [typed, setTyped] = useState('');
  const save = async (): Promise<string> => {
    set(await post<Team>(`/teams/${team.id}`, tidy(texts)));
    return tt('team.saved');
  };
  const end = async (): Promise<void> => {
    await post(`/teams/${team.id}/delete`);
    navigate('/teams');
  };
  return (
    <details class="panel team-edit">
      <summary>{tt('team.edit')}</summary>
      <Form onSubmit={save} action={tt('team.save')}>
        <TeamFields value={texts} set={setTexts} />
      </Form>
      <Form onSubmit={end} action={tt('team.delete')} danger disabled={typed !== team.name}>
        <Field text={tt('team.delete.sure')} value={typed} set={setTyped} maxLength={40} />
      </Form>
    </details>
  );
}
