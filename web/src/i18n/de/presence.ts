// Deutsch: wo die Spieler einer Partie sind, und Zeit, die sie schenken.
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
  give: '15 Sekunden schenken',
  given: '{name} schenkt 15 Sekunden.',
  berserk: 'Mit halber Zeit spielen',
  'berserk.text':
    'Du gibst die Hälfte deiner Zeit ab und bekommst mit deinen Zügen keine dazu. Ein Sieg zählt einen Punkt mehr.',
  'berserk.on': 'spielt mit halber Zeit',
};
