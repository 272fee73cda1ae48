// English for the statistics of a player.
export const statisticsEn = {
  'stats.none': 'No finished matches yet.',
  'stats.all':
    'All finished matches count. Private matches count only when their own players look at this page.',
  'stats.newest':
    'Of the {n} newest matches, the finished ones count. Private matches count only when their own players look at this page.',
  'stats.streak': 'Longest winning streak: {n}. Current streak: {now}.',
  'stats.sizes': 'By size',
  'stats.sides': 'By side',
  'stats.months': 'By month',
  'stats.month': 'Month',
  'stats.opponents': 'Most frequent opponents',
  'stats.opponent': 'Opponent',
  'stats.score': 'Score',
  'stats.score.title': 'Share of matches won; a draw counts as half',
  'stats.chart': 'Won, drawn and lost matches from {from} to {to}. The table below has the numbers.',
  'stats.table': 'As a table',
  'stats.openings': 'Favourite openings',
  'stats.openings.text': 'The first two moves. Mirrored and rotated boards count as one.',
  'stats.openings.none': 'No match has had two moves yet.',
  'stats.openings.open': 'Openings after {moves}',
  'stats.as': 'as {side}',
  'stats.wins': 'Best wins',
  'stats.wins.text': 'Rated wins against the highest-rated opponents, with their rating before the match.',
  'stats.wins.none': 'No rated win yet.',
  'stats.match': 'Match',
  'stats.counts': '{won} won, {drawn} drawn, {lost} lost',
};
