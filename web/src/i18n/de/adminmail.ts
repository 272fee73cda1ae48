// Deutsch: das Feld der Verwaltung über E-Mail.
import type { AdminMailWords } from '../../people/adminmailwords';

export const adminmailDe: AdminMailWords = {
  title: 'E-Mail',
  none: 'Dieser Server sendet und empfängt keine E-Mails.',
  address: 'Der Server spielt per E-Mail als {address}.',
  in: 'Postfach',
  out: 'Versand',
  consent: 'Zustimmung der Inhaberin oder des Inhabers des Postfachs',
  fault: 'geht nicht: {fault}',
  untried: 'noch nicht versucht',
  well: 'geht (zuletzt: {date})',
  pipe: 'E-Mails kommen von einem Mailserver oder einem Webhook, nicht aus einem Postfach.',
  received: 'Die Testmail ist zurückgekommen: {date}. E-Mail geht in beide Richtungen.',
  waits: 'Die Testmail ist unterwegs …',
  lost: 'Die Testmail ist nicht zurückgekommen. Sieh dir die Zeilen oben und das Protokoll des Servers an.',
  test: 'Testmail senden',
  help: 'Adresse, Anbieter und Anmeldung werden auf dem Rechner des Servers eingestellt:',
};
