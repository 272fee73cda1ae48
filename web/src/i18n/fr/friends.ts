// French: following other members (see en/friends.ts).
import type { FriendsWords } from '../../community/friendswords';

export const friendsFr: FriendsWords = {
  'friends.title': 'Amis',
  'friends.lead':
    'Suivez d’autres membres pour voir quand ils sont en ligne. Deux membres qui se suivent sont amis.',
  'friends.members': 'Les membres peuvent suivre d’autres membres et voir qui est en ligne.',
  'friends.online': 'En ligne',
  'friends.online.none': 'Aucun des membres que vous suivez n’est en ligne.',
  'friends.offline': 'Hors ligne',
  'friends.none': 'Vous ne suivez encore personne. Ouvrez un profil et choisissez « Suivre ».',
  'friends.find': 'Chercher un joueur',
  'friends.friend': 'ami',
  'friends.seen': 'dernière connexion le {date}',
  'friends.count': 'Vous suivez {n} membres sur {most} au plus',
  'friends.matches': 'Leurs parties en cours',
  'friends.matches.none': 'Ils n’ont aucune partie publique en cours.',
  'friends.challenge': 'Défier',
  'friends.challenge.whom': 'Défier {name}',
  'friends.follow': 'Suivre',
  'friends.unfollow': 'Ne plus suivre',
  'friends.unfollow.whom': 'Ne plus suivre {name}',
  'friends.you.friends': 'Vous êtes amis.',
  'friends.you.followed': '{name} vous suit.',
  'friends.all': 'Tous les amis',
};
