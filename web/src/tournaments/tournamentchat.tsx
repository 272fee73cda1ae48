// The chat of a tournament: everybody reads it, members write.
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { FROM_NOW, events } from '../core/events';
import { get, me } from '../core/net';
import type { ChatLine } from '../core/net';
import { ChatBox } from '../parts/chatbox';
import { ct, useChatWords } from './chatwords';
import type { Tournament } from './tournamenttypes';

interface Chat {
  /** Newest first. */
  lines: ChatLine[];
  writes: boolean;
}

export function TournamentChat({ tour }: { tour: Tournament }): JSX.Element | null {
  const ready = useChatWords();
  const player = useStore(me);
  const [chat, setChat] = useState<Chat>({ lines: [], writes: false });
  const path = `/tournaments/${tour.id}/chat`;
  const read = useCallback(async (): Promise<void> => {
    const now = await get<Chat>(path);
    setChat({ ...now, lines: [...now.lines].reverse() });
  }, [path]);
  useEffect(() => {
    const again = (): void => void read().catch(() => undefined); // the next line asks again
    again();
    return events.subscribe(`tournament:${tour.id}`, FROM_NOW, again);
  }, [read, player?.id]);
  if (!ready) return null;
  return (
    <ChatBox
      lines={chat.lines}
      path={path}
      about={{ tournament: tour.id }}
      writes={chat.writes}
      owns={player?.id === tour.creator.id}
      words={{
        remove: ct('remove'),
        removed: ct('removed'),
        members: ct(tour.team === null ? 'members' : 'team'),
      }}
      class="panel chat"
      again={read}
    />
  );
}
