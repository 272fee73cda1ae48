// The texts of notifications, in French.
import type { noticesEn } from '../en/notices';

export const noticesFr: Record<keyof typeof noticesEn, string> = {
  'notifications.say.turn': 'À vous de jouer dans la partie {match}.',
  'notifications.say.turn.player': 'À vous de jouer contre {player} (partie {match}).',
  'notifications.say.challenge': '{player} vous défie (partie {match}).',
  'notifications.say.over': 'La partie {match} est finie.',
  'notifications.say.won': 'Vous avez gagné la partie {match} contre {player} ({game}).',
  'notifications.say.won.resign': '{player} a abandonné. Vous avez gagné la partie {match} ({game}).',
  'notifications.say.won.time': '{player} a dépassé son temps. Vous avez gagné la partie {match} ({game}).',
  'notifications.say.won.many': 'Vous avez gagné la partie {match} ({game}).',
  'notifications.say.lost': 'Vous avez perdu la partie {match} contre {player} ({game}).',
  'notifications.say.lost.resign': 'Vous avez abandonné la partie {match} contre {player} ({game}).',
  'notifications.say.lost.time':
    'Votre temps est écoulé. Vous avez perdu la partie {match} contre {player} ({game}).',
  'notifications.say.lost.many': 'Vous avez perdu la partie {match} ({game}).',
  'notifications.say.drawn': 'La partie {match} contre {player} est nulle ({game}).',
  'notifications.say.drawn.many': 'La partie {match} est nulle ({game}).',
  'notifications.say.aborted': 'La partie {match} a été annulée ({game}).',
  'notifications.say.rating': '{said} Classement {change}.',
  'notifications.say.message': '{player} écrit : {text}',
  'notifications.say.offer': '{player} fait une proposition dans la partie {match}.',
  'notifications.say.reminder': 'Votre temps s’écoule dans la partie {match}.',
  'notifications.say.tournament': 'Le tournoi {tournament} continue.',
  'notifications.say.tournament.running': 'Tournoi {tournament} : la ronde {round} commence.',
  'notifications.say.tournament.begun': 'Le tournoi {tournament} a commencé.',
  'notifications.say.tournament.finished': 'Le tournoi {tournament} est terminé.',
  'notifications.say.puzzle': 'La modération a examiné un problème.',
  'notifications.say.puzzle.withdrawn': 'Le problème {puzzle}, que vous avez signalé, a été retiré : {text}',
  'notifications.say.puzzle.kept': 'Le problème {puzzle}, que vous avez signalé, est conservé : {text}',
  'notifications.say.puzzle.published': 'Votre problème {puzzle} est publié. {text}',
  'notifications.say.puzzle.refused': 'Votre problème n’a pas été publié : {text}',
};
