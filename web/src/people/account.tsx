// The account of a member: what others see, name, password, addresses, blocked players, vacation, looks,
// notifications, export, deletion. Its credentials are on the security page.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { date, plural, t } from '../i18n';
import { AccountFrame, Section } from './accountframe';
import { useAsked } from '../core/asked';
import { Area, Check, Field, Form } from '../parts/form';
import { LookFields } from '../parts/lookfields';
import { get, me, post } from '../core/net';
import type { Player } from '../core/net';
import { NotificationForm } from '../notifications/notificationform';
import { account, knowAccount, signOut } from '../core/people';
import type { Account } from '../core/people';
import { profilePath } from '../parts/profiletabs';
import { ProofFields, useProof } from './proof';
import { Link, navigate } from '../core/router';
import { PasswordField } from './sign';

export function AccountPage(): JSX.Element {
  return (
    <AccountFrame
      title={t('account.title')}
      beside={(player) => <Link href={profilePath(player.name)}>{player.name}</Link>}
    >
      {(known) => (
        <>
          <AboutSection known={known} />
          <NameSection known={known} />
          <PasswordSection known={known} />
          <EmailSection known={known} />
          <Section title={t('account.look')}>
            <p class="soft">{t('account.look.text')}</p>
            <div class="form">
              <LookFields />
            </div>
          </Section>
          <VacationSection />
          <Section title={t('notifications.settings')} wide>
            <NotificationForm />
          </Section>
          <SecuritySection />
          <BlockSection />
          <Section title={t('account.export')}>
            <p>{t('account.export.text')}</p>
            <a class="button" href="/api/account/export" download>
              {t('account.export.do')}
            </a>
          </Section>
          <DeleteSection />
        </>
      )}
    </AccountFrame>
  );
}

function AboutSection({ known }: { known: Account }): JSX.Element {
  const [about, setAbout] = useState(known.about);
  const [seen, setSeen] = useState(known.show_seen);
  const [followable, setFollowable] = useState(known.followable);
  const save = async (): Promise<string> => {
    knowAccount(await post<Account>('/account/profile', { about, show_seen: seen, followable }));
    return t('account.saved');
  };
  return (
    <Section title={t('account.profile')}>
      <Form onSubmit={save} action={t('account.save')}>
        <Area text={t('account.about')} value={about} set={setAbout} maxLength={1000} />
        <Check on={seen} set={setSeen} text={t('account.seen')} />
        <Check on={followable} set={setFollowable} text={t('account.followable')} />
      </Form>
    </Section>
  );
}

function NameSection({ known }: { known: Account }): JSX.Element {
  const [name, setName] = useState('');
  const proof = useProof();
  const change = async (): Promise<string> => {
    knowAccount(await post<Account>('/account/name', { name, ...proof.body }));
    setName('');
    proof.clear();
    return t('account.name.done', { name });
  };
  return (
    <Section title={t('account.name')}>
      <Form onSubmit={change} action={t('account.name.do')} disabled={!known.has_password}>
        <p class="soft">{t('account.name.text')}</p>
        <Field
          text={t('account.name.new')}
          value={name}
          set={setName}
          required
          minLength={2}
          maxLength={24}
        />
        <ProofFields proof={proof} />
      </Form>
    </Section>
  );
}

function PasswordSection({ known }: { known: Account }): JSX.Element {
  const proof = useProof();
  const [fresh, setFresh] = useState('');
  const [keep, setKeep] = useState(false);
  const change = async (): Promise<string> => {
    knowAccount(await post<Account>('/account/password', { ...proof.body, new: fresh, keep_tokens: keep }));
    proof.clear();
    setFresh('');
    return t('account.password.done');
  };
  return (
    <Section title={t('account.password')}>
      {known.has_password ? (
        <Form onSubmit={change} action={t('account.password.do')}>
          <ProofFields proof={proof} text={t('account.password.old')} />
          <PasswordField text={t('sign.password.new')} value={fresh} set={setFresh} fresh />
          <Check on={keep} set={setKeep} text={t('account.password.keep')} />
        </Form>
      ) : (
        <p>
          {t('account.password.none')} <Link href="/recover">{t('sign.recover.title')}</Link>
        </p>
      )}
    </Section>
  );
}

