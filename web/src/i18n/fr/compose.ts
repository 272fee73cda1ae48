// Français pour les problèmes que les membres composent et que la modération examine.
import type { ComposeWords } from '../../puzzles/words';

export const composeFr: ComposeWords = {
  'desk.title': 'Problèmes à examiner',
  'desk.reported': 'Problèmes signalés',
  'desk.none': 'Aucun problème n’attend.',
  'desk.reports': 'Signalements : {n}',
  'desk.facts':
    '{game} {size}, trait : {side}. Solution : {move}. Classement {rating} ; essais : {tries}, résolus : {solved}.',
  'desk.reason': 'Motif',
  'desk.reason.hint': 'Les personnes qui ont signalé le problème le liront.',
  'desk.keep': 'Conserver',
  'desk.withdraw': 'Retirer',
  'desk.withdrawn': 'Ce problème a été retiré : {reason}',
  'desk.gone': 'Ce problème ne fait plus partie de la collection.',
  'desk.study': 'Ouvrir dans l’analyse',
  'desk.more': 'Afficher la suite',
  'desk.only': 'Cette page est réservée à la modération.',
  'desk.composed': 'Problèmes des membres',
  'desk.by': 'De {name}.',
  'desk.publish': 'Publier',
  'desk.refuse': 'Ne pas publier',
  'desk.author.hint': 'L’auteur le lira. Il n’est pas nécessaire pour publier.',
  'make.title': 'Composer un problème',
  'make.how':
    'Dans cette position, {side} doit avoir exactement un coup gagnant. Le serveur cherche une preuve. S’il la trouve, la modération examine le problème avant que d’autres le reçoivent.',
  'make.none': 'Ouvrez une position dans l’analyse et choisissez « En faire un problème » dans son menu.',
  'make.setup':
    'Aucune suite de coups menant du plateau vide à cette position placée n’a été trouvée, et un problème commence par de tels coups.',
  'make.send': 'Envoyer le problème',
  'make.guest': 'Seuls les membres composent des problèmes. Connectez-vous d’abord.',
  'make.analysis': 'Analyse',
  'make.mine': 'Vos problèmes',
  'make.mine.none': 'Vous n’en avez pas encore composé.',
  'make.state.waiting': 'Attend sa preuve.',
  'make.state.unique': 'Prouvé : seul {move} gagne. Il attend la modération.',
  'make.state.many': 'Plusieurs coups gagnent : {others}.',
  'make.state.lost': 'Aucun coup ne gagne.',
  'make.state.undecided': 'Aucune preuve n’a été trouvée dans la limite fixée.',
  'make.state.known': 'Cette position est déjà celle du problème {puzzle}.',
  'make.state.published': 'Publié sous le nom {puzzle}.',
  'make.state.refused': 'Non publié : {reason}',
};
