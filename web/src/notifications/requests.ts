// What waits for the player's answer, wherever they are on the site: challenges, rematches, and offers in running
// matches; and the matches that a tournament or a simultaneous exhibition has begun. The bar of the frame shows it
// (requestbar.tsx).
import { useEffect } from 'preact/hooks';

import { Store, useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import type { ServerEvent } from '../core/events';
import { get, me, serverNow } from '../core/net';
import type { PageNotification } from '../core/people';
import type { ClockWish, MatchHead, Player } from '../core/net';
import { matchHere } from '../core/router';
import { settings } from '../core/settings';
import { playOnce } from '../core/sound';
import type { GameName } from '../wasm/wasm';

export interface Asker extends Player {
  rating: number | null;
  provisional: boolean;
}

export type RequestKind = 'challenge' | 'rematch' | 'draw' | 'takeback' | 'pause';

/** What somebody asks of us. */
export interface Request {
  key: string;
  kind: RequestKind;
  match: MatchHead;
  from: Asker;
}

/** A match of ours that began without our doing. */
export interface Begun {
  match: number;
  game: GameName;
  width: number;
  height: number;
  opponent: Player | null;
  tournament: number | null;
}

/** To a team or to a tournament. */
export interface Invitation {
  id: number;
  at: number;
  from: Player;
  player: Player;
  team: { id: number; name: string } | null;
  tournament: {
    id: number;
    name: string;
    kind: 'roundrobin' | 'swiss' | 'ladder' | 'arena';
    game: GameName;
    width: number;
    height: number;
    rated: boolean;
    clock: ClockWish;
    starts_at: number | null;
  } | null;
}

type AskedMatch = MatchHead & { from: Asker };

interface Answer {
  in: AskedMatch[];
  out: MatchHead[];
  offers: AskedMatch[];
  /** To us, and ours. */
  invitations: Invitation[];
  invited: Invitation[];
}

export const requests = new Store<Request[]>([]);
/** Our own challenges that wait for an answer. */
export const ownRequests = new Store<MatchHead[]>([]);
export const invitations = new Store<Invitation[]>([]);
/** Our own invitations that nobody has answered. */
export const ownInvitations = new Store<Invitation[]>([]);
export const begun = new Store<Begun[]>([]);
/** What screen readers are told of it; the frame has the live region. */
export const announced = new Store('');

const GATHER_MS = 250;
/** What the page itself needs is asked first. */
const FIRST_MS = 300;
/** A page that leads its player to the match does so within this time (paired.ts). */
const LED_MS = 100;

function offersOf(m: AskedMatch): RequestKind[] {
  const theirs = (seat: number | null | undefined): boolean => seat != null && !m.you.includes(seat);
  return [
    ...(theirs(m.offers.draw) ? (['draw'] as const) : []),
    ...(theirs(m.offers.takeback?.seat) ? (['takeback'] as const) : []),
    ...(theirs(m.offers.pause) ? (['pause'] as const) : []),
  ];
}

export function requestsOf(answer: Answer): Request[] {
  const one = (match: AskedMatch, kind: RequestKind): Request => ({
    key: `${match.id} ${kind}`,
    kind,
    match,
    from: match.from,
  });
  return [
    ...answer.offers.flatMap((m) => offersOf(m).map((kind) => one(m, kind))),
    ...answer.in.map((m) => one(m, m.rematch_of != null ? 'rematch' : 'challenge')),
  ];
}

/** Whether a request may be heard. */
export function sounds(from: Player): boolean {
  const { quiet, guestSounds } = settings.value;
  return !quiet && (from.kind !== 'guest' || guestSounds);
}

/** The first answer is heard only for what has come since the page was opened. */
function take(answer: Answer, first: boolean): void {
  const known = new Set(requests.value.map((r) => r.key));
  const next = requestsOf(answer);
  const fresh = next.filter((r) => !known.has(r.key));
  ownRequests.set(answer.out.filter((m) => m.seats.some((s) => s.kind === 'asked')));
  if (fresh.length > 0 || next.length !== requests.value.length) requests.set(next);
  const opened = serverNow() - performance.now();
  const heard = fresh.find((r) => sounds(r.from) && (!first || r.match.updated_at >= opened));
  if (heard) playOnce('request', heard.key);
  const invited = answer.invitations.filter((i) => invitations.value.every((k) => k.id !== i.id));
  const loud = invited.find((i) => sounds(i.from) && (!first || i.at >= opened));
  if (loud) playOnce('request', `invitation ${loud.id}`);
  if (invited.length > 0 || answer.invitations.length !== invitations.value.length)
    invitations.set(answer.invitations);
  ownInvitations.set(answer.invited);
}

/** Events after which the answer may be another. */
const CHANGES = [
  'hello',
  'reset',
  'match',
  'offer',
  'takeback',
  'finished',
  'clock',
  'team_answer',
  'tournament_answer',
];

function hearBegun(e: ServerEvent): void {
  const { match, game, width, height, opponent, tournament, simul, live } = e.data;
  if (live !== true || (tournament ?? simul) === undefined) return;
  const id = Number(match);
  setTimeout(() => {
    if (!settings.value.quiet) playOnce('begin', `begun ${id}`);
    if (matchHere() === id || begun.value.some((b) => b.match === id)) return;
    const one: Begun = {
      match: id,
      game: game as GameName,
      width: Number(width),
      height: Number(height),
      opponent: (opponent as Player | null | undefined) ?? null,
      tournament: typeof tournament === 'number' ? tournament : null,
    };
    begun.set([one, ...begun.value.filter((b) => b.tournament === null || b.tournament !== one.tournament)]);
  }, LED_MS);
}

/** The match is open on this page, or over: it need not be told. */
export function forgetBegun(match: number): void {
  if (begun.value.some((b) => b.match === match)) begun.set(begun.value.filter((b) => b.match !== match));
}

/** Keeps the lists current; the frame calls it once. How many wait. */
export function useRequests(): number {
  const player = useStore(me);
  const asked = useStore(requests);
  const began = useStore(begun);
  const invited = useStore(invitations);
  useEffect(() => {
    let left = false;
    let first = true;
    let later: number | undefined;
    requests.set([]);
    ownRequests.set([]);
    begun.set([]);
    invitations.set([]);
    ownInvitations.set([]);
    if (!player) return undefined;
    const ask = (): void => {
      later = undefined;
      get<Answer>('/challenges').then(
        (answer) => {
          if (!left) take(answer, first);
          first = false;
        },
        () => undefined, // the next event asks again
      );
    };
    later = window.setTimeout(ask, FIRST_MS);
    const stop = events.subscribe('me', FROM_NOW, (e) => {
      if (e.type === 'notification')
        void import('./heard').then((m) => m.hearMessage(e.data['notification'] as PageNotification));
      if (e.type === 'paired') hearBegun(e);
      if (e.type === 'finished') forgetBegun(Number(e.data['match']));
      if (CHANGES.includes(e.type)) later ??= window.setTimeout(ask, GATHER_MS);
    });
    return () => {
      left = true;
      clearTimeout(later);
      stop();
    };
  }, [player?.id]);
  return asked.length + began.length + invited.length;
}
