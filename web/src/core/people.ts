// The part of the server's API about people (docs/API.md: accounts, players, notifications,
// administration), typed.
import type { GameName } from '../wasm/wasm';
import { Store } from './env';
import { get, me, post, signedOut } from './net';
import type { MatchState, Player } from './net';

export type Role = 'player' | 'moderator' | 'administrator';

export interface Account {
  player: Player;
  created_at: number;
  role: Role;
  has_password: boolean;
  emails: { address: string; confirmed: boolean }[];
  about: string;
  show_seen: boolean;
  followable: boolean;
  mails: boolean;
  second_factor: boolean;
  /** How many recovery codes are left. */
  recovery_codes: number;
}

/** Instead of the account: the password was right, and a code is asked for. */
export interface HalfSignedIn {
  second_factor: true;
  ticket: string;
}

export interface Session {
  id: string;
  current: boolean;
  made_at: number;
  seen_at: number;
  agent: string;
}

export const SCOPES = ['read', 'play', 'chat', 'account'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Token {
  id: string;
  name: string;
  scopes: Scope[];
  made_at: number;
  seen_at: number;
  secret?: string;
}

export const SECURITY_KINDS = [
  'signed-up',
  'signed-in',
  'signed-out',
  'password',
  'mail-password',
  'recovered',
  'address-added',
  'address-confirmed',
  'address-ended',
  'token-made',
  'token-ended',
  'factor-on',
  'factor-off',
  'factor-missed',
  'code-used',
  'codes-made',
  'passkey-added',
  'passkey-ended',
  'passkey-copied',
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

export interface Passkey {
  id: string;
  name: string;
  made_at: number;
  seen_at: number;
}

/** Something that happened to the account. */
export interface SecurityEvent {
  id: number;
  at: number;
  kind: SecurityKind;
  agent: string;
  detail: string;
}

export interface Profile {
  player: Player;
  since: number;
  about: string;
  seen_at: number | null;
  games: { game: GameName; running: number; finished: number; won: number; lost: number; drawn: number }[];
  you: {
    blocked: boolean;
    note: string;
    follows: boolean;
    follows_you: boolean;
    may_follow: boolean;
  } | null;
}

export const NOTIFICATION_KINDS = [
  'turn',
  'challenge',
  'over',
  'message',
  'reminder',
  'tournament',
  'puzzle',
  'team',
  'simul',
  'guest',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export type Delivery = 'off' | 'each' | 'digest';

export interface PageNotification {
  id: number;
  kind: Exclude<NotificationKind, 'guest'>; // a choice only
  at: number;
  read: boolean;
  match: number | null;
  tournament: number | null;
  player: Player | null;
  ply: number | null;
  /** What somebody wrote. */
  text: string;
  /** What has happened, by kind (docs/api/notifications.md). */
  data: NotificationData;
}

/** The members that its kind has. */
export interface NotificationData {
  how?: 'won' | 'lost' | 'drawn' | 'aborted';
  reason?: string;
  game?: string;
  width?: number;
  height?: number;
  rating?: number;
  state?: MatchState | 'invited';
  did?: string;
  puzzle?: string;
  id?: number;
  name?: string;
}

export interface NotificationAnswer {
  notifications: PageNotification[];
  unread: number;
  next: number | null;
}

export interface NotificationSettings {
  kinds: Record<NotificationKind, { page: boolean; push: Delivery; mail: Delivery }>;
  digest_at: number;
  mails: boolean;
  push_key: string | null;
  browsers: { id: number; made_at: number; agent: string }[];
}

export interface Ban {
  at: number;
  until: number | null;
  reason: string;
  by: Player;
}

export interface AdminPlayer {
  player: Player;
  created_at: number;
  seen_at: number | null;
  role: Role;
  ban: Ban | null;
  sessions: number;
  tokens: number;
  reports: number;
  second_factor: boolean;
  passkeys: number;
}

export interface Report {
  id: number;
  at: number;
  state: 'open' | 'closed';
  by: Player;
  player: Player | null;
  match: number | null;
  study: number | null;
  team: number | null;
  tournament: number | null;
  conversation: number | null;
  chat: { id: number; text: string; at: number } | null;
  reason: string;
  closed_by: Player | null;
  closed_at: number | null;
  answer: string;
}

/** The account of the signed-in member; null for guests, for visitors, and before it is known. */
export const account = new Store<Account | null>(null);
/** The number of unread notifications. */
export const unread = new Store(0);

export function knowAccount(known: Account): void {
  me.set(known.player);
  signedOut.set(false);
  account.set(known);
}

/** Asks for the account when we are a member; nothing else changes. */
export async function readAccount(): Promise<Account | null> {
  if (me.value?.kind !== 'member') {
    account.set(null);
    return null;
  }
  const known = await get<Account>('/account');
  knowAccount(known);
  return known;
}

export async function signOut(): Promise<void> {
  await post('/signout');
  account.set(null);
  unread.set(0);
  me.set(null);
  signedOut.set(false);
}

export function notePath(what: { match: number } | { player: string }): string {
  return 'match' in what ? `/matches/${what.match}/note` : `/players/${encodeURIComponent(what.player)}/note`;
}
