// Die Leiste mit dem, was auf eine Antwort wartet.
import type { RequestsKey } from '../../notifications/requestswords';

export const requestsDe: Record<RequestsKey, string> = {
  title: 'Wartet auf deine Antwort',
  challenge: '{name} fordert dich heraus',
  rematch: '{name} möchte eine Revanche',
  draw: '{name} bietet Remis an',
  takeback: '{name} möchte einen Zug zurücknehmen',
  pause: '{name} bittet um eine Pause',
  begun: 'Deine Partie hat begonnen',
  against: 'gegen {name}',
  open: 'Zum Brett',
  see: 'Partie ansehen',
  later: 'Später',
  'more.one': 'Noch {n} Anfrage',
  'more.other': 'Noch {n} Anfragen',
  'own.waits': 'Wartet auf {name}',
  withdraw: 'Zurückziehen',
  'invite.team': '{name} lädt dich in das Team {what} ein',
  'invite.tournament': '{name} lädt dich zum Turnier {what} ein',
  'invite.see': 'Ansehen, worum es geht',
  invite: 'Jemanden einladen',
  'invite.name': 'Name des Mitglieds',
  'invite.do': 'Einladen',
  'invite.sent': '{name} ist eingeladen.',
  'own.title': 'Deine Herausforderungen und Einladungen',
  provisional: 'noch unsicher',
};
