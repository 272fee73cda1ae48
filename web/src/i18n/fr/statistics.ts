// French: the statistics of a player (see en/statistics.ts).
import type { StatisticsWords } from '../../ratings/statisticswords';

export const statisticsFr: StatisticsWords = {
  'stats.none': 'Aucune partie finie pour l’instant.',
  'stats.all':
    'Toutes les parties finies comptent ; les parties privées, seulement quand leurs joueurs consultent cette page.',
  'stats.newest':
    'Parmi les {n} parties les plus récentes, celles qui sont finies comptent ; les parties privées, seulement quand leurs joueurs consultent cette page.',
  'stats.streak': 'Plus longue série de victoires : {n}. Série en cours : {now}.',
  'stats.sizes': 'Par taille',
  'stats.sides': 'Par camp',
  'stats.months': 'Par mois',
  'stats.month': 'Mois',
  'stats.opponents': 'Adversaires les plus fréquents',
  'stats.opponent': 'Adversaire',
  'stats.score': 'Score',
  'stats.score.title': 'Part des victoires sur toutes les parties, une nulle comptant pour moitié',
  'stats.chart':
    'Parties gagnées, nulles et perdues de {from} à {to}. Le tableau ci-dessous donne les chiffres.',
  'stats.table': 'En tableau',
  'stats.openings': 'Ouvertures préférées',
  'stats.openings.text': 'Les deux premiers coups. Les plateaux symétriques comptent pour un seul.',
  'stats.openings.none': 'Aucune partie n’a encore atteint deux coups.',
  'stats.openings.open': 'Ouvertures après {moves}',
  'stats.as': '{side}',
  'stats.wins': 'Plus belles victoires',
  'stats.wins.text':
    'Victoires classées contre les adversaires les mieux classés, avec leur classement avant la partie.',
  'stats.wins.none': 'Aucune victoire classée pour l’instant.',
  'stats.match': 'Partie',
  'stats.counts': '{won} gagnées, {drawn} nulles, {lost} perdues',
};
