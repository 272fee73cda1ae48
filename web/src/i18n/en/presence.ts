// English for where the players of a match are.
export const presenceEn = {
  here: 'is here',
  away: 'away',
  gone: 'left',
  left: '{name} has left the match.',
  'claim.in': 'You can claim it in {time}.',
  'claim.now': 'You can claim it now.',
  'claim.win': 'Claim the win',
  'claim.draw': 'Claim a draw',
};
