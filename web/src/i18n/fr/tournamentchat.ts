// Français : la discussion d’un tournoi.
import type { ChatKey } from '../../tournaments/chatwords';

export const tournamentChatFr: Record<ChatKey, string> = {
  remove: 'Supprimer cette ligne',
  removed: 'supprimée',
  members: 'Les membres du site écrivent ici.',
  team: 'Les membres de l’équipe écrivent ici.',
};
