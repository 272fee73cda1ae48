// German: the spectators of a match (see en/spectators.ts).
import type { SpectatorsWords } from '../../matches/spectatorswords';

export const spectatorsDe: SpectatorsWords = {
  'spectators.title': 'Zuschauer',
  'spectators.more.one': '{n} weitere Person',
  'spectators.more.other': '{n} weitere',
  'spectators.label': 'Nachricht an die anderen Zuschauer',
  'spectators.later': 'Du kannst den Zuschauer-Chat lesen, sobald die Partie vorbei ist.',
  'spectators.secret': 'Die Spieler können diesen Chat lesen, sobald die Partie vorbei ist.',
  'spectators.members':
    'Mitglieder, die in dieser Partie nicht spielen, können den Zuschauer-Chat lesen und darin schreiben.',
  'spectators.delayed':
    'Der Zuschauer-Chat beginnt nach dem Ende der Partie, weil Zuschauer sie verzögert sehen.',
  'spectators.none': 'Noch hat niemand geschrieben.',
  'spectators.older': 'Ältere Zeilen zeigen',
};
