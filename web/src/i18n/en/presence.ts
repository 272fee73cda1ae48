// English for where the players of a match are, and for time that they give.
export const presenceEn = {
  here: 'is here',
  away: 'away',
  gone: 'left',
  left: '{name} has left the match.',
  'claim.in': 'You can claim it in {time}.',
  'claim.now': 'You can claim it now.',
  'claim.win': 'Claim the win',
  'claim.draw': 'Claim a draw',
  give: 'Give 15 seconds',
  given: '{name} gives 15 seconds.',
  berserk: 'Play with half the time',
  'berserk.text': 'You lose half of your time and get none with your moves. A win is worth a point more.',
  'berserk.on': 'plays with half the time',
};
