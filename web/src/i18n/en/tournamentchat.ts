// English for the chat of a tournament.
export const tournamentChatEn = {
  remove: 'Delete this line',
  removed: 'deleted',
  members: 'Members of the site write here.',
  team: 'Members of the team write here.',
};
