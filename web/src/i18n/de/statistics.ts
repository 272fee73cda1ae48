// German: the statistics of a player (see en/statistics.ts).
import type { StatisticsWords } from '../../ratings/statisticswords';

export const statisticsDe: StatisticsWords = {
  'stats.none': 'Noch keine beendeten Partien.',
  'stats.all': 'Alle beendeten Partien zählen, private aber nur, wenn ihre Spieler diese Seite ansehen.',
  'stats.newest':
    'Von den {n} neuesten Partien zählen die beendeten, private aber nur, wenn ihre Spieler diese Seite ansehen.',
  'stats.streak': 'Längste Siegesserie: {n}. Aktuelle Serie: {now}.',
  'stats.sizes': 'Nach Größe',
  'stats.sides': 'Nach Seite',
  'stats.months': 'Nach Monat',
  'stats.month': 'Monat',
  'stats.opponents': 'Häufigste Gegner',
  'stats.opponent': 'Gegner',
  'stats.score': 'Quote',
  'stats.score.title': 'Anteil der Siege an allen Partien; ein Remis zählt halb',
  'stats.chart':
    'Gewonnene, remis gespielte und verlorene Partien von {from} bis {to}. Die Tabelle darunter nennt die Zahlen.',
  'stats.table': 'Als Tabelle',
  'stats.openings': 'Lieblingseröffnungen',
  'stats.openings.text': 'Die ersten zwei Züge. Gespiegelte und gedrehte Bretter zählen als eines.',
  'stats.openings.none': 'Noch keine Partie hatte zwei Züge.',
  'stats.openings.open': 'Eröffnungen nach {moves}',
  'stats.as': 'als {side}',
  'stats.wins': 'Beste Siege',
  'stats.wins.text':
    'Gewertete Siege gegen die Gegner mit der höchsten Wertung; angegeben ist deren Wertung vor der Partie.',
  'stats.wins.none': 'Noch kein gewerteter Sieg.',
  'stats.match': 'Partie',
  'stats.counts': '{won} gewonnen, {drawn} remis, {lost} verloren',
};
