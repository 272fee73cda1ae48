// The security of a member's account: where it is signed in, its API tokens, and what happened to it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { date, t } from '../i18n';
import { Section } from './account';
import { agentName } from './agent';
import { useAsked } from './asked';
import { useStore } from './env';
import { Check, Field, Form } from './form';
import { Heading } from './heading';
import { me, post } from './net';
import { SCOPES, account, readAccount, signOut } from './people';
import type { Scope, SecurityEvent, Session, Token } from './people';
import { Link, navigate } from './router';
import { MembersOnly, PasswordField } from './sign';

export function SecurityPage(): JSX.Element {
  const player = useStore(me);
  const known = useStore(account);
  useEffect(() => {
    void readAccount().catch(() => undefined);
  }, [player?.id]);
  if (player?.kind !== 'member') return <MembersOnly title={t('security.title')} />;
  return (
    <div class="page">
      <div class="page-head">
        <Heading title={t('security.title')} />
        <Link href="/account">{t('account.title')}</Link>
      </div>
      {known && (
        <div class="sections">
          <SessionSection />
          <TokenSection />
          <EventSection />
        </div>
      )}
    </div>
  );
}

function SessionSection(): JSX.Element {
  const { value, set } = useAsked<{ sessions: Session[] }>('/account/sessions');
  const end = async (what: { id: string } | { others: true }): Promise<void> =>
    set(await post<{ sessions: Session[] }>('/account/sessions/end', what));
  const sessions = value?.sessions ?? [];
  return (
    <Section title={t('account.sessions')}>
      <ul class="plain-list">
        {sessions.map((s) => (
          <li key={s.id} class="row">
            <span class="grow">
              <b>{agentName(s.agent)}</b> {s.current && <span class="tag">{t('account.sessions.this')}</span>}
              <br />
              <span class="soft">
                {t('account.sessions.since', { date: date(s.made_at), seen: date(s.seen_at, true) })}
              </span>
            </span>
            {!s.current && (
              <button type="button" onClick={() => void end({ id: s.id })}>
                {t('account.sessions.end')}
                <span class="visually-hidden">: {agentName(s.agent)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        {sessions.length > 1 && (
          <button type="button" onClick={() => void end({ others: true })}>
            {t('account.sessions.others')}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            void signOut().then(() => navigate('/'));
          }}
        >
          {t('sign.out')}
        </button>
      </div>
    </Section>
  );
}

function TokenSection(): JSX.Element {
  const { value, set, again } = useAsked<{ tokens: Token[] }>('/account/tokens');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read', 'play']);
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState('');
  const make = async (): Promise<void> => {
    const token = await post<Token>('/account/tokens', { name, scopes, password });
    setSecret(token.secret ?? '');
    setName('');
    setPassword('');
    again();
  };
  const end = async (id: string): Promise<void> => {
    setSecret('');
    set(await post<{ tokens: Token[] }>('/account/tokens/end', { id }));
  };
  return (
    <Section title={t('account.tokens')}>
      <p class="soft">{t('account.tokens.text')}</p>
      {value?.tokens.length === 0 && <p class="soft">{t('account.tokens.none')}</p>}
      <ul class="plain-list">
        {value?.tokens.map((token) => (
          <li key={token.id} class="row">
            <span class="grow">
              <b>{token.name}</b> {token.scopes.join(', ')}
              <br />
              <span class="soft">
                {token.seen_at === 0
                  ? t('account.tokens.never')
                  : t('account.tokens.used', { date: date(token.seen_at, true) })}
              </span>
            </span>
            <button type="button" onClick={() => void end(token.id)}>
              {t('account.tokens.end')}
              <span class="visually-hidden">: {token.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {secret !== '' && (
        <label class="panel notice secret">
          {t('account.tokens.secret')}
          <input readOnly value={secret} onFocus={(e) => e.currentTarget.select()} />
        </label>
      )}
      <Form onSubmit={make} action={t('account.tokens.make')}>
        <Field text={t('account.tokens.name')} value={name} set={setName} required maxLength={60} />
        <fieldset>
          <legend>{t('account.tokens.scopes')}</legend>
          {SCOPES.map((scope) => (
            <Check
              key={scope}
              on={scopes.includes(scope)}
              disabled={scope === 'read'}
              set={(on) => setScopes(SCOPES.filter((s) => (s === scope ? on : scopes.includes(s))))}
              text={t(`account.tokens.scope.${scope}`)}
            />
          ))}
        </fieldset>
        <PasswordField text={t('account.confirm.password')} value={password} set={setPassword} />
      </Form>
    </Section>
  );
}

function EventSection(): JSX.Element {
  const { value } = useAsked<{ events: SecurityEvent[] }>('/account/security');
  return (
    <Section title={t('security.events')} wide>
      <p class="soft">{t('security.events.text')}</p>
      {value?.events.length === 0 && <p class="soft">{t('security.events.none')}</p>}
      <ul class="plain-list">
        {value?.events.map((e) => (
          <li key={e.id}>
            <b>{eventText(e)}</b>
            <br />
            <span class="soft">
              {date(e.at, true)}
              {e.agent !== '' && `, ${agentName(e.agent)}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What happened; the detail is an address, a name, or a word of the server's. */
function eventText({ kind, detail }: SecurityEvent): string {
  if (kind === 'signed-in' && detail === 'new') return t('security.event.signed-in.new');
  if (kind === 'signed-out' && detail === 'others') return t('security.event.signed-out.others');
  return t(`security.event.${kind}`, { detail });
}
