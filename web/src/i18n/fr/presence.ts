// Français : où sont les joueurs d'une partie.
import type { PresenceWords } from '../../matches/presencewords';

export const presenceFr: PresenceWords = {
  here: 'est là',
  away: 'absent',
  gone: 'parti',
  left: '{name} a quitté la partie.',
  'claim.in': 'Vous pourrez la réclamer dans {time}.',
  'claim.now': 'Vous pouvez maintenant la réclamer.',
  'claim.win': 'Réclamer la victoire',
  'claim.draw': 'Réclamer la nulle',
};
