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
  'own.waits': 'En attente de {name}',
  withdraw: 'Retirer',
  'invite.team': '{name} vous invite dans l’équipe {what}',
  'invite.tournament': '{name} vous invite au tournoi {what}',
  'invite.see': 'Voir de quoi il s’agit',
  invite: 'Inviter quelqu’un',
  'invite.name': 'Nom du membre',
  'invite.do': 'Inviter',
  'invite.sent': '{name} a reçu une invitation.',
  'own.title': 'Vos défis et invitations',
  provisional: 'encore incertain',
};
