// Teams as the server tells of them (docs/api/teams.md), and one team kept current by the stream.
import { useEffect, useState } from 'preact/hooks';

import { useStore } from './env';
import { FROM_NOW, events, online } from './events';
import type { ServerEvent } from './events';
import { get, sentence } from './net';
import type { ChatLine, Player, RatingMost } from './net';

export const ACCESSES = ['open', 'request', 'closed'] as const;
export type TeamAccess = (typeof ACCESSES)[number];
export type TeamRole = 'asked' | 'member' | 'owner';

/** A team as in a list. */
export interface TeamHead {
  id: number;
  name: string;
  access: TeamAccess;
  founder: Player;
  created_at: number;
  members_n: number;
  /** How many have asked to join; 0 unless we are an owner. */
  asked_n: number;
  /** Our role in the team. */
  role: TeamRole | null;
}

export interface Team extends TeamHead {
  about: string;
  limits: { owned: number; joined: number; members: number };
}

export interface TeamMember {
  player: Player;
  role: TeamRole;
  since: number;
  online: boolean;
  rating: RatingMost | null;
}

export const NAME_MAX = 40;
export const ABOUT_MAX = 1000;
const ASK_AGAIN_MS = 5000;

export const isMember = (team: TeamHead): boolean => team.role === 'member' || team.role === 'owner';

interface LiveTeam {
  team: Team | null;
  error: string;
  /** The chat, oldest first; empty for players who are no members. */
  lines: ChatLine[];
  /** Counts up when members have come, gone or changed. */
  changes: number;
  /** After an action of our own, which answers with the team. */
  set: (team: Team) => void;
  readChat: () => Promise<void>;
}

export function useTeam(id: number): LiveTeam {
  const [team, setTeam] = useState<Team | null>(null);
  const [error, setError] = useState('');
  const [lines, setLines] = useState<ChatLine[]>([]);
  const [changes, setChanges] = useState(0);
  const connected = useStore(online);
  const inside = team !== null && isMember(team);
  const set = (fresh: Team): void => {
    setTeam(fresh);
    setChanges((n) => n + 1);
  };
  const load = (): Promise<void> =>
    get<Team>(`/teams/${id}`).then(set, (e: unknown) => {
      setTeam(null);
      setError(sentence(e));
    });
  const readChat = (): Promise<void> =>
    get<{ lines: ChatLine[] }>(`/teams/${id}/chat`).then(
      (answer) => setLines(answer.lines.reverse()),
      () => undefined,
    );
  useEffect(() => void load(), [id]);
  useEffect(() => {
    if (!inside) {
      setLines([]);
      return;
    }
    void readChat();
    return events.subscribe(`team:${id}`, FROM_NOW, (e: ServerEvent) => {
      const what = e.type === 'team' ? e.data['what'] : 'all';
      if (what === 'chat' || what === 'all') void readChat();
      if (what !== 'chat') void load();
    });
  }, [id, inside]);
  useEffect(() => {
    // The server refuses a stream with the topic of a team that we are in no longer: we ask whether we are.
    if (connected || !inside) return;
    const timer = setInterval(() => {
      get<Team>(`/teams/${id}`).then(
        (fresh) => setTeam(fresh),
        () => undefined,
      );
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [id, inside, connected]);
  return { team, error, lines, changes, set, readChat };
}