function EmailSection({ known }: { known: Account }): JSX.Element {
  const [address, setAddress] = useState('');
  const proof = useProof();
  const add = async (): Promise<string> => {
    knowAccount(await post<Account>('/account/emails', { address, ...proof.body }));
    setAddress('');
    proof.clear();
    return t('account.emails.added');
  };
  return (
    <Section title={t('account.emails')}>
      {known.emails.length === 0 && (
        <p class="soft">{t(known.mails ? 'account.emails.none' : 'account.emails.off')}</p>
      )}
      <ul class="plain-list">
        {known.emails.map((e) => (
          <EmailRow key={e.address} address={e.address} confirmed={e.confirmed} />
        ))}
      </ul>
      {known.mails && (
        <Form onSubmit={add} action={t('account.emails.add')} disabled={!known.has_password}>
          <Field
            text={t('account.emails.new')}
            value={address}
            set={setAddress}
            type="email"
            autoComplete="email"
            required
          />
          <ProofFields proof={proof} />
        </Form>
      )}
    </Section>
  );
}

function EmailRow({ address, confirmed }: { address: string; confirmed: boolean }): JSX.Element {
  const [open, setOpen] = useState(false);
  const proof = useProof();
  const end = async (): Promise<void> =>
    knowAccount(await post<Account>('/account/emails/end', { address, ...proof.body }));
  return (
    <li>
      <div class="row">
        <span class="grow">
          {address}{' '}
          <span class="soft">{t(confirmed ? 'account.emails.confirmed' : 'account.emails.waiting')}</span>
        </span>
        <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('account.remove')}
          <span class="visually-hidden">: {address}</span>
        </button>
      </div>
      {open && (
        <Form onSubmit={end} action={t('account.emails.end', { address })} danger>
          <ProofFields proof={proof} />
        </Form>
      )}
    </li>
  );
}

interface Vacation {
  until: number | null;
  left_days: number;
  year: number;
}

function VacationSection(): JSX.Element | null {
  const { value, set } = useAsked<Vacation>('/me/vacation');
  const [days, setDays] = useState('7');
  if (value === null) return null;
  const away = value.until !== null;
  const go = async (): Promise<void> =>
    set(await post<Vacation>('/me/vacation', { days: away ? 0 : Number(days) }));
  return (
    <Section title={t('account.vacation')}>
      <Form onSubmit={go} action={t(away ? 'account.vacation.back' : 'account.vacation.go')}>
        <p class="soft">{plural('account.vacation.text', value.left_days)}</p>
        {value.until !== null ? (
          <p>{t('account.vacation.until', { date: date(value.until, true) })}</p>
        ) : (
          <Field
            text={t('account.vacation.days')}
            value={days}
            set={setDays}
            type="number"
            min={1}
            max={Math.max(1, value.left_days)}
            required
          />
        )}
      </Form>
    </Section>
  );
}

/** Sessions, tokens, the second factor and passkeys have a page of their own; this links to it. */
function SecuritySection(): JSX.Element {
  return (
    <Section title={t('security.title')}>
      <p>{t('security.text')}</p>
      <div class="row">
        <Link class="button" href="/security">
          {t('security.open')}
        </Link>
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

function BlockSection(): JSX.Element {
  const { value, again } = useAsked<{ players: Player[] }>('/account/blocks');
  const free = async (name: string): Promise<void> => {
    await post(`/players/${encodeURIComponent(name)}/block`, { blocked: false });
    again();
  };
  return (
    <Section title={t('account.blocks')}>
      {value?.players.length === 0 && <p class="soft">{t('account.blocks.none')}</p>}
      <ul class="plain-list">
        {value?.players.map((p) => (
          <li key={p.id} class="row">
            <span class="grow">
              <Link href={profilePath(p.name)}>{p.name}</Link>
            </span>
            <button type="button" onClick={() => void free(p.name)}>
              {t('account.blocks.end')}
              <span class="visually-hidden">: {p.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DeleteSection(): JSX.Element {
  const [sure, setSure] = useState(false);
  const proof = useProof();
  const end = async (): Promise<void> => {
    await post('/account/delete', proof.body);
    account.set(null);
    me.set(await get<Player | null>('/me').catch(() => null));
    navigate('/');
  };
  return (
    <Section title={t('account.delete')}>
      <p>{t('account.delete.text')}</p>
      <Form onSubmit={end} action={t('account.delete.do')} danger disabled={!sure}>
        <Check on={sure} set={setSure} text={t('account.delete.open')} />
        {sure && <ProofFields proof={proof} />}
      </Form>
    </Section>
  );
}
