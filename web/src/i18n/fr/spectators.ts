// French: the spectators of a match (see en/spectators.ts).
import type { SpectatorsWords } from '../../matches/spectatorswords';

export const spectatorsFr: SpectatorsWords = {
  'spectators.title': 'Spectateurs',
  'spectators.more.one': '{n} autre',
  'spectators.more.other': '{n} autres',
  'spectators.label': 'Message aux autres spectateurs',
  'spectators.later': 'Vous pourrez lire la discussion des spectateurs quand la partie sera terminée.',
  'spectators.secret': 'Les joueurs pourront lire cette discussion quand la partie sera terminée.',
  'spectators.members':
    'Les membres qui ne jouent pas dans cette partie peuvent lire la discussion des spectateurs et y écrire.',
  'spectators.delayed':
    'La discussion des spectateurs commence après la fin de la partie, car les spectateurs voient celle-ci en différé.',
  'spectators.none': 'Personne n’a encore écrit.',
  'spectators.older': 'Afficher les lignes plus anciennes',
};
