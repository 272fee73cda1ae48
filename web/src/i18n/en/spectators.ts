// English for the spectators of a match and their chat.
export const spectatorsEn = {
  'spectators.title': 'Spectators',
  'spectators.more.one': '{n} more',
  'spectators.more.other': '{n} more',
  'spectators.label': 'Write to the other spectators',
  'spectators.later': 'You can read the spectators’ chat when the match is over.',
  'spectators.secret': 'The players can read this chat when the match is over.',
  'spectators.members':
    'Members who do not play in this match can read the spectators’ chat and write in it.',
  'spectators.delayed':
    'The spectators’ chat begins when the match is over, because spectators see this match with a delay.',
  'spectators.none': 'Nobody has written yet.',
  'spectators.older': 'Show older lines',
};
