// German: following other members (see en/friends.ts).
import type { FriendsWords } from '../../community/friendswords';

export const friendsDe: FriendsWords = {
  'friends.title': 'Freunde',
  'friends.lead':
    'Folge anderen Mitgliedern und sieh, wann sie online sind. Wenn zwei einander folgen, sind sie befreundet.',
  'friends.members': 'Mitglieder können anderen Mitgliedern folgen und sehen, wer online ist.',
  'friends.online': 'Jetzt online',
  'friends.online.none': 'Niemand, dem du folgst, ist online.',
  'friends.offline': 'Nicht online',
  'friends.none': 'Du folgst noch niemandem. Öffne ein Profil und wähle „Folgen“.',
  'friends.find': 'Spieler suchen',
  'friends.friend': 'befreundet',
  'friends.seen': 'zuletzt online {date}',
  'friends.count': 'Du folgst {n} von höchstens {most} Mitgliedern',
  'friends.matches': 'Ihre laufenden Partien',
  'friends.matches.none': 'Niemand von ihnen spielt gerade eine öffentliche Partie.',
  'friends.challenge': 'Herausfordern',
  'friends.challenge.whom': '{name} herausfordern',
  'friends.follow': 'Folgen',
  'friends.unfollow': 'Nicht mehr folgen',
  'friends.unfollow.whom': '{name} nicht mehr folgen',
  'friends.you.friends': 'Ihr seid befreundet.',
  'friends.you.followed': '{name} folgt dir.',
  'friends.all': 'Alle Freunde',
};
