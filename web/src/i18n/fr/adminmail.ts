// Français : la partie de l’administration sur le courrier.
import type { AdminMailWords } from '../../people/adminmailwords';

export const adminmailFr: AdminMailWords = {
  title: 'Courrier',
  none: 'Ce serveur n’envoie et ne reçoit aucun courrier.',
  address: 'Le serveur joue par courrier sous l’adresse {address}.',
  in: 'Boîte aux lettres',
  out: 'Envoi',
  consent: 'Accord du titulaire de la boîte',
  fault: 'ne fonctionne pas : {fault}',
  untried: 'pas encore essayé',
  well: 'fonctionne (dernière fois : {date})',
  pipe: 'Les courriers arrivent par un serveur de courrier ou un webhook, et non par une boîte aux lettres.',
  received: 'Le courrier d’essai est revenu : {date}. Le courrier fonctionne dans les deux sens.',
  waits: 'Le courrier d’essai est en route…',
  lost: 'Le courrier d’essai n’est pas revenu. Regardez les lignes ci-dessus et le journal du serveur.',
  test: 'Envoyer un courrier d’essai',
  help: 'L’adresse, le fournisseur et la connexion se règlent sur la machine du serveur :',
};
