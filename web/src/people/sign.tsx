// Signing up, signing in, a lost password, and the confirmation of an address. Links in mails open the
// last two; their token is in the address.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { useStore } from '../core/env';
import { Check, Field, Form } from '../parts/form';
import { Heading } from '../parts/heading';
import { Problem, me, post, sentence } from '../core/net';
import { passkeysWork, showPasskey } from './passkey';
import { knowAccount } from '../core/people';
import type { Account, HalfSignedIn } from '../core/people';
import { Link, navigate, pageBefore } from '../core/router';
import { useSite } from '../core/site';

const NAME_PATTERN = '[A-Za-z][A-Za-z0-9._\\-]{1,23}';
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;

/** Where to go when signed in: the page of this site that asked for it or that one came from, or one's matches. */
function next(query: URLSearchParams): string {
  const wish = query.get('next') ?? '';
  if (wish.startsWith('/') && !wish.startsWith('//')) return wish;
  const before = pageBefore();
  return before === '' || before === '/' ? '/mine' : before;
}

export function PasswordField(props: {
  text: string;
  value: string;
  set: (v: string) => void;
  fresh?: boolean;
}): JSX.Element {
  return (
    <Field
      text={props.text}
      value={props.value}
      set={props.set}
      type="password"
      autoComplete={props.fresh ? 'new-password' : 'current-password'}
      required
      minLength={props.fresh ? PASSWORD_MIN : 1}
      maxLength={PASSWORD_MAX}
      {...(props.fresh ? { hint: t('sign.password.hint', { n: PASSWORD_MIN }) } : {})}
    />
  );
}

/** A code of the second factor, or a recovery code. */
export function CodeField(props: {
  value: string;
  set: (code: string) => void;
  focus?: boolean;
}): JSX.Element {
  return (
    <Field
      text={t('factor.code')}
      value={props.value}
      set={props.set}
      hint={t('factor.code.hint')}
      autoComplete="one-time-code"
      required
      maxLength={40}
      {...(props.focus ? { focus: true } : {})}
    />
  );
}

export function SignUpPage({ query }: { query: URLSearchParams }): JSX.Element {
  const player = useStore(me);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const site = useSite();
  const submit = async (): Promise<void> => {
    const order = { name, password, ...(email === '' ? {} : { email }) };
    knowAccount(await post<Account>('/signup', order));
    navigate(next(query));
  };
  return (
    <div class="page narrow">
      <Heading title={t('sign.up.title')} />
      <p>{player?.kind === 'guest' ? t('sign.up.guest', { name: player.name }) : t('sign.up.text')}</p>
      <div class="panel">
        <Form onSubmit={submit} action={t('sign.up.do')}>
          <Field
            text={t('sign.name')}
            value={name}
            set={setName}
            autoComplete="username"
            required
            minLength={2}
            maxLength={24}
            pattern={NAME_PATTERN}
            hint={t('sign.name.hint')}
          />
          <PasswordField text={t('sign.password')} value={password} set={setPassword} fresh />
          {site?.mails === true && (
            <Field
              text={t('sign.email')}
              value={email}
              set={setEmail}
              type="email"
              autoComplete="email"
              hint={t('sign.email.hint')}
            />
          )}
          {site?.mails === false && <p class="soft hint">{t('sign.email.none')}</p>}
        </Form>
      </div>
      <p>
        {t('sign.up.have')} <Link href={`/signin${location.search}`}>{t('sign.in.do')}</Link>
      </p>
    </div>
  );
}

export function SignInPage({ query }: { query: URLSearchParams }): JSX.Element {
  const player = useStore(me);
  const guest = player?.kind === 'guest';
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [bring, setBring] = useState(true);
  const [ticket, setTicket] = useState('');
  const submit = async (): Promise<void> => {
    try {
      const answer = await post<Account | HalfSignedIn>('/signin', { name, password, bring: guest && bring });
      if ('ticket' in answer) {
        setTicket(answer.ticket);
        return;
      }
      knowAccount(answer);
    } catch (e) {
      if (e instanceof Problem && e.status === 401) throw new Error(t('sign.in.wrong'));
      throw e;
    }
    navigate(next(query));
  };
  if (ticket !== '')
    return (
      <CodePage
        ticket={ticket}
        bring={guest && bring}
        done={() => navigate(next(query))}
        again={() => setTicket('')}
      />
    );
  return (
    <div class="page narrow">
      <Heading title={t('sign.in.title')} />
      <div class="panel">
        <Form onSubmit={submit} action={t('sign.in.do')}>
          <Field text={t('sign.name')} value={name} set={setName} autoComplete="username" required />
          <PasswordField text={t('sign.password')} value={password} set={setPassword} />
          {guest && <Check on={bring} set={setBring} text={t('sign.in.bring', { name: player.name })} />}
        </Form>
      </div>
      <PasskeyButton bring={guest && bring} done={() => navigate(next(query))} />
      <p class="row">
        <Link href="/recover">{t('sign.recover.link')}</Link>
        <span>
          {t('sign.in.none')} <Link href={`/signup${location.search}`}>{t('sign.up.do')}</Link>
        </span>
      </p>
    </div>
  );
}

