// La barre de ce qui attend une réponse.
import type { RequestsKey } from '../../notifications/requestswords';

export const requestsFr: Record<RequestsKey, string> = {
  title: 'En attente de votre réponse',
  challenge: '{name} vous défie',
  rematch: '{name} demande une revanche',
  draw: '{name} propose la nulle',
  takeback: '{name} demande à reprendre un coup',
  pause: '{name} demande une pause',
  begun: 'Votre partie a commencé',
  against: 'contre {name}',
  open: 'Aller au plateau',
  see: 'Voir la partie',
  later: 'Plus tard',
  'more.one': 'Encore {n} demande',
  'more.other': 'Encore {n} demandes',
  'own.title': 'Vos défis',
  'own.waits': 'En attente de {name}',
  withdraw: 'Retirer',
  provisional: 'encore incertain',
};
