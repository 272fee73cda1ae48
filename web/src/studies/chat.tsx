// The chat of a kept study. Its members may write; anyone who may read the study may read the chat.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { ChatBox } from '../parts/chatbox';
import { useStore } from '../core/env';
import { me } from '../core/net';
import type { LiveStudy } from '../analysis/live';
import { st } from '../analysis/words';

export function StudyChat({ live }: { live: LiveStudy }): JSX.Element | null {
  const player = useStore(me);
  useEffect(() => {
    if (live.lines === null) void live.read();
  }, [live]);
  const { head, link } = live;
  if (!head) return null;
  return (
    <ChatBox
      lines={live.lines ?? []}
      path={`/studies/${head.id}/chat`}
      with={link === null ? {} : { link }}
      about={{ study: head.id, link }}
      writes={player !== null && head.members.some((m) => m.player.id === player.id)}
      owns={head.you.owns}
      words={{ remove: st('chat.remove'), removed: st('chat.removed'), members: st('chat.members') }}
      class="chat kept-chat"
      again={() => live.read()}
    />
  );
}