/** Instead of the password, or with a ticket instead of a code. */
function PasskeyButton(props: { ticket?: string; bring: boolean; done: () => void }): JSX.Element | null {
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    const { ticket, bring } = props;
    setBusy(true);
    setError('');
    try {
      const shown = await showPasskey();
      const body = ticket === undefined ? { ...shown, bring } : { ...shown, bring, ticket };
      knowAccount(await post<Account>('/signin/passkey', body));
      props.done();
    } catch (e) {
      setError(e instanceof DOMException ? t('passkey.failed') : sentence(e));
    }
    setBusy(false);
  };
  if (!passkeysWork()) return null;
  return (
    <>
      {error !== '' && (
        <p class="panel refusal" role="alert">
          {error}
        </p>
      )}
      <p>
        <button type="button" disabled={busy} onClick={() => void ask()}>
          {t('passkey.do')}
        </button>
      </p>
    </>
  );
}

/** The second step of a sign-in: a code of the second factor. */
function CodePage(props: {
  ticket: string;
  bring: boolean;
  done: () => void;
  again: () => void;
}): JSX.Element {
  const [code, setCode] = useState('');
  const submit = async (): Promise<void> => {
    const { ticket, bring } = props;
    try {
      knowAccount(await post<Account>('/signin/factor', { ticket, code, bring }));
    } catch (e) {
      if (e instanceof Problem && e.status === 401) throw new Error(t('factor.expired'));
      if (e instanceof Problem && e.status === 403) throw new Error(t('factor.wrong'));
      throw e;
    }
    props.done();
  };
  return (
    <div class="page narrow">
      <Heading title={t('factor.title')} />
      <div class="panel">
        <Form onSubmit={submit} action={t('sign.in.do')}>
          <p>{t('factor.ask')}</p>
          <CodeField value={code} set={setCode} focus />
        </Form>
      </div>
      <PasskeyButton ticket={props.ticket} bring={props.bring} done={props.done} />
      <p>
        <button type="button" class="quiet" onClick={props.again}>
          {t('factor.again')}
        </button>
      </p>
    </div>
  );
}

/** The token of a mail stands behind the #, which browsers never send. */
const tokenOfAddress = (): string => decodeURIComponent(location.hash.slice(1));

/** A failure with a token: it was used, or it is too old. */
function tokenProblem(e: unknown): unknown {
  return e instanceof Problem && e.status === 404 ? new Error(t('sign.token.bad')) : e;
}

export function RecoverPage(): JSX.Element {
  const [known] = useState(tokenOfAddress);
  const [token, setToken] = useState(known);
  const [who, setWho] = useState('');
  const site = useSite();
  const [ticket, setTicket] = useState('');
  const [password, setPassword] = useState('');
  const ask = async (): Promise<string> => {
    await post('/recover', who.includes('@') ? { email: who } : { name: who });
    return t('sign.recover.sent');
  };
  const finish = async (): Promise<void> => {
    try {
      const answer = await post<Account | HalfSignedIn>('/recover/finish', { token, password });
      if ('ticket' in answer) {
        setTicket(answer.ticket);
        return;
      }
      knowAccount(answer);
    } catch (e) {
      throw tokenProblem(e);
    }
    navigate('/mine');
  };
  if (ticket !== '')
    return (
      <CodePage
        ticket={ticket}
        bring={false}
        done={() => navigate('/mine')}
        again={() => navigate('/signin')}
      />
    );
  return (
    <div class="page narrow">
      <Heading title={t('sign.recover.title')} />
      {known === '' && site?.mails === false && <p class="panel notice">{t('sign.recover.none')}</p>}
      {known === '' && site?.mails === true && (
        <div class="panel">
          <Form onSubmit={ask} action={t('sign.recover.do')} label={t('sign.recover.do')}>
            <p>{t('sign.recover.text')}</p>
            <Field text={t('sign.recover.who')} value={who} set={setWho} autoComplete="username" required />
          </Form>
        </div>
      )}
      <div class="panel">
        <Form onSubmit={finish} action={t('sign.recover.finish')} label={t('sign.recover.finish')}>
          {known === '' && (
            <Field
              text={t(site?.mails === false ? 'sign.token.given' : 'sign.token')}
              value={token}
              set={setToken}
              required
            />
          )}
          <PasswordField text={t('sign.password.new')} value={password} set={setPassword} fresh />
          <p class="soft">{t('sign.recover.ends')}</p>
        </Form>
      </div>
      <p>
        <Link href="/signin">{t('sign.in.do')}</Link>
      </p>
    </div>
  );
}

/** A button confirms the address, because programs that open links in mails press no buttons. */
export function ConfirmPage(): JSX.Element {
  const [known] = useState(tokenOfAddress);
  const [token, setToken] = useState(known);
  const confirm = async (): Promise<string> => {
    try {
      const { address } = await post<{ address: string }>('/email/confirm', { token });
      return t('sign.confirm.done', { address });
    } catch (e) {
      throw tokenProblem(e);
    }
  };
  return (
    <div class="page narrow">
      <Heading title={t('sign.confirm.title')} />
      <div class="panel">
        <Form onSubmit={confirm} action={t('sign.confirm.do')}>
          <p>{t('sign.confirm.text')}</p>
          {known === '' && <Field text={t('sign.token')} value={token} set={setToken} required />}
        </Form>
      </div>
      <p>
        <Link href="/account">{t('account.title')}</Link>
      </p>
    </div>
  );
}

/** Instead of a page that only members have. */
export function MembersOnly({ title }: { title: string }): JSX.Element {
  return (
    <div class="page narrow">
      <Heading title={title} />
      <p class="panel">{t('sign.members')}</p>
      <div class="row">
        <Link class="button" href={`/signin?next=${encodeURIComponent(location.pathname)}`}>
          {t('sign.in.do')}
        </Link>
        <Link class="button" href={`/signup?next=${encodeURIComponent(location.pathname)}`}>
          {t('sign.up.do')}
        </Link>
      </div>
    </div>
  );
}
