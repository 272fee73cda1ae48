// Français pour les problèmes que les membres composent et que la modération examine.
import type { ComposeWords } from '../../puzzles/words';

export const composeFr: ComposeWords = {
  'moderation.title': 'Problèmes à examiner',
  'moderation.reported': 'Problèmes signalés',
  'moderation.none': 'Aucun problème à examiner.',
  'moderation.reports': 'Signalements : {n}',
  'moderation.facts':
    '{game} {size}, trait : {side}. Solution : {move}. Classement {rating} ; essais : {tries}, résolus : {solved}.',
  'moderation.reason': 'Motif',
  'moderation.reason.hint': 'Les personnes qui ont signalé le problème liront ce motif.',
  'moderation.keep': 'Conserver',
  'moderation.withdraw': 'Retirer',
  'moderation.withdrawn': 'Ce problème a été retiré : {reason}',
  'moderation.gone': 'Ce problème ne fait plus partie de la collection.',
  'moderation.study': 'Ouvrir dans l’analyse',
  'moderation.more': 'Afficher la suite',
  'moderation.only': 'Cette page est réservée à la modération.',
  'moderation.composed': 'Problèmes des membres',
  'moderation.by': 'De {name}.',
  'moderation.publish': 'Publier',
  'moderation.refuse': 'Ne pas publier',
  'moderation.author.hint': 'L’auteur lira ce motif, qui est facultatif si vous publiez le problème.',
  'make.title': 'Composer un problème',
  'make.how':
    'Dans cette position, {side} doit avoir exactement un coup gagnant. Le serveur cherche une preuve. S’il la trouve, la modération examine le problème avant qu’il soit proposé aux autres.',
  'make.none': 'Ouvrez une position dans l’analyse et choisissez « En faire un problème » dans son menu.',
  'make.send': 'Envoyer le problème',
  'make.guest': 'Seuls les membres peuvent composer des problèmes. Connectez-vous d’abord.',
  'make.analysis': 'Analyse',
  'make.mine': 'Vos problèmes',
  'make.mine.none': 'Vous n’avez pas encore composé de problème.',
  'make.state.waiting': 'En attente de la preuve.',
  'make.state.unique': 'Prouvé : seul {move} gagne. En attente de la modération.',
  'make.state.many': 'Plusieurs coups gagnent : {others}.',
  'make.state.lost': 'Aucun coup ne gagne.',
  'make.state.undecided': 'Aucune preuve n’a été trouvée dans la limite fixée.',
  'make.state.dropped':
    'La file d’attente était pleine et vous y aviez le plus de problèmes : le plus récent a été retiré. Vous pouvez le renvoyer.',
  'make.state.known': 'Cette position est déjà celle du problème {puzzle}.',
  'make.state.published': 'Publié sous le nom {puzzle}.',
  'make.state.refused': 'Non publié : {reason}',
};
