// Deutsch: wo die Spieler einer Partie sind.
import type { PresenceWords } from '../../matches/presencewords';

export const presenceDe: PresenceWords = {
  here: 'ist da',
  away: 'abwesend',
  gone: 'gegangen',
  left: '{name} hat die Partie verlassen.',
  'claim.in': 'Du kannst sie in {time} für dich beanspruchen.',
  'claim.now': 'Du kannst sie jetzt für dich beanspruchen.',
  'claim.win': 'Sieg beanspruchen',
  'claim.draw': 'Remis beanspruchen',
};
