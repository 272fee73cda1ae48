// The texts of notifications, in German.
import type { notificationsEn } from '../en/notifications';

export const notificationsDe: Record<keyof typeof notificationsEn, string> = {
  'notifications.say.turn': 'Du bist am Zug in Partie {match}.',
  'notifications.say.turn.player': 'Du bist am Zug gegen {player} (Partie {match}).',
  'notifications.say.challenge': '{player} fordert dich heraus (Partie {match}).',
  'notifications.say.over': 'Partie {match} ist zu Ende.',
  'notifications.say.won': 'Du hast Partie {match} gegen {player} gewonnen ({game}).',
  'notifications.say.won.resign': '{player} hat aufgegeben. Du hast Partie {match} gewonnen ({game}).',
  'notifications.say.won.time':
    'Die Zeit von {player} ist abgelaufen. Du hast Partie {match} gewonnen ({game}).',
  'notifications.say.won.left': '{player} ist gegangen. Du hast Partie {match} gewonnen ({game}).',
  'notifications.say.won.many': 'Du hast Partie {match} gewonnen ({game}).',
  'notifications.say.lost': 'Du hast Partie {match} gegen {player} verloren ({game}).',
  'notifications.say.lost.resign': 'Du hast Partie {match} gegen {player} aufgegeben ({game}).',
  'notifications.say.lost.time':
    'Deine Zeit ist abgelaufen. Du hast Partie {match} gegen {player} verloren ({game}).',
  'notifications.say.lost.left':
    'Du bist gegangen, und {player} hat Partie {match} für sich beansprucht ({game}).',
  'notifications.say.lost.many': 'Du hast Partie {match} verloren ({game}).',
  'notifications.say.drawn': 'Partie {match} gegen {player} endete remis ({game}).',
  'notifications.say.drawn.many': 'Partie {match} endete remis ({game}).',
  'notifications.say.aborted': 'Partie {match} wurde abgesagt ({game}).',
  'notifications.say.rating': '{said} Wertung {change}.',
  'notifications.say.message': '{player} schreibt: {text}',
  'notifications.say.offer': '{player} macht in Partie {match} ein Angebot.',
  'notifications.say.reminder': 'In Partie {match} läuft deine Zeit ab.',
  'notifications.say.tournament': '{tournament} geht weiter.',
  'notifications.say.tournament.running': '{tournament}: Runde {round} beginnt.',
  'notifications.say.tournament.begun': '{tournament} hat begonnen.',
  'notifications.say.tournament.finished': '{tournament} ist zu Ende.',
  'notifications.say.tournament.unnamed': 'Turnier {n}',
  'notifications.say.puzzle': 'Die Moderation hat eine Aufgabe geprüft.',
  'notifications.say.puzzle.withdrawn':
    'Die Aufgabe {puzzle}, die du gemeldet hast, wurde zurückgezogen: {text}',
  'notifications.say.puzzle.kept': 'Die Aufgabe {puzzle}, die du gemeldet hast, bleibt: {text}',
  'notifications.say.puzzle.published': 'Deine Aufgabe {puzzle} ist veröffentlicht. {text}',
  'notifications.say.puzzle.refused': 'Deine Aufgabe wurde nicht veröffentlicht: {text}',
  'notifications.say.team': 'Deine Anfrage an ein Team wurde beantwortet.',
  'notifications.say.team.accepted': '{player} hat dich in das Team {name} aufgenommen.',
  'notifications.say.team.refused': '{player} hat deine Anfrage an das Team {name} abgelehnt.',
  'notifications.say.team.invited': '{player} lädt dich in das Team {name} ein.',
  'notifications.say.tournament.invited': '{player} lädt dich zu {tournament} ein.',
  'notifications.say.simul': 'Es gibt Neues von einem Simultan.',
  'notifications.say.simul.accepted': '{player} hat dich als Gast angenommen: Du spielst im Simultan mit.',
  'notifications.say.simul.refused': '{player} hat dich für das Simultan nicht angenommen.',
  'notifications.say.simul.begun': 'Das Simultan von {player} hat ohne dich begonnen.',
  'notifications.say.simul.ended': '{player} hat das Simultan abgesagt.',
  'notifications.say.simul.forgotten':
    'Das Simultan von {player} wurde abgesagt, weil es nicht innerhalb eines Tages begonnen hat.',
  'notifications.say.simul.forgotten.host':
    'Dein Simultan wurde abgesagt, weil du es nicht innerhalb eines Tages begonnen hast.',
};
