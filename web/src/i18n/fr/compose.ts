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
};
