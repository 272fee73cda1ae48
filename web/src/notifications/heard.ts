// A message of another member, heard and read out. Loaded with the first of them.
import { announced, sounds } from './requests';
import type { PageNotification } from '../core/people';
import { playOnce } from '../core/sound';
import { it, loadInboxWords } from '../parts/inboxwords';

export async function hearMessage(n: PageNotification): Promise<void> {
  if (n.kind !== 'message' || n.match !== null || n.player === null || !sounds(n.player)) return;
  playOnce('request', `message ${n.id}`);
  await loadInboxWords().catch(() => undefined); // then in English
  announced.set(it('heard', { name: n.player.name, text: n.text }));
}
