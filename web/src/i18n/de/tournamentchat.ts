// Deutsch: der Chat eines Turniers.
import type { ChatKey } from '../../tournaments/chatwords';

export const tournamentChatDe: Record<ChatKey, string> = {
  remove: 'Diese Zeile löschen',
  removed: 'gelöscht',
  members: 'Hier schreiben Mitglieder der Seite.',
  team: 'Hier schreiben Mitglieder des Teams.',
};
