// The spectators of a match, by name, and their chat. The players can read it after the match.
import type { ComponentChildren, JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { language } from '../i18n';
import { ChatForm, ChatLines } from './chat';
import { useStore } from '../core/env';
import { FROM_NOW, events, spectatorsTopic } from '../core/events';
import { get, me, post, sentence } from '../core/net';
import type { ChatLine, Match, Player } from '../core/net';
import { Link } from '../core/router';
import { st, useSpectatorsWords } from './spectatorswords';

/** How long after a spectator came or went the names are read again. */
const NAMES_MS = 2000;

interface Spectators {
  players: Player[];
  more: number;
  /** Newest first; null while we may not read them. */
  lines: ChatLine[] | null;
  next: number | null;
  writes: boolean;
}

interface Shown extends Omit<Spectators, 'lines'> {
  /** Oldest first. */
  lines: ChatLine[] | null;
}

/** Lines that were read before stay, above or below those of a new page. */
function merged(old: Shown | null, page: Spectators, older: boolean): Shown {
  if (page.lines === null) return { ...page, lines: null };
  const fresh = [...page.lines].reverse();
  const first = fresh[0]?.id ?? 0;
  const known = old?.lines ?? [];
  if (older) return { ...page, lines: [...fresh, ...known] };
  const above = known.filter((line) => line.id < first);
  return { ...page, lines: [...above, ...fresh], next: above.length > 0 ? (old?.next ?? null) : page.next };
}

export function SpectatorsPanel({
  match: m,
  invite,
}: {
  match: Match;
  invite: string | null;
}): JSX.Element | null {
  const words = useSpectatorsWords();
  const player = useStore(me);
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState('');
  const gone = useRef(false);
  const reads = shown?.lines != null;
  const read = useCallback(
    async (before?: number): Promise<void> => {
      const query = new URLSearchParams();
      if (invite !== null) query.set('invite', invite);
      if (before !== undefined) query.set('before', String(before));
      try {
        const page = await get<Spectators>(`/matches/${m.id}/spectators?${query.toString()}`);
        if (!gone.current) setShown((old) => merged(old, page, before !== undefined));
      } catch {
        // Without a connection the panel stays as it is.
      }
    },
    [m.id, invite],
  );
  useEffect(() => {
    gone.current = false;
    void read();
    return () => {
      gone.current = true;
    };
  }, [read, m.state, player?.id]);
  useEffect(() => {
    const timer = setTimeout(() => void read(), NAMES_MS);
    return () => clearTimeout(timer);
  }, [read, m.watchers]);
  useEffect(
    () => (reads ? events.subscribe(spectatorsTopic(m.id, invite), FROM_NOW, () => void read()) : undefined),
    [read, reads],
  );
  if (shown === null || !words) return null;
  const plays = m.you.length > 0;
  const running = m.state === 'running';
  if (shown.players.length === 0 && plays && (running || shown.lines?.length === 0)) return null;
  const send = async (text: string): Promise<boolean> => {
    setError('');
    try {
      await post(`/matches/${m.id}/spectators`, { text, ...(invite === null ? {} : { invite }) });
      await read();
      return true;
    } catch (e) {
      setError(sentence(e));
      return false;
    }
  };
  const title = st('spectators.title');
  const inside = (
    <>
      <Names shown={shown} />
      {m.state === 'running' && <p class="soft">{rule(m, shown, plays)}</p>}
      {shown.lines !== null && (
        <ChatLines lines={shown.lines} match={m.id} label={title} none={st('spectators.none')}>
          {shown.next !== null && (
            <button type="button" class="plain" onClick={() => void read(shown.next ?? undefined)}>
              {st('spectators.older')}
            </button>
          )}
        </ChatLines>
      )}
      {error && <p role="alert">{error}</p>}
      {shown.writes && <ChatForm label={st('spectators.label')} send={send} />}
    </>
  );
  if (!plays) {
    return (
      <section class="panel chat" aria-label={title}>
        <h2>{title}</h2>
        {inside}
      </section>
    );
  }
  return <Fold title={title}>{inside}</Fold>;
}

function Fold({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="panel chat" aria-label={title}>
      <details>
        <summary>{title}</summary>
        {children}
      </details>
    </section>
  );
}

/** Says who can read the chat of a running match, and from when. */
function rule(m: Match, shown: Shown, plays: boolean): string {
  if (m.delay) return st('spectators.delayed');
  if (plays) return st('spectators.later');
  return st(shown.writes ? 'spectators.secret' : 'spectators.members');
}

/** "ann, bob and 3 more", each a link to the profile. */
function Names({ shown }: { shown: Shown }): JSX.Element | null {
  if (shown.players.length === 0) return null;
  const names = shown.players.map((p) => p.name);
  const one = new Intl.PluralRules(language()).select(shown.more) === 'one';
  const rest = st(one ? 'spectators.more.one' : 'spectators.more.other', { n: shown.more });
  const all = shown.more > 0 ? [...names, rest] : names;
  let at = 0;
  return (
    <p>
      {new Intl.ListFormat(language()).formatToParts(all).map((part, i) => {
        if (part.type === 'literal' || at++ >= names.length) return part.value;
        return (
          <Link key={i} href={`/p/${encodeURIComponent(part.value)}`}>
            {part.value}
          </Link>
        );
      })}
    </p>
  );
}
