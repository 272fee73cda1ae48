// Français : où sont les joueurs d’une partie, et le temps qu’ils donnent.
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
  give: 'Donner 15 secondes',
  given: '{name} donne 15 secondes.',
  berserk: 'Jouer avec la moitié du temps',
  'berserk.text':
    'Vous perdez la moitié de votre temps et n’en recevez pas avec vos coups. Une victoire vaut un point de plus.',
  'berserk.on': 'joue avec la moitié du temps',
};
