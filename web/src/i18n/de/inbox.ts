// Deutsch: die Nachrichten zwischen Mitgliedern.
import type { InboxKey } from '../../parts/inboxwords';

export const inboxDe: Record<InboxKey, string> = {
  title: 'Nachrichten',
  none: 'Noch keine Nachrichten. Auf der Seite eines Spielers kannst du ihm schreiben.',
  choose: 'Wähle eine Unterhaltung.',
  with: 'Nachrichten mit {name}',
  you: 'Du: {text}',
  gone: 'Nachricht gelöscht',
  'unread.one': '{n} ungelesene Nachricht',
  'unread.other': '{n} ungelesene Nachrichten',
  earlier: 'Frühere Nachrichten',
  first: 'Ihr habt euch noch nicht geschrieben.',
  closed: 'Du kannst {name} nicht schreiben.',
  blocked: 'Du hast {name} blockiert. Hebe das auf der Profilseite auf, um zu schreiben.',
  write: 'Nachricht schreiben',
  heard: 'Nachricht von {name}: {text}',
  all: 'Alle Nachrichten',
  remove: 'Diese Nachricht löschen',
  removed: 'gelöscht',
};
