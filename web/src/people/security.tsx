// The security of a member's account: its sessions, its API tokens, and its security events.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { date, plural, t } from '../i18n';
import { AccountFrame, Section } from './accountframe';
import { agentName } from '../core/agent';
import { useAsked } from '../core/asked';
import { Check, Field, Form } from '../parts/form';
import { post } from '../core/net';
import { makePasskey, passkeysWork } from './passkey';
import { SCOPES, knowAccount, readAccount, signOut } from '../core/people';
import type { Account, Passkey, Scope, SecurityEvent, Session, Token } from '../core/people';
import { ProofFields, useProof } from './proof';
import { QrCode } from '../parts/qrcode';
import { Link, navigate } from '../core/router';
import { CodeField } from './sign';

export function SecurityPage(): JSX.Element {
  return (
    <AccountFrame
      title={t('security.title')}
      beside={() => <Link href="/account">{t('account.title')}</Link>}
    >
      {(known) => (
        <>
          <SessionSection />
          <FactorSection known={known} />
          <PasskeySection known={known} />
          <TokenSection />
          <EventSection />
        </>
      )}
    </AccountFrame>
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
  const proof = useProof();
  const [secret, setSecret] = useState('');
  const make = async (): Promise<void> => {
    const token = await post<Token>('/account/tokens', { name, scopes, ...proof.body });
    setSecret(token.secret ?? '');
    setName('');
    proof.clear();
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
        <ProofFields proof={proof} />
      </Form>
    </Section>
  );
}

interface Enrolment {
  secret: string;
  uri: string;
  qr: string[];
}

/** The second factor: a code of an app beside the password. */
function FactorSection({ known }: { known: Account }): JSX.Element {
  const proof = useProof();
  const [begun, setBegun] = useState<Enrolment | null>(null);
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[]>([]);
  const [removing, setRemoving] = useState(false);
  const begin = async (): Promise<void> => {
    setCodes([]);
    setBegun(await post<Enrolment>('/account/factor', proof.body));
    proof.clear();
  };
  const confirm = async (): Promise<void> => {
    const made = await post<{ codes: string[] }>('/account/factor/confirm', { code });
    setCodes(made.codes);
    setBegun(null);
    setCode('');
    await readAccount();
  };
  const renew = async (): Promise<void> => {
    const made = await post<{ codes: string[] }>('/account/factor/codes', proof.body);
    setCodes(made.codes);
    proof.clear();
    await readAccount();
  };
  const end = async (): Promise<void> => {
    knowAccount(await post<Account>('/account/factor/end', proof.body));
    setCodes([]);
    setRemoving(false);
    proof.clear();
  };
  return (
    <Section title={t('factor.title')}>
      <p class="soft">{t('factor.text')}</p>
      {codes.length > 0 && (
        <div class="panel notice" role="status">
          <p>{t('factor.codes.text')}</p>
          <pre class="recovery-codes">{codes.join('\n')}</pre>
        </div>
      )}
      {known.second_factor ? (
        <>
          <p>{plural('factor.on', known.recovery_codes)}</p>
          <Form
            onSubmit={removing ? end : renew}
            action={t(removing ? 'factor.end.do' : 'factor.codes.do')}
            danger={removing}
          >
            <Check on={removing} set={setRemoving} text={t('factor.end')} />
            <ProofFields proof={proof} />
          </Form>
        </>
      ) : begun === null ? (
        <Form onSubmit={begin} action={t('factor.begin')} disabled={!known.has_password}>
          <ProofFields proof={proof} />
        </Form>
      ) : (
        <Form onSubmit={confirm} action={t('factor.confirm')}>
          <p>{t('factor.scan')}</p>
          <QrCode rows={begun.qr} text={t('factor.qr')} />
          <label class="secret">
            {t('factor.secret')}
            <input readOnly value={begun.secret} onFocus={(e) => e.currentTarget.select()} />
          </label>
          <CodeField value={code} set={setCode} />
        </Form>
      )}
    </Section>
  );
}

/** Passkeys: sign in with a finger, a face or a key instead of the password. */
function PasskeySection({ known }: { known: Account }): JSX.Element {
  const { value, set } = useAsked<{ passkeys: Passkey[] }>('/account/passkeys');
  const [name, setName] = useState('');
  const [removed, setRemoved] = useState('');
  const proof = useProof();
  const passkeys = value?.passkeys ?? [];
  const make = async (): Promise<void> => {
    let made;
    try {
      made = await makePasskey(passkeys.map((k) => k.id));
    } catch (e) {
      throw e instanceof DOMException ? new Error(t('passkey.failed')) : e;
    }
    set(await post<{ passkeys: Passkey[] }>('/account/passkeys', { name, ...made, ...proof.body }));
    setName('');
    proof.clear();
  };
  const end = async (): Promise<void> => {
    set(await post<{ passkeys: Passkey[] }>('/account/passkeys/end', { id: removed, ...proof.body }));
    setRemoved('');
    proof.clear();
  };
  return (
    <Section title={t('passkey.title')}>
      <p class="soft">{t('passkey.text')}</p>
      <ul class="plain-list">
        {passkeys.map((k) => (
          <li key={k.id} class="row">
            <span class="grow">
              <b>{k.name}</b>
              <br />
              <span class="soft">
                {k.seen_at === 0
                  ? t('account.tokens.never')
                  : t('account.tokens.used', { date: date(k.seen_at, true) })}
              </span>
            </span>
            <button
              type="button"
              aria-expanded={removed === k.id}
              onClick={() => setRemoved(removed === k.id ? '' : k.id)}
            >
              {t('account.remove')}
              <span class="visually-hidden">: {k.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {removed !== '' ? (
        <Form onSubmit={end} action={t('passkey.end')} danger>
          <ProofFields proof={proof} />
        </Form>
      ) : passkeysWork() ? (
        <Form onSubmit={make} action={t('passkey.make')} disabled={!known.has_password}>
          <Field text={t('passkey.name')} value={name} set={setName} required maxLength={60} />
          <ProofFields proof={proof} />
        </Form>
      ) : (
        <p class="soft">{t('passkey.none')}</p>
      )}
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
  if (kind === 'passkey-ended' && detail !== '') return t('security.event.passkey-ended.named', { detail });
  if (kind === 'factor-off' && detail !== '') return t('security.event.factor-off.staff');
  return t(`security.event.${kind}`, { detail });
}
