// Français : les messages entre membres.
import type { InboxKey } from '../../parts/inboxwords';

export const inboxFr: Record<InboxKey, string> = {
  title: 'Messages',
  none: 'Pas encore de messages. Vous pouvez écrire à un joueur depuis sa page.',
  choose: 'Choisissez une conversation.',
  with: 'Messages avec {name}',
  you: 'Vous : {text}',
  gone: 'Message supprimé',
  'unread.one': '{n} message non lu',
  'unread.other': '{n} messages non lus',
  earlier: 'Messages précédents',
  first: 'Vous ne vous êtes pas encore écrit.',
  closed: 'Vous ne pouvez pas écrire à {name}.',
  blocked: 'Vous avez bloqué {name}. Débloquez ce joueur sur sa page pour lui écrire.',
  write: 'Écrire un message',
  heard: 'Message de {name} : {text}',
  all: 'Tous les messages',
  remove: 'Supprimer ce message',
  removed: 'supprimé',
};
